// Builds URLs from their parts.
#pragma once

#include <string>
#include <string_view>

namespace evalground::unfurl {

// The parts as text; empty when absent.
struct UrlParts {
  std::string_view scheme;
  std::string_view host;
  std::string_view port;
  std::string_view path;
  std::string_view query;
  std::string_view fragment;
};

// The parts combined and percent-encoded, without the default port of the scheme. Empty when all parts except the port
// are.
std::string join_url(const UrlParts& parts);

}  // namespace evalground::unfurl
