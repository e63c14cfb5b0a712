#include "base/crypto/crypto.hpp"

#include <gtest/gtest.h>

#include "base/text/encoding.hpp"

namespace evalground {
namespace {

std::string hex_digest(DigestAlgorithm algorithm, std::string_view bytes) {
  return encode_hex(digest(algorithm, bytes));
}

std::string from_hex(std::string_view text) {
  return decode_hex(text).bytes;
}

constexpr std::string_view two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

TEST(Digest, GivesThePublishedMd5) {
  EXPECT_EQ(hex_digest(DigestAlgorithm::md5, ""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(hex_digest(DigestAlgorithm::md5, "message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
}

TEST(Digest, GivesThePublishedSha1) {
  EXPECT_EQ(encode_hex(sha1("")), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(encode_hex(sha1("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(encode_hex(sha1(two_blocks)), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(encode_hex(sha1(std::string(1000000, 'a'))), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Digest, GivesThePublishedSha2) {
  EXPECT_EQ(hex_digest(DigestAlgorithm::sha224, "abc"), "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
  EXPECT_EQ(hex_digest(DigestAlgorithm::sha256, two_blocks),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex_digest(DigestAlgorithm::sha384, "abc"),
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
            "8086072ba1e7cc2358baeca134c825a7");
  EXPECT_EQ(hex_digest(DigestAlgorithm::sha512, "abc"),
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
}

TEST(Digest, IsFoundByItsName) {
  EXPECT_EQ(digest_algorithm("sha384"), DigestAlgorithm::sha384);
  EXPECT_EQ(digest_algorithm("SHA384"), std::nullopt);
}

// RFC 4231, test case 2 and 6 (a key longer than a block); RFC 2202, test case 2.
TEST(Hmac, GivesThePublishedDigests) {
  EXPECT_EQ(encode_hex(hmac(DigestAlgorithm::sha256, "Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(encode_hex(hmac(DigestAlgorithm::sha256, std::string(131, '\xAA'),
                            "Test Using Larger Than Block-Size Key - Hash Key First")),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(encode_hex(hmac(DigestAlgorithm::md5, "Jefe", "what do ya want for nothing?")),
            "750c783e6ab0b503eaa86e310a5db738");
}

// Values from Python's hmac and hashlib.
TEST(Hmac, TakesAnEmptyKey) {
  Budget budget;
  EXPECT_EQ(encode_hex(hmac(DigestAlgorithm::sha256, "", "")),
            "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
  EXPECT_EQ(encode_hex(pbkdf2_sha256("", "salt", 2, 32, budget)),
            "62384466264daadc4144018c6bd864648272b34da8980d31521ffcce92ae003b");
}

TEST(Pbkdf2, TakesKeysAroundTheSizeOfABlock) {
  Budget budget;
  EXPECT_EQ(encode_hex(pbkdf2_sha256(std::string(64, 'k'), "salt", 2, 32, budget)),
            "a858736c1761ff7ff75351b00e8314761c199f7cc28eea967495340c34228e87");
  EXPECT_EQ(encode_hex(pbkdf2_sha256(std::string(65, 'k'), "salt", 2, 32, budget)),
            "ddff3f4befbd87f443c0d32abcea246f26aa533be46caa8829e6dba1e8566728");
}

// RFC 7914, section 11.
TEST(Pbkdf2, GivesThePublishedKeys) {
  Budget budget;
  EXPECT_EQ(encode_hex(pbkdf2_sha256("passwd", "salt", 1, 64, budget)),
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
            "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783");
}

TEST(Pbkdf2, EndsInTheLimitOfStepsForHostileIterationCounts) {
  Budget budget;
  EXPECT_THROW(pbkdf2_sha256("x", "y", 4'000'000'000U, 32, budget), LimitError);
}

// NIST SP 800-38A, F.5.5.
TEST(AesCounterMode, GivesThePublishedTextsBothWays) {
  const std::string key = from_hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
  const std::string counter = from_hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  const std::string plain = from_hex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51");
  const std::string secret = from_hex("601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5");
  EXPECT_EQ(aes_256_ctr(key, counter, plain), secret);
  EXPECT_EQ(aes_256_ctr(key, counter, secret), plain);
  EXPECT_EQ(aes_256_ctr(key, counter, plain.substr(0, 20)), secret.substr(0, 20));
}

// The value from `openssl enc -aes-256-ctr`.
TEST(AesCounterMode, CountsThroughTheWholeBlock) {
  const std::string key = from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  EXPECT_EQ(encode_hex(aes_256_ctr(key, from_hex("00000000000000ffffffffffffffffff"), std::string(48, '\0'))),
            "4af318c9e0b6a3f58d4f015b18589e56183c487bd9d28ff92c8c3194e613a13c"
            "63d599631d1e1df1878c903359e8c189");
  EXPECT_EQ(aes_256_ctr(key, std::string(16, '\0'), ""), "");
}

}  // namespace
}  // namespace evalground
