// Evaluates JMESPath trees (jmespath_parse.cpp) like the Python implementation: a missing field, an index out of range
// and a wrong type give null instead of an error. Wrong arguments of functions are errors, and so is ordering text and
// numbers.
//
//   people[?age > `30`].name     a projection: filter the list, evaluate `name` for each item, and drop null results
//
// A projection of anything but a list (or map, for `*`) is null. That is how `a.b[*].c` stays null for missing parts.
// Every node visit is a step and a level of the budget, because data chooses the amount of work.
#include "data/paths/jmespath.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/paths/jmespath_parse.hpp"
#include "source/diagnostic.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"
#include "value/python_json.hpp"
#include "value/python_number.hpp"

namespace evalground {
namespace {

using Node = JmesPathNode;
using Kinds = Node::Kind;

bool is_number(const Value& value) {
  return value.is_number() || is_integer(value);
}

std::string_view type_of(const Value& value) {
  if (is_number(value)) return "number";
  if (value.is_string()) return "string";
  if (value.kind() == Kind::boolean) return "boolean";
  if (value.is_list()) return "array";
  if (value.is_map()) return "object";
  return "null";
}

// False for null, false and empty values; true for 0.
// The specification's rule, which is not Python's: 0 counts as true.
bool is_true(const Value& value) {
  switch (value.kind()) {
    case Kind::null:
    case Kind::undefined: return false;
    case Kind::boolean: return value.as_boolean();
    case Kind::string: return value.text_size() != 0;
    case Kind::list: return !value.as_list().empty();
    case Kind::map: return !value.as_map().empty();
    default: return true;
  }
}

// Python's ==, except that true and 1 differ.
bool equal(const Value& a, const Value& b, Budget& budget) {
  if ((a.kind() == Kind::boolean) != (b.kind() == Kind::boolean)) return false;
  return python_equal(a, b, budget);
}

// Selects by start, stop and step, by the rules of Python's slice(...).indices(size).
// `[::-1]` of [1, 2, 3] is [3, 2, 1]. The end of the loop is decided before `at` moves, because a step near 2^63 would
// overflow. Nothing for a step of 0.
std::optional<List> slice(const List& items, const Value (&bounds)[3], Budget& budget) {
  const std::int64_t step = bounds[2].is_undefined() ? 1 : bounds[2].as_integer();
  if (step == 0) return std::nullopt;
  const auto size = static_cast<std::int64_t>(items.size());
  const std::int64_t low = step < 0 ? -1 : 0;
  const std::int64_t high = step < 0 ? size - 1 : size;
  const auto bound = [&](const Value& given, std::int64_t fallback) {
    if (given.is_undefined()) return fallback;
    const std::int64_t index = given.as_integer();
    return std::clamp(index < 0 ? std::max(index, -size - 1) + size : index, low, high);
  };
  const std::int64_t stop = bound(bounds[1], step < 0 ? low : high);
  List taken;
  for (std::int64_t at = bound(bounds[0], step < 0 ? high : low); step < 0 ? at > stop : at < stop;) {
    budget.step();
    taken.push_back(items[static_cast<std::size_t>(at)]);
    if (step < 0 ? at - stop <= -std::max(step, -size - 1) : stop - at <= std::min(step, size + 1)) break;
    at += step;
  }
  return taken;
}

// Evaluates nodes. `touched` is called with each undefined value whose content decides something, so that the caller
// can report or record it; passing it on untouched is no use.
class Search {
 public:
  Search(Budget& budget_, const std::function<void(const Value&)>& touched) : budget(budget_), touched_(touched) {}

  Value visit(const Node& node, const Value& value);
  // Called wherever a value decides something, but not where it is only passed on: an undefined value in the result is
  // the business of the caller.
  const Value& touch(const Value& value) const {
    if (value.is_undefined() && touched_) touched_(value);
    return value;
  }

  Budget& budget;

 private:
  Value index(const List& items, std::int64_t number) const;
  Value compare(const Node& node, const Value& value);
  Value project(const Node& node, const Value& value);
  Value call(const Node& node, const Value& value);
  bool holds(const Value& value) const { return is_true(touch(value)); }

  const std::function<void(const Value&)>& touched_;
};

// ---- Functions

// A call of a function, its arguments evaluated; `reference` is the argument written with "&".
struct Call {
  Search& search;
  std::string_view name;
  std::span<const Value> arguments;
  const Node* reference;

  const Value& operator[](std::size_t index) const { return arguments[index]; }
  const List& list(std::size_t index) const { return arguments[index].as_list(); }
  std::string_view text(std::size_t index) const { return arguments[index].as_string(); }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error("jmespath-type", "The function \"" + std::string(name) + "\" " + what + ".");
  }

  // The common type of all items: "number", "string", or "" for an empty list.
  // JMESPath orders and sums only uniform arrays: [1, "a"] is an error, not a comparison of types.
  std::string_view item_type(const List& items, std::string_view allowed) const {
    for (const Value& item : items) {
      search.budget.step();
      const std::string_view type = type_of(item);
      const bool is_allowed =
          type == allowed || (allowed == "number or string" && (type == "number" || type == "string"));
      if (!is_allowed || type != type_of(items[0])) {
        fail("needs an array whose items are each " + with_article(allowed) + ", not " + with_article(type));
      }
    }
    return items.empty() ? std::string_view() : type_of(items[0]);
  }
};

bool less(const Value& a, const Value& b, Budget& budget) {
  return python_order(a, b, budget) == Order::less;
}

Value call_abs(const Call& call) {
  return python_absolute(call[0]);
}

Value sum_of(const Call& call) {
  call.item_type(call.list(0), "number");
  Value sum = Value::integer(0);
  for (const Value& item : call.list(0)) {
    sum = python_calculate(PythonOperator::add, sum, item, call.search.budget);
  }
  return sum;
}

Value call_avg(const Call& call) {
  const auto size = static_cast<std::int64_t>(call.list(0).size());
  if (size == 0) return Value::null();
  return python_calculate(PythonOperator::true_divide, sum_of(call), Value::integer(size), call.search.budget);
}

// Integers are returned unchanged. Infinity and NaN have no integer, and stay reals.
Value rounded(const Value& number, double (*round)(double)) {
  if (number.kind() != Kind::real) return number;
  const auto whole = BigInt::from_double(round(number.as_real()));
  return whole ? integer_value(*whole) : number;
}

Value call_ceil(const Call& call) {
  return rounded(call[0], [](double number) { return std::ceil(number); });
}

Value call_floor(const Call& call) {
  return rounded(call[0], [](double number) { return std::floor(number); });
}

// Uses Python's ==, as the reference does with `in`: contains([1], true) is true, though `1 == true` is false.
Value call_contains(const Call& call) {
  if (call[0].is_string()) {
    if (!call[1].is_string()) call.fail("can only look for a string in a string");
    return Value::boolean(call.text(0).find(call.text(1)) != std::string_view::npos);
  }
  for (const Value& item : call.list(0)) {
    call.search.budget.step();
    call.search.touch(item);
    if (python_equal(item, call.search.touch(call[1]), call.search.budget)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

Value call_ends_with(const Call& call) {
  return Value::boolean(call.text(0).ends_with(call.text(1)));
}

Value call_starts_with(const Call& call) {
  return Value::boolean(call.text(0).starts_with(call.text(1)));
}

Value call_join(const Call& call) {
  call.item_type(call.list(1), "string");
  std::vector<std::string_view> pieces;
  for (const Value& item : call.list(1)) pieces.push_back(item.as_string());
  return Value::string(join(pieces, call.text(0)));
}

Value call_keys(const Call& call) {
  List keys;
  for (const auto& entry : call[0].as_map()) keys.push_back(entry.key);
  return Value::list(std::move(keys));
}

Value call_values(const Call& call) {
  List values;
  for (const auto& entry : call[0].as_map()) values.push_back(entry.value);
  return Value::list(std::move(values));
}

Value call_length(const Call& call) {
  const std::size_t length = call[0].is_string() ? count_code_points(call.text(0))
                             : call[0].is_list() ? call.list(0).size()
                                                 : call[0].as_map().size();
  return Value::integer(static_cast<std::int64_t>(length));
}

Value call_map(const Call& call) {
  List results;
  for (const Value& item : call.list(1)) results.push_back(call.search.visit(*call.reference, item));
  return Value::list(std::move(results));
}

// The first of the greatest items, or of the least.
Value extreme(const Call& call, const List& items, const List& keys, bool is_greatest) {
  if (items.empty()) return Value::null();
  call.item_type(keys, "number or string");
  std::size_t best = 0;
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool is_better =
        is_greatest ? less(keys[best], keys[i], call.search.budget) : less(keys[i], keys[best], call.search.budget);
    if (is_better) best = i;
  }
  return items[best];
}

// The keys of max_by, min_by and sort_by, computed once for each item, not once for each comparison.
List keys_of(const Call& call) {
  List keys;
  for (const Value& item : call.list(0)) keys.push_back(call.search.visit(*call.reference, item));
  return keys;
}

Value call_max(const Call& call) {
  return extreme(call, call.list(0), call.list(0), true);
}
Value call_min(const Call& call) {
  return extreme(call, call.list(0), call.list(0), false);
}
Value call_max_by(const Call& call) {
  return extreme(call, call.list(0), keys_of(call), true);
}
Value call_min_by(const Call& call) {
  return extreme(call, call.list(0), keys_of(call), false);
}

// Sorts positions, so the keys stay where they are. Stable, as in Python: items with equal keys keep their order.
Value sorted(const Call& call, const List& keys) {
  call.item_type(keys, "number or string");
  std::vector<std::size_t> order(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    call.search.budget.step();
    return less(keys[a], keys[b], call.search.budget);
  });
  List items;
  for (const std::size_t index : order) items.push_back(call.list(0)[index]);
  return Value::list(std::move(items));
}

Value call_sort(const Call& call) {
  return sorted(call, call.list(0));
}
Value call_sort_by(const Call& call) {
  return sorted(call, keys_of(call));
}

// Shallow, and later objects win.
Value call_merge(const Call& call) {
  Map merged;
  for (const Value& argument : call.arguments) {
    if (!argument.is_map()) call.fail("needs objects, not " + with_article(type_of(argument)));
    for (const auto& [key, value] : argument.as_map()) merged.set(key, value);
  }
  return Value::map(std::move(merged));
}

Value call_not_null(const Call& call) {
  for (const Value& argument : call.arguments) {
    if (!argument.is_null()) return argument;
  }
  return Value::null();
}

// Text is reversed by code points, backwards: a byte that continues a code point is skipped until the decoded piece is
// valid. Invalid bytes are moved one by one.
Value call_reverse(const Call& call) {
  if (call[0].is_list()) return Value::list(List(call.list(0).rbegin(), call.list(0).rend()));
  std::string reversed;
  std::string_view text = call.text(0);
  for (std::size_t end = text.size(); end != 0;) {
    std::size_t begin = end - 1;
    while (begin != 0 && decode_code_point(text, begin).value == replacement_character && end - begin < 4 &&
           (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) {
      --begin;
    }
    reversed.append(text, begin, end - begin);
    end = begin;
  }
  return Value::string(reversed);
}

Value call_to_array(const Call& call) {
  return call[0].is_list() ? call[0] : Value::list({call[0]});
}

// Text that does not hold a number gives null, by the specification, so both attempts may fail silently.
Value call_to_number(const Call& call) {
  if (is_number(call[0])) return call[0];
  if (!call[0].is_string()) return Value::null();
  try {
    return python_int(call[0], call.search.budget);
  } catch (const Error&) {
  }
  try {
    return python_float(call[0]);
  } catch (const Error&) {
    return Value::null();
  }
}

Value call_to_string(const Call& call) {
  PythonJsonStyle style;
  style.item_separator = ",";
  style.key_separator = ":";
  return call[0].is_string() ? call[0]
                             : Value::string(python_json(call.search.touch(call[0]), call.search.budget, style));
}

Value call_type(const Call& call) {
  return Value::string(type_of(call[0]));
}

struct Function {
  std::string_view name;
  // The types of each argument, by letters: n number, s string, a array, o object, * anything, & a reference. A space
  // separates arguments. "+" at the end repeats the last one.
  std::string_view parameters;
  Value (*call)(const Call&);
};

constexpr Function functions[] = {
    {"abs", "n", call_abs},
    {"avg", "a", call_avg},
    {"ceil", "n", call_ceil},
    {"contains", "as *", call_contains},
    {"ends_with", "s s", call_ends_with},
    {"floor", "n", call_floor},
    {"join", "s a", call_join},
    {"keys", "o", call_keys},
    {"length", "sao", call_length},
    {"map", "& a", call_map},
    {"max", "a", call_max},
    {"max_by", "a &", call_max_by},
    {"merge", "o+", call_merge},
    {"min", "a", call_min},
    {"min_by", "a &", call_min_by},
    {"not_null", "*+", call_not_null},
    {"reverse", "as", call_reverse},
    {"sort", "a", call_sort},
    {"sort_by", "a &", call_sort_by},
    {"starts_with", "s s", call_starts_with},
    {"sum", "a", sum_of},
    {"to_array", "*", call_to_array},
    {"to_number", "*", call_to_number},
    {"to_string", "*", call_to_string},
    {"type", "*", call_type},
    {"values", "o", call_values},
};

bool fits(std::string_view allowed, const Value& value) {
  const auto allows = [&](char letter) { return allowed.find(letter) != std::string_view::npos; };
  return allows('*') || (allows('n') && is_number(value)) || (allows('s') && value.is_string()) ||
         (allows('a') && value.is_list()) || (allows('o') && value.is_map());
}

// "number or string"
std::string words_of(std::string_view allowed) {
  std::string words;
  for (const char letter : allowed) {
    if (!words.empty()) words += " or ";
    words += letter == 'n' ? "number" : letter == 's' ? "string" : letter == 'a' ? "array" : "object";
  }
  return words;
}

// The order of the checks is that of the reference: the name, the number of arguments, then each argument when its turn
// comes. A later argument is not evaluated when an earlier one has a wrong type.
Value Search::call(const Node& node, const Value& value) {
  // Find the function, and check the number of arguments.
  const Function* function = std::find_if(std::begin(functions), std::end(functions),
                                          [&](const Function& known) { return known.name == node.text; });
  if (function == std::end(functions)) {
    std::vector<std::string_view> names;
    for (const Function& known : functions) names.push_back(known.name);
    const auto near = nearest_name(node.text, names);
    throw Error("jmespath-function",
                "JMESPath has no function " + quote(node.text) + (near ? "; did you mean " + quote(*near) + "?" : "."));
  }
  std::string_view parameters = function->parameters;
  const bool takes_more = parameters.ends_with('+');
  if (takes_more) parameters.remove_suffix(1);
  std::vector<std::string_view> allowed;
  for (const std::string_view parameter : Split(parameters, " ")) allowed.push_back(parameter);
  const std::size_t given = node.children.size();
  if (given < allowed.size() || (given > allowed.size() && !takes_more)) {
    throw Error("jmespath-function", "The function " + quote(node.text) + " takes " + (takes_more ? "at least " : "") +
                                         std::to_string(allowed.size()) +
                                         (allowed.size() == 1 ? " argument" : " arguments") + ", not " +
                                         std::to_string(given) + ".");
  }
  // The arguments, evaluated and checked against their types. A reference, &name, is passed on unevaluated.
  List arguments;
  const Node* reference = nullptr;
  for (std::size_t i = 0; i < given; ++i) {
    const std::string_view wanted = allowed[std::min(i, allowed.size() - 1)];
    const Node& argument = *node.children[i];
    if ((wanted == "&") != (argument.kind == Kinds::reference)) {
      throw Error("jmespath-type", "Argument " + std::to_string(i + 1) + " of " + quote(node.text) + " must " +
                                       (wanted == "&" ? "" : "not ") + "be a reference such as &name.");
    }
    if (wanted == "&") {
      reference = argument.children[0].get();
      arguments.push_back(Value::null());
      continue;
    }
    arguments.push_back(visit(argument, value));
    if (!fits(wanted, arguments.back())) {
      throw Error("jmespath-type", "Argument " + std::to_string(i + 1) + " of " + quote(node.text) + " must be " +
                                       words_of(wanted) + ", not " + std::string(type_of(arguments.back())) + ".");
    }
  }
  return function->call({*this, function->name, arguments, reference});
}

// ---- Nodes

Value Search::index(const List& items, std::int64_t number) const {
  const auto size = static_cast<std::int64_t>(items.size());
  if (number < -size || number >= size) return Value::null();
  return items[static_cast<std::size_t>(number < 0 ? number + size : number)];
}

// All operators apart from == and != need two numbers or two strings.
Value Search::compare(const Node& node, const Value& value) {
  const Value left = visit(*node.children[0], value);
  const Value right = visit(*node.children[1], value);
  if (node.text.size() == 2 && (node.text[0] == '=' || node.text[0] == '!'))
    touch(touch(left).is_undefined() ? left : right);
  if (node.text == "==") return Value::boolean(equal(left, right, budget));
  if (node.text == "!=") return Value::boolean(!equal(left, right, budget));
  const auto is_ordered = [](const Value& side) { return is_number(side) || side.is_string(); };
  // As in the reference, an order comparison of other types is null, which is false in a filter.
  if (!is_ordered(left) || !is_ordered(right)) return Value::null();
  if (left.is_string() != right.is_string()) {
    throw Error("jmespath-type", "A string and a number cannot be compared with " + quote(node.text) + ".");
  }
  const Order order = python_order(left, right, budget);
  if (order == Order::unordered) return Value::boolean(false);
  const bool is_met =
      (order == Order::equal && node.text.size() == 2) || order == (node.text[0] == '<' ? Order::less : Order::greater);
  return Value::boolean(is_met);
}

// Results that are null are dropped, so the result may be shorter than the base: `[*].a` of [{a: 1}, {}] is [1].
Value Search::project(const Node& node, const Value& value) {
  const Value base = visit(*node.children[0], value);
  List results;
  const auto add = [&](const Value& item) {
    Value result = visit(*node.children[1], item);
    if (!result.is_null()) results.push_back(std::move(result));
  };
  if (node.kind == Kinds::value_projection) {
    if (!touch(base).is_map()) return Value::null();
    for (const auto& entry : base.as_map()) add(entry.value);
  } else {
    if (!base.is_list()) return Value::null();
    for (const Value& item : base.as_list()) {
      if (node.kind == Kinds::filter_projection && !holds(visit(*node.children[2], item))) continue;
      add(item);
    }
  }
  return Value::list(std::move(results));
}

Value Search::visit(const Node& node, const Value& value) {
  budget.step();
  const Depth depth = budget.enter();
  const auto child = [&](std::size_t number, const Value& of) { return visit(*node.children[number], of); };
  switch (node.kind) {
    case Kinds::current: return value;
    case Kinds::literal: return node.value;
    case Kinds::field: {
      const Value* found = touch(value).is_map() ? value.as_map().find(node.text) : nullptr;
      return found == nullptr ? Value::null() : *found;
    }
    case Kinds::index: {
      const Value base = child(0, value);
      return base.is_list() ? index(base.as_list(), node.number) : Value::null();
    }
    case Kinds::slice: {
      const Value base = child(0, value);
      if (!base.is_list()) return Value::null();
      std::optional<List> taken = slice(base.as_list(), node.bounds, budget);
      if (!taken) throw Error("jmespath-type", "The step of a slice cannot be 0.");
      return Value::list(std::move(*taken));
    }
    // One level only: [[1, [2]], 3] becomes [1, [2], 3].
    case Kinds::flatten: {
      const Value base = child(0, value);
      if (!base.is_list()) return Value::null();
      List flat;
      for (const Value& item : base.as_list()) {
        budget.step();
        if (item.is_list()) {
          flat.insert(flat.end(), item.as_list().begin(), item.as_list().end());
        } else {
          flat.push_back(item);
        }
      }
      return Value::list(std::move(flat));
    }
    case Kinds::sequence: return child(1, child(0, value));
    case Kinds::projection:
    case Kinds::value_projection:
    case Kinds::filter_projection: return project(node, value);
    case Kinds::either: {
      Value left = child(0, value);
      return holds(left) ? left : child(1, value);
    }
    // Both operators return an operand, not a boolean, as in Python: `a || b` is the first that holds.
    case Kinds::both: {
      Value left = child(0, value);
      return holds(left) ? child(1, value) : left;
    }
    case Kinds::negation: return Value::boolean(!holds(child(0, value)));
    case Kinds::comparison: return compare(node, value);
    // A multiselect of null is null, or every missing part would become a list of nulls.
    case Kinds::list: {
      if (value.is_null()) return value;
      List items;
      for (std::size_t i = 0; i < node.children.size(); ++i) items.push_back(child(i, value));
      return Value::list(std::move(items));
    }
    case Kinds::map: {
      if (value.is_null()) return value;
      Map entries;
      for (const JmesPathTree& key : node.children) entries.set(key->text, visit(*key->children[0], value));
      return Value::map(std::move(entries));
    }
    case Kinds::call: return call(node, value);
    case Kinds::key:
    case Kinds::reference: break;
  }
  throw Error("jmespath-type", "A reference such as &name can only be an argument of a function.");
}

}  // namespace

Value search_jmespath(std::string_view expression, const Value& data, Budget& budget,
                      const std::function<void(const Value&)>& touched) {
  const JmesPathTree tree = parse_jmespath(expression, budget);
  return Search(budget, touched).visit(*tree, data);
}

}  // namespace evalground
