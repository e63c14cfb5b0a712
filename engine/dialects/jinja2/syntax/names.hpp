// The names that each frame of a template reads and assigns, by Jinja's scoping rules (resolver.hpp).
//
// A frame is analysed before it is resolved: a name assigned anywhere in it belongs to it from the start. The kind of
// load says what such a name holds at the entry of the frame: the outer value (copy), nothing since no outer frame has
// it (missing), or the result of a lookup when it is read (lookup). Branches of an `if` are analysed separately and
// joined: a name assigned in one of them may still have its outer value afterwards.
#pragma once

#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

// A table of values by name, in the order of insertion. Most tables are small and searched linearly.
template <class T>
class NameTable {
 public:
  struct Entry {
    std::string_view name;
    T value;
  };

  const T* find(std::string_view name) const {
    const std::size_t place = place_of(name);
    return place == entries_.size() ? nullptr : &entries_[place].value;
  }
  T* find(std::string_view name) {
    const std::size_t place = place_of(name);
    return place == entries_.size() ? nullptr : &entries_[place].value;
  }

  // Invariant: the name is not in the table.
  void add(std::string_view name, T value) {
    if (entries_.empty()) entries_.reserve(few);
    entries_.push_back({name, value});
    if (entries_.size() <= few) return;
    for (std::size_t number = numbers_.size(); number < entries_.size(); ++number) {
      numbers_.emplace(entries_[number].name, number);
    }
  }

  std::size_t size() const { return entries_.size(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  // The number of entries if the name is absent.
  std::size_t place_of(std::string_view name) const {
    if (numbers_.empty()) {
      std::size_t place = 0;
      while (place < entries_.size() && entries_[place].name != name) ++place;
      return place;
    }
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? entries_.size() : found->second;
  }

  static constexpr std::size_t few = 8;
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, std::size_t> numbers_;  // indexes of entries, used for larger tables
};

// A unit has more names than a slot's number can express.
struct TooManyNames {
  const Node* place;  // of the first excess name; null if unknown
};

// The place of a name: its unit and its slot there.
struct Reference {
  const Unit* unit = nullptr;
  std::uint16_t index = 0;
  bool is_loop = false;
};

// The value of a name at the entry of its frame.
struct Load {
  enum class Kind : std::uint8_t { parameter, lookup, copy, missing };
  Kind kind;
  Reference source;
};

// A name in the table of a frame: its slot and its initial value.
struct KnownName {
  std::uint16_t index;  // its slot
  Load load;
  const Node* place;  // its first use
};

// The names of a frame, or those that a branch of an `if` adds to its frame.
struct FrameNames {
  FrameNames* parent = nullptr;  // the surrounding frame
  FrameNames* base = nullptr;    // the frame or branch that this is a branch of; null for a frame
  Unit* unit = nullptr;
  NameTable<KnownName> known;
  NameTable<std::uint16_t> branch_slots;  // per frame: a name has the same slot in all branches
  NameTable<char> stores;                 // a set, in the order of first insertion; values are unused
  std::string_view loop_name;             // "loop" when this frame has its object

  // A branch: it sees these names and keeps its additions to itself.
  FrameNames branch() { return {.parent = parent, .base = this, .unit = unit, .loop_name = loop_name}; }

  // Whether this layer, and not the one it is a branch of, assigns the name first.
  bool has_own_store(std::string_view name) const { return stores.find(name) != nullptr; }
  bool has_stored(std::string_view name) const {
    for (const FrameNames* layer = this; layer != nullptr; layer = layer->base) {
      if (layer->has_own_store(name)) return true;
    }
    return false;
  }
  // Null when the frame itself does not have the name.
  const KnownName* own(std::string_view name) const {
    for (const FrameNames* layer = this; layer != nullptr; layer = layer->base) {
      if (const KnownName* found = layer->known.find(name)) return found;
    }
    return nullptr;
  }
  Reference find(std::string_view name) const {
    for (const FrameNames* frame = this; frame != nullptr; frame = frame->parent) {
      const KnownName* found = frame->own(name);
      if (found != nullptr) return {frame->unit, found->index, frame->loop_name == name && !name.empty()};
    }
    return {};
  }
  // Until a name is assigned here, it holds the outer value.
  Load load_from_outside(std::string_view name, Load::Kind otherwise) const {
    const Reference outer = parent == nullptr ? Reference{} : parent->find(name);
    return outer.unit != nullptr ? Load{Load::Kind::copy, outer} : Load{otherwise, {}};
  }
  std::uint16_t define(std::string_view name, Load load, const Node* place = nullptr) {
    if (KnownName* found = known.find(name)) {
      found->load = load;
      return found->index;
    }
    const std::uint16_t index = new_slot(name, place);
    known.add(name, {index, load, place});
    return index;
  }
  void note_store(std::string_view name) {
    if (!has_stored(name)) stores.add(name, 0);
  }
  void store(std::string_view name, const Node& place) {
    note_store(name);
    if (own(name) == nullptr) define(name, load_from_outside(name, Load::Kind::missing), &place);
  }
  std::uint16_t declare(std::string_view name) {
    note_store(name);
    return define(name, {Load::Kind::parameter, {}});
  }
  bool load(std::string_view name, const Node& place) {
    if (find(name).unit != nullptr) return false;
    define(name, {Load::Kind::lookup, {}}, &place);
    return true;
  }

 private:
  std::uint16_t new_slot(std::string_view name, const Node* place) {
    if (base == nullptr) return next_slot(place);
    FrameNames* frame = base;
    while (frame->base != nullptr) frame = frame->base;
    if (const std::uint16_t* slot = frame->branch_slots.find(name)) return *slot;
    const std::uint16_t slot = next_slot(place);
    frame->branch_slots.add(name, slot);
    return slot;
  }
  std::uint16_t next_slot(const Node* place) {
    if (unit->slot_count == std::numeric_limits<std::uint16_t>::max()) throw TooManyNames{place};
    return unit->slot_count++;
  }
};

// Records in a frame's names what its statements read and assign. Frames within it are not visited.
class NameAnalysis {
 public:
  // Records in the template the names it reads from outside and those it assigns.
  NameAnalysis(Template& source, Budget& budget, bool looks_up_early)
      : template_(source), budget_(budget), looks_up_early_(looks_up_early) {}

  void analyze(Body body, FrameNames& names);
  void analyze(const Expression* expression, FrameNames& names);
  void analyze_target(const Target& target, FrameNames& names, bool as_parameter);
  void analyze_filter_arguments(const Application* filter, FrameNames& names);

 private:
  void analyze(const Statement& statement, FrameNames& names);
  void analyze(const CallArguments& arguments, FrameNames& names);
  void analyze_if(const If& node, FrameNames& names);

  Template& template_;
  Budget& budget_;
  const bool looks_up_early_;
};

}  // namespace evalground::jinja2
