#include "base/crypto/sha3.hpp"

#include <tomcrypt.h>

namespace evalground {

std::string sha3(std::string_view bytes, unsigned bits) {
  hash_state state;
  const auto begin = bits == 224   ? sha3_224_init
                     : bits == 256 ? sha3_256_init
                     : bits == 384 ? sha3_384_init
                                   : sha3_512_init;
  begin(&state);
  sha3_process(&state, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  std::string digest(bits / 8, '\0');
  sha3_done(&state, reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

}  // namespace evalground
