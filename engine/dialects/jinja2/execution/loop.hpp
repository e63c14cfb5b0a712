// `loop`: where a loop is, and what is around the item.
//
// The loop takes its items through the object, so that `loop.last`, `loop.length` and `loop.nextitem` can look ahead:
// what they take ahead of time waits in `pending_`. Nothing is taken ahead that nobody asked for.
#pragma once

#include "dialects/jinja2/execution/frame.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

class LoopObject;

// The statement that runs a loop, which its `loop` asks.
class LoopRunner {
 public:
  // Whether an item passes the loop's `if`.
  virtual bool passes(const For& node, const Value& item, Frame& frame) = 0;
  // `loop(items)`: what the same loop renders over other items, one deeper.
  virtual Value call_loop(const For& node, const Value& sequence, Frame& outside, LoopObject& outer) = 0;

 protected:
  ~LoopRunner() = default;
};

// `loop`.
class LoopObject final : public TemplateObject {
 public:
  // Where the body runs, and where the loop stands.
  struct Frames {
    Ref<Frame> frame;
    Ref<Frame> outside;
  };
  // The items are those of the sequence.
  LoopObject(Evaluator& evaluator, LoopRunner& runner, const For& node, Frames frames, Value sequence,
             const LoopObject* outer);
  static constexpr std::string_view name = "LoopContext";

  std::string_view type_name() const override { return name; }
  std::string_view module() const override { return "jinja2.runtime"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view attribute) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;
  std::string text(Evaluator& evaluator) override;
  // An attribute of the object by its place, as LoopAttribute::which has it.
  Value field(std::uint8_t which);

  Value cycle(std::span<const Value> values) const;
  bool changed(std::span<const Value> values);

  // ---- for the loop that runs
  // The next item that passes the loop's test; false at the end.
  bool advance(Value& item);
  // The loop is over: what it kept for itself is let go.
  void leave();

 private:
  bool pull(Value& item);
  std::size_t length();

  LoopRunner& runner_;
  const For& node_;
  Ref<Frame> frame_;
  Ref<Frame> outside_;
  const Value sequence_;
  Cursor cursor_;
  List pending_;  // items taken ahead of time
  std::size_t pending_at_ = 0;
  std::int64_t index_ = -1;   // from 0
  std::int64_t length_ = -1;  // once it was asked for
  const std::int64_t depth_;
  Value current_;
  Value before_;
  Value changed_;
};

}  // namespace evalground::jinja2
