// Expected texts are from RFC 4648 section 10, and from Python's base64 and urllib.parse.
#include "base/text/encoding.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

constexpr auto standard = Base64Alphabet::standard;
constexpr auto url_safe = Base64Alphabet::url_safe;
constexpr auto present = Padding::present;
constexpr auto absent = Padding::absent;

std::string all_bytes() {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  return bytes;
}

struct Example {
  std::string_view bytes, base64, base32;
};
constexpr Example examples[] = {
    {"", "", ""},
    {"f", "Zg==", "MY======"},
    {"fo", "Zm8=", "MZXQ===="},
    {"foo", "Zm9v", "MZXW6==="},
    {"foob", "Zm9vYg==", "MZXW6YQ="},
    {"fooba", "Zm9vYmE=", "MZXW6YTB"},
    {"foobar", "Zm9vYmFy", "MZXW6YTBOI======"},
};

TEST(Base64, WritesAndReadsTheExamplesOfTheRfc) {
  for (const Example& example : examples) {
    const std::string_view unpadded = example.base64.substr(0, example.base64.find('='));
    EXPECT_EQ(encode_base64(example.bytes, standard, present), example.base64);
    EXPECT_EQ(encode_base64(example.bytes, standard, absent), unpadded);
    EXPECT_EQ(decode_base64(example.base64, standard, present).bytes, example.bytes);
    EXPECT_EQ(decode_base64(example.base64, standard, present).error, std::nullopt);
    EXPECT_EQ(decode_base64(unpadded, standard, absent).bytes, example.bytes);
    EXPECT_EQ(decode_base64(unpadded, standard, absent).error, std::nullopt);
  }
}

TEST(Base64, ReadsBackEveryByteInBothAlphabets) {
  for (auto alphabet : {standard, url_safe}) {
    const Decoded decoded = decode_base64(encode_base64(all_bytes(), alphabet, present), alphabet, present);
    EXPECT_EQ(decoded.error, std::nullopt);
    EXPECT_EQ(decoded.bytes, all_bytes());
  }
}

TEST(Base64, UsesTheDigitsOfItsAlphabet) {
  EXPECT_EQ(encode_base64("\xFB\xFF", standard, present), "+/8=");
  EXPECT_EQ(encode_base64("\xFB\xFF", url_safe, absent), "-_8");
  EXPECT_EQ(decode_base64("-_8=", standard, present).error, 0u);
  EXPECT_EQ(decode_base64("AA+/", url_safe, present).error, 2u);
}

TEST(Base64, NamesTheFirstWrongByte) {
  EXPECT_EQ(decode_base64("Zm9v\nYg==", standard, present).error, 4u);
  EXPECT_EQ(decode_base64("Zm!v", standard, present).error, 2u);
  EXPECT_EQ(decode_base64("Zm9vY", standard, absent).error, 5u);  // a lone digit holds no byte
  EXPECT_EQ(decode_base64("Zm9vYg", standard, present).error, 6u);
  EXPECT_EQ(decode_base64("Zm9vYg=", standard, present).error, 7u);
  EXPECT_EQ(decode_base64("Zm9vYg===", standard, present).error, 8u);
  EXPECT_EQ(decode_base64("Zm9v=", standard, present).error, 4u);
  EXPECT_EQ(decode_base64("Zg==Zg==", standard, present).error, 4u);
  EXPECT_EQ(decode_base64("Zg==", standard, absent).error, 2u);
  EXPECT_EQ(decode_base64("Zh==", standard, present).error, 1u);  // bits left over
}

TEST(Base32, WritesTheExamplesOfTheRfc) {
  for (const Example& example : examples) {
    EXPECT_EQ(encode_base32(example.bytes, present), example.base32);
    EXPECT_EQ(encode_base32(example.bytes, absent), example.base32.substr(0, example.base32.find('=')));
  }
}

TEST(Hex, WritesLowerCaseAndReadsBoth) {
  EXPECT_EQ(encode_hex(std::string_view("\x00\x0F\xA5\xFF", 4)), "000fa5ff");
  EXPECT_EQ(decode_hex("000fA5Ff").bytes, std::string_view("\x00\x0F\xA5\xFF", 4));
  EXPECT_EQ(decode_hex(encode_hex(all_bytes())).bytes, all_bytes());
}

TEST(Hex, NamesTheFirstWrongByte) {
  EXPECT_EQ(decode_hex("00g0").error, 2u);
  EXPECT_EQ(decode_hex("000g").error, 3u);
  EXPECT_EQ(decode_hex("000").error, 3u);
  EXPECT_EQ(decode_hex("0 00").error, 1u);
}

TEST(PercentEncode, KeepsUnreservedAndSafeCharacters) {
  EXPECT_EQ(percent_encode("/a b/é~_.-?=&+%"), "/a%20b/%C3%A9~_.-%3F%3D%26%2B%25");
  EXPECT_EQ(percent_encode("/a", ""), "%2Fa");
  EXPECT_EQ(percent_encode(std::string_view("\0", 1)), "%00");
}

TEST(FormEncode, WritesASpaceAsPlus) {
  EXPECT_EQ(form_encode("a b+c=/é"), "a+b%2Bc%3D%2F%C3%A9");
  EXPECT_EQ(form_encode("a b+c=", "+="), "a+b+c=");
}

TEST(PercentDecode, LeavesWhatIsNoEscape) {
  EXPECT_EQ(percent_decode("a%20b%C3%a9"), "a b\xC3\xA9");
  EXPECT_EQ(percent_decode("100%, %4, %zz+"), "100%, %4, %zz+");
}

}  // namespace
}  // namespace evalground
