// Filters for bytes as text, digests and UUIDs: base64, hash, checksum, to_uuid.
#include <array>

#include "base/crypto/blake2.hpp"
#include "base/crypto/crypto.hpp"
#include "base/crypto/sha3.hpp"
#include "base/hash.hpp"
#include "base/text/encoding.hpp"
#include "base/text/text.hpp"
#include "base/text/text_encoding.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {
namespace filters_encoding_family {
namespace {

TextEncoding encoding_of(const FunctionCall& call, std::size_t index) {
  const std::string name = call.text(index);
  const std::optional<TextEncoding> encoding = text_encoding(name);
  if (!encoding) call.fail("unknown encoding: " + name);
  return *encoding;
}

// 'hello' | b64encode -> 'aGVsbG8='. The encoding turns characters into bytes first, and may lack some of them.
Value b64encode(Call& base) {
  FunctionCall& call = function_call(base);
  const std::optional<std::string> bytes = encode_text(encoding_of(call, 1), call.text(0));
  if (!bytes) call.fail("The text has a character that the encoding " + quote(call.text(1)) + " does not have.");
  return Value::string(encode_base64(*bytes, Base64Alphabet::standard, Padding::present));
}

constexpr std::string_view base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The digits of base64 up to the end of the padding, whose length is left in `padding`.
std::string base64_digits(std::string_view text, std::size_t& padding) {
  std::string digits;
  for (const char c : text) {
    const bool is_digit = base64_alphabet.find(c) != std::string_view::npos;
    if (is_digit && padding == 0) digits += c;
    if (c == '=' && digits.size() % 4 >= 2 && digits.size() % 4 + ++padding >= 4) break;
    if (is_digit) padding = 0;
  }
  return digits;
}

// Bits that are left over in the last digit do not count.
// Six bits for each digit, eight for each byte.
std::string bytes_of_base64(std::string_view digits) {
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char digit : digits) {
    bits = (bits << 6 | static_cast<std::uint32_t>(base64_alphabet.find(digit))) & 0xFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFFU);
  }
  return bytes;
}

// As Python's b64decode() without validation: characters other than digits are skipped, also after the padding.
Value b64decode(Call& base) {
  FunctionCall& call = function_call(base);
  std::size_t padding = 0;
  const std::string digits = base64_digits(call.text(0), padding);
  const std::size_t last = digits.size() % 4;
  if (last == 1) {
    call.fail("Invalid base64-encoded string: number of data characters (" + std::to_string(digits.size()) +
              ") cannot be 1 more than a multiple of 4");
  }
  if (last + padding < 4 && last != 0) call.fail("Incorrect padding");
  const std::string bytes = bytes_of_base64(digits);
  call.evaluator.require(call[1]);
  if (!call[1].is_string()) {
    call.fail("decode() argument 'encoding' must be str, not " + call.evaluator.type_name(call[1]), "type-error");
  }
  // No bytes need no encoding.
  return Value::string(bytes.empty() ? std::string() : decode_text(encoding_of(call, 1), bytes).text);
}

// The raw digest with a name known to Python's hashlib; absent for other names.
std::optional<std::string> digest_of(std::string_view name, std::string_view bytes) {
  if (const auto algorithm = digest_algorithm(name)) return digest(*algorithm, bytes);
  if (name == "blake2b") return blake2b(bytes);
  if (name == "blake2s") return blake2s(bytes);
  if (name == "sha3_224") return sha3(bytes, 224);
  if (name == "sha3_256") return sha3(bytes, 256);
  if (name == "sha3_384") return sha3(bytes, 384);
  if (name == "sha3_512") return sha3(bytes, 512);
  if (name == "null") return std::string();  // a digest of OpenSSL
  return std::nullopt;
}

// 'x' | hash('md5') -> '9dd4e461268c8034f5c8564e155c67a6'. Digests read the text once, which is charged by its size.
Value hash(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string name = call.text(1);
  const std::string text = call.text(0);
  call.context.budget.step(text.size() / 16);
  const std::optional<std::string> bytes = digest_of(name, text);
  if (!bytes) call.fail("unsupported hash type " + name);
  return Value::string(encode_hex(*bytes));
}

Value hex_digest(Call& base, DigestAlgorithm algorithm) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  call.context.budget.step(text.size() / 16);
  return Value::string(encode_hex(digest(algorithm, text)));
}

Value md5(Call& call) {
  return hex_digest(call, DigestAlgorithm::md5);
}

Value checksum(Call& call) {
  return hex_digest(call, DigestAlgorithm::sha1);
}

// A version 5 UUID: the SHA-1 of namespace and name.
// 'www.example.com' | to_uuid -> '69680a13-a686-5d20-a166-0e7b3b17ef84'. The namespace is read as uuid.UUID() does,
// which accepts braces, hyphens and "urn:uuid:" at almost any place.
Value to_uuid(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string written = call.text(1);
  std::string digits = replace_all(replace_all(written, "urn:", ""), "uuid:", "");
  digits = replace_all(std::string(trim(digits, "{}")), "-", "");
  const Decoded read = decode_hex(digits);
  if (read.error || read.bytes.size() != 16) {
    call.fail("Invalid value '" + written + "' for 'namespace': badly formed hexadecimal UUID string");
  }
  std::string bytes = sha1(read.bytes + call.text(0)).substr(0, 16);
  bytes[6] = static_cast<char>((static_cast<unsigned char>(bytes[6]) & 0x0FU) | 0x50U);
  bytes[8] = static_cast<char>((static_cast<unsigned char>(bytes[8]) & 0x3FU) | 0x80U);
  std::string text = encode_hex(bytes);
  for (const unsigned at : {20U, 16U, 12U, 8U}) text.insert(at, "-");
  return Value::string(text);
}

// 'abc' | crc32 -> '352441c2'. The reference formats the number with %x, so leading zeros are dropped.
Value crc32_text(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("Invalid value type (" + call.evaluator.type_name(call[0]) + ") for crc32; it must be a string.");
  }
  std::string bytes;
  const std::uint32_t sum = crc32(call.text(0));
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(sum >> shift & 0xFFU);
  const std::string digits = encode_hex(bytes);
  return Value::string(digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1)));
}

constexpr Example b64encode_examples[] = {{"{{ 'hello' | b64encode }}", "", R"("aGVsbG8=")", in_ansible}};
constexpr Example b64decode_examples[] = {{"{{ 'aGVsbG8=' | b64decode }}", "", R"("hello")", in_ansible}};
constexpr Example hash_examples[] = {
    {"{{ 'x' | hash('md5') }}", "", R"("9dd4e461268c8034f5c8564e155c67a6")", in_ansible},
    {"{{ 'x' | hash('nope') }}", "", "error", in_ansible}};
constexpr Example md5_examples[] = {{"{{ 'x' | md5 }}", "", R"("9dd4e461268c8034f5c8564e155c67a6")", in_ansible}};
constexpr Example checksum_examples[] = {
    {"{{ 'x' | checksum }}", "", R"("11f6ad8ec52a2984abaafd7c3b516503785c2072")", in_ansible}};
constexpr Example to_uuid_examples[] = {
    {"{{ 'www.example.com' | to_uuid }}", "", R"("69680a13-a686-5d20-a166-0e7b3b17ef84")", in_ansible}};
constexpr Example crc32_examples[] = {{"{{ 'abc' | community.general.crc32 }}", "", R"("352441c2")", in_ansible}};
constexpr std::string_view checksum_aliases[] = {"sha1"};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "b64encode(value: string, encoding: string = 'utf-8') -> string",
     .summary = "Writes a text's bytes as base64.",
     .examples = b64encode_examples,
     .call = b64encode},
    {.kind = ansible_filter,
     .signature = "b64decode(value: string, encoding: string = 'utf-8') -> string",
     .summary = "The text of base64.",
     .examples = b64decode_examples,
     .call = b64decode},
    {.kind = ansible_filter,
     .signature = "hash(value: string, hashtype: string = 'sha1') -> string",
     .summary = "The digest of a text in hexadecimal digits.",
     .details = "Types: `md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512 blake2b blake2s`.",
     .examples = hash_examples,
     .call = hash},
    {.kind = ansible_filter,
     .signature = "md5(value: string) -> string",
     .summary = "The MD5 digest of a text in hexadecimal digits.",
     .examples = md5_examples,
     .call = md5},
    {.kind = ansible_filter,
     .signature = "checksum(value: string) -> string",
     .summary = "The SHA-1 digest of a text in hexadecimal digits.",
     .aliases = checksum_aliases,
     .examples = checksum_examples,
     .call = checksum},
    {.kind = ansible_filter,
     .signature = "to_uuid(value: string, namespace: string = '361E6D51-FAEC-444A-9079-341386DA8E2E') -> string",
     .summary = "A UUID (version 5) that is always the same for the same text.",
     .examples = to_uuid_examples,
     .call = to_uuid},
    {.kind = ansible_filter,
     .signature = "community.general.crc32(value: string) -> string",
     .summary = "The CRC-32 of a text in hexadecimal digits.",
     .examples = crc32_examples,
     .call = crc32_text},
};

}  // namespace
}  // namespace filters_encoding_family

std::span<const Function> ansible_encoding_filters() {
  using namespace filters_encoding_family;
  return all;
}

}  // namespace evalground::ansible
