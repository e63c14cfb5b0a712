#include "dialects/heat/input_places.hpp"

#include <algorithm>

namespace evalground::heat {
namespace {

const Map& map_of(const Map& map, std::string_view key) {
  static const Map none;
  const Value* value = map.find(key);
  return value != nullptr && value->is_map() ? value->as_map() : none;
}

}  // namespace

std::vector<SettingPlace> input_places(const Map& workspace, const Value& name) {
  constexpr std::string_view sections[] = {"parameters", "parameter_defaults", "resource_registry"};
  const Map& inputs = map_of(workspace, "inputs");
  std::vector<SettingPlace> places;
  const auto add_file = [&](const Value& file) {
    if (!file.is_string() || !map_of(workspace, "files").contains(file.as_string())) return;
    const std::string path(file.as_string());
    places.push_back({path, {Value::string("parameters"), name}, "the environment " + path, {}});
  };
  if (const Value* files = inputs.find("environment_files")) {
    if (files->is_list()) std::for_each(files->as_list().begin(), files->as_list().end(), add_file);
    add_file(*files);
  }
  List own{Value::string("inputs"), name};
  const bool is_environment = std::any_of(std::begin(sections), std::end(sections),
                                          [&](std::string_view section) { return inputs.contains(section); });
  if (is_environment) own.insert(own.begin() + 1, Value::string("parameters"));
  places.push_back({"", std::move(own), "", {}});
  return places;
}

}  // namespace evalground::heat
