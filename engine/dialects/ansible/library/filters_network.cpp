// Filters of network addresses: ipaddr with its queries, and the filters based on it (collections ansible.utils and
// ansible.netcommon).
//
// Results follow the reference even where it is inconsistent. Each filter reports a wrong input in its own way: false,
// none, an empty list or an error. The arithmetic is in data/ip_address.cpp, the queries of ipaddr in
// data/ip_queries.cpp.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/data/ip_address.hpp"
#include "dialects/ansible/data/ip_queries.hpp"
#include "dialects/ansible/library/network_arguments.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"
#include "value/python_text.hpp"

namespace evalground::ansible {
namespace filters_network_family {
namespace {

Value text(std::string_view words) {
  return Value::string(words);
}

Value none() {
  return Value::null();
}

// By way of text, because an IPv6 address exceeds 64 bits and then becomes a long integer.
Value number(Uint128 value) {
  return *integer_value(uint128_text(value), 10, false);
}

bool is_digits(std::string_view words) {
  return !words.empty() && words.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string ip(const IpNetwork& v, Uint128 address) {
  return ip_text(v.version, address);
}

// Python lists and tuples, whose items a filter is applied to one by one.
bool is_list(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple;
}

// Applies a query to a value. In a list the items without an answer are dropped. Booleans, floats and false values
// never are addresses.
//   ['10.0.0.1', 'x', '::1'] | ipaddr      -> ['10.0.0.1', '::1']
//   '192.168.1.5/24' | ipaddr('network')   -> '192.168.1.0'
//   'x' | ipaddr                           -> false
// Version 0 means both.
Value ask(const FunctionCall& call, const Value& value, const std::string& query, std::int64_t version) {
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
  const bool is_none = value.kind() == Kind::boolean || value.kind() == Kind::real || !call.evaluator.truth(value);
  if (is_none) return Value::boolean(false);
  const bool is_version = version == 4 || version == 6;
  const std::string written = call.evaluator.text(value);
  if (version != 0 && !is_version && is_digits(written)) {
    call.fail("A number is an address of version 4 or 6, not " + std::to_string(version));
  }
  const std::optional<IpSubject> subject = read_ip_subject(written, is_version ? static_cast<int>(version) : 0);
  if (!subject || (version != 0 && subject->v.version != version)) return Value::boolean(false);
  return answer_ip_query(call, *subject, query);
}

// The reference checks the type of its input before anything else, with a message that doubles the angle brackets. A
// boolean passes this check, but ask() answers false for it.
Value ask_typed(Call& base, std::int64_t version) {
  FunctionCall& call = function_call(base);
  require_all(call, call[0]);
  require_all(call, call[1]);
  if (!call[0].is_string() && !call[0].is_list() && !is_integer(call[0]) && call[0].kind() != Kind::boolean) {
    call.fail("Unrecognized type <<class '" + call.evaluator.type_name(call[0]) + "'>> for " +
              std::string(call.signature().name) + " filter <value>");
  }
  return ask(call, call[0], call.text(1), version);
}

Value ipaddr(Call& base) {
  return ask_typed(base, integer_of(function_call(base), 2).value_or(0));
}
Value ipv4(Call& call) {
  return ask_typed(call, 4);
}
Value ipv6(Call& call) {
  return ask_typed(call, 6);
}

// Puts an IPv6 address in brackets. An IPv4 address is returned unchanged, and an integer becomes a network.
Value wrapped(const FunctionCall& call, const Value& value) {
  if (is_list(value)) return call.evaluator.truth(ask(call, value, "", 0)) ? ask(call, value, "wrap", 0) : value;
  if (!value.is_string() && !is_integer(value)) return value;
  const std::string written = call.evaluator.text(value);
  const std::optional<IpSubject> subject = read_ip_subject(written, 0);
  if (!subject || !call.evaluator.truth(answer_ip_query(call, *subject, ""))) return value;
  if (subject->v.version == 6) return answer_ip_query(call, *subject, "wrap");
  return is_digits(written) ? text(subject->v.text()) : value;
}

//   '::1' | ipwrap   -> '[::1]'
//   'host' | ipwrap  -> 'host'
// It is meant for lists that mix host names and addresses, so an item that is not an address stays unchanged.
Value ipwrap(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.note_sensitive(call[0]);
  require_all(call, call[0]);
  if (!call[0].is_string() && !call[0].is_list() && call[0].kind() != Kind::boolean) {
    call.fail("Unrecognized type <<class '" + call.evaluator.type_name(call[0]) + "'>> for ipwrap filter <value>");
  }
  const std::string query = call.text(2);
  // If the query fails, the value is returned unchanged.
  return recover(
      [&] {
        if (!call[0].is_list()) {
          // The query is applied to its own result once more, which converts a netmask to a prefix length.
          const Value found = ask(call, call[0], query, 0);
          if (!call.evaluator.truth(found)) return call[0];
          return found.kind() == Kind::boolean ? Value::boolean(false) : wrapped(call, found);
        }
        List items;
        for (const Value& item : call.items(0)) {
          const bool is_asked = call.evaluator.truth(item) && !query.empty();
          const bool is_found = is_asked ? call.evaluator.truth(ask(call, item, query, 0)) : call.evaluator.truth(item);
          items.push_back(is_found ? wrapped(call, item) : item);
        }
        return Value::list(std::move(items));
      },
      [&](const Error&) { return call[0]; });
}

// The argument as the reference uses it: an address becomes a network of one address.
std::optional<IpNetwork> normal_network(const FunctionCall& call, std::size_t index) {
  require_all(call, call[index]);
  const std::optional<IpSubject> subject = read_ip_subject(call.text(index), 0);
  return subject ? std::optional(subject->v) : std::nullopt;
}

// The place of a network among those of its size within another, which it must be in.
//   '192.168.144.16/20' | ipsubnet('192.168.0.0/16') -> '10'
// The rank counts from 1. It is computed as a long integer, because the rank of the last IPv6 address exceeds 128 bits.
Value rank_within(FunctionCall& call, const IpNetwork& v, const std::string& query) {
  const std::optional<IpSubject> outer = read_ip_subject(query, 0);
  if (!outer) call.fail("You must pass a valid subnet or IP address; " + query + " is invalid");
  const IpNetwork network = outer->v.cidr();
  if (!network.contains(v)) call.fail(v.text() + " is not in the subnet " + network.text());
  const Uint128 rank = (v.value - network.value) >> (v.bits() - v.prefix);
  return text((*BigInt::parse(uint128_text(rank)) + BigInt(1)).text());
}

// Chooses one of the networks that hold an address by its index, from the widest wanted one down to its neighbour. The
// reference checks the index against other limits.
Value network_around(FunctionCall& call, const IpNetwork& v, int prefix, std::optional<std::int64_t> chosen) {
  const std::int64_t count = v.bits() - prefix;
  const std::int64_t index = chosen.value_or(0);
  if (chosen && (index > (v.bits() + 1) / 2 || index < -count)) return Value::boolean(false);
  const std::int64_t at = index < 0 ? index + count : index;
  if (at < 0 || at >= count) call.fail("list index out of range", "index-error");
  return text(IpNetwork{v.version, v.value, prefix + static_cast<int>(at)}.cidr().text());
}

// Of the subnets of a size the one at an index; without an index their number.
// The number may be 2 to the power of 128, so it is a long integer. A shift of a Uint128 by 128 is undefined, hence the
// test: a subnet with prefix 0 has only the offset 0.
Value subnet_of(const IpNetwork& v, int prefix, std::optional<std::int64_t> chosen) {
  const BigInt count = BigInt(1).shift_left(static_cast<std::uint64_t>(prefix - v.prefix));
  if (!chosen) return text(count.text());
  BigInt at(*chosen);
  if (*chosen < 0) at = at + count;
  if (at.is_negative() || BigInt::compare(at, count) >= 0) return Value::boolean(false);
  const Uint128 offset = *read_uint128(at.text());
  const int shift = v.bits() - prefix;
  return text(IpNetwork{v.version, v.value + (shift == 128 ? 0 : offset << shift), prefix}.text());
}

// The reference answers four questions with one filter. The query and the kind of value decide which:
//   '192.168.5.1/16' | ipsubnet                       -> '192.168.0.0/16'    the network itself
//   '192.168.0.0/16' | ipsubnet(20)                   -> '16'                how many subnets fit
//   '192.168.0.0/16' | ipsubnet(20, -1)               -> '192.168.240.0/20'  one of them
//   '192.168.144.5/20' | ipsubnet('192.168.0.0/16')   -> '10'                the rank within a network
// For a single address the second form asks for the networks around it instead.
Value ipsubnet(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string query = words_of(call, 1);
  const std::optional<std::int64_t> chosen = integer_of(call, 2);
  const std::optional<IpNetwork> given = normal_network(call, 0);
  if (!given) return Value::boolean(false);
  const IpNetwork v = given->cidr();
  if (query.empty()) return text(v.text());
  if (!is_digits(query)) return rank_within(call, v, query);
  const auto wanted = parse_loose_integer(query);
  if (!wanted || wanted.value > v.bits()) return Value::boolean(false);
  const int prefix = static_cast<int>(wanted.value);
  if (v.is_single()) return network_around(call, v, prefix, chosen);
  if (prefix >= v.prefix) return subnet_of(v, prefix, chosen);
  // The reference counts a part of a subnet, of which the first is there.
  if (!chosen) call.fail("Requested subnet size of " + query + " is invalid");
  return *chosen == 0 ? text(IpNetwork{v.version, v.value, prefix}.text()) : Value::boolean(false);
}

// '192.168.1.0/24' | nthhost(10) -> '192.168.1.10'. A negative index counts from the last address. If it is too small,
// it fails, while an index that is too large gives false.
Value nthhost(Call& base) {
  FunctionCall& call = function_call(base);
  for (const std::size_t index : {0U, 1U}) {
    if (const Value* undefined = call.evaluator.find_undefined(call[index])) require_all(call, *undefined);
  }
  const std::optional<IpNetwork> v = normal_network(call, 0);
  const std::string query = call.text(1);
  const auto index = parse_loose_integer(query);
  const auto address = v && index ? nth_address(*v, index.value) : std::nullopt;
  if (v && index && index.value < 0 && !address) call.fail("index out range for address range size!", "index-error");
  return address ? text(ip(*v, *address)) : Value::boolean(false);
}

// '10.1.1.0' | ipmath(-1) -> '10.1.0.255'. The sum may be negative or exceed 128 bits, so it is computed as a long
// integer and then compared with the last address of the version.
Value ipmath(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string written = call.text(0);
  const std::optional<Value> amount = whole_number(call, 1);
  const auto v = written.find('/') == std::string::npos ? read_loose_ip_address(written) : read_ip_network(written);
  if (!v) call.fail("You must pass a valid IP address; " + written + " is invalid");
  if (!amount) call.fail("You must pass an integer for arithmetic; None is not a valid integer");
  const BigInt sum = *BigInt::parse(uint128_text(v->value)) + big_integer_of(*amount);
  const IpNetwork all{v->version, 0, 0};
  const auto result = read_uint128(sum.text());
  if (!result || *result > all.last()) call.fail("result outside valid IP address boundary!");
  return text(ip(*v, *result));
}

// The networks of a list. Fails for an item that is not a network.
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

//   ['192.168.0.0/25', '192.168.0.128/25'] | cidr_merge      -> ['192.168.0.0/24']
//   ['10.0.0.0/24', '10.0.3.0/24'] | cidr_merge('span')      -> '10.0.0.0/22'
// A span may cover addresses that are in no network of the list. A merge never does.
Value cidr_merge(Call& base) {
  FunctionCall& call = function_call(base);
  const std::vector<IpNetwork> networks = networks_of(call, list_of(call, 0));
  const std::string action = call.text(1);
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

// The first and the last address of a network. As in the reference the addresses are compared as plain numbers without
// regard to the version. A network of two addresses counts only its first, and an invalid network is 0.
using AddressRange = std::pair<Uint128, Uint128>;

AddressRange address_range(const std::optional<IpNetwork>& network) {
  if (!network) return {0, 0};
  return {network->first(), network->is_pair() ? network->first() : network->last()};
}

Value is_within(const AddressRange& inner, const AddressRange& outer) {
  return Value::boolean(outer.first <= inner.first && inner.first <= outer.second && outer.first <= inner.second &&
                        inner.second <= outer.second);
}

Value network_in_network(Call& base) {
  FunctionCall& call = function_call(base);
  const auto outer = normal_network(call, 0);
  const auto inner = call.set(1) ? normal_network(call, 1) : std::nullopt;
  return is_within(address_range(inner), address_range(outer));
}

Value network_in_usable(Call& base) {
  FunctionCall& call = function_call(base);
  const auto outer = normal_network(call, 0);
  const auto inner = call.set(1) ? normal_network(call, 1) : std::nullopt;
  return is_within(address_range(inner), outer ? usable_addresses(*outer) : AddressRange());
}

Value reduce_on_network(Call& base) {
  FunctionCall& call = function_call(base);
  const List items = list_of(call, 0);
  const AddressRange network = address_range(call.set(1) ? normal_network(call, 1) : std::nullopt);
  List kept;
  for (const Value& item : items) {
    call.context.budget.step();
    const std::string address = call.evaluator.text(item);
    const auto subject = read_ip_subject(trim(address), 0);
    const AddressRange range = address_range(subject ? std::optional(subject->v) : std::nullopt);
    if (is_within(range, network).as_boolean()) kept.push_back(text(address));
  }
  return Value::list(std::move(kept));
}

// '192.168.122.1/24' | next_nth_usable(2) -> '192.168.122.3'. It counts from the given address, not from the start of
// its network, and gives none outside of the usable addresses.
Value nth_usable(Call& base, bool is_next) {
  FunctionCall& call = function_call(base);
  const std::optional<std::int64_t> distance = integer_of(call, 1);
  const auto v = normal_network(call, 0);
  if (!v) return Value::boolean(false);
  if (!distance || call[1].kind() == Kind::boolean) call.fail("Must pass in an integer");
  if (v->is_single()) return none();
  const BigInt offset(*distance);
  const BigInt start = *BigInt::parse(uint128_text(v->value));
  const auto address = read_uint128((is_next ? start + offset : start - offset).text());
  const auto [first, last] = usable_addresses(*v);
  return address && *address >= first && *address <= last ? text(ip(*v, *address)) : none();
}
Value next_nth_usable(Call& call) {
  return nth_usable(call, true);
}
Value previous_nth_usable(Call& call) {
  return nth_usable(call, false);
}

// In spite of its name it lists all addresses, also those of the network and of the broadcast: '10.0.0.0/30' -> 4. Each
// address costs a step, so a wide network ends at the limit instead of filling the memory.
Value usable_range(Call& base) {
  FunctionCall& call = function_call(base);
  require_all(call, call[0]);
  if (!call[0].is_string()) {
    call.fail("Error while using plugin 'usable_range': not expecting type '<class '" +
              call.evaluator.type_name(call[0]) + "'>'");
  }
  const std::string written = call.text(0);
  const auto v = read_ip_network(written);
  const auto fail = [&](const std::string& what) {
    call.fail("Error while using plugin 'usable_range': " + written + " " + what);
  };
  // The reference uses Python's ipaddress here, which rejects abbreviated addresses.
  const bool is_whole = read_ip_address(std::string_view(written).substr(0, written.find('/'))).has_value();
  if (!v || !is_whole) fail("does not appear to be an IPv4 or IPv6 network");
  if (v->value != v->first()) fail("has host bits set");
  List addresses;
  for (Uint128 address = v->first();; ++address) {
    call.context.budget.step();
    addresses.push_back(text(ip(*v, address)));
    if (address == v->last()) break;
  }
  Map result;
  result.set("usable_ips", Value::list(std::move(addresses)));
  result.set("number_of_ips", integer_value(network_size(*v)));
  return Value::map(std::move(result));
}

// Formats the first four numbers between dots with "{:02x}", without checking their range: "192.168.1.5" -> "c0a80105".
Value ip4_hex(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string written = call.text(0);
  std::vector<std::string> parts;
  for (const std::string_view part : Split(written, ".")) {
    call.context.budget.step();
    const auto number = parse_loose_integer(part);
    if (!number)
      call.fail("invalid literal for int() with base 10: " + python_repr(Value::string(part), call.context.budget));
    std::string digits = BigInt(number.value).text(16);
    if (digits.size() < 2) digits.insert(0, "0");
    parts.push_back(std::move(digits));
  }
  if (parts.size() < 4) call.fail("ip4_hex needs four numbers, not " + quote(written) + ".");
  const std::string delimiter = call.text(1);
  return text(parts[0] + delimiter + parts[1] + delimiter + parts[2] + delimiter + parts[3]);
}

// ---- Hardware addresses

// '1a:2b:3c:4d:5e:6f' | hwaddr('cisco') -> '1a2b.3c4d.5e6f'. A wrong address gives none without a query or with 'bool',
// and fails with any other query.
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
  if (query.empty()) return text(written);
  if (query == "bool") return Value::boolean(true);
  if (query == "int") return number(address->value);
  if (address->bits == 64) call.fail(name + ": the form \"" + query + "\" is for 48 bits, not for " + written);
  if (query == "bare") return text(address->text(100, "", true));
  if (query == "cisco") return text(address->text(4, ".", false));
  if (query == "linux") return text(address->text(2, ":", false));
  if (query == "pgsql" || query == "postgresql" || query == "psql") return text(address->text(6, ":", false));
  if (query == "eui48" || query == "win") return text(address->text(2, "-", true));
  if (query == "unix") {
    // Unix notation omits leading zeros.
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

// RFC 4291: an EUI-48 becomes an EUI-64 by inserting FFFE in the middle, and bit 7 is inverted.
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
constexpr Example ipwrap_examples[] = {
    {"{{ '::1' | ipwrap }} {{ 'host' | ipwrap }}", "", R"("[::1] host")", in_ansible}};
constexpr Example ipsubnet_examples[] = {
    {"{{ '192.168.0.0/16' | ipsubnet(20) }} {{ '192.168.0.0/16' | ipsubnet(20, -1) }}", "", R"("16 192.168.240.0/20")",
     in_ansible}};
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
    {"{{ ['192.168.0.3', '10.0.0.1'] | reduce_on_network('192.168.0.0/24') }}", "", R"("['192.168.0.3']")",
     in_ansible}};
constexpr Example next_nth_usable_examples[] = {
    {"{{ '192.168.122.1/24' | next_nth_usable(2) }}", "", R"("192.168.122.3")", in_ansible}};
constexpr Example previous_nth_usable_examples[] = {
    {"{{ '192.168.122.10/24' | previous_nth_usable(2) }}", "", R"("192.168.122.8")", in_ansible}};
constexpr Example usable_range_examples[] = {{"{{ ('10.0.0.0/30' | ansible.utils.usable_range).usable_ips }}", "",
                                              R"("['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3']")", in_ansible}};
constexpr Example ip4_hex_examples[] = {{"{{ '1.2.3.4' | ansible.utils.ip4_hex }}", "", R"("01020304")", in_ansible}};
constexpr Example hwaddr_examples[] = {
    {"{{ '1a:2b:3c:4d:5e:6f' | hwaddr('cisco') }}", "", R"("1a2b.3c4d.5e6f")", in_ansible},
    {"{{ 'x' | hwaddr('unix') }}", "", "error", in_ansible}};
constexpr Example slaac_examples[] = {{"{{ 'fdcf:1894:23b5::/64' | slaac('c2:31:b3:83:bf:2b') }}", "",
                                       R"("fdcf:1894:23b5:0:c031:b3ff:fe83:bf2b")", in_ansible}};

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
constexpr std::string_view hwaddr_aliases[] = {"ansible.utils.hwaddr", "ansible.netcommon.hwaddr",
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
     .signature = "ipwrap(value: any, *ignored: any, query: string = '') -> any",
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
     .signature = "network_in_network(value: any, test: any = null) -> boolean",
     .summary = "Whether an address or network lies in this network.",
     .aliases = network_in_network_aliases,
     .examples = network_in_network_examples,
     .call = network_in_network},
    {.kind = ansible_filter,
     .signature = "network_in_usable(value: any, test: any = null) -> boolean",
     .summary = "Whether an address or network lies among those that hosts of this network may have.",
     .aliases = network_in_usable_aliases,
     .examples = network_in_usable_examples,
     .call = network_in_usable},
    {.kind = ansible_filter,
     .signature = "reduce_on_network(value: list, network: any = null) -> list",
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
}  // namespace filters_network_family

std::span<const Function> ansible_network_filters() {
  using namespace filters_network_family;
  return all;
}

}  // namespace evalground::ansible
