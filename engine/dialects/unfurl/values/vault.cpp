// Ansible's vaults as values. A value with a vault's tag stays encrypted until it is read:
//
//   password: !vault "$ANSIBLE_VAULT;1.1;AES256…"
//
// So a document can be expanded, restored and shown without the password. Decrypted text is recorded as a secret, which
// removes it also from messages and files that contain it by other ways.
#include "dialects/unfurl/values/vault.hpp"

#include <functional>

#include "base/crypto/vault.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "runtime/sensitive.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view password_name = "vault_password";

constexpr std::string_view text_tag = "!vault";
constexpr std::string_view json_tag = "!vault-json";
constexpr std::string_view binary_tag = "!vault-binary";

// Parses decrypted JSON. The parser's message is dropped, because it refers to a text that nobody can see.
Value read_json(Context& context, std::string_view text, OriginId where) {
  return recover([&] { return parse_json(text, context.budget); },
                 [&](const Error&) -> Value {
                   throw Error("invalid-vault", "The vault of the tag \"!vault-json\" does not hold JSON.", where);
                 });
}

}  // namespace

std::optional<std::string> vault_password(const Context& context) {
  const Value* password = context.workspace.secrets.find(password_name);
  if (password == nullptr || !password->is_string()) return std::nullopt;
  return std::string(password->as_string());
}

// A missing password is also an `ask`, so that the page can offer to enter it.
std::string need_vault_password(Context& context, std::string_view what, OriginId where) {
  if (auto password = vault_password(context)) return *password;
  context.ask("secrets", password_name, where);
  context.fail(where, "secret-missing",
               std::string(what) + " needs the secret `vault_password`, which the workspace does not have.");
}

Value open_vault(Context& context, std::string_view vault, std::string_view password, std::string_view what,
                 OriginId where) {
  DecryptedVault decrypted = decrypt_vault(vault, password, context.budget);
  if (!decrypted) {
    const bool is_wrong_password = decrypted.fault == VaultFault::wrong_password;
    context.fail(where, is_wrong_password ? "wrong-password" : "invalid-vault",
                 std::string(what) + " cannot be decrypted: " + decrypted.error + ".");
  }
  const bool is_text = !find_invalid_utf8(decrypted.text);
  const Value plain = is_text ? Value::string(decrypted.text) : Value::bytes(decrypted.text);
  context.secrets.add(plain, SecretTexts::Kind::given);
  return plain.with_sensitive();
}

// Decrypted once: deriving a key from the password is slow on purpose.
Value EncryptedValue::resolve(Context& context) {
  if (!plain_.is_undefined()) return plain_;
  const std::string what = "The value of the tag " + quote(tag_);
  Value plain = open_vault(context, vault_, need_vault_password(context, what, where_), what, where_);
  const std::string_view bytes = plain.is_string() ? plain.as_string() : plain.as_bytes();
  if (tag_ == json_tag) {
    plain = read_json(context, bytes, where_);
    context.secrets.add(plain, SecretTexts::Kind::given);
  } else if (tag_ == binary_tag) {
    plain = Value::bytes(bytes);
  }
  plain_ = marked_sensitive(context, std::move(plain)).with_verbatim().with_origin(where_);
  return plain_;
}

Value EncryptedValue::get(Context& context, const Value& key) {
  const Value plain = resolve(context);
  const Value* member = plain.is_map() ? plain.as_map().find(key) : nullptr;
  return member != nullptr ? *member : Value();
}

// Compares what is encrypted, which needs no password. The same text encrypted twice is therefore unequal.
bool EncryptedValue::equals(const Object& other) const {
  const auto* value = dynamic_cast<const EncryptedValue*>(&other);
  return value != nullptr && value->tag_ == tag_ && value->vault_ == vault_;
}

std::size_t EncryptedValue::hash() const {
  return std::hash<std::string>()(vault_);
}

std::optional<Value> read_vault_tag(std::string_view tag, const Value& content, OriginId where) {
  for (const std::string_view known : {text_tag, json_tag, binary_tag}) {
    if (known != tag) continue;
    const std::string_view vault = content.is_string() ? trim_start(content.as_string()) : std::string_view();
    if (!is_vault_text(vault)) {
      throw Error("invalid-vault",
                  "The tag " + quote(tag) + " must hold a vault: text that begins with \"$ANSIBLE_VAULT;\".", where);
    }
    return Value::object(make_ref<EncryptedValue>(known, std::string(vault), where)).with_sensitive();
  }
  return std::nullopt;
}

}  // namespace evalground::unfurl
