// Evaluates expressions: queries, expression maps, function calls and loops, in a context of resource and variables.
//
// Three forms of a result: matches (a list), the one result that they reduce to, and mapped values: YAML in which each
// expression is replaced by its one result.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/refcount.hpp"
#include "dialects/unfurl/query.hpp"
#include "dialects/unfurl/resource.hpp"
#include "runtime/catalogue.hpp"
#include "runtime/context.hpp"

namespace evalground::unfurl {

class Variables;

// What an expression sees. Copied freely.
struct Scope {
  Resource* resource = nullptr;  // the current resource
  Value item;                    // what queries start from instead, in the body of a loop; undefined: the resource
  Value start;                   // `$start`; undefined: the resource
  Ref<Variables> variables;      // innermost first
  bool is_strict = true;         // what is undefined in a template is an error

  Value current() const;
  // The variables of a loop are there: queries do not search the ancestors.
  bool in_loop() const;
};

// The variables of one expression, evaluated when first used, in the context of that expression.
class Variables final : public Counted<Variables> {
 public:
  // `scope` is the context without these variables; `definitions` name -> value.
  Variables(const Scope& scope, const Map& definitions);
  // Variables whose values are known: those of a loop.
  Variables(Ref<Variables> outer, std::vector<std::pair<std::string_view, Value>> values);

  struct Variable {
    std::string name;
    Attribute attribute;
  };
  // The innermost of that name and the variables that it belongs to; null when there is none.
  Variable* find(std::string_view name, Variables*& owner);
  // The context that definitions are evaluated in.
  Scope scope();
  // Forgets the values, which may hold these variables.
  void clear();

 private:
  friend class Evaluator;
  Ref<Variables> outer_;
  Scope defined_in_;  // without variables
  std::vector<Variable> variables_;
  bool is_cyclic_ = false;  // remembered by the evaluator, to be cleared at its end
};

// A part of the environment section, and what the workspace says of it.
struct Surroundings {
  Map environment;  // variable -> text
  Map locals;       // name -> value, which may be an expression
  Map secrets;      // name -> value, which may be an expression
  Map inputs;       // name -> value: those declared, and those given
};

// True for a map that stands for what it evaluates to: `eval` (or `ref`) with only keys that go with it, or one key that
// is a stand-alone function.
bool is_expression_map(const Value& value);
// True for the functions that may stand without `eval`: `concat`, `get_env`, …
bool is_standalone_function(std::string_view name);
// True for text that holds `{{`, `}}`, `{%` or `%}` and is not verbatim.
bool is_template(const Value& value);
// True when evaluating the value as data could change it: an expression map or a template somewhere in it.
bool holds_expressions(const Value& value, Budget& budget);

class Evaluator {
 public:
  Evaluator(Context& context_, const FunctionCatalogue& functions_);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Context& context;
  const FunctionCatalogue& functions;
  Surroundings surroundings;
  Tree tree;

  // The matches of an expression: text (a query or template), an expression map or a function call.
  List matches(const Value& expression, const Scope& scope);
  // What it reduces to: no match is null, one is itself, several are a list; with `foreach` always a list.
  Value one(const Value& expression, const Scope& scope);
  // As functions take a parameter that is an expression: as one(), but undefined when there is no match, and a map that
  // is neither an expression nor a function call is an error.
  Value argument(const Value& expression, const Scope& scope);
  // A deep copy of a YAML value in which each expression and template is replaced by its one result.
  Value map_value(const Value& value, const Scope& scope);
  // The same, evaluated item by item when it is read.
  Value lazy(const Value& value, const Scope& scope);

  // The value of a variable, or undefined.
  Value variable(std::string_view name, const Scope& scope);
  // The value of an attribute. While it is being evaluated, reading it again gives null.
  Value read(Resource& resource, Attribute& attribute);
  // An attribute by name; undefined when there is none.
  Value attribute(Resource& resource, const Value& name);
  // A special key (".name"); throws Error "unknown-special-key".
  Value special(Resource& resource, std::string_view key, OriginId where);
  // The value without laziness: lists and maps of what their items evaluate to. Resources, types and other objects stay.
  Value plain(const Value& value);
  // Truth as the language has it, of lazy values too.
  bool truth(const Value& value);

  // What an attribute of a resource, and a query on it, is evaluated in.
  static Scope scope_of(Resource& resource);

 private:
  friend class Match;
  List expression_map(const Map& map, OriginId where, const Scope& scope, bool& keeps_list);
  List source_matches(const Value& source, OriginId where, const Scope& scope);
  List call_function(const FunctionCatalogue::Entry& entry, const Map& map, OriginId where, const Scope& scope);
  Value evaluate_definition(Attribute& attribute, const Scope& scope, Resource* resource);
  [[noreturn]] void no_templates(const Value& text) const;
  const Query& parsed(const Value& text);

  std::unordered_map<std::string, Query> queries_;
  std::vector<Ref<Variables>> cyclic_;
};

}  // namespace evalground::unfurl
