#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <ifaddrs.h>
#include <memory>
#include <netinet/in.h>

#include "cli/fetch/interfaces.hpp"
#include "cli/process.hpp"

namespace evalground::cli {
namespace {

struct FreeInterfaces {
  void operator()(ifaddrs* first) const { ::freeifaddrs(first); }
};

}  // namespace

std::vector<std::string> interface_addresses() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) {
    throw ProcessError(std::string("this system does not tell its own addresses (") + std::strerror(errno) +
                       "); --allow-private does without");
  }
  const std::unique_ptr<ifaddrs, FreeInterfaces> owner(first);
  std::vector<std::string> addresses;
  for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    const int family = one->ifa_addr->sa_family;
    char text[INET6_ADDRSTRLEN];
    if (family == AF_INET) {
      sockaddr_in address;
      std::memcpy(&address, one->ifa_addr, sizeof address);
      ::inet_ntop(family, &address.sin_addr, text, sizeof text);
    } else if (family == AF_INET6) {
      sockaddr_in6 address;
      std::memcpy(&address, one->ifa_addr, sizeof address);
      ::inet_ntop(family, &address.sin6_addr, text, sizeof text);
    } else {
      continue;
    }
    addresses.emplace_back(text);
  }
  return addresses;
}

}  // namespace evalground::cli
