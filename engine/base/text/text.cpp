// The edit distance is Damerau-Levenshtein with adjacent swaps (optimal string alignment).
//
// Names are compared to suggest the nearest one for a misspelt name. Texts in messages are quoted so that nothing in
// them can be mistaken for the message: control characters are escaped, invalid bytes shown as numbers.
//
// Hot: compiled for speed in every module.
#include "base/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "base/memory.hpp"
#include "base/text/ascii.hpp"
#include "base/text/search.hpp"
#include "base/text/utf8.hpp"

namespace evalground {
namespace {

// Longer names get no suggestion. This bounds the work of one comparison.
constexpr std::size_t longest_suggestion = 64;

char lower_ascii(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

// The number of edits from one name to the other, or `limit + 1` when there are more than `limit`.
// Three rows are enough: a swap needs the row before the last. It ends early when the whole row is above the limit.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  using Row = std::array<std::size_t, longest_suggestion + 1>;
  Row before{}, last{}, row{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool is_same = lower_ascii(a[i - 1]) == lower_ascii(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (is_same ? 0 : 1)});
      if (i > 1 && j > 1 && lower_ascii(a[i - 1]) == lower_ascii(b[j - 2]) &&
          lower_ascii(a[i - 2]) == lower_ascii(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    if (least > limit) return limit + 1;
    before = last;
    last = row;
  }
  return std::min(last[b.size()], limit + 1);
}

void append_hex(std::string& text, char32_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += "0123456789ABCDEF"[value >> shift & 0xF];
}

// Printable characters of all scripts stay readable; the others are shown by their numbers.
void append_quoted(std::string& text, CodePoint next, char first_byte) {
  switch (next.value) {
    case '"': text += "\\\""; return;
    case '\\': text += "\\\\"; return;
    case '\n': text += "\\n"; return;
    case '\r': text += "\\r"; return;
    case '\t': text += "\\t"; return;
    default: break;
  }
  if (!next.valid()) {
    text += "\\x";
    append_hex(text, static_cast<std::uint8_t>(first_byte), 2);
  } else if (is_printable(next.value)) {
    append_code_point(text, next.value);
  } else {
    text += "\\u{";
    append_hex(text, next.value, next.value > 0xFFFF ? 6 : next.value > 0xFF ? 4 : 2);
    text += '}';
  }
}

}  // namespace

Split::Iterator::Iterator(std::string_view text, std::string_view separator)
    : rest_(text), separator_(separator), is_last_(false), at_end_(false) {
  cut();
}

Split::Iterator& Split::Iterator::operator++() {
  if (is_last_) {
    at_end_ = true;
  } else {
    cut();
  }
  return *this;
}

void Split::Iterator::cut() {
  const std::size_t end = separator_.empty() ? std::string_view::npos : rest_.find(separator_);
  is_last_ = end == std::string_view::npos;
  piece_ = rest_.substr(0, end);
  if (!is_last_) rest_.remove_prefix(end + separator_.size());
}

// Strings do not count their memory, so the limit is asked before the allocation, and the charge is taken back at once.
std::string text_with_room(std::uint64_t bytes) {
  const std::size_t size =
      static_cast<std::size_t>(std::min<std::uint64_t>(bytes, std::numeric_limits<std::size_t>::max()));
  MemoryAccount::charge(size);
  MemoryAccount::release(size);
  std::string text;
  if (size > text.max_size()) throw std::bad_alloc();
  text.reserve(size);
  return text;
}

std::string_view trim_start(std::string_view text, std::string_view removed) {
  return text.substr(std::min(text.find_first_not_of(removed), text.size()));
}

std::string_view trim_end(std::string_view text, std::string_view removed) {
  return text.substr(0, text.find_last_not_of(removed) + 1);
}

std::string_view trim(std::string_view text, std::string_view removed) {
  return trim_start(trim_end(text, removed), removed);
}

// Counts first: with a longer replacement, the size is known and charged before the copy grows.
std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::size_t next = from.empty() ? std::string_view::npos : find_text(text, from);
  if (next == std::string_view::npos) return std::string(text);
  const std::size_t first = next;
  std::uint64_t size = text.size();
  if (to.size() > from.size()) {
    for (; next != std::string_view::npos; next = find_text(text, from, next + from.size()))
      size += to.size() - from.size();
  }
  std::string result = text_with_room(size);
  std::size_t taken = 0;
  for (next = first; next != std::string_view::npos; next = find_text(text, from, taken)) {
    result += text.substr(taken, next - taken);
    result += to;
    taken = next + from.size();
  }
  result += text.substr(taken);
  return result;
}

std::string quote(std::string_view text, std::size_t limit) {
  std::string quoted = "\"";
  std::size_t shown = 0;
  for (std::size_t offset = 0; offset < text.size(); ++shown) {
    if (shown == limit) {
      quoted += "…";
      break;
    }
    const CodePoint next = decode_code_point(text, offset);
    append_quoted(quoted, next, text[offset]);
    offset += next.size;
  }
  quoted += '"';
  return quoted;
}

// The start says what happened, and the end often why, so the middle is left out.
std::string message_excerpt(std::string_view message) {
  constexpr std::size_t start = 200;
  constexpr std::size_t end = 100;
  if (message.size() <= start + end) return std::string(message);
  // Do not cut within a code point: bytes 10xxxxxx continue one.
  const auto is_inside = [&](std::size_t at) { return (static_cast<unsigned char>(message[at]) & 0xC0U) == 0x80; };
  std::size_t left = start;
  while (left > start - 3 && is_inside(left)) --left;
  std::size_t right = message.size() - end;
  while (right < message.size() - end + 3 && is_inside(right)) ++right;
  return std::string(message.substr(0, left)) + " … " + std::string(message.substr(right));
}

std::string with_article(std::string_view noun) {
  if (noun == "null" || noun == "undefined" || noun == "bytes") return std::string(noun);
  const bool starts_with_vowel =
      !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (starts_with_vowel ? "an " : "a ") + std::string(noun);
}

// A later candidate must be strictly nearer, so of equally near names the first in the list wins.
std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known) {
  if (name.size() > longest_suggestion) return std::nullopt;
  // A third of the letters may differ. In the shortest names only their case may.
  std::size_t limit = name.size() / 3;
  std::optional<std::string_view> nearest;
  for (std::string_view candidate : known) {
    if (candidate.size() > longest_suggestion) continue;
    const std::size_t distance = edit_distance(name, candidate, limit);
    if (distance > limit) continue;
    nearest = candidate;
    if (distance == 0) break;
    limit = distance - 1;
  }
  return nearest;
}

namespace {

// The letters and digits of a name, in lower case: "getParam" and "get-param" are "getparam".
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : to_lower(name)) {
    if (is_ascii_letter(c) || is_ascii_digit(c)) letters += c;
  }
  return letters;
}

}  // namespace

bool is_slip_of(std::string_view name, std::string_view meant) {
  if (letters_of(name) == letters_of(meant)) return true;
  while (!name.empty() && !meant.empty() && name.front() == meant.front()) {
    name.remove_prefix(1);
    meant.remove_prefix(1);
  }
  while (!name.empty() && !meant.empty() && name.back() == meant.back()) {
    name.remove_suffix(1);
    meant.remove_suffix(1);
  }
  const bool is_swap = name.size() == 2 && meant.size() == 2 && name[0] == meant[1] && name[1] == meant[0];
  return is_swap || (name.size() <= 1 && meant.size() <= 1);
}

}  // namespace evalground
