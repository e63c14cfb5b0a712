#include "language_server/uri.hpp"

#include <cstddef>

namespace evalground::language_server {
namespace {

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("/-_.~").find(c) != std::string_view::npos;
}

}  // namespace

std::string place_of_uri(std::string_view uri) {
  std::string place;
  for (std::size_t at = 0; at < uri.size(); ++at) {
    if (uri[at] == '%' && at + 2 < uri.size() && hexadecimal(uri[at + 1]) >= 0 && hexadecimal(uri[at + 2]) >= 0) {
      place += static_cast<char>(hexadecimal(uri[at + 1]) * 16 + hexadecimal(uri[at + 2]));
      at += 2;
    } else {
      place += uri[at];
    }
  }
  return place;
}

std::string uri_of_place(std::string_view place) {
  const std::size_t scheme = place.find("://");
  std::string uri = "file://";
  if (scheme != std::string_view::npos) {
    uri = place.substr(0, scheme + 3);
    place.remove_prefix(scheme + 3);
  } else if (!place.starts_with('/')) {
    return std::string(place);
  }
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : place) {
    if (is_plain(c)) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += digits[byte >> 4];
    uri += digits[byte & 15];
  }
  return uri;
}

}  // namespace evalground::language_server
