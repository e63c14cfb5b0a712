// URI references by RFC 3986: their parts, and how a reference is resolved against a base. Nothing fails: invalid URIs
// count as paths.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evalground {

// The parts as written, without their delimiters. An absent part differs from an empty one.
struct UriParts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

// Splits a reference: "http://a/b?c#d".
UriParts split_uri(std::string_view reference);

// The URI of a reference in a document with the URI `base`. Its fragment is kept. An empty base leaves the reference
// unchanged.
std::string resolve_uri(std::string_view base, std::string_view reference);

// True when the text is a URI (with a scheme), or a URI or a relative reference, by the grammar of RFC 3986.
bool is_uri(std::string_view text);
bool is_uri_reference(std::string_view text);

}  // namespace evalground
