// Base64, Base32, hexadecimal digits and percent-encoding (RFC 4648, RFC 3986).
//
// Encoders work on a stream of bits, so one function serves all three bases. Decoders are strict and give the offset of
// the first mistake, also for bits or padding that no encoder writes. So two texts in Base64 never decode to the same
// bytes.
#include "base/text/encoding.hpp"

#include <algorithm>
#include <array>

namespace evalground {
namespace {

constexpr std::string_view standard_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_safe_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view base32_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view lower_hex_digits = "0123456789abcdef";
constexpr std::string_view upper_hex_digits = "0123456789ABCDEF";

constexpr std::uint8_t no_digit = 0xFF;

// The value of each byte as a digit of the alphabet.
constexpr std::array<std::uint8_t, 256> digit_values(std::string_view digits) {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = no_digit;
  for (std::size_t i = 0; i < digits.size(); ++i)
    values[static_cast<std::uint8_t>(digits[i])] = static_cast<std::uint8_t>(i);
  return values;
}

constexpr auto standard_values = digit_values(standard_digits);
constexpr auto url_safe_values = digit_values(url_safe_digits);
constexpr auto hex_values = [] {
  auto values = digit_values(lower_hex_digits);
  for (std::size_t i = 10; i < 16; ++i)
    values[static_cast<std::uint8_t>(upper_hex_digits[i])] = static_cast<std::uint8_t>(i);
  return values;
}();

std::uint8_t byte_of(char character) {
  return static_cast<std::uint8_t>(character);
}

// Splits the bytes into digits of `bits` bits, most significant first, padded with zero bits. Then pads with "=" to
// whole groups of `group` digits.
std::string encode_digits(std::string_view bytes, std::string_view digits, unsigned bits, std::size_t group,
                          Padding padding) {
  std::string text;
  text.reserve((bytes.size() * 8 / bits / group + 1) * group);
  std::uint32_t pending = 0;
  unsigned count = 0;
  for (char byte : bytes) {
    pending = pending << 8 | byte_of(byte);
    for (count += 8; count >= bits; count -= bits) text += digits[pending >> (count - bits) & (digits.size() - 1)];
    pending &= (1u << count) - 1;
  }
  if (count > 0) text += digits[pending << (bits - count) & (digits.size() - 1)];
  if (padding == Padding::present) text.resize((text.size() + group - 1) / group * group, '=');
  return text;
}

bool is_unreserved(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte == '.' || byte == '-' || byte == '~';
}

void append_percent_encoded(std::string& text, char byte, std::string_view safe) {
  if (is_unreserved(byte) || safe.find(byte) != std::string_view::npos) {
    text += byte;
  } else {
    text += '%';
    text += upper_hex_digits[byte_of(byte) >> 4];
    text += upper_hex_digits[byte_of(byte) & 0xFu];
  }
}

}  // namespace

std::string encode_base64(std::string_view bytes, Base64Alphabet alphabet, Padding padding) {
  return encode_digits(bytes, alphabet == Base64Alphabet::standard ? standard_digits : url_safe_digits, 6, 4, padding);
}

// Bits are collected and given out by eight. What is left at the end tells how many digits the last group had, and must
// be zeros.
Decoded decode_base64(std::string_view text, Base64Alphabet alphabet, Padding padding) {
  const auto& values = alphabet == Base64Alphabet::standard ? standard_values : url_safe_values;
  Decoded decoded;
  decoded.bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t pending = 0;
  unsigned count = 0;
  std::size_t offset = 0;
  for (; offset < text.size(); ++offset) {
    const std::uint8_t value = values[byte_of(text[offset])];
    if (value == no_digit) break;
    pending = (pending << 6 | value) & 0xFFFF;
    count += 6;
    if (count >= 8) {
      count -= 8;
      decoded.bytes += static_cast<char>(pending >> count & 0xFF);
    }
  }
  // Pending bits: none after a whole group, four after two digits, two after three, six after one.
  const std::size_t filler = padding == Padding::present ? count / 2 : 0;
  const bool meets_other_byte = offset < text.size() && text[offset] != '=';
  if (count == 6 || meets_other_byte) {
    decoded.error = offset;
  } else if ((pending & ((1u << count) - 1)) != 0) {
    decoded.error = offset - 1;
  } else {
    const std::size_t end = std::min(text.find_first_not_of('=', offset), std::min(text.size(), offset + filler));
    if (end != offset + filler || end != text.size()) decoded.error = end;
  }
  return decoded;
}

std::string encode_base32(std::string_view bytes, Padding padding) {
  return encode_digits(bytes, base32_digits, 5, 8, padding);
}

std::string encode_hex(std::string_view bytes) {
  return encode_digits(bytes, lower_hex_digits, 4, 2, Padding::absent);
}

Decoded decode_hex(std::string_view text) {
  Decoded decoded;
  decoded.bytes.reserve(text.size() / 2);
  for (std::size_t offset = 0; offset < text.size(); offset += 2) {
    const std::uint8_t high = hex_values[byte_of(text[offset])];
    const std::uint8_t low = offset + 1 < text.size() ? hex_values[byte_of(text[offset + 1])] : no_digit;
    if (high == no_digit || low == no_digit) {
      decoded.error = high == no_digit ? offset : offset + 1;
      break;
    }
    decoded.bytes += static_cast<char>(high << 4 | low);
  }
  return decoded;
}

std::string percent_encode(std::string_view text, std::string_view safe) {
  std::string encoded;
  encoded.reserve(text.size());
  for (char byte : text) append_percent_encoded(encoded, byte, safe);
  return encoded;
}

// A percent sign without two digits stays.
std::string percent_decode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size(); ++offset) {
    const std::string_view digits = text.substr(offset + 1, 2);
    const Decoded byte = text[offset] == '%' && digits.size() == 2 ? decode_hex(digits) : Decoded{};
    const bool is_escape = byte.bytes.size() == 1 && !byte.error;
    decoded += is_escape ? byte.bytes[0] : text[offset];
    if (is_escape) offset += 2;
  }
  return decoded;
}

// As in a form of HTML: a space is "+".
std::string form_encode(std::string_view text, std::string_view safe) {
  std::string encoded;
  encoded.reserve(text.size());
  for (char byte : text) {
    if (byte == ' ') {
      encoded += '+';
    } else {
      append_percent_encoded(encoded, byte, safe);
    }
  }
  return encoded;
}

}  // namespace evalground
