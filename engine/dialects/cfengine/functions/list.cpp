// Functions on lists: order, selection, tests of their elements. For a container they use the primitives at its top
// level.
// A container's elements are taken as text. Two elements are the same if their texts are.
//
// Arguments are names of variables, calls, or JSON: `'["a", "b"]'`. All of them have been resolved to collections when
// a function here runs.
#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/data/order.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace list_family {
namespace {

// By bytes, by numbers, or by addresses (data/order.cpp).
Value sort(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Value texts = policy.primitives(0);
  return Value::list(sorted(texts.as_list(), policy.text(1), policy.budget()));
}

// The elements for which belongs(element) holds, without duplicates.
template <class F>
Value distinct(const PolicyCall& call, const Value& texts, F&& belongs) {
  Map seen;
  List kept;
  for (const Value& text : texts.as_list()) {
    call.budget().step();
    if (!belongs(text) || seen.contains(text)) continue;
    seen.set(text, Value::null());
    kept.push_back(text);
  }
  return Value::list(std::move(kept));
}

// The first of equal elements stays, so the order of the list remains.
Value unique(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return distinct(policy, policy.primitives(0), [](const Value&) { return true; });
}

// Makes look-up by hash, so the two functions below are linear in the sizes of both lists.
Map set_of(const PolicyCall& call, const Value& texts) {
  Map set;
  set.reserve(texts.as_list().size());
  for (const Value& text : texts.as_list()) {
    call.budget().step();
    set.set(text, Value::null());
  }
  return set;
}

// The result has no duplicates, even if the first list has some.
Value difference(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Map others = set_of(policy, policy.primitives(1));
  return distinct(policy, policy.primitives(0), [&](const Value& text) { return !others.contains(text); });
}

Value intersection(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Map others = set_of(policy, policy.primitives(1));
  return distinct(policy, policy.primitives(0), [&](const Value& text) { return others.contains(text); });
}

Value reverse(Call& call) {
  const PolicyCall& policy = policy_call(call);
  List texts = policy.primitives(0).as_list();
  policy.budget().step(texts.size());
  std::reverse(texts.begin(), texts.end());
  return Value::list(std::move(texts));
}

// The order depends only on the seed text. The seed is a hash of that text. The swaps are those of Fisher and Yates, so
// every order is equally likely.
Value shuffle(Call& call) {
  const PolicyCall& policy = policy_call(call);
  List texts = policy.primitives(0).as_list();
  std::int64_t seed = 0;
  for (const char c : policy.text(1))
    seed =
        static_cast<std::int64_t>((static_cast<std::uint64_t>(seed) * 1099511628211U) ^ static_cast<unsigned char>(c));
  Random random(seed);
  for (std::size_t left = texts.size(); left > 1; --left) {
    policy.budget().step();
    std::swap(texts[left - 1], texts[static_cast<std::size_t>(random.below(left))]);
  }
  return Value::list(std::move(texts));
}

// How the elements of a list are tested.
// By equality or by a pattern that matches the whole element. The pattern is compiled once for all elements.
class ElementTest {
 public:
  ElementTest(const PolicyCall& call, std::string_view wanted, bool is_pattern)
      : call_(call), wanted_(wanted), regex_(is_pattern ? &compile_pattern(call.context, wanted) : nullptr) {}
  bool operator()(const Value& text) const {
    call_.budget().step();
    if (regex_ == nullptr) return text.as_string() == wanted_;
    return regex_->matches(text.as_string(), RegexAnchor::both, call_.budget());
  }

 private:
  const PolicyCall& call_;
  std::string_view wanted_;
  const Regex* regex_;
};

// With `is_inverted` the elements that do not fit are kept. The limit counts kept elements.
Value filtered(const PolicyCall& call, bool is_pattern, bool is_inverted, std::uint64_t most) {
  const ElementTest fits(call, call.text(0), is_pattern);
  List kept;
  const Value texts = call.scalars(1);
  for (const Value& text : texts.as_list()) {
    if (kept.size() >= most) break;
    if (fits(text) != is_inverted) kept.push_back(text);
  }
  return Value::list(std::move(kept));
}

Value filter(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return filtered(policy, policy.flag(2), policy.flag(3), static_cast<std::uint64_t>(policy.integer(4)));
}

Value grep(Call& call) {
  return filtered(policy_call(call), true, false, ~0ULL);
}

// False for an empty list, unlike in logic.
Value every(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Value texts = policy.scalars(1);
  const ElementTest fits(policy, policy.text(0), true);
  const List& list = texts.as_list();
  return Value::boolean(!list.empty() && std::all_of(list.begin(), list.end(), fits));
}

// some(), none() and reglist() are this test, with the arguments in different orders.
bool some_fit(const PolicyCall& call, std::size_t list, std::size_t pattern) {
  const Value texts = call.scalars(list);
  const ElementTest fits(call, call.text(pattern), true);
  return std::any_of(texts.as_list().begin(), texts.as_list().end(), fits);
}

Value some(Call& call) {
  return Value::boolean(some_fit(policy_call(call), 1, 0));
}

// True for an empty list.
Value none(Call& call) {
  return Value::boolean(!some_fit(policy_call(call), 1, 0));
}

Value reglist(Call& call) {
  return Value::boolean(some_fit(policy_call(call), 0, 1));
}

// -1 is the last element. For an object the text is a key. Containers within the collection are not text, so they fail.
Value nth(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Value& collection = policy.collection(0);
  std::string key(policy.text(1));
  if (collection.is_list()) {
    if (const std::optional<std::int64_t> index = policy.evaluator.integer(key)) {
      const auto size = static_cast<std::int64_t>(collection.as_list().size());
      key = std::to_string(*index < 0 && *index >= -size ? size + *index : *index);
    }
  }
  const Value* item = item_of(collection, key);
  if (item == nullptr) policy.fail("The collection has no element " + quote(policy.text(1)) + ".");
  if (item->is_list() || item->is_map())
    policy.fail("The element " + quote(policy.text(1)) + " is a container, not text.");
  return item->is_string() ? *item : Value::string(primitive_text(*item));
}

// `head` or `tail`, with at most as many elements as the list has.
Value sublist(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Value texts = policy.primitives(0);
  const List& all = texts.as_list();
  const std::size_t count =
      static_cast<std::size_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(policy.integer(2)), all.size()));
  const auto begin = policy.text(1) == "head" ? all.begin() : all.end() - static_cast<std::ptrdiff_t>(count);
  policy.budget().step(count);
  return Value::list(List(begin, begin + static_cast<std::ptrdiff_t>(count)));
}

// An object counts by its keys.
Value length(Call& call) {
  const Value& collection = policy_call(call).collection(0);
  const std::size_t count = collection.is_list() ? collection.as_list().size() : collection.as_map().size();
  return Value::string(std::to_string(count));
}

// Sorts the whole list: the order may be by addresses, where no simple comparison of two texts exists.
Value extreme(Call& call, bool is_largest) {
  const PolicyCall& policy = policy_call(call);
  const List texts = sorted(policy.scalars(0).as_list(), policy.text(1), policy.budget());
  if (texts.empty()) policy.fail("The collection has no element.");
  return is_largest ? texts.back() : texts.front();
}

Value max(Call& call) {
  return extreme(call, true);
}

Value min(Call& call) {
  return extreme(call, false);
}

// "host[-2-5].net" as its parts.
struct Range {
  std::string_view head;
  std::int64_t first;
  std::int64_t last;
  std::string_view tail;
};

// Takes an integer from the beginning of a text, with its sign and blanks before it.
std::optional<std::int64_t> take_integer(std::string_view& text) {
  const std::string_view trimmed = trim_start(text);
  const std::size_t sign = trimmed.starts_with('-') || trimmed.starts_with('+') ? 1 : 0;
  const std::size_t end = std::min(trimmed.find_first_not_of("0123456789", sign), trimmed.size());
  text = trimmed.substr(end);
  const ParsedNumber<std::int64_t> parsed = parse_loose_integer(trimmed.substr(0, end));
  return parsed ? std::optional(parsed.value) : std::nullopt;
}

// Nothing without two integers, joined by "-", after the first bracket. What follows them counts only after "]".
std::optional<Range> range_of(std::string_view text) {
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(open + 1);
  const std::optional<std::int64_t> first = take_integer(rest);
  if (!first || !rest.starts_with('-')) return std::nullopt;
  rest.remove_prefix(1);
  const std::optional<std::int64_t> last = take_integer(rest);
  if (!last) return std::nullopt;
  return Range{text.substr(0, open), *first, *last, rest.starts_with(']') ? rest.substr(1) : std::string_view()};
}

// "host[1-5]" -> host1 … host5. Up to 3.27 a step may not exceed the range.
Value expandrange(Call& call) {
  PolicyCall& policy = policy_call(call);
  const std::string_view text = policy.text(0);
  const std::int64_t step = policy.integer(1);
  const std::optional<Range> range = range_of(text);
  const bool is_old = policy.evaluator.release == Release::r3_21;
  if (step < 1 && !is_old) policy.fail("The step of expandrange must be at least 1.");
  if (!range) {
    policy.evaluator.abort_run(call.where,
                               "expandrange takes a text with a range such as \"host[1-5]\", not " + quote(text) + ".");
  }
  const auto [head, first, last, tail] = *range;
  if (is_old) {
    const std::optional<std::int64_t> width = checked_subtract(std::max(first, last), std::min(first, last));
    if (step < 1) policy.evaluator.abort_run(call.where, "The step of expandrange must be at least 1.");
    if (first != last && width && step > *width)
      policy.evaluator.abort_run(call.where, "The step of expandrange is greater than its range.");
  }
  const bool is_rising = first <= last;
  List names;
  for (std::int64_t number = first; is_rising ? number <= last : number >= last;) {
    policy.budget().step();
    names.push_back(Value::string(std::string(head) + std::to_string(number) + std::string(tail)));
    const std::optional<std::int64_t> next = is_rising ? checked_add(number, step) : checked_subtract(number, step);
    if (!next) break;
    number = *next;
  }
  return Value::list(std::move(names));
}

constexpr Example sort_examples[] = {
    {R"(sort('["b", "a", "c"]'))", "", R"(["a", "b", "c"])"},
    {R"(sort('["10", "9", "100"]', "int"))", "", R"(["9", "10", "100"])"},
    {R"(sort('["10.0.0.10", "10.0.0.9"]', "ip"))", "", R"(["10.0.0.9", "10.0.0.10"])"}};
constexpr Example unique_examples[] = {{R"(unique('["b", "a", "b"]'))", "", R"(["b", "a"])"}};
constexpr Example reverse_examples[] = {{R"(reverse('["a", "b", "c"]'))", "", R"(["c", "b", "a"])"}};
constexpr Example shuffle_examples[] = {{R"(sort(shuffle('["c", "a", "b"]', "seed")))", "", R"(["a", "b", "c"])"}};
constexpr Example difference_examples[] = {{R"(difference('["a", "b", "c"]', '["b"]'))", "", R"(["a", "c"])"}};
constexpr Example intersection_examples[] = {{R"(intersection('["a", "b", "c"]', '["c", "b"]'))", "", R"(["b", "c"])"}};
constexpr Example filter_examples[] = {
    {R"(filter("web.*", '["web1", "db1", "web2"]', "true", "false", 999))", "", R"(["web1", "web2"])"}};
constexpr Example grep_examples[] = {{R"(grep("web.*", '["web1", "db1", "web2"]'))", "", R"(["web1", "web2"])"}};
constexpr Example every_examples[] = {{R"(every("web\d", '["web1", "web2"]'))", "", R"("any")"}};
constexpr Example some_examples[] = {{R"(some("db.*", '["web1", "web2"]'))", "", R"("!any")"}};
constexpr Example none_examples[] = {{R"(none("db.*", '["web1", "web2"]'))", "", R"("any")"}};
constexpr Example reglist_examples[] = {{R"(reglist('["web1", "db1"]', "db\d"))", "", R"("any")"}};
constexpr Example regarray_examples[] = {
    {R"(regarray(role, "d.*"))", R"(bundle agent main { vars: "role[a]" string => "web"; "role[b]" string => "db"; })",
     R"("any")"}};
constexpr Example nth_examples[] = {{R"(nth('["a", "b", "c"]', "-1"))", "", R"("c")"},
                                    {R"(nth('{"port": 80}', "port"))", "", R"("80")"}};
constexpr Example sublist_examples[] = {{R"(sublist('["a", "b", "c"]', "tail", 2))", "", R"(["b", "c"])"}};
constexpr Example length_examples[] = {{R"(length('["a", "b"]'))", "", R"("2")"}};
constexpr Example max_examples[] = {{R"(max('["10", "9", "100"]', "int"))", "", R"("100")"}};
constexpr Example min_examples[] = {{R"(min('["10", "9", "100"]', "int"))", "", R"("9")"}};
constexpr Example expandrange_examples[] = {{R"(expandrange("host[1-5]", 2))", "", R"(["host1", "host3", "host5"])"}};

}  // namespace
}  // namespace list_family

std::span<const Function> list_functions() {
  using namespace list_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "sort(list: collection, order: option{lex|int|real|IP|ip|MAC|mac} = 'lex') -> slist",
       .summary = "The elements in order: of bytes, numbers or addresses.",
       .examples = sort_examples,
       .call = sort},
      {.kind = "function",
       .signature = "unique(list: collection) -> slist",
       .summary = "Each element once, at its first place.",
       .examples = unique_examples,
       .call = unique},
      {.kind = "function",
       .signature = "reverse(list: collection) -> slist",
       .summary = "The elements from the last to the first.",
       .examples = reverse_examples,
       .call = reverse},
      {.kind = "function",
       .signature = "shuffle(list: collection, seed: text) -> slist",
       .summary = "The elements in an order that depends only on the seed.",
       .examples = shuffle_examples,
       .call = shuffle},
      {.kind = "function",
       .signature = "difference(list: collection, without: collection) -> slist",
       .summary = "The elements that the second list lacks.",
       .examples = difference_examples,
       .call = difference},
      {.kind = "function",
       .signature = "intersection(list: collection, other: collection) -> slist",
       .summary = "The elements that both lists have.",
       .examples = intersection_examples,
       .call = intersection},
      {.kind = "function",
       .signature =
           "filter(wanted: text, list: collection, is_pattern: boolean, is_inverted: boolean, most: int[0,inf]) -> "
           "slist",
       .summary = "The elements that are, or match, what is wanted; at most so many.",
       .examples = filter_examples,
       .call = filter},
      {.kind = "function",
       .signature = "grep(pattern: text, list: collection) -> slist",
       .summary = "The elements that match a pattern.",
       .examples = grep_examples,
       .call = grep},
      {.kind = "function",
       .signature = "every(pattern: text, list: collection) -> context",
       .summary = "True when all elements match a pattern and there is one.",
       .examples = every_examples,
       .call = every},
      {.kind = "function",
       .signature = "some(pattern: text, list: collection) -> context",
       .summary = "True when an element matches a pattern.",
       .examples = some_examples,
       .call = some},
      {.kind = "function",
       .signature = "none(pattern: text, list: collection) -> context",
       .summary = "True when no element matches a pattern.",
       .examples = none_examples,
       .call = none},
      {.kind = "function",
       .signature = "reglist(list: collection, pattern: text) -> context",
       .summary = "True when an element matches a pattern.",
       .examples = reglist_examples,
       .call = reglist},
      {.kind = "function",
       .signature = "regarray(array: collection, pattern: text) -> context",
       .summary = "True when a value of an array matches a pattern.",
       .examples = regarray_examples,
       .call = reglist},
      {.kind = "function",
       .signature = "nth(collection: collection, key: text) -> string",
       .summary = "The element at a position, from the end when negative, or under a key.",
       .examples = nth_examples,
       .call = nth},
      {.kind = "function",
       .signature = "sublist(list: collection, end: option{head|tail}, count: int[0,inf]) -> slist",
       .summary = "The first or last elements.",
       .examples = sublist_examples,
       .call = sublist},
      {.kind = "function",
       .signature = "length(collection: collection) -> int",
       .summary = "The number of elements or keys.",
       .examples = length_examples,
       .call = length},
      {.kind = "function",
       .signature = "max(list: collection, order: option{lex|int|real|IP|ip|MAC|mac}) -> string",
       .summary = "The largest element.",
       .examples = max_examples,
       .call = max},
      {.kind = "function",
       .signature = "min(list: collection, order: option{lex|int|real|IP|ip|MAC|mac}) -> string",
       .summary = "The smallest element.",
       .examples = min_examples,
       .call = min},
      {.kind = "function",
       .signature = "expandrange(text: text, step: int[0,inf]) -> slist",
       .summary = "One text for each number of a range.",
       .changed = "3.28",
       .examples = expandrange_examples,
       .call = expandrange},
  };
  return all;
}

}  // namespace evalground::cfengine
