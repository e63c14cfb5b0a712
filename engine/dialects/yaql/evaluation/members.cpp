// Members of a value: .name, ?.name, .method(…) and [index].

#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/cursor.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/lambda.hpp"
#include "dialects/yaql/evaluation/properties.hpp"
#include "value/big_integer.hpp"

namespace evalground::yaql {
namespace {

// True or false, whatever the operands are.
bool is_condition(const Node& node) {
  return node.kind == NodeKind::negation || node.kind == NodeKind::conjunction || node.kind == NodeKind::disjunction ||
         (node.kind == NodeKind::binary && node.op >= Operator::less);
}

}  // namespace

// `.name` of a dictionary is its key. Of a collection it is lazily the property of each item. `is_item` changes only
// the message.
Value Evaluator::property(const Node& node, const Value& receiver, bool is_item) {
  const std::string_view name = node.constant->as_string();
  if (receiver.is_map()) {
    if (const Value* found = receiver.as_map().find(name)) {
      check_quota(*found);
      return *found;
    }
    if (settings.is_legacy) {
      note_absent(node, receiver, *node.constant);
      return Value::null();
    }
    missing_key(origin_of(node), receiver, *node.constant, &node);
  }
  if (is_iterable(receiver)) {
    return generator([this, &node, cursor = Cursor(*this, receiver)](Value& item) mutable {
      const Value* next = cursor.next();
      if (next == nullptr) return false;
      const Value kept = *next;
      item = property(node, kept, true);
      return true;
    });
  }
  if (std::optional<Value> found = time_property(receiver, name)) return *found;
  no_property(node, receiver, is_item);
}

// Evaluates left.name and left.name(arguments).
// Evaluates the receiver in place: a dictionary in the data is not copied for one key.
Value Evaluator::member(const Node& node, Scope& scope) {
  Value holder;
  const Value& receiver = evaluate_in_place(*node.left, scope, holder);
  if (receiver.is_null() && node.is_guarded) return Value::null();
  const bool is_property = node.kind == NodeKind::property;
  if (settings.is_legacy && is_a(receiver, ObjectKind::context)) {
    // `x.as(…)` gives a context. `.name` on it reads the member of x, which the context keeps as $0.
    const Ref<Scope> inner = static_cast<const ContextValue&>(receiver.as_object()).scope;
    const Value* value = inner->find_named(names.intern("0"));
    const Value kept = value == nullptr ? Value::null() : *value;
    return is_property ? property(node, kept) : invoke(node, *inner, &kept);
  }
  return is_property ? property(node, receiver) : invoke(node, scope, &receiver);
}

// x[key], x[key, default] of a dictionary; x[index] of a list. Both take their arguments by name too.
Value Evaluator::index(const Node& node, Scope& scope) {
  if (node.arguments.empty() && node.named.empty()) {
    no_match("#indexer", "Between the brackets of `[…]` stands an index or a key.");
  }
  Value holder;
  const Value& collection = evaluate_in_place(*node.left, scope, holder);
  const auto argument = [&](std::size_t position, std::string_view name) -> const Node* {
    if (position < node.arguments.size()) return node.arguments[position];
    for (const NamedArgument& named : node.named) {
      if (named.key->kind == NodeKind::word && named.key->constant->as_string() == name) return named.value;
    }
    return nullptr;
  };
  const std::size_t count = node.arguments.size() + node.named.size();
  const bool is_dict = collection.is_map();
  const Node* first = argument(0, is_dict ? "key" : "index");
  if (first == nullptr || count > 2) no_index(node, collection);
  if (settings.is_legacy) {
    if (count != 1 || !node.named.empty()) no_index(node, collection);
    return filter_or_index(node, collection, scope);
  }
  if (is_dict) {
    const Node* fallback = argument(1, "default");
    if (count == 2 && fallback == nullptr) no_index(node, collection);
    return entry_of(collection, *first, fallback, scope);
  }
  if (is_condition(*first)) return index_by_condition(node, collection, *first, scope);
  if (!collection.is_list() || count != 1) no_index(node, collection);
  return item_of(node, collection, *first, scope);
}

// `$.users[$.id = 1]` is meant as a filter. It is the item 0 or 1, or fails, because `$` is not the item here.
Value Evaluator::index_by_condition(const Node& node, const Value& collection, const Node& condition, Scope& scope) {
  try {
    if (!collection.is_list()) no_index(node, collection);
    Value item = item_of(node, collection, condition, scope);
    if (!noted_.insert(&node).second) return item;
    Diagnostic hint;
    hint.severity = Severity::hint;
    hint.code = "filter-in-index";
    hint.message = "`" + std::string(written(condition)) + "` is true or false, which as an index is 1 or 0.";
    hint.where = origin_of(condition);
    advise_on_filter(node, hint);
    context.diagnostics.push_back(std::move(hint));
    return item;
  } catch (Error& error) {
    advise_on_filter(node, error.diagnostic);
    throw;
  }
}

// `fallback` is evaluated whether it is needed or not; null when there is none.
Value Evaluator::entry_of(const Value& dict, const Node& written, const Node* fallback, Scope& scope) {
  Value holder;
  const Value& key = evaluate_in_place(written, scope, holder);
  const Value other = fallback != nullptr ? evaluate(*fallback, scope) : Value();
  const Value* found =
      key.is_string() ? dict.as_map().find(key.as_string()) : dict.as_map().find(key_of(key, context.budget));
  if (found == nullptr && fallback == nullptr) missing_key(origin_of(written), dict, key);
  const Value& value = found != nullptr ? *found : other;
  check_quota(value);
  return value;
}

// A negative index counts from the end.
Value Evaluator::item_of(const Node& node, const Value& collection, const Node& index, Scope& scope) {
  const Value position = evaluate(index, scope);
  if (position.kind() != Kind::boolean && !is_integer(position)) no_index(node, collection, &position);
  const List& items = collection.as_list();
  const auto size = static_cast<std::int64_t>(items.size());
  std::int64_t at = clamped_integer(position);
  if (at < 0) at += size;
  if (at < 0 || at >= size) {
    throw Error("index-out-of-range", "The index " + shown(position) + " is outside of a list of " +
                                          std::to_string(size) + (size == 1 ? " item." : " items."));
  }
  check_quota(items[static_cast<std::size_t>(at)]);
  return items[static_cast<std::size_t>(at)];
}

// Legacy: an integer selects an item of a list. Anything else is a condition that filters the items.
Value Evaluator::filter_or_index(const Node& node, const Value& collection, Scope& scope) {
  const Node& condition = *node.arguments[0];
  if (collection.is_list()) {
    const Value position = evaluate(condition, scope);
    if (is_integer(position)) {
      const List& items = collection.as_list();
      std::int64_t at = clamped_integer(position);
      if (at < 0) at += static_cast<std::int64_t>(items.size());
      if (at < 0 || at >= static_cast<std::int64_t>(items.size())) {
        throw Error("index-out-of-range", "The index " + shown(position) + " is outside of the list.");
      }
      return items[static_cast<std::size_t>(at)];
    }
  } else if (!is_iterable(collection)) {
    no_index(node, collection);
  }
  return generator(
      [this, cursor = Cursor(*this, collection), lambda = Lambda(condition, Ref<Scope>(&scope))](Value& item) mutable {
        while (cursor.next(item)) {
          if (lambda.test(*this, item)) return true;
        }
        return false;
      });
}

}  // namespace evalground::yaql
