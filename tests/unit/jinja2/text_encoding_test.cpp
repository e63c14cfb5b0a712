// Text as bytes of the encodings that Python names.
#include "dialects/jinja2/text_encoding.hpp"

#include <gtest/gtest.h>

namespace evalground::jinja2 {
namespace {

TEST(TextEncoding, KnowsPythonsSpellings) {
  for (const std::string_view name : {"utf-8", "UTF8", "utf_16_le", "latin-1", "ISO-8859-1", "us-ascii", "utf-32-be"}) {
    EXPECT_TRUE(text_encoding(name)) << name;
  }
  EXPECT_FALSE(text_encoding("ebcdic"));
}

TEST(TextEncoding, ReadsWhatItWrote) {
  const std::string text = "h\u00E9 \U0001F600";
  for (const TextEncoding encoding : {TextEncoding::utf_8, TextEncoding::utf_16, TextEncoding::utf_16_le,
                                      TextEncoding::utf_16_be, TextEncoding::utf_32, TextEncoding::utf_32_be}) {
    EXPECT_EQ(decode_text(encoding, *encode_text(encoding, text)), text);
  }
}

TEST(TextEncoding, RefusesCharactersThatAreNotThere) {
  EXPECT_FALSE(encode_text(TextEncoding::ascii, "\u00E9"));
  EXPECT_EQ(encode_text(TextEncoding::latin_1, "\u00E9"), "\xE9");
  EXPECT_FALSE(encode_text(TextEncoding::latin_1, "\u20AC"));
}

TEST(TextEncoding, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(decode_text(TextEncoding::utf_8, "a\xFF"), "a\uFFFD");
  EXPECT_EQ(decode_text(TextEncoding::utf_16_le, "a"), "\uFFFD");
  EXPECT_EQ(decode_text(TextEncoding::ascii, "\x80"), "\uFFFD");
}

}  // namespace
}  // namespace evalground::jinja2
