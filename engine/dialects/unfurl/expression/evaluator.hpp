// Evaluates expressions: queries, expression maps, function calls and loops, in a scope of resource and variables.
//
// Three forms of a result: matches (a list), the one result that they reduce to, and mapped values: YAML in which each
// expression is replaced by its one result.
//
// Evaluation is one recursion: a query reads attributes, attributes are expressions, expressions call functions, and
// these take queries. The class declares its steps, and each step has a source of its own:
//
//   expression.cpp     expression maps, and what their source matches
//   match.cpp          queries: `::web::port`, `children[name=a]`
//   special_keys.cpp   the keys of resources that start with a dot
//   lazy.cpp           attributes, and lists and maps that are evaluated item by item
//   call.cpp           function calls
//   loop.cpp           `foreach` and `select`
//
// Templates belong to a language of their own, and are rendered behind an interface.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "dialects/unfurl/expression/query.hpp"
#include "dialects/unfurl/expression/scope.hpp"
#include "runtime/catalogue.hpp"
#include "runtime/context.hpp"

namespace evalground::unfurl {

class Evaluator;

// Renders texts that are templates. The evaluator asks no more of the template language.
class TemplateRenderer {
 public:
  virtual ~TemplateRenderer() = default;
  // The value of a text. Failures that have no place in the text stand at `where`.
  virtual Value render(const Value& text, OriginId where, const Scope& scope) = 0;
};
using TemplateFactory = std::unique_ptr<TemplateRenderer> (*)(Evaluator& evaluator);

// The environment section of the document with the workspace's values over it; filled before anything is evaluated.
struct Environment {
  Map variables;     // environment variable -> text
  Map locals;        // name -> value, which may be an expression
  Map secrets;       // name -> value, which may be an expression
  Map repositories;  // name -> URL or folder, as the main document declares it
};

// The matches of an expression, in order.
struct Matches {
  List list;
  bool stays_list = false;  // of a `foreach`: one match is not reduced to itself
};

class Evaluator final : private MemberReader {
 public:
  // The renderer is made when the first template is met.
  Evaluator(Context& context_, const FunctionCatalogue& functions_, TemplateFactory make_templates);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Context& context;
  const FunctionCatalogue& functions;
  Environment environment;
  Memos memos;  // before the tree, whose resources hold some of them
  Tree tree;

  // The scope in which attributes of a resource, and queries on it, are evaluated.
  static Scope scope_of(Resource& resource);

  // The matches of an expression: text (a query or template), an expression map or a function call.
  Matches evaluate(const Value& expression, const Scope& scope);
  List matches(const Value& expression, const Scope& scope) { return evaluate(expression, scope).list; }
  // Matches as one value: none is null, one is itself, several are a list.
  static Value reduce(Matches matches);
  // The matches of an expression, reduced.
  Value one(const Value& expression, const Scope& scope);
  // As functions take an expression: like one(), but undefined when there is no match.
  Value argument(const Value& expression, const Scope& scope);
  // The matches of an expression within another, whose `strict: required` and `strict: notnull` have no effect.
  List inner_matches(const Value& expression, const Scope& scope);
  // The matches of a query or template.
  List query(const Value& text, const Scope& scope);
  // A deep copy of a YAML value in which each expression and template is replaced by its one result.
  Value map_value(const Value& value, const Scope& scope);
  // The same, evaluated item by item when it is read.
  Value lazy(const Value& value, const Scope& scope);
  // The value of a template.
  Value render(const Value& text, const Scope& scope);
  TemplateRenderer& templates();
  // Evaluates the form of a `foreach` or `select` for each item.
  List for_each(const Value& form, const List& items, const Scope& scope, OriginId where);

  // The matches of a source, taken through a loop: the items of a list that is the only match, else the matches.
  List loop(const Value& form, List matches, const Scope& scope, OriginId where);

  // The value of a variable, or undefined.
  Value variable(std::string_view name, const Scope& scope);
  // Hints at a key that a resource or map does not have, in the query at that place, when it has a similar one.
  void hint_unknown_key(std::string_view name, const Value& holder, OriginId where);
  // Warns of an unknown variable or resource, in the query at that place, when one has a similar name; asks
  // for the variable.
  void warn_unknown_variable(std::string_view name, const Scope& scope, OriginId where);
  void warn_unknown_resource(std::string_view name, OriginId where);
  // The value of a definition: evaluated when first asked for, null while it is being evaluated.
  Value read(Attribute& attribute, const Scope& scope);
  // An attribute of a resource by name; undefined when absent.
  Value attribute(Resource& resource, const Value& name);
  // The value of a special key of a resource; the parent of the root is null. `where` is the place of the query. Throws
  // Error "unknown-special-key" for a key that is unknown, or not available on this kind of resource.
  Value special_key(Resource& resource, std::string_view key, OriginId where);
  // The value without laziness, and truth as Python has it (values/collection.hpp).
  Value plain(const Value& value) { return unfurl::plain(context, value); }
  bool truth(const Value& value) { return unfurl::truth(context, value); }

 private:
  Value member(Resource& resource, const Value& key) override;
  Matches evaluate_map(const Value& map, const Scope& scope, bool is_inner);
  List source_matches(const Value& source, const Scope& scope, OriginId where);
  // `name` is the key that names the function: its name or an alias.
  List call(const FunctionCatalogue::Entry& entry, std::string_view name, const Map& map, const Scope& scope,
            OriginId where);
  // The matches that a value stands for: nothing, the items of a list, or itself.
  List matches_of(const Value& result, const Scope& scope);
  // The origin of what the expression at an origin evaluates to.
  OriginId computed(OriginId definition);
  [[noreturn]] void fail_function_missing(const Value& source, OriginId where);
  const Segment& parsed(std::string_view text, OriginId where);

  Arena arena_;  // of all queries
  std::unordered_map<std::string, const Segment*> queries_;
  std::unordered_map<OriginId, OriginId> computed_;
  std::unordered_set<std::string> missed_;  // names that were not found, and where: a loop asks for them many times
  const TemplateFactory make_templates_;
  std::unique_ptr<TemplateRenderer> templates_;  // null: nothing was rendered yet
};

}  // namespace evalground::unfurl
