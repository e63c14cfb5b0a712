// Splitting and joining text, and formatting it for messages. Everything counts bytes. Separators and whitespace are
// matched as byte sequences, which is safe in UTF-8. Nothing fails, except that functions that multiply text throw
// LimitError (memory) in advance when the result would not fit the remaining memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace evalground {

inline constexpr std::string_view ascii_whitespace = " \t\n\r\v\f";

// The pieces of a text between separators, found during iteration, so a long text costs no memory: `for
// (std::string_view piece : Split("a,b", ","))`. An empty text is one empty piece. An empty separator splits nothing.
class Split {
 public:
  Split(std::string_view text, std::string_view separator) : text_(text), separator_(separator) {}
  // Not from a temporary: a range-based for loop would destroy it before the first piece is used.
  template <class Text>
  requires std::is_same_v<Text, std::string> Split(Text&& text, std::string_view separator)
  = delete;

  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = std::string_view;

    // The end of every split.
    Iterator() = default;
    Iterator(std::string_view text, std::string_view separator);

    std::string_view operator*() const { return piece_; }
    Iterator& operator++();
    void operator++(int) { ++*this; }
    // Only distinguishes a running iterator from one at its end, as a range-based for loop needs.
    bool operator==(const Iterator& other) const { return at_end_ == other.at_end_; }

   private:
    void cut();

    std::string_view piece_;
    std::string_view rest_;
    std::string_view separator_;
    bool is_last_ = true;
    bool at_end_ = true;
  };

  Iterator begin() const { return Iterator(text_, separator_); }
  Iterator end() const { return Iterator(); }

 private:
  std::string_view text_;
  std::string_view separator_;
};

// An empty string with that capacity. Throws LimitError (memory) when the thread's account has less left. The bytes are
// not charged, because strings are outside of the account.
std::string text_with_room(std::uint64_t bytes);

// The pieces joined with the separator. `pieces` is a range, walked twice, of values convertible to std::string_view.
// Throws LimitError (memory).
template <class Pieces>
std::string join(const Pieces& pieces, std::string_view separator) {
  std::uint64_t size = 0;
  bool is_first = true;
  for (const auto& piece : pieces) {
    size += std::string_view(piece).size() + (is_first ? 0 : separator.size());
    is_first = false;
  }
  std::string joined = text_with_room(size);
  is_first = true;
  for (const auto& piece : pieces) {
    if (!is_first) joined += separator;
    joined += std::string_view(piece);
    is_first = false;
  }
  return joined;
}

// The text without leading, trailing or both runs of bytes in `removed`.
std::string_view trim(std::string_view text, std::string_view removed = ascii_whitespace);
std::string_view trim_start(std::string_view text, std::string_view removed = ascii_whitespace);
std::string_view trim_end(std::string_view text, std::string_view removed = ascii_whitespace);

// The text with each non-overlapping `from`, left to right, replaced by `to`; unchanged when `from` is empty.
// Throws LimitError (memory).
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

// The text in the form that messages use: in double quotes, on one line, with unprintable characters escaped (`\n`,
// `\u{200B}`, and `\xFF` for an invalid byte). A text longer than `limit` code points is cut and ends with "…".
std::string quote(std::string_view text, std::size_t limit = 80);

// A message in the form that people see. One of more than 300 bytes contains a long value or list. Only its start (200
// bytes) and its end (100) are shown, so no value shows more than 300 characters.
std::string message_excerpt(std::string_view message);

// "a list", "an integer". Nouns without an article are unchanged: "null", "bytes".
std::string with_article(std::string_view noun);

// The known name that `name` probably means, for "did you mean": the one with the fewest inserted, dropped, changed or
// swapped bytes (ignoring ASCII case), the first of equals. Nothing when all differ too much.
std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known);

// Whether `name` is `meant` with one slip of the keyboard: a letter added, missing, wrong or swapped with the next, or
// other separators or case. Stricter than nearest_name(): a name that only resembles another is probably intended.
bool is_slip_of(std::string_view name, std::string_view meant);

}  // namespace evalground
