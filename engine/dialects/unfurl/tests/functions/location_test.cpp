#include "dialects/unfurl/functions/location.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

TEST(Directory, IsSuggestedForASlip) {
  Loaded loaded("a: 1\n");
  Evaluator& evaluator = loaded.ensemble.evaluator;
  const Scope scope = Evaluator::scope_of(evaluator.tree.root());
  try {
    directory_of(evaluator, scope, "artifact", 0);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic.message,
              "Named directory or repository \"artifact\" not found. Did you mean \"artifacts\"?");
  }
}

}  // namespace
}  // namespace evalground::unfurl
