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

// The place is the end of the line before. The rest of the policy is read as if the mark were there.
TEST(Parser, ReportsMissingMarksWhereTheyBelong) {
  const Evaluated run(R"cf(body common control
{
  version => "1"
  bundlesequence => { "main" };
}
bundle agent main
{
  vars:
    "a" string => "x"
    "b" string => "y"  # a comment
  classes:
    "c" expression => "any"
  linux::
    "d" expression => "any"
        scope => "bundle";
  reports:
    "e" if =>;
    "f"
}
)cf");
  EXPECT_EQ(run.problems(), (Texts{
                                "3:14 A `;` is missing after this attribute.",
                                "9:19 A `;` is missing after this promise.",
                                "10:19 A `;` is missing after this promise.",
                                "12:23 A `;` is missing after this promise.",
                                "14:23 A `,` is missing after this attribute.",
                                R"x(17:14 Found ";" where a value is expected.)x",
                                "18:5 A `;` is missing after this promise.",
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
