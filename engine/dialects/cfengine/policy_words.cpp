// The words that completion offers in a policy: promise types of each type of bundle, and attributes of promises and
// bodies. They are the usual ones, and not all that the checks accept (policy/checks.cpp). Sentences on attributes are
// in attribute_words.cpp.
#include "dialects/cfengine/policy_words.hpp"

#include <algorithm>

namespace evalground::cfengine {
namespace {

using Word = std::string_view;
using Words = std::span<const Word>;

constexpr Word common_types[] = {"meta", "vars", "defaults", "classes", "methods", "reports"};
constexpr Word agent_types[] = {"vars",      "classes",  "files",    "packages",  "commands",
                                "processes", "services", "methods",  "reports",   "users",
                                "storage",   "meta",     "defaults", "databases", "guest_environments"};
constexpr Word line_types[] = {"insert_lines", "delete_lines", "replace_patterns", "field_edits",
                               "vars",         "classes",      "reports"};
constexpr Word xml_types[] = {"build_xpath", "insert_tree",   "delete_tree",      "insert_text", "set_text",
                              "delete_text", "set_attribute", "delete_attribute", "vars",        "classes"};
constexpr Word server_types[] = {"access", "roles", "vars", "classes", "reports"};
constexpr Word monitor_types[] = {"measurements", "vars", "classes", "reports"};

constexpr Word vars[] = {"string", "int", "real", "slist", "ilist", "rlist", "data", "policy"};
constexpr Word meta[] = {"string", "slist", "data"};
constexpr Word defaults[] = {"string", "slist", "if_match_regex"};
constexpr Word classes[] = {"expression", "and", "or", "not", "xor", "dist", "select_class", "scope", "persistence"};
constexpr Word reports[] = {"printfile", "report_to_file", "bundle_return_value_index"};
constexpr Word methods[] = {"usebundle", "useresult", "inherit"};
constexpr Word files[] = {"create",          "content",       "perms",
                          "copy_from",       "edit_line",     "edit_template",
                          "template_method", "template_data", "edit_template_string",
                          "delete",          "depth_search",  "file_select",
                          "link_from",       "rename",        "changes",
                          "edit_defaults",   "edit_xml",      "touch",
                          "pathtype",        "transformer"};
constexpr Word commands[] = {"args", "arglist", "contain", "module"};
constexpr Word packages[] = {"policy", "version", "package_module", "architecture", "options"};
constexpr Word processes[] = {"signals", "restart_class", "process_stop", "process_count", "process_select"};
constexpr Word services[] = {"service_policy", "service_method", "service_dependencies"};
constexpr Word users[] = {"policy",   "uid",   "group_primary", "groups_secondary",
                          "home_dir", "shell", "description",   "password"};
constexpr Word insert_lines[] = {"insert_type",   "location",       "select_region",
                                 "insert_select", "expand_scalars", "whitespace_policy"};
constexpr Word delete_lines[] = {"delete_select", "select_region", "not_matching"};
constexpr Word replace_patterns[] = {"replace_with", "select_region"};
constexpr Word field_edits[] = {"edit_field", "select_region"};
constexpr Word access[] = {"admit",         "admit_ips", "admit_hostnames", "admit_keys",
                           "deny",          "deny_ips",  "deny_keys",       "maproot",
                           "resource_type", "shortcut",  "ifencrypted",     "report_data_select"};

struct Promises {
  Word type;
  Words attributes;
  Word about = {};
};
constexpr Promises promises[] = {{"vars", vars, "Variables, of this bundle."},
                                 {"classes", classes, "Classes: names that are set or not, and guard promises."},
                                 {"reports", reports, "Texts that the run gives."},
                                 {"methods", methods, "Bundles that are called."},
                                 {"meta", meta, "Metadata of the bundle, as variables of `bundle_meta`."},
                                 {"defaults", defaults, "Values of variables and parameters that have none."},
                                 {"files", files, "Files: their content, rights and templates. Not carried out here."},
                                 {"commands", commands, "Commands that are run. Not carried out here."},
                                 {"packages", packages, "Packages that are installed or not. Not carried out here."},
                                 {"processes", processes, "Processes that run or not. Not carried out here."},
                                 {"services", services, "Services that run or not. Not carried out here."},
                                 {"users", users, "Accounts. Not carried out here."},
                                 {"insert_lines", insert_lines, "Lines that a file has."},
                                 {"delete_lines", delete_lines, "Lines that a file has not."},
                                 {"replace_patterns", replace_patterns, "Replacements in a file."},
                                 {"field_edits", field_edits, "Fields of lines that are edited."},
                                 {"access", access, "The files that a server shares, and with whom."}};

constexpr Word perms[] = {"mode", "owners", "groups", "rxdirs", "bsdflags"};
constexpr Word copy_from[] = {"source", "servers",    "compare",   "copy_backup", "purge",    "preserve",  "encrypt",
                              "verify", "portnumber", "link_type", "check_root",  "trustkey", "missing_ok"};
constexpr Word action[] = {"action_policy", "ifelapsed",    "expireafter", "log_string",   "log_level",
                           "log_kept",      "log_repaired", "log_failed",  "report_level", "background"};
constexpr Word classes_body[] = {
    "promise_kept",         "promise_repaired",  "repair_failed", "repair_denied", "repair_timeout", "cancel_kept",
    "cancel_repaired",      "cancel_notkept",    "scope",         "persist_time",  "timer_policy",   "kept_returncodes",
    "repaired_returncodes", "failed_returncodes"};
constexpr Word contain[] = {"useshell", "exec_owner", "exec_group", "exec_timeout", "chdir",
                            "chroot",   "umask",      "no_output",  "preview"};
constexpr Word depth_search[] = {"depth", "include_basedir", "include_dirs", "exclude_dirs", "traverse_links", "xdev"};
constexpr Word file_select[] = {"leaf_name",     "path_name",  "search_mode", "search_size",
                                "search_owners", "file_types", "file_result", "mtime"};
constexpr Word edit_defaults[] = {"empty_file_before_editing", "edit_backup", "max_file_size", "rotate"};
constexpr Word printfile[] = {"file_to_print", "number_of_lines"};
constexpr Word remove[] = {"dirlinks", "rmdirs"};
constexpr Word link_from[] = {"source", "link_type", "when_no_source", "move_obstructions"};
constexpr Word location[] = {"before_after", "first_last", "select_line_matching"};
constexpr Word replace_with[] = {"replace_value", "occurrences"};
constexpr Word select_region[] = {"select_start", "select_end", "include_start_delimiter", "include_end_delimiter"};
constexpr Word process_select[] = {"process_owner", "process_result", "pid",     "ppid",    "pgid",
                                   "rsize",         "vsize",          "status",  "command", "tty",
                                   "stime_range",   "ttime_range",    "threads", "priority"};
constexpr Word process_count[] = {"match_range", "in_range_define", "out_of_range_define"};
constexpr Word service_method[] = {"service_type", "service_args", "service_bundle", "service_autostart_policy",
                                   "service_dependence_chain"};
constexpr Word report_data_select[] = {"metatags_include",       "metatags_exclude",   "promise_handle_include",
                                       "promise_handle_exclude", "monitoring_include", "monitoring_exclude"};
constexpr Word edit_field[] = {"field_separator", "select_field",       "value_separator", "field_value",
                               "field_operation", "allow_blank_fields", "extend_fields",   "start_fields_from_zero"};
constexpr Word changes[] = {"hash", "report_changes", "report_diffs", "update_hashes"};
constexpr Word rename[] = {"newname", "disable", "disable_mode", "disable_suffix", "rotate"};
constexpr Word delete_select[] = {"delete_if_startwith_from_list", "delete_if_not_startwith_from_list",
                                  "delete_if_match_from_list",     "delete_if_not_match_from_list",
                                  "delete_if_contains_from_list",  "delete_if_not_contains_from_list"};
constexpr Word insert_select[] = {"insert_if_startwith_from_list", "insert_if_not_startwith_from_list",
                                  "insert_if_match_from_list",     "insert_if_not_match_from_list",
                                  "insert_if_contains_from_list",  "insert_if_not_contains_from_list"};
constexpr Word common_control[] = {
    "bundlesequence",        "inputs",        "version",         "domain", "ignore_missing_bundles",
    "ignore_missing_inputs", "goal_patterns", "protocol_version"};
constexpr Word agent_control[] = {
    "abortclasses", "abortbundleclasses", "addclasses", "environment",    "files_single_copy",
    "ifelapsed",    "expireafter",        "inform",     "maxconnections", "timeout"};
constexpr Word file_control[] = {"namespace", "inputs", "evaluation_order"};

struct Body {
  Word type;
  Words attributes;
};
constexpr Body bodies[] = {{"perms", perms},
                           {"copy_from", copy_from},
                           {"action", action},
                           {"classes", classes_body},
                           {"contain", contain},
                           {"depth_search", depth_search},
                           {"file_select", file_select},
                           {"edit_defaults", edit_defaults},
                           {"printfile", printfile},
                           {"delete", remove},
                           {"link_from", link_from},
                           {"location", location},
                           {"replace_with", replace_with},
                           {"select_region", select_region},
                           {"process_select", process_select},
                           {"process_count", process_count},
                           {"service_method", service_method},
                           {"report_data_select", report_data_select},
                           {"edit_field", edit_field},
                           {"changes", changes},
                           {"rename", rename},
                           {"delete_select", delete_select},
                           {"insert_select", insert_select}};
constexpr Body controls[] = {{"common", common_control}, {"agent", agent_control}, {"file", file_control}};
constexpr Word types_of_bodies[] = {"common",
                                    "agent",
                                    "file",
                                    "perms",
                                    "copy_from",
                                    "action",
                                    "classes",
                                    "contain",
                                    "depth_search",
                                    "file_select",
                                    "edit_defaults",
                                    "printfile",
                                    "delete",
                                    "link_from",
                                    "location",
                                    "replace_with",
                                    "select_region",
                                    "package_module",
                                    "server",
                                    "process_select",
                                    "process_count",
                                    "service_method",
                                    "report_data_select",
                                    "edit_field",
                                    "changes",
                                    "rename",
                                    "delete_select",
                                    "insert_select",
                                    "acl",
                                    "package_method",
                                    "mount",
                                    "volume",
                                    "password",
                                    "match_value"};
constexpr Word other_bodies[] = {"acl",    "package_method", "package_module", "mount",
                                 "volume", "password",       "match_value"};

constexpr Word booleans[] = {"true", "false"};
constexpr Word policies[] = {"free", "overridable", "constant", "ifdefined", "present", "absent", "locked"};
constexpr Word template_methods[] = {"mustache", "inline_mustache", "cfengine"};
constexpr Word scopes[] = {"namespace", "bundle"};
constexpr Word action_policies[] = {"fix", "warn", "nop"};

struct Values {
  Word attribute;
  Words values;
};
constexpr Values values[] = {{"create", booleans},
                             {"inherit", booleans},
                             {"policy", policies},
                             {"template_method", template_methods},
                             {"scope", scopes},
                             {"action_policy", action_policies},
                             {"ignore_missing_bundles", booleans},
                             {"ignore_missing_inputs", booleans}};

template <class Table>
auto find(const Table& table, Word type) {
  return std::find_if(std::begin(table), std::end(table), [&](const auto& one) { return one.type == type; });
}

}  // namespace

// The types of promises that a bundle of this type may contain.
std::span<const std::string_view> promise_types_of(std::string_view bundle) {
  if (bundle == "edit_line") return line_types;
  if (bundle == "edit_xml") return xml_types;
  if (bundle == "server") return server_types;
  if (bundle == "monitor") return monitor_types;
  return bundle == "common" ? Words(common_types) : Words(agent_types);
}

std::span<const std::string_view> attributes_of_promises(std::string_view type) {
  const auto found = find(promises, type);
  return found == std::end(promises) ? Words() : found->attributes;
}

// Control bodies have attributes of their own, by the program that they control.
std::span<const std::string_view> attributes_of_bodies(std::string_view type, std::string_view name) {
  if (name == "control") {
    const auto control = find(controls, type);
    if (control != std::end(controls)) return control->attributes;
  }
  const auto found = find(bodies, type);
  return found == std::end(bodies) ? Words() : found->attributes;
}

std::span<const std::string_view> body_types() {
  return types_of_bodies;
}

// Only attributes with few possible values have an entry.
std::span<const std::string_view> values_of(std::string_view attribute) {
  for (const Values& one : values) {
    if (one.attribute == attribute) return one.values;
  }
  return {};
}

bool takes_body(std::string_view attribute) {
  return find(bodies, attribute) != std::end(bodies) ||
         std::find(std::begin(other_bodies), std::end(other_bodies), attribute) != std::end(other_bodies);
}

bool takes_classes(std::string_view attribute) {
  constexpr std::string_view all[] = {"if", "unless", "expression", "and", "or", "not", "ifvarclass"};
  return std::find(std::begin(all), std::end(all), attribute) != std::end(all);
}

std::string_view about_promises(std::string_view type) {
  const auto found = find(promises, type);
  return found == std::end(promises) ? Word() : found->about;
}

}  // namespace evalground::cfengine
