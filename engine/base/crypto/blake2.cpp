#include "base/crypto/blake2.hpp"

#include <tomcrypt.h>

namespace evalground {
namespace {

const unsigned char* blake2_input(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.empty() ? "" : bytes.data());
}

}  // namespace

std::string blake2b(std::string_view bytes) {
  hash_state state;
  std::string digest(64, '\0');
  blake2b_512_init(&state);
  blake2b_process(&state, blake2_input(bytes), bytes.size());
  blake2b_done(&state, reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

std::string blake2s(std::string_view bytes) {
  hash_state state;
  std::string digest(32, '\0');
  blake2s_256_init(&state);
  blake2s_process(&state, blake2_input(bytes), bytes.size());
  blake2s_done(&state, reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

}  // namespace evalground
