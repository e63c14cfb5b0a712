// URIs by RFC 3986: splitting, resolving a reference against a base, and validity.
#include "base/text/uri.hpp"

#include <algorithm>
#include <vector>

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

bool is_hex(char c) {
  return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_scheme(std::string_view text) {
  return !text.empty() && is_ascii_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '+' || c == '-' || c == '.';
  });
}

// True when a text has only unreserved characters, sub-delimiters, escapes and those in `also`.
bool has_only(std::string_view text, std::string_view also) {
  constexpr std::string_view always = "-._~!$&'()*+,;=";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '%') {
      if (at + 2 >= text.size() || !is_hex(text[at + 1]) || !is_hex(text[at + 2])) return false;
      at += 2;
    } else if (!is_ascii_letter(c) && !is_ascii_digit(c) && always.find(c) == std::string_view::npos &&
               also.find(c) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

bool is_authority(std::string_view authority) {
  const std::size_t at = authority.rfind('@');
  if (at != std::string_view::npos) {
    if (!has_only(authority.substr(0, at), ":")) return false;
    authority.remove_prefix(at + 1);
  }
  std::string_view port;
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == std::string_view::npos || !has_only(authority.substr(1, end - 1), ":")) return false;
    port = authority.substr(end + 1);
    if (!port.empty() && port[0] != ':') return false;
    port.remove_prefix(std::min<std::size_t>(1, port.size()));
  } else {
    const std::size_t colon = authority.rfind(':');
    if (colon != std::string_view::npos) port = authority.substr(colon + 1);
    if (!has_only(authority.substr(0, colon), "")) return false;
  }
  return std::all_of(port.begin(), port.end(), is_ascii_digit);
}

bool has_valid_parts(const UriParts& parts) {
  if (parts.authority && !is_authority(*parts.authority)) return false;
  if (!has_only(parts.path, ":@/")) return false;
  if (parts.query && !has_only(*parts.query, ":@/?")) return false;
  return !parts.fragment || has_only(*parts.fragment, ":@/?");
}

// Section 5.2.4: "/a/./b/../c" -> "/a/c".
// Segments beyond the root are dropped, as the RFC says: "/../a" is "/a".
std::string without_dot_segments(std::string_view path) {
  const bool is_absolute = path.starts_with('/');
  std::vector<std::string_view> segments;
  bool ends_open = false;  // with a slash, or with a dot segment that leaves one
  for (const std::string_view segment : Split(is_absolute ? path.substr(1) : path, "/")) {
    ends_open = segment == "." || segment == "..";
    if (segment == "..") {
      if (!segments.empty()) segments.pop_back();
    } else if (segment != ".") {
      segments.push_back(segment);
    }
  }
  return (is_absolute ? "/" : "") + join(segments, "/") + (ends_open && !segments.empty() ? "/" : "");
}

}  // namespace

// From the end to the start: a `?` in a fragment and a `:` in a query belong to them.
UriParts split_uri(std::string_view reference) {
  UriParts parts;
  if (const std::size_t hash = reference.find('#'); hash != std::string_view::npos) {
    parts.fragment = reference.substr(hash + 1);
    reference = reference.substr(0, hash);
  }
  if (const std::size_t mark = reference.find('?'); mark != std::string_view::npos) {
    parts.query = reference.substr(mark + 1);
    reference = reference.substr(0, mark);
  }
  if (const std::size_t colon = reference.find(':'); colon != std::string_view::npos) {
    if (is_scheme(reference.substr(0, colon))) {
      parts.scheme = reference.substr(0, colon);
      reference.remove_prefix(colon + 1);
    }
  }
  if (reference.starts_with("//")) {
    const std::size_t end = std::min(reference.find('/', 2), reference.size());
    parts.authority = reference.substr(2, end - 2);
    reference.remove_prefix(end);
  }
  parts.path = reference;
  return parts;
}

// RFC 3986, section 5.2.2: the first part that the reference has replaces that part of the base and all later ones.
std::string resolve_uri(std::string_view base, std::string_view reference) {
  UriParts target = split_uri(reference);
  const UriParts from = split_uri(base);
  std::string path(target.path);
  if (target.scheme || base.empty()) return std::string(reference);
  target.scheme = from.scheme;
  if (target.authority) {
    path = without_dot_segments(path);
  } else {
    target.authority = from.authority;
    if (target.path.empty()) {
      path = from.path;
      if (!target.query) target.query = from.query;
    } else if (target.path.starts_with('/')) {
      path = without_dot_segments(path);
    } else if (from.authority && from.path.empty()) {
      path = without_dot_segments("/" + path);
    } else {
      const std::size_t slash = from.path.rfind('/');
      path = without_dot_segments(std::string(from.path.substr(0, slash == std::string_view::npos ? 0 : slash + 1)) +
                                  path);
    }
  }
  std::string result;
  if (target.scheme) result.append(*target.scheme) += ':';
  if (target.authority) (result += "//").append(*target.authority);
  result += path;
  if (target.query) (result += '?').append(*target.query);
  if (target.fragment) (result += '#').append(*target.fragment);
  return result;
}

bool is_uri_reference(std::string_view text) {
  const UriParts parts = split_uri(text);
  // A colon in the first segment of a relative path would look like a scheme.
  const bool is_ambiguous = !parts.scheme && !parts.authority &&
                            parts.path.substr(0, parts.path.find('/')).find(':') != std::string_view::npos;
  return !is_ambiguous && has_valid_parts(parts);
}

bool is_uri(std::string_view text) {
  const UriParts parts = split_uri(text);
  return parts.scheme && has_valid_parts(parts);
}

}  // namespace evalground
