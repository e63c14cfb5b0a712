#include "dialects/heat/environment.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {
namespace {

constexpr std::string_view files_key = "environment_files";
constexpr std::string_view sections[] = {"parameters",  "parameter_defaults",        "resource_registry",
                                         "event_sinks", "encrypted_param_names",     "environment",
                                         files_key,     "parameter_merge_strategies"};
constexpr std::string_view template_endings[] = {".yaml", ".yml", ".template", ".json"};

bool is_section(const Value& key) {
  return key.is_string() && std::find(std::begin(sections), std::end(sections), key.as_string()) != std::end(sections);
}

bool is_template_name(std::string_view name) {
  return std::any_of(std::begin(template_endings), std::end(template_endings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

class EnvironmentReader {
 public:
  explicit EnvironmentReader(Context& context) : context_(context) {}

  void read_files(const Value& names) {
    if (names.is_string()) return read_file(names);
    if (!names.is_list()) fail(names, "names of files are a text or a list of texts");
    for (const Value& name : names.as_list()) read_file(name);
  }

  // `folder` is where names of files in it begin.
  void read(const Map& environment, const std::string& folder) {
    for (const auto& [key, value] : environment) {
      context_.budget.step();
      const std::string name = text_of(key);
      if (value.is_null()) continue;
      if (name == "parameters") {
        merge(found.parameters, value, name);
      } else if (name == "parameter_defaults") {
        merge(found.defaults, value, name);
      } else if (name == "resource_registry") {
        read_registry(value, folder);
      } else if (name == "encrypted_param_names") {
        if (!value.is_list()) fail(value, "\"encrypted_param_names\" is a list");
        for (const Value& one : value.as_list()) found.hidden.push_back(text_of(one));
      } else if (!is_section(key)) {
        fail(key, "\"" + name + "\" is no section of one");
      }
    }
  }

  Environment found;

 private:
  [[noreturn]] void fail(const Value& part, const std::string& problem) const {
    context_.fail(part.origin(), "invalid-environment", "The environment cannot be read: " + problem + ".");
  }

  void merge(Map& into, const Value& section, const std::string& name) const {
    if (!section.is_map()) fail(section, "\"" + name + "\" is a map");
    for (const auto& [key, value] : section.as_map()) {
      context_.budget.step();
      into.erase(key);  // the key's place is that of the value that wins
      into.set(key, value);
    }
  }

  void read_registry(const Value& registry, const std::string& folder) {
    if (!registry.is_map()) fail(registry, "\"resource_registry\" is a map");
    for (const auto& [type, target] : registry.as_map()) {
      context_.budget.step();
      // `resources` holds rules for single resources, which are no types.
      if (!target.is_string()) continue;
      const std::string_view name = target.as_string();
      const auto beside = is_template_name(name) ? Files::resolve(name, folder) : std::nullopt;
      found.registry.set(type, beside && context_.files.find(*beside) != nullptr
                                   ? Value::string(Files::absolute(*beside)).with_origin(target.origin())
                                   : target);
    }
  }

  void read_file(const Value& name) {
    const auto file = name.is_string() ? context_.files.source(name.as_string()) : std::nullopt;
    if (!file) {
      context_.fail(name.origin(), "missing-file", "There is no environment file " + quote(text_of(name)) + ".");
    }
    YamlLoadOptions options;
    options.rules = YamlRules::yaml_1_1;
    options.last_duplicate_wins = true;
    const Value environment = load_yaml(context_.sources, *file, context_.budget, options);
    if (environment.is_null() || environment.is_undefined()) return;
    if (!environment.is_map()) fail(environment, "it is a map");
    read(environment.as_map(), folder_of(name.as_string()));
  }

  Context& context_;
};

}  // namespace

bool Environment::hides(std::string_view parameter) const {
  return std::find(hidden.begin(), hidden.end(), parameter) != hidden.end();
}

Environment read_environment(Context& context, const Map& inputs, const Map* declared) {
  const auto is_declared = [&](const Value& key) { return declared != nullptr && declared->contains(key); };
  EnvironmentReader reader(context);
  const Value* files = inputs.find(files_key);
  if (files != nullptr && is_declared(Value::string(files_key))) files = nullptr;
  if (files != nullptr) reader.read_files(*files);
  const bool is_environment = std::all_of(inputs.begin(), inputs.end(), [&](const Map::Entry& entry) {
    return is_section(entry.key) && !is_declared(entry.key);
  });
  if (is_environment) {
    reader.read(inputs, std::string(Files::mount));
  } else {
    for (const auto& [key, value] : inputs) {
      if (files != nullptr && key.is_string() && key.as_string() == files_key) continue;
      reader.found.parameters.set(key, value);
    }
  }
  return std::move(reader.found);
}

std::string folder_of(std::string_view file) {
  const std::string path = Files::absolute(file);
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string(Files::mount) : path.substr(0, slash);
}

std::string template_of(Context& context, const Environment& environment, const Value& type,
                        const std::string& folder) {
  constexpr int most_steps = 10;  // of types that stand for types
  std::string name(type.as_string());
  bool is_from_registry = false;
  for (int step = 0; step < most_steps; ++step) {
    const Value* target = environment.registry.find(name);
    if (target == nullptr) {
      // `OS::Nova::*` stands for all that begin so.
      for (const auto& [known, other] : environment.registry) {
        if (!known.is_string() || !known.as_string().ends_with('*')) continue;
        const std::string_view begin = known.as_string().substr(0, known.as_string().size() - 1);
        if (name.starts_with(begin)) target = &other;
      }
    }
    if (target == nullptr || !target->is_string() || target->as_string() == name) break;
    name = target->as_string();
    is_from_registry = true;
  }
  if (!is_template_name(name)) return {};
  if (name.starts_with("file://")) name.erase(0, 7);
  const auto path = Files::resolve(name, is_from_registry ? Files::mount : std::string_view(folder));
  if (path && context.files.find(*path) != nullptr) return *path;
  context.warn(type.origin(), "missing-file",
               "The template " + quote(name) + " of this type is not among the files, so the resource has no " +
                   "attributes of its own.");
  return {};
}

}  // namespace evalground::heat
