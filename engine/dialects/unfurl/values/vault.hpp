// Encrypted values: what the tags `!vault`, `!vault-json` and `!vault-binary` hold, and files in Ansible's vault
// format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dialects/unfurl/values/external.hpp"
#include "runtime/context.hpp"

namespace evalground::unfurl {

// The secret `vault_password` of the workspace; nothing when it is not given or withheld.
std::optional<std::string> vault_password(const Context& context);

// The same; throws Error "secret-missing" when there is none, and asks for it. `what` begins the message ("The tag
// `!vault`").
std::string need_vault_password(Context& context, std::string_view what, OriginId where);

// The decrypted contents of a vault, marked as sensitive. `what` names it in a message. Throws Error "wrong-password"
// or "invalid-vault".
Value open_vault(Context& context, std::string_view vault, std::string_view password, std::string_view what,
                 OriginId where);

// A value of a document that is encrypted until something reads it. A document that is only expanded needs no password.
class EncryptedValue final : public External {
 public:
  // The tag says what the vault hides, and has static lifetime.
  EncryptedValue(std::string_view tag, std::string vault, OriginId where)
      : tag_(tag), vault_(std::move(vault)), where_(where) {}

  std::string_view type_name() const override { return "encrypted value"; }
  // Decrypted, and marked as sensitive.
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

// Reads the tags above; others have no meaning. Throws Error "invalid-vault" for one that holds no text.
std::optional<Value> read_vault_tag(std::string_view tag, const Value& content, OriginId where);

}  // namespace evalground::unfurl
