// The bytes that names may contain.
#pragma once

namespace evalground::cfengine {

// Letters, digits, "_" and all non-ASCII bytes.
constexpr bool is_word_byte(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

}  // namespace evalground::cfengine
