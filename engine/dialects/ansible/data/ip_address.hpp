// IPv4 and IPv6 addresses with a prefix length, and hardware addresses: what Ansible's ipaddr filters compute with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evalground::ansible {

__extension__ using Uint128 = unsigned __int128;

// An address in a network: "192.168.1.5/24" keeps the 5.
struct IpNetwork {
  int version = 4;  // or 6
  Uint128 value = 0;
  int prefix = 32;  // bits; those of a whole address when none was written

  int bits() const { return version == 4 ? 32 : 128; }
  Uint128 mask() const;
  Uint128 host_mask() const;
  Uint128 first() const { return value & mask(); }
  Uint128 last() const { return first() | host_mask(); }
  // One address.
  bool is_single() const { return prefix == bits(); }
  // Two addresses, which are a network without a broadcast address.
  bool is_pair() const { return prefix == bits() - 1; }
  bool contains(const IpNetwork& inner) const {
    return version == inner.version && first() <= inner.first() && inner.last() <= last();
  }
  // The network itself, without the bits of the host.
  IpNetwork cidr() const { return {version, first(), prefix}; }
  IpNetwork at(Uint128 address) const { return {version, address, bits()}; }
  std::string address_text() const;
  // With "/prefix".
  std::string text() const;
};

// The text of an address as inet_ntop writes it: "192.168.1.5", "::ffff:1.2.3.4", "2001:db8::1".
std::string ip_text(int version, Uint128 address);

// An address without a prefix: dotted decimal with four parts, or IPv6 in any of its forms.
std::optional<IpNetwork> read_ip_address(std::string_view text);

// An address as C's inet_aton reads it, or IPv6: one to four parts, of which the last fills what is left; octal behind
// a 0, hexadecimal behind 0x; anything behind white space.
std::optional<IpNetwork> read_loose_ip_address(std::string_view text);

// An address or a network: the prefix may be a netmask or a host mask ("10.0.0.0/255.0.0.0"), and missing parts of an
// IPv4 address are 0 ("10.1").
std::optional<IpNetwork> read_ip_network(std::string_view text);

// 2^128 - 1 and less in decimal digits; nothing when it is no number or larger.
std::optional<Uint128> read_uint128(std::string_view digits);
std::string uint128_text(Uint128 number);

// The kind of an address, by the registries that netaddr knows.
bool is_private(const IpNetwork& network);
bool is_loopback(const IpNetwork& network);
bool is_multicast(const IpNetwork& network);
bool is_link_local(const IpNetwork& network);
// The bits of a netmask (ones, then zeros) or of a host mask (zeros, then ones).
bool is_netmask(const IpNetwork& address);
bool is_host_mask(const IpNetwork& address);

// The first and the last address that a host may have.
std::pair<Uint128, Uint128> usable_addresses(const IpNetwork& network);
// The address with that number in the network, counted from the end where it is negative; nothing outside of it.
std::optional<Uint128> nth_address(const IpNetwork& network, std::int64_t index);

// "5.1.168.192.in-addr.arpa."
std::string reverse_dns(const IpNetwork& address);

// The fewest networks that hold just these, ascending, IPv4 first.
std::vector<IpNetwork> merge_networks(std::vector<IpNetwork> networks);
// The smallest network that holds them all; nothing when their versions differ. Invariant: there is at least one.
std::optional<IpNetwork> spanning_network(const std::vector<IpNetwork>& networks);

// The 48 or 64 bits of a hardware address.
struct HardwareAddress {
  std::uint64_t value = 0;
  int bits = 48;

  // Hexadecimal digits, `group` of them between separators; upper case unless asked for lower.
  std::string text(std::size_t group, std::string_view separator, bool is_upper) const;
};

// "1a:2b:3c:4d:5e:6f", "1a-2b-…", "1a2b.3c4d.5e6f", "1a2b3c:4d5e6f", "1a2b3c4d5e6f", and the same of 64 bits; or its
// number.
std::optional<HardwareAddress> read_hardware_address(std::string_view text);

}  // namespace evalground::ansible
