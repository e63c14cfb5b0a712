// Addresses of documents.
#pragma once

#include <string>
#include <string_view>

namespace evalground::language_server {

// "file:///a%20b" -> "file:///a b". Editors differ in what they escape, so places are compared unescaped.
std::string place_of_uri(std::string_view uri);
// The reverse, also "/a b" -> "file:///a%20b".
std::string uri_of_place(std::string_view place);

}  // namespace evalground::language_server
