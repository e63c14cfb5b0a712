// Network addresses: ipaddr with its queries, and the filters built on it.
#include <algorithm>
#include <array>

#include "base/bigint.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "dialects/jinja2/ansible.hpp"
#include "dialects/jinja2/evaluator.hpp"
#include "dialects/jinja2/ip_address.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
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

// A value that ipaddr takes: the address, as it was written (numbers as addresses), and whether it had a prefix.
struct Subject {
  IpNetwork v;
  std::string written;
  bool is_network;
};

std::optional<IpNetwork> address_of_number(std::string_view digits, int version) {
  const auto value = read_uint128(digits);
  if (!value) return std::nullopt;
  if (version != 6 && *value <= 0xFFFFFFFFU) return IpNetwork{4, *value, 32};
  return IpNetwork{6, *value, 128};
}

std::optional<Subject> read_subject(std::string_view written, int version) {
  if (is_digits(written)) {
    const auto v = address_of_number(written, version);
    return v ? std::optional(Subject{*v, v->text(), false}) : std::nullopt;
  }
  const std::size_t slash = written.find('/');
  const bool has_prefix = slash != std::string_view::npos;
  if (const auto v = read_ip_network(written)) return Subject{*v, std::string(written), has_prefix};
  if (!has_prefix) return std::nullopt;
  // "3232235777/24": a number with a prefix.
  auto v = is_digits(written.substr(0, slash)) ? address_of_number(written.substr(0, slash), 0) : std::nullopt;
  const auto prefix = parse_loose_integer(written.substr(slash + 1));
  if (!v || !prefix || prefix.value < 0 || prefix.value > v->bits()) return std::nullopt;
  v->prefix = static_cast<int>(prefix.value);
  return Subject{*v, v->text(), true};
}

// ---- Queries; none where the reference gives nothing

using Query = Value (*)(const FunctionCall&, const Subject&);

[[noreturn]] void fail_no_network(const FunctionCall& call) {
  call.fail("Not a network address");
}

// The first and the last address that a host may have.
std::pair<Uint128, Uint128> usable(const IpNetwork& v) {
  if (v.is_pair() || v.is_single()) return {v.first(), v.last()};
  return {v.first() + 1, v.last() - 1};
}

std::string with_prefix(const IpNetwork& v) {
  return v.text();
}

std::string ip(const IpNetwork& v, Uint128 address) {
  return ip_text(v.version, address);
}

bool has_broadcast(const IpNetwork& v) {
  return v.version == 6 || v.bits() - v.prefix > 1;
}

bool is_host(const IpNetwork& v) {
  return v.value != v.first();
}

Value query_plain(const FunctionCall&, const Subject& s) {
  return text(s.is_network ? with_prefix(s.v) : s.v.address_text());
}
Value query_6to4(const FunctionCall&, const Subject& s) {
  const IpNetwork range = *read_ip_network("2002::/16");
  if (s.v.version == 6) {
    const bool fits = (!s.is_network || is_host(s.v)) && range.contains(s.v.at(s.v.value));
    return fits ? text(s.written) : Value::boolean(false);
  }
  if (!s.v.is_single() && !is_host(s.v)) return Value::boolean(false);
  const auto value = static_cast<std::uint32_t>(s.v.value);
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[value >> shift & 15U];
  return text("2002:" + digits.substr(0, 4) + ":" + digits.substr(4) + "::1/48");
}
Value query_address(const FunctionCall&, const Subject& s) {
  const bool is_address = s.v.is_single() || is_host(s.v) || !has_broadcast(s.v) || s.v.version == 6;
  return is_address ? text(s.v.address_text()) : none();
}
Value query_address_prefix(const FunctionCall&, const Subject& s) {
  const bool is_edge = !s.v.is_single() && !s.v.is_pair() && (s.v.value == s.v.first() || s.v.value == s.v.last());
  return is_edge ? Value::boolean(false) : text(with_prefix(s.v));
}
Value query_bool(const FunctionCall&, const Subject&) {
  return Value::boolean(true);
}
Value query_broadcast(const FunctionCall&, const Subject& s) {
  return s.v.is_single() || s.v.is_pair() ? none() : text(ip(s.v, s.v.last()));
}
Value query_cidr(const FunctionCall&, const Subject& s) {
  return text(with_prefix(s.v));
}
Value query_first_usable(const FunctionCall& call, const Subject& s) {
  if (!s.is_network) fail_no_network(call);
  return s.v.is_single() ? none() : text(ip(s.v, usable(s.v).first));
}
Value query_last_usable(const FunctionCall& call, const Subject& s) {
  if (!s.is_network) fail_no_network(call);
  return s.v.is_single() ? none() : text(ip(s.v, usable(s.v).second));
}
Value query_range_usable(const FunctionCall& call, const Subject& s) {
  if (!s.is_network) fail_no_network(call);
  if (s.v.is_single()) return none();
  return text(ip(s.v, usable(s.v).first) + "-" + ip(s.v, usable(s.v).second));
}
Value neighbour(const FunctionCall& call, const Subject& s, bool is_next) {
  if (!s.is_network) fail_no_network(call);
  if (s.v.is_single()) return none();
  const auto [first, last] = usable(s.v);
  const Uint128 address = is_next ? s.v.value + 1 : s.v.value - 1;
  return address < first || address > last ? none() : text(ip(s.v, address));
}
Value query_next_usable(const FunctionCall& call, const Subject& s) {
  return neighbour(call, s, true);
}
Value query_previous_usable(const FunctionCall& call, const Subject& s) {
  return neighbour(call, s, false);
}
Value query_peer(const FunctionCall& call, const Subject& s) {
  if (!s.is_network) fail_no_network(call);
  if (s.v.is_pair()) return text(ip(s.v, s.v.value ^ 1));
  if (s.v.bits() - s.v.prefix != 2) call.fail("Not a point-to-point network");
  if (s.v.value % 4 == 0) call.fail("Network address of /30 has no peer");
  if (s.v.value % 4 == 3) call.fail("Broadcast address of /30 has no peer");
  return text(ip(s.v, s.v.value ^ 3));
}
Value query_host(const FunctionCall&, const Subject& s) {
  return s.v.is_single() || is_host(s.v) || !has_broadcast(s.v) ? text(with_prefix(s.v)) : none();
}
Value query_hostmask(const FunctionCall&, const Subject& s) {
  return text(ip(s.v, s.v.host_mask()));
}
Value query_int(const FunctionCall&, const Subject& s) {
  if (!s.is_network) return number(s.v.value);
  return text(uint128_text(s.v.value) + "/" + std::to_string(s.v.prefix));
}
Value query_ip_prefix(const FunctionCall&, const Subject& s) {
  return s.v.is_pair() || (!s.v.is_single() && is_host(s.v)) ? text(with_prefix(s.v)) : none();
}
Value query_ip_netmask(const FunctionCall&, const Subject& s) {
  if (!s.v.is_pair() && (s.v.is_single() || !is_host(s.v))) return none();
  return text(s.v.address_text() + " " + ip(s.v, s.v.mask()));
}
Value query_ipv4(const FunctionCall&, const Subject& s) {
  if (s.v.version == 4) return text(s.written);
  const Uint128 high = s.v.value >> 32;
  if ((high != 0xFFFFU && high != 0) || s.v.prefix < 96) return Value::boolean(false);
  return text(IpNetwork{4, s.v.value & 0xFFFFFFFFU, s.v.prefix - 96}.text());
}
Value query_ipv6(const FunctionCall&, const Subject& s) {
  if (s.v.version == 6) return text(s.written);
  return text(IpNetwork{6, s.v.value | static_cast<Uint128>(0xFFFFU) << 32, s.v.prefix + 96}.text());
}
Value given_if(bool condition, const Subject& s) {
  return condition ? text(s.written) : none();
}
Value query_link_local(const FunctionCall&, const Subject& s) {
  return given_if(is_link_local(s.v.at(s.v.value)), s);
}
Value query_loopback(const FunctionCall&, const Subject& s) {
  return given_if(is_loopback(s.v.at(s.v.value)), s);
}
Value query_multicast(const FunctionCall&, const Subject& s) {
  return given_if(is_multicast(s.v), s);
}
Value query_unicast(const FunctionCall&, const Subject& s) {
  return given_if(!is_multicast(s.v), s);
}
Value query_private(const FunctionCall&, const Subject& s) {
  return given_if(is_private(s.v), s);
}
Value query_public(const FunctionCall&, const Subject& s) {
  const IpNetwork v = s.v.at(s.v.value);
  return given_if(!is_multicast(v) && !is_private(v) && !is_loopback(v) && !is_netmask(v) && !is_host_mask(v), s);
}
Value query_net(const FunctionCall&, const Subject& s) {
  return !s.v.is_single() && !is_host(s.v) ? text(with_prefix(s.v)) : none();
}
Value query_netmask(const FunctionCall&, const Subject& s) {
  return text(ip(s.v, s.v.mask()));
}
Value query_network(const FunctionCall&, const Subject& s) {
  return text(ip(s.v, s.v.first()));
}
Value query_network_netmask(const FunctionCall&, const Subject& s) {
  return text(ip(s.v, s.v.first()) + " " + ip(s.v, s.v.mask()));
}
Value query_network_wildcard(const FunctionCall&, const Subject& s) {
  return text(ip(s.v, s.v.first()) + " " + ip(s.v, s.v.host_mask()));
}
Value query_prefix(const FunctionCall&, const Subject& s) {
  return Value::integer(s.v.prefix);
}
Value query_revdns(const FunctionCall&, const Subject& s) {
  return text(reverse_dns(s.v));
}
BigInt size_of(const IpNetwork& v) {
  return BigInt(1).shift_left(static_cast<std::uint64_t>(v.bits() - v.prefix));
}
Value query_size(const FunctionCall&, const Subject& s) {
  return integer_value(size_of(s.v));
}
Value query_size_usable(const FunctionCall&, const Subject& s) {
  if (s.v.is_single()) return Value::integer(0);
  return s.v.is_pair() ? Value::integer(2) : integer_value(size_of(s.v) - BigInt(2));
}
Value query_subnet(const FunctionCall&, const Subject& s) {
  return text(with_prefix(s.v.cidr()));
}
Value query_type(const FunctionCall&, const Subject& s) {
  return text(s.v.is_single() || is_host(s.v) ? "address" : "network");
}
Value query_version(const FunctionCall&, const Subject& s) {
  return Value::integer(s.v.version);
}
Value query_wrap(const FunctionCall&, const Subject& s) {
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
    {"v4", query_ipv4},
    {"v6", query_ipv6},
    {"version", query_version},
    {"wildcard", query_hostmask},
    {"wrap", query_wrap},
};

// The address with that number in the network, counted from the end where it is negative.
std::optional<Uint128> nth_address(const IpNetwork& v, std::int64_t index) {
  const Uint128 last_index = v.last() - v.first();
  if (index >= 0) {
    const auto offset = static_cast<Uint128>(index);
    return offset > last_index ? std::nullopt : std::optional(v.first() + offset);
  }
  const auto back = static_cast<Uint128>(0 - static_cast<std::uint64_t>(index)) - 1;
  return back > last_index ? std::nullopt : std::optional(v.last() - back);
}

Value answer(const FunctionCall& call, const Subject& s, const std::string& query) {
  for (const NamedQuery& known : queries) {
    if (known.name == query) return known.query(call, s);
  }
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

bool is_list(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple;
}

Value ask(const FunctionCall& call, const Value& value, const std::string& query, int version) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  call.evaluator.note_sensitive(value);
  call.evaluator.require(value);
  if (is_list(value)) {
    List kept;
    for (const Value& item : value.as_list()) {
      Value found = ask(call, item, query, version);
      if (call.evaluator.truth(found)) kept.push_back(std::move(found));
    }
    return Value::list(std::move(kept));
  }
  if (value.kind() == Kind::boolean || !call.evaluator.truth(value)) return Value::boolean(false);
  const std::optional<Subject> subject = read_subject(call.evaluator.text(value), version);
  if (!subject || (version != 0 && subject->v.version != version)) return Value::boolean(false);
  return answer(call, *subject, query);
}

Value ask_typed(Call& base, int version) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string() && !is_list(call[0]) && !is_integer(call[0]) && call[0].kind() != Kind::boolean) {
    call.fail("Unrecognized type <<class '" + call.evaluator.type_name(call[0]) + "'>> for " +
              std::string(call.signature().name) + " filter <value>");
  }
  return ask(call, call[0], call.text(1), version);
}

Value ipaddr(Call& base) {
  FunctionCall& call = function_call(base);
  const std::int64_t version = call.set(2) ? call.number(2) : 0;
  return ask_typed(base, version == 4 || version == 6 ? static_cast<int>(version) : 0);
}
Value ipv4(Call& call) {
  return ask_typed(call, 4);
}
Value ipv6(Call& call) {
  return ask_typed(call, 6);
}

Value ipwrap(Call& base) {
  FunctionCall& call = function_call(base);
  const auto wrapped = [&](const Value& value) {
    call.evaluator.require(value);
    const std::optional<Subject> subject =
        value.is_string() ? read_subject(value.as_string(), 0) : std::optional<Subject>();
    return subject && !is_digits(value.as_string()) ? query_wrap(call, *subject) : value;
  };
  call.evaluator.note_sensitive(call[0]);
  if (!is_list(call[0])) return wrapped(call[0]);
  List items;
  for (const Value& item : call.items(0)) items.push_back(wrapped(item));
  return Value::list(std::move(items));
}

// The address as a network of its own, or the network without the bits of a host: what the reference computes with.
std::optional<IpNetwork> normal_network(const FunctionCall& call, std::size_t index) {
  call.evaluator.require(call[index]);
  const std::optional<Subject> subject = read_subject(call.text(index), 0);
  return subject ? std::optional(subject->v) : std::nullopt;
}

Value ipsubnet(Call& base) {
  FunctionCall& call = function_call(base);
  const std::optional<IpNetwork> given = normal_network(call, 0);
  if (!given) return Value::boolean(false);
  const IpNetwork v = given->cidr();
  const std::string query = call.text(1);
  if (query.empty()) return text(v.text());
  if (!is_digits(query)) {
    const std::optional<Subject> outer = read_subject(query, 0);
    if (!outer) call.fail("You must pass a valid subnet or IP address; " + query + " is invalid");
    const IpNetwork network = outer->v.cidr();
    if (!network.contains(v)) call.fail(v.text() + " is not in the subnet " + network.text());
    const Uint128 rank = (v.value - network.value) >> (v.bits() - v.prefix);
    return text((*BigInt::parse(uint128_text(rank)) + BigInt(1)).text());
  }
  const auto wanted = parse_loose_integer(query);
  if (!wanted || wanted.value > v.bits()) return Value::boolean(false);
  const int prefix = static_cast<int>(wanted.value);
  const bool has_index = call.set(2);
  const std::int64_t index = has_index ? call.number(2) : 0;
  if (v.is_single()) {
    // The networks that hold the address, from the widest asked for down to its neighbour.
    const std::int64_t count = v.bits() - prefix;
    const std::int64_t at = index < 0 ? index + count : index;
    if (at < 0 || at >= count) return Value::boolean(false);
    return text(IpNetwork{v.version, v.value, prefix + static_cast<int>(at)}.cidr().text());
  }
  if (prefix < v.prefix) {
    if (has_index) return Value::boolean(false);
    call.fail("Requested subnet size of " + query + " is invalid");
  }
  const BigInt count = BigInt(1).shift_left(static_cast<std::uint64_t>(prefix - v.prefix));
  if (!has_index) return text(count.text());
  BigInt at(index);
  if (index < 0) at = at + count;
  if (at.is_negative() || BigInt::compare(at, count) >= 0) return Value::boolean(false);
  const Uint128 offset = *read_uint128(at.text());
  const int shift = v.bits() - prefix;
  return text(IpNetwork{v.version, v.value + (shift == 128 ? 0 : offset << shift), prefix}.text());
}

Value nthhost(Call& base) {
  FunctionCall& call = function_call(base);
  const std::optional<IpNetwork> v = normal_network(call, 0);
  const std::string query = call.text(1);
  const auto index = parse_loose_integer(query);
  const auto address = v && index ? nth_address(*v, index.value) : std::nullopt;
  return address ? text(ip(*v, *address)) : Value::boolean(false);
}

Value ipmath(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string written = call.text(0);
  const auto v = written.find('/') == std::string::npos ? read_ip_address(written) : read_ip_network(written);
  if (!v) call.fail("You must pass a valid IP address; " + written + " is invalid");
  if (call[1].kind() != Kind::integer) {
    call.fail("You must pass an integer for arithmetic; " + call.evaluator.text(call[1]) + " is not a valid integer");
  }
  const std::int64_t amount = call[1].as_integer();
  const BigInt sum = *BigInt::parse(uint128_text(v->value)) + BigInt(amount);
  const IpNetwork all{v->version, 0, 0};
  const auto result = read_uint128(sum.text());
  if (!result || *result > all.last()) call.fail("result outside valid IP address boundary!");
  return text(ip(*v, *result));
}

// The networks of a list, which must all be some.
std::vector<IpNetwork> networks_of(const FunctionCall& call, const List& items) {
  std::vector<IpNetwork> networks;
  for (const Value& item : items) {
    call.context.budget.step();
    const std::string written = call.evaluator.text(item);
    const auto network = read_ip_network(written);
    if (!network) call.fail(std::string(call.signature().name) + ": error in netaddr: invalid IPNetwork " + written);
    networks.push_back(*network);
  }
  return networks;
}

Value cidr_merge(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call.evaluator.is_iterable(call[0])) {
    call.fail("cidr_merge: expected iterable, got " + call.evaluator.repr(call[0]));
  }
  const std::vector<IpNetwork> networks = networks_of(call, call.items(0));
  const std::string action = call.text(1, "merge");
  if (action == "merge") {
    List merged;
    for (const IpNetwork& network : merge_networks(networks)) merged.push_back(text(network.text()));
    return Value::list(std::move(merged));
  }
  if (action != "span") call.fail("cidr_merge: invalid action '" + action + "'");
  if (networks.empty()) return none();
  if (networks.size() == 1) return text(networks[0].text());
  const auto span = spanning_network(networks);
  if (!span) call.fail("cidr_merge: error in netaddr: IP sequence cannot contain both IPv4 and IPv6!");
  return text(span->text());
}

// Whether all of the inner network lies between two addresses of the outer one.
bool is_between(const IpNetwork& outer, std::pair<Uint128, Uint128> range, const std::optional<IpNetwork>& inner) {
  return inner && outer.version == inner->version && range.first <= inner->first() && inner->last() <= range.second;
}

Value network_in_network(Call& base) {
  FunctionCall& call = function_call(base);
  const auto outer = normal_network(call, 0);
  return Value::boolean(outer && is_between(*outer, {outer->first(), outer->last()}, normal_network(call, 1)));
}

Value network_in_usable(Call& base) {
  FunctionCall& call = function_call(base);
  const auto outer = normal_network(call, 0);
  return Value::boolean(outer && is_between(*outer, usable(*outer), normal_network(call, 1)));
}

Value reduce_on_network(Call& base) {
  FunctionCall& call = function_call(base);
  const auto network = normal_network(call, 1);
  List kept;
  for (const Value& item : call.items(0)) {
    call.context.budget.step();
    const auto subject = read_subject(call.evaluator.text(item), 0);
    if (subject && network && network->contains(subject->v)) kept.push_back(item);
  }
  return Value::list(std::move(kept));
}

Value nth_usable(Call& base, bool is_next) {
  FunctionCall& call = function_call(base);
  const auto v = normal_network(call, 0);
  if (!v) return Value::boolean(false);
  if (call[1].kind() != Kind::integer) call.fail("Must pass in an integer");
  if (v->is_single()) return none();
  const BigInt offset(call[1].as_integer());
  const BigInt start = *BigInt::parse(uint128_text(v->value));
  const auto address = read_uint128((is_next ? start + offset : start - offset).text());
  const auto [first, last] = usable(*v);
  return address && *address >= first && *address <= last ? text(ip(*v, *address)) : none();
}
Value next_nth_usable(Call& call) {
  return nth_usable(call, true);
}
Value previous_nth_usable(Call& call) {
  return nth_usable(call, false);
}

Value usable_range(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string written = call.text(0);
  const auto v = read_ip_network(written);
  const auto fail = [&](const std::string& what) {
    call.fail("Error while using plugin 'usable_range': " + written + " " + what);
  };
  if (!v) fail("does not appear to be an IPv4 or IPv6 network");
  if (is_host(*v)) fail("has host bits set");
  List addresses;
  for (Uint128 address = v->first();; ++address) {
    call.context.budget.step();
    addresses.push_back(text(ip(*v, address)));
    if (address == v->last()) break;
  }
  Map result;
  result.set("usable_ips", Value::list(std::move(addresses)));
  result.set("number_of_ips", integer_value(size_of(*v)));
  return Value::map(std::move(result));
}

Value ip4_hex(Call& base) {
  FunctionCall& call = function_call(base);
  const auto v = read_ip_address(call.text(0));
  if (!v || v->version != 4) call.fail("ip4_hex needs an IPv4 address, not " + quote(call.text(0)) + ".");
  const std::string delimiter = call.text(1);
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4) {
    digits += "0123456789abcdef"[static_cast<unsigned>(v->value >> shift & 15U)];
    if (shift % 8 == 0 && shift != 0) digits += delimiter;
  }
  return text(digits);
}

// ---- Hardware addresses

Value hwaddr(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string query = call.text(1);
  const std::string written = call.text(0);
  const std::string name(call.signature().name);
  const auto address = read_hardware_address(written);
  if (!address) {
    if (!query.empty() && query != "bool") call.fail(name + ": not a hardware address: " + written);
    return none();
  }
  if (query.empty()) return call[0];
  if (query == "bool") return Value::boolean(true);
  if (query == "int") return number(address->value);
  if (address->bits == 64) call.fail(name + ": the form \"" + query + "\" is for 48 bits, not for " + written);
  if (query == "bare") return text(address->text(100, "", true));
  if (query == "cisco") return text(address->text(4, ".", false));
  if (query == "linux") return text(address->text(2, ":", false));
  if (query == "pgsql" || query == "postgresql" || query == "psql") return text(address->text(6, ":", false));
  if (query == "eui48" || query == "win") return text(address->text(2, "-", true));
  if (query == "unix") {
    // Without zeros in front.
    std::string parts;
    const std::string whole = address->text(2, ":", false);
    for (const std::string_view part : Split(whole, ":")) {
      if (!parts.empty()) parts += ':';
      parts += part[0] == '0' ? part.substr(1) : part;
    }
    return text(parts);
  }
  call.fail(name + ": unknown filter type: " + query);
}

Value slaac(Call& base) {
  FunctionCall& call = function_call(base);
  const auto v = normal_network(call, 0);
  const auto mac = read_hardware_address(call.text(1));
  if (!v || v->version != 6 || !mac) return Value::boolean(false);
  std::uint64_t id = mac->value;
  if (mac->bits == 48) id = (id >> 24) << 40 | 0xFFFE000000ULL | (id & 0xFFFFFFULL);
  id ^= 0x0200000000000000ULL;
  return text(ip(*v, v->first() + id));
}

constexpr Example ipaddr_examples[] = {
    {"{{ '192.168.1.5/24' | ipaddr('network') }} {{ 'x' | ipaddr }}", "", R"("192.168.1.0 False")", in_ansible},
    {"{{ ['10.0.0.1', 'x', '::1'] | ipaddr }}", "", R"("['10.0.0.1', '::1']")", in_ansible},
    {"{{ '192.168.0.0/24' | ipaddr('-1') }} {{ '10.1.2.3' | ipaddr('10.0.0.0/8') }}", "",
     R"("192.168.0.255/24 10.1.2.3")", in_ansible}};
constexpr Example ipv4_examples[] = {{"{{ ['1.2.3.4', '::1'] | ipv4 }}", "", R"("['1.2.3.4']")", in_ansible}};
constexpr Example ipv6_examples[] = {{"{{ ['1.2.3.4', '::1'] | ipv6 }}", "", R"("['::1']")", in_ansible}};
constexpr Example ipwrap_examples[] = {{"{{ '::1' | ipwrap }} {{ 'host' | ipwrap }}", "", R"("[::1] host")", in_ansible}};
constexpr Example ipsubnet_examples[] = {
    {"{{ '192.168.0.0/16' | ipsubnet(20) }} {{ '192.168.0.0/16' | ipsubnet(20, -1) }}", "",
     R"("16 192.168.240.0/20")", in_ansible}};
constexpr Example nthhost_examples[] = {{"{{ '192.168.1.0/24' | nthhost(10) }}", "", R"("192.168.1.10")", in_ansible}};
constexpr Example ipmath_examples[] = {{"{{ '10.1.1.0' | ipmath(-1) }}", "", R"("10.1.0.255")", in_ansible}};
constexpr Example cidr_merge_examples[] = {
    {"{{ ['192.168.0.0/25', '192.168.0.128/25'] | cidr_merge }}", "", R"("['192.168.0.0/24']")", in_ansible},
    {"{{ ['10.0.0.0/24', '10.0.3.0/24'] | cidr_merge('span') }}", "", R"("10.0.0.0/22")", in_ansible}};
constexpr Example network_in_network_examples[] = {
    {"{{ '192.168.0.0/24' | network_in_network('192.168.0.5') }}", "", R"("True")", in_ansible}};
constexpr Example network_in_usable_examples[] = {
    {"{{ '192.168.0.0/24' | network_in_usable('192.168.0.255') }}", "", R"("False")", in_ansible}};
constexpr Example reduce_on_network_examples[] = {
    {"{{ ['192.168.0.3', '10.0.0.1'] | reduce_on_network('192.168.0.0/24') }}", "", R"("['192.168.0.3']")", in_ansible}};
constexpr Example next_nth_usable_examples[] = {
    {"{{ '192.168.122.1/24' | next_nth_usable(2) }}", "", R"("192.168.122.3")", in_ansible}};
constexpr Example previous_nth_usable_examples[] = {
    {"{{ '192.168.122.10/24' | previous_nth_usable(2) }}", "", R"("192.168.122.8")", in_ansible}};
constexpr Example usable_range_examples[] = {
    {"{{ ('10.0.0.0/30' | ansible.utils.usable_range).usable_ips }}", "",
     R"("['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3']")", in_ansible}};
constexpr Example ip4_hex_examples[] = {{"{{ '1.2.3.4' | ansible.utils.ip4_hex }}", "", R"("01020304")", in_ansible}};
constexpr Example hwaddr_examples[] = {
    {"{{ '1a:2b:3c:4d:5e:6f' | hwaddr('cisco') }}", "", R"("1a2b.3c4d.5e6f")", in_ansible},
    {"{{ 'x' | hwaddr('unix') }}", "", "error", in_ansible}};
constexpr Example slaac_examples[] = {
    {"{{ 'fdcf:1894:23b5::/64' | slaac('c2:31:b3:83:bf:2b') }}", "", R"("fdcf:1894:23b5:0:c031:b3ff:fe83:bf2b")",
     in_ansible}};

constexpr std::string_view ipaddr_aliases[] = {"ansible.utils.ipaddr", "ansible.netcommon.ipaddr"};
constexpr std::string_view ipv4_aliases[] = {"ansible.utils.ipv4", "ansible.netcommon.ipv4"};
constexpr std::string_view ipv6_aliases[] = {"ansible.utils.ipv6", "ansible.netcommon.ipv6"};
constexpr std::string_view ipwrap_aliases[] = {"ansible.utils.ipwrap", "ansible.netcommon.ipwrap"};
constexpr std::string_view ipsubnet_aliases[] = {"ansible.utils.ipsubnet", "ansible.netcommon.ipsubnet"};
constexpr std::string_view nthhost_aliases[] = {"ansible.utils.nthhost", "ansible.netcommon.nthhost"};
constexpr std::string_view ipmath_aliases[] = {"ansible.utils.ipmath", "ansible.netcommon.ipmath"};
constexpr std::string_view cidr_merge_aliases[] = {"ansible.utils.cidr_merge", "ansible.netcommon.cidr_merge"};
constexpr std::string_view network_in_network_aliases[] = {"ansible.utils.network_in_network",
                                                           "ansible.netcommon.network_in_network"};
constexpr std::string_view network_in_usable_aliases[] = {"ansible.utils.network_in_usable",
                                                          "ansible.netcommon.network_in_usable"};
constexpr std::string_view reduce_on_network_aliases[] = {"ansible.utils.reduce_on_network",
                                                          "ansible.netcommon.reduce_on_network"};
constexpr std::string_view next_nth_usable_aliases[] = {"ansible.utils.next_nth_usable",
                                                        "ansible.netcommon.next_nth_usable"};
constexpr std::string_view previous_nth_usable_aliases[] = {"ansible.utils.previous_nth_usable",
                                                            "ansible.netcommon.previous_nth_usable"};
constexpr std::string_view hwaddr_aliases[] = {"ansible.utils.hwaddr", "ansible.netcommon.hwaddr", "macaddr",
                                               "ansible.utils.macaddr", "ansible.netcommon.macaddr"};
constexpr std::string_view slaac_aliases[] = {"ansible.utils.slaac", "ansible.netcommon.slaac"};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "ipaddr(value: any, query: string = '', version: integer = null, alias: string = 'ipaddr') -> any",
     .summary = "An address or network, or what a query asks of it; false for anything else.",
     .details = "Of a list, those that are. Queries: `address`, `network`, `netmask`, `prefix`, `broadcast`, `subnet`, "
                "`size`, `type`, `version`, `private`, `public`, `revdns` and more; a number gives the nth address, a "
                "network asks whether the address is in it.",
     .aliases = ipaddr_aliases,
     .examples = ipaddr_examples,
     .call = ipaddr},
    {.kind = ansible_filter,
     .signature = "ipv4(value: any, query: string = '') -> any",
     .summary = "As `ipaddr`, but only for IPv4.",
     .aliases = ipv4_aliases,
     .examples = ipv4_examples,
     .call = ipv4},
    {.kind = ansible_filter,
     .signature = "ipv6(value: any, query: string = '') -> any",
     .summary = "As `ipaddr`, but only for IPv6.",
     .aliases = ipv6_aliases,
     .examples = ipv6_examples,
     .call = ipv6},
    {.kind = ansible_filter,
     .signature = "ipwrap(value: any, query: string = '') -> any",
     .summary = "Puts IPv6 addresses in brackets, and leaves all else.",
     .aliases = ipwrap_aliases,
     .examples = ipwrap_examples,
     .call = ipwrap},
    {.kind = ansible_filter,
     .signature = "ipsubnet(value: any, query: any = '', index: integer = null) -> any",
     .summary = "How many subnets of a size there are, the one with an index, or the number of this one in a network.",
     .aliases = ipsubnet_aliases,
     .examples = ipsubnet_examples,
     .call = ipsubnet},
    {.kind = ansible_filter,
     .signature = "nthhost(value: any, query: integer = '') -> any",
     .summary = "The nth address of a network.",
     .aliases = nthhost_aliases,
     .examples = nthhost_examples,
     .call = nthhost},
    {.kind = ansible_filter,
     .signature = "ipmath(value: string, amount: integer) -> string",
     .summary = "The address that comes so many after this one.",
     .aliases = ipmath_aliases,
     .examples = ipmath_examples,
     .call = ipmath},
    {.kind = ansible_filter,
     .signature = "cidr_merge(value: list, action: string = 'merge') -> any",
     .summary = "The fewest networks that cover the same addresses, or with `span` the one that covers all.",
     .aliases = cidr_merge_aliases,
     .examples = cidr_merge_examples,
     .call = cidr_merge},
    {.kind = ansible_filter,
     .signature = "network_in_network(value: any, test: any) -> boolean",
     .summary = "Whether an address or network lies in this network.",
     .aliases = network_in_network_aliases,
     .examples = network_in_network_examples,
     .call = network_in_network},
    {.kind = ansible_filter,
     .signature = "network_in_usable(value: any, test: any) -> boolean",
     .summary = "Whether an address or network lies among those that hosts of this network may have.",
     .aliases = network_in_usable_aliases,
     .examples = network_in_usable_examples,
     .call = network_in_usable},
    {.kind = ansible_filter,
     .signature = "reduce_on_network(value: list, network: any) -> list",
     .summary = "The addresses of a list that lie in a network.",
     .aliases = reduce_on_network_aliases,
     .examples = reduce_on_network_examples,
     .call = reduce_on_network},
    {.kind = ansible_filter,
     .signature = "next_nth_usable(value: any, offset: integer) -> any",
     .summary = "The usable address that comes so many after this one.",
     .aliases = next_nth_usable_aliases,
     .examples = next_nth_usable_examples,
     .call = next_nth_usable},
    {.kind = ansible_filter,
     .signature = "previous_nth_usable(value: any, offset: integer) -> any",
     .summary = "The usable address that comes so many before this one.",
     .aliases = previous_nth_usable_aliases,
     .examples = previous_nth_usable_examples,
     .call = previous_nth_usable},
    {.kind = ansible_filter,
     .signature = "ansible.utils.usable_range(value: string) -> map",
     .summary = "All addresses of a network, and how many they are.",
     .examples = usable_range_examples,
     .call = usable_range},
    {.kind = ansible_filter,
     .signature = "ansible.utils.ip4_hex(value: string, delimiter: string = '') -> string",
     .summary = "An IPv4 address in hexadecimal digits.",
     .examples = ip4_hex_examples,
     .call = ip4_hex},
    {.kind = ansible_filter,
     .signature = "hwaddr(value: any, query: string = '') -> any",
     .summary = "A hardware address, in the form that a query asks for; none for anything else.",
     .details = "Queries: `bare`, `bool`, `cisco`, `eui48`, `int`, `linux`, `pgsql`, `unix`, `win`.",
     .aliases = hwaddr_aliases,
     .examples = hwaddr_examples,
     .call = hwaddr},
    {.kind = ansible_filter,
     .signature = "slaac(value: any, query: string = '') -> any",
     .summary = "The IPv6 address that a hardware address gets in a network.",
     .aliases = slaac_aliases,
     .examples = slaac_examples,
     .call = slaac},
};

}  // namespace

std::span<const Function> ansible_network_filters() {
  return all;
}

}  // namespace evalground::jinja2
