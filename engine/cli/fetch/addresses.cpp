#include "cli/fetch/addresses.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/text/number.hpp"
#include "cli/process.hpp"

namespace evalground::cli {
namespace {

constexpr const char* strange_host = "its host has characters that no host has";

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
    {0xC0A80000, 16},  // private use
    {0xC6120000, 15},  // benchmarks
    {0xE0000000, 3},   // multicast, reserved, broadcast
};

bool is_private4(std::uint32_t address) {
  return std::any_of(std::begin(private4), std::end(private4),
                     [&](const Network4& network) { return (address ^ network.address) >> (32 - network.bits) == 0; });
}

std::uint32_t number4(const unsigned char* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

bool is_private6(const std::array<unsigned char, 16>& bytes) {
  const auto begins = [&](std::initializer_list<unsigned char> with) {
    return std::equal(with.begin(), with.end(), bytes.begin());
  };
  // IPv6 addresses that stand for an IPv4 address: mapped, translated (NAT64), and 6to4.
  if (begins({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF})) return is_private4(number4(&bytes[12]));
  if (begins({0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0})) return is_private4(number4(&bytes[12]));
  if (begins({0x20, 0x02})) return is_private4(number4(&bytes[2]));
  return (bytes[0] & 0xE0) != 0x20 || begins({0x20, 0x01, 0, 0});  // everything except global unicast; also Teredo
}

}  // namespace

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

bool is_private_address(const std::string& address) {
  std::array<unsigned char, 16> bytes;
  if (::inet_pton(AF_INET, address.c_str(), bytes.data()) == 1) return is_private4(number4(bytes.data()));
  if (::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) return is_private6(bytes);
  return true;
}

}  // namespace evalground::cli
