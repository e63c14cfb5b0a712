#include "cli/link.hpp"

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "base/text/encoding.hpp"

namespace evalground::cli {
namespace {

// A link whose data is plain JSON, or raw deflate bytes of `json`.
std::string link_of(const std::string& json, const std::string& packed = "") {
  char crc[9];
  std::snprintf(crc, sizeof crc, "%08x", crc32(json));
  const std::string data = encode_base64(packed.empty() ? json : packed, Base64Alphabet::url_safe, Padding::absent);
  return std::string("#w1.") + (packed.empty() ? "j" : "d") + "." + data + "." + crc;
}

std::string refusal_of(const std::string& link) {
  try {
    return "read: " + read_link(link);
  } catch (const LinkError& error) {
    return error.what();
  }
}

TEST(Link, GivesItsWorkspace) {
  EXPECT_EQ(read_link(link_of(R"({"ws":{"dialect":"yaql"},"view":{"tab":"result","line":3}})")),
            R"({"dialect":"yaql"})");
}

TEST(Link, IsToldFromAPath) {
  EXPECT_TRUE(is_link("https://example.org/#w1.j.e30.a"));
  EXPECT_TRUE(is_link("w1.j.e30.a"));
  EXPECT_TRUE(is_link("#?dialect=yaql"));
  EXPECT_FALSE(is_link("w1/w1.json"));
  EXPECT_FALSE(is_link("what?"));
}

TEST(Link, OfParametersIsRead) {
  EXPECT_EQ(read_link("https://example.org/#?dialect=yaql&expression=$.a%20%2B+1&data=%7B%22a%22:1%7D&view=tree"),
            R"({"dialect":"yaql","expression":"$.a ++1","data":{"a":1}})");
  EXPECT_EQ(read_link("#?dialect=jinja2&main=a&file.a=x&file.b/c=y"),
            R"({"dialect":"jinja2","main":"a","files":{"a":"x","b/c":"y"}})");
  EXPECT_NE(refusal_of("#?dialect=yaql&dialect=heat").find("has the parameter \"dialect\" twice"), std::string::npos);
  EXPECT_NE(refusal_of("#?dialect=yaql&file.a=1&file.%61=2").find("\"file.a\" twice"), std::string::npos);
  EXPECT_NE(refusal_of("#?dialect=yaql&colour=red").find("unknown parameter \"colour\""), std::string::npos);
}

TEST(Link, OfParametersIsRefusedWhereItIsMalformed) {
  for (const char* part : {"%FF", "%ED%A0%80", "%E0%A4", "100%", "%zz"}) {
    EXPECT_NE(refusal_of(std::string("#?dialect=yaql&expression=") + part).find("begins no character"),
              std::string::npos);
  }
  for (const char* link : {"#?", "#?expression=1"}) {
    EXPECT_EQ(refusal_of(link).find("read: "), std::string::npos);
  }
  EXPECT_NE(refusal_of("#?expression=1").find("names no dialect"), std::string::npos);
  EXPECT_NE(refusal_of(link_of(R"({"ws":{}})")).find("names no dialect"), std::string::npos);
  EXPECT_NE(refusal_of("#?dialect=yaql&view=%7B%22line%22:%223%22%7D").find("\"line\""), std::string::npos);
}

TEST(Link, WithAWrongViewIsRefused) {
  EXPECT_NE(refusal_of(link_of(R"({"ws":{"dialect":"yaql"},"view":{"line":"3"}})")).find("\"line\""),
            std::string::npos);
  EXPECT_NE(refusal_of(link_of(R"({"ws":{"dialect":"yaql"},"view":[]})")).find("view"), std::string::npos);
}

TEST(Link, WithSomethingBehindItsDataIsDamaged) {
  const std::string json = R"({"ws":{"dialect":"yaql"}})";
  // One stored block: final, its length and its complement.
  const std::string stored = std::string("\x01\x19\x00\xE6\xFF", 5) + json;
  EXPECT_EQ(read_link(link_of(json, stored)), R"({"dialect":"yaql"})");
  EXPECT_NE(refusal_of(link_of(json, stored + "x")).find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace evalground::cli
