#include "language_server/settings_edit.hpp"

#include <gtest/gtest.h>

namespace evalground::language_server {
namespace {

std::string edited(std::string text, std::string_view path, const Value& value = Value::integer(1)) {
  const std::optional<TextEdit> made = edit_of_value(text, path, value);
  return made ? text.replace(made->begin, made->end - made->begin, made->text) : std::string("none");
}

TEST(EditOfValue, KeepsTheTextAroundIt) {
  EXPECT_EQ(edited("", "/vars/x"), "vars:\n  x: 1\n");
  EXPECT_EQ(edited("# ours", "/vars/x"), "# ours\nvars:\n  x: 1\n");
  EXPECT_EQ(edited("a: 1 # b\n", "/vars/x"), "a: 1 # b\nvars:\n  x: 1\n");
  EXPECT_EQ(edited("vars: # all\n    y: 2\na: 1\n", "/vars/x"), "vars: # all\n    y: 2\n    x: 1\na: 1\n");
  EXPECT_EQ(edited("vars: {y: 2} # all\n", "/vars/x"), "vars: {y: 2, x: 1} # all\n");
  EXPECT_EQ(edited("vars: {}\n", "/vars/x"), "vars:\n  x: 1\n");
}

TEST(EditOfValue, SetsWhatIsThere) {
  EXPECT_EQ(edited("vars: {x: 2} # all\n", "/vars/x"), "vars: {x: 1} # all\n");
  EXPECT_EQ(edited("vars: {x: 'é'}\n", "/vars/x", Value::string("è")), "vars: {x: 'è'}\n");
  EXPECT_EQ(edited("vars: {x: [2, 3]}\n", "/vars/x/1"), "vars: {x: [2, 1]}\n");
  EXPECT_EQ(edited("vars: {x: 1}\n", "/vars/x"), "none");
  EXPECT_EQ(edited("vars: [\n", "/vars/x"), "none");
  EXPECT_EQ(edited("vars: 5\n", "/vars/x"), "none");
}

TEST(EditOfValue, LeavesJsonAsJson) {
  EXPECT_EQ(edited("{\"a\": {\"b\": \"c\"}}\n", "/a/b", Value::string("d")), "{\"a\": {\"b\": \"d\"}}\n");
  const std::string made = edited("{\"a\": 1}\n", "/b", Value::string("d"));
  EXPECT_TRUE(made == "none" || made == "{\"a\": 1, \"b\": \"d\"}\n") << made;
}

}  // namespace
}  // namespace evalground::language_server
