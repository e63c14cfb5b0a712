// Where two results differ, and differences as text.
#pragma once

#include <string>
#include <vector>

#include "value/differences.hpp"

namespace evalground::cli {

// All of them (value/differences.hpp).
std::vector<Difference> differences(const Value& before, const Value& after);

// "instances.app.url", "a[0]", "text line 3"
std::string path_text(const List& path);

// "80 -> 8080", "+ 8080", "- 80"
std::string change_text(const Difference& difference);

}  // namespace evalground::cli
