// The sources of an inventory, in order: files, folders of files, and lists of hosts between commas.
#pragma once

#include <string>
#include <vector>

#include "dialects/ansible/project/documents.hpp"
#include "dialects/ansible/project/inventory.hpp"

namespace evalground::ansible {

// The folder or file of the workspace that a path names, "" for the root; unchanged when it leads outside.
std::string place_of(std::string_view path);

class InventorySources {
 public:
  InventorySources(Context& context, Documents& documents, Inventory& inventory)
      : context_(context), documents_(documents), inventory_(inventory) {}

  // Reads a source. Throws Error.
  void add(const std::string& source);
  // The folders beside which `group_vars` and `host_vars` lie, one for each source that is a file or folder.
  const std::vector<std::string>& folders() const { return folders_; }
  // As `ansible_inventory_sources` has them.
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
