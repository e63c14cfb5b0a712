// URLs as Python's urllib.parse.urlsplit() splits them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evalground::ansible {

struct PythonUrl {
  std::string scheme, netloc, path, query, fragment;
  std::optional<std::string> username, password;
  std::optional<std::string> hostname;  // in lower case, without brackets
  std::optional<std::string> port;      // as written
};

// Absent when brackets in the host do not match.
std::optional<PythonUrl> split_url(std::string_view url);

// urllib.parse.unquote_plus(): decodes "%C3%A9" and "+". Bytes that are not UTF-8 become U+FFFD.
std::string unquote_plus(std::string_view text);

}  // namespace evalground::ansible
