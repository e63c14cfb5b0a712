#include "base/heap_limit.hpp"

#include <gtest/gtest.h>
#include <new>
#include <vector>

namespace evalground {
namespace {

constexpr std::size_t large = 100U << 20;

#ifdef __EMSCRIPTEN__
TEST(HeapLimit, KeepsMemoryFromGrowing) {
  const HeapLimit heap(1U << 20);
  EXPECT_THROW(std::vector<char>(large, 0), std::bad_alloc);
  EXPECT_TRUE(heap.is_spent());
}
#endif

TEST(HeapLimit, AllowsTwiceWhatValuesMayHold) {
  const HeapLimit heap(large);
  EXPECT_EQ(std::vector<char>(large).size(), large);
  EXPECT_FALSE(heap.is_spent());
}

TEST(HeapLimit, EndsWithTheEvaluation) {
  { const HeapLimit heap(1U << 20); }
  EXPECT_EQ(std::vector<char>(2 * large).size(), 2 * large);
}

}  // namespace
}  // namespace evalground
