#include "dialects/ansible/runtime/vault_text.hpp"

#include "base/crypto/vault.hpp"
#include "value/map.hpp"

namespace evalground::ansible {

std::string open_vault(Context& context, std::string_view vault, std::string_view what, OriginId where) {
  const Value* password = context.workspace.secrets.find("vault_password");
  if (password == nullptr || !password->is_string()) {
    context.ask("secrets", "vault_password", where);
    context.fail(where, "vault-locked",
                 "Attempting to decrypt but no vault secrets found: " + std::string(what) +
                     " needs the secret `vault_password`, which the workspace does not have.");
  }
  DecryptedVault decrypted = decrypt_vault(vault, password->as_string(), context.budget);
  if (!decrypted) {
    const bool is_wrong = decrypted.fault == VaultFault::wrong_password;
    context.fail(where, is_wrong ? "wrong-password" : "invalid-vault",
                 "Decryption failed on " + std::string(what) + ": " + decrypted.error + ".");
  }
  context.secrets.add(Value::string(decrypted.text), SecretTexts::Kind::given);
  return std::move(decrypted.text);
}

const Value& VaultText::open(Context& context) const {
  if (!text_) {
    text_ = Value::string(open_vault(context, vault_, "a value with the tag !vault", where_))
                .with_sensitive(context.options.mask_vaults);
  }
  return *text_;
}

const Value& VaultText::open(Evaluator& evaluator) const {
  const Value& text = open(evaluator.context);
  if (text.sensitive()) evaluator.watch_sensitive();
  return text;
}

}  // namespace evalground::ansible
