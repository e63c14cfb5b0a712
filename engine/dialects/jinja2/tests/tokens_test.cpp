// The tokens of a template for highlighting.
#include <gtest/gtest.h>

#include "dialects/jinja2/jinja2.hpp"
#include "runtime/host.hpp"

namespace evalground::jinja2 {
namespace {

TEST(Tokens, AreThereOnceForATemplateThatIncludesItself) {
  Workspace workspace;
  workspace.dialect = "jinja2";
  workspace.main = "main.j2";
  workspace.files.set("main.j2", Value::string("{% if n %}{% include 'main.j2' %}{% endif %}"));
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  dialect().outline(context);
  std::uint32_t end = 0;
  for (const Token& token : dialect().tokens(context)) {
    EXPECT_LE(end, token.begin);
    end = token.end;
  }
  EXPECT_EQ(end, 44u);
}

}  // namespace
}  // namespace evalground::jinja2
