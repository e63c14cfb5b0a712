// Turns URLs in escaped HTML text into links.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"

namespace evalground::jinja2 {

struct UrlizeOptions {
  std::function<std::string(std::string_view)> shortened;  // makes the text of a link from its address
  std::string relation;                                    // the attribute `rel` as HTML, or empty
  std::string target;                                      // HTML of `target`, empty: none
  std::vector<std::string> schemes;                        // "tel:"
};

// The escaped text with links.
std::string urlized(std::string_view escaped, const UrlizeOptions& options, Budget& budget);

}  // namespace evalground::jinja2
