// The network of `evalground serve`. listener_posix.cpp uses cpp-httplib, wasm/command/listener.cpp Node.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/serve/message.hpp"
#include "cli/serve/service.hpp"

namespace evalground::cli {

// No port was available. The message names the first.
class ListenError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Serves on the first free port of these on 127.0.0.1 (0: any free port), and calls `listening` when the service has
// its port. Does not return: Ctrl-C and SIGTERM end the process with exit code 0, immediately unless it is saving
// files. Natively it throws ListenError; in Node the process then ends. In Node the callers' stack is unwound and the
// event loop continues, so the service must live as long as the process.
void serve_on(const std::vector<int>& ports, Service& service, void (*listening)(Service&));

// The text of ListenError for the ports that were tried.
std::string why_not_listening(const std::vector<int>& ports, bool are_taken, const std::string& error);

// Folders that may contain the files of the site, the likeliest first.
std::vector<std::string> places_of_site();

// Shows an address in the user's browser. Returns false if no program for that is found.
bool open_in_browser(const std::string& address);

}  // namespace evalground::cli
