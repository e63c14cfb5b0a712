// Where two results differ: by their values, not by how they are written.
#pragma once

#include <string>
#include <vector>

#include "value/map.hpp"

namespace evalground::cli {

struct Difference {
  List path;     // keys and indexes; of a text, the number of its line as an index behind "text"
  Value before;  // undefined: was not there
  Value after;   // undefined: is not there
};

// In the order of `before`, then what is new. Texts of several lines differ by lines.
std::vector<Difference> differences(const Value& before, const Value& after);

// "instances.app.url", "a[0]", "text line 3"
std::string path_text(const List& path);

// "80 -> 8080", "+ 8080", "- 80"
std::string change_text(const Difference& difference);

}  // namespace evalground::cli
