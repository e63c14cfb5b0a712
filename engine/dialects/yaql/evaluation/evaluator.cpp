// Hot: compiled for speed in every module.
//
// Evaluates the syntax tree of a query. The calls of functions are in invocation.cpp, operators in operators.cpp.
//
// There are two ways through a tree. dispatch() evaluates any node. evaluate_in_place() and is_true() are shortcuts for
// filters such as `$.a.b > 3`: they return a reference to a value that exists already, and make no copy and no boolean
// value. With a trace, provenance or outline each step must be seen, so `is_observing_` turns the shortcuts off.
#include "dialects/yaql/evaluation/evaluator.hpp"

#include <algorithm>

#include "base/scoped_value.hpp"
#include "dialects/yaql/evaluation/quota.hpp"
#include "dialects/yaql/evaluation/values.hpp"
#include "dialects/yaql/syntax/parser.hpp"

namespace evalground::yaql {
namespace {

constexpr std::size_t most_shown = 60;  // characters of a value in a message
// With provenance each computed value gets an origin of its own, up to this many. Later values share the origin of
// their node. What each has read is recorded either way.
constexpr std::uint32_t most_own_origins = 50'000;

// The name that the trace shows for a step.
std::string_view step_name(NodeKind kind) {
  switch (kind) {
    case NodeKind::variable: return "variable";
    case NodeKind::list: return "list";
    case NodeKind::dict: return "dict";
    case NodeKind::property:
    case NodeKind::member: return "property";
    case NodeKind::method: return "method";
    case NodeKind::index: return "index";
    case NodeKind::call:
    case NodeKind::apply: return "function";
    default: return "operator";
  }
}

const Value null_value = Value::null();

[[noreturn]] void no_member() {
  Evaluator::no_match("#operator_.", "Behind a dot stands a name or a call of a method.");
}

[[noreturn]] void no_map() {
  Evaluator::no_match("#map", "Each entry of a dictionary `{…}` is written `key => value`.");
}

}  // namespace

Evaluator::Evaluator(Context& context_, const Library& library_, const Settings& settings_)
    : context(context_),
      settings(settings_),
      library(library_),
      is_observing_(context_.trace || context_.provenance.recording() || context_.options.outline),
      is_watching_(is_observing_ || settings_.quota.has_value()),
      most_levels_(context_.budget.limits().depth -
                   std::min(context_.budget.depth_used(), context_.budget.limits().depth)) {}

// The level is counted here without the budget, which is slower. It is taken back first, because the destructor of
// Level does not run when its constructor throws.
void Evaluator::too_deep() {
  --level_;
  throw LimitError(Limit::depth, context.budget.limits().depth);
}

// Parses a query. A syntax error becomes a problem at its place in the document.
const Node& Evaluator::read(std::string_view text, Place place) {
  place_ = std::move(place);
  Expression& expression = expressions_.emplace_back();
  const Grammar grammar{settings.has_delegates, settings.is_legacy};
  const auto error = parse(text, grammar, library, names, context.budget, expression);
  if (error) {
    Node node{NodeKind::constant};
    node.mark = static_cast<std::uint32_t>(error->begin);
    node.mark_end = static_cast<std::uint32_t>(std::max(error->end, error->begin));
    Diagnostic diagnostic;
    diagnostic.code = error->code;
    diagnostic.message = error->message;
    diagnostic.where = origin_of(node);
    advise_on_syntax(text, error->begin, diagnostic);
    throw Error(std::move(diagnostic));
  }
  return *expression.root;
  // Members and methods point at their name only: in `$.a.b.c` the error "no `b`" marks `b`, not all of `$.a.b`.
}

// Made on first use: most nodes never need one.
OriginId Evaluator::origin_of(const Node& node) {
  if (node.origin == 0) {
    const bool is_part = node.kind == NodeKind::property || node.kind == NodeKind::method || node.end == 0;
    const std::uint32_t begin = place_.offset(is_part ? node.mark : node.begin);
    const std::uint32_t end = place_.offset(is_part ? node.mark_end : node.end);
    node.origin = context.sources.add({place_.file, begin, end, Via::expression, 0, false});
  }
  return node.origin;
}

// An error without a place gets that of the innermost node, because inner calls of this function come first.
template <class F>
auto Evaluator::placing_errors(const Node& node, F&& f) {
  try {
    return f();
  } catch (Error& error) {
    if (error.diagnostic.where == 0) error.diagnostic.where = origin_of(node);
    throw;
  }
}

// The value as plain data: iterators are drawn here. An error while drawing is shown at the whole expression.
Value Evaluator::result(const Node& expression, const Ref<Scope>& root) {
  const ScopedValue<const Scope*> outermost(root_, root.get());
  note_foreign_words();
  const std::size_t noted = context.diagnostics.size();
  note_words(expression);
  Value value;
  try {
    value = evaluate(expression, *root);
  } catch (Error& error) {
    take_words(noted, error.diagnostic);
    throw;
  }
  return placing_errors(expression, [&] {
    Value whole = plain(value);
    if (settings.quota) check_quota(result_size(whole));
    return whole;
  });
}

// The general path, behind evaluate().
Value Evaluator::evaluate_node(const Node& node, Scope& scope) {
  const Level level(*this);
  return placing_errors(node, [&] { return is_observing_ ? observe(node, scope) : dispatch(node, scope); });
}

Value Evaluator::observe(const Node& node, Scope& scope) {
  const OriginId where = origin_of(node);
  Trace::Scope step(context.trace, step_name(node.kind), where);
  Provenance::Computation computation(context.provenance);
  Value value = dispatch(node, scope);
  note_reached(value);
  // A value that was only read keeps its origin. A computed one gets the place of this node.
  if (value.origin() == 0) {
    const OriginId made = own_origin(where);
    value = std::move(value).with_origin(made);
    computation.made(made);
  } else if (value.origin() == where) {
    computation.made(where);
  }
  step.done(value);
  return value;
}

// Two values of one node, in a loop, would otherwise share an origin, and what one has read would count for both.
OriginId Evaluator::own_origin(OriginId where) {
  if (!context.provenance.recording() || own_origins_ == most_own_origins) return where;
  ++own_origins_;
  const Origin place = context.sources.origin(where);
  return context.sources.add(place);
}

void Evaluator::note_reached(const Value& value) {
  const OriginId origin = value.origin();
  if (origin == 0) return;
  context.provenance.read(origin);
  if (!context.options.outline) return;
  if (origin >= reached_.size()) reached_.resize(2 * (context.sources.origin_count() + 1));
  reached_[origin] = true;
}

// An unknown variable is null, not an error, as in the reference. It is noted for a hint.
const Value& Evaluator::variable(const Node& node, const Scope& scope) {
  const Value* value = node.position != 0 ? scope.find(node.position) : scope.find_named(node.name);
  if (value != nullptr) return *value;
  note_undefined(node, scope);
  return null_value;
}

// `holder` keeps a computed value alive for the caller. The returned reference is valid as long as the scope and the
// holder are unchanged.
const Value& Evaluator::evaluate_in_place(const Node& node, Scope& scope, Value& holder) {
  switch (node.kind) {
    case NodeKind::constant:
    case NodeKind::word: return *node.constant;
    case NodeKind::variable: {
      if (!is_watching_) return variable(node, scope);
      if (is_observing_) break;
      const Value& value = variable(node, scope);
      check_quota(value);
      return value;
    }
    case NodeKind::property: {
      if (is_observing_ || settings.is_legacy) break;
      const Level level(*this);
      const Value& receiver = evaluate_in_place(*node.left, scope, holder);
      if (receiver.is_map()) {
        if (const Value* found = receiver.as_map().find(node.constant->as_string())) {
          if (is_watching_) check_quota(*found);
          return *found;
        }
      }
      if (receiver.is_null() && node.is_guarded) return null_value;
      // `receiver` may be the content of `holder`, which the next line replaces.
      const Value kept = receiver;
      holder = placing_errors(node, [&] { return property(node, kept); });
      return holder;
    }
    default: break;
  }
  holder = evaluate_node(node, scope);
  return holder;
}

// The truth of a condition, without a value for each step. Operators below `less` calculate, and take the general path.
bool Evaluator::is_true(const Node& node, Scope& scope) {
  if (!is_observing_) {
    switch (node.kind) {
      case NodeKind::conjunction:
      case NodeKind::disjunction: {
        const Level level(*this);
        return is_true(*node.left, scope) == (node.kind == NodeKind::disjunction) ? node.kind == NodeKind::disjunction
                                                                                  : is_true(*node.right, scope);
      }
      case NodeKind::negation: {
        const Level level(*this);
        return !is_true(*node.left, scope);
      }
      case NodeKind::binary: {
        if (node.op < Operator::less) break;
        const Level level(*this);
        Value left_holder;
        Value right_holder;
        const Value& left = evaluate_in_place(*node.left, scope, left_holder);
        const Value& right = evaluate_in_place(*node.right, scope, right_holder);
        return placing_errors(node, [&] { return compare(node.op, left, right); });
      }
      default: break;
    }
  }
  Value holder;
  return yaql::is_true(evaluate_in_place(node, scope, holder));
}

// `and` and `or` return one of their operands, as in Python: `null or 3` -> 3.
Value Evaluator::dispatch(const Node& node, Scope& scope) {
  switch (node.kind) {
    case NodeKind::constant:
    case NodeKind::word: return *node.constant;
    case NodeKind::variable: {
      const Value& value = variable(node, scope);
      check_quota(value);
      return value;
    }
    case NodeKind::list: return list(node, scope);
    case NodeKind::dict: return dict(node, scope);
    case NodeKind::property:
    case NodeKind::method: return member(node, scope);
    case NodeKind::member: {
      if (!node.is_guarded) no_member();
      const Value receiver = evaluate(*node.left, scope);
      if (receiver.is_null() && node.is_guarded) return Value::null();
      no_member();
    }
    case NodeKind::index: return index(node, scope);
    case NodeKind::call: return invoke(node, scope, nullptr);
    case NodeKind::apply: return apply_node(node, scope);
    case NodeKind::unary: return unary(node, evaluate(*node.left, scope));
    case NodeKind::negation: return Value::boolean(!is_true(*node.left, scope));
    case NodeKind::binary: {
      Value left_holder;
      Value right_holder;
      const Value& left = evaluate_in_place(*node.left, scope, left_holder);
      const Value& right = evaluate_in_place(*node.right, scope, right_holder);
      if (node.op >= Operator::less) return Value::boolean(compare(node.op, left, right));
      Value value = calculate(node.op, left, right);
      check_quota(value);
      return value;
    }
    case NodeKind::conjunction:
    case NodeKind::disjunction: {
      const Value left = evaluate(*node.left, scope);
      const bool is_decided = yaql::is_true(left) == (node.kind == NodeKind::disjunction);
      Value value = is_decided ? left : evaluate(*node.right, scope);
      check_quota(value);
      return value;
    }
    case NodeKind::arrow: {
      const Value left = evaluate(*node.left, scope);
      if (!is_a(left, ObjectKind::context)) {
        no_match("#operator_->", "Before `->` stands a context, as `let(…)` and `with(…)` make one.");
      }
      const Ref<Scope> inner = static_cast<const ContextValue&>(left.as_object()).scope;
      return evaluate(*node.right, *inner);
    }
    case NodeKind::pair: {
      Value left = evaluate(*node.left, scope);
      Value right = evaluate(*node.right, scope);
      // `a => b => c` is one list of three. With parentheses, `(a => b) => c`, it is a pair whose first item is a pair.
      if (node.left->kind != NodeKind::pair || node.left->is_enclosed) {
        return Value::list({std::move(left), std::move(right)});
      }
      left.edit_list().push_back(std::move(right));
      return left;
    }
  }
  return {};
}

// The quota applies to the sum of the items' sizes, and is tested after each, so a long list fails early.
Value Evaluator::list(const Node& node, Scope& scope) {
  if (!node.named.empty()) no_match("#list", "A list `[…]` has no `key => value`; a dictionary `{…}` has.");
  List items;
  items.reserve(node.arguments.size());
  std::uint64_t size = 0;
  for (const Node* argument : node.arguments) {
    items.push_back(argument == nullptr ? Value::null() : evaluate(*argument, scope));
    if (settings.quota) check_quota(size += shallow_size(items.back()));
  }
  return Value::list(std::move(items));
}

// Keys may be any value, `{1 => a, [1, 2] => b}`. A later entry with an equal key wins.
Value Evaluator::dict(const Node& node, Scope& scope) {
  Map entries;
  entries.reserve(node.named.size() + node.arguments.size());
  for (const Node* argument : node.arguments) {
    // In the legacy dialect an entry `key => value` is evaluated to a list of two.
    if (!settings.is_legacy || argument == nullptr) no_map();
    const Value pair = evaluate(*argument, scope);
    if (!pair.is_list() || pair.as_list().size() < 2) no_map();
    entries.set(key_of(pair.as_list()[0], context.budget), pair.as_list()[1]);
  }
  for (const NamedArgument& entry : node.named) {
    Value key = key_of(evaluate(*entry.key, scope), context.budget);
    entries.set(std::move(key), evaluate(*entry.value, scope));
  }
  check_quota(56 * entries.size());
  return Value::map(std::move(entries));
}

// Dictionaries are iterable only with an option, or in the legacy dialect. The kinds of objects up to `view` are
// collections.
bool Evaluator::is_iterable(const Value& value) const {
  switch (value.kind()) {
    case Kind::list:
    case Kind::set: return true;
    case Kind::map: return settings.has_iterable_dicts || settings.is_legacy;
    case Kind::object: break;
    default: return false;
  }
  const YaqlObject* object = yaql_object(value);
  return object != nullptr && object->kind <= ObjectKind::view;
}

void Evaluator::too_long() const {
  throw Error("limit-iterators", "Collection length exceeds " + std::to_string(*settings.iterators) + " elements.");
}

// Lengths of iterators are unknown. They are counted while they are drawn.
void Evaluator::check_length(const Value& collection) const {
  if (!settings.iterators) return;
  std::uint64_t size = 0;
  if (collection.is_list()) {
    size = collection.as_list().size();
  } else if (collection.is_map() || collection.kind() == Kind::set) {
    size = collection.as_map().size();
  } else if (is_set(collection)) {  // keys() and items(), whose length is known
    size = static_cast<const View&>(collection.as_object()).dict.as_map().size();
  }
  check_length(size);
}

void Evaluator::check_quota(std::uint64_t bytes) const {
  if (settings.quota && *settings.quota > 0 && bytes > *settings.quota) {
    throw Error("limit-quota", "Expression consumed too much memory: a value of " + std::to_string(bytes) +
                                   " bytes, where " + std::to_string(*settings.quota) + " are allowed.");
  }
}

void Evaluator::check_size(const Value& value) const {
  check_quota(shallow_size(value));
}

std::string Evaluator::shown(const Value& value) const {
  return short_text(value, most_shown);
}

}  // namespace evalground::yaql
