// Values as bytes.
#include "value/flat.hpp"

#include <gtest/gtest.h>
#include <string>

#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

using namespace std::string_literals;

std::string read_bytes(const std::string& bytes, Limits limits = {}) {
  Budget budget(limits);
  Budget writing;
  return write_json(read_flat("\xFF" + bytes, budget), writing);
}

std::string code_of_flat(const std::string& bytes) {
  try {
    return read_bytes(bytes);
  } catch (const Error& error) {
    return error.diagnostic.code;
  }
}

TEST(Flat, ReadsEachKindOfValue) {
  EXPECT_EQ(read_bytes("\x00"s), "0");
  EXPECT_EQ(read_bytes("\x7F"s), "127");
  EXPECT_EQ(read_bytes("\x82\xC3\xA9"s), "\"é\"");
  EXPECT_EQ(read_bytes("\xC8\x03\x00\x00\x00\xC0\xC1\xC2"s), "[null,false,true]");
  EXPECT_EQ(read_bytes("\xC3\xFE\xFF\xFF\xFF"s), "-2");
  EXPECT_EQ(read_bytes("\xC4\x00\x00\x00\x00\x01\x00\x00\x00"s), "4294967296");
  EXPECT_EQ(read_bytes("\xC5\x00\x00\x00\x00\x00\x00\xF8\x3F"s), "1.5");
  EXPECT_EQ(read_bytes("\xC6\x02\x00\x00\x00hi"s), "\"hi\"");
  EXPECT_EQ(read_bytes("\xC7\x15\x00\x00\x00-10000000000000000000"s), "-10000000000000000000");
}

TEST(Flat, NamesEqualKeysOnce) {
  EXPECT_EQ(read_bytes("\xC8\x02\x00\x00\x00\xC9\x02\x00\x00\x00\x81"s + "a\x81"s + "b\x01\x81"s +
                       "x\xCA\x00\x00\x00\x00\x02\x81"s + "y"s),
            R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])");
}

TEST(Flat, NumbersKeysInTheOrderOfTheirAppearance) {
  // {a: {b: 1}} with the keys 0 and 1, then {b: 2}
  EXPECT_EQ(read_bytes("\xC8\x02\x00\x00\x00\xC9\x01\x00\x00\x00\x81"s + "a\xC9\x01\x00\x00\x00\x81"s +
                       "b\x01\xCA\x01\x00\x00\x00\x02"s),
            R"([{"a":{"b":1}},{"b":2}])");
}

TEST(Flat, RefusesOtherBytes) {
  for (const std::string& bytes :
       {""s, "\xC6\x05\x00\x00\x00hi"s, "\xC8\xFF\xFF\xFF\xFF"s, "\xC9\xFF\xFF\xFF\xFF"s, "\xCA\x00\x00\x00\x00"s,
        "\xCB"s, "\x01\x01"s, "\xC7\x01\x00\x00\x00x"s, "\xC9\x01\x00\x00\x00\x01\x01"s,
        "\xC9\x02\x00\x00\x00\x81\x61\x81\x61\x01\x01"s, "\xC5\x00"s}) {
    EXPECT_EQ(code_of_flat(bytes), "bad-request") << testing::PrintToString(bytes);
  }
}

TEST(Flat, LimitsNesting) {
  std::string bytes;
  for (int i = 0; i < 50; ++i) bytes += "\xC8\x01\x00\x00\x00"s;
  Limits limits;
  limits.depth = 20;
  EXPECT_THROW(read_bytes(bytes + "\x01", limits), LimitError);
  EXPECT_EQ(read_bytes(bytes + "\x01").size(), 101u);
}

TEST(Flat, LimitsNestingOfWrongKeys) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += "\xC9\xFF\x00\x00\x00"s;
  EXPECT_THROW(read_bytes(bytes), LimitError);
}

}  // namespace
}  // namespace evalground
