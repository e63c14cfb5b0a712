// The names of a template's frames: which each reads and which it assigns, by Jinja's scoping rules (resolver.hpp).
#pragma once

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/jinja2/template.hpp"

namespace evalground::jinja2 {

using SlotNumbers = std::unordered_map<std::string_view, std::uint16_t>;

// Where a frame's name is found: its unit and its slot there.
struct Reference {
  const Unit* unit = nullptr;
  std::uint16_t index = 0;
  bool is_loop = false;
};

// What a name holds when its frame is entered.
struct Load {
  enum class Kind : std::uint8_t { parameter, lookup, copy, missing };
  Kind kind;
  Reference source;
};

// The names of one frame. Branches of an `if` work on copies that share `slots`, so that a name has one slot.
struct FrameNames {
  FrameNames* parent = nullptr;
  Unit* unit = nullptr;
  std::shared_ptr<SlotNumbers> slots = std::make_shared<SlotNumbers>();
  SlotNumbers references;
  std::unordered_map<std::string_view, Load> loads;
  std::vector<std::string_view> stores;  // in the order of the first
  std::string_view loop_name;            // "loop" when this frame has its object

  bool has_stored(std::string_view name) const { return std::find(stores.begin(), stores.end(), name) != stores.end(); }

  const FrameNames* owner(std::string_view name) const {
    for (const FrameNames* frame = this; frame != nullptr; frame = frame->parent) {
      if (frame->references.contains(name)) return frame;
    }
    return nullptr;
  }
  Reference find(std::string_view name) const {
    const FrameNames* frame = owner(name);
    if (frame == nullptr) return {};
    return {frame->unit, frame->references.at(name), frame->loop_name == name && !name.empty()};
  }
  std::uint16_t define(std::string_view name, Load load) {
    const auto [found, is_new] = slots->emplace(name, unit->slot_count);
    if (is_new) ++unit->slot_count;
    references[name] = found->second;
    loads[name] = load;
    return found->second;
  }
  void note_store(std::string_view name) {
    if (!has_stored(name)) stores.push_back(name);
  }
  void store(std::string_view name) {
    note_store(name);
    if (references.contains(name)) return;
    const Reference outer = parent == nullptr ? Reference{} : parent->find(name);
    define(name, outer.unit != nullptr ? Load{Load::Kind::copy, outer} : Load{Load::Kind::missing, {}});
  }
  std::uint16_t declare(std::string_view name) {
    note_store(name);
    return define(name, {Load::Kind::parameter, {}});
  }
  bool load(std::string_view name) {
    if (owner(name) != nullptr) return false;
    define(name, {Load::Kind::lookup, {}});
    return true;
  }
};

// Notes in a frame's names what its statements read and assign; those of the frames within it are not looked at.
class NameAnalysis {
 public:
  // Notes in the template the names that it reads from outside, and those that it assigns.
  NameAnalysis(Template& source, Budget& budget) : template_(source), budget_(budget) {}

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
};

}  // namespace evalground::jinja2
