// Lazy queries (yaql/standard_library/queries.py): where, select, join, …
//
// Each function returns a generator that holds a cursor of its collection and draws items on demand, as Python's
// generators in the reference do. So `sequence().where($ > 3).first()` ends, and an error in an item appears only when
// that item is drawn.
//
// A cursor's item is valid until the next draw. A lambda may draw from the same iterator, so it gets a copy (`kept`)
// where the item is needed afterwards.

#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/evaluation/memory.hpp"
#include "dialects/yaql/evaluation/quota.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace query_family {
namespace {

[[noreturn]] void refuse_negative(const Signature& signature, std::size_t index) {
  throw Error("value-error", "The argument `" + std::string(signature.parameters[index].name) + "` of `" +
                                 std::string(signature.name) + "` must not be negative.");
}

// Checked at the call, before anything is drawn.
std::int64_t natural(Arguments& arguments, std::size_t index) {
  const std::int64_t count = arguments.count(index);
  if (count < 0) refuse_negative(arguments.signature(), index);
  return count;
}

bool keeps(Evaluator& evaluator, Lambda& predicate, const Value& item) {
  Decisions& decisions = evaluator.context.decisions;
  if (!decisions.recording() || predicate.body() == nullptr) return predicate.test(evaluator, item);
  Decisions::Condition condition(decisions, evaluator.origin_of(*predicate.body()));
  return condition.decides_item(predicate.test(evaluator, item), item.origin());
}

// An item that does not fit costs a call of the lambda, which charges its own steps. An endless sequence without a
// match therefore ends at a limit.
Value where(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0),
                    predicate = arguments.lambda(1)](Value& item) mutable {
    while (const Value* next = cursor.next()) {
      if (!keeps(evaluator, predicate, *next)) continue;
      item = *next;
      return true;
    }
    return false;
  });
}

Value select(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0),
                    selector = arguments.lambda(1)](Value& item) mutable {
    const Value* next = cursor.next();
    if (next == nullptr) return false;
    item = selector(evaluator, *next);
    return true;
  });
}

// `[[1, 2], 3, {a => 1}].selectMany($)` -> `[1, 2, 3, {a => 1}]`: single values and maps are kept whole. Only one level
// is flattened.
Value select_many(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0), selector = arguments.lambda(1),
                    inner = std::optional<Cursor>()](Value& item) mutable {
    for (;;) {
      if (inner) {
        if (inner->next(item)) return true;
        inner.reset();
      }
      const Value* next = cursor.next();
      if (next == nullptr) return false;
      item = selector(evaluator, *next);
      if (!evaluator.is_iterable(item) || item.is_map()) return true;
      inner.emplace(evaluator, item);
    }
  });
}

// The items are skipped at the first draw, not at the call.
Value skip(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([cursor = arguments.cursor(0), left = natural(arguments, 1)](Value& item) mutable {
    for (; left > 0; --left) {
      if (cursor.next() == nullptr) return false;
    }
    return cursor.next(item);
  });
}

// `take(0)` must not draw: `orderBy(…).take(0)` sorts nothing.
Value take(Call& call) {
  Arguments& arguments = arguments_of(call);
  const auto count = natural(arguments, 1);
  if (count == 0) return generator([](Value&) { return false; });
  return generator([cursor = arguments.cursor(0), left = count](Value& item) mutable {
    if (left <= 0 || !cursor.next(item)) return false;
    --left;
    return true;
  });
}

// `is_over` matters: after the first item that does not fit, a later draw must not continue with the items behind it.
Value take_while(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0), predicate = arguments.lambda(1),
                    is_over = false](Value& item) mutable {
    if (is_over || !cursor.next(item)) return false;
    is_over = !predicate.test(evaluator, item);
    return !is_over;
  });
}

// Once an item does not fit, the condition is not evaluated any more.
Value skip_while(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0), predicate = arguments.lambda(1),
                    has_begun = false](Value& item) mutable {
    while (cursor.next(item)) {
      has_begun = has_begun || !predicate.test(evaluator, item);
      if (has_begun) return true;
    }
    return false;
  });
}

// `at` stays 0 until the collection has ended and the first argument is given back.
Value append(Call& call) {
  Arguments& arguments = arguments_of(call);
  List values;
  for (const Arguments::Slot& slot : arguments.rest) values.push_back(slot.value);
  return generator(
      [cursor = arguments.cursor(0), values = std::move(values), at = std::size_t{0}](Value& item) mutable {
        if (at == 0 && cursor.next(item)) return true;
        if (at == values.size()) return false;
        item = values[at++];
        return true;
      });
}

// Opening a cursor may fail, for a collection whose length is known to exceed the limit.
std::vector<Cursor> cursors_of(Arguments& arguments) {
  std::vector<Cursor> cursors;
  for (const Arguments::Slot& slot : arguments.rest) cursors.emplace_back(arguments.evaluator, slot.value);
  return cursors;
}

// All collections are opened at the call, but each is drawn only after the one before it has ended.
Value concat(Call& call) {
  return generator([cursors = cursors_of(arguments_of(call)), at = std::size_t{0}](Value& item) mutable {
    for (; at < cursors.size(); ++at) {
      if (cursors[at].next(item)) return true;
    }
    return false;
  });
}

// A collection is opened only when all before it had an item. Opening may fail, for example when it sorts first.
Value zip(Call& call) {
  Arguments& arguments = arguments_of(call);
  std::vector<Value> collections;
  for (const Arguments::Slot& slot : arguments.rest) collections.push_back(slot.value);
  return generator([&evaluator = arguments.evaluator, collections = std::move(collections),
                    cursors = std::vector<Cursor>()](Value& item) mutable {
    if (collections.empty()) return false;
    List row;
    row.reserve(collections.size());
    for (std::size_t at = 0; at < collections.size(); ++at) {
      if (at == cursors.size()) cursors.emplace_back(evaluator, collections[at]);
      const Value* next = cursors[at].next();
      if (next == nullptr) return false;
      row.push_back(*next);
    }
    item = Value::list(std::move(row));
    return true;
  });
}

// The collections are opened at once, unlike in `zip`. Each is drawn in every row, also after it has ended.
Value zip_longest(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value fallback = Value::null();
  // The reference accepts other names and ignores them.
  for (const Arguments::Named& named : arguments.named) {
    if (named.name == "default") fallback = named.slot.value;
  }
  return generator([cursors = cursors_of(arguments), fallback](Value& item) mutable {
    List row;
    row.reserve(cursors.size());
    bool has_item = false;
    for (Cursor& cursor : cursors) {
      const Value* next = cursor.next();
      has_item = has_item || next != nullptr;
      row.push_back(next == nullptr ? fallback : *next);
    }
    if (!has_item) return false;
    item = Value::list(std::move(row));
    return true;
  });
}

// A nested loop. The second collection is kept while it is drawn, because each item of the first goes through it again.
// So an endless second collection works as long as the first has one item. Time is the product of both lengths, memory
// the length of the second.
Value join(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, first = arguments.cursor(0), second = arguments.cursor(1),
                    predicate = arguments.lambda(2), selector = arguments.lambda(3), kept = List(), left = Value(),
                    at = std::size_t{0}, is_kept = false](Value& item) mutable {
    for (;;) {
      if (left.is_undefined()) {
        if (!first.next(left)) return false;
        at = 0;
      }
      while (true) {
        if (at == kept.size()) {
          const Value* next = is_kept ? nullptr : second.next();
          if (next == nullptr) {
            is_kept = true;
            break;
          }
          kept.push_back(*next);
        }
        const Value right = kept[at++];
        if (!is_true(predicate(evaluator, left, right))) continue;
        item = selector(evaluator, left, right);
        return true;
      }
      left = Value();
    }
  });
}

// The known items are the keys of a map, so 1, 1.0 and true are the same item.
Value distinct(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0), selector = arguments.lambda(1),
                    known = Map()](Value& item) mutable {
    while (cursor.next(item)) {
      const std::size_t before = known.size();
      known.set(key_of(selector.is_given() ? selector(evaluator, item) : item, evaluator.context.budget),
                Value::null());
      if (known.size() == before) continue;
      // The quota of the reference includes its set of known items.
      if (evaluator.settings.quota) evaluator.check_quota(set_size(known.size()));
      return true;
    }
    return false;
  });
}

// `[a, b].enumerate(1)` -> [[1, a], [2, b]]. Each item is a list of two.
Value enumerate(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (arguments[1].is_null()) throw Error("type-error", "The start of `enumerate` must be an integer, not null.");
  // Below 2^62 the index cannot overflow: no collection has that many items. Longer integers are added by Python's
  // rules.
  constexpr std::int64_t far = std::int64_t{1} << 62;
  if (arguments.integer(1) > far || arguments.integer(1) < -far) {
    return generator(
        [&evaluator = arguments.evaluator, cursor = arguments.cursor(0), index = arguments[1]](Value& item) mutable {
          const Value* next = cursor.next();
          if (next == nullptr) return false;
          item = Value::list({index, *next});
          index = evaluator.calculate(Operator::add, index, Value::integer(1));
          return true;
        });
  }
  return generator([cursor = arguments.cursor(0), index = arguments.integer(1)](Value& item) mutable {
    const Value* next = cursor.next();
    if (next == nullptr) return false;
    item = Value::list({Value::integer(index++), *next});
    return true;
  });
}

// `[1, 2, 3].slice(2)` -> `[[1, 2], [3]]`. The result of length 0 is empty, whatever the collection has.
Value slice(Call& call) {
  Arguments& arguments = arguments_of(call);
  // A negative length is reported when the first slice is drawn, as in the reference.
  return generator([cursor = arguments.cursor(0), length = arguments.count(1),
                    signature = &arguments.signature()](Value& item) mutable {
    if (length < 0) refuse_negative(*signature, 1);
    List part;
    while (static_cast<std::int64_t>(part.size()) < length) {
      const Value* next = cursor.next();
      if (next == nullptr) break;
      part.push_back(*next);
    }
    if (part.empty()) return false;
    item = Value::list(std::move(part));
    return true;
  });
}

// The item that fits is a separator and is dropped. A separator at the start or after another gives an empty list, one
// at the end does not.
Value split_where(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0),
                    predicate = arguments.lambda(1)](Value& item) mutable {
    List part;
    while (const Value* next = cursor.next()) {
      const Value kept = *next;
      if (predicate.test(evaluator, kept)) {
        item = Value::list(std::move(part));
        return true;
      }
      part.push_back(kept);
    }
    if (part.empty()) return false;
    item = Value::list(std::move(part));
    return true;
  });
}

// The expression is evaluated for each item. A new list begins where its value changes.
Value slice_where(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0), predicate = arguments.lambda(1),
                    part = List(), last = Value()](Value& item) mutable {
    while (const Value* next = cursor.next()) {
      const Value kept = *next;
      Value mark = predicate(evaluator, kept);
      const bool is_new = !part.empty() && !are_equal(mark, last, evaluator.context.budget);
      last = std::move(mark);
      if (is_new) {
        item = Value::list(std::move(part));
        part = List({kept});
        return true;
      }
      part.push_back(kept);
    }
    if (part.empty()) return false;
    item = Value::list(std::move(part));
    part = List();
    return true;
  });
}

// The index follows Python's slices: -1 splits before the last item, and an index beyond an end gives one empty list.
// Not lazy: both lists are returned at once.
Value split_at(Call& call) {
  Arguments& arguments = arguments_of(call);
  List items;
  Cursor cursor = arguments.cursor(0);
  while (const Value* item = cursor.next()) items.push_back(*item);
  const auto size = static_cast<std::int64_t>(items.size());
  std::int64_t at = arguments.integer(1);
  if (at < 0) at = at < -size ? 0 : at + size;
  const auto middle = items.begin() + static_cast<std::ptrdiff_t>(std::min(at, size));
  return Value::list({Value::list(List(items.begin(), middle)), Value::list(List(middle, items.end()))});
}

// The seed, or else the first item, is the first result. With a seed there is one result more than there are items.
Value accumulate(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, cursor = arguments.cursor(0), selector = arguments.lambda(1),
                    total = arguments[2], has_begun = false](Value& item) mutable {
    if (!has_begun) {
      has_begun = true;
      if (total.is_undefined() && !cursor.next(total)) {
        throw Error("empty-collection", "An empty collection has nothing to accumulate; give a seed.");
      }
    } else {
      const Value* next = cursor.next();
      if (next == nullptr) return false;
      const Value kept = *next;
      total = selector(evaluator, total, kept);
    }
    item = total;
    return true;
  });
}

// All items are drawn at the call, and given back one by one, so memory is freed while the result is drawn.
Value reverse(Call& call) {
  Arguments& arguments = arguments_of(call);
  List items;
  Cursor cursor = arguments.cursor(0);
  while (const Value* item = cursor.next()) items.push_back(*item);
  return generator([items = std::move(items)](Value& item) mutable {
    if (items.empty()) return false;
    item = std::move(items.back());
    items.pop_back();
    return true;
  });
}

// Returns the collection if it has an item. Testing an iterator draws its first item, so it is memorized and can be
// drawn again.
Value default_if_empty(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Value collection =
      is_a(arguments[0], ObjectKind::iterator) ? memorized(arguments.evaluator, arguments[0]) : arguments[0];
  return Cursor(arguments.evaluator, collection).next() == nullptr ? arguments[1] : collection;
}

// `let($.memorize()) -> $.sum() + $.len()`: without it the second function would find the iterator drawn.
Value memorize(Call& call) {
  Arguments& arguments = arguments_of(call);
  // Only iterators are single pass. All other collections can be drawn again already.
  if (!is_a(arguments[0], ObjectKind::iterator)) return arguments[0];
  return memorized(arguments.evaluator, arguments[0]);
}

constexpr Example where_examples[] = {{"$.where($.status = ACTIVE).select($.name)",
                                       R"([{"name": "web", "status": "ACTIVE"}, {"name": "db", "status": "ERROR"}])",
                                       R"(["web"])"}};
constexpr Example select_examples[] = {{"[1, 2, 3].select($ * $)", "", "[1, 4, 9]"}};
constexpr Example select_many_examples[] = {
    {"$.selectMany($.tags)", R"([{"tags": ["a", "b"]}, {"tags": ["c"]}])", R"(["a", "b", "c"])"}};
constexpr Example skip_examples[] = {{"[1, 2, 3].skip(1)", "", "[2, 3]"}};
constexpr Example take_examples[] = {{"sequence().take(3)", "", "[0, 1, 2]"}};
constexpr Example take_while_examples[] = {{"[1, 2, 3, 1].takeWhile($ < 3)", "", "[1, 2]"}};
constexpr Example skip_while_examples[] = {{"[1, 2, 3, 1].skipWhile($ < 3)", "", "[3, 1]"}};
constexpr Example append_examples[] = {{"append([1], 2)", "", "[1, 2]"}};
constexpr Example append_method_examples[] = {{"[1, 2].append(3, 4)", "", "[1, 2, 3, 4]"}};
constexpr Example concat_examples[] = {{"concat([1], [2])", "", "[1, 2]"}};
constexpr Example concat_method_examples[] = {{"[1].concat([2, 3], [4])", "", "[1, 2, 3, 4]"}};
constexpr Example zip_examples[] = {{"[1, 2, 3].zip([4, 5])", "", "[[1, 4], [2, 5]]"}};
constexpr Example zip_longest_examples[] = {{"[1, 2].zipLongest([3], default => 0)", "", "[[1, 3], [2, 0]]"}};
constexpr Example join_examples[] = {{"[1, 2, 3].join([2, 3], $1 > $2, [$1, $2])", "", "[[3, 2]]"}};
constexpr Example distinct_examples[] = {{"distinct([1, 2, 1])", "", "[1, 2]"}};
constexpr Example distinct_method_examples[] = {
    {"[[a, 1], [b, 2], [c, 1]].distinct($[1])", "", R"([["a", 1], ["b", 2]])"}};
constexpr Example enumerate_examples[] = {{"enumerate([a, b], 1)", "", R"([[1, "a"], [2, "b"]])"}};
constexpr Example enumerate_method_examples[] = {{"[a, b].enumerate()", "", R"([[0, "a"], [1, "b"]])"}};
constexpr Example slice_examples[] = {{"range(5).slice(2)", "", "[[0, 1], [2, 3], [4]]"}};
constexpr Example split_where_examples[] = {{"[1, 0, 2, 3].splitWhere($ = 0)", "", "[[1], [2, 3]]"}};
constexpr Example slice_where_examples[] = {{"[a, a, b, a].sliceWhere($ = a)", "", R"([["a", "a"], ["b"], ["a"]])"}};
constexpr Example split_at_examples[] = {{"[1, 2, 3].splitAt(1)", "", "[[1], [2, 3]]"}};
constexpr Example accumulate_examples[] = {{"[1, 2, 3].accumulate($1 + $2)", "", "[1, 3, 6]"}};
constexpr Example reverse_examples[] = {{"[1, 2, 3].reverse()", "", "[3, 2, 1]"}};
constexpr Example default_examples[] = {{"[].defaultIfEmpty([none])", "", R"(["none"])"}};
constexpr Example memorize_examples[] = {{"let(range(4).memorize()) -> $.sum() + $.len()", "", "10"}};

constexpr std::string_view where_aliases[] = {"filter"};
constexpr std::string_view select_aliases[] = {"map"};
constexpr std::string_view take_aliases[] = {"limit"};

}  // namespace
}  // namespace query_family

std::span<const Function> query_functions() {
  using namespace query_family;
  static constexpr Function all[] = {
      {.kind = "method",
       .signature = "where(collection: iterable, predicate: lambda) -> iterator",
       .summary = "The items for which the condition holds.",
       .aliases = where_aliases,
       .examples = where_examples,
       .call = where},
      {.kind = "method",
       .signature = "select(collection: iterable, selector: lambda) -> iterator",
       .summary = "What the expression gives for each item.",
       .aliases = select_aliases,
       .examples = select_examples,
       .call = select},
      {.kind = "method",
       .signature = "selectMany(collection: iterable, selector: lambda) -> iterator",
       .summary = "Like `select`, but the items of resulting collections follow one after the other.",
       .examples = select_many_examples,
       .call = select_many},
      {.kind = "method",
       .signature = "skip(collection: iterable, count: integer) -> iterator",
       .summary = "The items without the first ones.",
       .examples = skip_examples,
       .call = skip},
      {.kind = "method",
       .signature = "take(collection: iterable, count: integer) -> iterator",
       .summary = "The first `count` items.",
       .aliases = take_aliases,
       .examples = take_examples,
       .call = take},
      {.kind = "method",
       .signature = "takeWhile(collection: iterable, predicate: lambda) -> iterator",
       .summary = "The items up to the first for which the condition does not hold.",
       .examples = take_while_examples,
       .call = take_while},
      {.kind = "method",
       .signature = "skipWhile(collection: iterable, predicate: lambda) -> iterator",
       .summary = "The items from the first on for which the condition does not hold.",
       .examples = skip_while_examples,
       .call = skip_while},
      {.kind = "function",
       .signature = "append(collection: iterable, *args: any) -> iterator",
       .summary = "The items, then the arguments.",
       .examples = append_examples,
       .call = append},
      {.kind = "method",
       .signature = "append(collection: iterable, *args: any) -> iterator",
       .summary = "The items, then the arguments.",
       .examples = append_method_examples,
       .call = append},
      {.kind = "function",
       .signature = "concat(*collections: iterable) -> iterator",
       .summary = "The items of the collections one after the other.",
       .examples = concat_examples,
       .call = concat},
      {.kind = "method",
       .signature = "concat(*collections: iterable) -> iterator",
       .summary = "The items of the collections one after the other.",
       .examples = concat_method_examples,
       .call = concat},
      {.kind = "method",
       .signature = "zip(*collections: iterable) -> iterator",
       .summary = "Lists of the items with the same place in each collection, as many as the shortest has.",
       .examples = zip_examples,
       .call = zip},
      {.kind = "method",
       .signature = "zipLongest(*collections: iterable, **default: any) -> iterator",
       .summary =
           "Like `zip`, but as many lists as the longest has items. `default => value` fills the gaps, else null.",
       .examples = zip_longest_examples,
       .call = zip_longest},
      {.kind = "method",
       .signature =
           "join(collection1: iterable, collection2: iterable, predicate: lambda, selector: lambda) -> iterator",
       .summary = "What the selector gives for each pair of items (`$1`, `$2`) for which the condition holds.",
       .examples = join_examples,
       .call = join},
      {.kind = "function",
       .signature = "distinct(collection: iterable, keySelector: lambda = null) -> iterator",
       .summary = "The items without repetitions; the first of equal ones stays.",
       .examples = distinct_examples,
       .call = distinct},
      {.kind = "method",
       .signature = "distinct(collection: iterable, keySelector: lambda = null) -> iterator",
       .summary = "The items without repetitions of themselves or of what the expression gives for them.",
       .examples = distinct_method_examples,
       .call = distinct},
      {.kind = "function",
       .signature = "enumerate(collection: iterable, start: integer? = 0) -> iterator",
       .summary = "Lists of index and item.",
       .examples = enumerate_examples,
       .call = enumerate},
      {.kind = "method",
       .signature = "enumerate(collection: iterable, start: integer? = 0) -> iterator",
       .summary = "Lists of index and item.",
       .examples = enumerate_method_examples,
       .call = enumerate},
      {.kind = "method",
       .signature = "slice(collection: iterable, length: integer) -> iterator",
       .summary = "Lists of that many items each; the last may be shorter.",
       .examples = slice_examples,
       .call = slice},
      {.kind = "method",
       .signature = "splitWhere(collection: iterable, predicate: lambda) -> iterator",
       .summary = "Lists of the items between those for which the condition holds.",
       .examples = split_where_examples,
       .call = split_where},
      {.kind = "method",
       .signature = "sliceWhere(collection: iterable, predicate: lambda) -> iterator",
       .summary = "Lists of neighbours for which the expression gives the same.",
       .examples = slice_where_examples,
       .call = slice_where},
      {.kind = "method",
       .signature = "splitAt(collection: iterable, index: integer) -> list",
       .summary = "Two lists: the items before a position, and the rest.",
       .examples = split_at_examples,
       .call = split_at},
      {.kind = "method",
       .signature = "accumulate(collection: iterable, selector: lambda, seed: any = unset) -> iterator",
       .summary = "All intermediate values of `aggregate`, the seed or first item among them.",
       .examples = accumulate_examples,
       .call = accumulate},
      {.kind = "method",
       .signature = "reverse(collection: iterable) -> iterator",
       .summary = "The items from the last to the first.",
       .examples = reverse_examples,
       .call = reverse},
      {.kind = "method",
       .signature = "defaultIfEmpty(collection: iterable, default: iterable) -> iterable",
       .summary = "The collection itself, or the default when it is empty.",
       .examples = default_examples,
       .call = default_if_empty},
      {.kind = "method",
       .signature = "memorize(collection: iterable) -> iterable",
       .summary = "The items as a collection that can be gone through again.",
       .examples = memorize_examples,
       .call = memorize},
  };
  return all;
}

}  // namespace evalground::yaql
