#include "workspaces/descriptions.hpp"

#include <algorithm>

#include "engine.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

bool is_text(const Value* value, std::string_view text) {
  return value != nullptr && value->is_string() && value->as_string() == text;
}

// Whether a workspace sets the options that make a flavor.
bool sets(const Value* options, const Map& flavor) {
  const Map& wanted = flavor.find("options")->as_map();
  return options != nullptr && options->is_map() && std::all_of(wanted.begin(), wanted.end(), [&](const auto& option) {
           return is_text(options->as_map().find(option.key), option.value.as_string());
         });
}

}  // namespace

const Value& descriptions() {
  static const Value all = [] {
    Budget budget({.steps = 20'000'000});
    return parse_json(catalogue(""), budget);
  }();
  return all;
}

DescribedDialect described_dialect(const Map& workspace) {
  const Value* named = workspace.find("dialect");
  const std::string_view name = named != nullptr && named->is_string() ? named->as_string() : std::string_view();
  for (const Value& description : descriptions().as_list()) {
    const Map& map = description.as_map();
    const bool is_own = is_text(map.find("id"), name);
    if (const Value* flavors = map.find("flavors")) {
      for (const Value& flavor : flavors->as_list()) {
        if (is_text(flavor.as_map().find("id"), name) || (is_own && sets(workspace.find("options"), flavor.as_map())))
          return {&map, &flavor.as_map()};
      }
    }
    if (is_own) return {&map, nullptr};
  }
  return {};
}

}  // namespace evalground
