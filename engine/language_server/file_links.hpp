// The names of files in a text that lead to a file of its folder: includes, templates, imports, sources of tasks. They
// are the same in all languages, so a text is not parsed: a word that names an existing file is taken for a link.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground::language_server {

struct FileLink {
  std::uint32_t begin;  // bytes, half open
  std::uint32_t end;
  std::string target;  // a key of `files`
};

// `name` is the key of the file that holds this text.
std::vector<FileLink> file_links(std::string_view text, std::string_view name, const Map& files);

}  // namespace evalground::language_server
