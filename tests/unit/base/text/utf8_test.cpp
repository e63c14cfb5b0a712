// The counts are from Python 3.12, which has the same version of the Unicode data.
#include "base/text/utf8.hpp"

#include <gtest/gtest.h>
#include <string>

namespace evalground {
namespace {

TEST(Utf8, AcceptsEveryWellFormedLength) {
  EXPECT_EQ(find_invalid_utf8(""), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 and plain again"), std::nullopt);
}

TEST(Utf8, FindsTheFirstByteThatIsNotUtf8) {
  struct {
    std::string_view text;
    std::size_t offset;
  } const cases[] = {
      {"abc\x80", 3},           // continuation without a start
      {"0123456789\xFF", 10},   // never a byte of UTF-8
      {"\xC0\x80", 0},          // overlong NUL
      {"\xE0\x9F\xBF", 0},      // overlong in three bytes
      {"\xF0\x8F\xBF\xBF", 0},  // overlong in four bytes
      {"\xED\xA0\x80", 0},      // surrogate
      {"\xF4\x90\x80\x80", 0},  // above U+10FFFF
      {"\xC3\xA9\xE2\x82", 2},  // cut off
      {"\xE2\x82\x41", 0},      // third byte missing
  };
  for (const auto& [text, offset] : cases) EXPECT_EQ(find_invalid_utf8(text), offset) << text;
}

TEST(Utf8, AcceptsNulAndTheEdgesOfTheCodeSpace) {
  EXPECT_EQ(find_invalid_utf8(std::string_view("\0\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80", 15)),
            std::nullopt);
  EXPECT_EQ(find_invalid_utf8("\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"), std::nullopt);
}

TEST(Utf8, DecodesWhatItEncodesForEveryCodePoint) {
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    if (value == 0xD800) value = 0xE000;
    std::string text;
    append_code_point(text, value);
    const CodePoint decoded = decode_code_point(text, 0);
    ASSERT_EQ(decoded.value, value);
    ASSERT_EQ(decoded.size, text.size());
    ASSERT_TRUE(decoded.valid());
  }
}

TEST(Utf8, EncodesWhatIsNoCodePointAsReplacementCharacter) {
  std::string text;
  append_code_point(text, 0xD800);
  append_code_point(text, 0x110000);
  EXPECT_EQ(text, "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Utf8, TellsAnInvalidByteFromAReplacementCharacterInTheText) {
  EXPECT_FALSE(decode_code_point("\x80", 0).valid());
  EXPECT_TRUE(decode_code_point("\xEF\xBF\xBD", 0).valid());
}

TEST(Utf8, CountsCodePointsAndUtf16UnitsAcrossAsciiRuns) {
  const std::string_view text = "0123456789é€😀0123456789";
  EXPECT_EQ(count_code_points(text), 23u);
  EXPECT_EQ(count_utf16_units(text), 24u);
}

TEST(Utf8, CountsEachInvalidByteAsOne) {
  EXPECT_EQ(count_code_points("a\xE2\x82z"), 4u);
  EXPECT_EQ(count_utf16_units("a\xE2\x82z"), 4u);
}

TEST(Utf8, ConvertsBetweenByteAndCodePointOffsets) {
  const std::string_view text = "abcdefghé€😀z";
  const std::size_t bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 18};
  for (std::size_t index = 0; index < std::size(bytes); ++index) {
    EXPECT_EQ(byte_offset_of_code_point(text, index), bytes[index]);
    EXPECT_EQ(code_points_before(text, bytes[index]), index);
  }
  EXPECT_EQ(byte_offset_of_code_point(text, 99), text.size());
  EXPECT_EQ(code_points_before(text, 99), 12u);
}

TEST(Utf8, CountsACodePointOnceItHasBegun) {
  EXPECT_EQ(code_points_before("é€", 3), 2u);
}

TEST(Utf8, SlicesByCodePoint) {
  EXPECT_EQ(slice_code_points("aé€😀z", 1, 3), "é€");
  EXPECT_EQ(slice_code_points("aé€😀z", 3, 99), "😀z");
  EXPECT_EQ(slice_code_points("aé€", 2, 1), "");
  EXPECT_EQ(slice_code_points("aé€", 7, 9), "");
}

TEST(Utf8, KnowsWhatIsAscii) {
  EXPECT_TRUE(is_ascii("0123456789abcdef"));
  EXPECT_FALSE(is_ascii("0123456789abcdé"));
  EXPECT_FALSE(is_ascii("é0123456789abcd"));
}

TEST(UnicodeTables, CountAsManyCharactersAsTheDatabaseHas) {
  int alphanumeric = 0, space = 0, printable = 0;
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    alphanumeric += is_alphanumeric(value);
    space += is_space(value);
    printable += is_printable(value);
  }
  EXPECT_EQ(alphanumeric, 137935);
  EXPECT_EQ(space, 29);
  EXPECT_EQ(printable, 148998);
}

TEST(UnicodeTables, AgreeWithPythonOnSingleCharacters) {
  for (char32_t value : {U'A', U'z', U'0', U'é', U'ß', U'中', U'٣', U'²', U'½', U'ª', U'〇'})
    EXPECT_TRUE(is_alphanumeric(value));
  for (char32_t value : {U'_', U'-', U' ', U'€', U'\u0301', U'😀', U'\u200D'}) EXPECT_FALSE(is_alphanumeric(value));
  EXPECT_TRUE(is_word_character('_'));
  EXPECT_FALSE(is_word_character('-'));
  for (char32_t value : {U' ', U'\t', U'\x1C', U'\x85', U'\u00A0', U'\u2028', U'\u3000'}) EXPECT_TRUE(is_space(value));
  EXPECT_FALSE(is_space(U'\u200B'));
  for (char32_t value : {U' ', U'~', U'é', U'😀'}) EXPECT_TRUE(is_printable(value));
  for (char32_t value : {U'\n', U'\x7F', U'\u00A0', U'\u00AD', U'\u200B', U'\uE000', U'\U000E0041'})
    EXPECT_FALSE(is_printable(value));
}

TEST(UnicodeCase, MapsLettersOfManyScripts) {
  EXPECT_EQ(to_lower("Hello ÀÉÎ ЖЯ ΑΩ Ǆ Ꭰ"), "hello àéî жя αω ǆ ꭰ");
  EXPECT_EQ(to_upper("hello àéî жя αω ǆ ꭰ ÿ µ"), "HELLO ÀÉÎ ЖЯ ΑΩ Ǆ Ꭰ Ÿ Μ");
}

TEST(UnicodeCase, ExpandsToSeveralCharacters) {
  EXPECT_EQ(to_upper("straße ﬃ ŉ ΐ"), "STRASSE FFI ʼN Ι\u0308\u0301");
  EXPECT_EQ(to_lower("İ"), "i\u0307");
}

TEST(UnicodeCase, WritesAFinalSigmaOnlyAtTheEndOfAWord) {
  EXPECT_EQ(to_lower("ΟΔΟΣ ΣΟΦΟΣ"), "οδος σοφος");
  EXPECT_EQ(to_lower("Σ"), "σ");
  EXPECT_EQ(to_lower("ΑΣ'Α ΑΣ' Α'Σ"), "ασ'α ας' α'ς");
}

TEST(UnicodeCase, LeavesCaselessTextAlone) {
  EXPECT_EQ(to_lower("中文 123 😀"), "中文 123 😀");
  EXPECT_EQ(to_upper("中文 123 😀"), "中文 123 😀");
}

TEST(DecimalDigit, KnowsTheDigitsOfEveryScript) {
  EXPECT_EQ(decimal_digit('7'), 7U);
  EXPECT_EQ(decimal_digit(0x0663), 3U);   // Arabic-Indic
  EXPECT_EQ(decimal_digit(0x1D7FF), 9U);  // the last of five runs in a row
  EXPECT_EQ(decimal_digit('a'), std::nullopt);
  EXPECT_EQ(decimal_digit(0x00B2), std::nullopt);  // superscript two
}

}  // namespace
}  // namespace evalground
