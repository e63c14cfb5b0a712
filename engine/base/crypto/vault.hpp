// Ansible's vault format: text under a password, as "$ANSIBLE_VAULT;1.1;AES256" and lines of hexadecimal digits.
//
// The key is PBKDF2-HMAC-SHA256 of the password; AES-256-CTR hides the text, HMAC-SHA256 protects it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground {

inline constexpr std::size_t vault_salt_size = 32;  // bytes of a salt that is made up

// True when the text begins with the header of a vault.
bool is_vault_text(std::string_view text);

// The vault's text with a final newline. The id is written unless it is "default" or empty. Deriving the key spends
// steps.
std::string encrypt_vault(std::string_view plain, std::string_view password, std::string_view salt,
                          std::string_view vault_id, Budget& budget);

enum class VaultFault : std::uint8_t {
  none,
  malformed,      // the text is no vault that can be read
  wrong_password  // or the vault was changed: its HMAC does not tell which
};

struct DecryptedVault {
  std::string text;
  VaultFault fault = VaultFault::none;
  std::string error;  // says what is wrong, in a clause without a full stop; empty: nothing

  explicit operator bool() const { return fault == VaultFault::none; }
};

DecryptedVault decrypt_vault(std::string_view vault, std::string_view password, Budget& budget);

}  // namespace evalground
