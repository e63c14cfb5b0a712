// Opens a folder as a workspace, for the prompt: with its settings, as a repository or role of Ansible, or as the
// documents of whatever language is recognized first.
#include "cli/repl/workspace.hpp"

#include <algorithm>
#include <filesystem>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "workspaces/recognise.hpp"
#include "workspaces/settings_name.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

constexpr std::string_view repository_files[] = {"ansible.cfg", "site.yml"};
constexpr std::string_view role_files[] = {"defaults/main.yml", "handlers/main.yml", "meta/main.yml", "tasks/main.yml",
                                           "vars/main.yml"};
constexpr std::string_view repository_folders[] = {"group_vars/", "host_vars/", "roles/", "inventory/", "inventories/"};
constexpr std::string_view inventory_files[] = {"inventory.ini", "hosts.ini", "inventory.yml",
                                                "hosts.yml",     "inventory", "hosts"};

bool is_role(const Map& files) {
  return std::any_of(std::begin(role_files), std::end(role_files),
                     [&](std::string_view name) { return files.contains(name); });
}

bool is_repository(const Map& files) {
  const auto has_file = [&](std::string_view name) { return files.contains(name); };
  const auto has_folder = [&](std::string_view folder) {
    return std::any_of(files.begin(), files.end(),
                       [&](const auto& file) { return file.key.as_string().starts_with(folder); });
  };
  return std::any_of(std::begin(repository_files), std::end(repository_files), has_file) ||
         std::any_of(std::begin(repository_folders), std::end(repository_folders), has_folder);
}

// Flags for an Ansible repository, or for a role, which is opened within the repository that contains it.
// A role below `roles` is opened in the repository around it, because inventories and group variables count for it.
void open_repository(const std::string& folder, const Map& files, Options& options) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(folder, error);
  if (whole.parent_path().filename() == "roles") {
    options.root = whole.parent_path().parent_path().string();
    options.repository.emplace_back("role", whole.filename().string());
  } else if (!is_repository(files)) {
    options.repository.emplace_back("role", ".");
  } else if (options.inventories.empty() && !files.contains("ansible.cfg")) {
    const auto* found = std::find_if(std::begin(inventory_files), std::end(inventory_files),
                                     [&](std::string_view name) { return files.contains(name); });
    if (found != std::end(inventory_files)) options.inventories.emplace_back(*found);
  }
}

// Sets the dialect and the main document: the first file of that dialect, preferring `main.*`.
void open_documents(const std::string& folder, const Map& files, Options& options) {
  std::string_view main;
  for (const auto& [name, content] : files) {
    if (!content.is_string()) continue;
    const auto dialect = recognised_dialect(name.as_string(), "", content.as_string());
    if (!dialect || (options.dialect && *options.dialect != *dialect)) continue;
    const bool is_first = main.empty();
    if (!is_first && !base_name(name.as_string()).starts_with("main.")) continue;
    options.dialect = dialect;
    main = name.as_string();
    if (!is_first) break;
  }
  if (!options.main && !main.empty()) options.main = join_path(folder, main);
  if (!options.dialect)
    throw UsageError(quote(folder) + " contains no file in a dialect that Evalground recognizes; give the --dialect");
}

Map open_folder(const std::string& folder, Options options) {
  options.operands.clear();
  if (!options.root) options.root = folder;
  const std::string settings = join_path(folder, settings_name);
  const Map files = read_folder(folder, options.follow);
  if (is_file(settings)) {
    options.operands.push_back(settings);
    const Value given = read_workspace_text(settings, read_file(settings), "workspace", {});
    if (!given.is_map() || !given.as_map().contains("dialect")) open_documents(folder, files, options);
    return read_input(options);
  }
  const bool is_known = is_repository(files) || is_role(files);
  if ((options.dialect && *options.dialect != "jinja2") || !is_known) {
    open_documents(folder, files, options);
    return read_input(options);
  }
  options.dialect = "jinja2";
  open_repository(folder, files, options);
  Map workspace = read_input(options);
  const Value* given = workspace.find("options");
  Map merged = given != nullptr && given->is_map() ? given->as_map() : Map();
  merged.set("flavor", Value::string("ansible"));
  workspace.set("options", Value::map(std::move(merged)));
  return workspace;
}

}  // namespace

Map open_workspace(const Options& options) {
  if (options.operands.size() == 1 && is_folder(options.operands.front()))
    return open_folder(options.operands.front(), options);
  return read_input(options);
}

Options with_current_folder(Options options) {
  if (!options.operands.empty() || options.dialect || options.main || options.root || !options.files.empty())
    return options;
  options.operands.emplace_back(".");
  try {
    open_workspace(options);
  } catch (const std::exception&) {
    throw UsageError(
        "name a workspace file, a folder, a link, or a --dialect: the current folder holds nothing that Evalground "
        "recognizes");
  }
  return options;
}

}  // namespace evalground::cli
