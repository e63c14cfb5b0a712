#include "dialects/heat/input_places.hpp"

#include <algorithm>

#include "value/members.hpp"

namespace evalground::heat {

std::vector<SettingPlace> input_places(const Map& workspace, const Value& name) {
  constexpr std::string_view sections[] = {"parameters", "parameter_defaults", "resource_registry"};
  const Map& inputs = map_member(workspace, "inputs");
  std::vector<SettingPlace> places;
  const auto add_file = [&](const Value& file) {
    if (!file.is_string() || !map_member(workspace, "files").contains(file.as_string())) return;
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
