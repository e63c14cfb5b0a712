#include "dialects/unfurl/functions/url.hpp"

#include "base/text/encoding.hpp"
#include "base/text/number.hpp"

namespace evalground::unfurl {
namespace {

bool is_default_port(const UrlParts& parts) {
  const auto port = parse_loose_integer(parts.port);
  return port && ((parts.scheme == "http" && port.value == 80) || (parts.scheme == "https" && port.value == 443));
}

}  // namespace

std::string join_url(const UrlParts& parts) {
  if (parts.scheme.empty() && parts.host.empty() && parts.path.empty() && parts.query.empty() &&
      parts.fragment.empty()) {
    return "";
  }
  std::string place(parts.host);
  if (!parts.port.empty() && !is_default_port(parts)) place.append(":").append(parts.port);

  std::string url;
  if (!parts.scheme.empty()) url.append(parts.scheme).append(":");
  if (!place.empty()) url.append("//").append(place);
  const std::string path = percent_encode(parts.path);
  if (!place.empty() && !path.empty() && path.front() != '/') url += '/';
  url += path;
  if (!parts.query.empty()) url.append("?").append(form_encode(parts.query));
  if (!parts.fragment.empty()) url.append("#").append(percent_encode(parts.fragment));
  return url;
}

}  // namespace evalground::unfurl
