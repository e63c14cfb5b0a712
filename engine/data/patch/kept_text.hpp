// A text that is copied with changes: stretches are kept, dropped or put in, from its start to its end.
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
  // The text must outlive the object; what is made of it is charged to the budget's output.
  KeptText(std::string_view old, Budget& budget);

  // Copies what stands before the offset, or leaves it out; nothing when the offset has been passed already.
  void keep_to(std::size_t offset);
  void drop_to(std::size_t offset);
  // Puts text in, with the line breaks of the old text in place of \n.
  void put(std::string_view text);
  // Puts whole lines in behind the line break before; each ends with \n.
  void put_lines(std::string_view lines);
  // Leaves out the empty lines that follow: they would be text of a block scalar with "+".
  void drop_empty_lines();
  // Moves comments of the lines that follow to that column where they stand deeper: they would be text of a block
  // scalar whose key or dash stands there.
  void move_comments(std::size_t column);
  // The new text, with the rest of the old one.
  std::string finish();
  // True when lines were put in behind a last line that has no line break.
  bool is_past_end() const { return is_past_end_; }
  // True when the new text so far ends with that.
  bool ends_with(char last) const { return new_.ends_with(last); }

  std::string_view old() const { return old_; }
  std::size_t line_start(std::size_t offset) const;  // behind a byte order mark
  std::size_t line_end(std::size_t offset) const;    // where its line break begins
  std::size_t next_line(std::size_t offset) const;   // behind its line break
  std::size_t column(std::size_t offset) const { return offset - line_start(offset); }
  // True when only blanks stand between the two offsets of a line.
  bool is_blank(std::size_t begin, std::size_t end) const;

 private:
  bool ends_with_break() const;
  void keep_below_change(std::size_t offset);
  bool move_comment(std::size_t content, std::size_t offset);

  std::string_view old_;
  Budget& budget_;
  std::string_view break_;
  std::size_t text_begin_;  // behind a byte order mark
  std::string new_;
  std::size_t at_ = 0;
  bool is_past_end_ = false;
  bool drops_empty_lines_ = false;
  std::optional<std::size_t> comment_column_;  // of move_comments(), until something else than those is kept
  bool follows_change_ = false;  // lines were put in or left out, and nothing but empty lines was kept since
};

}  // namespace evalground
