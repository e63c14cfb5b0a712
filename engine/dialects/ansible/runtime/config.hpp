// The settings in the `ansible.cfg` of a repository.
//
//   [defaults]
//   jinja2_extensions = jinja2.ext.do    ; a comment behind blanks
//
// Only the file in the root is read: Ansible reads that of the folder in which it is started.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/ansible/jinja2.hpp"
#include "runtime/context.hpp"

namespace evalground::ansible {

class Config {
 public:
  // The file of the workspace, or no settings where it has none.
  explicit Config(const Workspace& workspace, Budget& budget);

  // The value of a key in `[defaults]`; absent when not set.
  std::optional<std::string> text(std::string_view key) const;
  // Ansible's reading of a boolean: words such as `yes` and `1` are true, any other is false.
  bool flag(std::string_view key, bool usual) const;
  // The items of a list, without blanks around them; empty when not set.
  std::vector<std::string> list(std::string_view key, std::string_view separator = ",") const;

  // The first place of a word in the file. Zero when the file does not exist.
  static OriginId place(Context& context, std::string_view word);
  // Warns of settings that would change results but are not followed here, and of files that are not read.
  void warn_of_ignored(Context& context) const;

 private:
  struct Entry {
    std::string section;
    std::string key;
    std::string value;
  };
  std::vector<Entry> entries_;
};

}  // namespace evalground::ansible
