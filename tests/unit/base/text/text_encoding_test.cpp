// Text as bytes of the encodings that Python names.
#include "base/text/text_encoding.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(TextEncoding, KnowsPythonsSpellings) {
  for (const std::string_view name :
       {"utf-8", "UTF8", "utf_16_le", "latin-1", "ISO-8859-1", "us-ascii", "utf-32-be", "utf-8-sig", "windows-1252"}) {
    EXPECT_TRUE(text_encoding(name)) << name;
  }
  EXPECT_FALSE(text_encoding("ebcdic"));
}

TEST(TextEncoding, ReadsWhatItWrote) {
  const std::string text = "h\u00E9 \U0001F600";
  for (const TextEncoding encoding :
       {TextEncoding::utf_8, TextEncoding::utf_16, TextEncoding::utf_16_le, TextEncoding::utf_16_be,
        TextEncoding::utf_32, TextEncoding::utf_32_be, TextEncoding::utf_32_le, TextEncoding::utf_8_sig}) {
    const DecodedText decoded = decode_text(encoding, *encode_text(encoding, text));
    EXPECT_EQ(decoded.text, text);
    EXPECT_FALSE(decoded.error);
  }
}

TEST(TextEncoding, RefusesCharactersThatAreNotThere) {
  EXPECT_FALSE(encode_text(TextEncoding::ascii, "\u00E9"));
  EXPECT_EQ(encode_text(TextEncoding::latin_1, "\u00E9"), "\xE9");
  EXPECT_FALSE(encode_text(TextEncoding::latin_1, "\u20AC"));
}

TEST(TextEncoding, BeginsWithAMarkWhereTheNameLeavesTheOrderOpen) {
  using namespace std::string_literals;
  EXPECT_EQ(encode_text(TextEncoding::utf_16, "a"), "\xFF\xFE\x61\x00"s);
  EXPECT_EQ(encode_text(TextEncoding::utf_16_be, "a"), "\x00\x61"s);
  EXPECT_EQ(encode_text(TextEncoding::utf_8_sig, "a"), "\xEF\xBB\xBF\x61");
}

TEST(TextEncoding, ReadsEitherOrderByTheMark) {
  using namespace std::string_literals;
  EXPECT_EQ(decode_text(TextEncoding::utf_16, "\xFE\xFF\x00\x61"s).text, "a");
  EXPECT_EQ(decode_text(TextEncoding::utf_16, "\xFF\xFE\x61\x00"s).text, "a");
  EXPECT_EQ(decode_text(TextEncoding::utf_16, "\x61\x00"s).text, "a");
  EXPECT_EQ(decode_text(TextEncoding::utf_32, "\x00\x00\xFE\xFF\x00\x00\x00\x61"s).text, "a");
  EXPECT_EQ(decode_text(TextEncoding::utf_8_sig, "a").text, "a");
}

TEST(TextEncoding, HasTheCharactersThatWindowsPutsIntoLatin1) {
  EXPECT_EQ(encode_text(TextEncoding::cp1252, "\u20AC\u00E9\u0178"), "\x80\xE9\x9F");
  EXPECT_EQ(decode_text(TextEncoding::cp1252, "\x80\xE9\x9F").text, "\u20AC\u00E9\u0178");
  EXPECT_FALSE(encode_text(TextEncoding::cp1252, "\u0080"));
  EXPECT_EQ(decode_text(TextEncoding::cp1252, "a\x81").error, 1U);
}

TEST(TextEncoding, ReplacesWhatIsNoCharacterAndSaysWhereItIs) {
  const auto expect = [](TextEncoding encoding, std::string_view bytes, std::string_view text, std::size_t error) {
    const DecodedText decoded = decode_text(encoding, bytes);
    EXPECT_EQ(decoded.text, text);
    EXPECT_EQ(decoded.error, error);
  };
  expect(TextEncoding::utf_8, "a\xFF", "a\uFFFD", 1);
  expect(TextEncoding::utf_16_le, "a", "\uFFFD", 0);
  expect(TextEncoding::utf_16_be, "\xD8\x01", "\uFFFD", 0);
  expect(TextEncoding::utf_32_be, "\x01\x01\x01\x01", "\uFFFD", 0);
  expect(TextEncoding::ascii, "\x80", "\uFFFD", 0);
}

}  // namespace
}  // namespace evalground
