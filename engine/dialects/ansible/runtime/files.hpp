// Files of the workspace as Ansible looks for them: relative names first in a folder of their kind, then in the root,
// then the same beside the main file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/loader.hpp"
#include "runtime/context.hpp"

namespace evalground::ansible {

// The kind of a path in the virtual file system, or of the root above it; nothing when there is neither a file nor a
// folder.
enum class FileKind : std::uint8_t { file, directory };
std::optional<FileKind> file_kind(const Context& context, std::string_view path);

// Where an evaluation looks for files, when it is one within a repository: the folders of `ansible_search_path`.
class SearchPath {
 public:
  virtual ~SearchPath() = default;
  std::optional<std::vector<std::string>> folders;
};
// The folders of the evaluation that uses the context; null outside of a repository.
const std::vector<std::string>* search_folders(const Context& context);

// The folders that names are relative to, in turn: the root, the folder of the main file, and the role whose
// `templates` hold it. Within a repository those of its search path.
std::vector<std::string> search_bases(const Context& context);

// Where the templates are that others include, import or extend: in `templates` of each base, then in the base itself.
// An expression finds them in the root only.
TemplateSearch main_search(const Context& context);
// The same for a template that a lookup renders: first in its own folder.
TemplateSearch lookup_search(const Context& context, std::string_view folder);

// The entry of a file: in each base `folder`/name ("files/a.txt"), then the name itself; absolute names as they are.
// Nothing when there is no such file.
std::optional<std::string> find_file(const Context& context, std::string_view folder, std::string_view name);

// The entry of a file by its name from the root, or absolute. Nothing when there is no such file.
std::optional<std::string> root_file(const Context& context, std::string_view name);

// The text of an entry; bytes are taken as they are. Invariant: the entry exists.
std::string file_text(const Context& context, std::string_view entry);

// The folder in which lookups look for files first.
inline constexpr std::string_view files_folder = "files";
// The entry of the file that a lookup's term names; fails with "file-not-found".
std::string found_file(const FunctionCall& call, const std::string& name);
// The text of a file; a vault is decrypted with the secret `vault_password`.
std::string opened_text(const FunctionCall& call, const std::string& entry);

// The paths of all files that fit a pattern with *, ? and [ ], within the names between slashes, in the order of the
// workspace; absolute where the pattern is. Hidden files need a dot in the pattern.
std::vector<std::string> glob_files(Context& context, std::string_view pattern);

}  // namespace evalground::ansible
