#include "language_server/joined_files.hpp"

#include <gtest/gtest.h>

namespace evalground::language_server {
namespace {

TEST(JoinedFiles, FollowsLinksInBothDirections) {
  const Map files{{"a.yaml", Value::string("imports: [lib/types.yaml]\n")},
                  {"b.yaml", Value::string("imports:\n  - file: lib/types.yaml\n")},
                  {"lib/types.yaml", Value::string("+include: more.yaml\n")},
                  {"lib/more.yaml", Value::string("a: 1\n")},
                  {"other.yaml", Value::string("a: 1\n")}};
  EXPECT_EQ(joined_files("a.yaml", files), (std::set<std::string>{"a.yaml", "lib/types.yaml", "lib/more.yaml"}));
  EXPECT_EQ(joined_files("lib/more.yaml", files),
            (std::set<std::string>{"a.yaml", "b.yaml", "lib/types.yaml", "lib/more.yaml"}));
  EXPECT_EQ(joined_files("other.yaml", files), (std::set<std::string>{"other.yaml"}));
  EXPECT_EQ(joined_files("absent", {}), (std::set<std::string>{"absent"}));
}

}  // namespace
}  // namespace evalground::language_server
