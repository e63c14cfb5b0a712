// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/objects.hpp"

#include <algorithm>

#include "dialects/jinja2/syntax/resolver.hpp"
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
  if (evaluator.options.flavor == Flavor::ansible) {
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
  if (evaluator.options.flavor == Flavor::ansible) return Value::list(std::move(items));
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
  return evaluator.options.flavor == Flavor::ansible ? list : std::string(type_name()) + "(" + list + ")";
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

// ---- LoopObject

LoopObject::LoopObject(Evaluator& evaluator, const For& node, Ref<Frame> frame, Ref<Frame> outside, Value sequence,
                       const LoopObject* outer)
    : TemplateObject(evaluator),
      node_(node),
      frame_(std::move(frame)),
      outside_(std::move(outside)),
      sequence_(std::move(sequence)),
      cursor_(evaluator, sequence_),
      depth_(outer == nullptr ? 0 : outer->depth_ + 1) {}

void LoopObject::leave() {
  const Ref<Frame> frame = std::exchange(frame_, {});
  const Ref<Frame> outside = std::exchange(outside_, {});
}

bool LoopObject::pull(Value& item) {
  while (cursor_.next(item)) {
    if (node_.test == nullptr || evaluator_.passes(node_, item, *frame_)) return true;
  }
  return false;
}

bool LoopObject::advance(Value& item) {
  if (pending_at_ < pending_.size()) {
    item = std::move(pending_[pending_at_++]);
    if (pending_at_ == pending_.size()) {
      pending_.clear();
      pending_at_ = 0;
    }
  } else if (!frame_ || !pull(item)) {
    return false;
  }
  ++index_;
  before_ = std::move(current_);
  current_ = item;
  return true;
}

std::size_t LoopObject::length() {
  if (length_ < 0) {
    Value item;
    while (frame_ && pull(item)) {
      evaluator_.context.budget.step();
      pending_.push_back(std::move(item));
    }
    length_ = index_ + 1 + static_cast<std::int64_t>(pending_.size() - pending_at_);
  }
  return static_cast<std::size_t>(length_);
}

Value LoopObject::field(std::uint8_t which) {
  const auto has_next = [&] {
    if (pending_at_ < pending_.size()) return true;
    Value item;
    if (length_ >= 0 || !frame_ || !pull(item)) return false;
    pending_.push_back(std::move(item));
    return true;
  };
  switch (static_cast<LoopField>(which)) {
    case LoopField::index: return Value::integer(index_ + 1);
    case LoopField::index0: return Value::integer(index_);
    case LoopField::revindex: return Value::integer(static_cast<std::int64_t>(length()) - index_);
    case LoopField::revindex0: return Value::integer(static_cast<std::int64_t>(length()) - index_ - 1);
    case LoopField::first: return Value::boolean(index_ == 0);
    case LoopField::last: return Value::boolean(!has_next());
    case LoopField::length: return Value::integer(static_cast<std::int64_t>(length()));
    case LoopField::depth: return Value::integer(depth_ + 1);
    case LoopField::depth0: return Value::integer(depth_);
    case LoopField::previtem: return index_ <= 0 ? evaluator_.undefined_hint("there is no previous item") : before_;
    case LoopField::nextitem:
      return has_next() ? pending_[pending_at_] : evaluator_.undefined_hint("there is no next item");
    case LoopField::none: break;
  }
  return {};
}

std::optional<Value> LoopObject::attribute(Evaluator& evaluator, std::string_view attribute) {
  const LoopField known = loop_field(attribute);
  if (known != LoopField::none) return field(static_cast<std::uint8_t>(known));
  if (attribute == "cycle" || attribute == "changed") {
    const auto* entry =
        evaluator.find_function(FunctionKind::global, attribute == "cycle" ? "loop.cycle" : "loop.changed");
    return make_object<FunctionObject>(evaluator, *entry, Value::object(Ref<Object>(this)));
  }
  return std::nullopt;
}

Value LoopObject::cycle(std::span<const Value> values) const {
  if (values.empty()) evaluator_.fail("type-error", "no items for cycling given");
  return values[static_cast<std::size_t>(index_) % values.size()];
}

bool LoopObject::changed(std::span<const Value> values) {
  Value now = Value::tuple(List(values.begin(), values.end()));
  if (!changed_.is_undefined() && evaluator_.equal(changed_, now)) return false;
  changed_ = std::move(now);
  return true;
}

Value LoopObject::call(Evaluator& evaluator, const Arguments& arguments) {
  if (!node_.is_recursive) {
    evaluator.fail("type-error",
                   "The loop must have the 'recursive' marker to be called recursively: {% for … recursive %}.");
  }
  if (arguments.positional.size() != 1 || !arguments.keywords.empty()) {
    evaluator.fail("type-error", "loop() takes one argument, what is to be iterated");
  }
  if (!outside_) evaluator.fail("type-error", "The loop is over and cannot be called.");
  return evaluator.call_loop(node_, arguments.positional[0], *outside_, *this);
}

std::string LoopObject::text(Evaluator&) {
  return "<LoopContext " + std::to_string(index_ + 1) + "/" + std::to_string(length()) + ">";
}

// ---- MacroObject

std::optional<Value> MacroObject::attribute(Evaluator&, std::string_view attribute) {
  if (attribute == "name") return Value::string(definition.name);
  if (attribute == "catch_kwargs") return Value::boolean(definition.uses_kwargs);
  if (attribute == "catch_varargs") return Value::boolean(definition.uses_varargs);
  if (attribute == "caller") return Value::boolean(definition.uses_caller);
  if (attribute != "arguments") return std::nullopt;
  List names;
  for (const MacroParameter& parameter : definition.parameters) names.push_back(Value::string(parameter.name));
  return Value::tuple(std::move(names));
}

Value MacroObject::call(Evaluator& evaluator, const Arguments& arguments) {
  return evaluator.call_macro(*this, arguments);
}

std::string MacroObject::text(Evaluator&) {
  return "<Macro '" + std::string(definition.name) + "'>";
}

// ---- Module

std::optional<Value> Module::attribute(Evaluator&, std::string_view name) {
  if (name.starts_with('_')) return std::nullopt;
  const Value* value = scope_->assigned.find(name);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::string Module::text(Evaluator& evaluator) {
  return evaluator.text(body_);
}

// ---- blocks

std::optional<Value> BlockObject::attribute(Evaluator& evaluator, std::string_view name) {
  if (name != "super") return std::nullopt;
  return block_reference(evaluator, name_, scope_, depth_ + 1);
}

Value BlockObject::call(Evaluator& evaluator, const Arguments&) {
  return evaluator.call_block(name_, scope_, depth_);
}

std::optional<Value> SelfObject::attribute(Evaluator& evaluator, std::string_view name) {
  if (scope_->find_blocks(name) == nullptr) return std::nullopt;
  return block_reference(evaluator, name, scope_, 0);
}

std::optional<Value> SelfObject::item(Evaluator& evaluator, const Value& key) {
  return key.is_string() ? attribute(evaluator, key.as_string()) : std::nullopt;
}

// ---- functions as values

std::string_view FunctionObject::type_name() const {
  if (!self.is_undefined()) return "builtin_function_or_method";
  return entry.signature.name == "dict" || entry.signature.name == "range" ? "type" : "function";
}

std::optional<Value> FunctionObject::attribute(Evaluator& evaluator, std::string_view name) {
  if (!self.is_undefined()) return std::nullopt;
  const auto* member =
      evaluator.find_function(FunctionKind::global, std::string(entry.signature.name) + "." + std::string(name));
  if (member == nullptr) return std::nullopt;
  return make_object<FunctionObject>(evaluator, *member);
}

Value FunctionObject::call(Evaluator& evaluator, const Arguments& arguments) {
  return evaluator.apply(entry, self.is_undefined() ? nullptr : &self, arguments);
}

std::string FunctionObject::text(Evaluator&) {
  return "<function " + std::string(entry.signature.name) + ">";
}

}  // namespace evalground::jinja2
