// IP addresses and networks as 128-bit numbers with a prefix length, after Python's netaddr, which ansible.utils uses.
//
// An IpNetwork keeps the bits of the host: 192.168.1.5/24 has the value 192.168.1.5, and cidr() is 192.168.1.0/24. Both
// versions share all of the arithmetic. An IPv4 address uses the low 32 bits.

#include "dialects/ansible/data/ip_address.hpp"

#include <algorithm>
#include <array>

#include "base/bigint.hpp"
#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"

namespace evalground::ansible {
namespace {

std::optional<std::uint32_t> read_hex(std::string_view text, std::size_t most) {
  if (text.empty() || text.size() > most) return std::nullopt;
  const auto number = parse_digits(text, 16, false);
  return number ? std::optional(static_cast<std::uint32_t>(number.value)) : std::nullopt;
}

// Four decimal parts between dots, without leading zeros.
std::optional<Uint128> read_ipv4(std::string_view text) {
  Uint128 value = 0;
  int count = 0;
  for (const std::string_view part : Split(text, ".")) {
    const bool is_number = !part.empty() && part.size() <= 3 && std::all_of(part.begin(), part.end(), is_ascii_digit);
    if (!is_number || (part.size() > 1 && part[0] == '0') || ++count > 4) return std::nullopt;
    const std::int64_t number = parse_digits(part, 10, false).value;
    if (number > 255) return std::nullopt;
    value = value << 8 | static_cast<Uint128>(number);
  }
  return count == 4 ? std::optional(value) : std::nullopt;
}

// The 16-bit words on one side of "::". A dotted IPv4 address at the end counts as two words.
// "fe80:1" -> [0xfe80, 1], "ffff:1.2.3.4" -> [0xffff, 0x0102, 0x0304].
std::optional<std::vector<std::uint32_t>> read_words(std::string_view text, bool may_end_dotted) {
  std::vector<std::uint32_t> words;
  if (text.empty()) return words;
  const std::size_t last_colon = text.rfind(':');
  for (const std::string_view part : Split(text, ":")) {
    const bool is_last = last_colon == std::string_view::npos || part.data() == text.data() + last_colon + 1;
    if (is_last && may_end_dotted && part.find('.') != std::string_view::npos) {
      const auto dotted = read_ipv4(part);
      if (!dotted) return std::nullopt;
      words.push_back(static_cast<std::uint32_t>(*dotted >> 16));
      words.push_back(static_cast<std::uint32_t>(*dotted & 0xFFFFU));
    } else {
      const auto word = read_hex(part, 4);
      if (!word || words.size() > 8) return std::nullopt;
      words.push_back(*word);
    }
  }
  return words;
}

// At most one "::" stands for the missing words: with it at most 7 are written, without it exactly 8. The front is
// shifted to the top and the back stays at the bottom, which leaves the zeros in between.
std::optional<Uint128> read_ipv6(std::string_view text) {
  const std::size_t gap = text.find("::");
  const bool has_gap = gap != std::string_view::npos;
  const auto front = read_words(text.substr(0, gap), !has_gap);
  const auto back = read_words(has_gap ? text.substr(gap + 2) : std::string_view(), true);
  if (!front || !back) return std::nullopt;
  const std::size_t count = front->size() + back->size();
  if (has_gap ? count > 7 : count != 8) return std::nullopt;
  Uint128 value = 0;
  for (const std::uint32_t word : *front) value = value << 16 | word;
  if (has_gap && !front->empty()) value <<= 16 * (8 - front->size());
  Uint128 low = 0;
  for (const std::uint32_t word : *back) low = low << 16 | word;
  return value | low;
}

std::string ipv4_text(std::uint32_t address) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) {
    text += std::to_string(address >> shift & 255U);
    if (shift != 0) text += '.';
  }
  return text;
}

std::string hex(std::uint64_t number) {
  std::string text;
  do {
    text.insert(text.begin(), "0123456789abcdef"[number % 16]);
    number /= 16;
  } while (number != 0);
  return text;
}

// The prefix length of a netmask (ones, then zeros) or of a host mask (zeros, then ones); absent for any other value.
std::optional<int> prefix_of_mask(const IpNetwork& mask) {
  IpNetwork network = mask;
  for (network.prefix = 0; network.prefix <= mask.bits(); ++network.prefix) {
    if (network.mask() == mask.value) return network.prefix;
  }
  for (network.prefix = 0; network.prefix <= mask.bits(); ++network.prefix) {
    if (network.host_mask() == mask.value) return network.prefix;
  }
  return std::nullopt;
}

// The blocks are parsed at each call. There are few of them, and a table of numbers would be hard to check against the
// RFCs.
bool is_in_any(const IpNetwork& network, const std::string_view* blocks, std::size_t count) {
  return std::any_of(blocks, blocks + count,
                     [&](std::string_view block) { return read_ip_network(block)->contains(network); });
}

constexpr std::array<std::string_view, 9> private_blocks = {"10.0.0.0/8",   "100.64.0.0/10",  "172.16.0.0/12",
                                                            "192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15",
                                                            "239.0.0.0/8",  "fc00::/7",       "fec0::/10"};
constexpr std::array<std::string_view, 2> loopback_blocks = {"127.0.0.0/8", "::1/128"};
constexpr std::array<std::string_view, 2> multicast_blocks = {"224.0.0.0/4", "ff00::/8"};
constexpr std::array<std::string_view, 2> link_local_blocks = {"169.254.0.0/16", "fe80::/10"};

}  // namespace

// A shift by the full width of the type is undefined in C++, hence the case of 128 bits.
Uint128 IpNetwork::host_mask() const {
  const int host_bits = bits() - prefix;
  return host_bits == 128 ? ~static_cast<Uint128>(0) : (static_cast<Uint128>(1) << host_bits) - 1;
}

Uint128 IpNetwork::mask() const {
  const Uint128 all = version == 4 ? static_cast<Uint128>(0xFFFFFFFFU) : ~static_cast<Uint128>(0);
  return all & ~host_mask();
}

std::string IpNetwork::address_text() const {
  return ip_text(version, value);
}

std::string IpNetwork::text() const {
  return address_text() + "/" + std::to_string(prefix);
}

// 2001:db8:0:0:0:0:0:1 -> 2001:db8::1. Addresses that embed an IPv4 address are written as ::1.2.3.4 or ::ffff:1.2.3.4,
// as inet_ntop() does.
std::string ip_text(int version, Uint128 address) {
  if (version == 4) return ipv4_text(static_cast<std::uint32_t>(address));
  std::array<std::uint32_t, 8> words;
  for (std::size_t i = 0; i < 8; ++i) words[i] = static_cast<std::uint32_t>(address >> (16 * (7 - i)) & 0xFFFFU);
  // RFC 5952: compress the longest run of at least two zero words, the first of equally long ones.
  std::size_t best = 8;
  std::size_t best_size = 1;
  for (std::size_t i = 0; i < 8; ++i) {
    std::size_t end = i;
    while (end < 8 && words[end] == 0) ++end;
    if (end - i > best_size) {
      best = i;
      best_size = end - i;
    }
  }
  const bool is_dotted = best == 0 && (best_size == 6 || (best_size == 5 && words[5] == 0xFFFF));
  std::string text;
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == best) {
      text += i == 0 ? "::" : ":";
      i += best_size - 1;
      continue;
    }
    if (i == 6 && is_dotted) return text + ipv4_text(static_cast<std::uint32_t>(address));
    text += hex(words[i]);
    if (i != 7) text += ':';
  }
  return text;
}

std::optional<IpNetwork> read_ip_address(std::string_view text) {
  if (text.find(':') == std::string_view::npos) {
    const auto value = read_ipv4(text);
    return value ? std::optional(IpNetwork{4, *value, 32}) : std::nullopt;
  }
  const auto value = read_ipv6(text);
  return value ? std::optional(IpNetwork{6, *value, 128}) : std::nullopt;
}

std::optional<IpNetwork> read_loose_ip_address(std::string_view text) {
  if (text.find(':') != std::string_view::npos) return read_ip_address(text);
  const std::string_view written = text.substr(0, text.find_first_of(ascii_whitespace));
  Uint128 address = 0;
  std::size_t parts = 0;
  for (const std::string_view part : Split(written, ".")) {
    const bool is_last = part.data() + part.size() == written.data() + written.size();
    const bool is_hexadecimal = part.starts_with("0x") || part.starts_with("0X");
    const bool is_octal = !is_hexadecimal && part.size() > 1 && part[0] == '0';
    const std::string_view digits = is_hexadecimal ? part.substr(2) : part;
    if (++parts > 4 || part.empty() || digits.size() > 40) return std::nullopt;
    const auto number = BigInt::parse(digits.empty() ? "0" : digits, is_hexadecimal ? 16 : is_octal ? 8 : 10);
    // As in inet_aton() the last part fills all remaining bytes: 10.1 is 10.0.0.1.
    const std::size_t bits = is_last ? 8 * (5 - parts) : 8;
    if (!number || number->bit_length() > bits) return std::nullopt;
    address = address << bits | *read_uint128(number->text());
  }
  return IpNetwork{4, address, 32};
}

//   10.0.0.0/8, 10/8, 10.0.0.0/255.0.0.0 (a netmask) and 10.0.0.0/0.255.255.255 (a host mask) are the same network.
// Without a slash the prefix is that of a single address.
std::optional<IpNetwork> read_ip_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string_view address = text.substr(0, slash);
  auto network = read_ip_address(address);
  if (!network && address.find(':') == std::string_view::npos) {
    // netaddr fills in missing parts and ignores leading zeros: 10.01 is 10.1.0.0.
    std::string whole;
    int parts = 0;
    for (const std::string_view part : Split(address, ".")) {
      if (part.empty() || ++parts > 4) return std::nullopt;
      const std::string_view digits = part.substr(std::min(part.find_first_not_of('0'), part.size() - 1));
      whole.append(whole.empty() ? "" : ".").append(digits);
    }
    for (; parts < 4; ++parts) whole += ".0";
    network = read_ip_address(whole);
  }
  if (!network || slash == std::string_view::npos) return network;
  const std::string_view prefix = text.substr(slash + 1);
  if (const auto number = parse_loose_integer(trim(prefix))) {  // as int() reads it
    if (number.value < 0 || number.value > network->bits()) return std::nullopt;
    network->prefix = static_cast<int>(number.value);
    return network;
  }
  const auto mask = read_ip_address(prefix);
  if (!mask || mask->version != network->version) return std::nullopt;
  const auto bits = prefix_of_mask(*mask);
  if (!bits) return std::nullopt;
  network->prefix = *bits;
  return network;
}

// The comparison before each multiplication detects the overflow, since the type has no checked operations.
std::optional<Uint128> read_uint128(std::string_view digits) {
  Uint128 number = 0;
  for (const char c : digits) {
    const auto digit = static_cast<Uint128>(c - '0');
    if (!is_ascii_digit(c) || number > (~static_cast<Uint128>(0) - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return digits.empty() ? std::nullopt : std::optional(number);
}

std::string uint128_text(Uint128 number) {
  std::string text;
  do {
    text += static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
  } while (number != 0);
  std::reverse(text.begin(), text.end());
  return text;
}

bool is_private(const IpNetwork& network) {
  return is_in_any(network, private_blocks.data(), private_blocks.size()) || is_link_local(network);
}
bool is_loopback(const IpNetwork& network) {
  return is_in_any(network, loopback_blocks.data(), loopback_blocks.size());
}
bool is_multicast(const IpNetwork& network) {
  return is_in_any(network, multicast_blocks.data(), multicast_blocks.size());
}
bool is_link_local(const IpNetwork& network) {
  return is_in_any(network, link_local_blocks.data(), link_local_blocks.size());
}

// Zeros, then ones: adding 1 to such a number carries through all its ones, so it has no bit in common with the sum.
bool is_host_mask(const IpNetwork& address) {
  return (address.value & (address.value + 1)) == 0;
}
bool is_netmask(const IpNetwork& address) {
  const IpNetwork all{address.version, 0, 0};
  return is_host_mask({address.version, address.value ^ all.host_mask(), address.prefix});
}

// A network of one or two addresses has no network or broadcast address to exclude (RFC 3021).
std::pair<Uint128, Uint128> usable_addresses(const IpNetwork& v) {
  if (v.is_pair() || v.is_single()) return {v.first(), v.last()};
  return {v.first() + 1, v.last() - 1};
}

// Negative indexes count from the last address. The negation works on unsigned numbers, because -INT64_MIN overflows.
std::optional<Uint128> nth_address(const IpNetwork& v, std::int64_t index) {
  const Uint128 last_index = v.last() - v.first();
  if (index >= 0) {
    const auto offset = static_cast<Uint128>(index);
    return offset > last_index ? std::nullopt : std::optional(v.first() + offset);
  }
  const auto back = static_cast<Uint128>(0 - static_cast<std::uint64_t>(index)) - 1;
  return back > last_index ? std::nullopt : std::optional(v.last() - back);
}

// 192.168.1.5 -> 5.1.168.192.in-addr.arpa. IPv6 has a label for each of its 32 hexadecimal digits.
std::string reverse_dns(const IpNetwork& address) {
  std::string text;
  if (address.version == 4) {
    for (int shift = 0; shift < 32; shift += 8) {
      text += std::to_string(static_cast<unsigned>(address.value >> shift & 255U)) + ".";
    }
    return text + "in-addr.arpa.";
  }
  for (int shift = 0; shift < 128; shift += 4) text += hex(static_cast<unsigned>(address.value >> shift & 15U)) + ".";
  return text + "ip6.arpa.";
}

// The networks are sorted by address. A network within the previous one is dropped. Two halves are replaced by the
// network that they form: 10.0.0.0/25 and 10.0.0.128/25 -> 10.0.0.0/24.
std::vector<IpNetwork> merge_networks(std::vector<IpNetwork> networks) {
  for (IpNetwork& network : networks) network = network.cidr();
  std::sort(networks.begin(), networks.end(), [](const IpNetwork& a, const IpNetwork& b) {
    if (a.version != b.version) return a.version < b.version;
    return a.value != b.value ? a.value < b.value : a.prefix < b.prefix;
  });
  std::vector<IpNetwork> merged;
  for (const IpNetwork& network : networks) {
    if (!merged.empty() && merged.back().contains(network)) continue;
    merged.push_back(network);
    // The new network may in turn be one half of a larger one.
    while (merged.size() > 1) {
      const IpNetwork& low = merged[merged.size() - 2];
      const IpNetwork& high = merged.back();
      IpNetwork whole = low;
      --whole.prefix;
      if (low.prefix != high.prefix || low.prefix == 0 || !whole.contains(high) || whole.first() != low.value) break;
      merged.pop_back();
      merged.back() = whole;
    }
  }
  return merged;
}

// Widens the first network bit by bit until it contains each of the others: at most 128 steps in all, not for each
// network.
std::optional<IpNetwork> spanning_network(const std::vector<IpNetwork>& networks) {
  IpNetwork span = networks.front();
  for (const IpNetwork& network : networks) {
    if (network.version != span.version) return std::nullopt;
    while (!span.contains(network)) --span.prefix;
  }
  return span.cidr();
}

std::string HardwareAddress::text(std::size_t group, std::string_view separator, bool is_upper) const {
  const std::string_view digits = is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
  const std::size_t count = static_cast<std::size_t>(bits) / 4;
  std::string result;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0 && i % group == 0) result += separator;
    result += digits[value >> (4 * (count - 1 - i)) & 15U];
  }
  return result;
}

// Tries the notations of netaddr in turn. For each: the separator, the number of groups, the most digits of a group,
// and the bits in all. Leading zeros of a group may be omitted, except in groups of six digits and in undivided
// notations. A plain decimal number is also accepted.
std::optional<HardwareAddress> read_hardware_address(std::string_view text) {
  struct Form {
    std::string_view separator;
    std::size_t groups, digits;
    int bits;
  };
  static constexpr std::array<Form, 14> forms = {{{":", 6, 2, 48},
                                                  {"-", 6, 2, 48},
                                                  {":", 3, 4, 48},
                                                  {"-", 3, 4, 48},
                                                  {".", 3, 4, 48},
                                                  {":", 2, 6, 48},
                                                  {"-", 2, 6, 48},
                                                  {"", 1, 12, 48},
                                                  {":", 8, 2, 64},
                                                  {"-", 8, 2, 64},
                                                  {":", 4, 4, 64},
                                                  {"-", 4, 4, 64},
                                                  {".", 4, 4, 64},
                                                  {"", 1, 16, 64}}};
  for (const Form& form : forms) {
    HardwareAddress address{0, form.bits};
    std::size_t count = 0;
    bool fits = true;
    for (const std::string_view part : Split(text, form.separator)) {
      const std::size_t least = form.groups == 1 || form.digits == 6 ? form.digits : 1;
      fits = fits && ++count <= form.groups && part.size() >= least && part.size() <= form.digits;
      if (!fits) break;
      // parse_digits returns signed numbers, so sixteen digits are read as two halves.
      std::uint64_t value = 0;
      for (std::size_t at = 0; fits && at < part.size(); at += 8) {
        const std::string_view half = part.substr(at, 8);
        const auto number = parse_digits(half, 16, false);
        fits = static_cast<bool>(number);
        value = value << (4 * half.size()) | static_cast<std::uint64_t>(number.value);
      }
      const std::size_t shift = 4 * form.digits;
      address.value = (shift == 64 ? 0 : address.value << shift) | value;
    }
    if (fits && count == form.groups) return address;
  }
  const auto number = read_uint128(text);
  if (number && *number >> 48 == 0) return HardwareAddress{static_cast<std::uint64_t>(*number), 48};
  if (number && *number >> 64 == 0) return HardwareAddress{static_cast<std::uint64_t>(*number), 64};
  return std::nullopt;
}

}  // namespace evalground::ansible
