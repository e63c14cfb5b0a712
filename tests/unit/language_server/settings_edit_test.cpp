#include "language_server/settings_edit.hpp"

#include <gtest/gtest.h>

namespace evalground::language_server {
namespace {

TEST(InsertSetting, KeepsTheTextAroundIt) {
  const Value one = Value::integer(1);
  const auto inserted = [&](std::string text, std::string_view path) {
    const std::optional<Insertion> made = insert_setting(text, path, one);
    return made ? text.insert(made->at, made->text) : std::string("none");
  };
  EXPECT_EQ(inserted("a: 1 # b\n", "/vars/x"), "a: 1 # b\nvars:\n  \"x\": 1\n");
  EXPECT_EQ(inserted("vars: # all\n    y: 2\na: 1\n", "/vars/x"), "vars: # all\n    \"x\": 1\n    y: 2\na: 1\n");
  EXPECT_EQ(inserted("vars: {y: 2} # all\n", "/vars/x"), "vars: {\"x\": 1, y: 2} # all\n");
  EXPECT_EQ(inserted("vars: {}\n", "/vars/x"), "vars: {\"x\": 1}\n");
  EXPECT_EQ(inserted("vars: {x: 2}\n", "/vars/x"), "none");
  EXPECT_EQ(inserted("vars: [\n", "/vars/x"), "none");
}

}  // namespace
}  // namespace evalground::language_server
