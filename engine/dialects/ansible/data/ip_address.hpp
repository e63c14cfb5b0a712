// IPv4 and IPv6 addresses with a prefix length, and hardware addresses, for Ansible's ipaddr filters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evalground::ansible {

__extension__ using Uint128 = unsigned __int128;

// An address within a network: "192.168.1.5/24" keeps the 5.
struct IpNetwork {
  int version = 4;  // 4 or 6
  Uint128 value = 0;
  int prefix = 32;  // in bits; all bits of the address by default

  int bits() const { return version == 4 ? 32 : 128; }
  Uint128 mask() const;
  Uint128 host_mask() const;
  Uint128 first() const { return value & mask(); }
  Uint128 last() const { return first() | host_mask(); }
  // Whether it is a single address.
  bool is_single() const { return prefix == bits(); }
  // Whether it has two addresses. Such a network has no broadcast address.
  bool is_pair() const { return prefix == bits() - 1; }
  bool contains(const IpNetwork& inner) const {
    return version == inner.version && first() <= inner.first() && inner.last() <= last();
  }
  // The network itself, with the host bits cleared.
  IpNetwork cidr() const { return {version, first(), prefix}; }
  IpNetwork at(Uint128 address) const { return {version, address, bits()}; }
  std::string address_text() const;
  // The address with "/prefix".
  std::string text() const;
};

// The address as inet_ntop writes it: "192.168.1.5", "::ffff:1.2.3.4", "2001:db8::1".
std::string ip_text(int version, Uint128 address);

// Parses an address without a prefix: four decimal parts, or any form of IPv6.
std::optional<IpNetwork> read_ip_address(std::string_view text);

// Parses an address as C's inet_aton does, or IPv6: one to four parts, the last of which fills the remaining bytes. A
// leading 0 means octal, 0x hexadecimal. Text after whitespace is ignored.
std::optional<IpNetwork> read_loose_ip_address(std::string_view text);

// Parses an address or a network. The prefix may be a netmask or a host mask ("10.0.0.0/255.0.0.0"). Missing parts of
// an IPv4 address are 0 ("10.1").
std::optional<IpNetwork> read_ip_network(std::string_view text);

// Parses a decimal number up to 2^128 - 1; absent when the text is not a number or too large.
std::optional<Uint128> read_uint128(std::string_view digits);
std::string uint128_text(Uint128 number);

// Kinds of addresses, by the registries built into netaddr.
bool is_private(const IpNetwork& network);
bool is_loopback(const IpNetwork& network);
bool is_multicast(const IpNetwork& network);
bool is_link_local(const IpNetwork& network);
// Whether the bits are those of a netmask (ones, then zeros) or of a host mask (zeros, then ones).
bool is_netmask(const IpNetwork& address);
bool is_host_mask(const IpNetwork& address);

// The first and the last address available to hosts.
std::pair<Uint128, Uint128> usable_addresses(const IpNetwork& network);
// The address with that index in the network; negative indexes count from the end. Absent outside the network.
std::optional<Uint128> nth_address(const IpNetwork& network, std::int64_t index);

// The name for reverse DNS: "5.1.168.192.in-addr.arpa."
std::string reverse_dns(const IpNetwork& address);

// The smallest list of networks with the same addresses, in ascending order, IPv4 first.
std::vector<IpNetwork> merge_networks(std::vector<IpNetwork> networks);
// The smallest network that contains all; absent when their versions differ. Invariant: the list is not empty.
std::optional<IpNetwork> spanning_network(const std::vector<IpNetwork>& networks);

// A hardware address of 48 or 64 bits.
struct HardwareAddress {
  std::uint64_t value = 0;
  int bits = 48;

  // The hexadecimal digits in groups of `group`, with separators between the groups.
  std::string text(std::size_t group, std::string_view separator, bool is_upper) const;
};

// Parses "1a:2b:3c:4d:5e:6f", "1a-2b-…", "1a2b.3c4d.5e6f", "1a2b3c:4d5e6f", "1a2b3c4d5e6f", the same forms with 64
// bits, or a decimal number.
std::optional<HardwareAddress> read_hardware_address(std::string_view text);

}  // namespace evalground::ansible
