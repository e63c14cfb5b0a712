#include "base/scoped_value.hpp"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace evalground {
namespace {

TEST(ScopedValue, GivesTheOldValueBack) {
  std::string name = "outer";
  {
    const ScopedValue<std::string> inner(name, "inner");
    EXPECT_EQ(name, "inner");
  }
  EXPECT_EQ(name, "outer");
}

TEST(ScopedValue, GivesItBackWhenAnExceptionPasses) {
  int level = 1;
  const auto fail_below = [&] {
    const ScopedValue<int> deeper(level, level + 1);
    throw std::runtime_error("below");
  };
  EXPECT_THROW(fail_below(), std::runtime_error);
  EXPECT_EQ(level, 1);
}

}  // namespace
}  // namespace evalground
