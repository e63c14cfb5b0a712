// Evaluates syntax trees: variables, members, operators, calls, lambdas.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/yaql/evaluation/scope.hpp"
#include "dialects/yaql/evaluation/values.hpp"
#include "dialects/yaql/syntax/ast.hpp"
#include "dialects/yaql/syntax/overloads.hpp"
#include "runtime/context.hpp"

namespace evalground::yaql {

struct Settings {
  std::optional<std::uint64_t> iterators;  // the longest collection; nothing: no limit
  std::optional<std::uint64_t> quota;      // bytes of the largest single value, by quota.hpp
  bool has_delegates = false;
  bool has_iterable_dicts = false;
  bool converts_sets = true;
  bool is_legacy = false;
};

// Where the text of an expression stands: in a file of its own, or within a scalar of a document.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;  // of the text, where it stands as it is
  // The place of each byte and of the end, where the document writes it with escapes or on indented lines.
  std::vector<std::uint32_t> offsets;
};

class Evaluator {
 public:
  // One level of nesting while it lives: as Budget::enter(), which it begins with, but without a call.
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

  // All must outlive the evaluator, and it all values that it makes until they are converted.
  Evaluator(Context& context, const Settings& settings);

  // Reads an expression that stands at that place. Throws Error "lexical-error" or "parse-error".
  const Node& read(std::string_view text, Place place);
  // The value of the expression that was read last, with `root` as its outermost scope, as plain data: what is
  // lazy is drawn out, sets become lists.
  Value result(const Node& expression, const Ref<Scope>& root);

  Value evaluate(const Node& node, Scope& scope) {
    if (node.kind == NodeKind::constant || node.kind == NodeKind::word) return *node.constant;
    if (node.kind == NodeKind::variable && !is_observing_) return variable(node, scope);
    return evaluate_whole(node, scope);
  }
  // The value of a node, where possible in place: in the scope or in what it is a part of. Otherwise in `holder`, which
  // must live as long as the result.
  const Value& look(const Node& node, Scope& scope, Value& holder);
  bool is_true(const Node& node, Scope& scope);

  Value calculate(Operator op, const Value& left, const Value& right);
  // The operators with a boolean result.
  bool compare(Operator op, const Value& left, const Value& right);
  bool is_less(const Value& left, const Value& right) { return compare(Operator::less, left, right); }

  // Calls a function, or with a receiver a method, by its name with values.
  Value call(std::string_view name, const List& arguments, const Map& keywords, const Value* receiver, const Node& node,
             Scope& scope);
  // Evaluates a call of a function as one of the method of that name, with its first argument as the receiver.
  Value call_as_method(const Node& node, Scope& scope, const Value& receiver);
  // Calls a function value; the named arguments are bound as variables.
  Value apply(const Lambda& lambda, std::span<const Value> positional, std::span<const std::pair<Name, Value>> named);

  bool is_iterable(const Value& value) const;
  // Throws Error "limit-iterators" for a collection longer than the settings allow.
  void check_length(const Value& collection) const;
  [[noreturn]] void too_long() const;
  void check_quota(const Value& value) const {
    if (settings.quota) check_size(value);
  }
  void check_quota(std::uint64_t bytes) const;
  // The value as plain data.
  Value plain(const Value& value);

  [[noreturn]] static void no_match(std::string_view function);
  [[noreturn]] void no_match(const Node& call, const Value* receiver);
  // Where a node of the expression that was read last stands.
  OriginId origin_of(const Node& node);
  // Marks a part of the data as reached.
  void reach(const Value& value) {
    if (is_observing_) note_reached(value);
  }
  bool is_reached(OriginId origin) const { return origin < reached_.size() && reached_[origin]; }

  Context& context;
  const Settings settings;
  const Library& library;
  Names names;
  // Whether a `def` has been evaluated; then names of functions are looked for in scopes too.
  bool has_definitions = false;

 private:
  Value evaluate_whole(const Node& node, Scope& scope);
  Value evaluate_inner(const Node& node, Scope& scope);
  Value observe(const Node& node, Scope& scope);
  const Value& variable(const Node& node, const Scope& scope) const;
  Value list(const Node& node, Scope& scope);
  Value dict(const Node& node, Scope& scope);
  Value property(const Node& node, const Value& receiver);
  Value index(const Node& node, Scope& scope);
  Value member(const Node& node, Scope& scope);
  Value filter_or_index(const Node& node, const Value& collection, Scope& scope);
  Value unary(const Node& node, const Value& operand);
  Value invoke(const Node& node, Scope& scope, const Value* receiver);
  Value invoke_one(const Plan& plan, const Node& node, Scope& scope, const Value* receiver);
  Value invoke_best(const Node& node, Scope& scope, const Value* receiver);
  Value define_call(const Scope::Definition& definition, Scope& holder, const Node& node, Scope& scope);
  Value apply_node(const Node& node, Scope& scope);
  [[noreturn]] void unknown(const Node& node, const Value* receiver);
  [[noreturn]] void missing_key(const Value& dict, const Value& key) const;
  std::string shown(const Value& value) const;
  void check_size(const Value& value) const;
  void note_reached(const Value& value);

  [[noreturn]] void too_deep();

  const bool is_observing_;
  std::uint32_t level_ = 0;
  const std::uint32_t most_levels_;
  std::vector<bool> reached_;  // by origin
  std::deque<Expression> expressions_;
  Place place_;
  std::unordered_map<const Node*, OriginId> origins_;
};

// The items of anything iterable, one after the other, within the limit of iterators.
class Cursor {
 public:
  Cursor(Evaluator& evaluator, Value collection);

  // The next item, which stays where it is until the next call; null at the end.
  const Value* next() {
    evaluator_->context.budget.step();
    if (items_ != nullptr) {
      if (at_ == size_) return nullptr;
      const Value* item = items_ + at_++;
      evaluator_->reach(*item);
      return item;
    }
    return next_other();
  }
  // How many items there are, as far as that is known before they are drawn; 0 otherwise.
  std::size_t known_size() const { return size_; }
  // Copies the next item; false at the end.
  bool next(Value& item) {
    const Value* found = next();
    if (found == nullptr) return false;
    item = *found;
    return true;
  }

 private:
  const Value* next_other();

  Evaluator* evaluator_;
  Value collection_;
  const Value* items_ = nullptr;  // of a list
  std::size_t at_ = 0;
  std::size_t size_ = 0;
  std::uint64_t left_ = 0;  // items that an iterator may still give
  bool is_limited_ = false;
  Value item_;
};

// The arguments of a native function, bound to its parameters.
class Arguments final : public Call {
 public:
  struct Slot {
    Value value;                 // undefined: not given, or handed over unevaluated
    const Node* node = nullptr;  // of a lambda
  };
  struct Named {
    std::string_view name;
    const Node* key = nullptr;  // null: the name is all there is
    Slot slot;
  };

  Arguments(Evaluator& evaluator_, Scope& scope_, const Node& node_, const Overload& overload);

  Evaluator& evaluator;
  Scope& scope;      // of the caller
  const Node& node;  // the call

  const Value& operator[](std::size_t index) const { return slots_[index].value; }
  bool given(std::size_t index) const { return !slots_[index].value.is_undefined() || slots_[index].node != nullptr; }
  // Not given where the parameter is null or left out.
  Lambda lambda(std::size_t index) const { return lambda_of(slots_[index]); }
  Lambda lambda_of(const Slot& slot) const;
  // As 64 bits; a longer integer is the nearest one.
  std::int64_t integer(std::size_t index) const { return integer_of(slots_[index].value); }
  static std::int64_t integer_of(const Value& value);
  bool boolean(std::size_t index) const { return is_true(slots_[index].value); }
  std::string_view string(std::size_t index) const { return slots_[index].value.as_string(); }
  Cursor cursor(std::size_t index) const { return {evaluator, slots_[index].value}; }
  Budget& budget() const { return context.budget; }
  // Arguments of the right types that the function refuses all the same.
  [[noreturn]] void no_match() const {
    evaluator.no_match(node, node.kind == NodeKind::method ? &slots_[0].value : nullptr);
  }

  Slot& slot(std::size_t index) { return slots_[index]; }

  std::vector<Slot> rest;
  std::vector<Named> named;

 private:
  static constexpr std::size_t most_inline = 4;
  Slot few_[most_inline];
  std::vector<Slot> many_;
  Slot* slots_;
};

inline Arguments& arguments_of(Call& call) {
  return static_cast<Arguments&>(call);
}

}  // namespace evalground::yaql
