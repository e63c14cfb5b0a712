// Values as bytes, in which the package hands over the variables of a prepared workspace (wasm/src/flat.ts). JSON of
// the same values takes four times as long to write and to read.
//
// The first byte is flat_mark, which begins no UTF-8. A value begins with one of these bytes:
//
//   00–7F  the integer 0 to 127
//   80–BF  a text of 0 to 63 bytes, which follow
//   C0 C1 C2  null, false, true
//   C3  an integer: 32 bits            C4  an integer: 64 bits         C5  a real number: 64 bits
//   C6  a text: its size in bytes, and these
//   C7  an integer as decimal digits: like a text
//   C8  a list: the number of its items, and these
//   C9  a map: the number of its keys, these as texts, and the values. Its keys get the next number, from 0
//   CA  a map with known keys: their number, and the values
//
// Sizes and numbers are 32 bits. The order of bytes is that of the processor.
#pragma once

#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

inline constexpr char flat_mark = '\xFF';

inline bool is_flat(std::string_view bytes) {
  return !bytes.empty() && bytes.front() == flat_mark;
}

// Throws Error "bad-request" for bytes in another format, and LimitError when nested deeper than the budget allows.
Value read_flat(std::string_view bytes, Budget& budget);

}  // namespace evalground
