// Gives resources the properties and attributes that their types declare.
#pragma once

#include <map>
#include <string>

#include "dialects/unfurl/expression/resource.hpp"
#include "dialects/unfurl/topology/conform.hpp"
#include "dialects/unfurl/tosca/types.hpp"

namespace evalground::unfurl {

// A change that a node filter makes to a property of its target.
struct Adjustment {
  Value value;       // replaces the template's; undefined: keeps it
  List constraints;  // in addition to those of the declaration
};
using Adjustments = std::map<std::string, Adjustment>;

class Declarer {
 public:
  Declarer(Evaluator& evaluator, Types& types) : evaluator_(evaluator), types_(types), rules_(types) {}

  // Sets the resource's type and defines its properties: the assigned ones that the type declares, then the defaults of
  // the others, then attributes without a value as null. `where` is the place that names the type. Undeclared
  // properties are accepted if the `metadata` of the template or type allows them.
  void define(Resource& resource, const Type& type, const Map& assigned, OriginId where,
              const Adjustments& adjustments = {}, const Map& metadata = {});
  // Checks literal values as far as possible without evaluation, and that required ones are present. Throws Error.
  void check(const Type& type, const Map& assigned, std::string_view what, OriginId where);
  // Checks that the types of a document type's properties and attributes exist. Throws Error "unknown-type".
  void check_types(const Type& type);
  // A literal value converted by its declaration. Nothing is evaluated. Throws Error if it violates the declaration.
  Value conforming(const Declaration& declaration, const Value& value);
  // The rule for an attribute that an instance sets; null when its type does not declare it.
  const AttributeRule* rule_of(const Type& type, const Value& name);
  // The type that a declaration names. A declaration that a base from another file adds is resolved in that file.
  const Type& type_of(TypeKind kind, const Value& name, const Declaration& declaration, const Type& declaring);

  Types& types() const { return types_; }

 private:
  std::vector<InheritedDefault> inherited_defaults(const Type& type, const Map& assigned);

  Evaluator& evaluator_;
  Types& types_;
  Rules rules_;
};

}  // namespace evalground::unfurl
