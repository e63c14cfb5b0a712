// Environments of stacks and their resource registry, after heat.engine.environment and, for files and their order,
// python-heatclient.

#include "dialects/heat/environment/environment.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "dialects/heat/environment/merge_strategies.hpp"
#include "dialects/heat/environment/places.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {
namespace {

constexpr std::string_view files_key = "environment_files";
constexpr std::string_view resources_key = "resources";
constexpr std::string_view base_url_key = "base_url";
constexpr std::string_view strategies_key = "parameter_merge_strategies";
constexpr std::string_view environment_sections[] = {"parameters",  "parameter_defaults",    "resource_registry",
                                                     "event_sinks", "encrypted_param_names", files_key,
                                                     strategies_key};
constexpr std::string_view template_endings[] = {".yaml", ".yml", ".template", ".json"};

// All keys that an environment may have. Those without effect here are accepted and ignored. Names of files may stand
// in the inputs of a workspace only.
bool is_section(const Value& key) {
  return key.is_string() && contains(environment_sections, key.as_string());
}

bool is_template_name(std::string_view name) {
  return std::any_of(std::begin(template_endings), std::end(template_endings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

// Heat takes an empty value of any type for a map without entries.
bool is_empty_value(const Value& value) {
  if (value.is_list()) return value.as_list().empty();
  if (value.is_string()) return value.as_string().empty();
  return value.kind() == Kind::boolean && !value.as_boolean();
}

class EnvironmentReader {
 public:
  EnvironmentReader(Context& context, const Map* declared)
      : context_(context), declared_(declared), strategies_(context, declared) {}

  // In the given order: later files override parameters of earlier ones.
  void read_files(const Value& names) {
    if (names.is_string()) return read_file(names);
    if (!names.is_list()) fail(names, "names of files are a text or a list of texts");
    for (const Value& name : names.as_list()) read_file(name);
  }

  // `folder` is the base for names of files in this environment.
  void read(const Map& environment, const std::string& folder) {
    strategies_.begin(environment.find(strategies_key));
    for (const auto& [key, value] : environment) {
      context_.budget.step();
      const std::string name = text_of(key);
      if (!is_section(key)) fail_section(key);
      if (value.is_null()) fail(key, "the section " + quote(name) + " is empty");
      if (name == "parameters" || name == "parameter_defaults") {
        if (is_empty_value(value)) continue;
        if (!value.is_map()) fail(value, quote(name) + " is a map");
        strategies_.merge(name == "parameters" ? found.parameters : found.defaults, value.as_map());
      } else if (name == "resource_registry") {
        read_registry(value, folder);
      } else if (name == "encrypted_param_names") {
        if (!value.is_list()) fail(value, "\"encrypted_param_names\" is a list");
        for (const Value& one : value.as_list()) found.hidden.push_back(text_of(one));
      }
    }
  }

  [[noreturn]] void fail_section(const Value& key) const {
    const std::string name = text_of(key);
    const bool is_parameter = declared_ != nullptr && declared_->contains(key);
    context_.fail_name(key.origin(), "invalid-environment",
                       "The environment cannot be read: " + quote(name) + " is no section of one." +
                           (is_parameter ? " Values of parameters stand under \"parameters\"." : ""),
                       name, is_parameter ? "" : nearest_name(name, environment_sections).value_or(""));
  }

  Environment found;

 private:
  [[noreturn]] void fail(const Value& part, const std::string& problem) const {
    context_.fail(part.origin(), "invalid-environment", "The environment cannot be read: " + problem + ".");
  }

  // The entry `resources` has registries of single resources, and `base_url` is where the files are. All others map
  // types.
  void read_registry(const Value& registry, const std::string& folder) {
    if (!registry.is_map()) fail(registry, "\"resource_registry\" is a map");
    const std::string base = base_of(registry.as_map(), folder);
    for (const auto& [type, target] : registry.as_map()) {
      context_.budget.step();
      const std::string name = text_of(type);
      if (name == base_url_key) continue;
      if (name == resources_key) {
        if (target.is_map()) read_resources(with_places(target, base).as_map());
      } else if (target.is_null()) {
        remove(name);
      } else if (target.is_string()) {
        found.registry.set(type, with_places(target, base));
      }
    }
  }

  void read_resources(const Map& registries) {
    for (const auto& [resource, entries] : registries) {
      context_.budget.step();
      found.of_resources.erase(resource);  // so that the new key's place is kept
      found.of_resources.set(resource, entries);
    }
  }

  // Where the files of a registry are: at its `base_url`, or else where those of the registry around it are.
  static std::string base_of(const Map& registry, const std::string& folder) {
    const Value* base = registry.find(base_url_key);
    if (base == nullptr || !base->is_string() || base->as_string().empty()) return folder;
    const std::optional<std::string> name = file_beside(trim_end(base->as_string(), "/"), folder);
    return name ? absolute_name(*name) : folder;
  }

  // A null target removes the type. With `My::*` it removes all types that start with `My::`.
  void remove(const std::string& type) {
    const bool is_pattern = type.ends_with('*');
    const std::string_view begin = std::string_view(type).substr(0, type.size() - (is_pattern ? 1 : 0));
    std::vector<Value> names;
    for (const auto& [known, target] : found.registry) {
      context_.budget.step();
      const std::string name = text_of(known);
      if (is_pattern ? name.starts_with(begin) : name == begin) names.push_back(known);
    }
    for (const Value& name : names) found.registry.erase(name);
  }

  // A file next to the environment is named by its path from the workspace.
  Value with_places(const Value& target, const std::string& folder) const {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (target.is_map()) {
      const std::string base = base_of(target.as_map(), folder);
      Map entries;
      for (const auto& [key, inner] : target.as_map()) entries.set(key, with_places(inner, base));
      return Value::map(std::move(entries)).with_origin(target.origin());
    }
    if (!target.is_string() || !is_template_name(target.as_string())) return target;
    const auto beside = file_beside(target.as_string(), folder);
    if (!beside || context_.files.find(*beside) == nullptr) return target;
    return Value::string(absolute_name(*beside)).with_origin(target.origin());
  }

  // An empty file is an empty environment.
  void read_file(const Value& name) {
    const auto file = name.is_string() ? context_.files.source(name.as_string()) : std::nullopt;
    if (!file) {
      context_.fail(name.origin(), "missing-file", "The environment file " + quote(text_of(name)) + " does not exist.");
    }
    YamlLoadOptions options;
    options.rules = YamlRules::yaml_1_1;
    options.last_duplicate_wins = true;
    const Value environment = load_yaml(context_.sources, *file, context_.budget, options);
    if (environment.is_null() || environment.is_undefined()) return;
    if (!environment.is_map()) fail(environment, "it is a map");
    for (const auto& [key, value] : environment.as_map()) {
      if (key.is_string() && key.as_string() == files_key) fail_section(key);
    }
    read(environment.as_map(), folder_of(name.as_string()));
  }

  Context& context_;
  const Map* declared_;  // the template's parameters; null without any
  MergeStrategies strategies_;
};

// The result of following a type through the registry.
struct Named {
  std::string file;      // empty: a type built into Heat
  std::string type;      // that type
  std::string key;       // key of the registry entry; empty without one, or for an entry of one resource
  bool is_type = false;  // the type itself names the file
};

// The registry as one resource sees it. Heat prefers an entry for this resource to a general one, and among several
// patterns takes the first in the order of their keys: `My::*` before `My::Web`. Entries with a null target are
// skipped. A pattern maps types to types only, never to a template.
class Registry {
 public:
  Registry(Context& context, const Map& entries, const Map* of_resource)
      : context_(context), entries_(entries), of_resource_(of_resource) {}

  // Absent for an unknown type.
  std::optional<Named> follow(const std::string& type) const {
    constexpr std::uint32_t most_steps = 10;  // a type may map to a type, but not endlessly
    return follow(type, most_steps);
  }

 private:
  // A candidate for a type. The order is the precedence: entries of the resource first, then by key, where `*` sorts
  // before letters.
  struct Entry {
    std::string key;
    std::string target;
    bool is_of_resource = false;

    bool operator<(const Entry& other) const {
      return is_of_resource != other.is_of_resource ? is_of_resource : key < other.key;
    }
  };

  std::optional<Named> follow(const std::string& type, std::uint32_t steps) const {
    if (steps == 0) return std::nullopt;
    const Depth depth = context_.budget.enter();
    for (const Entry& entry : entries_for(type)) {
      // Candidates are tried in order. One that leads nowhere is skipped.
      context_.budget.step();
      if (is_template_name(entry.key)) return Named{entry.key, {}, entry.is_of_resource ? "" : entry.key, true};
      if (is_template_name(entry.target)) return Named{entry.target, {}, entry.is_of_resource ? "" : entry.key, false};
      if (std::optional<Named> found = follow(next_type(entry, type), steps - 1)) return found;
    }
    if (type.starts_with("OS::") || type.starts_with("AWS::")) return Named{{}, type, {}, false};
    return std::nullopt;
  }

  // A type that is itself the name of a template stands for that template, unless the registry maps it elsewhere.
  std::vector<Entry> entries_for(const std::string& type) const {
    std::vector<Entry> found;
    if (of_resource_ != nullptr) add(found, of_resource_->find(type), type, true);
    add(found, entries_.find(type), type, false);
    if (is_template_name(type) && !entries_.contains(Value::string(type))) found.push_back({type, "", false});
    for (const auto& [known, target] : entries_) {
      context_.budget.step();
      const std::string pattern = text_of(known);
      if (!pattern.ends_with('*') || pattern == type || !target.is_string()) continue;
      if (is_template_name(target.as_string()) || target.as_string() == type) continue;
      if (type.starts_with(pattern.substr(0, pattern.size() - 1))) add(found, &target, pattern, false);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  static void add(std::vector<Entry>& entries, const Value* target, const std::string& key, bool is_of_resource) {
    if (target == nullptr || !target->is_string()) return;
    entries.push_back({key, std::string(target->as_string()), is_of_resource});
  }

  // Mapping `OS::Networking::*` to `OS::Neutron::*` keeps the part that the star matches.
  static std::string next_type(const Entry& entry, const std::string& type) {
    if (!entry.key.ends_with('*') || !entry.target.ends_with('*')) return entry.target;
    return entry.target.substr(0, entry.target.size() - 1) + type.substr(entry.key.size() - 1);
  }

  Context& context_;
  const Map& entries_;
  const Map* of_resource_;
};

}  // namespace

bool Environment::hides(std::string_view parameter) const {
  return std::find(hidden.begin(), hidden.end(), parameter) != hidden.end();
}

// The inputs of a workspace may be plain parameters, or an environment, either with `environment_files`. A parameter
// that is declared under the name of a section is a parameter.
Environment read_environment(Context& context, const Map& inputs, const Map* declared) {
  const auto is_declared = [&](const Value& key) { return declared != nullptr && declared->contains(key); };
  EnvironmentReader reader(context, declared);
  const Value* files = inputs.find(files_key);
  if (files != nullptr && is_declared(Value::string(files_key))) files = nullptr;
  if (files != nullptr) reader.read_files(*files);
  // One section makes the inputs an environment, and then every key must be a section. Only names of files may stand
  // beside plain parameters.
  const bool is_environment = std::any_of(inputs.begin(), inputs.end(), [&](const Map::Entry& entry) {
    return is_section(entry.key) && !is_declared(entry.key) && entry.key.as_string() != files_key;
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

// A template that is missing from the workspace causes a warning, and the resource counts as one of a built-in type.
TypeTemplate template_of(Context& context, const Environment& environment, const Value& type,
                         const std::string& resource, const std::string& folder) {
  const Value* own = environment.of_resources.find(resource);
  const Map* of_resource = own != nullptr && own->is_map() ? &own->as_map() : nullptr;
  const std::optional<Named> named =
      Registry(context, environment.registry, of_resource).follow(std::string(type.as_string()));
  if (!named) return {};
  if (named->file.empty()) return {{}, named->type, {}};
  const std::string& name = named->file;
  const std::string_view beside = named->is_type ? std::string_view(folder) : Files::mount;
  // A local address may also be a path of the workspace: file:///workspace/lib/web.yaml.
  constexpr std::string_view local = "file://";
  const auto path = file_beside(name, beside);
  const auto local_path =
      name.starts_with(local) ? Files::resolve(std::string_view(name).substr(local.size()), beside) : std::nullopt;
  for (const std::optional<std::string>& candidate : {path, local_path}) {
    if (candidate && context.files.find(*candidate) != nullptr) return {*candidate, {}, named->key};
  }
  context.warn(type.origin(), "missing-file",
               "The template " + quote(name) + " of this type is not among the files, so the resource has no " +
                   "attributes of its own.");
  return {};
}

// What a nested stack inherits: defaults and registry, but no parameters, because its resource's properties set those.
// Registries of single resources are reduced to the part for this resource.
Environment environment_within(Context& context, const Environment& environment, const std::string& resource,
                               const TypeTemplate& of_type) {
  Environment within = environment;
  within.parameters = {};
  // Without its own entry a template may use the type that it replaces.
  if (!of_type.registry.empty()) within.registry.erase(Value::string(of_type.registry));
  within.of_resources = {};
  for (const auto& [pattern, entries] : environment.of_resources) {
    context.budget.step();
    if (!entries.is_map() || !glob_matches(text_of(pattern), resource, context.budget)) continue;
    for (const auto& [key, inner] : entries.as_map()) within.of_resources.set(key, inner);
  }
  return within;
}

}  // namespace evalground::heat
