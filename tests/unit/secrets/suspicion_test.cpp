#include "secrets/suspicion.hpp"

#include <gtest/gtest.h>

#include "base/generous_budget.hpp"

namespace evalground {
namespace {

TEST(SecretNames, AreThoseThatPeopleGiveToSecrets) {
  for (const char* name : {"password", "db_password", "DB_PASSWORD", "dbPassword", "apiToken", "AWS_SECRET_ACCESS_KEY",
                           "ansible_become_pass", "api-key", "mysql.root.passwd", "vault_secret2", "private_key",
                           "vault_session_key", "mysql_root_pw", "storageAccountKey"})
    EXPECT_TRUE(names_secret(name)) << name;
  for (const char* name : {"token_url", "password_length", "key_name", "key", "passenger", "compass", "tokenizer",
                           "public_key", "secret_name", "password_file", "monkey", "", "keys", "bypass_mode",
                           "vault_addr", "session_key_length", "cookie_name"})
    EXPECT_FALSE(names_secret(name)) << name;
}

std::vector<std::string> shapes_of(std::string_view text) {
  Budget budget = generous_budget();
  std::vector<std::string> found;
  for (const ShapedSecret& one : Shapes().in(text, budget))
    found.push_back(std::string(one.what) + ": " + std::string(text.substr(one.begin, one.end - one.begin)));
  return found;
}

TEST(SecretShapes, AreKeysTokensAndLongRandomTexts) {
  using Found = std::vector<std::string>;
  EXPECT_EQ(shapes_of("-----BEGIN RSA PRIVATE KEY-----\nAbc\n-----END RSA PRIVATE KEY-----\n"),
            Found{"a private key: \nAbc\n"});
  EXPECT_EQ(shapes_of("id: AKIAIOSFODNN7EXAMPLE, x"), Found{"an access key of AWS: AKIAIOSFODNN7EXAMPLE"});
  EXPECT_EQ(shapes_of("u: postgres://app:hunter2@db/x"), Found{"a password in an address: hunter2"});
  EXPECT_EQ(shapes_of("x = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzR9KEY4b2Q"),
            Found{"a long random text: wJalrXUtnFEMI/K7MDENG/bPxRfiCYzR9KEY4b2Q"});
  EXPECT_EQ(shapes_of("headers: ['Authorization: Basic dXNlcjpwYXNz']"), Found{"a password in a header: dXNlcjpwYXNz"});
  EXPECT_EQ(shapes_of("{\"authorization\": \"Bearer abc.def\"}"), Found{"a password in a header: abc.def"});
}

TEST(SecretShapes, AreNotPathsHashesOrPublicKeys) {
  for (const char* text :
       {"path: integrations/hugo/layouts/Partials2/EvalgroundHead/Index",
        "sha: 0123456789abcdef0123456789abcdef01234567",
        "integrity: sha512-wJalrXUtnFEMIK7MDENGbPxRfiCYzR9KEY4b2QwJalrXUtnFEMI==",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK7MDENGbPxRfiCYzR9KEY4b2Qx user@host",
        "-----BEGIN CERTIFICATE-----\nMIIBwJalrXUtnFEMIK7MDENGbPxRfiCYzR9KEY4b2QwJalrXUtnFEMI\n",
        "u: postgres://app:{{ password }}@db/x", "Authorization: Bearer {{ token }}", "authorization: basic",
        "Authorization: Basic or Bearer", "u: http://host:8080/a@b", "A_LONG_NAME_OF_A_CONSTANT_IN_UPPER_CASE_2"})
    EXPECT_TRUE(shapes_of(text).empty()) << shapes_of(text).front();
}

}  // namespace
}  // namespace evalground
