// What an Ansible repository reports in addition to its results: hints on settings without effect, or with a different
// effect than expected, and what the engine reveals of a vault.
#include <gtest/gtest.h>
#include <string>

#include "engine.hpp"
#include "runtime/host.hpp"

namespace evalground {
namespace {

constexpr std::string_view password = "k7-plain-text";
// "k7-plain-text" under the password "hunter2", as a value with the tag !vault.
constexpr std::string_view vault_value =
    R"(pw: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n)"
    R"(  30323032303230323032303230323032303230323032303230323032303230323032303230323032\n)"
    R"(  3032303230323032303230323032303230323032303230320a393361393334303732373532383434\n)"
    R"(  36303739396566646638613431636366376530653230393661316130653834376131393836386631\n)"
    R"(  3733386361613138660a366434626563623237633862383135636663643461383034623961653362\n)"
    R"(  6462\nurl: 'db://{{ pw }}@db'\n)";

// `files` are members of the map, as JSON; `rest` are more keys of the workspace.
std::string run_repository(const std::string& files, const std::string& options, const std::string& rest = "",
                           std::string_view run_options = "") {
  ClosedHost host;
  const std::string workspace = R"({"dialect": "jinja2", "files": {)" + files +
                                R"(}, "options": {"flavor": "ansible", "inventory": "hosts")" +
                                (options.empty() ? "" : ", " + options) + "}" + rest + "}";
  return evaluate(workspace, run_options, host);
}

bool says(const std::string& outcome, std::string_view words) {
  return outcome.find(words) != std::string::npos;
}

constexpr std::string_view one_host = R"("hosts": "[web]\nh\n")";
constexpr std::string_view view = R"(, "operation": "host")";

TEST(Repository, names_the_levels_and_files_that_were_searched_for_a_variable) {
  const std::string outcome = run_repository(std::string(one_host) + R"(, "group_vars/web.yml": "port: 80\n")",
                                             R"("host": "h")", R"(, "expression": "{{ prt }}")");
  EXPECT_TRUE(says(outcome, "undefined-variable")) << outcome;
  EXPECT_TRUE(says(outcome, "group_vars_play (group_vars/web.yml)")) << outcome;
  EXPECT_TRUE(says(outcome, "host_vars/h.yml")) << outcome;
  EXPECT_FALSE(says(outcome, "read: group_vars/web.yml")) << outcome;
}

TEST(Repository, offers_the_nearest_group_and_host_in_templates_and_patterns) {
  const std::string group = run_repository(std::string(one_host), "", R"(, "expression": "{{ groups.wbe }}")");
  EXPECT_TRUE(says(group, "unknown-group") && says(group, R"(did you mean \"web\"?)")) << group;
  const std::string files = R"("hosts": "[web]\nweb1\n")";
  const std::string member = run_repository(files, "", R"(, "expression": "{{ hostvars['web2'].port }}")");
  EXPECT_TRUE(says(member, "unknown-host") && says(member, R"(did you mean \"web1\"?)")) << member;
  const std::string play = run_repository(std::string(one_host) + R"(, "site.yml": "- hosts: web:dbs\n")",
                                          R"("play": "site.yml")", std::string(view));
  EXPECT_TRUE(says(play, "unknown-group") && says(play, "dbs")) << play;
}

TEST(Repository, says_which_variable_that_is_asked_for_no_host_has) {
  const std::string files = std::string(one_host) + R"(, "group_vars/web.yml": "port: 80\n")";
  for (const std::string_view operation : {"host", "matrix"}) {
    const std::string rest = R"(, "operation": ")" + std::string(operation) + "\"";
    const std::string outcome = run_repository(files, R"("host": "h", "variables": ["port", "prot"])", rest);
    EXPECT_TRUE(says(outcome, "unknown-variable") && says(outcome, R"(Did you mean \"port\"?)")) << outcome;
    const std::string known = run_repository(files, R"("host": "h", "variables": ["port"])", rest);
    EXPECT_FALSE(says(known, "unknown-variable")) << known;
  }
}

TEST(Repository, notes_a_default_that_nothing_reads) {
  const std::string files = std::string(one_host) + R"(, "site.yml": "- hosts: all\n  roles: [app]\n",)"
                                                    R"("roles/app/defaults/main.yml": "used: 1\nidle: 2\n",)"
                                                    R"("roles/app/tasks/main.yml": "- debug: {msg: '{{ used }}'}\n")";
  const std::string outcome = run_repository(files, R"("play": "site.yml")", std::string(view));
  EXPECT_TRUE(says(outcome, R"(Nothing reads the default \"idle\")")) << outcome;
  EXPECT_FALSE(says(outcome, R"(default \"used\")")) << outcome;
}

TEST(Repository, warns_where_only_names_or_the_order_of_files_decide) {
  const std::string two_groups = R"("hosts": "[a]\nh\n[b]\nh\n", "group_vars/a.yml": "x: 1\n", "group_vars/b.yml": )";
  const std::string names = run_repository(two_groups + R"("x: 2\n")", "", std::string(view));
  EXPECT_TRUE(says(names, "accidental-override") && says(names, "Only the names of the groups")) << names;
  EXPECT_FALSE(says(run_repository(two_groups + R"("x: 1\n")", "", std::string(view)), "accidental-override"));
  const std::string folder = std::string(one_host) + R"(, "group_vars/web/a.yml": "x: 1\n", "group_vars/web/b.yml": )";
  const std::string order = run_repository(folder + R"("x: 2\n")", "", std::string(view));
  EXPECT_TRUE(says(order, "Only the order in which the files are read decides")) << order;
}

TEST(Repository, says_that_a_vault_is_locked_and_asks_for_its_password) {
  const std::string files = std::string(one_host) + R"(, "group_vars/all.yml": ")" + std::string(vault_value) + "\"";
  const std::string outcome = run_repository(files, "", std::string(view));
  EXPECT_TRUE(says(outcome, "vault-locked")) << outcome;
  EXPECT_TRUE(says(outcome, "vault_password")) << outcome;
}

TEST(Repository, masks_what_vaults_hold_and_what_is_made_of_it_where_a_run_asks_for_that) {
  const std::string files = std::string(one_host) + R"(, "group_vars/all.yml": ")" + std::string(vault_value) + "\"";
  const std::string secrets = R"(, "secrets": {"vault_password": "hunter2"})";
  const std::string open = run_repository(files, "", std::string(view) + secrets);
  EXPECT_TRUE(says(open, password)) << open;
  const std::string every_option =
      R"({"maskVaults": true, "trace": true, "provenance": true, "outline": true, "tokens": true})";
  for (const std::string& more :
       {std::string(view), std::string(R"(, "operation": "matrix")"), std::string(R"(, "expression": "{{ url }}")"),
        std::string(R"(, "expression": "{{ [pw] | join }}{{ {'a': pw} }}")")}) {
    const std::string masked = run_repository(files, "", more + secrets, every_option);
    EXPECT_FALSE(says(masked, password)) << masked;
    EXPECT_TRUE(says(masked, "<<REDACTED>>")) << masked;
  }
  const std::string revealed = run_repository(files, "", std::string(view) + secrets,
                                              R"({"maskVaults": true, "reveal": ["variables", "pw", "value"]})");
  EXPECT_TRUE(says(revealed, password)) << revealed;
  EXPECT_FALSE(says(revealed, "db://k7")) << revealed;
}

// "abc" and "xyz" under the password "hunter2": secrets of the same shape, too short for the search in messages.
std::string short_vault(std::string_view last_lines) {
  return R"(\n      $ANSIBLE_VAULT;1.1;AES256\n)"
         R"(      33303330333033303330333033303330333033303330333033303330333033303330333033303330\n)"
         R"(      3330333033303330333033303330333033303330333033300a)" +
         std::string(last_lines) + R"(\n      6664\n)";
}
const std::string abc =
    short_vault(R"(656531653438363530623330353962\n)"
                R"(      32383439666633663062633464353365633665643135323434396263313433653365396235353739\n)"
                R"(      6566326535383663300a366662663032393964396235386565373661623839613761646633323766)");
const std::string xyz =
    short_vault(R"(316561333061306233386435356539\n)"
                R"(      33653764333466643731386235353433663262613963643039363530613362663731376337363332\n)"
                R"(      3837653963643737320a373661343162393964396235386565373661623839613761646633323766)");

// The output for an expression over a map that contains the vault's value, without measurements.
std::string said_of(const std::string& vault, const std::string& expression, const std::string& options) {
  const std::string variables = R"("m:\n  k: !vault |)" + vault + R"(s: \"{{ m.k }}\"\nl: [\"{{ s }}\", 1]\n")";
  const std::string outcome = run_repository(
      std::string(one_host) + R"(, "t.j2": "{{ x }}", "group_vars/all.yml": )" + variables, R"("host": "h")" + options,
      R"(, "seed": 1, "clock": "2026-01-02T03:04:05Z", "secrets": {"vault_password": "hunter2"}, "expression": ")" +
          expression + "\"",
      R"({"maskVaults": true, "provenance": true})");
  return outcome.substr(0, outcome.find(R"(,"stats":)"));
}

TEST(Repository, tells_no_two_secrets_of_one_shape_apart) {
  for (const std::string options : {R"()", R"(, "reference": "2.21")"}) {
    for (const char* expression : {"{{ m }}",
                                   "{{ m ~ '' }}",
                                   "{{ [[m]] ~ 1 }}",
                                   "{{ '%s' % {'a': s} }}",
                                   "{{ {s: 1} }}{{ 1 }}",
                                   "{{ l }}",
                                   "{% autoescape true %}{{ m }}{{ 1 }}{% endautoescape %}",
                                   "{{ (nope | upper) | default(m) }}",
                                   "{% set n = namespace(a=s) %}{{ n }}",
                                   "{{ m.values() }}",
                                   "{{ m.items() ~ '' }}",
                                   "{{ query('list', m) }}",
                                   "{{ {m.k: 1} | to_nice_yaml }}",
                                   "{% set o = [] %}{{ o.append(s) }}{{ o }}",
                                   "{{ {}[s ~ 'q'] }}",
                                   "{{ ('a' | attr(s ~ 'q'))() }}",
                                   "{% include s ~ 'q' %}",
                                   "{% import s ~ 'q' as o %}",
                                   "{{ undef(hint=m) }}",
                                   "{% extends [s ~ 'q', s] %}",
                                   "{{ lookup('vars', s | upper) + 1 }}",
                                   "{{ lookup(s) }}",
                                   "{{ [1] | map(s) }}",
                                   "{{ lookup('template', s ~ 'q') }}",
                                   "{{ vars[s] }}",
                                   "{{ lookup('env', s ~ 'q') ~ s }}"}) {
      const std::string one = said_of(abc, expression, options);
      EXPECT_EQ(one, said_of(xyz, expression, options)) << expression << options;
      EXPECT_TRUE(says(one, "<<REDACTED>>") || says(one, "could show a secret value") || says(one, "\"ok\":false"))
          << one;
    }
  }
}

TEST(Repository, lets_a_condition_on_a_secret_choose) {
  for (const std::string options : {R"()", R"(, "reference": "2.21")"}) {
    const std::string chosen = said_of(abc, "{{ 'a' ~ ('yes' if s == 'abc' else 'no') }}", options);
    EXPECT_TRUE(says(chosen, R"("text":"ayes")")) << chosen;
  }
}

TEST(Repository, gives_each_cell_of_a_matrix_with_what_it_overrides) {
  const std::string files = R"("hosts": "[web]\nh x=2\n[web:vars]\nx=1\n")";
  const std::string outcome = run_repository(files, "", R"(, "operation": "matrix")", R"({"provenance": true})");
  EXPECT_TRUE(says(outcome, "/variables/x/values/h")) << outcome;
  EXPECT_TRUE(says(outcome, R"("overridden":true)")) << outcome;
}

}  // namespace
}  // namespace evalground
