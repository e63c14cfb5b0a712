// Files of the workspace as Ansible searches for them: a relative name first in the folder for its kind, then in the
// root, then likewise next to the main file.
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

// The kind of a path in the virtual file system, or of the root above it; absent when nothing exists there.
enum class FileKind : std::uint8_t { file, directory };
std::optional<FileKind> file_kind(const Context& context, std::string_view path);

// The search path within a repository: the folders of `ansible_search_path`.
class SearchPath {
 public:
  virtual ~SearchPath() = default;
  std::optional<std::vector<std::string>> folders;
};
// The search path of the evaluation that uses the context; null outside of a repository.
const std::vector<std::string>* search_folders(const Context& context);

// The folders to which names are relative, in order: the root, the folder of the main file, and the role whose
// `templates` contain it. Within a repository those of the search path.
std::vector<std::string> search_bases(const Context& context);

// The search path of templates for include, import and extends: `templates` in each base, then the base itself.
// Expressions only find templates in the root.
TemplateSearch main_search(const Context& context);
// The same for a template rendered by a lookup: its own folder comes first.
TemplateSearch lookup_search(const Context& context, std::string_view folder);

// The entry of a file: in each base `folder`/name ("files/a.txt"), then the name itself. An absolute name is used
// unchanged. Absent when there is no such file.
std::optional<std::string> find_file(const Context& context, std::string_view folder, std::string_view name);

// The entry of a file by its absolute name or its name from the root. Absent when there is no such file.
std::optional<std::string> root_file(const Context& context, std::string_view name);

// The content of an entry as a string of bytes. Invariant: the entry exists.
std::string file_text(const Context& context, std::string_view entry);

// The folder in which lookups search for files first.
inline constexpr std::string_view files_folder = "files";
// The entry of the file that a term of a lookup names. Fails with "file-not-found".
std::string found_file(const FunctionCall& call, const std::string& name);
// The text of a file. A vault is decrypted with the secret `vault_password`.
std::string opened_text(const FunctionCall& call, const std::string& entry);

// The paths of all files that match a pattern with *, ? and [ ], which do not match slashes, in the order of the
// workspace. Paths are absolute if the pattern is. Hidden files only match a pattern with a dot.
std::vector<std::string> glob_files(Context& context, std::string_view pattern);

}  // namespace evalground::ansible
