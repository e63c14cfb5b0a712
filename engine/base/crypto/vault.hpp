// Ansible's vault format: text encrypted with a password, as "$ANSIBLE_VAULT;1.1;AES256" followed by lines of
// hexadecimal digits.
//
// The key is derived from the password with PBKDF2-HMAC-SHA256. AES-256-CTR encrypts the text, HMAC-SHA256
// authenticates it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground {

inline constexpr std::size_t vault_salt_size = 32;  // bytes of a generated salt

// True when the text begins with the header of a vault.
bool is_vault_text(std::string_view text);

// The text of the vault, with a final newline. The id is included unless it is "default" or empty. Deriving the key
// spends steps.
std::string encrypt_vault(std::string_view plain, std::string_view password, std::string_view salt,
                          std::string_view vault_id, Budget& budget);

enum class VaultFault : std::uint8_t {
  none,
  malformed,      // the text is not a valid vault
  wrong_password  // or the vault was modified: its HMAC cannot tell which
};

struct DecryptedVault {
  std::string text;
  VaultFault fault = VaultFault::none;
  std::string error;  // a clause without a full stop; empty on success

  explicit operator bool() const { return fault == VaultFault::none; }
};

DecryptedVault decrypt_vault(std::string_view vault, std::string_view password, Budget& budget);

}  // namespace evalground
