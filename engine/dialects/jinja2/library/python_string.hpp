// Python's methods of str over UTF-8, shared by methods and filters.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"

namespace evalground::jinja2 {

// str.splitlines(): at \n, \r\n, \r, \v, \f, \x1c-\x1e, \x85, U+2028 and U+2029.
std::vector<std::string_view> split_lines(std::string_view text, bool keeps_ends = false);
// str.split() without a separator: splits at runs of whitespace, at most `most` times unless that is negative.
std::vector<std::string_view> split_words(std::string_view text, std::int64_t most = -1);
std::vector<std::string_view> split_words_from_right(std::string_view text, std::int64_t most);
// str.replace(): an empty `from` matches between all characters. Throws LimitError (memory).
std::string replaced(std::string_view text, std::string_view from, std::string_view to, std::int64_t most = -1);
// Pays for a search from the right. In the worst case it takes the product of the lengths.
void charge_search(Budget& budget, std::string_view text, std::string_view part);
// str.strip(characters), lstrip() and rstrip(). Without characters they remove whitespace.
std::string_view stripped(std::string_view text, std::optional<std::string_view> characters, bool left, bool right);
std::string capitalized(std::string_view text);
// A character in title case. Only a few have one that differs from upper case: "ǆ" -> "ǅ".
std::string title_case(std::string_view character);
// str.title(): a word begins after each character without case.
std::string titled(std::string_view text);
std::string case_swapped(std::string_view text);
std::string case_folded(std::string_view text);
// The characters in reverse order.
std::string reversed(std::string_view text);
// Pads to at least `width` characters, on the given side. Throws LimitError (memory).
enum class Side : std::uint8_t { left, right, both };
std::string justified(std::string_view text, std::int64_t width, std::string_view fill, Side padding);
// textwrap.wrap() of one line. A width of 0 stands for one between 0 and 1: each character is a line of its own.
// `breaks_long_words` is called for each part that is longer than a line.
std::vector<std::string> wrapped(std::string_view line, std::size_t width,
                                 const std::function<bool()>& breaks_long_words, bool breaks_on_hyphens);

bool is_alpha(char32_t c);
bool is_decimal(char32_t c);
bool is_digit(char32_t c);
bool is_numeric(char32_t c);
bool is_upper(char32_t c);
bool is_lower(char32_t c);
// Whether it is a title case letter such as "ǅ", which is neither upper nor lower case.
bool is_title(char32_t c);
bool is_identifier(std::string_view text);

}  // namespace evalground::jinja2
