#include "base/crypto/bcrypt.hpp"

#include <array>
#include <crypt-port.h>

namespace evalground {
namespace {

// Steps for one round, which is two key expansions: 1042 encryptions.
constexpr std::uint64_t steps_per_bcrypt_round = 800;

}  // namespace

std::optional<std::string> bcrypt(std::string_view kind, std::string_view password, std::string_view salt,
                                  unsigned cost, Budget& budget) {
  if (salt.size() != 22 || password.find('\0') != std::string_view::npos) return std::nullopt;
  budget.step(steps_per_bcrypt_round << cost);  // charged at once, because the library cannot be interrupted
  const std::string key(password);
  const std::string tail = std::string("$") + (cost < 10 ? "0" : "") + std::to_string(cost) + "$" + std::string(salt);
  const std::string setting = "$2b" + tail;
  std::array<std::uint8_t, 64> hash{};
  alignas(std::uint64_t) std::array<std::uint8_t, ALG_SPECIFIC_SIZE> scratch;
  crypt_bcrypt_rn(key.c_str(), key.size(), setting.c_str(), setting.size(), hash.data(), hash.size(), scratch.data(),
                  scratch.size());
  const std::string_view text(reinterpret_cast<const char*>(hash.data()));
  if (text.empty()) return std::nullopt;  // the salt contains characters outside of bcrypt's base64
  return "$" + std::string(kind) + std::string(text.substr(3));
}

}  // namespace evalground
