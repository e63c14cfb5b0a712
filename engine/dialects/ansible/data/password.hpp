// Password hashes as passlib makes them for Ansible: schemes by name, passlib's defaults and checks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "base/crypto/random.hpp"

namespace evalground::ansible {

struct PasswordOptions {
  std::optional<std::string> salt;        // absent: generated
  std::optional<std::int64_t> salt_size;  // characters of a generated salt
  std::optional<std::int64_t> rounds;     // for bcrypt the binary logarithm
  std::optional<std::string> ident;       // bcrypt's kind: "2a", "2b", "2y"
};

struct HashedPassword {
  std::string text;
  std::string error;  // empty on success, otherwise a sentence

  explicit operator bool() const { return error.empty(); }
};

// `type`: "md5", "sha256", "sha512", "blowfish", or passlib's names "md5_crypt", "sha256_crypt", "sha512_crypt",
// "bcrypt". Each round costs steps.
HashedPassword hash_password(std::string_view password, std::string_view type, const PasswordOptions& options,
                             Random& random, Budget& budget);

}  // namespace evalground::ansible
