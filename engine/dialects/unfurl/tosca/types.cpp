// Resolves types: what a name means where it is used, what the type derives from, and all that it declares.
//
//   my.Web: {derived_from: my.Server, properties: {port: {default: 80}}}
//   my.Server: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}, name: {type: string}}}
//
// gives my.Web the properties port ({default: 80, type: integer}) and name. A type's declarations are its own, each
// completed by the bases' declarations of the same name, followed by those of its bases.
//
// Invariants: a type is resolved once for each name by which it is visible, because `.type` gives that name. A type's
// address is its identity. Names in a definition are resolved in its own file (TypeNames), never in the file that uses
// the type. A type that derives from itself is an Error.
#include "dialects/unfurl/tosca/types.hpp"

#include <algorithm>

#include "base/indexed.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/tosca/builtin_types.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

// The keys of type definitions. The reference does not check those of capability, data and interface types.
constexpr std::string_view node_type_keys[] = {"derived_from", "metadata",   "properties",   "version",
                                               "description",  "attributes", "requirements", "capabilities",
                                               "interfaces",   "artifacts",  "instance_keys"};
constexpr std::string_view relationship_type_keys[] = {
    "derived_from", "valid_target_types", "interfaces", "attributes", "properties", "description",
    "version",      "credential",         "metadata",   "name",       "title"};
constexpr std::string_view property_statuses[] = {"supported", "unsupported", "experimental", "deprecated", "removed"};
constexpr std::string_view group_type_keys[] = {"derived_from", "version", "metadata",  "description",
                                                "properties",   "members", "interfaces"};
constexpr std::string_view policy_type_keys[] = {"derived_from", "metadata", "properties", "version",    "description",
                                                 "targets",      "triggers", "type",       "reservation"};
constexpr std::string_view artifact_type_keys[] = {"derived_from", "interfaces", "attributes", "properties",
                                                   "description",  "metadata",   "version",    "dependencies",
                                                   "mime_type",    "file_ext"};
constexpr std::string_view requirement_keys[] = {"node",        "capability",  "relationship", "occurrences",
                                                 "node_filter", "description", "metadata",     "title"};

constexpr std::string_view simple_types[] = {"string",
                                             "integer",
                                             "float",
                                             "number",
                                             "boolean",
                                             "list",
                                             "map",
                                             "range",
                                             "timestamp",
                                             "version",
                                             "any",
                                             "scalar-unit.size",
                                             "scalar-unit.time",
                                             "scalar-unit.frequency",
                                             "scalar-unit.bitrate"};
constexpr std::string_view port_types[] = {"tosca.datatypes.network.PortDef", "PortDef",
                                           "tosca.datatypes.network.PortSpec", "PortSpec"};

// Marks a type as being resolved during its lifetime.
// A list of open sources, because a type is stored only after it has been resolved.
class Resolving {
 public:
  Resolving(std::vector<const TypeSource*>& open, const TypeSource& source) : open_(open) { open_.push_back(&source); }
  ~Resolving() { open_.pop_back(); }
  Resolving(const Resolving&) = delete;
  Resolving& operator=(const Resolving&) = delete;

 private:
  std::vector<const TypeSource*>& open_;
};

// One digit for the kind, then the name: `0my.Web`.
std::string key_of(TypeKind kind, std::string_view name) {
  return std::string(1, static_cast<char>('0' + static_cast<int>(kind))).append(name);
}

// The address of an object as text, for keys.
template <class T>
std::string address(const T* pointer) {
  return std::to_string(reinterpret_cast<std::uintptr_t>(pointer));
}

// Like find_declaration(), but mutable.
Declaration* find_declared(std::vector<Declaration>& declarations, const Value& name) {
  const Declaration* found = find_declaration(declarations, name);
  return found == nullptr ? nullptr : &declarations[static_cast<std::size_t>(found - declarations.data())];
}

// A declaration as a map. Text is short for `{key: text}`.
Map definition_map(const Value& written, std::string_view key) {
  if (written.is_map()) return written.as_map();
  Map map;
  if (written.is_string()) map.set(key, written);
  return map;
}

// Completes a declaration from a base: only keys that it lacks, also within its metadata.
// `{default: 80}` with the base `{type: integer, default: 8080}` becomes `{default: 80, type: integer}`. If the type
// comes from the base, so does the meaning of its name: the declaration then resolves names in the base's file.
void complete(Declaration& declaration, const Map& base, const TypeNames* base_names) {
  for (const auto& entry : base) {
    const std::string_view key = entry.key.is_string() ? entry.key.as_string() : std::string_view();
    const Value* own = declaration.definition.find(entry.key);
    if (own != nullptr && key == "metadata" && own->is_map() && entry.value.is_map()) {
      Map metadata = own->as_map();
      for (const auto& [name, value] : entry.value.as_map()) {
        if (!metadata.contains(name)) metadata.set(name, value);
      }
      declaration.definition.set(entry.key, Value::map(std::move(metadata)).with_origin(own->origin()));
    }
    if (own != nullptr) continue;
    declaration.definition.set(entry.key, entry.value);
    if (key == "type") declaration.names = base_names;
  }
}

[[noreturn]] void fail_definition(Context& context, OriginId where, const std::string& what, const Type& type) {
  context.fail(where, "wrong-definition", std::string(invalid) + what + " of the type " + quote(type.own_name) + ".");
}

// The keys of the type's definition.
void check_definition(Context& context, const Type& type) {
  const Map& definition = type.definition.as_map();
  const std::string what = "the type " + quote(type.own_name);
  if (type.kind == TypeKind::node) check_keys(context, definition, node_type_keys, what);
  if (type.kind == TypeKind::relationship) check_keys(context, definition, relationship_type_keys, what);
  if (type.kind == TypeKind::artifact) check_keys(context, definition, artifact_type_keys, what);
  if (type.kind == TypeKind::group) check_keys(context, definition, group_type_keys, what);
  if (type.kind == TypeKind::policy) check_keys(context, definition, policy_type_keys, what);
}

// The requirements that a node type defines: a list of maps of one key, each with a type's name or a map.
void check_requirements(Context& context, const Type& type) {
  const Value* requirements = field(type.definition.as_map(), "requirements");
  if (requirements == nullptr) return;
  if (!requirements->is_list()) {
    fail_definition(context, requirements->origin(), "`requirements` must be a list, not " + kind_text(*requirements),
                    type);
  }
  for (const Value& item : requirements->as_list()) {
    context.budget.step();
    const bool is_named = item.is_map() && item.as_map().size() == 1;
    if (!is_named || !(item.as_map().entry(0).value.is_map() || item.as_map().entry(0).value.is_string())) {
      fail_definition(context, item.origin(), "a requirement must be a map of one key, with a map or a name under it",
                      type);
    }
    const auto& [name, requirement] = item.as_map().entry(0);
    if (!requirement.is_map()) continue;
    check_keys(context, requirement.as_map(), requirement_keys,
               "the requirement " + quote(key_text(name)) + " of the type " + quote(type.own_name));
  }
}

// `required` is a boolean, `status` one of a few words, `metadata` a map, `entry_schema` a map or the name of a type.
void check_marks(Context& context, const Declaration& declaration, const Type& type) {
  const std::string what = " of " + quote(key_text(declaration.name));
  const Value* required = declaration.definition.find("required");
  if (required != nullptr && required->kind() != Kind::boolean) {
    const OriginId where = required->origin() != 0 ? required->origin() : declaration.name.origin();
    fail_definition(context, where, "`required`" + what + " must be true or false", type);
  }
  const Value* metadata = field(declaration.definition, "metadata");
  if (metadata != nullptr && !metadata->is_map()) {
    fail_definition(context, metadata->origin(), "`metadata`" + what + " must be a map", type);
  }
  const Value* entry_schema = field(declaration.definition, "entry_schema");
  if (entry_schema != nullptr && !entry_schema->is_map() && !entry_schema->is_string()) {
    fail_definition(context, entry_schema->origin(), "`entry_schema`" + what + " must be a map or a type name", type);
  }
  const Value* status = field(declaration.definition, "status");
  if (status != nullptr && !(status->is_string() && is_among(property_statuses, status->as_string()))) {
    fail_definition(context, status->origin(), "`status`" + what + " must be one of " + join(property_statuses, ", "),
                    type);
  }
}

// The properties and attributes of a type: each is a map with a type, which may come from a base.
void check_declarations(Context& context, const Type& type) {
  for (const std::string_view section : {"properties", "attributes"}) {
    for (const auto& [name, definition] : map_field(type.definition.as_map(), section)) {
      if (definition.is_map()) continue;
      fail_definition(context, name.origin(),
                      "the definition of " + quote(key_text(name)) + " must be a map, not " + kind_text(definition),
                      type);
    }
  }
  for (const Declaration& declaration : type.properties) {
    if (declaration.declared_by != &type) continue;
    check_marks(context, declaration, type);
    if (declaration.definition.contains("type")) continue;
    fail_definition(context, declaration.name.origin(),
                    "the definition of " + quote(key_text(declaration.name)) + " must have a `type`", type);
  }
}

// Properties and attributes are one set. A name in both sections of one type is both.
void declare_properties(Type& type, const Type& from, std::string_view section, bool is_attribute) {
  const Value* written = from.definition.as_map().find(section);
  if (written == nullptr || !written->is_map()) return;
  // The attributes of the root types (`tosca_id`, `state`, …) are special keys instead.
  const bool is_root = from.bases.empty() || from.own_name == kind_root(TypeKind::relationship);
  if (is_attribute && from.is_builtin && is_root) return;
  for (const auto& entry : written->as_map()) {
    Map definition = definition_map(entry.value, "type");
    if (Declaration* known = find_declared(type.properties, entry.key)) {
      if (known->declared_by == &from) known->is_attribute |= is_attribute;
      complete(*known, definition, from.names);
      continue;
    }
    type.properties.push_back({entry.key, std::move(definition), from.names, &from, !is_attribute, is_attribute});
  }
}

// Capabilities, requirements and artifacts. A section is a map, or a list of maps with one key each.
void declare_named(std::vector<Declaration>& declarations, const Type& from, std::string_view section) {
  const Value* written = from.definition.as_map().find(section);
  if (written == nullptr) return;
  const auto declare = [&](const Map& members) {
    for (const auto& entry : members) {
      Map definition = definition_map(entry.value, section == "requirements" ? "capability" : "type");
      if (Declaration* known = find_declared(declarations, entry.key)) {
        complete(*known, definition, from.names);
      } else {
        declarations.push_back({entry.key, std::move(definition), from.names, &from});
      }
    }
  };
  if (written->is_map()) declare(written->as_map());
  if (written->kind() == Kind::list) {
    for (const Value& item : written->as_list()) {
      if (item.is_map()) declare(item.as_map());
    }
  }
}

// Call first with the type itself, then with its bases, the nearest first. The first mention of a name decides.
void declare(Type& type, const Type& from) {
  declare_properties(type, from, "properties", false);
  declare_properties(type, from, "attributes", true);
  declare_named(type.capabilities, from, "capabilities");
  declare_named(type.requirements, from, "requirements");
  declare_named(type.artifacts, from, "artifacts");
  if (const Value* metadata = from.definition.as_map().find("metadata"); metadata != nullptr && metadata->is_map()) {
    const Value* any = metadata->as_map().find("additionalProperties");
    if (any != nullptr && !type.takes_any_property) type.takes_any_property = python_truth(*any);
  }
}

// `metadata: {aliases: [com.example.Old], deprecates: com.example.Older}`. The named types need not exist.
void read_aliases(Type& type) {
  const Value* metadata = type.definition.as_map().find("metadata");
  if (metadata == nullptr || !metadata->is_map()) return;
  for (const std::string_view key : {"deprecates", "aliases"}) {
    const Value* names = metadata->as_map().find(key);
    if (names == nullptr) continue;
    if (names->is_string()) type.aliases.push_back(names->as_string());
    if (!names->is_list()) continue;
    for (const Value& name : names->as_list()) {
      if (name.is_string()) type.aliases.push_back(name.as_string());
    }
  }
}

// The names of a kind that a file can use: its own and the built-in ones, with and without the kind's prefix.
std::vector<std::string_view> known_names(TypeKind kind, const TypeNames& names) {
  std::vector<std::string_view> known = names.all(kind);
  const std::string_view prefix = kind_prefix(kind);
  for (const std::span<const BuiltinType> types : {builtin_node_types(), builtin_other_types()}) {
    for (const BuiltinType& type : types) {
      if (type.kind != kind) continue;
      known.push_back(type.name);
      if (type.name.starts_with(prefix)) known.push_back(type.name.substr(prefix.size()));
    }
  }
  return known;
}

}  // namespace

bool is_simple_type(std::string_view name) {
  return is_among(simple_types, name);
}

bool is_parameter_type(std::string_view name) {
  return is_simple_type(name) || is_among(port_types, name);
}

bool takes_any_property(const Type& type, const Map& template_metadata) {
  if (const Value* any = template_metadata.find("additionalProperties")) return python_truth(*any);
  return type.takes_any_property.value_or(false);
}

const Declaration* find_declaration(const std::vector<Declaration>& declarations, const Value& name) {
  const auto found = std::find_if(declarations.begin(), declarations.end(),
                                  [&](const Declaration& one) { return same_key(one.name, name); });
  return found == declarations.end() ? nullptr : &*found;
}

std::vector<std::string_view> names_of(const std::vector<Declaration>& declarations) {
  std::vector<std::string_view> names;
  for (const Declaration& one : declarations) {
    if (one.name.is_string()) names.push_back(one.name.as_string());
  }
  return names;
}

// A name that is added again gets the new source and keeps its place in the order, as in Python's dictionaries.
void TypeNames::add(TypeKind kind, std::string name, const TypeSource* source) {
  std::string key = key_of(kind, name);
  if (const auto known = index_.find(key); known != index_.end()) {
    names_[known->second].source = source;
    return;
  }
  const auto note = [&](std::size_t place) { index_.emplace(std::move(key), place); };
  append_indexed(names_, note, Name{kind, std::move(name), source});
}

// The names of an imported file, as `prefix.name` if the import has a namespace_prefix.
void TypeNames::add_all(const TypeNames& others, std::string_view prefix) {
  for (const Name& other : others.names_) {
    add(other.kind, prefix.empty() ? other.name : std::string(prefix) + "." + other.name, other.source);
  }
}

const TypeSource* TypeNames::find_of_any_kind(std::string_view name) const {
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    if (const TypeSource* found = find(static_cast<TypeKind>(kind), name)) return found;
  }
  return nullptr;
}

const TypeSource* TypeNames::find(TypeKind kind, std::string_view name) const {
  const auto found = index_.find(key_of(kind, name));
  return found == index_.end() ? nullptr : names_[found->second].source;
}

std::vector<std::string_view> TypeNames::all(TypeKind kind) const {
  std::vector<std::string_view> all;
  for (const Name& one : names_) {
    if (one.kind == kind) all.push_back(one.name);
  }
  return all;
}

bool Type::has_name(std::string_view wanted) const {
  return name == wanted || own_name == wanted || is_among(aliases, wanted);
}

bool Type::is(std::string_view wanted) const {
  return has_name(wanted) ||
         std::any_of(bases.begin(), bases.end(), [&](const Type* base) { return base->has_name(wanted); });
}

bool Type::is(const Type& wanted) const {
  const auto is_it = [&](const Type* type) { return type == &wanted || is_among(type->aliases, wanted.own_name); };
  return is_it(this) || std::any_of(bases.begin(), bases.end(), is_it);
}

const Declaration* Type::property(const Value& property_name) const {
  return find_declaration(properties, property_name);
}

const Value* Type::inherited(std::string_view key) const {
  if (const Value* found = definition.as_map().find(key)) return found;
  for (const Type* base : bases) {
    if (const Value* found = base->definition.as_map().find(key)) return found;
  }
  return nullptr;
}

TypeNames& Types::add_names() {
  return names_.emplace_back();
}

const TypeSource& Types::add_source(TypeSource source) {
  return sources_.emplace_back(std::move(source));
}

// Built-in types are parsed on first use: a document uses a few of more than a hundred.
const TypeSource* Types::builtin_source(TypeKind kind, std::string_view name) {
  const std::string key = key_of(kind, name);
  const auto known = builtin_sources_.find(key);
  if (known != builtin_sources_.end()) return known->second;
  const BuiltinType* builtin = find_builtin_type(kind, name);
  if (builtin == nullptr) return nullptr;
  Value definition = parse_json(builtin->definition, context_.budget);
  const TypeSource& source = add_source({kind, std::string(name), std::move(definition), 0, &builtin_names_});
  builtin_sources_.emplace(key, &source);
  return &source;
}

const TypeSource* Types::source_of(TypeKind kind, std::string_view name, const TypeNames& names,
                                   std::string& visible_name) {
  // Try the exact name, then with the prefix of its kind ("Compute" is tosca.nodes.Compute), then a built-in type.
  if (name.starts_with("tosca:")) name.remove_prefix(6);
  visible_name = name;
  if (const TypeSource* found = names.find(kind, name)) return found;
  // All sections share one namespace: a type under `node_types` is also found as a capability's type.
  if (const TypeSource* found = names.find_of_any_kind(name)) return found;
  std::string prefixed = std::string(kind_prefix(kind)).append(name);
  const TypeSource* found = names.find(kind, prefixed);
  if (found == nullptr) found = builtin_source(kind, prefixed);
  if (found != nullptr) {
    visible_name = std::move(prefixed);
    return found;
  }
  if (const TypeSource* builtin = builtin_source(kind, name)) return builtin;
  // Built-in types of all kinds also share one: a node template may have the type tosca.artifacts.File.
  for (std::size_t other = 0; other < kind_count; ++other) {
    if (const TypeSource* builtin = builtin_source(static_cast<TypeKind>(other), name)) return builtin;
  }
  return nullptr;
}

// The result of each look-up is kept, also that nothing was found. The key has the address of the names, because the
// same name can mean different types in two files.
const Type* Types::find(TypeKind kind, std::string_view name, const TypeNames& names) {
  const std::string key = address(&names) + key_of(kind, name);
  const auto known = found_.find(key);
  if (known != found_.end()) return known->second;
  std::string visible_name;
  const TypeSource* source = source_of(kind, name, names, visible_name);
  const Type* type = source == nullptr ? nullptr : &resolve(*source, visible_name, kind);
  found_.emplace(key, type);
  return type;
}

bool Types::knows(std::string_view name, const TypeNames& names) {
  std::string visible_name;
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    if (source_of(static_cast<TypeKind>(kind), name, names, visible_name) != nullptr) return true;
  }
  return false;
}

const Type& Types::get(TypeKind kind, std::string_view name, const TypeNames& names, OriginId where) {
  if (const Type* found = find(kind, name, names)) return *found;
  context_.fail_name(where, "unknown-type", std::string(invalid) + "no definition for type " + quote(name) + " found.",
                     name, nearest(name, known_names(kind, names)));
}

// A type for an instance whose type nobody defines. It has the root of its kind as base, and no declarations of its
// own.
const Type& Types::undeclared(TypeKind kind, std::string_view name) {
  const std::string key = "undeclared" + key_of(kind, name);
  const auto known = found_.find(key);
  if (known != found_.end()) return *known->second;
  const TypeSource& source = add_source({kind, std::string(name), Value::map(), 0, &builtin_names_});
  const Type& type = resolve(source, source.name, kind);
  found_.emplace(key, &type);
  return type;
}

// `bases` is the whole ancestry without repetition: each base is followed by its own. With several bases the order is
// that of a depth-first walk, not Python's method resolution order. A type without `derived_from` gets the root of its
// kind.
void Types::add_bases(Type& type, const TypeSource& source) {
  const auto add = [&](std::string_view name, OriginId where) {
    if (type.kind == TypeKind::data && is_simple_type(name)) return;
    const Type& base = get(type.kind, name, *source.names, where);
    if (std::find(type.bases.begin(), type.bases.end(), &base) == type.bases.end()) type.bases.push_back(&base);
    for (const Type* further : base.bases) {
      if (std::find(type.bases.begin(), type.bases.end(), further) == type.bases.end()) type.bases.push_back(further);
    }
  };
  // The base of an interface type is ignored, because the type lists its operations itself.
  if (type.kind == TypeKind::interface) return;
  const Value* derived_from = field(source.definition.as_map(), "derived_from");
  if (derived_from != nullptr && !python_truth(*derived_from)) derived_from = nullptr;
  const auto check_name = [&](const Value& name) {
    if (name.is_string()) return;
    fail_definition(context_, name.origin(), "`derived_from` must be of type string, not " + kind_text(name), type);
  };
  if (derived_from != nullptr && derived_from->kind() != Kind::list) check_name(*derived_from);
  if (derived_from != nullptr && derived_from->is_string()) {
    add(derived_from->as_string(), derived_from->origin());
  } else if (derived_from != nullptr && derived_from->kind() == Kind::list) {
    for (const Value& base : derived_from->as_list()) {
      check_name(base);
      add(base.as_string(), base.origin());
    }
  } else if (type.own_name != kind_root(type.kind)) {
    if (const TypeSource* root = builtin_source(type.kind, kind_root(type.kind))) {
      type.bases.push_back(&resolve(*root, root->name, type.kind));
    }
  }
}

// Resolves the bases first, which may resolve theirs: the recursion ends at a root, or with "circular-type". A type is
// stored only when it is complete, so a failed one is resolved, and reported, again at its next use.
const Type& Types::resolve(const TypeSource& source, const std::string& visible_name, TypeKind kind) {
  const std::string key = address(&source) + " " + key_of(kind, visible_name);
  const auto known = resolved_.find(key);
  if (known != resolved_.end()) return *known->second;
  if (std::find(resolving_.begin(), resolving_.end(), &source) != resolving_.end()) {
    context_.fail(
        source.where, "circular-type",
        std::string(invalid) + "circular derivation: the type " + quote(source.name) + " derives from itself.");
  }
  const Depth depth = context_.budget.enter();
  context_.budget.step();
  auto type = std::make_unique<Type>();
  type->kind = kind;
  type->name = visible_name;
  type->own_name = source.name;
  type->definition = source.definition;
  type->where = source.where;
  type->names = source.names;
  type->is_builtin = source.names == &builtin_names_ && source.where == 0;
  type->is_of_kind = type->is_builtin || source.is_mixed || source.kind == kind;
  read_aliases(*type);
  if (!type->is_builtin || source.kind != kind) check_definition(context_, *type);
  if (!type->is_builtin && kind == TypeKind::node) check_requirements(context_, *type);
  {
    const Resolving resolving(resolving_, source);
    add_bases(*type, source);
  }
  // Its own declarations first: those of bases only complete them.
  declare(*type, *type);
  for (const Type* base : type->bases) declare(*type, *base);
  if (!type->is_builtin) check_declarations(context_, *type);
  return *resolved_.emplace(key, std::move(type)).first->second;
}

}  // namespace evalground::unfurl
