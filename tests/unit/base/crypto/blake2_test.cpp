// BLAKE2 against the values of RFC 7693 and of Python.
#include "base/crypto/blake2.hpp"

#include <gtest/gtest.h>

#include "base/text/encoding.hpp"

namespace evalground {
namespace {

TEST(Blake2, GivesTheValuesOfTheRfc) {
  EXPECT_EQ(
      encode_hex(blake2b("abc")),
      "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf"
      "1925ab92386edd4009923");
  EXPECT_EQ(encode_hex(blake2s("abc")), "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982");
}

TEST(Blake2, DigestsTheEmptyText) {
  EXPECT_EQ(encode_hex(blake2b("")).substr(0, 32), "786a02f742015903c6c6fd852552d272");
}

TEST(Blake2, TakesABlockThatIsFullAsTheLast) {
  EXPECT_EQ(encode_hex(blake2b(std::string(128, 'q'))).substr(0, 32), "1941fa0b21c225582f9aa6712fdb5c76");
}

TEST(Blake2, GoesOnOverSeveralBlocks) {
  EXPECT_EQ(encode_hex(blake2s(std::string(300, 'q'))),
            "97663ee3653b81df90311e19e5986826c3a7b30bf2cd4ca10b9fb955021771f1");
}

}  // namespace
}  // namespace evalground
