// Ordering, grouping and merging, after orderBy, groupBy and mergeWith of yaql.standard_library.queries:
//   {a => {x => 1}}.mergeWith({a => {y => 2}})  ->  {"a": {"x": 1, "y": 2}}

#include <utility>

#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/evaluation/ordering.hpp"
#include "dialects/yaql/evaluation/quota.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace order_family {
namespace {

// Nothing is sorted yet: thenBy may add further keys until the first item is drawn.
template <bool is_descending>
Value order_by(Call& call) {
  Arguments& arguments = arguments_of(call);
  Ref<Ordering> ordering(
      new Ordering([cursor = arguments.cursor(0)](Value& item) mutable { return cursor.next(item); }));
  ordering->add({arguments.lambda(1), is_descending});
  return Value::object(Ref<Object>(ordering.get()));
}

// Adds a key to the ordering itself: the result is the same object.
template <bool is_descending>
Value then_by(Call& call) {
  Arguments& arguments = arguments_of(call);
  static_cast<Ordering&>(arguments[0].as_object()).add({arguments.lambda(1), is_descending});
  return arguments[0];
}

// Applies the aggregator of groupBy to each group. It receives the values of the group. Queries for old versions of
// yaql expect the pair of key and values instead, and return a pair. While all results so far could be those of an old
// query, a failure switches to the old form. If the old form fails as well, the first error is reported.
class Aggregation {
 public:
  Aggregation(Evaluator& evaluator, Lambda aggregator) : evaluator_(evaluator), aggregator_(std::move(aggregator)) {}

  // Only errors that the old form would cause switch to it. Any other error is one of the query.
  Value operator()(const Value& key, const Value& values) {
    if (!problem_) {
      try {
        Value result = aggregator_(evaluator_, values);
        if (may_be_old_ && !looks_like_pair(values, result)) may_be_old_ = false;
        return Value::list({key, std::move(result)});
      } catch (const Error& error) {
        const std::string& code = error.diagnostic.code;
        const bool is_of_form = code.starts_with("no-matching") || code.starts_with("unknown-") ||
                                code == "index-out-of-range" || code == "missing-key";
        if (!may_be_old_ || !is_of_form) throw;
        problem_ = error.diagnostic;
      }
    }
    const Value pair = Value::list({key, values});
    return recover(
        [&] {
          Value result = aggregator_(evaluator_, pair);
          if (!result.is_list() || result.as_list().size() != 2) throw Error(*problem_);
          return result;
        },
        [&](const Error&) -> Value { throw Error(*problem_); });
  }

 private:
  // Whether the result could also be that of an old query: a group of two values whose result begins with its first
  // value. Any other result proves the new form.
  bool looks_like_pair(const Value& values, const Value& result) const {
    return values.as_list().size() == 2 && result.is_list() && result.as_list().size() == 2 &&
           are_equal(result.as_list()[0], values.as_list()[0], evaluator_.context.budget);
  }

  Evaluator& evaluator_;
  Lambda aggregator_;
  bool may_be_old_ = true;
  std::optional<Diagnostic> problem_;  // the error of the new form; set: the old form is in use
};

// The groups are complete before the first is drawn, in the order of their first items. The aggregator runs lazily, one
// group at a time. `places` maps a key to the index of its group.
Value group_by(Call& call) {
  Arguments& arguments = arguments_of(call);
  Evaluator& evaluator = arguments.evaluator;
  Cursor cursor = arguments.cursor(0);
  Lambda key = arguments.lambda(1);
  Lambda value = arguments.lambda(2);
  Lambda aggregator = arguments.lambda(3);
  Map places;
  std::vector<List> groups;
  while (const Value* item = cursor.next()) {
    Value name = key_of(key(evaluator, *item), arguments.budget());
    const std::optional<std::size_t> place = places.position(name);
    if (!place) {
      places.set(std::move(name), Value::null());
      groups.emplace_back();
      if (evaluator.settings.quota) evaluator.check_quota(built_dict_size(places.size()));
    }
    groups[place.value_or(groups.size() - 1)].push_back(value.is_given() ? value(evaluator, *item) : *item);
  }
  return generator([places = std::move(places), groups = std::move(groups), at = std::size_t{0},
                    aggregation = aggregator.is_given()
                                      ? std::optional<Aggregation>(Aggregation(evaluator, std::move(aggregator)))
                                      : std::nullopt](Value& item) mutable {
    if (at == groups.size()) return false;
    const Value name = plain_key(places.entry(at).key);
    const Value values = Value::list(std::move(groups[at++]));
    item = aggregation ? (*aggregation)(name, values) : Value::list({name, values});
    return true;
  });
}

// mergeWith: the second dictionary takes precedence. Only its values decide how to merge: a dictionary or list in it
// must meet one of the same kind, while any other value replaces even a dictionary.
class Merging {
 public:
  Merging(Arguments& arguments)
      : evaluator_(arguments.evaluator), merge_lists_(arguments.lambda(2)), merge_items_(arguments.lambda(3)) {}

  // `levels`: the number of levels to merge, 0 for no limit. At the last level dictionaries and lists are replaced like
  // other values.
  Value merge(const Value& first, const Value& second, std::int64_t levels) {
    const Depth depth = evaluator_.context.budget.enter();
    Value result = first;
    Map& entries = result.edit_map();
    for (const auto& [key, value] : second.as_map()) {
      evaluator_.context.budget.step();
      const Value* known = first.as_map().find(key);
      entries.set(key, known == nullptr ? value : merge_entry(*known, value, levels));
    }
    evaluator_.check_quota(built_dict_size(entries.size()));
    return std::move(result).with_origin(0);
  }

 private:
  // `levels` counts down to 1, and 0 means no limit, so it is never decreased.
  Value merge_entry(const Value& first, const Value& second, std::int64_t levels) {
    if (levels != 1 && second.is_map()) {
      if (!first.is_map()) wrong(first, second);
      return merge(first, second, levels == 0 ? 0 : levels - 1);
    }
    if (levels != 1 && second.is_list()) {
      if (!first.is_list()) wrong(first, second);
      return merge_lists_.is_given() ? evaluated(merge_lists_, first, second) : distinct(first, second);
    }
    return merge_items_.is_given() ? evaluated(merge_items_, first, second) : second;
  }

  [[noreturn]] static void wrong(const Value& first, const Value& second) {
    throw Error("wrong-argument", "Cannot merge " + with_article(kind_name(first.kind())) + " with " +
                                      with_article(kind_name(second.kind())) + ".");
  }

  Value evaluated(Lambda& lambda, const Value& first, const Value& second) {
    Value result = lambda(evaluator_, first, second);
    return result;
  }

  // The items of both lists without duplicates: [1, 2] and [2, 3] -> [1, 2, 3].
  Value distinct(const Value& first, const Value& second) {
    Map known;
    List items;
    for (const Value* list : {&first, &second}) {
      for (const Value& item : list->as_list()) {
        evaluator_.context.budget.step();
        const std::size_t before = known.size();
        known.set(key_of(item, evaluator_.context.budget), Value::null());
        if (known.size() != before) items.push_back(item);
      }
    }
    return Value::list(std::move(items));
  }

  Evaluator& evaluator_;
  Lambda merge_lists_;
  Lambda merge_items_;
};

Value merge_with(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Merging(arguments).merge(arguments[0], arguments[1], std::max<std::int64_t>(arguments.integer(4), 0));
}

constexpr Example order_examples[] = {{"[3, null, 1].orderBy($)", "", "[null, 1, 3]"}};
constexpr Example descending_examples[] = {{"[4, 2, 3].orderByDescending($)", "", "[4, 3, 2]"}};
constexpr Example then_examples[] = {
    {"[[b, 2], [a, 2], [c, 1]].orderBy($[1]).thenBy($[0]).select($[0])", "", R"(["c", "a", "b"])"}};
constexpr Example then_descending_examples[] = {
    {"[[a, 2], [b, 2], [c, 1]].orderBy($[1]).thenByDescending($[0]).select($[0])", "", R"(["c", "b", "a"])"}};
constexpr Example group_examples[] = {
    {"$.groupBy($.zone, $.cpus, $.sum())",
     R"([{"zone": "a", "cpus": 1}, {"zone": "b", "cpus": 2}, {"zone": "a", "cpus": 4}])", R"([["a", 5], ["b", 2]])"}};
constexpr Example merge_examples[] = {{"{a => 1, b => {c => [1]}}.mergeWith({b => {c => [1, 2], d => 3}})", "",
                                       R"({"a": 1, "b": {"c": [1, 2], "d": 3}})"},
                                      {"{a => 1}.mergeWith({a => 2},, $1 + $2)", "", R"({"a": 3})"}};

}  // namespace
}  // namespace order_family

std::span<const Function> order_functions() {
  using namespace order_family;
  static constexpr Function all[] = {
      {.kind = "method",
       .signature = "orderBy(collection: iterable, selector: lambda) -> ordering",
       .summary = "The items in the order of what the expression gives for them; equal ones keep their order.",
       .details = "Compares with `<`, so null comes first and mixed types are an error.",
       .examples = order_examples,
       .call = order_by<false>},
      {.kind = "method",
       .signature = "orderByDescending(collection: iterable, selector: lambda) -> ordering",
       .summary = "The items from the largest to the smallest; equal ones keep their order.",
       .examples = descending_examples,
       .call = order_by<true>},
      {.kind = "method",
       .signature = "thenBy(collection: ordering, selector: lambda) -> ordering",
       .summary = "Orders what an ordering has as equal.",
       .examples = then_examples,
       .call = then_by<false>},
      {.kind = "method",
       .signature = "thenByDescending(collection: ordering, selector: lambda) -> ordering",
       .summary = "Orders what an ordering has as equal, from the largest to the smallest.",
       .examples = then_descending_examples,
       .call = then_by<true>},
      {.kind = "method",
       .signature = "groupBy(collection: iterable, keySelector: lambda, valueSelector: lambda = null, "
                    "aggregator: lambda = null) -> iterator",
       .summary = "Lists of key and values, in the order in which the keys first appear.",
       .details =
           "The aggregator is given the list of values and what it gives replaces it. Where it fails for want of a "
           "function or an index, it is given `[key, values]` instead and must give a pair.",
       .examples = group_examples,
       .call = group_by},
      {.kind = "method",
       .signature = "mergeWith(dict: dict, another: dict, listMerger: lambda = null, itemMerger: lambda = null, "
                    "maxLevels: integer = 0) -> dict",
       .summary =
           "Both dictionaries merged deeply: dictionaries key by key, lists without repetitions, of other values the "
           "second.",
       .details =
           "`listMerger` and `itemMerger` are given both values as `$1` and `$2`. With `maxLevels` above 0 deeper "
           "levels are not merged but replaced.",
       .examples = merge_examples,
       .call = merge_with},
  };
  return all;
}

}  // namespace evalground::yaql
