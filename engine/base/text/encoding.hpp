// Bytes as text and back: base64, base32, hexadecimal, and the percent encoding of URLs. Reading is strict:
// it names the offset of the first byte that does not belong. Writing does not fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evalground {

// The 62nd and 63rd digit: "+/" or "-_".
enum class Base64Alphabet : std::uint8_t { standard, url_safe };

// Whether "=" fills the last group.
enum class Padding : std::uint8_t { present, absent };

// Bytes that were read; when `error` holds the offset of the first wrong byte of the text, the bytes read
// before it. A text that ends too early is wrong at its end.
struct Decoded {
  std::string bytes;
  std::optional<std::size_t> error;
};

std::string encode_base64(std::string_view bytes, Base64Alphabet alphabet, Padding padding);

// Reads base64 of exactly this form: no white space, and no bits left over in the last digit.
Decoded decode_base64(std::string_view text, Base64Alphabet alphabet, Padding padding);

// Writes base32 with the alphabet A–Z 2–7.
std::string encode_base32(std::string_view bytes, Padding padding);

// Writes two lower-case digits for each byte.
std::string encode_hex(std::string_view bytes);

// Reads pairs of digits of either case.
Decoded decode_hex(std::string_view text);

// Python's urllib.parse.quote(): every byte but letters, digits, "_.-~" and those in `safe` becomes "%XX".
std::string percent_encode(std::string_view text, std::string_view safe = "/");

// Python's urllib.parse.quote_plus(): the same, and a space becomes "+".
std::string form_encode(std::string_view text, std::string_view safe = "");

// Python's urllib.parse.unquote() before it becomes text: the bytes with every "%XX" replaced; a "%" that begins no
// such escape stays.
std::string percent_decode(std::string_view text);

}  // namespace evalground
