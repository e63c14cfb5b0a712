// The files that belong to one document: those that it includes or imports, those that include it, and so on. A folder
// may hold several documents that have nothing to do with each other, in which the same names mean other things.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::language_server {

// Keys of `files`, with `name`. Links are found as in file_links().
std::set<std::string> joined_files(std::string_view name, const Map& files);

// Whether a file with the same ending links to it, so that it is a part of that one.
bool is_linked(std::string_view name, const Map& files);

}  // namespace evalground::language_server
