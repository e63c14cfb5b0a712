#include "dialects/ansible/reserved_names.hpp"

#include "base/text/any_of.hpp"

namespace evalground::ansible {
namespace {

// Words of Python, which Ansible refuses as names of variables (ansible.utils.vars.isidentifier).
constexpr std::string_view python_words[] = {
    "False",  "None",     "True", "and",    "as",   "assert",  "async",  "await",  "break", "class",  "continue", "def",
    "del",    "elif",     "else", "except", "for",  "finally", "from",   "global", "if",    "import", "in",       "is",
    "lambda", "nonlocal", "not",  "or",     "pass", "raise",   "return", "try",    "while", "with",   "yield"};
// Variables that Ansible sets itself ("Special Variables" of its documentation), besides those with `ansible_`.
constexpr std::string_view magic[] = {"environment",
                                      "group_names",
                                      "groups",
                                      "hostvars",
                                      "inventory_dir",
                                      "inventory_file",
                                      "inventory_hostname",
                                      "inventory_hostname_short",
                                      "omit",
                                      "play_hosts",
                                      "playbook_dir",
                                      "role_name",
                                      "role_names",
                                      "role_path",
                                      "vars"};
// Keywords of plays, roles, blocks and tasks ("Playbook Keywords" of its documentation), which Ansible warns about.
constexpr std::string_view keywords[] = {"action",
                                         "always",
                                         "any_errors_fatal",
                                         "args",
                                         "async_val",
                                         "become",
                                         "become_exe",
                                         "become_flags",
                                         "become_method",
                                         "become_user",
                                         "block",
                                         "changed_when",
                                         "check_mode",
                                         "collections",
                                         "connection",
                                         "debugger",
                                         "delay",
                                         "delegate_facts",
                                         "delegate_to",
                                         "diff",
                                         "fact_path",
                                         "failed_when",
                                         "force_handlers",
                                         "gather_facts",
                                         "gather_subset",
                                         "gather_timeout",
                                         "handlers",
                                         "hosts",
                                         "ignore_errors",
                                         "ignore_unreachable",
                                         "listen",
                                         "local_action",
                                         "loop",
                                         "loop_control",
                                         "max_fail_percentage",
                                         "module_defaults",
                                         "no_log",
                                         "notify",
                                         "order",
                                         "poll",
                                         "post_tasks",
                                         "pre_tasks",
                                         "register",
                                         "remote_user",
                                         "rescue",
                                         "retries",
                                         "roles",
                                         "run_once",
                                         "serial",
                                         "strategy",
                                         "tags",
                                         "tasks",
                                         "throttle",
                                         "until",
                                         "vars_files",
                                         "vars_prompt",
                                         "when"};

}  // namespace

std::string why_reserved_variable(std::string_view name) {
  if (contains(python_words, name)) return "It is a word of Python, which Ansible refuses.";
  if (contains(magic, name) || name.starts_with("ansible_")) return "Ansible sets this variable itself.";
  if (name == "item") return "Loops set this variable.";
  if (contains(keywords, name) || name.starts_with("with_")) return "It is a keyword of plays and tasks.";
  return {};
}

}  // namespace evalground::ansible
