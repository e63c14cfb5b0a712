#include "cli/serve/serve.hpp"

#include <cstdio>
#include <string>
#include <vector>

#include "base/text/path.hpp"
#include "cli/report.hpp"
#include "cli/serve/listener.hpp"
#include "cli/serve/service.hpp"
#include "cli/serve/site.hpp"

namespace evalground::cli {
namespace {

constexpr int usual_port = 8750;
constexpr int further_ports = 10;

// For `listening`, a plain function that cannot capture anything.
std::string served_folder;
bool opens_browser = false;

std::vector<int> ports_of(const Options& options) {
  if (options.port) return {*options.port};
  std::vector<int> ports;
  for (int port = usual_port; port <= usual_port + further_ports; ++port) ports.push_back(port);
  return ports;
}

void announce(Service& service) {
  const std::string address = service.address();
  std::printf("evalground: serving %s at %s   (Ctrl-C stops)\n", printable(served_folder).c_str(), address.c_str());
  std::fflush(stdout);
  if (opens_browser && !open_in_browser(address))
    std::fputs("evalground: no program to open a browser was found; open the address above\n", stderr);
}

}  // namespace

std::string why_not_listening(const std::vector<int>& ports, bool are_taken, const std::string& error) {
  const std::string first = std::to_string(ports.front());
  if (!are_taken) return "cannot listen on port " + first + ": " + error;
  if (ports.size() == 1) return "port " + first + " is taken; choose another with --port, or 0 for any free one";
  return "the ports " + first + " to " + std::to_string(ports.back()) + " are taken; choose one with --port";
}

void serve_folder(const Options& options) {
  served_folder = options.operands.empty() ? "." : options.operands.front();
  opens_browser = options.opens;
  Folder folder(served_folder);
  if (const std::string_view last = base_name(served_folder); last.empty() || last == "." || last == "..")
    served_folder = folder.path();
  Site site(options.site ? *options.site : find_site(places_of_site()));
  // static, because serve_on() needs it until the process ends
  static Service service(std::move(folder), std::move(site), random_token());
  serve_on(ports_of(options), service, announce);
}

}  // namespace evalground::cli
