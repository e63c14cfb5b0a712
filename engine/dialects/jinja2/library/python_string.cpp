// Python's methods of str, and textwrap, over UTF-8. The rules for classes of characters are those of
// Objects/unicodeobject.c.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/library/python_string.hpp"

#include <algorithm>

#include "base/text/search.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground::jinja2 {
namespace {

std::string one(char32_t c) {
  std::string text;
  append_code_point(text, c);
  return text;
}

// str.splitlines() also ends lines at form feeds, separators of ASCII, NEL and the two separators of Unicode.
bool is_line_end(char32_t c) {
  return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

std::vector<char32_t> code_points(std::string_view text) {
  std::vector<char32_t> points;
  points.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    points.push_back(point.value);
    at += point.size;
  }
  return points;
}

// textwrap breaks only at ASCII whitespace. A no-break space stays within its word.
bool is_wrap_space(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_word_letter(char32_t c) {  // [^\d\W]
  return is_word_character(c) && !is_decimal(c);
}

bool is_word_punctuation(char32_t c) {
  return is_word_character(c) || c == '!' || c == '"' || c == '\'' || c == '&' || c == '.' || c == ',' || c == '?';
}

// Finds the pieces between which textwrap may break a line: words, hyphenated parts, dashes and white space.
class WrapChunks {
 public:
  WrapChunks(const std::vector<char32_t>& text, bool breaks_on_hyphens)
      : text_(text), breaks_on_hyphens_(breaks_on_hyphens) {}

  // Where the pieces begin and end.
  std::vector<std::pair<std::size_t, std::size_t>> all() const {
    std::vector<std::pair<std::size_t, std::size_t>> chunks;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = end_of(at);
      chunks.emplace_back(at, end);
      at = end;
    }
    return chunks;
  }

 private:
  // Python's textwrap does this with one regular expression (wordsep_re). For "well-known -- x" it gives "well-",
  // "known", " ", "--", " ", "x".
  std::size_t end_of(std::size_t at) const {
    if (is_wrap_space(text_[at])) return end_while(at, is_wrap_space);
    if (!breaks_on_hyphens_) return end_while(at, [](char32_t c) { return !is_wrap_space(c); });
    if (begins_dashes(at)) return dashes_before_word(at);
    for (std::size_t end = at + 1; end < text_.size(); ++end) {
      const bool is_behind_hyphen = end - 1 > at && text_[end - 1] == '-';
      if (is_wrap_space(text_[end]) || begins_dashes(end)) return end;
      if (is_behind_hyphen && ends_part(end - 1) && begins_part(end)) return end;
    }
    return text_.size();
  }

  template <class Test>
  std::size_t end_while(std::size_t at, const Test& belongs) const {
    while (at < text_.size() && belongs(text_[at])) ++at;
    return at;
  }

  // Two dashes or more between words are a piece of their own.
  bool begins_dashes(std::size_t at) const {
    return at > 0 && text_[at] == '-' && is_word_punctuation(text_[at - 1]) && dashes_before_word(at) != 0;
  }
  // Where the dashes at a place end; 0 for fewer than two, or where no word follows.
  std::size_t dashes_before_word(std::size_t at) const {
    const std::size_t end = end_while(at, [](char32_t c) { return c == '-'; });
    return end - at >= 2 && end < text_.size() && is_word_character(text_[end]) ? end : 0;
  }

  // Whether a hyphen ends a part of a word: it follows two letters, or a letter behind a hyphen behind a letter.
  bool ends_part(std::size_t hyphen) const {
    if (hyphen < 2 || !is_letter(hyphen - 1)) return false;
    return is_letter(hyphen - 2) || (hyphen >= 3 && text_[hyphen - 2] == '-' && is_letter(hyphen - 3));
  }
  // Whether a part of a word begins at a place: with two letters, or with a letter, a hyphen and a letter.
  bool begins_part(std::size_t at) const {
    if (!is_letter(at) || at + 1 >= text_.size()) return false;
    return is_letter(at + 1) || (text_[at + 1] == '-' && at + 2 < text_.size() && is_letter(at + 2));
  }
  bool is_letter(std::size_t at) const { return is_word_letter(text_[at]); }

  const std::vector<char32_t>& text_;
  bool breaks_on_hyphens_;
};

}  // namespace

// 'a\r\nb\n' -> ['a', 'b']. A final line end begins no empty line, unlike split('\n').
std::vector<std::string_view> split_lines(std::string_view text, bool keeps_ends) {
  std::vector<std::string_view> lines;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    std::size_t next = at + point.size;
    if (is_line_end(point.value)) {
      if (point.value == '\r' && next < text.size() && text[next] == '\n') ++next;
      lines.push_back(text.substr(begin, (keeps_ends ? next : at) - begin));
      begin = next;
    }
    at = next;
  }
  if (begin < text.size()) lines.push_back(text.substr(begin));
  return lines;
}

// ' x  y ' -> ['x', 'y']. With `most` = 1, 'a  b  c ' -> ['a', 'b  c '].
std::vector<std::string_view> split_words(std::string_view text, std::int64_t most) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  for (;;) {
    while (at < text.size() && is_space(decode_code_point(text, at).value)) at += decode_code_point(text, at).size;
    if (at == text.size()) return words;
    if (most >= 0 && static_cast<std::int64_t>(words.size()) == most) {
      words.push_back(text.substr(at));  // the rest keeps its whitespace
      return words;
    }
    const std::size_t begin = at;
    while (at < text.size() && !is_space(decode_code_point(text, at).value)) at += decode_code_point(text, at).size;
    words.push_back(text.substr(begin, at - begin));
  }
}

// ' a  b  c ' with `most` = 1 -> [' a  b', 'c']. The words are views of the input, so the address of the last merged
// word tells where the head ends.
std::vector<std::string_view> split_words_from_right(std::string_view text, std::int64_t most) {
  const std::vector<std::string_view> all = split_words(text);
  if (most < 0 || static_cast<std::int64_t>(all.size()) <= most) return all;
  const auto kept = all.size() - static_cast<std::size_t>(most);
  std::vector<std::string_view> words;
  const std::string_view last = all[kept - 1];
  const std::string_view head = text.substr(0, static_cast<std::size_t>(last.data() - text.data()) + last.size());
  words.push_back(head);
  words.insert(words.end(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end());
  return words;
}

// 'aaa', 'a' -> 'b', most 2 -> 'bba'. An empty `from` is found before each character and at the end: 'ab'.replace('',
// '-') -> '-a-b-'. text_with_room() checks the size of the result before it is allocated.
std::string replaced(std::string_view text, std::string_view from, std::string_view to, std::int64_t most) {
  if (most == 0) return std::string(text);
  std::uint64_t count = 0;
  const auto is_over = [&] { return most >= 0 && static_cast<std::int64_t>(count) >= most; };
  if (from.empty()) {
    std::string result = text_with_room(text.size() + to.size() * (count_code_points(text) + 1));
    for (std::size_t at = 0; at < text.size();) {
      if (!is_over()) {
        result += to;
        ++count;
      }
      const std::size_t size = decode_code_point(text, at).size;
      result += text.substr(at, size);
      at += size;
    }
    if (!is_over()) result += to;
    return result;
  }
  if (most < 0) return replace_all(text, from, to);
  std::string result;
  std::size_t at = 0;
  while (!is_over()) {
    const std::size_t found = find_text(text, from, at);
    if (found == std::string_view::npos) break;
    if (to.size() > from.size()) text_with_room(result.size() + to.size());
    result += text.substr(at, found - at);
    result += to;
    at = found + from.size();
    ++count;
  }
  result += text.substr(at);
  return result;
}

// The worst case of a naive search compares the part at every offset: 'aaaa…' for 'aa…b'.
void charge_search(Budget& budget, std::string_view text, std::string_view part) {
  constexpr std::uint64_t bytes_per_step = 4096;
  budget.step(1 + text.size() / bytes_per_step * std::min(part.size(), text.size()));
}

// The set is sorted once, so a long set costs little for each character that is tested.
std::string_view stripped(std::string_view text, std::optional<std::string_view> characters, bool left, bool right) {
  std::vector<char32_t> set = characters ? code_points(*characters) : std::vector<char32_t>();
  std::sort(set.begin(), set.end());
  const auto is_removed = [&](char32_t c) {
    return characters ? std::binary_search(set.begin(), set.end(), c) : is_space(c);
  };
  while (left && !text.empty()) {
    const CodePoint point = decode_code_point(text, 0);
    if (!is_removed(point.value)) break;
    text.remove_prefix(point.size);
  }
  while (right && !text.empty()) {
    std::size_t start = text.size() - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
    if (!is_removed(decode_code_point(text, start).value)) break;
    text = text.substr(0, start);
  }
  return text;
}

// The title case of one character, which differs from its upper case for digraphs and some Greek letters: 'ǆ' -> 'ǅ',
// not 'Ǆ'. The rules are written out, since a table for them would be mostly empty.
std::string title_case(std::string_view character) {
  const char32_t c = decode_code_point(character, 0).value;
  if (c >= 0x1C4 && c <= 0x1CC) return one(0x1C5 + (c - 0x1C4) / 3 * 3);  // digraphs: upper, title, lower
  if (c >= 0x1F1 && c <= 0x1F3) return one(0x1F2);
  if (c >= 0x10D0 && c <= 0x10FF) return std::string(character);  // Georgian has uppercase letters but no title case
  // Greek letters with iota subscript: the title case keeps the iota below.
  if (c >= 0x1F80 && c <= 0x1FAF) return one(c | 8);
  if (c == 0x1FB3 || c == 0x1FC3 || c == 0x1FF3) return one(c + 9);
  if (c == 0x1FBC || c == 0x1FCC || c == 0x1FFC) return std::string(character);
  std::string upper = to_upper(character);
  const std::size_t first = decode_code_point(upper, 0).size;
  if (first == upper.size() || c == 0x149) return upper;
  std::string rest = to_lower(std::string_view(upper).substr(first));  // "ß" begins a word as "Ss"
  if (c >= 0x1FB2 && c <= 0x1FF7 && rest.ends_with("\u03B9")) rest.replace(rest.size() - 2, 2, "\u0345");
  return upper.substr(0, first) + rest;
}

std::string capitalized(std::string_view text) {
  if (text.empty()) return {};
  const std::string head = title_case(text.substr(0, decode_code_point(text, 0).size));
  const std::string lower = to_lower(text);
  return head + lower.substr(decode_code_point(lower, 0).size);
}

// "it's" -> "It'S": a word is a run of cased characters, so an apostrophe ends it. Jinja's filter `title` differs.
std::string titled(std::string_view text) {
  std::string result;
  std::size_t word = 0;
  bool in_word = false;
  const auto finish = [&](std::size_t end) {
    if (in_word) result += capitalized(text.substr(word, end - word));
    in_word = false;
  };
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (is_upper(point.value) || is_lower(point.value) || is_title(point.value)) {
      if (!in_word) word = at;
      in_word = true;
    } else {
      finish(at);
      result += text.substr(at, point.size);
    }
    at += point.size;
  }
  finish(text.size());
  return result;
}

// 'aB' -> 'Ab'. A character may become several: 'ß' -> 'SS'.
std::string case_swapped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const std::string_view character = text.substr(at, point.size);
    if (is_upper(point.value)) {
      result += to_lower(character);
    } else if (is_lower(point.value)) {
      result += to_upper(character);
    } else {
      result += character;
    }
    at += point.size;
  }
  return result;
}

std::string case_folded(std::string_view text) {
  // Converting to upper case first expands letters without a single counterpart: "ß" -> "ss".
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = decode_code_point(text, at).size;
    const std::string_view character = text.substr(at, size);
    result += size == 1 ? to_lower(character) : to_lower(to_upper(character));
    at += size;
  }
  return result;
}

// Reverses code points, not bytes: it walks back over the continuation bytes of UTF-8.
std::string reversed(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t end = text.size(); end > 0;) {
    std::size_t start = end - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
    result += text.substr(start, end - start);
    end = start;
  }
  return result;
}

std::string justified(std::string_view text, std::int64_t width, std::string_view fill, Side padding) {
  const auto length = static_cast<std::int64_t>(count_code_points(text));
  if (width <= length) return std::string(text);
  const std::int64_t missing = width - length;
  // str.center() puts the odd blank on the left only if width and margin are both odd.
  const std::int64_t before = padding == Side::left    ? missing
                              : padding == Side::right ? 0
                                                       : missing / 2 + (missing & width & 1);
  std::string result = text_with_room(text.size() + static_cast<std::uint64_t>(missing) * fill.size());
  for (std::int64_t count = 0; count < before; ++count) result += fill;
  result += text;
  for (std::int64_t count = before; count < missing; ++count) result += fill;
  return result;
}

// textwrap.TextWrapper._wrap_chunks(): fills a line with chunks while they fit, drops whitespace at both of its ends,
// and cuts a chunk that is longer than a whole line. Widths count code points. The callback decides late whether to
// cut, because the reference fails only when it comes to that.
std::vector<std::string> wrapped(std::string_view line, std::size_t width,
                                 const std::function<bool()>& breaks_long_words, bool breaks_on_hyphens) {
  using Chunk = std::pair<std::size_t, std::size_t>;
  const std::vector<char32_t> text = code_points(line);
  std::vector<Chunk> chunks = WrapChunks(text, breaks_on_hyphens).all();
  const auto is_blank = [&](const Chunk& chunk) {
    return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(chunk.first),
                       text.begin() + static_cast<std::ptrdiff_t>(chunk.second),
                       [](char32_t c) { return is_space(c); });
  };
  // Where to cut a chunk that is longer than a line: after the last hyphen that fits, if anything but hyphens precedes
  // it.
  const auto cut_of = [&](const Chunk& chunk, std::size_t room) {
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(chunk.first);
    for (std::size_t at = breaks_on_hyphens ? room : 0; at > 1; --at) {
      if (begin[static_cast<std::ptrdiff_t>(at) - 1] != '-') continue;
      const bool has_other =
          std::any_of(begin, begin + static_cast<std::ptrdiff_t>(at) - 1, [](char32_t c) { return c != '-'; });
      return chunk.first + (has_other ? at : room);
    }
    return chunk.first + room;
  };
  std::vector<std::string> lines;
  std::vector<Chunk> current;
  for (std::size_t next = 0; next < chunks.size();) {
    const auto length_of = [&](std::size_t index) { return chunks[index].second - chunks[index].first; };
    current.clear();
    std::size_t length = 0;
    if (!lines.empty() && is_blank(chunks[next])) ++next;
    while (next < chunks.size() && length_of(next) <= width - length) {
      length += length_of(next);
      current.push_back(chunks[next++]);
    }
    if (next < chunks.size() && length_of(next) > width) {
      if (breaks_long_words()) {  // without room this adds an empty part, after which whitespace stays
        const std::size_t cut = cut_of(chunks[next], width == 0 ? 1 : width - length);
        current.emplace_back(chunks[next].first, cut);
        chunks[next].first = cut;
      } else if (current.empty()) {
        current.push_back(chunks[next++]);
      }
    }
    if (!current.empty() && is_blank(current.back())) current.pop_back();
    if (current.empty()) continue;
    std::string result;
    for (const auto& [begin, end] : current) {
      for (std::size_t at = begin; at < end; ++at) append_code_point(result, text[at]);
    }
    lines.push_back(std::move(result));
  }
  return lines;
}

// The three nested classes of Python: isdecimal() (0-9 in any script) is part of isdigit() (also superscripts and
// circled digits), which is part of isnumeric() (also fractions and such).
bool is_numeric(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  return is_alphanumeric(c) && !is_alpha(c);
}

bool is_decimal(char32_t c) {
  return decimal_digit(c).has_value();
}

bool is_digit(char32_t c) {
  const bool is_superscript = c == 0xB2 || c == 0xB3 || c == 0xB9 || c == 0x2070 || (c >= 0x2074 && c <= 0x2079) ||
                              (c >= 0x2080 && c <= 0x2089);
  const bool is_circled = (c >= 0x2460 && c <= 0x2468) || (c >= 0x2474 && c <= 0x247C) || (c >= 0x2488 && c <= 0x2490);
  return is_decimal(c) || is_superscript || is_circled;
}

bool is_alpha(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return evalground::is_letter(c);
}

// Derived from the case mappings, which saves a table: a character is upper case if lowering changes it and raising
// does not.
bool is_upper(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z';
  const std::string text = one(c);
  return to_lower(text) != text && to_upper(text) == text && is_alphanumeric(c);
}

bool is_title(char32_t c) {
  if (c < 0x80) return false;
  const std::string text = one(c);
  return to_lower(text) != text && to_upper(text) != text && is_alphanumeric(c);
}

bool is_lower(char32_t c) {
  if (c < 0x80) return c >= 'a' && c <= 'z';
  const std::string text = one(c);
  return to_upper(text) != text && to_lower(text) == text && is_alphanumeric(c);
}

bool is_identifier(std::string_view text) {
  if (text.empty()) return false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const bool fits = point.value == '_' || is_alpha(point.value) || (at > 0 && is_decimal(point.value));
    if (!fits) return false;
    at += point.size;
  }
  return true;
}

}  // namespace evalground::jinja2
