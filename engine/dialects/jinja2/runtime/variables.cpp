#include "dialects/jinja2/runtime/variables.hpp"

namespace evalground::jinja2 {

std::vector<std::string_view> MapVariables::names() const {
  std::vector<std::string_view> names;
  for (const auto& [key, value] : map_) {
    if (key.is_string()) names.push_back(key.as_string());
  }
  return names;
}

}  // namespace evalground::jinja2
