#include "language_server/joined_files.hpp"

#include <map>
#include <vector>

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

}  // namespace evalground::language_server
