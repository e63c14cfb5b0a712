// A parsed template: its text, its tree and its references.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "dialects/jinja2/syntax/ast.hpp"
#include "runtime/context.hpp"

namespace evalground::jinja2 {

// The place of a template's text: the number of its file. For a text in a YAML scalar also the places of its parts, as
// ascending pairs of an offset in the text and one in the file. Between two pairs both offsets advance alike.
struct Place {
  std::uint32_t file = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parts = {};

  bool operator==(const Place&) const = default;
  std::uint32_t offset(std::uint32_t in_text) const;
  // The number of bytes before the text that are in no file, such as the tag around an expression that has none.
  std::uint32_t generated() const {
    const bool has_prefix = parts.size() > 1 && parts[0].second == parts[1].second;
    return has_prefix ? parts[1].first : 0;
  }
};

// A template's text and its place.
struct SourceText {
  std::string text;
  std::string name;
  Place place;
};

// The text with "
// " at each line end. The place is adjusted for removed characters.
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
  Template(std::string name_, std::string text_, Place place_)
      : name(std::move(name_)), text(std::move(text_)), place(std::move(place_)) {}
  ~Template() {
    for (KeptConstant* constant = constants_; constant != nullptr; constant = constant->next) constant->value = Value();
  }
  Template(const Template&) = delete;
  Template& operator=(const Template&) = delete;

  const std::string name;  // the path of the file, or "<expression>"
  const std::string text;  // with normalized newlines
  const Place place;
  Arena arena;

  Body body;
  Unit* unit = nullptr;
  std::vector<BlockDefinition*> blocks;
  std::vector<const MacroDefinition*> macros;  // at the top level
  std::vector<TemplateReference> references;
  // Names that the template reads but does not define, each with its first use.
  std::vector<const Name*> free_names;
  // Names that statements assign anywhere in the template.
  std::vector<std::string_view> assigned_names;
  bool has_extends = false;
  // Whether the template reads `self`, even if it defines that name.
  bool uses_self = false;
  std::uint16_t self_slot = 0;

  // A constant, to which nodes of the tree point.
  Value* constant(Value value) {
    constants_ =
        new (arena.allocate(sizeof(KeptConstant), alignof(KeptConstant))) KeptConstant{std::move(value), constants_};
    return &constants_->value;
  }
  // Whether parsing has reported something, which each evaluation reports.
  bool has_messages = false;
  // Whether it is what parsing that text would give, without messages.
  bool is_of(std::string_view name_, std::string_view text_, std::uint32_t file) const {
    return !has_messages && place.file == file && text == text_ && name == name_;
  }
  // Removes what the last evaluation has noted in nodes of the tree, before another one runs it.
  void forget_notes();
  // The origin of a node: its place in the file.
  OriginId origin(const Node& node, Context& context) const;
  OriginId origin(std::uint32_t begin, std::uint32_t end, Context& context) const;
  // The line number, from 1.
  std::uint32_t line(std::uint32_t offset) const;

 private:
  struct KeptConstant {
    Value value;
    KeptConstant* next;
  };
  mutable std::vector<const Node*> with_origin_;
  KeptConstant* constants_ = nullptr;  // a list in the arena, the last one first
};

}  // namespace evalground::jinja2
