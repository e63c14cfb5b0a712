// The queries of the ipaddr filter: `{{ '10.0.0.5/8' | ipaddr('netmask') }}` -> 255.0.0.0. Each query is a function of
// the plugin ipaddr_utils of ansible.utils.

#include "dialects/ansible/data/ip_queries.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/data/digits.hpp"
#include "value/big_integer.hpp"

namespace evalground::ansible {
namespace {

Value text(std::string_view words) {
  return Value::string(words);
}

Value none() {
  return Value::null();
}

Value number(Uint128 value) {
  return *integer_value(uint128_text(value), 10, false);
}

bool is_digits(std::string_view words) {
  return !words.empty() && words.find_first_not_of("0123456789") == std::string_view::npos;
}

// "3232235777" -> 192.168.1.1. Without a version, small numbers are IPv4 and larger ones IPv6.
std::optional<IpNetwork> address_of_number(std::string_view digits, int version) {
  const auto value = read_uint128(digits);
  if (!value) return std::nullopt;
  if (version != 6 && *value <= 0xFFFFFFFFU) return IpNetwork{4, *value, 32};
  return IpNetwork{6, *value, 128};
}

// ---- Queries. None if the reference gives no answer

using Query = Value (*)(const FunctionCall&, const IpSubject&);

[[noreturn]] void fail_no_network(const FunctionCall& call) {
  call.fail("Not a network address");
}

std::string with_prefix(const IpNetwork& v) {
  return v.text();
}

std::string ip(const IpNetwork& v, Uint128 address) {
  return ip_text(v.version, address);
}

// Whether the network excludes addresses for the network and for broadcast. IPv6 has no broadcast, but the reference
// treats all of its networks this way.
bool has_broadcast(const IpNetwork& v) {
  return v.version == 6 || v.bits() - v.prefix > 1;
}

// Whether host bits are set: 10.0.0.5/8 is a host, 10.0.0.0/8 a network.
bool is_host(const IpNetwork& v) {
  return v.value != v.first();
}

Value query_plain(const FunctionCall&, const IpSubject& s) {
  return text(s.is_network ? with_prefix(s.v) : s.v.address_text());
}
// 192.0.2.1 -> 2002:c000:0201::1/48. An IPv6 address is returned if it is already in this range.
Value query_6to4(const FunctionCall&, const IpSubject& s) {
  const IpNetwork range = *read_ip_network("2002::/16");
  if (s.v.version == 6) {
    const bool fits = (!s.is_network || is_host(s.v)) && range.contains(s.v.at(s.v.value));
    return fits ? text(s.written) : Value::boolean(false);
  }
  if (!s.v.is_single() && !is_host(s.v)) return Value::boolean(false);
  const auto value = static_cast<std::uint32_t>(s.v.value);
  // RFC 3056: the IPv4 address becomes the 32 bits after 2002::/16.
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[value >> shift & 15U];
  return text("2002:" + digits.substr(0, 4) + ":" + digits.substr(4) + "::1/48");
}
// 10.0.0.5/8 -> 10.0.0.5, but 10.0.0.0/8 has no answer, because it is the address of a network.
Value query_address(const FunctionCall&, const IpSubject& s) {
  const bool is_address = s.v.is_single() || is_host(s.v) || !has_broadcast(s.v) || s.v.version == 6;
  return is_address ? text(s.v.address_text()) : none();
}
// Also `gateway` and `router`: 10.0.0.1/8 -> 10.0.0.1/8, and false for the first and last address.
Value query_address_prefix(const FunctionCall&, const IpSubject& s) {
  const bool is_edge = !s.v.is_single() && !s.v.is_pair() && (s.v.value == s.v.first() || s.v.value == s.v.last());
  return is_edge ? Value::boolean(false) : text(with_prefix(s.v));
}
Value query_bool(const FunctionCall&, const IpSubject&) {
  return Value::boolean(true);
}
Value query_broadcast(const FunctionCall&, const IpSubject& s) {
  return s.v.is_single() || s.v.is_pair() ? none() : text(ip(s.v, s.v.last()));
}
Value query_cidr(const FunctionCall&, const IpSubject& s) {
  return text(with_prefix(s.v));
}
Value query_first_usable(const FunctionCall& call, const IpSubject& s) {
  if (!s.is_network) fail_no_network(call);
  return s.v.is_single() ? none() : text(ip(s.v, usable_addresses(s.v).first));
}
Value query_last_usable(const FunctionCall& call, const IpSubject& s) {
  if (!s.is_network) fail_no_network(call);
  return s.v.is_single() ? none() : text(ip(s.v, usable_addresses(s.v).second));
}
// 192.168.1.0/24 -> 192.168.1.1-192.168.1.254
Value query_range_usable(const FunctionCall& call, const IpSubject& s) {
  if (!s.is_network) fail_no_network(call);
  if (s.v.is_single()) return none();
  return text(ip(s.v, usable_addresses(s.v).first) + "-" + ip(s.v, usable_addresses(s.v).second));
}
Value neighbour(const FunctionCall& call, const IpSubject& s, bool is_next) {
  if (!s.is_network) fail_no_network(call);
  if (s.v.is_single()) return none();
  const auto [first, last] = usable_addresses(s.v);
  const Uint128 address = is_next ? s.v.value + 1 : s.v.value - 1;
  return address < first || address > last ? none() : text(ip(s.v, address));
}
Value query_next_usable(const FunctionCall& call, const IpSubject& s) {
  return neighbour(call, s, true);
}
Value query_previous_usable(const FunctionCall& call, const IpSubject& s) {
  return neighbour(call, s, false);
}
// The other end of a point-to-point link: a /31 has two addresses, and a /30 has two between network and broadcast
// address.
Value query_peer(const FunctionCall& call, const IpSubject& s) {
  if (!s.is_network) fail_no_network(call);
  if (s.v.is_pair()) return text(ip(s.v, s.v.value ^ 1));
  if (s.v.bits() - s.v.prefix != 2) call.fail("Not a point-to-point network");
  if (s.v.value % 4 == 0) call.fail("Network address of /30 has no peer");
  if (s.v.value % 4 == 3) call.fail("Broadcast address of /30 has no peer");
  return text(ip(s.v, s.v.value ^ 3));
}
Value query_host(const FunctionCall&, const IpSubject& s) {
  return s.v.is_single() || is_host(s.v) || !has_broadcast(s.v) ? text(with_prefix(s.v)) : none();
}
Value query_hostmask(const FunctionCall&, const IpSubject& s) {
  return text(ip(s.v, s.v.host_mask()));
}
// 192.168.1.1 -> 3232235777, and with a prefix the text "3232235777/24", which read_ip_subject() reads back.
Value query_int(const FunctionCall&, const IpSubject& s) {
  if (!s.is_network) return number(s.v.value);
  return text(uint128_text(s.v.value) + "/" + std::to_string(s.v.prefix));
}
Value query_ip_prefix(const FunctionCall&, const IpSubject& s) {
  return s.v.is_pair() || (!s.v.is_single() && is_host(s.v)) ? text(with_prefix(s.v)) : none();
}
Value query_ip_netmask(const FunctionCall&, const IpSubject& s) {
  if (!s.v.is_pair() && (s.v.is_single() || !is_host(s.v))) return none();
  return text(s.v.address_text() + " " + ip(s.v, s.v.mask()));
}
Value query_ipv4(const FunctionCall&, const IpSubject& s) {
  if (s.v.version == 4) return text(s.written);
  // Accepts addresses that embed IPv4: ::a.b.c.d and ::ffff:a.b.c.d.
  const Uint128 high = s.v.value >> 32;
  if ((high != 0xFFFFU && high != 0) || s.v.prefix < 96) return Value::boolean(false);
  return text(IpNetwork{4, s.v.value & 0xFFFFFFFFU, s.v.prefix - 96}.text());
}
Value query_ipv6(const FunctionCall&, const IpSubject& s) {
  if (s.v.version == 6) return text(s.written);
  return text(IpNetwork{6, s.v.value | static_cast<Uint128>(0xFFFFU) << 32, s.v.prefix + 96}.text());
}
// The reference calls these two queries without a required argument.
Value query_v4(const FunctionCall& call, const IpSubject&) {
  call.fail("_ipv4_query() missing 1 required positional argument: 'value'", "type-error");
}
Value query_v6(const FunctionCall& call, const IpSubject&) {
  call.fail("_ipv6_query() missing 1 required positional argument: 'value'", "type-error");
}
Value given_if(bool condition, const IpSubject& s) {
  return condition ? text(s.written) : none();
}
Value query_link_local(const FunctionCall&, const IpSubject& s) {
  return given_if(is_link_local(s.v.at(s.v.value)), s);
}
Value query_loopback(const FunctionCall&, const IpSubject& s) {
  return given_if(is_loopback(s.v.at(s.v.value)), s);
}
Value query_multicast(const FunctionCall&, const IpSubject& s) {
  return given_if(is_multicast(s.v), s);
}
Value query_unicast(const FunctionCall&, const IpSubject& s) {
  return given_if(!is_multicast(s.v), s);
}
Value query_private(const FunctionCall&, const IpSubject& s) {
  return given_if(is_private(s.v), s);
}
// Netmasks and host masks are excluded as well, because they look like addresses but never are those of a host.
Value query_public(const FunctionCall&, const IpSubject& s) {
  const IpNetwork v = s.v.at(s.v.value);
  return given_if(!is_multicast(v) && !is_private(v) && !is_loopback(v) && !is_netmask(v) && !is_host_mask(v), s);
}
Value query_net(const FunctionCall&, const IpSubject& s) {
  return !s.v.is_single() && !is_host(s.v) ? text(with_prefix(s.v)) : none();
}
Value query_netmask(const FunctionCall&, const IpSubject& s) {
  return text(ip(s.v, s.v.mask()));
}
Value query_network(const FunctionCall&, const IpSubject& s) {
  return text(ip(s.v, s.v.first()));
}
Value query_network_netmask(const FunctionCall&, const IpSubject& s) {
  return text(ip(s.v, s.v.first()) + " " + ip(s.v, s.v.mask()));
}
Value query_network_wildcard(const FunctionCall&, const IpSubject& s) {
  return text(ip(s.v, s.v.first()) + " " + ip(s.v, s.v.host_mask()));
}
Value query_prefix(const FunctionCall&, const IpSubject& s) {
  return Value::integer(s.v.prefix);
}
Value query_revdns(const FunctionCall&, const IpSubject& s) {
  return text(reverse_dns(s.v));
}
Value query_size(const FunctionCall&, const IpSubject& s) {
  return integer_value(network_size(s.v));
}
Value query_size_usable(const FunctionCall&, const IpSubject& s) {
  if (s.v.is_single()) return Value::integer(0);
  return s.v.is_pair() ? Value::integer(2) : integer_value(network_size(s.v) - BigInt(2));
}
Value query_subnet(const FunctionCall&, const IpSubject& s) {
  return text(with_prefix(s.v.cidr()));
}
Value query_type(const FunctionCall&, const IpSubject& s) {
  return text(s.v.is_single() || is_host(s.v) ? "address" : "network");
}
Value query_version(const FunctionCall&, const IpSubject& s) {
  return Value::integer(s.v.version);
}
// ::1 -> [::1], as a URL needs it. The prefix stays outside of the brackets.
Value query_wrap(const FunctionCall&, const IpSubject& s) {
  if (s.v.version == 4) return text(s.written);
  const std::string wrapped = "[" + s.v.address_text() + "]";
  return text(s.is_network ? wrapped + "/" + std::to_string(s.v.prefix) : wrapped);
}

struct NamedQuery {
  std::string_view name;
  Query query;
};
constexpr NamedQuery queries[] = {
    {"", query_plain},
    {"6to4", query_6to4},
    {"address", query_address},
    {"address/prefix", query_address_prefix},
    {"bool", query_bool},
    {"broadcast", query_broadcast},
    {"cidr", query_cidr},
    {"first_usable", query_first_usable},
    {"gateway", query_address_prefix},
    {"gw", query_address_prefix},
    {"host", query_host},
    {"host/prefix", query_address_prefix},
    {"hostmask", query_hostmask},
    {"hostnet", query_address_prefix},
    {"int", query_int},
    {"ip", query_address},
    {"ip/prefix", query_ip_prefix},
    {"ip_netmask", query_ip_netmask},
    {"ipv4", query_ipv4},
    {"ipv6", query_ipv6},
    {"last_usable", query_last_usable},
    {"link-local", query_link_local},
    {"lo", query_loopback},
    {"loopback", query_loopback},
    {"multicast", query_multicast},
    {"net", query_net},
    {"netmask", query_netmask},
    {"network", query_network},
    {"network/prefix", query_subnet},
    {"network_id", query_network},
    {"network_netmask", query_network_netmask},
    {"network_wildcard", query_network_wildcard},
    {"next_usable", query_next_usable},
    {"peer", query_peer},
    {"prefix", query_prefix},
    {"previous_usable", query_previous_usable},
    {"private", query_private},
    {"public", query_public},
    {"range_usable", query_range_usable},
    {"revdns", query_revdns},
    {"router", query_address_prefix},
    {"size", query_size},
    {"size_usable", query_size_usable},
    {"subnet", query_subnet},
    {"type", query_type},
    {"unicast", query_unicast},
    {"v4", query_v4},
    {"v6", query_v6},
    {"version", query_version},
    {"wildcard", query_hostmask},
    {"wrap", query_wrap},
};

}  // namespace

// What a user may write as an address or network. The written text is kept, because many queries return it unchanged
// instead of its canonical form.
std::optional<IpSubject> read_ip_subject(std::string_view written, int version) {
  if (const auto digits = ascii_digits(written)) {
    const auto v = address_of_number(*digits, version);
    return v ? std::optional(IpSubject{*v, v->text(), false}) : std::nullopt;
  }
  const std::size_t slash = written.find('/');
  const bool has_prefix = slash != std::string_view::npos;
  if (const auto v = read_ip_network(written)) return IpSubject{*v, std::string(written), has_prefix};
  if (!has_prefix) return std::nullopt;
  // A number with a prefix: "3232235777/24".
  auto v = is_digits(written.substr(0, slash)) ? address_of_number(written.substr(0, slash), 0) : std::nullopt;
  const auto prefix = parse_loose_integer(written.substr(slash + 1));
  if (!v || !prefix || prefix.value < 0 || prefix.value > v->bits()) return std::nullopt;
  v->prefix = static_cast<int>(prefix.value);
  return IpSubject{*v, v->text(), true};
}

BigInt network_size(const IpNetwork& v) {
  return BigInt(1).shift_left(static_cast<std::uint64_t>(v.bits() - v.prefix));
}
// Queries are texts, so their kinds are tried in turn: a name, a network that should contain the address, an index.
Value answer_ip_query(const FunctionCall& call, const IpSubject& s, const std::string& query) {
  for (const NamedQuery& known : queries) {
    if (known.name == query) return known.query(call, s);
  }
  // Any other query is a network, which must contain the address, or the index of an address in the network.
  if (!is_digits(query)) {
    if (const auto network = read_ip_network(query)) return given_if(network->contains(s.v), s);
  }
  const auto index = parse_loose_integer(query);
  if (!index && !parse_real(query)) {
    std::vector<std::string_view> names;
    for (const NamedQuery& known : queries) names.push_back(known.name);
    const auto near = nearest_name(query, names);
    call.fail(std::string(call.signature().name) + ": unknown filter type: " + query +
              (near ? "; did you mean " + quote(*near) + "?" : ""));
  }
  if (s.v.is_single()) return query_plain(call, s);
  const auto address = index ? nth_address(s.v, index.value) : std::nullopt;
  if (!address) return Value::boolean(false);
  return text(ip(s.v, *address) + "/" + std::to_string(s.v.prefix));
}

}  // namespace evalground::ansible
