// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/objects.hpp"

#include <limits>
#include <utility>

#include "base/text/number.hpp"
#include "base/text/size.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/slice_indices.hpp"
#include "value/big_integer.hpp"
#include "value/python_number.hpp"

namespace evalground::jinja2 {
namespace {

// The longest range that a slice counts. Templates cannot make a longer one.
constexpr std::size_t most_sliced = 1'000'000'000;

// The number of items of a range, clamped to the largest integer. The ends may be long integers, so the distance is
// computed with them. range() refuses a count that was clamped: range(0, 10**30) fails.
std::uint64_t range_count(const Value& start, const Value& stop, const Value& step) {
  BigInt distance = big_integer_of(stop) - big_integer_of(start);
  BigInt stride = big_integer_of(step);
  if (stride.is_negative()) {
    distance = -distance;
    stride = -stride;
  }
  if (distance.is_negative() || distance.is_zero()) return 0;
  const auto count = (BigInt::divide(distance - BigInt(1), stride)->first + BigInt(1)).to_int64();
  return count ? static_cast<std::uint64_t>(*count) : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

// ---- Range

Range::Range(Evaluator& evaluator, Value start_, Value stop_, Value step_)
    : TemplateObject(evaluator),
      start(std::move(start_)),
      stop(std::move(stop_)),
      step(std::move(step_)),
      count(range_count(start, stop, step)) {}

// start + index * step. 64 bits are enough for nearly all ranges, and otherwise it is computed with long integers.
Value Range::at(Evaluator& evaluator, std::size_t index) {
  const auto place = static_cast<std::int64_t>(index);
  if (start.kind() == Kind::integer && step.kind() == Kind::integer) {
    if (const auto offset = checked_multiply(place, step.as_integer())) {
      if (const auto item = checked_add(start.as_integer(), *offset)) return Value::integer(*item);
    }
  }
  Budget& budget = evaluator.context.budget;
  return python_calculate(PythonOperator::add, start,
                          python_calculate(PythonOperator::multiply, Value::integer(place), step, budget), budget);
}

std::optional<Value> Range::attribute(Evaluator&, std::string_view name) {
  if (name == "start") return start;
  if (name == "stop") return stop;
  if (name == "step") return step;
  return std::nullopt;
}

std::string Range::text(Evaluator& evaluator) {
  std::string text = "range(" + evaluator.repr(start) + ", " + evaluator.repr(stop);
  if (step.kind() != Kind::integer || step.as_integer() != 1) text += ", " + evaluator.repr(step);
  return text + ")";
}

// range(10)[2:8:2] is range(2, 8, 2): no item is computed.
Value Range::slice(Evaluator& evaluator, const Value& first, const Value& last, const Value& by) const {
  const std::size_t length = size_within(static_cast<std::int64_t>(count), most_sliced);
  const SliceIndices indices = slice_indices(evaluator, length, first, last, by);
  Budget& budget = evaluator.context.budget;
  const auto times = [&](std::int64_t factor) {
    return python_calculate(PythonOperator::multiply, step, Value::integer(factor), budget);
  };
  const auto place = [&](std::int64_t index) {
    return python_calculate(PythonOperator::add, start, times(index), budget);
  };
  return make_object<Range>(evaluator, place(indices.start), place(indices.stop), times(indices.step));
}

// As in Python ranges are equal if they have the same items: range(0) == range(5, 5).
bool Range::equals(const Object& other) const {
  const auto* range = dynamic_cast<const Range*>(&other);
  return range != nullptr && count == range->count && (count == 0 || equal_numbers(start, range->start)) &&
         (count <= 1 || equal_numbers(step, range->step));
}

// ---- Iterator

// Items are moved out, since an iterator is read only once.
bool Iterator::next(Context&, Value& item) {
  if (at_ == items_.size()) return false;
  item = std::move(items_[at_++]);
  return true;
}

List Iterator::take_rest() {
  // Items already taken are removed, and reading continues from an empty iterator.
  items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(std::exchange(at_, 0)));
  return std::exchange(items_, {});
}

std::string Iterator::text(Evaluator&) {
  return "<" + std::string(type_) + " object>";
}

// What a generator of Jinja returns. The items are computed already, and only the reading is that of a generator.
Value make_iterator(Evaluator& evaluator, List items) {
  if (evaluator.options.behavior.unrolls_iterators) return Value::list(std::move(items));
  return make_object<Iterator>(evaluator, std::move(items));
}

// ---- MapView

std::string_view MapView::type_name() const {
  switch (part) {
    case Part::keys: return "dict_keys";
    case Part::values: return "dict_values";
    case Part::items: return "dict_items";
  }
  return {};
}

// A view reads the map when it is asked, so later changes of the map are visible.
Value MapView::at(Evaluator&, std::size_t index) {
  const Map::Entry& entry = map.as_map().entry(index);
  switch (part) {
    case Part::keys: return entry.key;
    case Part::values: return entry.value;
    case Part::items: break;
  }
  List pair;
  pair.reserve(2);
  pair.push_back(entry.key);
  pair.push_back(entry.value);
  return Value::tuple(std::move(pair));
}

std::string MapView::text(Evaluator& evaluator) {
  return std::string(type_name()) + "(" + evaluator.repr(resolve(evaluator.context)) + ")";
}

Value unrolled(Evaluator& evaluator, Value value) {
  const bool unrolls = evaluator.options.behavior.unrolls_iterators &&
                       (object_cast<Range>(value) != nullptr || object_cast<MapView>(value) != nullptr ||
                        object_cast<Iterator>(value) != nullptr);
  return unrolls ? Value::list(evaluator.items(value)) : value;
}

Value as_map(Evaluator& evaluator, const Value& value) {
  TemplateObject* object = template_object(value);
  if (object == nullptr || object->shape() != Shape::mapping) return value;
  Map entries;
  evaluator.each(value, [&](const Value& key) {
    entries.set(key, object->item(evaluator, key).value_or(Value::null()));
    return true;
  });
  return Value::map(std::move(entries)).with_sensitive(value.sensitive());
}

// ---- Group

// In Python a named tuple: a group unpacks into two values and also has attributes.
Group::Group(Evaluator& evaluator, Value grouper, List items) : TemplateObject(evaluator) {
  List pair;
  pair.push_back(std::move(grouper));
  pair.push_back(Value::list(std::move(items)));
  tuple_ = Value::tuple(std::move(pair));
}

std::optional<Value> Group::attribute(Evaluator&, std::string_view name) {
  if (name == "grouper") return tuple_.as_list()[0];
  if (name == "list") return tuple_.as_list()[1];
  return std::nullopt;
}

std::string Group::text(Evaluator& evaluator) {
  return evaluator.repr(tuple_);
}

bool Group::equals(const Object& other) const {
  const auto* group = dynamic_cast<const Group*>(&other);
  return group != nullptr && evaluator_.equal(tuple_, group->tuple_);
}

// ---- Namespace

std::optional<Value> Namespace::attribute(Evaluator&, std::string_view name) {
  const Value* value = values.find(name);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<Value> Namespace::item(Evaluator&, const Value& key) {
  const Value* value = values.find(key);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::string Namespace::text(Evaluator& evaluator) {
  return "<Namespace " + evaluator.repr(Value::map(Map(values))) + ">";
}

}  // namespace evalground::jinja2
