#include "base/crypto.hpp"

#include <mbedtls/sha1.h>

namespace evalground {
namespace {

const unsigned char* as_unsigned(const char* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}
unsigned char* as_unsigned(char* bytes) {
  return reinterpret_cast<unsigned char*>(bytes);
}

}  // namespace

std::string sha1(std::string_view bytes) {
  std::string digest(20, '\0');
  // Its result tells of failing hardware only, which the portable code has not.
  mbedtls_sha1_ret(as_unsigned(bytes.data()), bytes.size(), as_unsigned(digest.data()));
  return digest;
}

}  // namespace evalground
