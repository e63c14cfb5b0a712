// Sequences that are computed: range, sequence, repeat, cycle, generate.

#include <deque>

#include "base/text/number.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/evaluation/quota.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace generate_family {
namespace {

// Counts with 64 bits. checked_add ends the count where the next number would overflow.
Value count_up(std::int64_t start, std::int64_t stop, std::int64_t step) {
  return generator([next = std::optional<std::int64_t>(start), stop, step](Value& item) mutable {
    if (!next || (step > 0 ? *next >= stop : *next <= stop)) return false;
    item = Value::integer(*next);
    next = checked_add(*next, step);
    return true;
  });
}

// Takes the fast path if all numbers fit 64 bits. Large integers are compared and added by the operators.
Value count_up(Evaluator& evaluator, const Value& start, const Value& stop, const Value& step) {
  const auto fits = [](const Value& number) { return !number.is_object(); };
  if (fits(start) && fits(stop) && fits(step)) {
    return count_up(clamped_integer(start), clamped_integer(stop), clamped_integer(step));
  }
  const Operator is_over = clamped_integer(step) > 0 ? Operator::greater_equal : Operator::less_equal;
  return generator([&evaluator, next = start, stop, step, is_over](Value& item) mutable {
    if (evaluator.compare(is_over, next, stop)) return false;
    item = next;
    next = evaluator.calculate(Operator::add, next, step);
    return true;
  });
}

// `range(3)` -> 0, 1, 2.
Value range_to(Call& call) {
  Arguments& arguments = arguments_of(call);
  return count_up(arguments.evaluator, Value::integer(0), arguments[0], Value::integer(1));
}

// `range(5, 1, -2)` -> 5, 3. A boolean counts as a number.
Value range_between(Call& call) {
  Arguments& arguments = arguments_of(call);
  if (arguments.integer(2) == 0) throw Error("value-error", "The step of a range must not be zero.");
  const auto number = [](const Value& value) {
    return value.is_object() ? value : Value::integer(clamped_integer(value));
  };
  return count_up(arguments.evaluator, number(arguments[0]), number(arguments[1]), number(arguments[2]));
}

Value sequence(Call& call) {
  Arguments& arguments = arguments_of(call);
  // As Python's itertools.count(): with a step other than 1 a boolean start is returned as a boolean, and counted on as
  // a number.
  const Value step = arguments[1].is_object() ? arguments[1] : Value::integer(arguments.integer(1));
  const bool is_plain = arguments[0].is_object() || arguments.integer(1) != 1;
  Value start = is_plain ? arguments[0] : Value::integer(arguments.integer(0));
  return generator([&evaluator = arguments.evaluator, next = std::move(start), step](Value& item) mutable {
    item = next;
    if (next.kind() == Kind::boolean) next = Value::integer(clamped_integer(next));
    next = evaluator.calculate(Operator::add, next, step);
    return true;
  });
}

// A negative count means endless.
Value repeat(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([value = arguments[0], left = arguments.count(1)](Value& item) mutable {
    if (left == 0) return false;
    if (left > 0) --left;
    item = value;
    return true;
  });
}

// The items are kept while the collection is drawn for the first time. An empty collection gives an empty result, not
// an endless loop.
Value cycle(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator(
      [cursor = arguments.cursor(0), items = List(), at = std::size_t{0}, is_over = false](Value& item) mutable {
        if (!is_over) {
          if (cursor.next(item)) {
            items.push_back(item);
            return true;
          }
          is_over = true;
        }
        if (items.empty()) return false;
        item = items[at];
        at = (at + 1) % items.size();
        return true;
      });
}

// Remembers the values a generator has yielded, so that it can skip repetitions. Without `is_checking` it remembers
// nothing.
class Known {
 public:
  Known(Evaluator& evaluator, bool is_checking) : evaluator_(evaluator), is_checking_(is_checking) {}

  // False only for a value that was added before.
  bool add(const Value& value) {
    if (!is_checking_) return true;
    const std::size_t before = values_.size();
    values_.set(key_of(value, evaluator_.context.budget), Value::null());
    if (evaluator_.settings.quota) evaluator_.check_quota(set_size(values_.size()));
    return values_.size() != before;
  }

 private:
  Evaluator& evaluator_;
  bool is_checking_;
  Map values_;
};

// `generate(1, $ < 20, $ * 3)` -> 1, 3, 9. The producer runs only when the next item is drawn. With `decycle` a
// repeated value ends the sequence.
Value generate(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, value = arguments[0], predicate = arguments.lambda(1),
                    producer = arguments.lambda(2), selector = arguments.lambda(3),
                    known = Known(arguments.evaluator, arguments.boolean(4)), has_begun = false,
                    is_over = false](Value& item) mutable {
    if (is_over) return false;
    if (has_begun) value = producer(evaluator, value);
    has_begun = true;
    is_over = !predicate.test(evaluator, value) || !known.add(value);
    if (is_over) return false;
    item = selector.is_given() ? selector(evaluator, value) : value;
    return true;
  });
}

// Walks a graph: the producer gives the children of a value. The queue makes it breadth first, or depth first if
// children are put in front.
Value generate_many(Call& call) {
  Arguments& arguments = arguments_of(call);
  return generator([&evaluator = arguments.evaluator, queue = std::deque<Value>{arguments[0]},
                    producer = arguments.lambda(1), selector = arguments.lambda(2),
                    known = Known(arguments.evaluator, arguments.boolean(3)), is_depth_first = arguments.boolean(4),
                    last = Value()](Value& item) mutable {
    // The children of a value are produced when the next value is drawn. So those of the last value drawn are never
    // produced, and a failing producer fails as late as possible.
    if (!last.is_undefined()) {
      const Value children = producer(evaluator, last);
      last = Value();
      if (!evaluator.is_iterable(children)) {
        throw Error("wrong-argument",
                    "What `generateMany` makes of a value must be a collection, not " + short_text(children, 60) + ".");
      }
      Cursor cursor(evaluator, children);
      std::vector<Value> found;
      while (const Value* child = cursor.next()) found.push_back(*child);
      queue.insert(is_depth_first ? queue.begin() : queue.end(), found.begin(), found.end());
      if (evaluator.settings.quota) evaluator.check_quota(list_size(queue.size()));
      // std::deque does not count its memory, so its length is checked here.
      if (queue.size() > evaluator.context.budget.limits().memory / sizeof(Value)) {
        throw LimitError(Limit::memory, evaluator.context.budget.limits().memory);
      }
    }
    while (!queue.empty()) {
      evaluator.context.budget.step();
      const Value value = std::move(queue.front());
      queue.pop_front();
      if (!known.add(value)) continue;
      item = selector.is_given() ? selector(evaluator, value) : value;
      last = value;
      return true;
    }
    return false;
  });
}

constexpr Example range_examples[] = {{"range(3)", "", "[0, 1, 2]"}};
constexpr Example between_examples[] = {{"range(4, 1, -1)", "", "[4, 3, 2]"}};
constexpr Example sequence_examples[] = {{"sequence(5, 10).take(3)", "", "[5, 15, 25]"}};
constexpr Example repeat_examples[] = {{"x.repeat(2)", "", R"(["x", "x"])"}};
constexpr Example cycle_examples[] = {{"[1, 2].cycle().take(5)", "", "[1, 2, 1, 2, 1]"}};
constexpr Example generate_examples[] = {{"generate(1, $ < 100, $ * 3)", "", "[1, 3, 9, 27, 81]"}};
constexpr Example many_examples[] = {{"generateMany($, $.get(parts, []), $.name)",
                                      R"({"name": "a", "parts": [{"name": "b"}, {"name": "c"}]})",
                                      R"(["a", "b", "c"])"}};

}  // namespace
}  // namespace generate_family

std::span<const Function> generate_functions() {
  using namespace generate_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "range(stop: integer) -> iterator",
       .summary = "The integers from 0 up to, not including, `stop`.",
       .examples = range_examples,
       .call = range_to},
      {.kind = "function",
       .signature = "range(start: integer, stop: integer, step: integer = 1) -> iterator",
       .summary = "The integers from `start` up to, not including, `stop`.",
       .examples = between_examples,
       .call = range_between},
      {.kind = "function",
       .signature = "sequence(start: integer = 0, step: integer = 1) -> iterator",
       .summary = "Integers without end.",
       .examples = sequence_examples,
       .call = sequence},
      {.kind = "method",
       .signature = "repeat(value: any, times: integer = -1) -> iterator",
       .summary = "The value again and again; without end where the number is negative.",
       .examples = repeat_examples,
       .call = repeat},
      {.kind = "method",
       .signature = "cycle(collection: iterable) -> iterator",
       .summary = "The items again and again, without end.",
       .examples = cycle_examples,
       .call = cycle},
      {.kind = "function",
       .signature = "generate(initial: any, predicate: lambda, producer: lambda, selector: lambda = null, "
                    "decycle: boolean = false) -> iterator",
       .summary = "Values of which each is made of the one before, while the condition holds.",
       .details =
           "`decycle` ends at a value that was there before; `selector` changes what is given, not what goes on.",
       .examples = generate_examples,
       .call = generate},
      {.kind = "function",
       .signature = "generateMany(initial: any, producer: lambda, selector: lambda = null, decycle: boolean = false, "
                    "depthFirst: boolean = false) -> iterator",
       .summary = "A value, the values that the expression makes of it, those made of them, and so on.",
       .details = "`decycle` leaves out values that were there before.",
       .examples = many_examples,
       .call = generate_many},
  };
  return all;
}

}  // namespace evalground::yaql
