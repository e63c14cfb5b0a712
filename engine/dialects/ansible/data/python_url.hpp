// URLs as Python's urllib.parse.urlsplit() cuts them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evalground::ansible {

struct PythonUrl {
  std::string scheme, netloc, path, query, fragment;
  std::optional<std::string> username, password;
  std::optional<std::string> hostname;  // lower case, without the brackets of IPv6
  std::optional<std::string> port;      // as written
};

// Nothing for brackets in the host that do not match.
std::optional<PythonUrl> split_url(std::string_view url);

// urllib.parse.unquote_plus(): "%C3%A9" and "+" decoded; U+FFFD for bytes that are not UTF-8.
std::string unquote_plus(std::string_view text);

}  // namespace evalground::ansible
