#include "dialects/ansible/data/password.hpp"

#include <array>

#include "base/crypto/bcrypt.hpp"
#include "base/crypto/crypt.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view salt_characters = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// A scheme as passlib knows it.
struct Scheme {
  std::string_view short_name, name;
  std::size_t least_salt, most_salt, default_salt;
  std::int64_t least_rounds, most_rounds, default_rounds;  // 0: the rounds are fixed
};
constexpr std::array<Scheme, 4> schemes = {{{"md5", "md5_crypt", 0, 8, 8, 0, 0, 0},
                                            {"sha256", "sha256_crypt", 0, 16, 16, 1000, 999'999'999, 535'000},
                                            {"sha512", "sha512_crypt", 0, 16, 16, 1000, 999'999'999, 656'000},
                                            {"blowfish", "bcrypt", 22, 22, 22, 4, 31, 12}}};

std::string random_salt(std::size_t size, Random& random) {
  std::string salt;
  for (std::size_t i = 0; i < size; ++i) salt += salt_characters[static_cast<std::size_t>(random.below(64))];
  return salt;
}

HashedPassword failed(std::string message) {
  return {{}, std::move(message)};
}

}  // namespace

HashedPassword hash_password(std::string_view password, std::string_view type, const PasswordOptions& options,
                             Random& random, Budget& budget) {
  const Scheme* scheme = nullptr;
  for (const Scheme& known : schemes) {
    if (known.short_name == type || known.name == type) scheme = &known;
  }
  if (scheme == nullptr) return failed("passlib does not support '" + std::string(type) + "' algorithm");
  const std::string name(scheme->name);
  if (password.size() > longest_password) {
    return failed("password exceeds maximum allowed size of " + std::to_string(longest_password) + " bytes");
  }

  std::string salt;
  if (options.salt) {
    salt = *options.salt;
  } else {
    const std::int64_t size = options.salt_size.value_or(static_cast<std::int64_t>(scheme->default_salt));
    if (size < static_cast<std::int64_t>(scheme->least_salt) || size > static_cast<std::int64_t>(scheme->most_salt)) {
      return failed("salt_size of " + name + " must be from " + std::to_string(scheme->least_salt) + " to " +
                    std::to_string(scheme->most_salt) + ", not " + std::to_string(size));
    }
    salt = random_salt(static_cast<std::size_t>(size), random);
  }
  if (salt.find_first_not_of(salt_characters) != std::string::npos) {
    return failed("invalid characters in " + name + " salt");
  }
  if (salt.size() > scheme->most_salt || salt.size() < scheme->least_salt) {
    return failed(std::string(salt.size() > scheme->most_salt ? "salt too large (" : "salt too small (") + name +
                  " requires " + (scheme->least_salt == scheme->most_salt ? "exactly " : "<= ") +
                  std::to_string(scheme->most_salt) + " chars)");
  }

  if (options.rounds && scheme->most_rounds == 0) return failed("setting rounds not supported by " + name);
  const std::int64_t rounds = options.rounds.value_or(scheme->default_rounds);
  if (rounds < scheme->least_rounds || rounds > scheme->most_rounds) {
    return failed("rounds of " + name + " must be from " + std::to_string(scheme->least_rounds) + " to " +
                  std::to_string(scheme->most_rounds) + ", not " + std::to_string(rounds));
  }
  const bool is_bcrypt = scheme->name == "bcrypt";
  if (options.ident && !is_bcrypt) return failed("setting ident not supported by " + name);
  if (password.find('\0') != std::string_view::npos) return failed(name + " does not allow NULL bytes in password");

  if (is_bcrypt) {
    const std::string kind = options.ident.value_or("2b");
    if (kind != "2a" && kind != "2b" && kind != "2y") return failed("invalid ident of bcrypt: '" + kind + "'");
    const auto text = bcrypt(kind, password, salt, static_cast<unsigned>(rounds), budget);
    return text ? HashedPassword{*text, {}} : failed("invalid bcrypt salt");
  }
  if (scheme->short_name == "md5") return {md5_crypt(password, salt, budget), {}};
  const ShaCrypt sha = scheme->short_name == "sha512" ? ShaCrypt::sha512 : ShaCrypt::sha256;
  return {sha_crypt(sha, password, salt, static_cast<std::uint32_t>(rounds), budget), {}};
}

}  // namespace evalground::ansible
