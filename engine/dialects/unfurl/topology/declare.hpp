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
  Value value;       // replaces the template's; undefined: it does not
  List constraints;  // hold as well as those of the declaration
};
using Adjustments = std::map<std::string, Adjustment>;

class Declarer {
 public:
  Declarer(Evaluator& evaluator, Types& types) : evaluator_(evaluator), types_(types), rules_(types) {}

  // Sets the resource's type and defines its properties: those assigned that the type declares, then the defaults of
  // the others, then attributes without a value as null. `where` is the place that names the type. Properties that the
  // type does not declare are taken where the `metadata` of the template, or of the type, allow them.
  void define(Resource& resource, const Type& type, const Map& assigned, OriginId where,
              const Adjustments& adjustments = {}, const Map& metadata = {});
  // Checks plain values as far as that needs no evaluation, and that what is required is there. Throws Error.
  void check(const Type& type, const Map& assigned, std::string_view what, OriginId where);
  // Checks that there are the types which a type of the document declares its properties and attributes to have. Throws
  // Error "unknown-type".
  void check_types(const Type& type);
  // A written value as the declaration wants it; nothing is evaluated. Throws Error when it breaks the declaration.
  Value conforming(const Declaration& declaration, const Value& value);
  // The rule for an attribute that an instance sets itself; null when its type says nothing of it.
  const AttributeRule* rule_of(const Type& type, const Value& name);
  // The type that a declaration names; those of bases from another file are looked up there.
  const Type& type_of(TypeKind kind, const Value& name, const Declaration& declaration, const Type& declaring);

  Types& types() const { return types_; }

 private:
  std::vector<InheritedDefault> inherited_defaults(const Type& type, const Map& assigned);

  Evaluator& evaluator_;
  Types& types_;
  Rules rules_;
};

}  // namespace evalground::unfurl
