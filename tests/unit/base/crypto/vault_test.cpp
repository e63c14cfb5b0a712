// Ansible's vault format.
#include "base/crypto/vault.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

constexpr std::string_view secret_x =
    "$ANSIBLE_VAULT;1.1;AES256\n"
    "33303330333033303330333033303330333033303330333033303330333033303330333033303330\n"
    "3330333033303330333033303330333033303330333033300a646631666565626237333862653233\n"
    "39623065323161363461336639313432343461616436313862646532343536393036626235643832\n"
    "3665663837346335660a356237366132323036613037396464386538306164643362303331646132\n"
    "6238\n";

TEST(Vault, WritesWhatAnsibleWritesForTheSameSalt) {
  Budget budget;
  EXPECT_EQ(encrypt_vault("x", "open sesame", std::string(vault_salt_size, '0'), "default", budget), secret_x);
}

TEST(Vault, NamesTheIdInTheHeader) {
  Budget budget;
  EXPECT_TRUE(encrypt_vault("x", "pw", "salt", "dev", budget).starts_with("$ANSIBLE_VAULT;1.2;AES256;dev\n"));
}

TEST(Vault, ReadsWhatItWrote) {
  Budget budget;
  const std::string text(1000, 'z');
  EXPECT_EQ(decrypt_vault(encrypt_vault(text, "pw", "salt", "dev", budget), "pw", budget).text, text);
  EXPECT_EQ(decrypt_vault(encrypt_vault("", "pw", "salt", "", budget), "pw", budget).text, "");
}

TEST(Vault, RefusesAWrongPassword) {
  Budget budget;
  const DecryptedVault refused = decrypt_vault(secret_x, "sesame", budget);
  EXPECT_EQ(refused.fault, VaultFault::wrong_password);
  EXPECT_NE(refused.error.find("password is wrong"), std::string::npos);
}

TEST(Vault, RefusesWhatIsNoVault) {
  Budget budget;
  EXPECT_FALSE(is_vault_text("plain"));
  for (const std::string_view text :
       {"", "plain", "$ANSIBLE_VAULT", "$ANSIBLE_VAULT;1.1;AES256", "$ANSIBLE_VAULT;1.1;AES256\nzz",
        "$ANSIBLE_VAULT;1.1;AES\n00", "$ANSIBLE_VAULT;1.1;AES256\n610a610a61"}) {
    EXPECT_EQ(decrypt_vault(text, "pw", budget).fault, VaultFault::malformed) << text;
  }
}

}  // namespace
}  // namespace evalground
