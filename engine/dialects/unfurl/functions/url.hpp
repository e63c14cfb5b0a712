// URLs from their parts.
#pragma once

#include <string>
#include <string_view>

namespace evalground::unfurl {

// The parts as text; an empty one is absent.
struct UrlParts {
  std::string_view scheme;
  std::string_view host;
  std::string_view port;
  std::string_view path;
  std::string_view query;
  std::string_view fragment;
};

// The parts put together and percent-encoded, without the port that the scheme implies; empty when all but the port
// are.
std::string join_url(const UrlParts& parts);

}  // namespace evalground::unfurl
