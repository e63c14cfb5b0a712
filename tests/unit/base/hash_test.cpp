#include "base/hash.hpp"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace evalground {
namespace {

TEST(Crc32, IsTheChecksumOfZip) {
  EXPECT_EQ(crc32(""), 0u);
  EXPECT_EQ(crc32("123456789"), 0xCBF43926u);
  EXPECT_EQ(crc32("The quick brown fox jumps over the lazy dog"), 0x414FA339u);
}

TEST(Crc32, GoesOnInPieces) {
  EXPECT_EQ(crc32("56789", crc32("1234")), crc32("123456789"));
}

TEST(HashBytes, DependsOnEveryByteAndTheLength) {
  std::set<std::uint64_t> seen;
  std::string text(40, 'a');
  seen.insert(hash_bytes(text));
  for (char& byte : text) {
    byte = 'b';
    seen.insert(hash_bytes(text));
    byte = 'a';
  }
  for (std::size_t size = 0; size < 40; ++size) seen.insert(hash_bytes(std::string(size, '\0')));
  EXPECT_EQ(seen.size(), 81u);
}

TEST(HashInteger, TellsNeighboursApart) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t number = 0; number < 1000; ++number) seen.insert(hash_integer(number));
  EXPECT_EQ(seen.size(), 1000u);
}

TEST(HashBytes, SpreadsLikeNamesOverTheSlotsOfATable) {
  constexpr std::size_t slots = 1 << 14;
  for (const char* stem : {"", "resource-", "a-rather-long-name-of-an-attribute-"}) {
    std::vector<int> load(slots);
    int fullest = 0;
    for (std::size_t i = 0; i < slots; ++i) {
      fullest = std::max(fullest, ++load[hash_bytes(stem + std::to_string(i)) % slots]);
    }
    // Random placement puts 6 to 8 into the fullest slot.
    EXPECT_LE(fullest, 10) << stem;
  }
}

}  // namespace
}  // namespace evalground
