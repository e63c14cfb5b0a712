// Files of the workspace as Ansible looks for them: relative names first in a folder of their kind, then in the root.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/jinja2/runtime/call.hpp"
#include "runtime/context.hpp"

namespace evalground::jinja2 {

// The kind of a path in the virtual file system; nothing when there is neither a file nor a folder.
enum class FileKind : std::uint8_t { file, directory };
std::optional<FileKind> file_kind(const Context& context, std::string_view path);

// The entry of a file: `folder`/name ("files/a.txt"), else the name from the root; absolute names as they are. Nothing
// when there is no such file.
std::optional<std::string> find_file(const Context& context, std::string_view folder, std::string_view name);

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

}  // namespace evalground::jinja2
