#include "dialects/unfurl/values/vault.hpp"

#include "base/crypto/vault.hpp"
#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

// A text encrypted as a value of a document, with the password "pw".
std::string sealed(std::string_view tag, std::string_view text) {
  Budget budget{Limits{}};
  std::string value = std::string(tag) + " |\n";
  for (const char c : "  " + encrypt_vault(text, "pw", std::string(32, 's'), {}, budget)) {
    value += c;
    if (c == '\n') value += "  ";
  }
  return value + "\n";
}

Workspace with_password(std::string_view document, std::string_view password) {
  Workspace workspace = Loaded::workspace_of(document);
  workspace.secrets.set("vault_password", Value::string(password));
  return workspace;
}

struct Opened {
  explicit Opened(Workspace workspace_)
      : workspace(std::move(workspace_)), context(workspace, options, host), ensemble(context) {}
  Value attribute(std::string_view name) {
    return ensemble.evaluator.attribute(*ensemble.evaluator.tree.find("main"), Value::string(name));
  }
  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;
  Ensemble ensemble;
};

TEST(Vault, HidesTextJsonAndBytes) {
  Opened opened(with_password("t: " + sealed("!vault", "text") + "j: " + sealed("!vault-json", R"({"a": [1]})") +
                                  "b: " + sealed("!vault-binary", "bytes"),
                              "pw"));
  EXPECT_EQ(opened.attribute("t").as_string(), "text");
  EXPECT_EQ(opened.attribute("j").as_map().find("a")->as_list().size(), 1U);
  EXPECT_EQ(opened.attribute("b").as_bytes(), "bytes");
  for (const char* name : {"t", "j", "b"}) EXPECT_TRUE(opened.attribute(name).sensitive()) << name;
}

TEST(Vault, IsNotEvaluatedAgain) {
  Opened opened(
      with_password("t: " + sealed("!vault", "{{ 1 }}") + "j: " + sealed("!vault-json", R"({"eval": "t"})"), "pw"));
  EXPECT_EQ(opened.attribute("t").as_string(), "{{ 1 }}");
  EXPECT_TRUE(opened.attribute("j").is_map());
}

TEST(Vault, AsksForAPasswordThatIsMissing) {
  Opened opened(Loaded::workspace_of("t: " + sealed("!vault", "text")));
  EXPECT_EQ(error_code([&] { opened.attribute("t"); }), "secret-missing");
  ASSERT_EQ(opened.context.asks.size(), 1U);
  EXPECT_EQ(opened.context.asks[0].name, "vault_password");
}

TEST(Vault, RefusesAnotherPassword) {
  Opened opened(with_password("t: " + sealed("!vault", "text"), "other"));
  EXPECT_EQ(error_code([&] { opened.attribute("t"); }), "wrong-password");
}

TEST(Vault, EqualsTheSameVault) {
  const auto value = [](std::string_view text) { return EncryptedValue("!vault", std::string(text), 0); };
  EXPECT_TRUE(value("a").equals(value("a")));
  EXPECT_FALSE(value("a").equals(value("b")));
  EXPECT_EQ(value("a").hash(), value("a").hash());
}

}  // namespace
}  // namespace evalground::unfurl
