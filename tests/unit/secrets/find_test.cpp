#include "secrets/find.hpp"

#include <gtest/gtest.h>

#include "base/generous_budget.hpp"
#include "secrets/placeholders.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

Map parsed(std::string_view json) {
  Budget budget = generous_budget();
  return parse_json(json, budget).as_map();
}

Map with_file(const std::string& path, const std::string& text) {
  return {{"dialect", Value::string("jinja2")}, {"files", Value::map({{path, Value::string(text)}})}};
}

// "declared p: hunter2; …"
std::string found_in(const Map& workspace) {
  std::string text;
  for (const SecretFinding& finding : find_secrets(workspace).findings) {
    const Value* whole = value_at(workspace, finding.path);
    text += finding.reason == SecretReason::declared ? "declared "
            : finding.reason == SecretReason::name   ? "name "
                                                     : "shape ";
    text += finding.name + ": ";
    text += finding.end == 0 ? "number"
                             : std::string(whole->as_string().substr(finding.begin, finding.end - finding.begin));
    text += "; ";
  }
  return text;
}

TEST(FoundSecrets, AreLiteralsInFiles) {
  EXPECT_EQ(found_in(with_file("group_vars/all.yml", "db_password: hunter2\nport: 80\napi_token: 'a b'\n")),
            "name db_password: hunter2; name api_token: 'a b'; ");
  EXPECT_EQ(found_in(with_file("hosts", "[web]\nw1 ansible_password=hunter2 ansible_port=22\n")),
            "name ansible_password: hunter2; ");
  EXPECT_EQ(found_in(with_file("a.cf", "vars:\n  \"db_password\" string => \"hunter2\";\n")),
            "name db_password: hunter2; ");
  EXPECT_EQ(found_in(with_file("t.j2", "{% set api_token = 'hunter2' %}{{ password }}{% set token = other %}")),
            "name api_token: hunter2; ");
  EXPECT_EQ(found_in(with_file("id", "-----BEGIN OPENSSH PRIVATE KEY-----\nAbc\n-----END OPENSSH PRIVATE KEY-----\n")),
            "shape : \nAbc\n; ");
  EXPECT_EQ(found_in(with_file("k.yaml", "kind: Secret\ndata:\n  a: aHVudGVyMg==\n")), "declared a: aHVudGVyMg==; ");
  EXPECT_EQ(found_in(with_file("d.yaml", "env:\n- {name: DB_PASSWORD, value: hunter2}\n- {name: PORT, value: 80}\n")),
            "name DB_PASSWORD: hunter2; ");
}

TEST(FoundSecrets, AreWhatDocumentsDeclare) {
  EXPECT_EQ(found_in(with_file("m.yaml", "parameters:\n  p: {type: string, hidden: true, default: hunter2}\n")),
            "declared p: hunter2; ");
  Map workspace = with_file("m.yaml", "parameters:\n  p: {type: string, hidden: true}\n");
  Map files = workspace.find("files")->as_map();
  files.set("env.yaml", Value::string("parameters:\n  p: hunter2\n  q: x\n"));
  workspace.set("files", Value::map(std::move(files)));
  EXPECT_EQ(found_in(workspace), "declared p: hunter2; ");
  EXPECT_EQ(found_in(with_file("e.yaml", "a: !sensitive hunter2\nb: {sensitive: hunter3}\n")),
            "declared a: hunter2; declared sensitive: hunter3; ");
}

TEST(FoundSecrets, AreWhatARunMarks) {
  const Map workspace = with_file("m.yaml", "a: \xF0\x9F\x98\x80\nb: {sensitive_text: hunter2}\n");
  const auto found = find_secrets(workspace, {{"m.yaml", 26, 33}, {"other.yaml", 0, 3}}).findings;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(value_at(workspace, found[0].path)->as_string().substr(found[0].begin, 7), "hunter2");
  EXPECT_EQ(found[0].reason, SecretReason::declared);
}

TEST(FoundSecrets, AreValuesOfTheWorkspace) {
  EXPECT_EQ(found_in(parsed(R"j({"vars": {"db_password": "y", "port": 1, "api_key": 17, "key": ""},
                                "env": {"TOKEN": "t", "E": ""}, "secrets": {"password": "x"}})j")),
            "name db_password: y; name api_key: number; name TOKEN: t; ");
}

TEST(FoundSecrets, AreNotReferencesVaultsFlagsOrDescriptions) {
  for (const char* text :
       {"db_password: '{{ vault_db_password }}'\n", "password: $ANSIBLE_VAULT;1.1;AES256\n", "token: true\n",
        "password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  6162\n", "secret:\n", "password: {get_param: pw}\n",
        "parameters:\n  password: {type: string, description: The password}\n", "password: <password>\n",
        "password: \"$(def.password)\"\n", "password_length: 12\n"})
    EXPECT_EQ(found_in(with_file("a.yml", text)), "") << text;
}

std::string replaced(const Map& workspace, bool everywhere) {
  Budget budget = generous_budget();
  Placeholders placeholders;
  return write_json(
      Value::map(with_placeholders(workspace, find_secrets(workspace).findings, everywhere, placeholders)), budget);
}

TEST(Placeholders, HaveTheKindAndLengthOfTheSecret) {
  EXPECT_EQ(
      replaced(with_file("a.yml", "db_password: Hunter-2\nroot_password: \"a\\n1é\"\npin_secret: 4711\n"), false),
      R"({"dialect":"jinja2","files":{"a.yml":"db_password: Xxxxxx-1\nroot_password: \"x\\n1x\"\npin_secret: 1111\n"}})");
  EXPECT_EQ(replaced(parsed(R"j({"vars": {"token": "ab", "api_key": 17, "password": "cd"}})j"), false),
            R"({"vars":{"token":"xx","api_key":1,"password":"xy"}})");
}

TEST(Placeholders, AreTheSameForTheSameSecretEverywhere) {
  Map workspace = with_file("a.yml", "db_password: hunter2\nurl: http://u:hunter2@h/\nother: hunter23\n");
  workspace.set("vars", Value::map({{"x", Value::string("hunter2")}}));
  EXPECT_EQ(
      replaced(workspace, true),
      R"({"dialect":"jinja2","files":{"a.yml":"db_password: xxxxxx1\nurl: http://u:xxxxxx1@h/\nother: hunter23\n"},)"
      R"("vars":{"x":"xxxxxx1"}})");
}

TEST(Placeholders, AreNoSecretsThemselves) {
  const Map workspace =
      parsed(R"j({"vars": {"token": "abcd", "db_password": "efgh", "secret": "xxxxx1", "pin": "***"}})j");
  Placeholders placeholders;
  const Map placed = with_placeholders(workspace, find_secrets(workspace).findings, true, placeholders);
  EXPECT_EQ(find_secrets(workspace).findings.size(), 2U);
  EXPECT_TRUE(find_secrets(placed).findings.empty());
}

TEST(Placeholders, OfABlockKeepItsHeader) {
  EXPECT_EQ(replaced(with_file("a.yml", "password: |2-\n    ab\nport: 1\n"), false),
            R"({"dialect":"jinja2","files":{"a.yml":"password: |2-\n    xx\nport: 1\n"}})");
}

}  // namespace
}  // namespace evalground
