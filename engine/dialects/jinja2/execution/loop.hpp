// The variable `loop`: its position, and access to the items around the current one.
//
// The loop draws its items through this object. `loop.last`, `loop.length` and `loop.nextitem` draw items in advance,
// which wait in `pending_`. Without such a use nothing is drawn in advance.
#pragma once

#include "dialects/jinja2/execution/frame.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

class LoopObject;

// The class that runs loops, as seen from `loop`.
class LoopRunner {
 public:
  // Whether an item passes the loop's `if`.
  virtual bool passes(const For& node, const Value& item, Frame& frame) = 0;
  // Renders `loop(items)`: the same loop over other items, one level deeper.
  virtual Value call_loop(const For& node, const Value& sequence, Frame& outside, LoopObject& outer) = 0;

 protected:
  ~LoopRunner() = default;
};

// The object behind the name `loop`.
class LoopObject final : public TemplateObject {
 public:
  // The frame of the body, and the frame around the loop.
  struct Frames {
    Ref<Frame> frame;
    Ref<Frame> outside;
  };
  // Loops over the items of `sequence`.
  LoopObject(Evaluator& evaluator, LoopRunner& runner, const For& node, Frames frames, Value sequence,
             const LoopObject* outer);
  static constexpr std::string_view name = "LoopContext";

  std::string_view type_name() const override { return name; }
  std::string_view module() const override { return "jinja2.runtime"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view attribute) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;
  std::string text(Evaluator& evaluator) override;
  // An attribute by its number, see LoopAttribute::which.
  Value field(std::uint8_t which);

  Value cycle(std::span<const Value> values) const;
  bool changed(std::span<const Value> values);

  // ---- used by the running loop
  // The next item that passes the loop's test; false at the end.
  bool advance(Value& item);
  // Ends the loop and releases what it holds.
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
  List pending_;  // items drawn in advance
  std::size_t pending_at_ = 0;
  std::int64_t index_ = -1;   // from 0
  std::int64_t length_ = -1;  // known after its first use
  const std::int64_t depth_;
  Value current_;
  Value before_;
  Value changed_;
};

}  // namespace evalground::jinja2
