// URI references by RFC 3986: their parts, and what a reference means beside a base. Nothing fails: what is no URI is
// taken as a path.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evalground {

// The parts as they are written, without their marks; a part that is not there differs from an empty one.
struct UriParts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

// Cuts a reference: "http://a/b?c#d".
UriParts split_uri(std::string_view reference);

// The URI that a reference names when it stands in a document of that URI; its fragment stays. An empty base leaves the
// reference as it is.
std::string resolve_uri(std::string_view base, std::string_view reference);

// Whether the text is a URI (with a scheme), or a URI or a relative reference, by the grammar of RFC 3986.
bool is_uri(std::string_view text);
bool is_uri_reference(std::string_view text);

}  // namespace evalground
