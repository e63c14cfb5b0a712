#include "language_server/joined_files.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "base/text/path.hpp"
#include "language_server/file_links.hpp"

namespace evalground::language_server {

namespace {

using Links = std::map<std::string, std::set<std::string>>;

// Adds what can be reached from the files by links.
void follow(std::set<std::string>& files, const Links& links) {
  for (std::vector<std::string> open(files.begin(), files.end()); !open.empty();) {
    const auto from = links.find(open.back());
    open.pop_back();
    if (from == links.end()) continue;
    for (const std::string& other : from->second) {
      if (files.insert(other).second) open.push_back(other);
    }
  }
}

}  // namespace

// Two documents that include the same file are joined for that file, but not for each other.
std::set<std::string> joined_files(std::string_view name, const Map& files) {
  Links includes;
  Links included_by;
  for (const auto& [key, content] : files) {
    if (!key.is_string() || !content.is_string()) continue;
    const std::string own(key.as_string());
    for (const FileLink& link : file_links(content.as_string(), own, files)) {
      includes[own].insert(link.target);
      included_by[link.target].insert(own);
    }
  }
  std::set<std::string> joined{std::string(name)};
  follow(joined, included_by);
  follow(joined, includes);
  return joined;
}

bool is_linked(std::string_view name, const Map& files) {
  return std::any_of(files.begin(), files.end(), [&](const Map::Entry& entry) {
    const std::string_view other = entry.key.as_string();
    if (other == name || path_extension(other) != path_extension(name)) return false;
    const std::string_view text = entry.value.as_string();
    // Most files do not even contain the name.
    if (text.find(base_name(name)) == std::string_view::npos) return false;
    const std::vector<FileLink> links = file_links(text, other, files);
    return std::any_of(links.begin(), links.end(), [&](const FileLink& link) { return link.target == name; });
  });
}

}  // namespace evalground::language_server
