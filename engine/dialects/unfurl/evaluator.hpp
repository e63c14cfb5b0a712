// Evaluates expressions: queries, expression maps, function calls and loops, in a context of resource and variables.
//
// Three forms of a result: matches (a list), the one result that they reduce to, and mapped values: YAML in which each
// expression is replaced by its one result.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
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
  Ref<Variables> variables;      // innermost first; null: none

  // The item or the resource.
  Value current() const;
};

class Memo;

// All memos of an evaluation.
class Memos {
 public:
  // Makes each of them forget.
  void forget_all();

 private:
  friend class Memo;
  Memo* first_ = nullptr;
};

// Remembers values that may, in turn, hold it. All memos are made to forget when the evaluation ends, so that no circle
// of counted references stays.
class Memo {
 public:
  Memo(const Memo&) = delete;
  Memo& operator=(const Memo&) = delete;

 protected:
  explicit Memo(Memos& memos);
  virtual ~Memo() { leave(); }

 private:
  friend class Memos;
  // May end this object's life.
  virtual void forget() = 0;
  void leave();

  Memos* memos_;  // null: left
  Memo* before_ = nullptr;
  Memo* after_;
};

// The variables of one expression, or of one turn of a loop.
class Variables final : public Counted<Variables>, private Memo {
 public:
  struct Variable {
    std::string_view name;  // lives as long as the definitions, or for ever
    Attribute attribute;
  };

  // Variables that are evaluated when first used, with all of them in sight. `scope` is the context without them.
  Variables(Memos& memos, const Scope& scope, Value definitions);
  // Variables whose values are known, within `outer` ones.
  Variables(Memos& memos, Ref<Variables> outer, std::vector<std::pair<std::string_view, Value>> values);

  // The innermost of that name and those that it belongs to; null when there is none.
  static std::pair<Variables*, Variable*> find(Variables* innermost, std::string_view name);
  // The context that the definitions are evaluated in.
  Scope scope();

 private:
  void forget() override { const auto forgotten = std::move(variables_); }

  const Value definitions_;
  const Scope outer_;
  std::vector<Variable> variables_;
};

// What the environment section and the workspace say; filled before anything is evaluated.
struct Surroundings {
  Map environment;  // variable -> text
  Map locals;       // name -> value, which may be an expression
  Map secrets;      // name -> value, which may be an expression
};

// True for a map that stands for what it evaluates to: `eval` (or `ref`) with only keys that go with it, or one key that
// is a stand-alone function.
bool is_expression_map(const Value& value);
// True for the functions that may stand without `eval`: `concat`, `get_env`, …
bool is_standalone_function(std::string_view name);
// True for text that holds `{{`, `}}`, `{%` or `%}` and may still be evaluated.
bool is_template(const Value& value);
// True when there is an expression map or a template in the value that may still be evaluated.
bool holds_expressions(const Value& value, Budget& budget);

// What an expression matches, in order.
struct Matches {
  List list;
  bool stays_list = false;  // of a `foreach`: one match is not reduced to itself
};

class Evaluator {
 public:
  Evaluator(Context& context_, const FunctionCatalogue& functions_);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Context& context;
  const FunctionCatalogue& functions;
  Surroundings surroundings;
  Memos memos;  // before the tree, whose resources hold some of them
  Tree tree;

  // What an attribute of a resource, and a query on it, is evaluated in.
  static Scope scope_of(Resource& resource);

  // The matches of an expression: text (a query or template), an expression map or a function call.
  Matches evaluate(const Value& expression, const Scope& scope);
  List matches(const Value& expression, const Scope& scope) { return evaluate(expression, scope).list; }
  // What matches reduce to: none is null, one is itself, several are a list.
  static Value reduce(Matches matches);
  // The matches of an expression, reduced.
  Value one(const Value& expression, const Scope& scope);
  // As functions take an expression: like one(), but undefined when there is no match.
  Value argument(const Value& expression, const Scope& scope);
  // A deep copy of a YAML value in which each expression and template is replaced by its one result.
  Value map_value(const Value& value, const Scope& scope);
  // The same, evaluated item by item when it is read.
  Value lazy(const Value& value, const Scope& scope);
  // Evaluates the form of a `foreach` or `select` for each item.
  List for_each(const Value& form, const List& items, const Scope& scope, OriginId where);

  // The value of a variable, or undefined.
  Value variable(std::string_view name, const Scope& scope);
  // The value of a definition: evaluated when first asked for, null while it is being evaluated.
  Value read(Attribute& attribute, const Scope& scope);
  // An attribute of a resource by name; undefined when there is none.
  Value attribute(Resource& resource, const Value& name);
  // The value without laziness: lists and maps of what their items evaluate to, external values as what they stand for,
  // statuses as numbers. Resources, types and scalars stay.
  Value plain(const Value& value);
  // Truth as Python has it, of lazy values too.
  bool truth(const Value& value);

 private:
  Matches evaluate_map(const Value& map, const Scope& scope);
  List source_matches(const Value& source, const Scope& scope, OriginId where);
  List query(const Value& text, const Scope& scope);
  // `name` is the key that names the function: its name or an alias.
  List call(const FunctionCatalogue::Entry& entry, std::string_view name, const Map& map, const Scope& scope,
            OriginId where);
  List loop(const Value& form, List matches, const Scope& scope, OriginId where);
  // The matches that a value stands for: nothing, the items of a list, or itself.
  List matches_of(const Value& result, const Scope& scope);
  // The origin of what the expression at an origin evaluates to.
  OriginId computed(OriginId definition);
  [[noreturn]] void refuse_template(const Value& text) const;
  const Segment& parsed(std::string_view text, OriginId where);

  Arena arena_;  // of all queries
  std::unordered_map<std::string, const Segment*> queries_;
  std::unordered_map<OriginId, OriginId> computed_;
};

}  // namespace evalground::unfurl
