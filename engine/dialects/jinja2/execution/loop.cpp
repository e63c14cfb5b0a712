// The object behind `loop` (see loop.hpp), after jinja2.runtime.LoopContext.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/loop.hpp"

#include "dialects/jinja2/runtime/function_object.hpp"
#include "dialects/jinja2/syntax/resolver.hpp"

namespace evalground::jinja2 {
namespace {

// Unpacks an item into a tuple: in `for a, b in [[1, 2]] if a` Jinja passes on the tuple of the targets, (1, 2).
Value taken_apart(Evaluator& evaluator, const Target& target, Value item) {
  if (target.kind != Target::Kind::tuple || !(item.is_list() || item.kind() == Kind::tuple)) return item;
  const Depth depth = evaluator.context.budget.enter();
  const List& given = item.as_list();
  List parts;
  for (std::size_t index = 0; index < given.size(); ++index) {
    evaluator.context.budget.step();
    parts.push_back(taken_apart(evaluator, *target.items[index], given[index]));
  }
  return Value::tuple(std::move(parts)).with_sensitive(item.sensitive());
}

}  // namespace

LoopObject::LoopObject(Evaluator& evaluator, LoopRunner& runner, const For& node, Frames frames, Value sequence,
                       const LoopObject* outer)
    : TemplateObject(evaluator),
      runner_(runner),
      node_(node),
      frame_(std::move(frames.frame)),
      outside_(std::move(frames.outside)),
      sequence_(std::move(sequence)),
      cursor_(evaluator, sequence_),
      depth_(outer == nullptr ? 0 : outer->depth_ + 1) {}

void LoopObject::leave() {
  const Ref<Frame> frame = std::exchange(frame_, {});
  const Ref<Frame> outside = std::exchange(outside_, {});
}

bool LoopObject::pull(Value& item) {
  while (cursor_.next(item)) {
    if (node_.test == nullptr) return true;
    if (!runner_.passes(node_, item, *frame_)) continue;
    item = taken_apart(evaluator_, *node_.test_target, std::move(item));
    return true;
  }
  return false;
}

bool LoopObject::advance(Value& item) {
  if (pending_at_ < pending_.size()) {
    // Items drawn in advance come first. `pending_` is emptied once all of them are used, so it does not grow with the
    // loop.
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
    // The length of an iterator is only known after drawing all of its items.
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
        evaluator.functions.find(FunctionKind::global, attribute == "cycle" ? "loop.cycle" : "loop.changed");
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
    evaluator.fail("type-error", "The loop must have the 'recursive' marker to be called recursively.");
  }
  if (arguments.positional.size() != 1 || !arguments.keywords.empty()) {
    evaluator.fail("type-error", "loop() takes one argument, what is to be iterated");
  }
  if (!outside_) evaluator.fail("type-error", "The loop is over and cannot be called.");
  return runner_.call_loop(node_, arguments.positional[0], *outside_, *this);
}

std::string LoopObject::text(Evaluator&) {
  return "<LoopContext " + std::to_string(index_ + 1) + "/" + std::to_string(length()) + ">";
}

}  // namespace evalground::jinja2
