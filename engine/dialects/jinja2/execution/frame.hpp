// The state of a running template: frames hold the slots of a unit, scopes the names without a slot.
#pragma once

#include <exception>
#include <new>
#include <span>
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

// The blocks of a template and of those that it extends. Scopes share a table until one of them adds to it.
class BlockTable : public Counted<BlockTable> {
 public:
  BlockTable() = default;
  explicit BlockTable(const std::vector<std::vector<BlockSource>>& blocks) : blocks_(blocks) {}

  static constexpr std::size_t absent = ~std::size_t{0};

  std::size_t size() const noexcept { return blocks_.size(); }
  // The definitions of a block, the deepest child first. Numbers stay valid when blocks are added.
  const std::vector<BlockSource>& at(std::size_t number) const { return blocks_[number]; }
  std::size_t find(std::string_view name) const {
    for (std::size_t number = 0; number < blocks_.size(); ++number) {
      if (name_of(number) == name) return number;
    }
    return absent;
  }
  // The same for a definition, which remembers its number: templates are usually combined in the same way.
  std::size_t find(const BlockDefinition& block) const {
    const std::size_t likely = block.number;
    if (likely < blocks_.size() && name_of(likely) == block.name) return likely;
    const std::size_t number = find(block.name);
    if (number != absent) block.number = static_cast<std::uint32_t>(number);
    return number;
  }
  void add(const BlockSource& source) {
    const std::size_t number = find(*source.block);
    if (number != absent) {
      blocks_[number].push_back(source);
    } else {
      source.block->number = static_cast<std::uint32_t>(blocks_.size());
      blocks_.push_back({source});
    }
  }
  Ref<BlockTable> copy() const { return make_ref<BlockTable>(blocks_); }

 private:
  std::string_view name_of(std::size_t number) const { return blocks_[number].front().block->name; }

  std::vector<std::vector<BlockSource>> blocks_;
};

class Frame;

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
  // The value of a name that was assigned or given here; null when neither.
  const Value* find(std::string_view name) const {
    if (const Value* value = assigned.find(name)) return value;
    const Value* const value = around_ == nullptr ? given.find(name) : find_around(name);
    return value == nullptr || is_absent(*value) ? nullptr : value;
  }
  // Gives the names that a frame has. A few are not copied: if the scope is needed when the frame goes on or ends, they
  // must be copied before.
  inline void give(std::span<const VisibleName> names, Frame& frame);
  inline void copy_names();
  // The same. Without memory for them the names are lost.
  inline void keep_names() noexcept;
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
  Map given;                    // by a scoped block, an import or render(); give() has the names of an include
  bool is_isolated = false;     // imported without context: sees functions only
  bool filters_escape = false;  // Evaluator::filters_escape() within this scope
  Ref<BlockTable> blocks;       // null: none

 private:
  inline const Value* find_around(std::string_view name) const;

  Frame* around_ = nullptr;  // null: `given` has the names
  std::span<const VisibleName> visible_;
  Scope* next_;
  Scope** before_;
};

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

inline const Value* Scope::find_around(std::string_view name) const {
  for (const VisibleName& visible : visible_) {
    if (visible.name == name) return &around_->at(visible.slot);
  }
  return nullptr;
}

inline void Scope::give(std::span<const VisibleName> names, Frame& frame) {
  constexpr std::size_t few = 16;
  visible_ = names;
  around_ = &frame;
  if (names.size() > few) copy_names();
}

inline void Scope::copy_names() {
  if (around_ == nullptr) return;
  for (const VisibleName& visible : visible_) {
    const Value& value = around_->at(visible.slot);
    if (!is_absent(value)) given.set(visible.name, value);
  }
  around_ = nullptr;
}

inline void Scope::keep_names() noexcept {
  try {
    copy_names();
  } catch (const std::exception&) {  // a limit, or out of memory
    around_ = nullptr;
  }
}

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
