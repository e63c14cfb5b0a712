#include "dialects/cfengine/policy/parser.hpp"

#include "dialects/cfengine/tests/evaluated.hpp"

namespace evalground::cfengine {
namespace {

using Texts = std::vector<std::string>;

TEST(Parser, ReportsSeveralMistakesEachWithItsPlace) {
  const Evaluated run(R"cf(bundle agent main
{
  vars:
    "a" string => "x" "b";
    "c" string -> "y";
    "d" string => "fine";
  reports:
    "e" if =>;
}
bundle agnt other
{
}
)cf");
  EXPECT_EQ(run.problems(), (Texts{
                                R"x(4:23 Found "\"b\"" where "," or ";" after the promise is expected.)x",
                                R"x(5:16 Found "->" where "=>" after the attribute string is expected.)x",
                                R"x(8:14 Found ";" where a value is expected.)x",
                                R"x(10:13 Unknown bundle type "agnt"; only `agent` and `common` bundles run.)x",
                            }));
}

TEST(Parser, GoesOnAtTheNextBundleAfterAMistakeBetweenBundles) {
  const Evaluated run(
      "stray words\nbundle agent main\n{\n  reports\n}\nbundle agent other\n{\n  vars:\n    \"a\" = \"b\";\n}\n");
  EXPECT_EQ(run.problems().size(), 3U);
}

TEST(Parser, KeepsPromiseesAndContexts) {
  const Evaluated run(R"cf(bundle agent main
{
  reports:
    linux.any::
      "a" -> { "team", "other" } comment => "why";
    "quoted|any"::
      "b" -> "team";
}
)cf");
  EXPECT_EQ(run.reports(), (Texts{"a", "b"}));
}

TEST(Parser, TellsSectionsFromContextsAndNamespaces) {
  const Evaluated run(
      "bundle agent main\n{\n  reports:\n    \"a\";\n  vars:\"x\" string => \"1\";\n  reports:\n  default:linux::\n    "
      "\"b\";\n}\n");
  EXPECT_EQ(run.reports(), (Texts{"a", "b"}));
}

}  // namespace
}  // namespace evalground::cfengine
