// A text encrypted in place, with the tag `!vault` in Ansible's YAML. It is decrypted on first use, because deriving
// the key takes long. A missing password is an error only then.
#pragma once

#include <optional>
#include <string>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/object.hpp"

namespace evalground::ansible {

class VaultText final : public Object {
 public:
  VaultText(std::string vault, OriginId where) : vault_(std::move(vault)), where_(where) {}

  // The decrypted text. Throws Error "vault-locked" or "wrong-password".
  const Value& open(Context& context) const;
  // The same for a template. A sensitive text is watched from then on.
  const Value& open(Evaluator& evaluator) const;
  // The vault's text: the header and lines of digits.
  const std::string& vault() const { return vault_; }

  std::string_view type_name() const override { return "AnsibleVaultEncryptedUnicode"; }
  Value resolve(Context& context) override { return open(context); }

 private:
  const std::string vault_;
  const OriginId where_;
  mutable std::optional<Value> text_;
};

// Decrypts a vault with the workspace's secret `vault_password`. `what` names it in messages. Throws like open().
std::string open_vault(Context& context, std::string_view vault, std::string_view what, OriginId where);

}  // namespace evalground::ansible
