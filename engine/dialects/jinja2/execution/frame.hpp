// The state of a running template: frames hold the slots of a unit, scopes the names without a slot.
#pragma once

#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/refcount.hpp"
#include "dialects/jinja2/runtime/undefined.hpp"
#include "dialects/jinja2/syntax/ast.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {

class Template;

// A block of a template, for inheritance.
struct BlockSource {
  Template* source;
  const BlockDefinition* block;
};

// The names of one template while it is rendered: those assigned at its top level, then those given to it, then those
// of the scope that included it, or the variables.
class Scope : public Counted<Scope> {
 public:
  // All scopes are in a list. So cycles between scopes and the macros in them can be freed when the evaluation ends.
  explicit Scope(Scope*& first) noexcept : next_(first), before_(&first) {
    if (first != nullptr) first->before_ = &next_;
    first = this;
  }
  ~Scope() { leave(); }
  // Releases all values.
  void clear() noexcept {
    const Map names = std::exchange(assigned, {});
    const Map others = std::exchange(given, {});
  }
  void leave() noexcept {
    if (before_ != nullptr) *before_ = next_;
    if (next_ != nullptr) next_->before_ = before_;
    before_ = nullptr;
    next_ = nullptr;
  }

  Ref<Scope> outer;             // enclosing scope; null: the variables
  Map assigned;                 // at the top level
  Map given;                    // by an include, a scoped block or render()
  bool is_isolated = false;     // imported without context: sees functions only
  bool filters_escape = false;  // Evaluator::filters_escape() within this scope
  std::vector<std::pair<std::string_view, std::vector<BlockSource>>> blocks;  // the deepest child first

  const std::vector<BlockSource>* find_blocks(std::string_view name) const {
    for (const auto& [known, sources] : blocks) {
      if (known == name) return &sources;
    }
    return nullptr;
  }

 private:
  Scope* next_;
  Scope** before_;
};

class Frame;

// All scopes, and the frames that macros may keep. Their values may refer back to them: a macro is in a slot of the
// frame that it keeps. So they are emptied when the evaluation ends.
struct FrameRegistry {
  FrameRegistry() = default;
  ~FrameRegistry();
  FrameRegistry(const FrameRegistry&) = delete;
  FrameRegistry& operator=(const FrameRegistry&) = delete;

  Scope* scopes = nullptr;
  Frame* captured = nullptr;
};

// Marks a slot whose name has been looked up and not found. 0 marks a slot that has not been looked up.
inline constexpr std::int64_t missing_slot = -1;

// The slots of a unit while it runs, and as long as a macro made in it lives.
class Frame {
 public:
  static Ref<Frame> make(const Unit& unit, Template& source, Ref<Scope> scope, Ref<Frame> outer) {
    void* memory = allocate_counted(sizeof(Frame) + unit.slot_count * sizeof(Value));
    return Ref<Frame>(new (memory) Frame(unit, source, std::move(scope), std::move(outer)));
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  void retain() noexcept { ++count_; }
  void release() noexcept {
    if (--count_ == 0) free();
  }
  std::uint32_t count() const noexcept { return count_; }
  std::uint16_t size() const noexcept { return size_; }
  Value& slot(std::size_t index) noexcept { return slots()[index]; }
  Value& at(Slot slot) noexcept {
    Frame* frame = this;
    for (std::uint16_t up = slot.up; up != 0; --up) frame = frame->outer.get();
    return frame->slots()[slot.index];
  }
  void clear() noexcept {
    for (std::uint16_t index = 0; index < size_; ++index) slots()[index] = Value();
  }
  // Frames that macros may keep are in a list, so that cycles can be freed.
  void join(Frame*& first) noexcept {
    next_ = first;
    before_ = &first;
    if (first != nullptr) first->before_ = &next_;
    first = this;
  }
  bool is_joined() const noexcept { return before_ != nullptr; }
  // The outermost frame: of the template's top level or of a block.
  Frame& root() noexcept {
    Frame* frame = this;
    while (frame->outer) frame = frame->outer.get();
    return *frame;
  }
  void leave() noexcept {
    if (before_ != nullptr) *before_ = next_;
    if (next_ != nullptr) next_->before_ = before_;
    before_ = nullptr;
    next_ = nullptr;
  }

  const Ref<Frame> outer;
  const Ref<Scope> scope;
  Template& source;
  Template* parent = nullptr;  // the template it extends, once `extends` has run
  bool reads_output = false;   // in the outermost frame: Evaluator::reads_output() at its start

 private:
  Frame(const Unit& unit, Template& source_, Ref<Scope> scope_, Ref<Frame> outer_) noexcept
      : outer(std::move(outer_)), scope(std::move(scope_)), source(source_), size_(unit.slot_count) {
    for (std::uint16_t index = 0; index < size_; ++index) new (slots() + index) Value();
  }
  ~Frame() {
    leave();
    for (std::uint16_t index = 0; index < size_; ++index) slots()[index].~Value();
  }
  void free() noexcept {
    const std::size_t bytes = sizeof(Frame) + size_ * sizeof(Value);
    this->~Frame();
    free_counted(this, bytes);
  }
  Value* slots() noexcept { return reinterpret_cast<Value*>(this + 1); }

  std::uint32_t count_ = 0;
  const std::uint16_t size_;
  Frame** before_ = nullptr;
  Frame* next_ = nullptr;
};

inline FrameRegistry::~FrameRegistry() {
  // Emptying a frame may free others, which then leave the list.
  while (captured != nullptr) {
    const Ref<Frame> frame(captured);
    frame->leave();
    frame->clear();
  }
  while (scopes != nullptr) {
    const Ref<Scope> scope(scopes);
    scope->leave();
    scope->clear();
  }
}

}  // namespace evalground::jinja2
