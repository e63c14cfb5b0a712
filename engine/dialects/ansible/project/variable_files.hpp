// Variable files of groups, hosts and roles: `group_vars/web.yml`, `group_vars/web/*.yml`, `defaults/main.yml`.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/ansible/project/documents.hpp"

namespace evalground::ansible {

class VariableFiles {
 public:
  VariableFiles(Context& context, Documents& documents) : context_(context), documents_(documents) {}

  // The assignments of a group or host from `group_vars` or `host_vars` in a folder. Each file has a list of its own,
  // lower precedence first. A folder hides a file of the same name. Cached.
  const std::vector<const Settings*>& of_entity(std::string_view folder, std::string_view kind,
                                                std::string_view entity);

  // The assignments from `defaults` or `vars` of a role. Here a file hides a folder.
  std::vector<const Settings*> of_role(std::string_view role_folder, std::string_view kind, std::string_view role);

  // The files that of_entity() would read. Files hidden by one of them are added to `hidden`.
  std::vector<std::string_view> files(const std::string& path, bool folder_first,
                                      std::vector<std::string_view>* hidden = nullptr) const;

 private:
  void add_folder(const std::string& folder, std::vector<std::string_view>& files) const;
  void warn_of_hidden(const std::vector<std::string_view>& hidden, const std::vector<std::string_view>& files);

  Context& context_;
  Documents& documents_;
  std::unordered_map<std::string, std::vector<const Settings*>> entities_;
};

}  // namespace evalground::ansible
