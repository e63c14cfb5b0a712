#include "data/json_schema/error.hpp"

#include <algorithm>

namespace evalground {
namespace {

bool is_of_alternatives(const JsonSchemaError& error) {
  return error.keyword == "anyOf" || error.keyword == "oneOf";
}

std::ptrdiff_t depth_of(const JsonSchemaError& error) {
  const std::string_view instance = error.instance();
  return std::count(instance.begin(), instance.end(), '/');
}

// Greater for an error that says more about the whole value.
bool is_less_relevant(const JsonSchemaError& a, const JsonSchemaError& b) {
  if (depth_of(a) != depth_of(b)) return depth_of(a) > depth_of(b);
  return is_of_alternatives(a) && !is_of_alternatives(b);
}

}  // namespace

const JsonSchemaError* best_error(const std::vector<JsonSchemaError>& errors) {
  if (errors.empty()) return nullptr;
  const JsonSchemaError* best = &*std::max_element(errors.begin(), errors.end(), is_less_relevant);
  while (!best->branches.empty()) {
    const auto deepest = std::min_element(best->branches.begin(), best->branches.end(), is_less_relevant);
    const auto is_as_deep = [&](const JsonSchemaError& other) {
      return &other != &*deepest && !is_less_relevant(*deepest, other) && !is_less_relevant(other, *deepest);
    };
    // Two branches get equally far, so neither is more likely the intended one.
    if (std::any_of(best->branches.begin(), best->branches.end(), is_as_deep)) break;
    best = &*deepest;
  }
  return best;
}

}  // namespace evalground
