// The files of a repository that its documents name without a folder: those of roles, tasks, templates and variables.
//
//   roles: [web]                      roles/web/tasks/main.yml
//   include_tasks: install.yml        beside the task, in `tasks`, or above
//   template: {src: app.conf.j2}      in `templates` of the role or playbook
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/language.hpp"

namespace evalground::ansible {

// The target of a link from a file that names a role by an expression.
inline constexpr std::string_view every_role = "*";

// The folder of the role that a path lies in, "roles/web"; empty outside of roles.
std::string_view role_around(std::string_view path);

// Finds the roles of the workspace, once for a reading.
void collect_roles(Context& context, Reading& reading);
// The folders of a role as a file names it, "web" or "namespace.collection.web": the nearest one, or all that may be
// meant.
std::vector<std::string> folders_of_role(const Reading& reading, std::string_view name, std::string_view from);
// The file of a role's part, such as ("roles/web", "tasks", "main"). Absent when the workspace has no such file.
std::optional<std::string> file_of_role(const Context& context, std::string_view folder, std::string_view part,
                                        std::string_view name);
// The file that a file names under a key of a task or play. Absent when the workspace has no such file.
std::optional<std::string> used_file(const Context& context, std::string_view from, std::string_view key,
                                     std::string_view name);
// The variable files in a folder of `include_vars: {dir: …}`.
std::vector<std::string> used_folder(Context& context, std::string_view from, std::string_view name);

// Adds the files that lookups in a template name: `lookup('file', 'motd.txt')`.
void refer_to_looked_up_files(Context& context, const Pieces& pieces, std::uint32_t file, Reading& reading);

// Offers the roles or files that may stand at a position. `keys` lead to it.
void offer_used_files(Context& context, std::uint32_t file, const std::vector<std::string_view>& keys, Caret& cursor);

// Separates variables and handlers of the same name that no playbook has in common.
void connect_plays(Context& context, Reading& reading);

}  // namespace evalground::ansible
