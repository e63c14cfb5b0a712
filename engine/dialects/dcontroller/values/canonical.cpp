// The JSON of Go's encoding/json, byte by byte: documents are compared by it, and `@hash` gives the hash of its bytes.
//
//   {b: 1.0, a: "<x>"}  ->  {"a":"\u003cx\u003e","b":1}
//
// Two values with the same text are the same document. The integer 1 and the float 1.0 are therefore one here, although
// `@eq` tells them apart.
#include "dialects/dcontroller/values/canonical.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/crypto/crypto.hpp"
#include "base/memory.hpp"
#include "base/text/encoding.hpp"
#include "base/text/utf8.hpp"
#include "dialects/dcontroller/values/numbers.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

class CanonicalWriter {
 public:
  explicit CanonicalWriter(Budget& budget) : budget_(budget) {}
  ~CanonicalWriter() { MemoryAccount::release(charged_); }
  CanonicalWriter(const CanonicalWriter&) = delete;
  CanonicalWriter& operator=(const CanonicalWriter&) = delete;

  std::string write(const Value& value) {
    add(value);
    return std::move(text_);
  }

 private:
  // Values share their parts, so their JSON may be far longer than their memory.
  // A list that contains one long text a thousand times holds it once. Its JSON does not. The charge is given back when
  // the writer ends, because callers keep only a digest or a text that they charge for themselves.
  void charge(std::size_t more) {
    MemoryAccount::charge(more);
    charged_ += more;
  }

  void add(const Value& value) {
    budget_.step();
    switch (value.kind()) {
      case Kind::boolean: text_ += value.as_boolean() ? "true" : "false"; return;
      case Kind::integer: text_ += std::to_string(value.as_integer()); return;
      case Kind::real:
        if (!std::isfinite(value.as_real())) {
          throw Error("not-finite", "The number " + go_number(value.as_real()) + " cannot be written as JSON.",
                      value.origin());
        }
        text_ += json_number(value.as_real());
        return;
      case Kind::string: return add_text(value.as_string());
      case Kind::list: return add_list(value.as_list());
      case Kind::map: return add_map(value.as_map());
      default: text_ += "null"; return;
    }
  }

  void add_list(const List& items) {
    const Depth depth = budget_.enter();
    text_ += '[';
    for (std::size_t index = 0; index < items.size(); ++index) {
      if (index != 0) text_ += ',';
      add(items[index]);
    }
    text_ += ']';
  }

  // Sorted by bytes, as Go sorts the keys of maps. The order in the document does not matter for equality.
  void add_map(const Map& map) {
    const Depth depth = budget_.enter();
    std::vector<const Map::Entry*> sorted;
    sorted.reserve(map.size());
    for (const Map::Entry& entry : map) sorted.push_back(&entry);
    std::sort(sorted.begin(), sorted.end(),
              [](const Map::Entry* a, const Map::Entry* b) { return a->key.as_string() < b->key.as_string(); });
    text_ += '{';
    for (const Map::Entry* entry : sorted) {
      if (entry != sorted.front()) text_ += ',';
      add_text(entry->key.as_string());
      text_ += ':';
      add(entry->value);
    }
    text_ += '}';
  }

  // Go escapes `<`, `>` and `&` for HTML, and the line separators U+2028 and U+2029 for JavaScript.
  void add_text(std::string_view text) {
    budget_.step(text.size() / 64);  // even repeating a long text costs steps
    charge(text.size());
    text_ += '"';
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '"' || c == '\\') {
        text_ += '\\';
        text_ += c;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        add_control(c);
      } else if (c == '<' || c == '>' || c == '&') {
        add_escape(c);
      } else if (text.substr(at, 3) == "\u2028" || text.substr(at, 3) == "\u2029") {
        text_ += text[at + 2] == '\xA8' ? "\\u2028" : "\\u2029";
        at += 2;
      } else {
        text_ += c;
      }
    }
    text_ += '"';
  }

  void add_control(char c) {
    constexpr std::string_view known = "\n\r\t\b\f";
    constexpr std::string_view letters = "nrtbf";
    if (const std::size_t at = known.find(c); at != std::string_view::npos) {
      text_ += '\\';
      text_ += letters[at];
    } else {
      add_escape(c);
    }
  }

  void add_escape(char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    text_ += "\\u00";
    text_ += digits[static_cast<unsigned char>(c) >> 4U];
    text_ += digits[static_cast<unsigned char>(c) & 15U];
  }

  Budget& budget_;
  std::string text_;
  std::size_t charged_ = 0;  // in bytes
};

// The bytes as an unsigned number, in base 36 with at least 25 digits.
// A long division by 36 for each digit, from the most significant byte on. 16 bytes have at most 25 digits in base 36.
std::string base_36(std::string number) {
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string text;
  for (int digit = 0; digit < 25; ++digit) {
    unsigned rest = 0;
    for (char& byte : number) {
      const unsigned dividend = rest << 8U | static_cast<unsigned char>(byte);
      byte = static_cast<char>(dividend / 36);
      rest = dividend % 36;
    }
    text += digits[rest];
  }
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace

std::string canonical_json(const Value& value, Budget& budget) {
  return CanonicalWriter(budget).write(value);
}

std::string document_key(const Value& value, Budget& budget) {
  return digest(DigestAlgorithm::sha256, canonical_json(value, budget));
}

// A multiplication of 128 bits by 2^88 + 0x13B, in two halves of 64 bits: what 2^88 moves out at the top is lost.
std::string order_digest(const Value& value, Budget& budget) {
  std::uint64_t high = 0x6c62272e07bb0142;
  std::uint64_t low = 0x62b821756295c58d;
  constexpr std::uint64_t factor = 0x13B;
  for (const char c : canonical_json(value, budget)) {
    low ^= static_cast<unsigned char>(c);
    const std::uint64_t bottom = (low & 0xFFFFFFFF) * factor;
    const std::uint64_t middle = (low >> 32U) * factor + (bottom >> 32U);
    high = high * factor + (middle >> 32U) + (low << 24U);
    low = middle << 32U | (bottom & 0xFFFFFFFF);
  }
  std::string bytes;
  for (const std::uint64_t half : {high, low}) {
    for (unsigned shift = 64; shift != 0; shift -= 8) bytes += static_cast<char>(half >> (shift - 8) & 0xFF);
  }
  return encode_hex(bytes);
}

std::string long_hash(const Value& value, Budget& budget) {
  constexpr std::size_t bytes = 8;
  return encode_hex(digest(DigestAlgorithm::sha256, canonical_json(value, budget)).substr(0, bytes));
}

std::string short_hash(const Value& value, Budget& budget) {
  constexpr std::size_t length = 6;
  return base_36(digest(DigestAlgorithm::md5, canonical_json(value, budget))).substr(0, length);
}

}  // namespace evalground::dcontroller
