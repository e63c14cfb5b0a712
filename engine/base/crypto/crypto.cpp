#include "base/crypto/crypto.hpp"

#include <array>
#include <new>
#include <tomcrypt.h>

namespace evalground {
namespace {

// libtomcrypt reports wrong arguments, which do not occur here, and missing memory. Then the result is invalid.
void require_memory(int result) {
  if (result != CRYPT_OK) throw std::bad_alloc();
}

constexpr std::size_t sha256_block = 64;  // bytes

// Steps for one round of PBKDF2: two compressions of SHA-256, some microseconds.
constexpr std::uint64_t steps_per_pbkdf2_block = 16;

struct NamedAlgorithm {
  std::string_view name;
  const ltc_hash_descriptor* hash;
};
// In the order of DigestAlgorithm.
constexpr std::array<NamedAlgorithm, 6> algorithms = {{{"md5", &md5_desc},
                                                       {"sha1", &sha1_desc},
                                                       {"sha224", &sha224_desc},
                                                       {"sha256", &sha256_desc},
                                                       {"sha384", &sha384_desc},
                                                       {"sha512", &sha512_desc}}};

const ltc_hash_descriptor& hash_of(DigestAlgorithm algorithm) {
  return *algorithms[static_cast<std::size_t>(algorithm)].hash;
}

// The index of an algorithm in libtomcrypt, which must be told of each at least once.
int registered(DigestAlgorithm algorithm) {
  return register_hash(&hash_of(algorithm));
}

const unsigned char* as_unsigned(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.empty() ? "" : bytes.data());  // never null
}
unsigned char* as_unsigned(std::string& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}

// libtomcrypt refuses an empty key. A zero byte is equivalent, because HMAC pads every short key with zeros.
std::string_view not_empty(std::string_view key) {
  return key.empty() ? std::string_view("\0", 1) : key;
}

}  // namespace

std::optional<DigestAlgorithm> digest_algorithm(std::string_view name) {
  for (std::size_t index = 0; index < algorithms.size(); ++index) {
    if (algorithms[index].name == name) return static_cast<DigestAlgorithm>(index);
  }
  return std::nullopt;
}

std::string digest(DigestAlgorithm algorithm, std::string_view bytes) {
  const ltc_hash_descriptor& hash = hash_of(algorithm);
  std::string result(hash.hashsize, '\0');
  hash_state state;
  hash.init(&state);
  hash.process(&state, as_unsigned(bytes), bytes.size());
  hash.done(&state, as_unsigned(result));
  return result;
}

std::string hmac(DigestAlgorithm algorithm, std::string_view key, std::string_view bytes) {
  key = not_empty(key);
  unsigned long size = hash_of(algorithm).hashsize;
  std::string result(size, '\0');
  require_memory(hmac_memory(registered(algorithm), as_unsigned(key), key.size(), as_unsigned(bytes), bytes.size(),
                             as_unsigned(result), &size));
  return result;
}

std::string pbkdf2_sha256(std::string_view password, std::string_view salt, std::uint32_t iterations,
                          std::size_t length, Budget& budget) {
  const std::uint64_t blocks = (length + 31) / 32;
  budget.step(blocks * iterations * steps_per_pbkdf2_block);
  // libtomcrypt processes the key again in each round. HMAC replaces a long key by its digest, so do that once.
  const std::string short_key =
      password.size() > sha256_block ? digest(DigestAlgorithm::sha256, password) : std::string(not_empty(password));
  unsigned long size = length;
  std::string key(length, '\0');
  require_memory(pkcs_5_alg2(as_unsigned(short_key), short_key.size(), as_unsigned(salt), salt.size(),
                             static_cast<int>(iterations), registered(DigestAlgorithm::sha256), as_unsigned(key),
                             &size));
  return key;
}

std::string aes_256_ctr(std::string_view key, std::string_view counter, std::string_view bytes) {
  symmetric_CTR state;
  require_memory(ctr_start(register_cipher(&aes_enc_desc), as_unsigned(counter), as_unsigned(key), 32, 0,
                           CTR_COUNTER_BIG_ENDIAN, &state));
  std::string result(bytes.size(), '\0');
  ctr_encrypt(as_unsigned(bytes), as_unsigned(result), bytes.size(), &state);
  return result;
}

}  // namespace evalground
