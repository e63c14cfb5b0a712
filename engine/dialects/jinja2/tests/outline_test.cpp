// The outline of a template: the templates it reads, and names without a value.
#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "dialects/jinja2/jinja2.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::jinja2 {
namespace {

// "name type status" of each node of a template that is not rendered, one a line.
std::string tree_of(std::string_view main, std::string_view files, std::string_view options = "{}") {
  Budget budget;
  Workspace workspace;
  workspace.dialect = "jinja2";
  workspace.main = main;
  workspace.files = parse_json(files, budget).as_map();
  workspace.options = parse_json(options, budget).as_map();
  const RunOptions run_options;
  ClosedHost host;
  Context context(workspace, run_options, host);
  std::string text;
  const auto add = [&](const auto& self, const std::vector<OutlineNode>& nodes) -> void {
    for (const OutlineNode& node : nodes) {
      text += node.name + " " + node.type + " " + node.status + "\n";
      self(self, node.children);
    }
  };
  add(add, dialect().outline(context));
  return text;
}

TEST(OutlineOfTemplates, LooksForOthersInTheRootAlone) {
  EXPECT_EQ(tree_of("roles/web/templates/a.j2",
                    R"({"roles/web/templates/a.j2": "{% include 'b.j2' %}", "roles/web/templates/b.j2": "b"})"),
            "roles/web/templates/a.j2 template \nb.j2 include error\nvariables  \n");
}

TEST(OutlineOfTemplates, AsksForNoNameThatAnIncludingTemplateGives) {
  EXPECT_EQ(tree_of("a", R"({"a": "{% for site in [1] %}{% include 'b' %}{% endfor %}", "b": "{{ site }}{{ port }}"})"),
            "a template \nb include \nvariables  \nport  undefined\n");
  // Within one template a name is only visible where it is assigned.
  EXPECT_EQ(tree_of("a", R"({"a": "{% for site in [1] %}{% endfor %}{{ site }}"})"),
            "a template \nvariables  \nsite  undefined\n");
}

}  // namespace
}  // namespace evalground::jinja2
