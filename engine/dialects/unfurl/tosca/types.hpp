// The types of resources and values: where their names are visible, what they derive from, what they declare.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/unfurl/tosca/type_kind.hpp"
#include "runtime/context.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

class TypeNames;

// True for value types that are part of the language: "string", "scalar-unit.size", …
bool is_simple_type(std::string_view name);
// True for the types of inputs, of outputs and of values with constraints: simple types and ports.
bool is_parameter_type(std::string_view name);

// A type as a file defines it.
struct TypeSource {
  TypeKind kind;
  std::string name;
  Value definition;  // a map
  OriginId where;
  const TypeNames* names;  // resolves the names in the definition
  bool is_mixed = false;   // from the section `types`, which mixes kinds
};

// The names of types that a file can use besides the built-in ones.
class TypeNames {
 public:
  // A later type of the same name replaces an earlier one.
  void add(TypeKind kind, std::string name, const TypeSource* source);
  // Adds all names of another file, with the prefix and a dot if there is a prefix.
  void add_all(const TypeNames& others, std::string_view prefix);
  const TypeSource* find(TypeKind kind, std::string_view name) const;
  const TypeSource* find_of_any_kind(std::string_view name) const;
  // All names of a kind, in the order of addition.
  std::vector<std::string_view> all(TypeKind kind) const;

 private:
  struct Name {
    TypeKind kind;
    std::string name;
    const TypeSource* source;
  };
  std::vector<Name> names_;
  std::unordered_map<std::string, std::size_t> index_;  // kind and name -> its place
};

struct Type;

// A property, attribute, capability, requirement or artifact that a type declares, completed from its bases.
struct Declaration {
  Value name;
  Map definition;
  const TypeNames* names;  // resolves the declared type's name
  const Type* declared_by;
  bool is_property = false;
  bool is_attribute = false;  // may also be a property
};

// The declaration of that name; null when absent.
const Declaration* find_declaration(const std::vector<Declaration>& declarations, const Value& name);
std::vector<std::string_view> names_of(const std::vector<Declaration>& declarations);

// A resolved type. Lives as long as the registry that created it.
struct Type {
  // the name it was used by: "my.Server", or "lib.my.Server" for an import with a prefix
  std::string name;
  std::vector<const Type*> bases;  // nearest first, each type once, without the type itself
  std::string own_name;            // the name it is defined by: "my.Server"
  TypeKind kind = TypeKind::node;
  Value definition;  // a map
  OriginId where = 0;
  const TypeNames* names = nullptr;
  std::vector<std::string_view> aliases;  // names of equivalent types, from `aliases` and `deprecates` in its metadata
  bool is_builtin = false;
  bool is_of_kind = true;  // false if the document defines it in the section of another kind

  // Its own, then those of its bases.
  std::vector<Declaration> properties;  // and attributes
  std::vector<Declaration> capabilities, requirements, artifacts;
  std::optional<bool> takes_any_property;  // from the nearest definition that sets it

  // True when the type or one of its bases has that name, or says that it is equivalent to a type of that name.
  bool is(std::string_view wanted) const;
  // True for the type itself and each type that derives from it.
  bool is(const Type& wanted) const;
  const Declaration* property(const Value& property_name) const;
  // The nearest definition's value for a key such as `valid_target_types`; null when none has it.
  const Value* inherited(std::string_view key) const;

 private:
  bool has_name(std::string_view wanted) const;
};

// True when a template of the type may set undeclared properties: `additionalProperties` in the metadata of the
// template, else of the type.
bool takes_any_property(const Type& type, const Map& template_metadata);

// Resolves each type by name once.
class Types {
 public:
  explicit Types(Context& context) : context_(context) {}
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;

  // A new set of names; lives as long as this object.
  TypeNames& add_names();
  const TypeSource& add_source(TypeSource source);

  // The type that a name means in a file: the exact name, else with the kind's prefix ("Compute" is
  // tosca.nodes.Compute), else a built-in type. A leading "tosca:" is removed. Null when absent. Throws Error for an
  // invalid definition: "circular-type", "unknown-field", "unknown-type" (a base).
  const Type* find(TypeKind kind, std::string_view name, const TypeNames& names);
  // Like find(), but throws Error "unknown-type" when absent.
  const Type& get(TypeKind kind, std::string_view name, const TypeNames& names, OriginId where);
  // True when a type of that name exists, of any kind.
  bool knows(std::string_view name, const TypeNames& names);
  // A type that no file declares. It derives from its kind's root.
  const Type& undeclared(TypeKind kind, std::string_view name);
  // The names of the built-in types only.
  const TypeNames& builtin_names() const { return builtin_names_; }

  Context& context() const { return context_; }

 private:
  const TypeSource* source_of(TypeKind kind, std::string_view name, const TypeNames& names, std::string& visible_name);
  const TypeSource* builtin_source(TypeKind kind, std::string_view name);
  const Type& resolve(const TypeSource& source, const std::string& visible_name, TypeKind kind);
  void add_bases(Type& type, const TypeSource& source);

  Context& context_;
  TypeNames builtin_names_;
  std::deque<TypeNames> names_;
  std::deque<TypeSource> sources_;
  std::unordered_map<std::string, const TypeSource*> builtin_sources_;  // parsed so far
  std::unordered_map<std::string, const Type*> found_;                  // names, kind and name -> type or null
  std::unordered_map<std::string, std::unique_ptr<Type>> resolved_;     // source and visible name -> type
  std::vector<const TypeSource*> resolving_;
};

}  // namespace evalground::unfurl
