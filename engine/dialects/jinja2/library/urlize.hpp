// The links of a text that is HTML already.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"

namespace evalground::jinja2 {

struct UrlizeOptions {
  std::optional<std::int64_t> longest;  // characters of a link's text
  std::string relation;                 // of `rel`
  std::optional<std::string> target;
  std::vector<std::string> schemes;  // "tel:"
};

// The escaped text with links in it.
std::string urlized(std::string_view escaped, const UrlizeOptions& options, Budget& budget);

}  // namespace evalground::jinja2
