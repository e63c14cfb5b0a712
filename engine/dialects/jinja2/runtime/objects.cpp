// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/objects.hpp"

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/python_text.hpp"

namespace evalground::jinja2 {
namespace {

std::size_t range_count(std::int64_t start, std::int64_t stop, std::int64_t step) {
  if (step > 0 ? start >= stop : start <= stop) return 0;
  const auto distance = step > 0 ? static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start)
                                 : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(stop);
  const auto stride = step > 0 ? static_cast<std::uint64_t>(step) : std::uint64_t{0} - static_cast<std::uint64_t>(step);
  return static_cast<std::size_t>((distance - 1) / stride + 1);
}

}  // namespace

// ---- Range

Range::Range(Evaluator& evaluator, std::int64_t start_, std::int64_t stop_, std::int64_t step_)
    : TemplateObject(evaluator), start(start_), stop(stop_), step(step_), count(range_count(start_, stop_, step_)) {}

Value Range::at(Evaluator&, std::size_t index) {
  return Value::integer(start + static_cast<std::int64_t>(index) * step);
}

std::optional<Value> Range::attribute(Evaluator&, std::string_view name) {
  if (name == "start") return Value::integer(start);
  if (name == "stop") return Value::integer(stop);
  if (name == "step") return Value::integer(step);
  return std::nullopt;
}

std::string Range::text(Evaluator& evaluator) {
  if (evaluator.options.behavior.unrolls_iterators) {
    return evalground::python_repr(resolve(evaluator.context), evaluator.context.budget);
  }
  std::string text = "range(" + std::to_string(start) + ", " + std::to_string(stop);
  if (step != 1) text += ", " + std::to_string(step);
  return text + ")";
}

bool Range::equals(const Object& other) const {
  const auto* range = dynamic_cast<const Range*>(&other);
  return range != nullptr && count == range->count && (count == 0 || start == range->start) &&
         (count <= 1 || step == range->step);
}

// ---- Iterator

bool Iterator::next(Context&, Value& item) {
  if (at_ == items_.size()) return false;
  item = std::move(items_[at_++]);
  return true;
}

std::string Iterator::text(Evaluator&) {
  return "<" + std::string(type_) + " object>";
}

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
  const std::string list = evaluator.repr(resolve(evaluator.context));
  return evaluator.options.behavior.unrolls_iterators ? list : std::string(type_name()) + "(" + list + ")";
}

// ---- Group

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
