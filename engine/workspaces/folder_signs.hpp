// What the folders of an editor's workspace are for, by the names of the files in them: an Ansible repository, a Helm
// chart. Contents are looked at only where a name is common.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground {

// A file that tells what the folder around it is for.
struct Sign {
  std::string_view path;  // relative to that folder; `*` is any one segment, and `folder/` any file in it
  std::string_view is;    // "a Helm chart"
  bool is_ansible = false;
  std::string_view says = {};  // what the file must contain
};

class FolderSigns {
 public:
  FolderSigns() = default;
  // `files`: a map from relative paths to texts, or to anything for a file that is not text.
  explicit FolderSigns(const Map& files);

  struct Found {
    std::string folder;  // relative; empty: the root
    std::string path;    // of the file that is the sign
    const Sign* sign = nullptr;
  };
  // The innermost folder with a sign that holds the file; null without one.
  const Found* innermost(std::string_view path) const;
  // The outermost folder that Ansible's commands would be run in; null when the file is in none, or when something else
  // lies in between.
  const Found* ansible_root(std::string_view path) const;

 private:
  void add(std::string_view folder, std::string_view path, const Sign& sign);

  std::map<std::string, Found, std::less<>> folders_;
};

}  // namespace evalground
