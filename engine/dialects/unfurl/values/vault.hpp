// Encrypted values: the contents of the tags `!vault`, `!vault-json` and `!vault-binary`, and files in Ansible's vault
// format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dialects/unfurl/values/external.hpp"
#include "runtime/context.hpp"

namespace evalground::unfurl {

// The secret `vault_password` of the workspace; nothing when absent or withheld.
std::optional<std::string> vault_password(const Context& context);

// Like vault_password(), but if absent asks for it and throws Error "secret-missing". `what` begins the message ("The
// tag `!vault`").
std::string need_vault_password(Context& context, std::string_view what, OriginId where);

// The decrypted contents of a vault, marked as sensitive. `what` names it in a message. Throws Error "wrong-password"
// or "invalid-vault".
Value open_vault(Context& context, std::string_view vault, std::string_view password, std::string_view what,
                 OriginId where);

// An encrypted value of a document, decrypted on reading. A document that is only expanded needs no password.
class EncryptedValue final : public External {
 public:
  // `tag` says what the vault contains, and has static lifetime.
  EncryptedValue(std::string_view tag, std::string vault, OriginId where)
      : tag_(tag), vault_(std::move(vault)), where_(where) {}

  std::string_view type_name() const override { return "encrypted value"; }
  // Decrypts it, and marks it as sensitive.
  Value resolve(Context& context) override;
  Value get(Context& context, const Value& key) override;
  std::optional<TaggedText> tagged_text() const override { return TaggedText{tag_, vault_}; }
  bool equals(const Object& other) const override;
  std::size_t hash() const override;
  std::string python_repr() const override { return "<<REDACTED>>"; }

 private:
  const std::string_view tag_;
  const std::string vault_;
  const OriginId where_;
  Value plain_;  // undefined: not yet decrypted
};

// Reads the tags above; nothing for other tags. Throws Error "invalid-vault" if the content is not text.
std::optional<Value> read_vault_tag(std::string_view tag, const Value& content, OriginId where);

}  // namespace evalground::unfurl
