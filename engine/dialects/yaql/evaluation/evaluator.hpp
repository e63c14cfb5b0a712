// Evaluates the syntax trees of expressions.
//
// The evaluator walks the parser's tree, where calls already know the overloads that may fit (syntax/overloads.hpp).
// Scopes form a chain: `let(x => 1) -> $x` evaluates its right side in a child scope with x, and each call of a lambda
// has a scope with $1, $2, …
//
// Queries are lazy: `range(1000000000000).where($ mod 7 = 0).first()` makes iterators that hold their arguments. They
// draw an item on demand, through a Cursor. So an error in an item appears only when that item is drawn. At the end
// result() draws everything (result.cpp).
//
// Two shortcuts avoid copies for operands and conditions that are used once: evaluate_in_place() gives a reference into
// the scope or the data, and is_true() a bool instead of a Value. When a run is observed (trace, provenance, outline)
// the shortcuts are off and every node passes through observe().
//
// The class is defined in several files: evaluator.cpp (nodes, limits), members.cpp (.name, [index]), operators.cpp,
// invocation.cpp (calls), failures.cpp (messages), advice.cpp (how YAQL writes what was meant), result.cpp (plain
// data).
//
// Invariants: values refer to nodes and scopes, so the evaluator must outlive them. An Error leaves with the place of
// the innermost node that has one. Two limits of yaql are checked here: `limits.iterators` (check_length) and, for
// single values, `limits.memory` (check_quota).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "dialects/yaql/evaluation/scope.hpp"
#include "dialects/yaql/syntax/ast.hpp"
#include "dialects/yaql/syntax/overloads.hpp"
#include "dialects/yaql/syntax/place.hpp"
#include "runtime/context.hpp"

namespace evalground::yaql {

class Lambda;

struct Settings {
  std::optional<std::uint64_t> iterators;  // the longest collection; absent: no limit
  std::optional<std::uint64_t> quota;      // bytes of the largest single value, by quota.hpp
  bool has_delegates = false;
  bool has_iterable_dicts = false;
  bool converts_sets = true;
  bool is_legacy = false;
  bool is_workflow = false;   // the expression is one of a workflow, whose engine adds functions
  bool is_data_null = false;  // `$` is null because no data was given
  // The inputs that may give results of a workflow engine's functions (host_functions.hpp). Null when the inputs have
  // another meaning.
  const Map* host_values = nullptr;
};

class Evaluator {
 public:
  // Holds one level of nesting while it lives. Like Budget::enter(), which it starts from, but inline.
  class Level {
   public:
    explicit Level(Evaluator& evaluator) : evaluator_(evaluator) {
      if (++evaluator_.level_ > evaluator_.most_levels_) evaluator_.too_deep();
    }
    ~Level() { --evaluator_.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Evaluator& evaluator_;
  };

  // All arguments must outlive the evaluator, and the evaluator all values that it makes until they are converted.
  // Settings that ask for the legacy dialect need the legacy library.
  Evaluator(Context& context, const Library& library, const Settings& settings);

  // Parses an expression that stands at that place. Throws Error "lexical-error" or "parse-error".
  const Node& read(std::string_view text, Place place);
  // Whether that expression calls a function that only workflow engines add.
  bool uses_workflow() const { return expressions_.back().uses_workflow; }
  // The value of the expression that was read last, as plain data: iterators are drawn, sets become lists. `root` is
  // the outermost scope.
  Value result(const Node& expression, const Ref<Scope>& root);

  Value evaluate(const Node& node, Scope& scope) {
    if (node.kind == NodeKind::constant || node.kind == NodeKind::word) return *node.constant;
    if (node.kind == NodeKind::variable && !is_watching_) return variable(node, scope);
    return evaluate_node(node, scope);
  }
  // The value of a node, in place where possible: in the scope or in the value it is a part of. Otherwise it is in
  // `holder`, which must live as long as the result.
  const Value& evaluate_in_place(const Node& node, Scope& scope, Value& holder);
  bool is_true(const Node& node, Scope& scope);

  Value calculate(Operator op, const Value& left, const Value& right);
  // The operators that give a boolean.
  bool compare(Operator op, const Value& left, const Value& right);
  bool is_less(const Value& left, const Value& right) { return compare(Operator::less, left, right); }

  // Calls a function by its name with values. With a receiver it calls a method.
  Value call(std::string_view name, const List& arguments, const Map& keywords, const Value* receiver, const Node& node,
             Scope& scope);
  // Evaluates a call of a function as a call of the method of that name. Its first argument becomes the receiver.
  Value call_as_method(const Node& node, Scope& scope, const Value& receiver);
  // Calls a function value. Named arguments are bound as variables.
  Value apply(const Lambda& lambda, std::span<const Value> positional, std::span<const std::pair<Name, Value>> named);

  bool is_iterable(const Value& value) const;
  // Throws Error "limit-iterators" for a collection longer than the settings allow.
  void check_length(const Value& collection) const;
  void check_length(std::uint64_t size) const {
    if (settings.iterators && size > *settings.iterators) too_long();
  }
  [[noreturn]] void too_long() const;
  void check_quota(const Value& value) const {
    if (settings.quota) check_size(value);
  }
  void check_quota(std::uint64_t bytes) const;
  // The value as plain data.
  Value plain(const Value& value);

  // Failures (failures.cpp). `function` is the reference's own name for it: "#operator_+".
  [[noreturn]] static void no_match(std::string_view function, std::string message);
  [[noreturn]] static void no_operator(Operator op, const Value& left, const Value& right);
  [[noreturn]] void no_match(const Node& call, const Value* receiver);
  // The place of a node of the expression that was read last.
  OriginId origin_of(const Node& node);
  // Adds a hint when a dictionary has no such key, which gives null, but has a similar one. `node` is the expression of
  // the key.
  void note_absent(const Node& node, const Value& dict, const Value& key);
  // Marks a part of the data as reached, for the outline.
  void reach(const Value& value) {
    if (is_observing_) note_reached(value);
  }
  bool is_reached(OriginId origin) const { return origin < reached_.size() && reached_[origin]; }

  Context& context;
  const Settings settings;
  const Library& library;
  Names names;
  // Whether a `def` has been evaluated. Until then scopes need not be searched for functions.
  bool has_definitions = false;

 private:
  Value plain_list(const Value& value);
  Value plain_map(const Value& value);
  Value plain_set(const Value& value);
  Value drawn_out(const Value& value);
  // Runs f(); an Error from it that has no place yet gets that of the node.
  template <class F>
  auto placing_errors(const Node& node, F&& f);
  Value evaluate_node(const Node& node, Scope& scope);
  Value dispatch(const Node& node, Scope& scope);
  Value observe(const Node& node, Scope& scope);
  const Value& variable(const Node& node, const Scope& scope);
  Value list(const Node& node, Scope& scope);
  Value dict(const Node& node, Scope& scope);
  // `is_item`: the receiver is an item of the collection before the dot.
  Value property(const Node& node, const Value& receiver, bool is_item = false);
  Value index(const Node& node, Scope& scope);
  Value entry_of(const Value& dict, const Node& written, const Node* fallback, Scope& scope);
  Value item_of(const Node& node, const Value& collection, const Node& index, Scope& scope);
  Value member(const Node& node, Scope& scope);
  Value filter_or_index(const Node& node, const Value& collection, Scope& scope);
  Value unary(const Node& node, const Value& operand);
  Value invoke(const Node& node, Scope& scope, const Value* receiver);
  Value invoke_one(const Plan& plan, const Node& node, Scope& scope, const Value* receiver);
  // Fails with no_match(), unless an argument that is not yet evaluated fails first.
  [[noreturn]] void misfit(const Plan& plan, std::int32_t source, const Node& node, Scope& scope,
                           const Value* receiver);
  Value invoke_best(const Node& node, Scope& scope, const Value* receiver);
  void evaluate_arguments(const Node& node, Scope& scope, std::vector<Value>& values);
  bool fits(const Plan& plan, const std::vector<Value>& values) const;
  Value invoke(const Plan& plan, const Node& node, Scope& scope, const std::vector<Value>& values, bool is_method);
  std::vector<std::pair<Name, Value>> interned(const Map& keywords);
  Value define_call(const Scope::Definition& definition, Scope& holder, const Node& node, Scope& scope);
  Value apply_node(const Node& node, Scope& scope);
  bool fits(const ParameterRule& rule, const Value& value) const;
  [[noreturn]] void unknown(const Node& node, const Value* receiver);
  // `node`: the property that asks for the key, or null.
  [[noreturn]] void missing_key(OriginId where, const Value& dict, const Value& key, const Node* node = nullptr);
  [[noreturn]] void bad_keyword(const Node& call);
  [[noreturn]] void no_property(const Node& node, const Value& receiver, bool is_item);
  [[noreturn]] void no_index(const Node& node, const Value& collection, const Value* index = nullptr);
  Value index_by_condition(const Node& node, const Value& collection, const Node& condition, Scope& scope);

  // What helps somebody who writes YAQL as another language (advice.cpp). These add to a message and its fixes.
  void advise_on_syntax(std::string_view text, std::size_t begin, Diagnostic& diagnostic) const;
  void advise_on_call(const Node& call, const Value* receiver, Diagnostic& diagnostic) const;
  void advise_on_item(const Node& property, Diagnostic& diagnostic) const;
  void advise_on_filter(const Node& index, Diagnostic& diagnostic) const;
  // Hints at bare words that are probably no texts: operands of `and`, `or` and `not`, and what a member is taken of.
  void note_words(const Node& node);
  // Moves these hints, from that number on, into the error that followed from them.
  void take_words(std::size_t noted, Diagnostic& diagnostic);
  void note_foreign_words();
  // Hints that a bare word is a text, and what was probably meant.
  void note_bare_word(const Node& word, const std::string& meant, std::string_view what);
  OriginId range(std::size_t begin, std::size_t end) const;
  std::string_view written(const Node& node) const;

  // Adds a hint that a variable is null because its name is not defined.
  void note_undefined(const Node& node, const Scope& scope);
  // The key of a dictionary that `name` probably misspells; empty when none is similar.
  static std::string_view nearest_key(const Value& dict, std::string_view name);
  // A node's source, shortened and in backquotes.
  std::string code_of(const Node& node) const;
  bool is_empty_data(const Node& node) const;
  // The origin of a value that was computed at `where`. With provenance each value has its own, so that each item of
  // `$.select($.ram * 2)` leads to its own data.
  OriginId own_origin(OriginId where);
  std::string shown(const Value& value) const;
  void check_size(const Value& value) const;
  void note_reached(const Value& value);

  [[noreturn]] void too_deep();

  const bool is_observing_;
  const bool is_watching_;  // observing, or measuring each value against a quota
  std::uint32_t level_ = 0;
  std::uint32_t own_origins_ = 0;
  const std::uint32_t most_levels_;
  std::vector<bool> reached_;  // indexed by origin
  std::deque<Expression> expressions_;
  Place place_;
  const Scope* root_ = nullptr;            // the outermost scope while result() runs
  std::unordered_set<const Node*> noted_;  // nodes with a hint already: a loop gives it once
};

}  // namespace evalground::yaql
