// The imports of service templates: which files they name, and what type names mean in each file.
//
//   imports:
//     - types.yaml                                   T of types.yaml is visible here as T
//     - {file: lib.yaml, namespace_prefix: lib}      T of lib.yaml as lib.T
//     - {file: tosca_plugins.yaml, repository: unfurl}
//
// Each file has two sets of names. The names that it *sees* resolve the type names in the file: its own types and those
// it imports. The names that it *shows* are visible to its importer, behind a prefix if there is one. For most files
// both sets are the same. Files with the same `namespace` share the first one.
//
// So a type keeps its original base, even if the importing document defines another type of that name.
//
// Files are loaded depth first, imports before the types of the importing file. So the file's own types override
// imported ones, and later imports override earlier ones. A file may be imported several times, once for each
// namespace. A file that imports itself is an Error.
//
// The rules are those of `ImportsLoader` in the TOSCA parser that Unfurl uses.
#include "dialects/unfurl/topology/imports.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/unfurl/files/include.hpp"
#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/merge/expand.hpp"
#include "dialects/unfurl/tosca/builtin_types.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

struct Section {
  std::string_view key;
  TypeKind kind;
};

constexpr Section type_sections[] = {{"node_types", TypeKind::node},
                                     {"relationship_types", TypeKind::relationship},
                                     {"capability_types", TypeKind::capability},
                                     {"artifact_types", TypeKind::artifact},
                                     {"data_types", TypeKind::data},
                                     {"interface_types", TypeKind::interface},
                                     {"group_types", TypeKind::group},
                                     {"policy_types", TypeKind::policy}};

constexpr std::string_view known_versions[] = {"tosca_simple_yaml_1_0", "tosca_simple_yaml_1_2",
                                               "tosca_simple_yaml_1_3", "tosca_simple_unfurl_1_0_0"};

constexpr std::string_view document_keys[] = {
    "tosca_definitions_version", "namespace",    "description", "metadata",         "imports",
    "dsl_definitions",           "repositories", "types",       "topology_template"};
// Keys of the document itself, and of imported files with a version.
constexpr std::string_view versioned_keys[] = {"decorators", "deployment_blueprints", "input_values"};
constexpr std::string_view repository_keys[] = {"description", "url", "credential", "revision", "metadata", "file"};
// Keys of the document itself only.
constexpr std::string_view main_keys[] = {"template_name", "template_author", "template_version", "node_templates"};

// The URL of a repository: `file:` with a path, a scheme with a host, or the short form of SSH, `user@host:path`.
void check_url(Context& context, const Value& url, const std::string& what) {
  const std::string_view text = url.is_string() ? url.as_string() : std::string_view();
  const std::size_t colon = text.find(':');
  const std::string_view scheme = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
  const std::string_view rest = text.substr(scheme.empty() ? 0 : colon + 1);
  const bool has_host = rest.starts_with("//") && rest.size() > 2 && rest[2] != '/';
  const bool is_ssh = text.find("://") == std::string_view::npos && text.find('@') != std::string_view::npos;
  if (scheme == "file" || (!scheme.empty() && has_host) || is_ssh) return;
  context.fail(url.origin(), "wrong-type",
               std::string(invalid) + what + " has an invalid URL: " + quote(key_text(url)) +
                   " has no scheme with a host, such as \"https://example.com/\", and is no \"file:\".");
}

void check_document(Context& context, const Map& document, bool is_main) {
  const Value* version = document.find("tosca_definitions_version");
  if (version != nullptr && !is_among(known_versions, text_field(document, "tosca_definitions_version"))) {
    context.fail(version->origin(), "template-version",
                 std::string(invalid) + "the template version " + quote(key_text(*version)) +
                     " is not supported; it must be one of " + join(known_versions, ", ") + ".");
  }
  std::vector<std::string_view> known(std::begin(document_keys), std::end(document_keys));
  for (const Section& section : type_sections) known.push_back(section.key);
  if (is_main || version != nullptr) known.insert(known.end(), std::begin(versioned_keys), std::end(versioned_keys));
  if (is_main) known.insert(known.end(), std::begin(main_keys), std::end(main_keys));
  check_keys(context, document, known, "the service template");
  // Top-level templates stand for a topology, so having both is an error.
  const Value* topology = field(document, "topology_template");
  if (const Value* all = document.find("node_templates"); is_main && all != nullptr && topology != nullptr) {
    context.fail(all->origin(), "unknown-field",
                 std::string(invalid) + "the service template contains unknown field \"node_templates\" beside " +
                     "`topology_template`.");
  }
  for (const auto& [name, repository] : map_or_nothing(document.find("repositories"))) {
    if (repository.is_null()) continue;
    const std::string what = "the repository " + quote(key_text(name));
    if (repository.is_string()) {
      check_url(context, repository, what);
      continue;
    }
    if (!repository.is_map()) {
      context.fail(name.origin(), "wrong-type",
                   std::string(invalid) + what + " must be of type map, not " + kind_text(repository) + ".");
    }
    if (!repository.as_map().contains("url")) {
      context.fail(name.origin(), "missing-field", std::string(invalid) + what + " is missing required field \"url\".");
    }
    check_keys(context, repository.as_map(), repository_keys, what);
    check_url(context, *repository.as_map().find("url"), what);
  }
}

}  // namespace

const Value* ServiceTemplate::section(std::string_view name) const {
  const Value* topology = document.as_map().find("topology_template");
  const Map& map = topology != nullptr && topology->is_map() ? topology->as_map() : document.as_map();
  if (&map == &document.as_map() && name != "node_templates") return nullptr;
  return field(map, name);
}

const Value* ServiceTemplate::substitution() const {
  const Value* mappings = section("substitution_mappings");
  return mappings != nullptr ? mappings : section("root");
}

void Imports::fail(const Item& item, std::string cause) const {
  context_.fail(item.where, "import-failed",
                "Can not import " + quote(key_text(item.file)) + ": " + std::move(cause) + ".");
}

// A file's path, a map with `file`, or a map with one key (the import's name) and one of these.
Imports::Item Imports::read_item(const Value& written, Map& import_names) {
  static constexpr std::string_view item_keys[] = {"file",          "repository", "namespace_prefix",
                                                   "namespace_uri", "when",       "import"};
  // `{name: item}` is the item. The name must be unique.
  Value value = written;
  Item item;
  item.file = value;
  item.where = written.origin();
  if (value.is_map() && value.as_map().size() == 1 && !value.as_map().contains("file")) {
    const auto& [name, named] = value.as_map().entry(0);
    if (import_names.contains(name)) {
      context_.fail(name.origin(), "duplicate-import", "Duplicate import name " + quote(key_text(name)) + ".");
    }
    import_names.set(name, Value::null());
    value = Value(named);
    item.file = value;
  }
  if (value.is_map()) {
    const Map& map = value.as_map();
    check_keys(context_, map, item_keys, "the import");
    const Value* file = map.find("file");
    item.file = file == nullptr ? Value() : *file;
    if (const Value* repository = map.find("repository")) item.repository = *repository;
    item.prefix = text_field(map, "namespace_prefix");
    if (const Value* when = map.find("when"); when != nullptr && !when->is_null()) {
      conditions_.push_back({written.origin(), *when});
    }
  }
  if (!item.file.is_string()) fail(item, "the file must be a string, not " + kind_text(item.file));
  return item;
}

Imports::Place Imports::locate_in_repository(const Item& item, std::string_view path, std::string_view part) {
  const std::string name = key_text(item.repository);
  // The library that is part of Unfurl.
  if (name == "unfurl") {
    for (const BuiltinFile& file : builtin_library()) {
      if (file.path == path) {
        return {"unfurl:" + std::string(path), "unfurl:" + std::string(path), std::string(part), file.text.data()};
      }
    }
    fail(item, "the library `unfurl` has no such file");
  }
  // The nearest file that declares the repository: this one, or one of its importers.
  const auto level = std::find_if(levels_.rbegin(), levels_.rend(), [&](const Level& one) {
    const Value* repositories = one.document.as_map().find("repositories");
    return repositories != nullptr && repositories->is_map() && repositories->as_map().contains(name);
  });
  const bool is_own = name == "self" || name == "spec";
  if (level == levels_.rend() && !is_own) fail(item, "unknown repository " + quote(name));
  const Level& declared = level == levels_.rend() ? levels_.front() : *level;
  const Repository repository =
      find_repository(context_, declared.document, declared.file, name, item.repository.origin());
  // Repositories are never fetched: look for the file in the workspace.
  const auto file = file_in_repository(repository, path);
  if (!file) fail(item, "the path leaves the repository " + quote(name));
  if (context_.files.find(*file) == nullptr) {
    fail(item, "the repository " + quote(name) + (repository.url.empty() ? "" : " (" + repository.url + ")") +
                   " has no such file in the workspace, where it would be " + quote(*file));
  }
  return {*file + "#" + std::string(part), *file, std::string(part)};
}

Imports::Place Imports::locate(const Item& item, const std::string& file) {
  const FileReference reference = split_reference(item.file.as_string());
  if (item.repository.is_string()) return locate_in_repository(item, reference.file, reference.part);
  const auto name = file_beside(reference.file, file);
  if (!name || name->empty()) fail(item, "it is outside of the workspace");
  if (context_.files.find(*name) == nullptr) {
    fail(item, is_url(*name) ? "the URL " + quote(*name) + " was not fetched"
                             : "there is no file " + quote(*name) + " in the workspace");
  }
  return {*name + "#" + std::string(reference.part), *name, std::string(reference.part)};
}

Value Imports::read_place(const Place& place, const Item& item) {
  Value document;
  try {
    document = place.builtin != nullptr ? parse_json(place.builtin, context_.budget)
                                        : expand_document(context_, place.file, true);
  } catch (Error& error) {
    error.diagnostic.message = "Can not import " + quote(item.file.as_string()) + ": " + error.diagnostic.message;
    throw;
  }
  if (!place.part.empty()) document = part_of(document, parse_directive_path(place.part), context_.budget);
  if (document.is_undefined()) fail(item, "the file has no part " + quote(place.part));
  if (!document.is_map()) fail(item, "it must be a map, not " + kind_text(document));
  return document;
}

TypeNames& Imports::load_place(const Place& place, const Item& item, const std::string& name_space) {
  if (std::find(open_.begin(), open_.end(), place.key) != open_.end()) {
    std::vector<std::string> files;
    for (const std::string& key : open_) files.push_back(key.substr(0, key.find('#')));
    context_.fail(item.where, "circular-import", "Circular import: " + join(files, " → ") + " → " + place.file + ".");
  }
  const std::string key = place.key + "\n" + name_space;
  const auto known = loaded_.find(key);
  if (known != loaded_.end()) return *known->second;
  open_.push_back(place.key);
  TypeNames& visible = in_frame(item.where, "in import", item.file.as_string(), [&]() -> TypeNames& {
    const Value document = read_place(place, item);
    check_document(context_, document.as_map(), false);
    return load_document(document, place.file, name_space);
  });
  open_.pop_back();
  loaded_.emplace(key, &visible);
  return visible;
}

void Imports::load_item(const Value& written, Map& import_names, const std::string& file, const std::string& name_space,
                        TypeNames& visible, TypeNames& names) {
  context_.budget.step();
  if (std::find(dropped_.begin(), dropped_.end(), written.origin()) != dropped_.end()) return;
  const Item item = read_item(written, import_names);
  const TypeNames& imported = load_place(locate(item, file), item, name_space);
  visible.add_all(imported, item.prefix);
  if (&names != &visible) names.add_all(imported, item.prefix);
}

// `types` mixes kinds. The kind of a type there is that of its base.
TypeKind Imports::kind_of_mixed(const Map& types, const Value& definition, const TypeNames& names) {
  const Value* current = &definition;
  for (std::size_t step = 0; step <= types.size(); ++step) {  // more steps mean a cycle
    context_.budget.step();
    const Value* base = current->is_map() ? current->as_map().find("derived_from") : nullptr;
    if (base != nullptr && base->is_list() && !base->as_list().empty()) base = &base->as_list().front();
    if (base == nullptr || !base->is_string()) break;
    if (const Value* sibling = types.find(*base)) {
      current = sibling;
      continue;
    }
    for (const Section& section : type_sections) {
      if (names.find(section.kind, base->as_string()) != nullptr ||
          find_builtin_type(section.kind, base->as_string()) != nullptr) {
        return section.kind;
      }
    }
    return is_simple_type(base->as_string()) ? TypeKind::data : TypeKind::node;
  }
  return TypeKind::node;
}

void Imports::declare_types(const Map& document, TypeNames& visible, TypeNames& names) {
  const auto declare = [&](TypeKind kind, const Value& name, const Value& definition, bool is_mixed) {
    context_.budget.step();
    if (!definition.is_map() && !definition.is_null()) {
      context_.fail(definition.origin(), "wrong-type",
                    "The definition of type " + quote(key_text(name)) + " must be of type map, not " +
                        kind_text(definition) + ".");
    }
    const std::string text = key_text(name);
    const TypeSource& source = types_.add_source(
        {kind, text, definition.is_map() ? definition : Value::map(), name.origin(), &names, is_mixed});
    visible.add(kind, text, &source);
    if (&names != &visible) names.add(kind, text, &source);
  };
  // The sections of one kind first, then `types`, whose types may derive from any of them.
  for (const Section& section : type_sections) {
    const Value* types = document.find(section.key);
    if (types == nullptr || types->is_null()) continue;
    if (!types->is_map()) {
      context_.fail(types->origin(), "wrong-type",
                    "`" + std::string(section.key) + "` must be of type map, not " + kind_text(*types) + ".");
    }
    for (const auto& [name, definition] : types->as_map()) declare(section.kind, name, definition, false);
  }
  if (const Value* mixed = document.find("types"); mixed != nullptr && mixed->is_map()) {
    for (const auto& [name, definition] : mixed->as_map()) {
      declare(kind_of_mixed(mixed->as_map(), definition, names), name, definition, true);
    }
  }
}

TypeNames& Imports::load_document(const Value& document, const std::string& file,
                                  const std::string& inherited_namespace) {
  const Depth depth = context_.budget.enter();
  const Map& map = document.as_map();
  // The names that its types see: those of its namespace, or of its importer's namespace.
  const std::string_view own_namespace = text_field(map, "namespace");
  const std::string name_space = own_namespace.empty() ? inherited_namespace : std::string(own_namespace);
  TypeNames& visible = types_.add_names();
  TypeNames* names = &visible;
  if (!name_space.empty()) {
    TypeNames*& shared = namespaces_[name_space];
    if (shared == nullptr) shared = &types_.add_names();
    names = shared;
  }
  // Load its imports first, because its own types override theirs.
  levels_.push_back({document, file});
  if (const Value* imports = map.find("imports"); imports != nullptr && python_truth(*imports)) {
    if (!imports->is_list()) {
      const Value first = imports->is_map() && !imports->as_map().empty() ? imports->as_map().entry(0).key : *imports;
      fail({first, {}, {}, imports->origin()}, "`imports` must be a list, not " + kind_text(*imports));
    }
    Map import_names;
    for (const Value& item : imports->as_list()) load_item(item, import_names, file, name_space, visible, *names);
  }
  levels_.pop_back();
  declare_types(map, visible, *names);
  templates_.push_back({file, document, names});
  return visible;
}

void Imports::load(const Value& document, const std::string& file) {
  if (!document.is_map())
    context_.fail(document.origin(), "wrong-type",
                  "The service template must be of type map, not " + kind_text(document) + ".");
  check_document(context_, document.as_map(), true);
  open_.push_back(file + "#");
  load_document(document, file, {});
  open_.pop_back();
}

}  // namespace evalground::unfurl
