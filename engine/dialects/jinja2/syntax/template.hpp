// A template that was read: its text, its tree, and what it refers to.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "dialects/jinja2/syntax/ast.hpp"
#include "runtime/context.hpp"

namespace evalground::jinja2 {

// Where the text of a template stands: the number of its file, and for a text that is a YAML scalar the places of its
// parts: pairs of an offset in the text and one in the file, ascending; between them both run alike.
struct Place {
  std::uint32_t file = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parts = {};

  std::uint32_t offset(std::uint32_t in_text) const;
};

// The text with "\n" for each end of a line; the place follows what is dropped.
std::string normalized_newlines(const std::string& text, Place& place);

// Another template that a statement names.
struct TemplateReference {
  enum class Kind : std::uint8_t { extends, include, import };
  Kind kind;
  std::string name;  // empty: computed
  std::uint32_t begin;
  std::uint32_t end;
};

class Template {
 public:
  Template(std::string name_, std::string text_, Place place_, std::uint32_t number_)
      : name(std::move(name_)), text(std::move(text_)), place(std::move(place_)), number(number_) {}
  ~Template() {
    for (KeptConstant* constant = constants_; constant != nullptr; constant = constant->next) constant->value = Value();
  }
  Template(const Template&) = delete;
  Template& operator=(const Template&) = delete;

  const std::string name;  // of the file, or "<expression>"
  const std::string text;  // with one kind of newline
  const Place place;
  const std::uint32_t number;  // in the order of reading
  Arena arena;

  Body body;
  Unit* unit = nullptr;
  std::vector<BlockDefinition*> blocks;
  std::vector<const MacroDefinition*> macros;  // at the top level
  std::vector<TemplateReference> references;
  // Names that the template reads and does not define itself, each with its first place.
  std::vector<const Name*> free_names;
  // Names that its statements give a value, anywhere in it.
  std::vector<std::string_view> assigned_names;
  bool has_extends = false;
  // Set when the template reads `self`, whether or not it is defined.
  bool uses_self = false;
  std::uint16_t self_slot = 0;

  // A value that nodes of the tree point to.
  Value* constant(Value value) {
    constants_ =
        new (arena.allocate(sizeof(KeptConstant), alignof(KeptConstant))) KeptConstant{std::move(value), constants_};
    return &constants_->value;
  }
  // Whether nodes of the tree hold places of the last evaluation. Then the next evaluation must parse the text again.
  mutable bool has_notes = false;
  // The origin of a node: its place in the file.
  OriginId origin(const Node& node, Context& context) const;
  OriginId origin(std::uint32_t begin, std::uint32_t end, Context& context) const;
  // From 1.
  std::uint32_t line(std::uint32_t offset) const;

 private:
  struct KeptConstant {
    Value value;
    KeptConstant* next;
  };
  KeptConstant* constants_ = nullptr;  // all of them, in the arena, the last first
};

}  // namespace evalground::jinja2
