// Evaluates expressions: queries, expression maps, function calls and loops, in a scope of resource and variables.
//
// A result has three forms: matches (a list), the one value that they reduce to, and mapped values. A mapped value is
// YAML in which each expression is replaced by its reduced value.
//
// Evaluation is one recursion: a query reads attributes, attributes are expressions, expressions call functions, and
// functions take queries. The class declares the steps. Each step has a source file:
//
//   expression.cpp     expression maps, and the matches of their source
//   match.cpp          queries: `::web::port`, `children[name=a]`
//   special_keys.cpp   the keys of resources that start with a dot
//   lazy.cpp           attributes, and lists and maps that are evaluated item by item
//   call.cpp           function calls
//   loop.cpp           `foreach` and `select`
//
// Templates are a language of their own, rendered behind an interface.
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

// Renders templates. This is all that the evaluator needs from the template language.
class TemplateRenderer {
 public:
  virtual ~TemplateRenderer() = default;
  // The value of a template. Errors without a position in the template are reported at `where`.
  virtual Value render(const Value& text, OriginId where, const Scope& scope) = 0;
};
using TemplateFactory = std::unique_ptr<TemplateRenderer> (*)(Evaluator& evaluator);

// The environment section of the document, overridden by the workspace's values. Filled before anything is evaluated.
struct Environment {
  Map variables;     // environment variable -> text
  Map locals;        // name -> value, which may be an expression
  Map secrets;       // name -> value, which may be an expression
  Map repositories;  // name -> URL or folder, as the main document declares it
};

// The matches of an expression, in order.
struct Matches {
  List list;
  bool stays_list = false;  // set by `foreach`: a single match is not reduced to itself
};

class Evaluator final : private MemberReader {
 public:
  // The renderer is created for the first template.
  Evaluator(Context& context_, const FunctionCatalogue& functions_, TemplateFactory make_templates);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Context& context;
  const FunctionCatalogue& functions;
  Environment environment;
  Memos memos;  // declared before the tree, because resources hold some of them
  Tree tree;

  // The scope in which attributes of a resource, and queries on it, are evaluated.
  static Scope scope_of(Resource& resource);

  // The matches of an expression: text (a query or template), an expression map or a function call.
  Matches evaluate(const Value& expression, const Scope& scope);
  List matches(const Value& expression, const Scope& scope) { return evaluate(expression, scope).list; }
  // Matches as one value: null for no match, the value for one, a list for several.
  static Value reduce(Matches matches);
  // The matches of an expression, reduced.
  Value one(const Value& expression, const Scope& scope);
  // An expression as functions take it: like one(), but undefined when it has no match.
  Value argument(const Value& expression, const Scope& scope);
  // The matches of an expression within another, whose `strict: required` and `strict: notnull` have no effect.
  List inner_matches(const Value& expression, const Scope& scope);
  // The matches of a query or template.
  List query(const Value& text, const Scope& scope);
  // A deep copy of a YAML value in which each expression and template is replaced by its one result.
  Value map_value(const Value& value, const Scope& scope);
  // Like map_value(), but evaluated item by item on reading.
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
  // Adds a hint for a missing key of a resource or map, in the query at that place, when a known key is similar.
  void hint_unknown_key(std::string_view name, const Value& holder, OriginId where);
  // Warns of an unknown variable or resource in the query at that place when a known name is similar, and asks for the
  // variable.
  void warn_unknown_variable(std::string_view name, const Scope& scope, OriginId where);
  void warn_unknown_resource(std::string_view name, OriginId where);
  // The value of a definition: evaluated on the first read, null while it is being evaluated.
  Value read(Attribute& attribute, const Scope& scope);
  // An attribute of a resource by name; undefined when absent.
  Value attribute(Resource& resource, const Value& name);
  // The value of a special key of a resource; the parent of the root is null. `where` is the place of the query. Throws
  // Error "unknown-special-key" for a key that is unknown, or not available on this kind of resource.
  Value special_key(Resource& resource, std::string_view key, OriginId where);
  // The value with lazy parts resolved, and its truth as in Python (values/collection.hpp).
  Value plain(const Value& value) { return unfurl::plain(context, value); }
  bool truth(const Value& value) { return unfurl::truth(context, value); }

 private:
  Value member(Resource& resource, const Value& key) override;
  Matches evaluate_map(const Value& map, const Scope& scope, bool is_inner);
  List source_matches(const Value& source, const Scope& scope, OriginId where);
  // `name` is the key that names the function: its name or an alias.
  List call(const FunctionCatalogue::Entry& entry, std::string_view name, const Map& map, const Scope& scope,
            OriginId where);
  // The matches that a function's result stands for: none, the items of a list, or the value itself.
  List matches_of(const Value& result, const Scope& scope);
  // The origin for the result of the expression at an origin.
  OriginId computed(OriginId definition);
  [[noreturn]] void fail_function_missing(const Value& source, OriginId where);
  const Segment& parsed(std::string_view text, OriginId where);

  Arena arena_;  // of all queries
  std::unordered_map<std::string, const Segment*> queries_;
  std::unordered_map<OriginId, OriginId> computed_;
  std::unordered_set<std::string> missed_;  // names that were not found, and where: a loop reports each only once
  const TemplateFactory make_templates_;
  std::unique_ptr<TemplateRenderer> templates_;  // null until the first template is rendered
};

}  // namespace evalground::unfurl
