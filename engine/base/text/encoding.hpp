// Bytes as text and back: base64, base32, hexadecimal, and the percent encoding of URLs. Decoding is strict: it returns
// the offset of the first invalid byte. Encoding does not fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evalground {

// The 62nd and 63rd digit: "+/" or "-_".
enum class Base64Alphabet : std::uint8_t { standard, url_safe };

// Whether "=" pads the last group.
enum class Padding : std::uint8_t { present, absent };

// Decoded bytes. If `error` is set, it is the offset of the first invalid byte, and the bytes are those before it. For
// input that is too short, the offset is its end.
struct Decoded {
  std::string bytes;
  std::optional<std::size_t> error;
};

std::string encode_base64(std::string_view bytes, Base64Alphabet alphabet, Padding padding);

// Decodes base64 of exactly this form: no whitespace, and no bits left over in the last digit.
Decoded decode_base64(std::string_view text, Base64Alphabet alphabet, Padding padding);

// Encodes base32 with the alphabet A–Z 2–7.
std::string encode_base32(std::string_view bytes, Padding padding);

// Writes two lower-case digits for each byte.
std::string encode_hex(std::string_view bytes);

// Reads pairs of hexadecimal digits in any case.
Decoded decode_hex(std::string_view text);

// Python's urllib.parse.quote(): every byte except letters, digits, "_.-~" and those in `safe` becomes "%XX".
std::string percent_encode(std::string_view text, std::string_view safe = "/");

// Python's urllib.parse.quote_plus(): like percent_encode(), but a space becomes "+".
std::string form_encode(std::string_view text, std::string_view safe = "");

// Python's urllib.parse.unquote() before decoding to text: the bytes with every "%XX" replaced. Any other "%" stays.
std::string percent_decode(std::string_view text);

}  // namespace evalground
