#include "dialects/heat/input_places.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "data/yaml/load.hpp"
#include "dialects/heat/environment/places.hpp"
#include "value/members.hpp"

namespace evalground::heat {
namespace {

// Finds the resources whose type is the name of a template with a certain parameter: in the main template, and in
// templates that are nested in it. Types of the registry are not followed.
class Callers {
 public:
  Callers(const Map& workspace, const Value& parameter)
      : files_(map_member(workspace, "files")), parameter_(parameter) {
    std::string main(text_member(workspace, "main"));
    if (main.empty() && !files_.empty()) main = text_of_key(files_.entry(0).key);
    const bool is_file = files_.contains(main);  // or else the text itself
    visit(is_file ? main : "main.yaml", template_of(is_file ? text_member(files_, main) : main));
  }

  std::vector<SettingPlace> places() && { return std::move(places_); }

 private:
  static constexpr std::size_t most_templates = 20;
  static constexpr std::size_t most_places = 10;

  static std::string text_of_key(const Value& key) { return key.is_string() ? std::string(key.as_string()) : ""; }

  // An empty map for anything else than a template.
  Map template_of(std::string_view text) {
    return recover(
        [&] {
          Sources sources;
          const Document document = parse_yaml(sources, sources.add_file("", std::string(text)), budget_);
          const Value value = load_yaml(document, sources, budget_);
          return value.is_map() ? value.as_map() : Map();
        },
        [](const Error&) { return Map(); });
  }

  void visit(const std::string& file, const Map& body) {
    const Depth depth = budget_.enter();
    if (seen_.size() == most_templates || !seen_.insert(file).second) return;
    for (const auto& [name, resource] : map_member(body, "resources")) {
      budget_.step();
      if (!resource.is_map()) continue;
      const auto type = file_beside(text_member(resource.as_map(), "type"), folder_of(file));
      if (!type || !files_.contains(*type)) continue;
      const Map nested = template_of(text_member(files_, *type));
      if (map_member(nested, "parameters").contains(parameter_) && places_.size() < most_places) {
        places_.push_back({file,
                           {Value::string("resources"), name, Value::string("properties"), parameter_},
                           "the resource " + text_of_key(name),
                           {}});
      }
      visit(*type, nested);
    }
  }

  const Map& files_;
  const Value& parameter_;
  Budget budget_;
  std::unordered_set<std::string> seen_;
  std::vector<SettingPlace> places_;
};

}  // namespace

std::vector<SettingPlace> input_places(const Map& workspace, const Value& name) {
  constexpr std::string_view sections[] = {"parameters", "parameter_defaults", "resource_registry"};
  const Map& inputs = map_member(workspace, "inputs");
  std::vector<SettingPlace> places = Callers(workspace, name).places();
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
