#include "base/arena.hpp"

#include <gtest/gtest.h>

#include "base/budget.hpp"

namespace evalground {
namespace {

struct Node {
  double number;
  const Node* next;
};

TEST(Arena, KeepsWhatIsMadeInIt) {
  Arena arena;
  const Node* last = nullptr;
  for (int i = 0; i < 10'000; ++i) last = arena.make<Node>(static_cast<double>(i), last);
  EXPECT_EQ(last->number, 9999);
  EXPECT_EQ(last->next->next->number, 9997);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(last) % alignof(Node), 0u);
}

TEST(Arena, CopiesTextOfAnyLength) {
  Arena arena;
  std::string text(100'000, 'x');
  const std::string_view copy = arena.copy(text);
  text[0] = 'y';
  EXPECT_EQ(copy, std::string(100'000, 'x'));
  EXPECT_EQ(arena.copy(""), "");
}

TEST(Arena, GivesItsMemoryBackWhole) {
  MemoryAccount account(10'000'000);
  {
    Arena arena;
    for (int i = 0; i < 1000; ++i) arena.copy("some text");
    Arena moved(std::move(arena));
    EXPECT_GT(account.used(), 9000u);
  }
  EXPECT_EQ(account.used(), 0u);
}

TEST(Arena, StopsAtTheMemoryLimit) {
  MemoryAccount account(100'000);
  Arena arena;
  EXPECT_THROW(arena.copy(std::string(200'000, 'x')), LimitError);
}

}  // namespace
}  // namespace evalground
