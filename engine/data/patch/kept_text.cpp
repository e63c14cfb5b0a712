// The text of a document while it is patched: a cursor in the old text, from which everything is kept, dropped or put,
// from front to back. New text gets the line breaks of the old one.
#include "data/patch/kept_text.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view breaks = "\r\n";

// The first line break decides for the document.
std::string_view line_break_of(std::string_view text) {
  const std::size_t at = text.find_first_of(breaks);
  if (at == std::string_view::npos || text[at] == '\n') return "\n";
  return text.substr(at, text.substr(at).starts_with("\r\n") ? 2 : 1);
}

}  // namespace

KeptText::KeptText(std::string_view old, Budget& budget)
    : old_(old),
      budget_(budget),
      break_(line_break_of(old)),
      text_begin_(old.starts_with(byte_order_mark) ? byte_order_mark.size() : 0) {
  budget_.output(old.size());
  new_.reserve(old.size());
}

void KeptText::keep_to(std::size_t offset) {
  if (follows_change_) keep_below_change(offset);
  if (offset <= at_) return;
  new_.append(old_.substr(at_, offset - at_));
  at_ = offset;
}

// An empty line or comment that is indented deeper than the block scalar before it would become part of that scalar.
void KeptText::keep_below_change(std::size_t offset) {
  while (at_ < offset) {
    const std::size_t content = std::min(old_.find_first_not_of(" \t", at_), old_.size());
    if (content < old_.size() && breaks.find(old_[content]) == std::string_view::npos) {
      if (move_comment(content, offset)) continue;
      follows_change_ = drops_empty_lines_ = false;
      comment_column_.reset();
      return;
    }
    const bool is_whole = at_ == line_start(at_);
    at_ = std::min(content, offset);
    const std::size_t next = std::min(next_line(at_), offset);
    if (!is_whole || !drops_empty_lines_) new_.append(old_.substr(at_, next - at_));
    at_ = next;
  }
}

bool KeptText::move_comment(std::size_t content, std::size_t offset) {
  const bool is_comment = old_[content] == '#' && at_ == line_start(at_);
  if (!is_comment || !comment_column_ || content - at_ <= *comment_column_) return false;
  at_ = std::min(next_line(content), offset);
  new_.append(*comment_column_, ' ').append(old_.substr(content, at_ - content));
  return true;
}

void KeptText::move_comments(std::size_t column) {
  follows_change_ = true;
  comment_column_ = column;
}

void KeptText::drop_empty_lines() {
  follows_change_ = drops_empty_lines_ = true;
}

void KeptText::drop_to(std::size_t offset) {
  if (offset > at_ && ends_with_break()) follows_change_ = true;
  at_ = std::max(at_, offset);
}

void KeptText::put(std::string_view text) {
  budget_.output(text.size());
  follows_change_ = follows_change_ || text.find('\n') != std::string_view::npos;
  new_ += break_ == "\n" ? std::string(text) : replace_all(text, "\n", break_);
}

// Whole lines need a line break before them, which a document may lack at its end.
void KeptText::put_lines(std::string_view lines) {
  if (!ends_with_break()) {
    is_past_end_ = is_past_end_ || at_ == old_.size();
    // Blanks alone are not a line yet, and must not become a line that a block scalar with "+" keeps.
    new_.erase(new_.find_last_not_of(" \t") + 1);
    if (!ends_with_break()) put("\n");
  }
  put(lines);
}

std::string KeptText::finish() {
  keep_to(old_.size());
  return std::move(new_);
}

std::size_t KeptText::line_start(std::size_t offset) const {
  const std::size_t before = offset == 0 ? std::string_view::npos : old_.find_last_of(breaks, offset - 1);
  return before == std::string_view::npos ? std::min(text_begin_, offset) : before + 1;
}

std::size_t KeptText::line_end(std::size_t offset) const {
  return std::min(old_.find_first_of(breaks, offset), old_.size());
}

std::size_t KeptText::next_line(std::size_t offset) const {
  const std::size_t end = line_end(offset);
  return std::min(end + (old_.substr(end).starts_with("\r\n") ? 2 : 1), old_.size());
}

bool KeptText::is_blank(std::size_t begin, std::size_t end) const {
  return begin >= end || trim(old_.substr(begin, end - begin)).empty();
}

bool KeptText::ends_with_break() const {
  if (new_.empty()) return true;
  if (breaks.find(new_.back()) != std::string_view::npos) return true;
  return new_.size() == text_begin_ && at_ == text_begin_;
}

}  // namespace evalground
