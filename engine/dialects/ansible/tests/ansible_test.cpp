#include "dialects/ansible/ansible.hpp"

#include <gtest/gtest.h>

#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/flavor.hpp"
#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/names_of_ansible.hpp"
#include "dialects/jinja2/tests/evaluated.hpp"

namespace evalground::ansible {
namespace {

TEST(Ansible, FollowsTheReferenceThatItsOptionNames) {
  EXPECT_FALSE(flavor_of(Map()).options.behavior.gives_nodes);
  EXPECT_FALSE(flavor_of(Map{{"reference", Value::string("2.14")}}).options.behavior.gives_nodes);
  EXPECT_TRUE(flavor_of(Map{{"reference", Value::string("2.21")}}).options.behavior.gives_nodes);
  EXPECT_THROW(flavor_of(Map{{"reference", Value::string("2.9")}}), Error);
}

TEST(Ansible, SuggestsTheNearestLookup) {
  EXPECT_EQ(Evaluated("{{ lookup('fiel', 'a') }}", "{}", {}, dialect()).fixes(), " file");
}

// Plain Jinja2 cannot see this catalogue, so it has a list of the names.
TEST(Ansible, HasOnlyFunctionsThatPlainJinjaNamesInItsMessages) {
  const jinja2::FunctionSet plain = jinja2::function_set();
  for (const FunctionCatalogue::Entry& entry : functions().entries()) {
    const std::string_view kind = entry.function->kind;
    const std::string_view name = entry.signature.name;
    const bool is_global = kind.ends_with("-global");
    if (!kind.starts_with("ansible-") || kind.ends_with("-method")) continue;
    const FunctionKind wanted = kind.ends_with("-filter") ? FunctionKind::filter
                                : is_global               ? FunctionKind::global
                                                          : FunctionKind::test;
    if (kind.ends_with("-lookup") || plain.find(wanted, name) != nullptr) continue;
    EXPECT_TRUE(jinja2::is_of_ansible(wanted, name)) << kind << " " << name;
  }
  EXPECT_FALSE(jinja2::is_of_ansible(FunctionKind::filter, "upper"));
}

std::string tree_of(const Map& options) {
  Workspace workspace;
  workspace.main = "roles/web/templates/a.j2";
  workspace.files = {{"roles/web/templates/a.j2", Value::string("{% include 'b.j2' %}")},
                     {"roles/web/templates/b.j2", Value::string("b")}};
  workspace.options = options;
  const RunOptions run;
  ClosedHost host;
  Context context(workspace, run, host);
  std::string text;
  for (const OutlineNode& node : dialect().outline(context)) {
    text += node.name + "\n";
    for (const OutlineNode& child : node.children) text += "  " + child.name + "\n";
  }
  return text;
}

TEST(Ansible, ShowsTheTemplatesThatRenderingFinds) {
  const std::string found = "roles/web/templates/a.j2\n  roles/web/templates/b.j2\nvariables\n";
  EXPECT_EQ(tree_of({}), found);
  EXPECT_EQ(tree_of({{"reference", Value::string("2.21")}}), found);
}

TEST(Ansible, RecordsWhatPrintedEachStretchOfItsText) {
  RunOptions options;
  options.provenance = true;
  const Evaluated evaluated("{{ url }}!", R"({"vars": {"url": "x{{ p }}", "p": 1}})", options, dialect());
  ASSERT_EQ(evaluated.result(), "x1!");
  EXPECT_EQ(evaluated.outcome.text_map.stretches.size(), 2U);
}

// The variables of `vars_files` belong to the view of one host, which ends before the hints are made.
TEST(Ansible, NamesTheFileOfAPlayThatOverridesAVariable) {
  Workspace workspace;
  workspace.operation = "matrix";
  workspace.main = "hosts";
  workspace.files = {{"hosts", Value::string("[web]\nh1\nh2\nh3\n[web:vars]\nport=80\n")},
                     {"variables-of-this-play.yml", Value::string("port: 81\n")},
                     {"site.yml", Value::string("- hosts: web\n  vars_files: [variables-of-this-play.yml]\n")}};
  workspace.options = {{"inventory", Value::string("hosts")}, {"play", Value::string("site.yml")}};
  const RunOptions run;
  ClosedHost host;
  Context context(workspace, run, host);
  Outcome outcome;
  dialect().evaluate(context, outcome);
  std::string hints;
  for (const Diagnostic& one : context.diagnostics) hints += one.code == "overridden" ? one.message : "";
  EXPECT_EQ(hints, "For every host, \"port\" is overridden in \"variables-of-this-play.yml\".");
}

}  // namespace
}  // namespace evalground::ansible
