// Which addresses may be fetched? A document is not trusted, so it must not reach what only this machine or its network
// can reach: services on localhost, printers, the metadata of a cloud (SSRF). --allow-private allows it.
//
// IPv6 is refused except for global unicast. Addresses that stand for IPv4, mapped, translated (NAT64) or of 6to4, are
// judged by that. A text that no parser understands counts as private.
#include "cli/fetch/addresses.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>

#include "base/text/number.hpp"
#include "cli/process.hpp"

namespace evalground::cli {
namespace {

constexpr const char* strange_host = "its host has characters that no host has";

// An address of IPv6, or one of IPv4 as IPv6 maps it: ::ffff:192.0.2.1.
using Address = std::array<unsigned char, 16>;

struct Network4 {
  std::uint32_t address;
  int bits;
};

constexpr Network4 private4[] = {
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private use
    {0x64400000, 10},  // shared by a provider's customers
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link-local; metadata of clouds
    {0xAC100000, 12},  // private use
    {0xC0000000, 24},  // protocol assignments
    {0xC0000200, 24},  // documentation
    {0xC0586300, 24},  // relays of 6to4, which is no longer used
    {0xC0A80000, 16},  // private use
    {0xC6120000, 15},  // benchmarks
    {0xC6336400, 24},  // documentation
    {0xCB007100, 24},  // documentation
    {0xE0000000, 3},   // multicast, reserved, broadcast
};

bool is_private4(std::uint32_t address) {
  return std::any_of(std::begin(private4), std::end(private4),
                     [&](const Network4& network) { return (address ^ network.address) >> (32 - network.bits) == 0; });
}

bool begins(const Address& address, std::initializer_list<unsigned char> with) {
  return std::equal(with.begin(), with.end(), address.begin());
}

bool is_mapped4(const Address& address) {
  return begins(address, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF});
}

Address mapped4(const unsigned char* bytes) {
  Address address = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  std::copy(bytes, bytes + 4, address.begin() + 12);
  return address;
}

// The address that a text means. One of IPv6 that stands for one of IPv4 is that: translated (NAT64), of 6to4.
std::optional<Address> address_of(const std::string& text) {
  Address address;
  if (::inet_pton(AF_INET, text.c_str(), address.data()) == 1) return mapped4(address.data());
  if (::inet_pton(AF_INET6, text.c_str(), address.data()) != 1) return std::nullopt;
  if (begins(address, {0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0})) return mapped4(&address[12]);
  if (begins(address, {0x20, 0x02})) return mapped4(&address[2]);
  return address;
}

bool is_private6(const Address& address) {
  if ((address[0] & 0xE0) != 0x20) return true;                              // all but global unicast
  const bool is_protocol = begins(address, {0x20, 0x01}) && address[2] < 2;  // 2001::/23: Teredo, benchmarks, others
  const bool is_documentation =
      begins(address, {0x20, 0x01, 0x0D, 0xB8}) || (begins(address, {0x3F, 0xFF}) && address[2] < 0x10);
  return is_protocol || is_documentation;
}

}  // namespace

// Stricter than the standard: what another program could read differently is refused, such as a backslash in the host.
Origin origin_of(std::string_view url) {
  Origin origin;
  if (url.starts_with("http://")) {
    origin.port = "80";
  } else if (url.starts_with("https://")) {
    origin.port = "443";
  } else {
    throw ProcessError("only http and https are fetched");
  }
  std::string_view authority = url.substr(url.find("//") + 2);
  authority = authority.substr(0, authority.find_first_of("/?#"));
  const auto is_plain = [](char c) { return c > 0x20 && c < 0x7F && std::strchr("\\\"<>^`{|}", c) == nullptr; };
  if (!std::all_of(authority.begin(), authority.end(), is_plain)) throw ProcessError(strange_host);
  if (const std::size_t at = authority.find('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
  std::string_view host = authority.substr(0, authority.find(':'));
  std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == std::string_view::npos) throw ProcessError(strange_host);
    host = authority.substr(1, end - 1);
    allowed = "0123456789abcdefABCDEF:.";
    authority.remove_prefix(end + 1);
    origin.is_number = true;
  } else {
    authority.remove_prefix(host.size());
  }
  if (host.empty() || host.find_first_not_of(allowed) != std::string_view::npos) throw ProcessError(strange_host);
  if (authority.starts_with(':') && authority.size() > 1) {
    authority.remove_prefix(1);
    const auto port = parse_integer(authority);
    if (!port || port.value < 1 || port.value > 65535) throw ProcessError("its port is not a number from 1 to 65535");
    origin.port = std::to_string(port.value);
  } else if (!authority.empty() && authority != ":") {
    throw ProcessError(strange_host);
  }
  origin.host = host;
  in_addr numeric;
  origin.is_number = origin.is_number || ::inet_pton(AF_INET, origin.host.c_str(), &numeric) == 1;
  return origin;
}

bool is_private_address(const std::string& text) {
  const std::optional<Address> address = address_of(text);
  if (!address) return true;
  if (!is_mapped4(*address)) return is_private6(*address);
  return is_private4(std::uint32_t{(*address)[12]} << 24 | std::uint32_t{(*address)[13]} << 16 |
                     std::uint32_t{(*address)[14]} << 8 | (*address)[15]);
}

bool is_one_of(const std::string& text, const std::vector<std::string>& addresses) {
  const std::optional<Address> address = address_of(text);
  return address && std::any_of(addresses.begin(), addresses.end(),
                                [&](const std::string& one) { return address_of(one) == address; });
}

}  // namespace evalground::cli
