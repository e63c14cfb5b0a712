// Password hashes and vaults.
#include "base/crypto/vault.hpp"
#include "dialects/ansible/data/password.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {
namespace filters_secret_family {
namespace {

Value password_hash(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) call.fail("secret must be unicode or bytes, not " + call.evaluator.type_name(call[0]));
  PasswordOptions options;
  if (call.truth(2)) options.salt = call.text(2);
  if (call.set(3)) options.salt_size = call.number(3);
  if (call.set(4)) options.rounds = call.number(4);
  if (call.set(5)) options.ident = call.text(5);
  const HashedPassword hashed =
      hash_password(call.text(0), call.text(1), options, call.context.random, call.context.budget);
  if (!hashed) call.fail(hashed.error);
  return Value::string(hashed.text);
}

// Whether an argument is text, or undefined but lenient, which the reference treats as an empty text.
bool is_text(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  if (value.is_undefined() && !call.evaluator.undefined(value).is_lenient()) call.evaluator.fail_undefined(value);
  return value.is_string() || value.is_undefined();
}

// The secret of a vault, which must be text.
std::string secret_of(const FunctionCall& call) {
  if (!is_text(call, 1)) {
    call.fail("Secret passed is required to be a string, instead we got: " + call.evaluator.type_name(call[1]));
  }
  return call.text(1);
}

Value vault(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string secret = secret_of(call);
  if (!is_text(call, 0)) {
    call.fail("Can only vault strings, instead we got: " + call.evaluator.type_name(call[0]));
  }
  if (is_vault_text(call.text(0))) call.fail("Unable to encrypt: input is already encrypted");
  std::string salt;
  if (call.set(2)) {
    if (!call.truth(2)) call.fail("Unable to encrypt: Empty or invalid salt passed to encrypt()");
    salt = call.text(2);
  } else {
    for (std::size_t i = 0; i < vault_salt_size; ++i) salt += static_cast<char>(call.context.random.bits(8));
  }
  call.evaluator.require(call[4]);
  const std::string label = call.truth(3) ? call.text(3) : std::string();
  return Value::string(encrypt_vault(call.text(0), secret, salt, label, call.context.budget));
}

Value unvault(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string secret = secret_of(call);
  if (!is_text(call, 0)) {
    call.fail("Vault should be in the form of a string, instead we got: " + call.evaluator.type_name(call[0]));
  }
  const std::string text = call.text(0);
  if (!is_vault_text(text)) return call[0].is_string() ? call[0] : Value::string(text);
  call.evaluator.require(call[2]);
  DecryptedVault decrypted = decrypt_vault(text, secret, call.context.budget);
  if (!decrypted) call.fail("Unable to decrypt: " + decrypted.error + ".");
  call.evaluator.note_decrypted(decrypted.text);
  return Value::string(decrypted.text);
}

constexpr Example password_hash_examples[] = {
    {"{{ 'secret' | password_hash('sha512', 'mysalt12', rounds=5000) }}", "",
     R"("$6$mysalt12$xRohwhLLrkzrXnePkLB3F4zj.bXkSYAEUg5BSM/ulbtG0OsWHY/BA6nqda8go6eIPHJNg9cuNFdDJhOmrryG5/")",
     in_ansible},
    {"{{ 'secret' | password_hash('nope') }}", "", "error", in_ansible}};
constexpr Example vault_examples[] = {{"{{ ('data' | vault('pw', 's' * 32)).splitlines()[0] }}", "",
                                       R"("$ANSIBLE_VAULT;1.2;AES256;filter_default")", in_ansible}};
constexpr Example unvault_examples[] = {{"{{ 'plain' | unvault('pw') }}", "", R"("plain")", in_ansible},
                                        {"{{ 'data' | vault('pw') | unvault('wrong') }}", "", "error", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "password_hash(value: string, hashtype: string = 'sha512', salt: string = null, salt_size: integer = "
                  "null, rounds: integer = null, ident: string = null) -> string",
     .summary = "Hashes a password for `/etc/shadow`.",
     .details = "Types: `md5`, `sha256`, `sha512`, `blowfish` (bcrypt). Without a salt one is made up.",
     .effects = Effects::random,
     .examples = password_hash_examples,
     .call = password_hash},
    {.kind = ansible_filter,
     .signature = "vault(value: string, secret: string, salt: string = null, vaultid: string = 'filter_default', "
                  "wrap_object: boolean = false) -> string",
     .summary = "Encrypts a text as an Ansible vault.",
     .effects = Effects::random,
     .examples = vault_examples,
     .call = vault},
    {.kind = ansible_filter,
     .signature = "unvault(value: string, secret: string, vaultid: string = 'filter_default') -> string",
     .summary = "The text of an Ansible vault.",
     .details = "Text that is not a vault is returned unchanged.",
     .examples = unvault_examples,
     .call = unvault},
};

}  // namespace
}  // namespace filters_secret_family

std::span<const Function> ansible_secret_filters() {
  using namespace filters_secret_family;
  return all;
}

}  // namespace evalground::ansible
