// The sources of an inventory in order: files, folders of files, and comma-separated lists of hosts.
#pragma once

#include <string>
#include <vector>

#include "dialects/ansible/project/documents.hpp"
#include "dialects/ansible/project/inventory.hpp"

namespace evalground::ansible {

// The workspace path of a file or folder, "" for the root. A path outside of the workspace is returned unchanged.
std::string place_of(std::string_view path);

class InventorySources {
 public:
  InventorySources(Context& context, Documents& documents, Inventory& inventory)
      : context_(context), documents_(documents), inventory_(inventory) {}

  // Reads a source. Throws Error.
  void add(const std::string& source);
  // The folders that may contain `group_vars` and `host_vars`: one for each source that is a file or folder.
  const std::vector<std::string>& folders() const { return folders_; }
  // The value of `ansible_inventory_sources`.
  const std::vector<std::string>& names() const { return names_; }

 private:
  void add_hosts(std::string_view list);
  void add_folder(const std::string& folder);
  void add_file(std::string_view file);
  void add_data(std::string_view file, const Value& data, bool is_json);

  Context& context_;
  Documents& documents_;
  Inventory& inventory_;
  std::vector<std::string> folders_;
  std::vector<std::string> names_;
};

}  // namespace evalground::ansible
