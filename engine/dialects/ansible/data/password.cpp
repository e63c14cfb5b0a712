#include "dialects/ansible/data/password.hpp"

#include <array>

#include "base/crypto/bcrypt.hpp"
#include "base/crypto/crypt.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view salt_characters = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// A hashing scheme with passlib's limits.
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

const Scheme* find_scheme(std::string_view type) {
  const Scheme* found = nullptr;
  for (const Scheme& known : schemes) {
    if (known.short_name == type || known.name == type) found = &known;
  }
  return found;
}

// The salt that was given or a random one, or an error.
HashedPassword salt_of(const Scheme& scheme, const PasswordOptions& options, Random& random) {
  if (options.salt) return {*options.salt, {}};
  const std::int64_t size = options.salt_size.value_or(static_cast<std::int64_t>(scheme.default_salt));
  if (size < static_cast<std::int64_t>(scheme.least_salt) || size > static_cast<std::int64_t>(scheme.most_salt)) {
    return failed("salt_size of " + std::string(scheme.name) + " must be from " + std::to_string(scheme.least_salt) +
                  " to " + std::to_string(scheme.most_salt) + ", not " + std::to_string(size));
  }
  return {random_salt(static_cast<std::size_t>(size), random), {}};
}

// What is wrong with a salt; empty: nothing.
std::string wrong_salt(const Scheme& scheme, std::string_view salt) {
  const std::string name(scheme.name);
  if (salt.find_first_not_of(salt_characters) != std::string::npos) return "invalid characters in " + name + " salt";
  if (salt.size() <= scheme.most_salt && salt.size() >= scheme.least_salt) return {};
  return std::string(salt.size() > scheme.most_salt ? "salt too large (" : "salt too small (") + name + " requires " +
         (scheme.least_salt == scheme.most_salt ? "exactly " : "<= ") + std::to_string(scheme.most_salt) + " chars)";
}

// What is wrong with the options of a scheme, its salt apart; empty: nothing.
std::string wrong_options(const Scheme& scheme, const PasswordOptions& options, std::int64_t rounds) {
  const std::string name(scheme.name);
  if (options.rounds && scheme.most_rounds == 0) return "setting rounds not supported by " + name;
  if (rounds < scheme.least_rounds || rounds > scheme.most_rounds) {
    return "rounds of " + name + " must be from " + std::to_string(scheme.least_rounds) + " to " +
           std::to_string(scheme.most_rounds) + ", not " + std::to_string(rounds);
  }
  return options.ident && name != "bcrypt" ? "setting ident not supported by " + name : std::string();
}

HashedPassword hash_by_bcrypt(std::string_view password, const std::string& kind, const std::string& salt,
                              std::int64_t rounds, Budget& budget) {
  if (kind != "2a" && kind != "2b" && kind != "2y") return failed("invalid ident of bcrypt: '" + kind + "'");
  const auto text = bcrypt(kind, password, salt, static_cast<unsigned>(rounds), budget);
  return text ? HashedPassword{*text, {}} : failed("invalid bcrypt salt");
}

}  // namespace

HashedPassword hash_password(std::string_view password, std::string_view type, const PasswordOptions& options,
                             Random& random, Budget& budget) {
  const Scheme* scheme = find_scheme(type);
  if (scheme == nullptr) return failed("passlib does not support '" + std::string(type) + "' algorithm");
  if (password.size() > longest_password) {
    return failed("password exceeds maximum allowed size of " + std::to_string(longest_password) + " bytes");
  }
  const HashedPassword salt = salt_of(*scheme, options, random);
  if (!salt) return salt;
  const std::int64_t rounds = options.rounds.value_or(scheme->default_rounds);
  std::string wrong = wrong_salt(*scheme, salt.text);
  if (wrong.empty()) wrong = wrong_options(*scheme, options, rounds);
  if (!wrong.empty()) return failed(std::move(wrong));
  if (password.find('\0') != std::string_view::npos) {
    return failed(std::string(scheme->name) + " does not allow NULL bytes in password");
  }
  if (scheme->name == "bcrypt") {
    return hash_by_bcrypt(password, options.ident.value_or("2b"), salt.text, rounds, budget);
  }
  if (scheme->short_name == "md5") return {md5_crypt(password, salt.text, budget), {}};
  const ShaCrypt sha = scheme->short_name == "sha512" ? ShaCrypt::sha512 : ShaCrypt::sha256;
  return {sha_crypt(sha, password, salt.text, static_cast<std::uint32_t>(rounds), budget), {}};
}

}  // namespace evalground::ansible
