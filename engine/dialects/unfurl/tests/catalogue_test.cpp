#include "dialects/unfurl/catalogue.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/expression/special_keys.hpp"
#include "dialects/unfurl/expression/unavailable.hpp"

namespace evalground::unfurl {
namespace {

TEST(Catalogue, DocumentsEverySpecialKeyThatCanBeAsked) {
  for (const std::string_view key : special_key_names()) {
    if (key == ".contents") continue;  // works, but Unfurl does not document it, so it has no entry
    EXPECT_NE(functions().find("special-key", key), nullptr) << key;
  }
}

TEST(Catalogue, DocumentsNoSpecialKeyThatThereIsNot) {
  const auto names = special_key_names();
  for (const FunctionCatalogue::Entry& entry : functions().entries()) {
    if (entry.function->kind != "special-key") continue;
    EXPECT_NE(std::find(names.begin(), names.end(), entry.signature.name), names.end()) << entry.signature.name;
  }
}

TEST(Catalogue, CanCallEveryFunction) {
  for (const FunctionCatalogue::Entry& entry : functions().entries()) {
    if (entry.function->kind != "function") continue;
    EXPECT_NE(entry.function->call, nullptr) << entry.signature.name;
    EXPECT_EQ(unavailable_function(entry.signature.name), "") << entry.signature.name;
  }
}

TEST(Catalogue, KnowsFunctionsByTheirOldNames) {
  EXPECT_EQ(functions().find("function", "truediv"), functions().find("function", "div"));
  EXPECT_EQ(functions().find("function", "_generate"), functions().find("function", "generate_string"));
}

TEST(Catalogue, SaysWhyAFunctionCannotBeCalled) {
  EXPECT_EQ(unavailable_function("file"), "");
  EXPECT_EQ(unavailable_function("kubectl"), "needs a deployment, and none runs here");
  EXPECT_EQ(unavailable_function("nope"), "");
}

TEST(StandaloneFunctions, AreFunctions) {
  for (const std::string_view name : {"q", "get_input", "concat", "token", "join", "get_property", "has_env", "get_env",
                                      "get_attribute", "get_nodes_of_type", "get_artifact", "_generate"}) {
    EXPECT_TRUE(is_standalone_function(name)) << name;
    EXPECT_NE(functions().find("function", name), nullptr) << name;
  }
}

}  // namespace
}  // namespace evalground::unfurl
