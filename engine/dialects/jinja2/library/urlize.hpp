// The links of a text that is HTML already.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"

namespace evalground::jinja2 {

struct UrlizeOptions {
  std::function<std::string(std::string_view)> shortened;  // the text of a link, from its address
  std::string relation;                                    // HTML of `rel`, empty: none
  std::string target;                                      // HTML of `target`, empty: none
  std::vector<std::string> schemes;                        // "tel:"
};

// The escaped text with links in it.
std::string urlized(std::string_view escaped, const UrlizeOptions& options, Budget& budget);

}  // namespace evalground::jinja2
