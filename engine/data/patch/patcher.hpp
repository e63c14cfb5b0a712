// One patch of a document: the tree of its text is walked together with the old and the wanted value.
//
// Somebody edits one value of a document with comments, quotes and blank lines. Writing the new value would lose all of
// these. So the text is copied, and only the ranges of nodes whose values differ are rewritten. With `port` wanted as
// 8080 and `debug` removed,
//
//   # the web server            # the web server
//   port: 80  # public    ->    port: 8080  # public
//   # for now
//   debug: true
//
// patch() compares the old value of a node with the wanted one. Equal values keep their text. A mapping or list with a
// remaining part is patched part by part (block style: whole lines; flow style: text between commas). Anything else is
// replaced in place.
//
// Invariants: the text is copied from start to end, so nodes are visited in source order. Loading the result gives the
// wanted value. This makes anchors delicate: an alias keeps its text only while its anchor, visited before, still gives
// the value that the alias must give (`anchored_`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/patch/kept_text.hpp"
#include "data/yaml/parse.hpp"
#include "data/yaml/write.hpp"
#include "source/sources.hpp"
#include "value/map.hpp"

namespace evalground {

class YamlPatcher {
 public:
  using SpellsNull = bool (*)(std::string_view key);  // see yaml_patch.hpp

  // `closes_end`: rewrite a block scalar that ends the text without a line break, because lines follow.
  YamlPatcher(const Sources& sources, const Document& document, Budget& budget, SpellsNull spells_null,
              bool closes_end);

  std::string run(const Value& value, const Value& wanted);
  // True when run() inserted lines after a last line without a line break.
  bool is_past_end() const { return text_.is_past_end(); }

 private:
  // The position of a node.
  struct Slot {
    enum class Holder : std::uint8_t { root, key, item, flow };
    Holder holder;
    std::size_t column;     // of its key or dash
    std::size_t indicator;  // the offset after the colon or dash
  };
  // A new value: the text on the line of its key or dash, and the lines below, each with its line break.
  struct Written {
    std::string head;
    std::string lines;
  };
  // A key with its value, or an item.
  struct Part {
    const YamlNode* key;  // null for an item
    const YamlNode* value;
    Value old_key;
    Value old;
    const Value* wanted;    // null: remove it
    bool is_merge = false;  // `<<`, which is kept unchanged
    std::size_t begin = 0;  // of its key, "?" or dash
    std::size_t end = 0;    // of its text

    bool stays() const { return wanted != nullptr || is_merge; }
  };
  // The value of an anchor in the new text.
  struct Anchored {
    enum class State : std::uint8_t { gone, as_before, changed };
    State state = State::gone;
    Value now;  // undefined when unknown
  };
  // A new part, as block or flow text, and the index of the part that it is inserted before.
  struct Added {
    std::size_t before;
    std::string text;
  };
  using Parts = std::vector<Part>;

  // patcher.cpp: decides about a node
  void patch(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot);
  void patch_map(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot);
  std::vector<Added> added_entries(const YamlNode& node, const Map& wanted, const Map& own, const Map& inherited,
                                   std::size_t place);
  void patch_list(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot);
  void keep_or_replace(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot);
  void replace(const YamlNode& node, const Value& wanted, const Slot& slot);
  void drop_value_to(std::size_t end);
  std::optional<Parts> parts_of_map(const YamlNode& node, const Value& old) const;
  Parts parts_of_list(const YamlNode& node, const List& old) const;
  std::optional<Map> inherited_by(const YamlNode& merge_value) const;
  const Anchored& anchored_by(const YamlNode& alias) const;
  void set_anchors(const YamlNode& node, bool are_kept);
  bool has_stale_alias(const YamlNode& node) const;
  bool is_open_ended(const YamlNode& node) const;
  std::size_t question_mark(const YamlNode& map, const Part* before, std::size_t key) const;
  std::size_t behind_properties(std::size_t from) const;
  std::size_t behind_colon(const YamlNode& key, YamlStyle style) const;
  std::size_t content_end(const YamlNode& node) const;
  bool keeps_empty_lines(const YamlNode& node) const;
  std::size_t skip_blanks(std::size_t from) const;

  // patcher_block.cpp
  void patch_block(Parts& parts, const std::vector<Added>& added, const Slot& slot);
  void remove_block_part(const Parts& parts, std::size_t index, const Slot& slot);
  std::size_t line_above(std::size_t line) const;
  std::size_t comments_above(std::size_t line, std::size_t floor, std::size_t column) const;
  std::size_t comments_below(std::size_t line, std::size_t column) const;
  std::size_t remove_inline_parts(const Parts& parts);
  void guard_last_scalar(std::string_view lines);
  void replace_root(const YamlNode& root, const Written& written);
  void replace_in_block(const YamlNode& node, const Slot& slot, const Written& written);
  Written written(const YamlNode& node, const Value& wanted, const Slot& slot);
  Written written_list(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot);
  std::string block_entry(const Value& key, const Value& value);
  std::string block_item(const Value& value);
  std::string lines_at(std::size_t column, std::string_view lines) const;
  void find_layout(const YamlNode& node);

  // patcher_flow.cpp
  void patch_flow(const YamlNode& node, const Parts& parts, const std::vector<Added>& added);
  void add_to_flow(const Parts& parts, const std::vector<Added>& added);
  void replace_in_flow(const YamlNode& node, const Slot& slot, const Value& wanted);
  std::string flow_entry(const Value& key, const Value& value);
  std::string flow_value(const Value& value);
  bool can_be_json(const Value& value) const;
  std::size_t behind_comma(std::size_t from) const;

  const Sources& sources_;
  const Document& document_;
  Budget& budget_;
  SpellsNull spells_null_;
  bool closes_end_;
  KeptText text_;
  std::string_view old_;  // the whole text
  YamlLayout layout_;
  bool has_indent_ = false;
  bool has_dash_ = false;
  bool is_json_ = false;
  std::vector<Anchored> anchored_;  // by anchor number
};

}  // namespace evalground
