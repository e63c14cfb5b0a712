#include "base/crypto/crypto.hpp"

#include <algorithm>
#include <array>
#include <mbedtls/aes.h>
#include <mbedtls/md.h>
#include <mbedtls/pkcs5.h>

// The results of mbedTLS's functions, which tell of failing hardware and wrong arguments, are passed over: the portable
// code has no hardware, and lengths are checked here.
namespace evalground {
namespace {

// Steps for one round of PBKDF2: two compressions of SHA-256, some microseconds.
constexpr std::uint64_t steps_per_pbkdf2_block = 16;

struct NamedAlgorithm {
  std::string_view name;
  mbedtls_md_type_t type;
};
// In the order of DigestAlgorithm.
constexpr std::array<NamedAlgorithm, 6> algorithms = {{{"md5", MBEDTLS_MD_MD5},
                                                       {"sha1", MBEDTLS_MD_SHA1},
                                                       {"sha224", MBEDTLS_MD_SHA224},
                                                       {"sha256", MBEDTLS_MD_SHA256},
                                                       {"sha384", MBEDTLS_MD_SHA384},
                                                       {"sha512", MBEDTLS_MD_SHA512}}};

const mbedtls_md_info_t* info_of(DigestAlgorithm algorithm) {
  return mbedtls_md_info_from_type(algorithms[static_cast<std::size_t>(algorithm)].type);
}

const unsigned char* as_unsigned(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* as_unsigned(std::string& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}

}  // namespace

std::optional<DigestAlgorithm> digest_algorithm(std::string_view name) {
  for (std::size_t index = 0; index < algorithms.size(); ++index) {
    if (algorithms[index].name == name) return static_cast<DigestAlgorithm>(index);
  }
  return std::nullopt;
}

std::string digest(DigestAlgorithm algorithm, std::string_view bytes) {
  const mbedtls_md_info_t* info = info_of(algorithm);
  std::string result(mbedtls_md_get_size(info), '\0');
  mbedtls_md(info, as_unsigned(bytes), bytes.size(), as_unsigned(result));
  return result;
}

std::string hmac(DigestAlgorithm algorithm, std::string_view key, std::string_view bytes) {
  const mbedtls_md_info_t* info = info_of(algorithm);
  std::string result(mbedtls_md_get_size(info), '\0');
  mbedtls_md_hmac(info, as_unsigned(key), key.size(), as_unsigned(bytes), bytes.size(), as_unsigned(result));
  return result;
}

std::string pbkdf2_sha256(std::string_view password, std::string_view salt, std::uint32_t iterations,
                          std::size_t length, Budget& budget) {
  const std::uint64_t blocks = (length + 31) / 32;
  budget.step(blocks * iterations * steps_per_pbkdf2_block);
  std::string key(length, '\0');
  mbedtls_md_context_t context;
  mbedtls_md_init(&context);
  mbedtls_md_setup(&context, info_of(DigestAlgorithm::sha256), 1);
  mbedtls_pkcs5_pbkdf2_hmac(&context, as_unsigned(password), password.size(), as_unsigned(salt), salt.size(),
                            iterations, static_cast<std::uint32_t>(length), as_unsigned(key));
  mbedtls_md_free(&context);
  return key;
}

std::string aes_256_ctr(std::string_view key, std::string_view counter, std::string_view bytes) {
  mbedtls_aes_context context;
  mbedtls_aes_init(&context);
  mbedtls_aes_setkey_enc(&context, as_unsigned(key), 256);
  std::array<unsigned char, 16> block{};
  std::array<unsigned char, 16> stream{};
  std::copy_n(as_unsigned(counter), block.size(), block.begin());
  std::size_t offset = 0;
  std::string result(bytes.size(), '\0');
  mbedtls_aes_crypt_ctr(&context, bytes.size(), &offset, block.data(), stream.data(), as_unsigned(bytes),
                        as_unsigned(result));
  mbedtls_aes_free(&context);
  return result;
}

}  // namespace evalground
