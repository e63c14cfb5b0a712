// SHA-3 against the values of FIPS 202 and of Python.
#include "base/crypto/sha3.hpp"

#include <gtest/gtest.h>

#include "base/text/encoding.hpp"

namespace evalground {
namespace {

TEST(Sha3, GivesTheDigestOfEachLength) {
  EXPECT_EQ(encode_hex(sha3("abc", 224)), "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf");
  EXPECT_EQ(encode_hex(sha3("abc", 256)), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
  EXPECT_EQ(
      encode_hex(sha3("", 512)),
      "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558f500199d95b"
      "6d3e301758586281dcd26");
}

TEST(Sha3, PadsABlockThatIsFull) {
  EXPECT_EQ(encode_hex(sha3(std::string(104, 'a'), 384)),
            "3a4f3b6284e571238884e95655e8c8a60e068e4059a9734abc08823a900d161592860243f00619ae699a29092ed91a16");
}

TEST(Sha3, GoesOnOverSeveralBlocks) {
  EXPECT_EQ(encode_hex(sha3(std::string(500, 'a'), 224)), "b336375bf8e62a2f34f8c4e3f9fdd5341e85b02349d91873c59d7036");
}

}  // namespace
}  // namespace evalground
