// Lists and dictionaries: create, read and change them (yaql/standard_library/collections.py).
//
// No function changes its argument. Functions on lists and dictionaries copy and edit the copy; Value copies on write,
// so the copy costs nothing when the argument is not used elsewhere. Functions on iterables return a lazy iterator.
// Most names have an overload for each: `insert` counts a negative position from the end of a list, but inserts nothing
// into an iterator.

#include <algorithm>

#include "base/text/utf8.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/evaluation/quota.hpp"
#include "dialects/yaql/functions/families.hpp"
#include "value/big_integer.hpp"

namespace evalground::yaql {
namespace collection_family {
namespace {

// Copying a whole collection is cheaper than evaluating: one step pays for this many items.
constexpr std::size_t copied_per_step = 8;

// Adds the value, or the items of an iterator, recursively. A list stays one item: `list(1, range(2), [3])` -> [1, 0,
// 1, [3]].
template <class Add>
void splice(Evaluator& evaluator, const Value& value, const Add& add) {
  if (!is_a(value, ObjectKind::iterator)) return add(value);
  const Depth depth = evaluator.context.budget.enter();
  Cursor cursor(evaluator, value);
  while (const Value* item = cursor.next()) {
    const Value kept = *item;
    splice(evaluator, kept, add);
  }
}

Value make_list(Call& call) {
  Arguments& arguments = arguments_of(call);
  List items;
  for (const Arguments::Slot& slot : arguments.rest) {
    splice(arguments.evaluator, slot.value, [&](const Value& item) {
      items.push_back(item);
      arguments.evaluator.check_length(items.size());
    });
  }
  return Value::list(std::move(items));
}

Value to_list(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (arguments[0].is_list()) return arguments[0];
  Cursor cursor = arguments.cursor(0);
  List items;
  while (const Value* item = cursor.next()) items.push_back(*item);
  return Value::list(std::move(items));
}

// Yields the innermost items of nested collections. Dictionaries and texts are items. The stack of cursors replaces
// recursion, because a generator must be able to pause at each item.
class Flattening {
 public:
  Flattening(Evaluator& evaluator, Cursor cursor) : evaluator_(evaluator) { cursors_.push_back(std::move(cursor)); }

  bool operator()(Value& item) {
    while (!cursors_.empty()) {
      if (!cursors_.back().next(item)) {
        cursors_.pop_back();
      } else if (evaluator_.is_iterable(item) && !item.is_map()) {
        if (cursors_.size() > evaluator_.context.budget.limits().depth) {
          throw LimitError(Limit::depth, evaluator_.context.budget.limits().depth);
        }
        cursors_.push_back(Cursor::unlimited(evaluator_, item));
      } else {
        return true;
      }
    }
    return false;
  }

 private:
  Evaluator& evaluator_;
  std::vector<Cursor> cursors_;
};

Value flatten(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator(Flattening(arguments.evaluator, arguments.cursor(0)));
}

// The first two parts of anything that Python can unpack: characters of a text, keys of a dictionary, items of a
// collection. False when there are fewer. So `dict([ab, [1, 2]])` -> {a: b, 1: 2}.
bool first_two(Evaluator& evaluator, const Value& item, Value& first, Value& second) {
  if (item.is_string()) {
    const std::string_view text = item.as_string();
    if (count_code_points(text) < 2) return false;
    first = Value::string(slice_code_points(text, 0, 1));
    second = Value::string(slice_code_points(text, 1, 2));
    return true;
  }
  if (!item.is_map() && !evaluator.is_iterable(item)) return false;
  Cursor parts = Cursor::unlimited(evaluator, item);
  return parts.next(first) && parts.next(second);
}

Value dict_of_pairs(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  Map entries;
  while (const Value* item = cursor.next()) {
    const Value pair = *item;
    Value key;
    Value value;
    if (!first_two(arguments.evaluator, pair, key, value)) {
      throw Error("wrong-argument",
                  "An item of `dict` must be a pair of key and value, not " + short_text(pair, 60) + ".");
    }
    entries.set(key_of(key, arguments.budget()), std::move(value));
  }
  return Value::map(std::move(entries));
}

// Sets the `key => value` arguments of a call. Called as `call(dict, [], {a => 1})` a pair has a name and a value;
// written out it has two expressions.
void set_pairs(Arguments& arguments, Map& entries) {
  for (const Arguments::Named& pair : arguments.named) {
    Value key = pair.key == nullptr
                    ? Value::string(pair.name)
                    : key_of(arguments.evaluator.evaluate(*pair.key, arguments.scope), arguments.budget());
    entries.set(std::move(key), pair.slot.node == nullptr
                                    ? pair.slot.value
                                    : arguments.evaluator.evaluate(*pair.slot.node, arguments.scope));
  }
}

Value make_dict(Call& call) {
  Map entries;
  set_pairs(arguments_of(call), entries);
  return Value::map(std::move(entries));
}

Value to_dict(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(0);
  Lambda key = arguments.lambda(1);
  Lambda value = arguments.lambda(2);
  Map entries;
  entries.reserve(cursor.known_size());
  while (const Value* item = cursor.next()) {
    Value name = key_of(key(arguments.evaluator, *item), arguments.budget());
    entries.set(std::move(name), value.is_given() ? value(arguments.evaluator, *item) : *item);
    if (arguments.evaluator.settings.quota) arguments.evaluator.check_quota(built_dict_size(entries.size()));
  }
  return Value::map(std::move(entries));
}

const Value* find_in(Arguments& arguments, const Value& dict, const Value& key) {
  return key.is_string() ? dict.as_map().find(key.as_string()) : dict.as_map().find(key_of(key, arguments.budget()));
}

Value get(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Value* found = find_in(arguments, arguments[0], arguments[1]);
  if (found != nullptr) return *found;
  // An explicit default says that the key may be absent, so only a call without one gets a hint.
  if (arguments.node.arguments.size() == 1 && arguments.node.arguments[0] != nullptr) {
    arguments.evaluator.note_absent(*arguments.node.arguments[0], arguments[0], arguments[1]);
  }
  return arguments[2];
}

Value set_value(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value result = arguments[0];
  arguments.budget().step(result.as_map().size() / copied_per_step);
  result.edit_map().set(key_of(arguments[1], arguments.budget()), arguments[2]);
  return std::move(result).with_origin(0);
}

Value set_all(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value result = arguments[0];
  arguments.budget().step(result.as_map().size() / copied_per_step);
  for (const auto& [key, value] : arguments[1].as_map()) {
    arguments.budget().step();
    result.edit_map().set(key, value);
  }
  return std::move(result).with_origin(0);
}

Value set_each(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value result = arguments[0];
  arguments.budget().step(result.as_map().size() / copied_per_step);
  set_pairs(arguments, result.edit_map());
  return std::move(result).with_origin(0);
}

template <View::Part part>
Value view(Call& call) {
  return Value::object(Ref<Object>(new View(arguments_of(call)[0], part)));
}

Value contains(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::boolean(arguments.evaluator.compare(Operator::in, arguments[1], arguments[0]));
}

Value contains_key(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::boolean(find_in(arguments, arguments[0], arguments[1]) != nullptr);
}

Value contains_value(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Map& entries = arguments[0].as_map();
  return Value::boolean(std::any_of(entries.begin(), entries.end(), [&](const Map::Entry& entry) {
    arguments.budget().step();
    return are_equal(entry.value, arguments[1], arguments.budget());
  }));
}

Value is_list(Call& call) {
  return Value::boolean(arguments_of(call)[0].is_list());
}

Value is_dict(Call& call) {
  return Value::boolean(arguments_of(call)[0].is_map());
}

Value is_iterable(Call& call) {
  Arguments& arguments = arguments_of(call);
  return Value::boolean(arguments.evaluator.is_iterable(arguments[0]) && !arguments[0].is_map());
}

Value length(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Value& value = arguments[0];
  std::size_t size = 0;
  if (value.is_list()) {
    size = value.as_list().size();
  } else if (!value.is_object()) {
    size = value.as_map().size();
  } else {
    size = static_cast<const View&>(value.as_object()).dict.as_map().size();
  }
  return Value::integer(static_cast<std::int64_t>(size));
}

// Counts all items without the limit of iterators, as the reference does.
Value length_of_iterator(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value pass = static_cast<Iterator&>(arguments[0].as_object()).start();
  if (pass.is_undefined()) pass = arguments[0];
  Value item;
  std::int64_t count = 0;
  const Depth depth = arguments.budget().enter();
  while (pass.as_object().next(arguments.context, item)) {
    arguments.budget().step();
    ++count;
  }
  return Value::integer(count);
}

// Whether `place` is within `count` places from `position` on. A negative count has no end. The difference is unsigned,
// so that it cannot overflow.
bool is_within(std::int64_t place, std::int64_t position, std::int64_t count) {
  if (place < position) return false;
  const std::uint64_t distance = static_cast<std::uint64_t>(place) - static_cast<std::uint64_t>(position);
  return count < 0 || distance < static_cast<std::uint64_t>(count);
}

Value delete_items(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([cursor = arguments.cursor(0), position = arguments.integer(1), count = arguments.integer(2),
                    at = std::int64_t{0}](Value& item) mutable {
    while (cursor.next(item)) {
      const std::int64_t here = at++;
      if (!is_within(here, position, count)) return true;
    }
    return false;
  });
}

Value without_keys(Arguments& arguments, const std::vector<Value>& keys) {
  Map dropped;
  for (const Value& key : keys) dropped.set(key_of(key, arguments.budget()), Value::null());
  Map entries;
  for (const auto& [key, value] : arguments[0].as_map()) {
    arguments.budget().step();
    if (!dropped.contains(key)) entries.set(key, value);
  }
  return Value::map(std::move(entries));
}

// Where a dictionary counts as a collection, whole numbers may be its keys, or a position and a count.
Value delete_keys(Call& call) {
  Arguments& arguments = arguments_of(call);
  std::vector<Value> keys;
  for (const Arguments::Slot& slot : arguments.rest) keys.push_back(slot.value);
  const bool are_numbers = std::all_of(keys.begin(), keys.end(),
                                       [](const Value& key) { return key.kind() == Kind::boolean || is_integer(key); });
  constexpr std::size_t most_numbers = 2;
  if (arguments.evaluator.settings.has_iterable_dicts && are_numbers && !keys.empty() && keys.size() <= most_numbers) {
    throw Error("ambiguous-function",
                "Ambiguous method \"delete\": of a dictionary it takes keys, and of a collection, "
                "which `iterableDicts` makes of it, a position and a count.");
  }
  return without_keys(arguments, keys);
}

Value delete_all(Call& call) {
  Arguments& arguments = arguments_of(call);
  Cursor cursor = arguments.cursor(1);
  std::vector<Value> keys;
  while (const Value* key = cursor.next()) keys.push_back(*key);
  return without_keys(arguments, keys);
}

// Replaces the items from `position` on by `values`, or nothing when the range is empty. The values are drawn only when
// that place is reached.
Value replace_range(Arguments& arguments, Cursor values) {
  return generator([cursor = arguments.cursor(0), position = arguments.integer(1), count = arguments.integer(3),
                    values = std::move(values), at = std::int64_t{0}, is_giving = false](Value& item) mutable {
    for (;;) {
      if (is_giving) {
        if (values.next(item)) return true;
        is_giving = false;
      }
      if (!cursor.next(item)) return false;
      const std::int64_t here = at++;
      if (!is_within(here, position, count)) return true;
      // Only the first item of the range is replaced by the values. The others are dropped.
      is_giving = here == std::max<std::int64_t>(position, 0);
    }
  });
}

Value replace_one(Call& call) {
  Arguments& arguments = arguments_of(call);
  return replace_range(arguments, Cursor::unlimited(arguments.evaluator, Value::list({arguments[2]})));
}

Value replace_many(Call& call) {
  Arguments& arguments = arguments_of(call);
  return replace_range(arguments, arguments.cursor(2));
}

Value insert_into_list(Call& call) {
  Arguments& arguments = arguments_of(call);
  Value result = arguments[0];
  arguments.budget().step(result.as_list().size() / copied_per_step);
  List& items = result.edit_list();
  const auto size = static_cast<std::int64_t>(items.size());
  std::int64_t position = arguments.count(1);
  if (position < 0) position = position < -size ? 0 : position + size;
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(std::min(position, size)), arguments[2]);
  return std::move(result).with_origin(0);
}

// Inserts `values` before `position`, or at the end when the collection is shorter. With a negative position insertMany
// inserts before the first item, and insert nothing at all.
Value insert_lazily(Arguments& arguments, Cursor values, std::int64_t position) {
  return generator([cursor = arguments.cursor(0), values = std::move(values), position, passed = std::int64_t{0},
                    is_over = position < 0](Value& item) mutable {
    const auto give = [&] {
      if (!is_over && values.next(item)) return true;
      is_over = true;
      return false;
    };
    if (passed >= position && give()) return true;
    if (!cursor.next(item)) return give();
    ++passed;
    return true;
  });
}

Value insert_into_iterable(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (is_set(arguments[0])) arguments.no_match();
  Cursor value = Cursor::unlimited(arguments.evaluator, Value::list({arguments[2]}));
  return insert_lazily(arguments, std::move(value), arguments.integer(1));
}

Value insert_many(Call& call) {
  Arguments& arguments = arguments_of(call);
  return insert_lazily(arguments, arguments.cursor(2), std::max<std::int64_t>(arguments.integer(1), 0));
}

constexpr Example list_examples[] = {{"list(1, range(2), [3])", "", "[1, 0, 1, [3]]"}};
constexpr Example to_list_examples[] = {{"range(3).toList()[1]", "", "1"}};
constexpr Example flatten_examples[] = {{"[1, [2, [3]]].flatten()", "", "[1, 2, 3]"}};
constexpr Example dict_pairs_examples[] = {{"dict([[a, 2], [b, 4]])", "", R"({"a": 2, "b": 4})"}};
constexpr Example dict_examples[] = {{"dict(a => 1, b => 2)", "", R"({"a": 1, "b": 2})"}};
constexpr Example to_dict_examples[] = {{"$.toDict($.name, $.cpus)",
                                         R"([{"name": "web", "cpus": 2}, {"name": "db", "cpus": 8}])",
                                         R"({"web": 2, "db": 8})"}};
constexpr Example get_examples[] = {{"$.get(b, 3)", R"({"a": 1})", "3"}};
constexpr Example set_examples[] = {{"{a => 1}.set(b, 2)", "", R"({"a": 1, "b": 2})"}};
constexpr Example set_all_examples[] = {{"{a => 1}.set({a => 2, c => 3})", "", R"({"a": 2, "c": 3})"}};
constexpr Example set_each_examples[] = {{"{a => 1}.set(b => 2, c => 3)", "", R"({"a": 1, "b": 2, "c": 3})"}};
constexpr Example keys_examples[] = {{"{a => 1, b => 2}.keys()", "", R"(["a", "b"])"}};
constexpr Example values_examples[] = {{"{a => 1, b => 2}.values().sum()", "", "3"}};
constexpr Example items_examples[] = {{"{a => 1, b => 2}.items()", "", R"([["a", 1], ["b", 2]])"}};
constexpr Example contains_examples[] = {{"[1, 2].contains(2)", "", "true"}};
constexpr Example contains_key_examples[] = {{"{a => 1}.containsKey(a)", "", "true"}};
constexpr Example contains_value_examples[] = {{"{a => 1}.containsValue(a)", "", "false"}};
constexpr Example is_list_examples[] = {{"isList([1])", "", "true"}, {"isList(range(2))", "", "false"}};
constexpr Example is_dict_examples[] = {{"isDict({})", "", "true"}};
constexpr Example is_iterable_examples[] = {{"isIterable(range(2))", "", "true"}, {"isIterable('text')", "", "false"}};
constexpr Example len_list_examples[] = {{"len([1, 2])", "", "2"}};
constexpr Example len_dict_examples[] = {{"len({a => 1})", "", "1"}};
constexpr Example len_set_examples[] = {{"len(set(1, 1))", "", "1"}};
constexpr Example len_iterator_examples[] = {{"len(range(5))", "", "5"}};
constexpr Example len_list_method_examples[] = {{"[1, 2].len()", "", "2"}};
constexpr Example len_dict_method_examples[] = {{"{a => 1}.len()", "", "1"}};
constexpr Example len_set_method_examples[] = {{"set(1, 1).len()", "", "1"}};
constexpr Example len_iterator_method_examples[] = {{"[1, 2, 3].where($ > 1).len()", "", "2"}};
constexpr Example delete_examples[] = {{"[0, 1, 2, 3].delete(1, 2)", "", "[0, 3]"}};
constexpr Example delete_keys_examples[] = {{"{a => 1, b => 2}.delete(a)", "", R"({"b": 2})"}};
constexpr Example delete_all_examples[] = {{"{a => 1, b => 2}.deleteAll([a, x])", "", R"({"b": 2})"}};
constexpr Example replace_examples[] = {{"[0, 1, 2].replace(1, x)", "", R"([0, "x", 2])"}};
constexpr Example replace_many_examples[] = {{"[0, 1, 2].replaceMany(1, [a, b], 2)", "", R"([0, "a", "b"])"}};
constexpr Example insert_examples[] = {{"[0, 1].insert(-1, x)", "", R"([0, "x", 1])"}};
constexpr Example insert_iterable_examples[] = {{"range(2).insert(5, a)", "", R"([0, 1, "a"])"}};
constexpr Example insert_many_examples[] = {{"[0, 3].insertMany(1, [1, 2])", "", "[0, 1, 2, 3]"}};

}  // namespace
}  // namespace collection_family

std::span<const Function> collection_functions() {
  using namespace collection_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "list(*args: any) -> list",
       .summary = "A list of the arguments; iterators among them give their items.",
       .examples = list_examples,
       .call = make_list},
      {.kind = "method",
       .signature = "toList(collection: iterable) -> list",
       .summary = "The items as a list, which can be indexed and gone through again.",
       .examples = to_list_examples,
       .call = to_list},
      {.kind = "method",
       .signature = "flatten(collection: iterable) -> iterator",
       .summary = "The items of nested collections, however deep; dictionaries stay whole.",
       .examples = flatten_examples,
       .call = flatten},
      {.kind = "function",
       .signature = "dict(items: iterable) -> dict",
       .summary = "A dictionary of pairs of key and value.",
       .examples = dict_pairs_examples,
       .call = dict_of_pairs},
      {.kind = "function",
       .signature = "dict(*args: pair) -> dict",
       .summary = "A dictionary of `key => value` arguments.",
       .examples = dict_examples,
       .call = make_dict},
      {.kind = "method",
       .signature = "toDict(collection: iterable, keySelector: lambda, valueSelector: lambda = null) -> dict",
       .summary = "A dictionary with an entry for each item; the later of two with the same key wins.",
       .examples = to_dict_examples,
       .call = to_dict},
      {.kind = "method",
       .signature = "get(dict: dict, key: any, default: any = null) -> any",
       .summary = "The value of a key, or the default.",
       .examples = get_examples,
       .call = get},
      {.kind = "method",
       .signature = "set(dict: dict, replacements: dict) -> dict",
       .summary = "The dictionary with the entries of another.",
       .examples = set_all_examples,
       .call = set_all},
      {.kind = "method",
       .signature = "set(dict: dict, key: any, value: any) -> dict",
       .summary = "The dictionary with one entry added or changed.",
       .examples = set_examples,
       .call = set_value},
      {.kind = "method",
       .signature = "set(dict: dict, *args: pair) -> dict",
       .summary = "The dictionary with `key => value` entries added or changed.",
       .examples = set_each_examples,
       .call = set_each},
      {.kind = "method",
       .signature = "keys(dict: dict) -> view",
       .summary = "The keys, as a set.",
       .examples = keys_examples,
       .call = view<View::Part::keys>},
      {.kind = "method",
       .signature = "values(dict: dict) -> view",
       .summary = "The values.",
       .examples = values_examples,
       .call = view<View::Part::values>},
      {.kind = "method",
       .signature = "items(dict: dict) -> view",
       .summary = "The entries as lists of key and value.",
       .examples = items_examples,
       .call = view<View::Part::items>},
      {.kind = "method",
       .signature = "contains(collection: iterable, value: any) -> boolean",
       .summary = "Whether an item equals the value.",
       .examples = contains_examples,
       .call = contains},
      {.kind = "method",
       .signature = "containsKey(dict: dict, key: any) -> boolean",
       .summary = "Whether the dictionary has the key.",
       .examples = contains_key_examples,
       .call = contains_key},
      {.kind = "method",
       .signature = "containsValue(dict: dict, value: any) -> boolean",
       .summary = "Whether the dictionary has the value under some key.",
       .examples = contains_value_examples,
       .call = contains_value},
      {.kind = "function",
       .signature = "isList(arg: any) -> boolean",
       .summary = "Whether the value is a list; an iterator is not.",
       .examples = is_list_examples,
       .call = is_list},
      {.kind = "function",
       .signature = "isDict(arg: any) -> boolean",
       .summary = "Whether the value is a dictionary.",
       .examples = is_dict_examples,
       .call = is_dict},
      {.kind = "function",
       .signature = "isIterable(value: any) -> boolean",
       .summary = "Whether the value is a list, set, iterator, ordering or view.",
       .examples = is_iterable_examples,
       .call = is_iterable},
      {.kind = "function",
       .signature = "len(sequence: list) -> integer",
       .summary = "The number of items.",
       .examples = len_list_examples,
       .call = length},
      {.kind = "function",
       .signature = "len(dict: dict) -> integer",
       .summary = "The number of entries.",
       .examples = len_dict_examples,
       .call = length},
      {.kind = "function",
       .signature = "len(set: set) -> integer",
       .summary = "The number of members.",
       .examples = len_set_examples,
       .call = length},
      {.kind = "function",
       .signature = "len(collection: iterator) -> integer",
       .summary = "The number of items, which are used up.",
       .examples = len_iterator_examples,
       .call = length_of_iterator},
      {.kind = "method",
       .signature = "len(sequence: list) -> integer",
       .summary = "The number of items.",
       .examples = len_list_method_examples,
       .call = length},
      {.kind = "method",
       .signature = "len(dict: dict) -> integer",
       .summary = "The number of entries.",
       .examples = len_dict_method_examples,
       .call = length},
      {.kind = "method",
       .signature = "len(set: set) -> integer",
       .summary = "The number of members.",
       .examples = len_set_method_examples,
       .call = length},
      {.kind = "method",
       .signature = "len(collection: iterator) -> integer",
       .summary = "The number of items, which are used up.",
       .examples = len_iterator_method_examples,
       .call = length_of_iterator},
      {.kind = "method",
       .signature = "delete(dict: dict, *keys: any) -> dict",
       .summary = "The dictionary without those keys.",
       .examples = delete_keys_examples,
       .call = delete_keys},
      {.kind = "method",
       .signature = "delete(collection: iterable, position: integer, count: integer = 1) -> iterator",
       .summary = "The items without `count` of them from a position on; a negative count drops the rest.",
       .examples = delete_examples,
       .call = delete_items},
      {.kind = "method",
       .signature = "deleteAll(dict: dict, keys: iterable) -> dict",
       .summary = "The dictionary without the keys in a collection.",
       .examples = delete_all_examples,
       .call = delete_all},
      {.kind = "method",
       .signature = "replace(collection: iterable, position: integer, value: any, count: integer = 1) -> iterator",
       .summary = "The items with `count` of them replaced by one value.",
       .examples = replace_examples,
       .call = replace_one},
      {.kind = "method",
       .signature =
           "replaceMany(collection: iterable, position: integer, values: iterable, count: integer = 1) -> iterator",
       .summary = "The items with `count` of them replaced by others.",
       .examples = replace_many_examples,
       .call = replace_many},
      {.kind = "method",
       .signature = "insert(collection: list, position: integer, value: any) -> list",
       .summary = "The list with a value before that position; a negative one counts from the end.",
       .examples = insert_examples,
       .call = insert_into_list},
      {.kind = "method",
       .signature = "insert(collection: iterable, position: integer, value: any) -> iterator",
       .summary = "The items with a value before that position, at the end when there are fewer.",
       .examples = insert_iterable_examples,
       .call = insert_into_iterable},
      {.kind = "method",
       .signature = "insertMany(collection: iterable, position: integer, values: iterable) -> iterator",
       .summary = "The items with others before that position.",
       .examples = insert_many_examples,
       .call = insert_many},
  };
  return all;
}

}  // namespace evalground::yaql
