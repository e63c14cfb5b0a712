#include "base/crypto/vault.hpp"

#include <vector>

#include "base/crypto/crypto.hpp"
#include "base/text/encoding.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

constexpr std::string_view header = "$ANSIBLE_VAULT";
constexpr std::size_t line_width = 80;
constexpr std::size_t block_size = 16;
constexpr std::uint32_t iterations = 10'000;

struct Keys {
  std::string cipher, hmac, counter;
};

Keys derive_keys(std::string_view password, std::string_view salt, Budget& budget) {
  const std::string bytes = pbkdf2_sha256(password, salt, iterations, 80, budget);
  return {bytes.substr(0, 32), bytes.substr(32, 32), bytes.substr(64, 16)};
}

// Decodes hexadecimal text. Returns false for other text.
bool read_hex(std::string_view text, std::string& bytes) {
  Decoded decoded = decode_hex(text);
  bytes = std::move(decoded.bytes);
  return !decoded.error;
}

}  // namespace

bool is_vault_text(std::string_view text) {
  return text.starts_with(header);
}

std::string encrypt_vault(std::string_view plain, std::string_view password, std::string_view salt,
                          std::string_view vault_id, Budget& budget) {
  const Keys keys = derive_keys(password, salt, budget);
  const std::size_t padding = block_size - plain.size() % block_size;  // PKCS#7
  const std::string hidden =
      aes_256_ctr(keys.cipher, keys.counter, std::string(plain) + std::string(padding, static_cast<char>(padding)));
  const std::string body =
      encode_hex(encode_hex(salt) + "\n" + encode_hex(hmac(DigestAlgorithm::sha256, keys.hmac, hidden)) + "\n" +
                 encode_hex(hidden));
  std::string text(header);
  const bool has_id = !vault_id.empty() && vault_id != "default";
  text += has_id ? ";1.2;AES256;" + std::string(vault_id) : ";1.1;AES256";
  text += '\n';
  for (std::size_t at = 0; at < body.size(); at += line_width) text.append(body, at, line_width).append("\n");
  return text;
}

DecryptedVault decrypt_vault(std::string_view vault, std::string_view password, Budget& budget) {
  // The header: $ANSIBLE_VAULT;1.2;AES256;id
  const std::size_t header_end = vault.find('\n');
  std::vector<std::string_view> fields;
  for (const std::string_view field : Split(trim(vault.substr(0, header_end)), ";")) fields.push_back(field);
  if (fields.size() < 3 || fields[0] != header) {
    return {{}, VaultFault::malformed, "it does not begin with a header such as \"$ANSIBLE_VAULT;1.1;AES256\""};
  }
  if (fields[2] != "AES256") return {{}, VaultFault::malformed, "its cipher " + quote(fields[2]) + " is not AES256"};
  // The body: hexadecimal digits of three lines, which are again hexadecimal digits: salt, HMAC and cipher text.
  std::string digits;
  for (const char c : header_end == std::string_view::npos ? std::string_view() : vault.substr(header_end)) {
    if (ascii_whitespace.find(c) == std::string_view::npos) digits += c;
  }
  std::string body;
  std::vector<std::string> parts;
  bool is_hex = read_hex(digits, body);
  for (const std::string_view part : Split(body, "\n")) is_hex = is_hex && read_hex(part, parts.emplace_back());
  if (!is_hex || parts.size() != 3) {
    return {{}, VaultFault::malformed, "its body is not the hexadecimal text of a salt, an HMAC and a cipher text"};
  }

  // The HMAC detects a wrong password before anything is decrypted.
  const Keys keys = derive_keys(password, parts[0], budget);
  if (hmac(DigestAlgorithm::sha256, keys.hmac, parts[2]) != parts[1]) {
    return {
        {}, VaultFault::wrong_password, "the password is wrong, or the vault was changed (its HMAC does not match)"};
  }
  std::string plain = aes_256_ctr(keys.cipher, keys.counter, parts[2]);
  const std::size_t padding = plain.empty() ? 0 : static_cast<unsigned char>(plain.back());
  if (padding == 0 || padding > block_size || padding > plain.size())
    return {{}, VaultFault::malformed, "its padding is wrong"};
  plain.resize(plain.size() - padding);
  return {std::move(plain), VaultFault::none, {}};
}

}  // namespace evalground
