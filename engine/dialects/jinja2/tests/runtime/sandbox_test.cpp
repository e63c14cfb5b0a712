// The sandbox: what templates cannot access, and the limits that stop them.
#include <gtest/gtest.h>

#include "dialects/jinja2/tests/evaluated.hpp"

namespace evalground::jinja2 {
namespace {

TEST(JinjaSandbox, HidesPrivateAttributesOfEveryKind) {
  for (const std::string_view value : {"''", "[]", "{}", "1", "range", "namespace()", "none"}) {
    const std::string text = "{{ (" + std::string(value) + ").__class__.__mro__ }}";
    EXPECT_EQ(Evaluated(text).problem.code, "unsafe") << text;
  }
}

TEST(JinjaSandbox, PrintsNothingForAPrivateAttribute) {
  EXPECT_EQ(Evaluated("[{{ ''.__class__ }}]").result(), "[]");
}

TEST(JinjaSandbox, HidesThemFromTheFilterAttr) {
  EXPECT_EQ(Evaluated("{{ (''|attr('__class__')).x }}").problem.code, "unsafe");
}

TEST(JinjaSandbox, HidesThemFromFormat) {
  EXPECT_EQ(Evaluated("{{ '{0.__class__.__mro__}'.format('') }}").outcome.text, std::nullopt);
}

TEST(JinjaSandbox, ReadsPrivateKeysOfAMap) {
  EXPECT_EQ(Evaluated("{{ {'_a': 1}._a }}").result(), "1");
}

TEST(JinjaSandbox, BoundsARange) {
  EXPECT_NE(Evaluated("{{ range(10 ** 9) }}").result().find("Range too big"), std::string::npos);
}

TEST(JinjaSandbox, BoundsRepeatedText) {
  EXPECT_THROW(Evaluated("{{ 'a' * 10 ** 12 }}"), LimitError);
}

TEST(JinjaSandbox, BoundsMacrosThatCallThemselves) {
  EXPECT_THROW(Evaluated("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"), LimitError);
}

TEST(JinjaSandbox, BoundsTemplatesThatIncludeThemselves) {
  EXPECT_THROW(Evaluated("{% include 'a' %}", R"({"files": {"a": "{% include 'a' %}"}})"), LimitError);
}

TEST(JinjaSandbox, NeverLetsAListHoldItself) {
  EXPECT_EQ(Evaluated("{% set l = [] %}{{ l.append(l) }}").outcome.text, std::nullopt);
}

}  // namespace
}  // namespace evalground::jinja2
