#include "dialects/ansible/port.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "dialects/jinja2/description.hpp"
#include "value/json.hpp"

namespace evalground::ansible {
namespace {

struct Ported {
  std::string text;  // with all fixes applied
  std::vector<std::string> messages;
};

Ported ported(const std::string& path, const std::string& text, const Map& beside = {}) {
  Map files = beside;
  files.set(path, Value::string(text));
  const Value json = Value::map({{"dialect", Value::string("jinja2")},
                                 {"main", Value::string(path)},
                                 {"files", Value::map(std::move(files))},
                                 {"options", Value::map({{"flavor", Value::string("ansible")}})}});
  std::vector<Diagnostic> problems;
  const Workspace workspace = read_workspace(json, &description, problems);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Ported result{text, {}};
  std::vector<Fix::Edit> edits;
  for (const Diagnostic& one : port_of(context, "2.21")) {
    result.messages.push_back(one.message);
    if (!one.fixes.empty()) edits.insert(edits.end(), one.fixes[0].edits.begin(), one.fixes[0].edits.end());
  }
  const auto begin = [&](const Fix::Edit& edit) { return context.sources.origin(edit.where).begin; };
  std::stable_sort(edits.begin(), edits.end(),
                   [&](const Fix::Edit& a, const Fix::Edit& b) { return begin(a) > begin(b); });
  for (const Fix::Edit& edit : edits) {
    const Origin& origin = context.sources.origin(edit.where);
    result.text.replace(origin.begin, origin.end - origin.begin, edit.text);
  }
  return result;
}

// A task's condition after all fixes.
std::string condition(const std::string& text) {
  return ported("tasks.yml", "- when: " + text + "\n").text.substr(8);
}

std::size_t findings(const std::string& path, const std::string& text) {
  return ported(path, text).messages.size();
}

TEST(Port, AConditionThatIsNoBooleanIsCompared) {
  EXPECT_EQ(condition("tags | length"), "tags | length != 0\n");
  EXPECT_EQ(condition("tags | select('x')"), "tags | select('x') | length > 0\n");
  EXPECT_EQ(condition("x | default('')"), "x | default('') | length > 0\n");
  EXPECT_EQ(condition("tls and x | int"), "tls and x | int != 0\n");
  EXPECT_EQ(condition("a ~ b"), "(a ~ b) | length > 0\n");
  EXPECT_EQ(condition("x | regex_search('a')"), "x | regex_search('a') is not none\n");
  EXPECT_EQ(condition("x is defined and x"), "x is defined and x is truthy\n");
}

TEST(Port, AConditionThatIsOrMayBeABooleanIsLeft) {
  for (const char* text : {"flag", "not tags", "n == 1", "x is defined", "x | bool", "x | default(false)", "true",
                           "yes", "\"{{ rule }}\"", "\"'a' in x\""}) {
    EXPECT_EQ(findings("tasks.yml", std::string("- when: ") + text + "\n"), 0) << text;
  }
}

TEST(Port, BracesInAConditionAreTakenAway) {
  EXPECT_EQ(condition("a == {{ b }}"), "a == b\n");
  EXPECT_EQ(condition("\"{{ a }} and {{ b }}\""), "\"a and b\"\n");
  EXPECT_EQ(condition("'{{ a == 1 }}'"), "'a == 1'\n");
  EXPECT_EQ(condition("\"'{{ a }}' == 'x'\""), "\"a == 'x'\"\n");
}

TEST(Port, ConditionsAreFoundInListsAndAssertions) {
  EXPECT_EQ(ported("tasks.yml", "- assert:\n    that:\n      - x | length  # all\n      - y == 1\n").text,
            "- assert:\n    that:\n      - x | length != 0  # all\n      - y == 1\n");
  EXPECT_EQ(findings("tasks.yml", "- when: {a: b}\n- until:\n- failed_when: 3\n"), 3);
}

TEST(Port, TemplatesInLiteralsBecomeExpressions) {
  EXPECT_EQ(ported("vars.yml", "a: \"{{ lookup('file', '{{ name }}') }}\"\n").text,
            "a: \"{{ lookup('file', name) }}\"\n");
  const Ported part = ported("vars.yml", "a: \"{{ lookup('file', '{{ name }}.txt') }}\"\n");
  EXPECT_EQ(part.messages.size(), 1);
  EXPECT_EQ(part.text, "a: \"{{ lookup('file', '{{ name }}.txt') }}\"\n");
}

TEST(Port, ArgumentsThatChangedAreRenamed) {
  EXPECT_EQ(ported("t.j2", "{{ a | default('', 1) }} {{ b | d(0, boolean=0) }}").text,
            "{{ a | default('', true) }} {{ b | d(0, boolean=false) }}");
  EXPECT_EQ(ported("t.j2", "x {{ a | vault('pw', vaultid='z') }}").text, "x {{ a | vault('pw', vault_id='z') }}");
}

TEST(Port, AFileOfOneValueKeepsItsNewlineAsText) {
  EXPECT_EQ(ported("t.j2", "{{ a | length }}\n").text, "{{ a | length | string }}\n");
  EXPECT_EQ(findings("t.j2", "{{ a | length }} items\n"), 0);
}

TEST(Port, TextThatWasNoDataIsLeft) {
  EXPECT_EQ(findings("vars.yml", "a: ' [{{ b }}]'\n"), 0);
  EXPECT_EQ(findings("vars.yml", "a: \"[?contains(x, '{{ b }}')]\"\n"), 0);
  EXPECT_EQ(findings("vars.yml", "a: \"{'k': '{{ b }}'}\"\n"), 1);
}

TEST(Port, APluginOfTheRepositoryIsNoMistake) {
  EXPECT_EQ(findings("vars.yml", "a: '{{ b | my.own.filter }}'\n"), 0);
  EXPECT_EQ(condition("a | my_own and b | length"), "a | my_own and b | length\n");
}

TEST(Port, WhatHasNoMechanicalChangeIsTold) {
  EXPECT_EQ(findings("vars.yml", "a: '[{{ b }}, 2]'\n"), 1);
  EXPECT_EQ(findings("vars.yml", "a: '{{ b.__class__ }}'\n"), 1);
  EXPECT_EQ(findings("t.j2", "#jinja2: autoescape: True\nx"), 1);
  EXPECT_EQ(findings("t.j2", "{{ 'p' | password_hash('sha512', 'salt') }}!"), 1);
}

TEST(Port, ATemplateIsCheckedBelowItsFirstLine) {
  EXPECT_EQ(ported("t.j2", "#jinja2: trim_blocks: False\n{{ a | default('', 1) }}!").text,
            "#jinja2: trim_blocks: False\n{{ a | default('', true) }}!");
  EXPECT_EQ(ported("t.j2", "#jinja2:variable_start_string:'[%', variable_end_string:'%]'\n[% a | d(0, 1) %]!").text,
            "#jinja2:variable_start_string:'[%', variable_end_string:'%]'\n[% a | d(0, true) %]!");
  EXPECT_EQ(findings("t.j2", "#jinja2: trim_blocks: False\n{{ a.__class__ }}!"), 1);
}

TEST(Port, AFlagOfTheFirstLineThatIsTextBecomesABoolean) {
  EXPECT_EQ(ported("t.j2", "#jinja2: lstrip_blocks:\"True\", trim_blocks: 'no'\nx\n").text,
            "#jinja2: lstrip_blocks:True, trim_blocks: True\nx\n");
  EXPECT_EQ(findings("t.j2", "#jinja2: lstrip_blocks: True\nx\n"), 0);
}

// The text of a role's tasks after all fixes.
std::string tasks(const std::string& text, const std::string& defaults) {
  return ported("roles/r/tasks/main.yml", text, {{"roles/r/defaults/main.yml", Value::string(defaults)}}).text;
}

TEST(Port, DefaultsTellTheTypeOfAVariable) {
  const std::string defaults = "pkgs: []\nflag: false\ncount: 3\nname: ''\nmade: '{{ pkgs }}'\nunset:\n";
  EXPECT_EQ(tasks("- when: pkgs\n", defaults), "- when: pkgs | length > 0\n");
  EXPECT_EQ(tasks("- when: count and name\n", defaults), "- when: count != 0 and name | length > 0\n");
  for (const char* text : {"- when: flag\n", "- when: made\n", "- when: unset\n", "- when: other\n",
                           "- when: pkgs\n- vars: {pkgs: true}\n", "- when: pkgs\n- set_fact: {pkgs: true}\n"}) {
    EXPECT_EQ(tasks(text, defaults), text);
  }
}

TEST(Port, RegisterAndLookupsTellTheTypeOfAValue) {
  EXPECT_EQ(tasks("- command: a\n  register: r\n  failed_when: r.stderr\n", ""),
            "- command: a\n  register: r\n  failed_when: r.stderr | length > 0\n");
  EXPECT_EQ(tasks("- register: r\n- when: r.rc or r.changed\n", ""), "- register: r\n- when: r.rc != 0 or r.changed\n");
  EXPECT_EQ(tasks("- assert: {that: \"lookup('template', 'x')\"}\n", ""),
            "- assert: {that: \"lookup('template', 'x') | length > 0\"}\n");
  const std::string others = "- register: r\n- when: r.stat or s.stderr or lookup('vars', 'x')\n";
  EXPECT_EQ(tasks(others, ""), others);
}

TEST(Port, ATextThatCannotBeReadIsAnError) {
  EXPECT_EQ(findings("t.j2", "{{ 1 + }}"), 1);
  EXPECT_EQ(findings("vars.yml", "a: [\n"), 1);
}

// The findings for a condition with variables, which both versions evaluate.
std::vector<Diagnostic> compared(const std::string& text, Context& context) {
  EXPECT_EQ(context.workspace.expression->as_string(), text);
  return port_of(context, "2.21");
}

TEST(Port, AConditionIsEvaluatedByBothVersions) {
  Workspace workspace;
  workspace.dialect = "jinja2";
  workspace.expression = Value::string("not a and tags");
  workspace.vars = Map{{"a", Value::boolean(false)}, {"tags", Value::list({Value::integer(1)})}};
  workspace.options = Map{{"flavor", Value::string("ansible")}, {"as", Value::string("conditional")}};
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  const std::vector<Diagnostic> found = compared("not a and tags", context);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].code, "changed-in-2.19");
  ASSERT_EQ(found[0].fixes.size(), 1);
  EXPECT_EQ(found[0].fixes[0].edits.back().text, ") | length > 0");
}

TEST(Port, ATemplateIsEvaluatedByBothVersions) {
  Workspace workspace;
  workspace.dialect = "jinja2";
  workspace.expression = Value::string("{{ n ~ '' }}{{ m }}");
  workspace.vars = Map{{"n", Value::string("{{ none }}")}, {"m", Value::integer(1)}};
  workspace.options = Map{{"flavor", Value::string("ansible")}};
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  EXPECT_EQ(compared("{{ n ~ '' }}{{ m }}", context).size(), 1);
  workspace.vars.set("n", Value::string("{{ 2 }}"));
  Context same(workspace, options, host);
  EXPECT_TRUE(compared("{{ n ~ '' }}{{ m }}", same).empty());
}

TEST(Port, OtherVersionsAreRefused) {
  const Workspace workspace;
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  EXPECT_THROW(port_of(context, "2.22"), Error);
}

}  // namespace
}  // namespace evalground::ansible
