// Fetches a URL with curl, after checking that its host is no address of this machine or its network.
//
// A check alone is not enough: a name may resolve differently a moment later, and a redirection may lead anywhere. So
// curl is told the addresses that were checked, and follows no redirection on its own; each is checked like a new URL.
#include "cli/fetch/fetch.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/text/text.hpp"
#include "cli/fetch/addresses.hpp"
#include "cli/fetch/interfaces.hpp"

namespace evalground::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_redirections = 5;
constexpr std::chrono::seconds longest{30};

// True when curl uses a proxy, which resolves names on its own.
bool has_proxy() {
  constexpr const char* variables[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
  return std::any_of(std::begin(variables), std::end(variables), [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  });
}

// The system's addresses for a name; empty for an unknown name. A program is asked, because a static command has no
// resolver of its own, and neither has WebAssembly.
std::vector<std::string> addresses_of(const std::string& name, const ProcessLimits& limits) {
  std::vector<std::string> command;
  if (const auto getent = find_program("getent")) {
    command = {*getent, "ahosts", name};
  } else if (const auto macos = find_program("dscacheutil")) {
    command = {*macos, "-q", "host", "-a", "name", name};
  } else {
    throw ProcessError("this system has no getent, which tells the address of its host; --allow-private does without");
  }
  Process process(command, std::nullopt, limits);
  const std::string text = process.read_all();
  process.wait();
  std::vector<std::string> addresses;
  for (std::string_view line : Split(text, "\n")) {  // "127.0.0.1  STREAM localhost", "ip_address: 127.0.0.1"
    for (const std::string_view label : {"ip_address: ", "ipv6_address: "}) {
      if (line.starts_with(label)) line.remove_prefix(label.size());
    }
    std::string address(line.substr(0, line.find_first_of(" \t")));
    if (address.find_first_of(".:") == std::string::npos || address.ends_with(':')) continue;
    if (std::find(addresses.begin(), addresses.end(), address) == addresses.end())
      addresses.push_back(std::move(address));
  }
  return addresses;
}

// Throws ProcessError when a URL leads to a private address. Returns options that restrict curl to the checked
// addresses, because a name may have others a moment later.
std::vector<std::string> checked(const std::string& url, const ProcessLimits& limits) {
  const Origin origin = origin_of(url);
  const std::vector<std::string> addresses =
      origin.is_number ? std::vector<std::string>{origin.host} : addresses_of(origin.host, limits);
  // Where the machine has an address of the internet, services for itself alone may listen there.
  const std::vector<std::string> own = addresses.empty() ? std::vector<std::string>() : interface_addresses();
  for (const std::string& address : addresses) {
    if (is_private_address(address) || is_one_of(address, own))
      throw ProcessError(address + " is an address of this machine or of its network; --allow-private fetches it too");
  }
  if (addresses.empty() && !has_proxy()) throw ProcessError("Could not resolve host: " + origin.host);
  if (addresses.empty() || origin.is_number) return {};
  std::string all;
  for (const std::string& address : addresses) {
    const bool is_six = address.find(':') != std::string::npos;
    all += (all.empty() ? "" : ",") + (is_six ? "[" + address + "]" : address);
  }
  return {"--resolve", origin.host + ":" + origin.port + ":" + all};
}

}  // namespace

// curl writes the address of a redirection behind the content, on a line of its own, which is how both come through one
// pipe.
std::string fetch(const std::string& url, const Deadline& deadline, bool allows_private) {
  ProcessLimits limits;
  limits.deadline = deadline;
  limits.output = (16U << 20) + 4096;
  const Clock::time_point end = Clock::now() + longest;
  std::string address = url;
  for (int redirections = 0; redirections <= most_redirections; ++redirections) {
    if (address.find('\0') != std::string::npos) throw ProcessError("it has a NUL character");
    origin_of(address);
    const auto curl = find_program("curl");
    if (!curl) throw ProcessError("curl is not installed");
    const auto left = std::chrono::ceil<std::chrono::seconds>(end - Clock::now()).count();
    if (left <= 0) throw ProcessError("it took more than 30 seconds");
    // --disable: ignore the user's settings, which may write files. --globoff: braces in a URL are literal.
    std::vector<std::string> command{*curl,
                                     "--disable",
                                     "--silent",
                                     "--show-error",
                                     "--fail",
                                     "--globoff",
                                     "--proto",
                                     "=http,https",
                                     "--max-filesize",
                                     std::to_string(16U << 20),
                                     "--max-time",
                                     std::to_string(left),
                                     "--write-out",
                                     "\n%{redirect_url}",
                                     "--url",
                                     address};
    if (!allows_private) {
      const std::vector<std::string> pinned = checked(address, limits);
      command.insert(command.end(), pinned.begin(), pinned.end());
    }
    Process process(command, std::nullopt, limits);
    std::string content = process.read_all();
    if (process.wait() != 0) {
      const std::string complaint = process.complaints();  // "curl: (22) The requested URL returned error: 404"
      const std::size_t code_end = complaint.find(") ");
      throw ProcessError(code_end == std::string::npos ? "curl failed" : complaint.substr(code_end + 2));
    }
    const std::size_t content_end = content.rfind('\n');
    if (content_end == std::string::npos) throw ProcessError("curl failed");
    address = content.substr(content_end + 1);
    content.resize(content_end);
    if (address.empty()) return content;
  }
  throw ProcessError("it leads over more than " + std::to_string(most_redirections) + " redirections");
}

}  // namespace evalground::cli
