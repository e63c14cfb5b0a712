#include "runtime/keys.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "runtime/workspace.hpp"

namespace evalground {
namespace {

bool has_wrong_type(std::string_view name, const Value& value) {
  Map workspace{{"dialect", Value::string("unfurl")}};
  workspace.set(name, value);
  std::vector<Diagnostic> diagnostics;
  read_workspace(Value::map(std::move(workspace)), nullptr, diagnostics);
  return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& diagnostic) {
    return diagnostic.code == "workspace-type" &&
           diagnostic.message.starts_with("The workspace's \"" + std::string(name) + "\"");
  });
}

TEST(Keys, AreReadByTheirTypes) {
  for (const Key& key : workspace_keys()) {
    if (key.name == "title" || key.name == "description") continue;  // no reader here uses them
    const Value number = Value::real(1.5);
    const Value text = Value::string("x");
    EXPECT_EQ(has_wrong_type(key.name, number), key.type != KeyType::any) << key.name;
    EXPECT_EQ(has_wrong_type(key.name, text), key.type != KeyType::any && key.type != KeyType::text) << key.name;
  }
}

TEST(Keys, OfCasesAndWorkspacesAreTheOnlyOnesKnown) {
  Map workspace{{"dialect", Value::string("unfurl")}};
  for (const Key& key : case_keys()) workspace.set(key.name, Value::null());
  std::vector<Diagnostic> diagnostics;
  read_workspace(Value::map(workspace), nullptr, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  workspace.set("value", Value::null());  // a key of outcomes
  read_workspace(Value::map(workspace), nullptr, diagnostics);
  EXPECT_EQ(diagnostics.size(), 1U);
}

TEST(Keys, AreDescribedInGroups) {
  const Value list = describe_keys();
  EXPECT_EQ(list.as_list().size(),
            workspace_keys().size() + case_keys().size() + limit_keys().size() + outcome_keys().size());
  const Map& first = list.as_list()[0].as_map();
  EXPECT_EQ(first.find("group")->as_string(), "workspace");
  EXPECT_EQ(first.find("signature")->as_string(), "dialect: text");
}

}  // namespace
}  // namespace evalground
