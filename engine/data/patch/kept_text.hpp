// A text that is copied with changes: ranges are kept, dropped or inserted, from start to end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground {

// Offsets are bytes of the old text. A line break is \n, \r\n or \r.
class KeptText {
 public:
  // The text must outlive the object. The new text is charged to the budget's output.
  KeptText(std::string_view old, Budget& budget);

  // Copies or drops the text before the offset. Does nothing when the offset has already been passed.
  void keep_to(std::size_t offset);
  void drop_to(std::size_t offset);
  // Inserts text, with \n replaced by the old text's line breaks.
  void put(std::string_view text);
  // Inserts whole lines after the preceding line break. Each ends with \n.
  void put_lines(std::string_view lines);
  // Drops the empty lines that follow: they would become part of a block scalar with "+".
  void drop_empty_lines();
  // Moves more deeply indented comments in the following lines to that column. Otherwise they would become part of a
  // block scalar whose key or dash is at that column.
  void move_comments(std::size_t column);
  // The new text, including the rest of the old one.
  std::string finish();
  // True when lines were inserted after a last line without a line break.
  bool is_past_end() const { return is_past_end_; }
  // True when the new text so far ends with that character.
  bool ends_with(char last) const { return new_.ends_with(last); }

  std::string_view old() const { return old_; }
  std::size_t line_start(std::size_t offset) const;  // after a byte order mark
  std::size_t line_end(std::size_t offset) const;    // where its line break begins
  std::size_t next_line(std::size_t offset) const;   // after its line break
  std::size_t column(std::size_t offset) const { return offset - line_start(offset); }
  // True when only blanks are between the two offsets of a line.
  bool is_blank(std::size_t begin, std::size_t end) const;

 private:
  bool ends_with_break() const;
  void keep_below_change(std::size_t offset);
  bool move_comment(std::size_t content, std::size_t offset);

  std::string_view old_;
  Budget& budget_;
  std::string_view break_;
  std::size_t text_begin_;  // after a byte order mark
  std::string new_;
  std::size_t at_ = 0;
  bool is_past_end_ = false;
  bool drops_empty_lines_ = false;
  std::optional<std::size_t> comment_column_;  // for move_comments(), until something other than comments is kept
  bool follows_change_ = false;                // lines were inserted or dropped, and only empty lines were kept since
};

}  // namespace evalground
