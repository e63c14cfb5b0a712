// The network of `evalground serve`. listener_posix.cpp listens by cpp-httplib, wasm/command/listener.cpp by Node.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/serve/message.hpp"
#include "cli/serve/service.hpp"

namespace evalground::cli {

// No port could be had; the message names the first.
class ListenError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Serves on the first free one of these ports of 127.0.0.1 (0: any free one) until the process is ended, which it is at
// once and with exit code 0 by Ctrl-C or SIGTERM, but never while a file is written. `listening` is called when the
// service has its port. Throws ListenError. In Node it does not return by exception or otherwise: what is on the stack
// of its callers is given up, and the event loop calls on. So the service must live as long as the process.
void serve_on(const std::vector<int>& ports, Service& service, void (*listening)(Service&));

// Of ListenError, for the ports that were tried.
std::string why_not_listening(const std::vector<int>& ports, bool are_taken, const std::string& error);

// Folders in which the files of the site may be, the likeliest first.
std::vector<std::string> places_of_site();

// Shows an address in the user's browser. False where no program for that is found.
bool open_in_browser(const std::string& address);

}  // namespace evalground::cli
