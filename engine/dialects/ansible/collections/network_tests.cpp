// Tests of ansible.utils for addresses and networks. They follow Python's ipaddress, which is stricter than netaddr, on
// which the filters are based: no address with a missing part, and no network with bits of a host.
#include <algorithm>
#include <iterator>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/data/ip_address.hpp"
#include "dialects/ansible/runtime/families.hpp"

namespace evalground::ansible {
namespace network_tests_family {
namespace {

// ---- reading

// An address, of IPv6 also with a scope: "fe80::1%eth0".
std::optional<IpNetwork> strict_address(std::string_view text) {
  const std::size_t percent = text.find('%');
  if (percent == std::string_view::npos) return read_ip_address(text);
  const std::string_view scope = text.substr(percent + 1);
  if (scope.empty() || scope.find('%') != std::string_view::npos) return std::nullopt;
  const std::optional<IpNetwork> address = read_ip_address(text.substr(0, percent));
  return address && address->version == 6 ? address : std::nullopt;
}

// The length of a prefix: digits, or for IPv4 a netmask or host mask.
std::optional<int> prefix_length(std::string_view text, int version) {
  const int most = version == 4 ? 32 : 128;
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit)) {
    const auto number = parse_digits(trim_start(text, "0").empty() ? "0" : trim_start(text, "0"), 10, false);
    if (!number || number.value > most) return std::nullopt;
    return static_cast<int>(number.value);
  }
  if (version == 6) return std::nullopt;
  const std::optional<IpNetwork> mask = read_ip_address(text);
  if (!mask || mask->version != 4) return std::nullopt;
  for (const bool is_host_mask : {false, true}) {
    for (int prefix = 0; prefix <= most; ++prefix) {
      const IpNetwork network{4, 0, prefix};
      if ((is_host_mask ? network.host_mask() : network.mask()) == mask->value) return prefix;
    }
  }
  return std::nullopt;
}

// A network without bits of a host. An address is a network of one address.
std::optional<IpNetwork> strict_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  std::optional<IpNetwork> network = strict_address(text.substr(0, slash));
  if (!network || slash == std::string_view::npos) return network;
  const std::optional<int> prefix = prefix_length(text.substr(slash + 1), network->version);
  if (!prefix) return std::nullopt;
  network->prefix = *prefix;
  return network->first() == network->value ? network : std::nullopt;
}

// Only a text can be an address.
std::string text_argument(const FunctionCall& call, std::size_t index) {
  call.evaluator.note_sensitive(call[index]);
  call.evaluator.require(call[index]);
  return call[index].is_string() ? call.text(index) : std::string();
}
std::optional<IpNetwork> address_argument(const FunctionCall& call, std::size_t index) {
  return strict_address(text_argument(call, index));
}
std::optional<IpNetwork> network_argument(const FunctionCall& call, std::size_t index) {
  return strict_network(text_argument(call, index));
}

// ---- registries

// The special-purpose addresses of IANA that are not reachable globally, and those among them that are.
constexpr std::string_view private_blocks[] = {
    "0.0.0.0/8",     "10.0.0.0/8",     "127.0.0.0/8",   "169.254.0.0/16",  "172.16.0.0/12",  "192.0.0.0/24",
    "192.0.2.0/24",  "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
    "::1/128",       "::/128",         "::ffff:0:0/96", "64:ff9b:1::/48",  "100::/64",       "2001::/23",
    "2001:db8::/32", "2002::/16",      "fc00::/7",      "fe80::/10"};
constexpr std::string_view reachable_blocks[] = {"192.0.0.9/32", "192.0.0.10/32",   "2001:1::1/128", "2001:1::2/128",
                                                 "2001:3::/32",  "2001:4:112::/48", "2001:20::/28",  "2001:30::/28"};
constexpr std::string_view shared_blocks[] = {"100.64.0.0/10"};
constexpr std::string_view loopback_blocks[] = {"127.0.0.0/8", "::1/128"};
constexpr std::string_view multicast_blocks[] = {"224.0.0.0/4", "ff00::/8"};
constexpr std::string_view reserved_blocks[] = {
    "240.0.0.0/4", "::/8",     "100::/8",  "200::/7",  "400::/6",  "800::/5",  "1000::/4", "4000::/3",
    "6000::/3",    "8000::/3", "a000::/3", "c000::/3", "e000::/4", "f000::/5", "f800::/6", "fe00::/9"};
constexpr std::string_view unspecified_blocks[] = {"0.0.0.0/32", "::/128"};
constexpr std::string_view mapped_blocks[] = {"::ffff:0:0/96"};
constexpr std::string_view six_to_four_blocks[] = {"2002::/16"};
constexpr std::string_view teredo_blocks[] = {"2001::/32"};

template <std::size_t size>
bool is_in(const std::string_view (&blocks)[size], const IpNetwork& address) {
  return std::any_of(std::begin(blocks), std::end(blocks),
                     [&](std::string_view block) { return strict_network(block)->contains(address); });
}

// An IPv6 address that stands for an IPv4 address is as private as that.
bool is_not_global(const IpNetwork& address) {
  const bool is_mapped = is_in(mapped_blocks, address);
  const IpNetwork meant = is_mapped ? IpNetwork{4, address.value & 0xFFFFFFFFU, 32} : address;
  return is_in(private_blocks, meant) && !is_in(reachable_blocks, meant);
}

// ---- tests

template <class F>
Value test_address(Call& base, F&& f) {
  const std::optional<IpNetwork> address = address_argument(function_call(base), 0);
  return Value::boolean(address && f(*address));
}
template <std::size_t size>
Value test_block(Call& base, const std::string_view (&blocks)[size]) {
  return test_address(base, [&](const IpNetwork& address) { return is_in(blocks, address); });
}

Value ip(Call& call) {
  return Value::boolean(network_argument(function_call(call), 0).has_value());
}
Value ip_address(Call& call) {
  return test_address(call, [](const IpNetwork&) { return true; });
}
Value ipv4(Call& call) {
  const auto network = network_argument(function_call(call), 0);
  return Value::boolean(network && network->version == 4);
}
Value ipv6(Call& call) {
  const auto network = network_argument(function_call(call), 0);
  return Value::boolean(network && network->version == 6);
}
Value ipv4_address(Call& call) {
  return test_address(call, [](const IpNetwork& address) { return address.version == 4; });
}
Value ipv6_address(Call& call) {
  return test_address(call, [](const IpNetwork& address) { return address.version == 6; });
}

// Whether a text is exactly the netmask or host mask of the network that it makes.
Value is_mask(Call& base, bool is_host_mask) {
  const std::string text = text_argument(function_call(base), 0);
  const std::optional<int> prefix = prefix_length(text, 4);
  if (!prefix) return Value::boolean(false);
  const IpNetwork network = IpNetwork{4, static_cast<Uint128>(10) << 24, *prefix};
  if (network.first() != network.value) return Value::boolean(false);
  return Value::boolean(ip_text(4, is_host_mask ? network.host_mask() : network.mask()) == text);
}
Value ipv4_netmask(Call& call) {
  return is_mask(call, false);
}
Value ipv4_hostmask(Call& call) {
  return is_mask(call, true);
}

Value ipv6_ipv4_mapped(Call& call) {
  return test_block(call, mapped_blocks);
}
Value ipv6_sixtofour(Call& call) {
  return test_block(call, six_to_four_blocks);
}
Value ipv6_teredo(Call& call) {
  return test_block(call, teredo_blocks);
}
Value loopback(Call& call) {
  return test_block(call, loopback_blocks);
}
Value multicast(Call& call) {
  return test_block(call, multicast_blocks);
}
Value reserved(Call& call) {
  return test_block(call, reserved_blocks);
}
Value unspecified(Call& call) {
  return test_block(call, unspecified_blocks);
}
Value private_address(Call& call) {
  return test_address(call, is_not_global);
}
Value public_address(Call& call) {
  return test_address(
      call, [](const IpNetwork& address) { return !is_not_global(address) && !is_in(shared_blocks, address); });
}

bool is_subnet(const std::optional<IpNetwork>& inner, const std::optional<IpNetwork>& outer) {
  return inner && outer && outer->contains(*inner);
}

Value subnet_of(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::boolean(is_subnet(network_argument(call, 0), network_argument(call, 1)));
}
Value supernet_of(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::boolean(is_subnet(network_argument(call, 1), network_argument(call, 0)));
}

// In how many of the networks it is.
std::size_t count_of_networks(const FunctionCall& call) {
  const std::optional<IpNetwork> inner = network_argument(call, 0);
  if (const Value& networks = call[1]; networks.is_map() || networks.kind() == Kind::tuple) {
    call.fail("argument 'networks' is of type '" + call.evaluator.type_name(networks) + "' and must be a list");
  }
  std::size_t count = 0;
  for (const Value& item : call.items(1)) {
    call.context.budget.step();
    if (item.is_string() && is_subnet(inner, strict_network(call.evaluator.text(item)))) ++count;
  }
  return count;
}
Value in_any_network(Call& call) {
  return Value::boolean(count_of_networks(function_call(call)) > 0);
}
Value in_one_network(Call& call) {
  return Value::boolean(count_of_networks(function_call(call)) == 1);
}

bool is_hex_groups(std::string_view text, std::size_t groups, std::size_t digits, std::string_view separators) {
  const std::size_t size = groups * digits + (separators.empty() ? 0 : groups - 1);
  if (text.size() != size) return false;
  for (std::size_t at = 0; at < size; ++at) {
    const bool is_separator = !separators.empty() && at % (digits + 1) == digits;
    const char c = text[at];
    const bool is_hex = is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (is_separator ? separators.find(c) == std::string_view::npos : !is_hex) return false;
  }
  return true;
}

// 1a:2b:3c:4d:5e:6f, with ":" and "-" in any mixture, 1a2b.3c4d.5e6f, or 1a2b3c4d5e6f. A newline may follow.
Value mac(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("expected string or bytes-like object, got '" + call.evaluator.type_name(call[0]) + "'", "type-error");
  }
  const std::string written = call.text(0);
  std::string_view text = written;
  if (text.ends_with('\n')) text.remove_suffix(1);
  return Value::boolean(is_hex_groups(text, 6, 2, ":-") || is_hex_groups(text, 3, 4, ".") ||
                        is_hex_groups(text, 1, 12, ""));
}

Value resolvable(Call& call) {
  function_call(call).fail("The test \"ansible.utils.resolvable\" asks the name servers, which cannot be done here.",
                           "unavailable");
}

constexpr Example ip_examples[] = {{"{{ '10.0.0.0/8' is ansible.utils.ip }} {{ '10.0.0.1/8' is ansible.utils.ip }}", "",
                                    R"("True False")", in_ansible}};
constexpr Example ip_address_examples[] = {
    {"{{ '::1' is ansible.utils.ip_address }} {{ '::1/128' is ansible.utils.ip_address }}", "", R"("True False")",
     in_ansible}};
constexpr Example ipv4_examples[] = {
    {"{{ '10.1.0.0/255.255.0.0' is ansible.utils.ipv4 }}", "", R"("True")", in_ansible}};
constexpr Example ipv4_address_examples[] = {
    {"{{ '10.0.0.01' is ansible.utils.ipv4_address }}", "", R"("False")", in_ansible}};
constexpr Example ipv4_hostmask_examples[] = {
    {"{{ '0.0.0.255' is ansible.utils.ipv4_hostmask }}", "", R"("True")", in_ansible}};
constexpr Example ipv4_netmask_examples[] = {
    {"{{ '255.255.255.0' is ansible.utils.ipv4_netmask }}", "", R"("True")", in_ansible}};
constexpr Example ipv6_examples[] = {{"{{ '2001:db8::/32' is ansible.utils.ipv6 }}", "", R"("True")", in_ansible}};
constexpr Example ipv6_address_examples[] = {
    {"{{ 'fe80::1%eth0' is ansible.utils.ipv6_address }}", "", R"("True")", in_ansible}};
constexpr Example ipv6_ipv4_mapped_examples[] = {
    {"{{ '::ffff:10.0.0.1' is ansible.utils.ipv6_ipv4_mapped }}", "", R"("True")", in_ansible}};
constexpr Example ipv6_sixtofour_examples[] = {
    {"{{ '2002:c0a8::1' is ansible.utils.ipv6_sixtofour }}", "", R"("True")", in_ansible}};
constexpr Example ipv6_teredo_examples[] = {
    {"{{ '2001::1' is ansible.utils.ipv6_teredo }}", "", R"("True")", in_ansible}};
constexpr Example loopback_examples[] = {{"{{ '127.1.2.3' is ansible.utils.loopback }}", "", R"("True")", in_ansible}};
constexpr Example multicast_examples[] = {
    {"{{ '224.0.0.1' is ansible.utils.multicast }}", "", R"("True")", in_ansible}};
constexpr Example private_examples[] = {{"{{ '10.0.0.1' is ansible.utils.private }}", "", R"("True")", in_ansible}};
constexpr Example public_examples[] = {
    {"{{ '8.8.8.8' is ansible.utils.public }} {{ '100.64.0.1' is ansible.utils.public }}", "", R"("True False")",
     in_ansible}};
constexpr Example reserved_examples[] = {{"{{ '240.0.0.1' is ansible.utils.reserved }}", "", R"("True")", in_ansible}};
constexpr Example unspecified_examples[] = {{"{{ '::' is ansible.utils.unspecified }}", "", R"("True")", in_ansible}};
constexpr Example mac_examples[] = {{"{{ '1a2b.3c4d.5e6f' is ansible.utils.mac }} {{ '1a:2b' is ansible.utils.mac }}",
                                     "", R"("True False")", in_ansible}};
constexpr Example resolvable_examples[] = {
    {"{{ 'example.org' is ansible.utils.resolvable }}", "", "error", in_ansible}};
constexpr Example subnet_of_examples[] = {
    {"{{ '10.1.0.0/16' is ansible.utils.subnet_of('10.0.0.0/8') }}", "", R"("True")", in_ansible}};
constexpr Example supernet_of_examples[] = {
    {"{{ '10.0.0.0/8' is ansible.utils.supernet_of('10.1.0.0/16') }}", "", R"("True")", in_ansible}};
constexpr Example in_network_examples[] = {
    {"{{ '10.1.2.3' is ansible.utils.in_network('10.0.0.0/8') }}", "", R"("True")", in_ansible}};
constexpr Example in_any_network_examples[] = {
    {"{{ '10.1.2.3' is ansible.utils.in_any_network(['192.168.0.0/16', '10.0.0.0/8']) }}", "", R"("True")",
     in_ansible}};
constexpr Example in_one_network_examples[] = {
    {"{{ '10.1.2.3' is ansible.utils.in_one_network(['10.1.0.0/16', '10.0.0.0/8']) }}", "", R"("False")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_test,
     .signature = "ansible.utils.ip(ip: string) -> boolean",
     .summary = "Whether a text is an address or a network.",
     .examples = ip_examples,
     .call = ip},
    {.kind = ansible_test,
     .signature = "ansible.utils.ip_address(ip: string) -> boolean",
     .summary = "Whether a text is an address.",
     .examples = ip_address_examples,
     .call = ip_address},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv4(ip: string) -> boolean",
     .summary = "Whether a text is an IPv4 address or network.",
     .examples = ipv4_examples,
     .call = ipv4},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv4_address(ip: string) -> boolean",
     .summary = "Whether a text is an IPv4 address.",
     .examples = ipv4_address_examples,
     .call = ipv4_address},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv4_hostmask(ip: string) -> boolean",
     .summary = "Whether a text is a host mask of IPv4.",
     .examples = ipv4_hostmask_examples,
     .call = ipv4_hostmask},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv4_netmask(mask: string) -> boolean",
     .summary = "Whether a text is a netmask of IPv4.",
     .examples = ipv4_netmask_examples,
     .call = ipv4_netmask},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv6(ip: string) -> boolean",
     .summary = "Whether a text is an IPv6 address or network.",
     .examples = ipv6_examples,
     .call = ipv6},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv6_address(ip: string) -> boolean",
     .summary = "Whether a text is an IPv6 address.",
     .examples = ipv6_address_examples,
     .call = ipv6_address},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv6_ipv4_mapped(ip: string) -> boolean",
     .summary = "Whether an IPv6 address stands for an IPv4 address.",
     .examples = ipv6_ipv4_mapped_examples,
     .call = ipv6_ipv4_mapped},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv6_sixtofour(ip: string) -> boolean",
     .summary = "Whether an IPv6 address is a 6to4 address.",
     .examples = ipv6_sixtofour_examples,
     .call = ipv6_sixtofour},
    {.kind = ansible_test,
     .signature = "ansible.utils.ipv6_teredo(ip: string) -> boolean",
     .summary = "Whether an IPv6 address is a Teredo address.",
     .examples = ipv6_teredo_examples,
     .call = ipv6_teredo},
    {.kind = ansible_test,
     .signature = "ansible.utils.loopback(ip: string) -> boolean",
     .summary = "Whether an address is one of its host itself.",
     .examples = loopback_examples,
     .call = loopback},
    {.kind = ansible_test,
     .signature = "ansible.utils.multicast(ip: string) -> boolean",
     .summary = "Whether an address is one of multicast.",
     .examples = multicast_examples,
     .call = multicast},
    {.kind = ansible_test,
     .signature = "ansible.utils.private(ip: string) -> boolean",
     .summary = "Whether an address is private.",
     .examples = private_examples,
     .call = private_address},
    {.kind = ansible_test,
     .signature = "ansible.utils.public(ip: string) -> boolean",
     .summary = "Whether an address is reachable globally.",
     .examples = public_examples,
     .call = public_address},
    {.kind = ansible_test,
     .signature = "ansible.utils.reserved(ip: string) -> boolean",
     .summary = "Whether an address is reserved by the IETF.",
     .examples = reserved_examples,
     .call = reserved},
    {.kind = ansible_test,
     .signature = "ansible.utils.unspecified(ip: string) -> boolean",
     .summary = "Whether an address is `0.0.0.0` or `::`.",
     .examples = unspecified_examples,
     .call = unspecified},
    {.kind = ansible_test,
     .signature = "ansible.utils.mac(mac: string) -> boolean",
     .summary = "Whether a text is a hardware address.",
     .examples = mac_examples,
     .call = mac},
    {.kind = ansible_test,
     .signature = "ansible.utils.resolvable(host: string) -> boolean",
     .summary = "Fails: name servers cannot be asked here.",
     .examples = resolvable_examples,
     .call = resolvable},
    {.kind = ansible_test,
     .signature = "ansible.utils.subnet_of(network_a: string, network_b: string) -> boolean",
     .summary = "Whether a network is within another.",
     .examples = subnet_of_examples,
     .call = subnet_of},
    {.kind = ansible_test,
     .signature = "ansible.utils.supernet_of(network_a: string, network_b: string) -> boolean",
     .summary = "Whether a network contains another.",
     .examples = supernet_of_examples,
     .call = supernet_of},
    {.kind = ansible_test,
     .signature = "ansible.utils.in_network(ip: string, network: string) -> boolean",
     .summary = "Whether an address or network is within a network.",
     .examples = in_network_examples,
     .call = subnet_of},
    {.kind = ansible_test,
     .signature = "ansible.utils.in_any_network(ip: string, networks: list) -> boolean",
     .summary = "Whether an address or network is within any of the networks.",
     .examples = in_any_network_examples,
     .call = in_any_network},
    {.kind = ansible_test,
     .signature = "ansible.utils.in_one_network(ip: string, networks: list) -> boolean",
     .summary = "Whether an address or network is within exactly one of the networks.",
     .examples = in_one_network_examples,
     .call = in_one_network},
};

}  // namespace
}  // namespace network_tests_family

std::span<const Function> network_tests() {
  using namespace network_tests_family;
  return all;
}

}  // namespace evalground::ansible
