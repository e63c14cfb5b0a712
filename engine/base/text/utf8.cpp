// The decoder follows table 3-7 of the Unicode standard (well-formed byte sequences). Runs of ASCII are skipped eight
// bytes at a time.
//
// Hot: compiled for speed in every module.
#include "base/text/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/text/unicode_tables.hpp"

namespace evalground {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t offset) {
  return static_cast<std::uint8_t>(text[offset]);
}

bool is_continuation(std::uint8_t byte) {
  return (byte & 0xC0) == 0x80;
}

// The offset of the first non-ASCII byte at or after `offset`, or the size.
// Most text is ASCII, where a byte is a code point, so every function below first runs over it.
std::size_t skip_ascii(std::string_view text, std::size_t offset) {
  constexpr std::uint64_t high_bits = 0x8080808080808080u;
  while (text.size() - offset >= sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + offset, sizeof word);
    if (word & high_bits) break;
    offset += sizeof word;
  }
  while (offset < text.size() && byte_at(text, offset) < 0x80) ++offset;
  return offset;
}

bool contains(std::span<const char32_t> boundaries, char32_t code_point) {
  // Boundaries alternate between the first code point inside and the first one outside. So an odd number of boundaries
  // at or below the code point means inside.
  auto after = std::upper_bound(boundaries.begin(), boundaries.end(), code_point);
  return (after - boundaries.begin()) % 2 == 1;
}

bool is_ascii_alphanumeric(char32_t code_point) {
  return (code_point >= '0' && code_point <= '9') || (code_point >= 'a' && code_point <= 'z') ||
         (code_point >= 'A' && code_point <= 'Z');
}

// Two tables: expansions for one character that becomes several (ß -> SS), and runs for ranges with a common distance.
// A stride of 2 is for alphabets whose capital and small letters alternate, as in Ā ā Ă ă.
void append_mapped(std::string& text, const CaseMapping& mapping, char32_t code_point) {
  auto expansion = std::lower_bound(mapping.expansions.begin(), mapping.expansions.end(), code_point,
                                    [](const CaseExpansion& entry, char32_t value) { return entry.from < value; });
  if (expansion != mapping.expansions.end() && expansion->from == code_point) {
    for (char32_t value : expansion->to) {
      if (value != 0) append_code_point(text, value);
    }
    return;
  }
  auto run = std::upper_bound(mapping.runs.begin(), mapping.runs.end(), code_point,
                              [](char32_t value, const CaseRun& entry) { return value < entry.first; });
  if (run != mapping.runs.begin()) {
    --run;
    if (code_point <= run->last && (code_point - run->first) % run->stride == 0) {
      code_point = static_cast<char32_t>(static_cast<std::int32_t>(code_point) + run->shift);
    }
  }
  append_code_point(text, code_point);
}

// True when the word continues at `offset`, for the rule of the final sigma: any number of case-ignorable characters,
// then a cased one.
bool cased_follows(std::string_view text, std::size_t offset) {
  while (offset < text.size()) {
    CodePoint next = decode_code_point(text, offset);
    if (!contains(case_ignorable_boundaries, next.value)) return contains(cased_boundaries, next.value);
    offset += next.size;
  }
  return false;
}

constexpr char32_t capital_sigma = 0x03A3;
constexpr char32_t small_sigma = 0x03C3;
constexpr char32_t final_sigma = 0x03C2;

}  // namespace

bool is_ascii(std::string_view text) {
  return skip_ascii(text, 0) == text.size();
}

// An invalid byte is a replacement character of size 1, so a caller always moves on, and never skips a valid character.
CodePoint decode_code_point(std::string_view text, std::size_t offset) {
  constexpr CodePoint invalid{replacement_character, 1};
  const std::uint8_t first = byte_at(text, offset);
  if (first < 0x80) return {first, 1};
  if (first < 0xC2 || first > 0xF4) return invalid;
  const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() - offset < size) return invalid;
  // Only the second byte has a narrower range. It excludes overlong forms, surrogates and code points above U+10FFFF.
  const std::uint8_t lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  const std::uint8_t second = byte_at(text, offset + 1);
  if (second < lowest || second > highest) return invalid;
  char32_t value = first & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    const std::uint8_t next = byte_at(text, offset + i);
    if (!is_continuation(next)) return invalid;
    value = value << 6 | (next & 0x3Fu);
  }
  return {value, size};
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  std::size_t offset = 0;
  while ((offset = skip_ascii(text, offset)) < text.size()) {
    const CodePoint next = decode_code_point(text, offset);
    if (!next.valid()) return offset;
    offset += next.size;
  }
  return std::nullopt;
}

void append_code_point(std::string& text, char32_t code_point) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) code_point = replacement_character;
  auto tail = [code_point](unsigned shift) { return static_cast<char>(0x80u | (code_point >> shift & 0x3Fu)); };
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    text += {static_cast<char>(0xC0u | code_point >> 6), tail(0)};
  } else if (code_point < 0x10000) {
    text += {static_cast<char>(0xE0u | code_point >> 12), tail(6), tail(0)};
  } else {
    text += {static_cast<char>(0xF0u | code_point >> 18), tail(12), tail(6), tail(0)};
  }
}

std::size_t count_code_points(std::string_view text) {
  return code_points_before(text, text.size());
}

std::size_t count_utf16_units(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t end = skip_ascii(text, offset);
    count += end - offset;
    if (end == text.size()) break;
    const CodePoint next = decode_code_point(text, end);
    count += next.value >= 0x10000 ? 2 : 1;
    offset = end + next.size;
  }
  return count;
}

// Returns the size of `text` if `index` is past its last code point.
std::size_t byte_offset_of_code_point(std::string_view text, std::size_t index) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const std::size_t end = skip_ascii(text, offset);
    if (end - offset >= index) return offset + index;
    index -= end - offset;
    offset = end;
    while (index > 0 && offset < text.size() && byte_at(text, offset) >= 0x80) {
      offset += decode_code_point(text, offset).size;
      --index;
    }
  }
  return offset;
}

std::size_t code_points_before(std::string_view text, std::size_t limit) {
  limit = std::min(limit, text.size());
  std::size_t count = 0;
  std::size_t offset = 0;
  while (offset < limit) {
    const std::size_t end = std::min(skip_ascii(text, offset), limit);
    count += end - offset;
    offset = end;
    while (offset < limit && byte_at(text, offset) >= 0x80) {
      offset += decode_code_point(text, offset).size;
      ++count;
    }
  }
  return count;
}

std::string_view slice_code_points(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin >= end) return {};
  const std::string_view rest = text.substr(byte_offset_of_code_point(text, begin));
  return rest.substr(0, byte_offset_of_code_point(rest, end - begin));
}

bool is_alphanumeric(char32_t code_point) {
  if (code_point < 0x80) return is_ascii_alphanumeric(code_point);
  return contains(alphanumeric_boundaries, code_point);
}

bool is_letter(char32_t code_point) {
  return is_alphanumeric(code_point) && !contains(number_boundaries, code_point);
}

bool is_word_character(char32_t code_point) {
  return code_point == '_' || is_alphanumeric(code_point);
}

// Digits of a script are ten in a row. Ranges may hold several such rows, and each begins a multiple of ten after its
// start.
std::optional<unsigned> decimal_digit(char32_t code_point) {
  if (code_point < 0x80) {
    if (code_point < '0' || code_point > '9') return std::nullopt;
    return code_point - '0';
  }
  const auto next = std::upper_bound(decimal_boundaries.begin(), decimal_boundaries.end(), code_point);
  const bool is_inside = (next - decimal_boundaries.begin()) % 2 == 1;
  if (!is_inside) return std::nullopt;
  return (code_point - *(next - 1)) % 10;
}

// Python's str.isspace(), which counts the four ASCII separators from U+001C on.
bool is_space(char32_t code_point) {
  if (code_point < 0x80) {
    return code_point == ' ' || (code_point >= '\t' && code_point <= '\r') ||
           (code_point >= 0x1C && code_point <= 0x1F);
  }
  return contains(space_boundaries, code_point);
}

bool is_printable(char32_t code_point) {
  if (code_point < 0x7F) return code_point >= 0x20;
  return contains(printable_boundaries, code_point);
}

// Text of ASCII, nearly all of it, is converted byte by byte, without the tables.
std::string to_lower(std::string_view text) {
  if (is_ascii(text)) {
    std::string lower(text);
    for (char& c : lower) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
  }
  // By Unicode's tables. A capital sigma at the end of a word has a special form (SpecialCasing, Final_Sigma).
  std::string lower;
  lower.reserve(text.size());
  // True when a cased character, followed only by case-ignorable ones, precedes the current character.
  bool after_cased = false;
  for (std::size_t offset = 0; offset < text.size();) {
    const char c = text[offset];
    if (static_cast<unsigned char>(c) < 0x80) {
      const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      lower += small;
      ++offset;
      constexpr std::string_view case_ignorable = "'.:^`";
      if (case_ignorable.find(c) == std::string_view::npos) after_cased = small >= 'a' && small <= 'z';
      continue;
    }
    const CodePoint next = decode_code_point(text, offset);
    offset += next.size;
    if (next.value == capital_sigma) {
      append_code_point(lower, after_cased && !cased_follows(text, offset) ? final_sigma : small_sigma);
    } else {
      append_mapped(lower, lower_mapping, next.value);
    }
    if (!contains(case_ignorable_boundaries, next.value)) after_cased = contains(cased_boundaries, next.value);
  }
  return lower;
}

std::string to_upper(std::string_view text) {
  if (is_ascii(text)) {
    std::string upper(text);
    for (char& c : upper) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return upper;
  }
  std::string upper;
  upper.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const char c = text[offset];
    if (static_cast<unsigned char>(c) < 0x80) {
      upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      ++offset;
      continue;
    }
    const CodePoint next = decode_code_point(text, offset);
    offset += next.size;
    append_mapped(upper, upper_mapping, next.value);
  }
  return upper;
}

}  // namespace evalground
