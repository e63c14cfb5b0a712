// The orders of sort(), max() and min(): by bytes, as numbers, as IP addresses, as MAC addresses.
//
// Each text gets a key once, so a sort parses each text once and not at each comparison. Texts without a valid key come
// first, ordered by bytes. Addresses become bytes in network order, with a first byte that puts IPv4 before IPv6.
#include "dialects/cfengine/data/order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/number.hpp"

namespace evalground::cfengine {
namespace {

// A number of at most 8 digits, so no overflow needs a test.
std::optional<unsigned> part_of(std::string_view text, unsigned base, unsigned most) {
  if (text.empty() || text.size() > 8) return std::nullopt;
  const ParsedNumber<std::int64_t> parsed = parse_digits(text, base, false);
  if (!parsed || parsed.value > static_cast<std::int64_t>(most)) return std::nullopt;
  return static_cast<unsigned>(parsed.value);
}

void append_unit(std::string& bytes, unsigned unit) {
  bytes += static_cast<char>(unit >> 8);
  bytes += static_cast<char>(unit & 0xFF);
}

// "10.0.0.1" as four bytes.
std::string ipv4_bytes(std::string_view text) {
  std::string bytes;
  for (const std::string_view part : Split(text, ".")) {
    const std::optional<unsigned> number = part_of(part, 10, 255);
    if (!number) return {};
    bytes += static_cast<char>(*number);
  }
  return bytes.size() == 4 ? bytes : std::string();
}

// Groups of four digits; nothing for an invalid group. An empty text has no groups.
std::optional<std::string> groups_of(std::string_view text) {
  std::string bytes;
  if (text.empty()) return bytes;
  for (const std::string_view part : Split(text, ":")) {
    const std::optional<unsigned> number = part_of(part, 16, 0xFFFF);
    if (!number) return std::nullopt;
    append_unit(bytes, *number);
  }
  return bytes;
}

// "2001:db8::1" as sixteen bytes.
std::string ipv6_bytes(std::string_view text) {
  const std::size_t gap = text.find("::");
  const std::optional<std::string> head = groups_of(text.substr(0, gap));
  const std::optional<std::string> tail =
      groups_of(gap == std::string_view::npos ? std::string_view() : text.substr(gap + 2));
  if (!head || !tail) return {};
  const std::size_t size = head->size() + tail->size();
  if (gap == std::string_view::npos) return size == 16 ? *head : std::string();
  if (size >= 16) return {};
  return *head + std::string(16 - size, '\0') + *tail;
}

bool is_hex_digit(char c) {
  return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F');
}

// The address of a text. With more than 12 characters it must begin with six groups of digits, separated by ":", and
// the low 8 bits of each count: "2001:db8:0:0:1:0:0:1" is 01:b8:00:00:01:00. With at most 12 characters it is six
// groups of two digits.
std::string mac_bytes(std::string_view text) {
  const bool is_joined = text.size() > 12;
  std::string bytes;
  std::size_t at = 0;
  for (int group = 0; group < 6; ++group) {
    if (is_joined && group > 0) {
      if (at >= text.size() || text[at] != ':') return {};
      ++at;
    }
    unsigned value = 0;
    std::size_t digits = 0;
    while (at < text.size() && is_hex_digit(text[at]) && (is_joined || digits < 2)) {
      const char c = text[at++];
      const unsigned digit = c <= '9' ? static_cast<unsigned>(c - '0') : static_cast<unsigned>((c | 0x20) - 'a') + 10;
      value = (value << 4 | digit) & 0xFF;
      ++digits;
    }
    if (digits == 0) return {};
    bytes += static_cast<char>(value);
  }
  return bytes;
}

// The reference accepts up to four numbers followed by one character, such as "2k" and "10.0.0.1-", as an address. The
// number before that character, and missing numbers, count as 0.
std::string address_with_tail(std::string_view text) {
  std::string bytes;
  while (bytes.size() < 4) {
    const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
    if (size > 3 || size == text.size() || !part_of(text.substr(0, size), 10, 255)) return {};
    if (text[size] != '.') {
      if (size + 1 != text.size()) return {};
      return "4" + bytes + std::string(4 - bytes.size(), '\0');
    }
    bytes += static_cast<char>(*part_of(text.substr(0, size), 10, 255));
    text.remove_prefix(size + 1);
  }
  return {};
}

struct Key {
  bool is_valid = false;
  double number = 0;
  std::string bytes;
};

// A number needs a digit after at most two signs or points: "-.5" is a number, "abc" is not.
Key key_of(std::string_view text, std::string_view order) {
  Key key;
  if (order == "int" || order == "real") {
    const std::string_view trimmed = trim_start(text);
    const std::size_t digit = trimmed.find_first_not_of("+-.");
    key.is_valid = digit != std::string_view::npos && digit <= 2 && '0' <= trimmed[digit] && trimmed[digit] <= '9';
    // As integers, 1.9, 1.5 and 1k are equal.
    key.number = order == "int" ? std::trunc(leading_real(text)) : leading_real(text);
    return key;
  }
  const bool is_ip = order == "ip" || order == "IP";
  // The reference does not accept uppercase digits in IPv6 addresses here.
  const bool has_capitals = text.find_first_of("ABCDEF") != std::string_view::npos;
  if (!is_ip || !has_capitals) key.bytes = is_ip ? address_bytes(text) : mac_bytes(text);
  if (is_ip && key.bytes.empty()) key.bytes = address_with_tail(text);
  key.is_valid = !key.bytes.empty();
  return key;
}

}  // namespace

List sorted(const List& texts, std::string_view order, Budget& budget) {
  budget.step(texts.size());
  if (order.empty() || order == "lex") {
    List result(texts);
    // Stable, so that equal texts keep the order of their origins in every standard library.
    std::stable_sort(result.begin(), result.end(), [&](const Value& a, const Value& b) {
      budget.step();
      return a.as_string() < b.as_string();
    });
    return result;
  }
  std::vector<Key, CountingAllocator<Key>> keys;
  keys.reserve(texts.size());
  for (const Value& text : texts) keys.push_back(key_of(text.as_string(), order));
  std::vector<std::size_t, CountingAllocator<std::size_t>> places(texts.size());
  // Starts from the end: for equal keys the later text comes first.
  std::iota(places.rbegin(), places.rend(), 0);
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    budget.step();
    if (keys[a].is_valid != keys[b].is_valid) return !keys[a].is_valid;
    if (!keys[a].is_valid) return texts[a].as_string() < texts[b].as_string();
    if (keys[a].number != keys[b].number) return keys[a].number < keys[b].number;
    return keys[a].bytes < keys[b].bytes;
  });
  List result;
  result.reserve(texts.size());
  for (const std::size_t place : places) result.push_back(texts[place]);
  return result;
}

std::string address_bytes(std::string_view text) {
  if (const std::string bytes = ipv4_bytes(text); !bytes.empty()) return "4" + bytes;
  if (text.find(':') == std::string_view::npos) return {};
  const std::string bytes = ipv6_bytes(text);
  return bytes.empty() ? std::string() : "6" + bytes;
}

// Without a length the addresses must be equal. Networks and addresses of different kinds never match.
bool is_in_network(std::string_view network, std::string_view address) {
  const std::size_t slash = network.find('/');
  const std::string base = address_bytes(network.substr(0, slash));
  const std::string bytes = address_bytes(address);
  if (base.empty() || base.size() != bytes.size()) return false;
  std::size_t bits = 8 * (base.size() - 1);
  if (slash != std::string_view::npos) {
    const std::optional<unsigned> length = part_of(network.substr(slash + 1), 10, static_cast<unsigned>(bits));
    if (!length) return false;
    bits = *length;
  }
  for (std::size_t bit = 0; bit < bits; ++bit) {
    const int mask = 0x80 >> (bit % 8);
    if (((base[1 + bit / 8] ^ bytes[1 + bit / 8]) & mask) != 0) return false;
  }
  return true;
}

}  // namespace evalground::cfengine
