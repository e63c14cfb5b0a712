// The names of all attributes, as the agent declares them: `cf-promises --syntax-description json` prints the list. The
// reference refuses an attribute that is not in its place, also where the attribute has no effect in this engine.
#include "dialects/cfengine/policy/attribute_names.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"

namespace evalground::cfengine {
namespace {

struct Owner {
  std::string_view type;
  std::string_view names;  // separated by blanks
};

constexpr Owner promises[] = {
    {"access",
     "admit admit_hostnames admit_ips admit_keys deny deny_hostnames deny_ips deny_keys ifencrypted maproot "
     "report_data_select resource_type shortcut"},
    {"build_xpath", "build_xpath select_xpath"},
    {"classes", "and cancel dist expression not or persistence scope select_class timer_policy xor"},
    {"commands", "arglist args contain inform module"},
    {"databases", "database_columns database_operation database_rows database_server database_type registry_exclude"},
    {"defaults", "if_match_regex slist string"},
    {"delete_attribute", "build_xpath select_xpath"},
    {"delete_lines", "delete_select not_matching select_region"},
    {"delete_text", "build_xpath select_xpath"},
    {"delete_tree", "build_xpath select_xpath"},
    {"field_edits", "edit_field select_region"},
    {"files",
     "acl changes content copy_from create delete depth_search edit_defaults edit_line edit_template "
     "edit_template_string edit_xml file_select file_type fsattrs link_from move_obstructions pathtype perms "
     "rename repository template_data template_method touch transformer"},
    {"guest_environments",
     "environment_host environment_interface environment_resources environment_state environment_type"},
    {"insert_lines", "expand_scalars insert_select insert_type location select_region whitespace_policy"},
    {"insert_text", "build_xpath select_xpath"},
    {"insert_tree", "build_xpath select_xpath"},
    {"measurements", "data_type history_type match_value stream_type units"},
    {"meta", "data slist string"},
    {"methods", "inherit usebundle useresult"},
    {"packages",
     "additional_packages architecture options package_architectures package_method package_module "
     "package_policy package_select package_version policy version"},
    {"processes", "process_count process_select process_stop restart_class signals"},
    {"replace_patterns", "allow_non_convergent replace_with select_region"},
    {"reports", "bundle_return_value_index friend_pattern intermittency lastseen printfile report_to_file showstate"},
    {"roles", "authorize"},
    {"services", "service_dependencies service_method service_policy"},
    {"set_attribute", "attribute_value build_xpath select_xpath"},
    {"set_text", "build_xpath select_xpath"},
    {"storage", "mount volume"},
    {"users",
     "description group_primary groups_secondary home_bundle home_bundle_inherit home_dir password policy "
     "shell uid"},
    {"vars", "data ilist int policy real rlist slist string"},
};

constexpr Owner bodies[] = {
    {"acl",
     "aces acl_default acl_directory_inherit acl_inherit acl_method acl_type specify_default_aces "
     "specify_inherit_aces"},
    {"changes", "hash report_changes report_diffs silence update_hashes"},
    {"contain", "chdir chroot exec_group exec_owner exec_timeout no_output preview umask useshell"},
    {"copy_from",
     "check_root collapse_destination_dir compare copy_backup copy_size copylink_patterns encrypt findertype "
     "force_ipv4 force_update link_type linkcopy_patterns missing_ok portnumber preserve protocol_version "
     "purge servers source stealth timeout trustkey type_check verify"},
    {"database_server", "db_server_connection_db db_server_host db_server_owner db_server_password db_server_type"},
    {"delete", "dirlinks rmdirs"},
    {"delete_select",
     "delete_if_contains_from_list delete_if_match_from_list delete_if_not_contains_from_list "
     "delete_if_not_match_from_list delete_if_not_startwith_from_list delete_if_startwith_from_list"},
    {"depth_search", "depth exclude_dirs include_basedir include_dirs rmdeadlinks traverse_links xdev"},
    {"edit_defaults", "edit_backup empty_file_before_editing inherit max_file_size recognize_join rotate"},
    {"edit_field",
     "allow_blank_fields extend_fields field_operation field_separator field_value select_field "
     "start_fields_from_zero value_separator"},
    {"environment_interface", "env_addresses env_name env_network"},
    {"environment_resources", "env_baseline env_cpus env_disk env_memory env_spec"},
    {"executor",
     "agent_expireafter exec_command executorfacility mailfilter_exclude mailfilter_include mailfrom "
     "mailmaxlines mailsubject mailto runagent_socket_allow_users schedule smtpport smtpserver splaytime"},
    {"file_select",
     "atime ctime exec_program exec_regex file_result file_types issymlinkto leaf_name mtime path_name "
     "search_bsdflags search_groups search_mode search_owners search_size"},
    {"fsattrs", "immutable"},
    {"hub", "client_history_timeout exclude_hosts export_zenoss hub_schedule port query_timeout"},
    {"insert_select",
     "insert_if_contains_from_list insert_if_match_from_list insert_if_not_contains_from_list "
     "insert_if_not_match_from_list insert_if_not_startwith_from_list insert_if_startwith_from_list"},
    {"link_from", "copy_patterns link_children link_type source when_linking_children when_no_source"},
    {"location", "before_after first_last select_line_matching"},
    {"match_value",
     "extraction_regex select_line_matching select_line_number select_multiline_policy track_growing_file"},
    {"monitor", "forgetrate histograms monitorfacility tcpdump tcpdumpcommand"},
    {"mount",
     "edit_fstab mount_options mount_server mount_source mount_type remount remount_methods remount_timeout "
     "unmount"},
    {"package_method",
     "package_add_command package_arch_regex package_changes package_commands_useshell "
     "package_default_arch_command package_delete_command package_delete_convention package_file_repositories "
     "package_installed_regex package_list_arch_regex package_list_command package_list_name_regex "
     "package_list_update_command package_list_update_ifelapsed package_list_version_regex "
     "package_multiline_start package_name_convention package_name_regex package_noverify_regex "
     "package_noverify_returncode package_patch_arch_regex package_patch_command "
     "package_patch_installed_regex package_patch_list_command package_patch_name_regex "
     "package_patch_version_regex package_update_command package_verify_command package_version_equal_command "
     "package_version_less_command package_version_regex"},
    {"package_module", "default_options interpreter module_path query_installed_ifelapsed query_updates_ifelapsed"},
    {"password", "data format"},
    {"perms", "bsdflags groups mode owners rxdirs"},
    {"process_count", "in_range_define match_range out_of_range_define"},
    {"process_select",
     "command pgid pid ppid priority process_owner process_result rsize status stime_range threads "
     "ttime_range tty vsize"},
    {"rename", "disable disable_mode disable_suffix newname rotate"},
    {"replace_with", "occurrences replace_value"},
    {"report_data_select",
     "classes_exclude classes_include metatags_exclude metatags_include monitoring_exclude monitoring_include "
     "promise_handle_exclude promise_handle_include promise_notkept_log_exclude promise_notkept_log_include "
     "promise_repaired_log_exclude promise_repaired_log_include variables_exclude variables_include"},
    {"runagent",
     "background_children encrypt force_ipv4 hosts max_children output_directory output_to_file port timeout "
     "trustkey"},
    {"select_region", "include_end_delimiter include_start_delimiter select_end select_end_match_eof select_start"},
    {"server",
     "allowallconnects allowciphers allowconnects allowlegacyconnects allowtlsversion allowusers auditing "
     "bindtointerface call_collect_interval cfruncommand collect_window denybadclocks denyconnects "
     "dynamicaddresses hostnamekeys listen logallconnections logencryptedtransfers maxconnections port "
     "serverfacility skipverify trustkeysfrom"},
    {"service_method", "service_args service_autostart_policy service_bundle service_dependence_chain service_type"},
    {"volume", "check_foreign freespace scan_arrivals sensible_count sensible_size"},
};

// Types of bodies in bodies.cpp.
constexpr std::string_view control_types[] = {"agent", "common",  "executor", "file",
                                              "hub",   "monitor", "runagent", "server"};

constexpr std::string_view body_attributes[] = {"acl",
                                                "action",
                                                "changes",
                                                "classes",
                                                "contain",
                                                "copy_from",
                                                "database_server",
                                                "delete",
                                                "delete_select",
                                                "depth_search",
                                                "edit_defaults",
                                                "edit_field",
                                                "environment_interface",
                                                "environment_resources",
                                                "file_select",
                                                "fsattrs",
                                                "insert_select",
                                                "link_from",
                                                "location",
                                                "match_value",
                                                "mount",
                                                "package_method",
                                                "package_module",
                                                "password",
                                                "perms",
                                                "printfile",
                                                "process_count",
                                                "process_select",
                                                "rename",
                                                "replace_with",
                                                "report_data_select",
                                                "select_region",
                                                "service_method",
                                                "volume"};
constexpr std::string_view bundle_attributes[] = {"edit_line", "edit_xml", "home_bundle", "service_bundle",
                                                  "usebundle"};
constexpr std::string_view list_attributes =
    "aces additional_packages admit admit_hostnames admit_ips admit_keys allowallconnects allowconnects "
    "allowlegacyconnects allowusers arglist authorize bsdflags classes_exclude classes_include "
    "copy_patterns copylink_patterns database_columns database_rows default_options "
    "delete_if_contains_from_list delete_if_match_from_list delete_if_not_contains_from_list "
    "delete_if_not_match_from_list delete_if_not_startwith_from_list delete_if_startwith_from_list deny "
    "deny_hostnames deny_ips deny_keys denyconnects dynamicaddresses env_addresses exclude_dirs "
    "exclude_hosts file_types groups groups_secondary hosts hub_schedule in_range_define include_dirs "
    "insert_if_contains_from_list insert_if_match_from_list insert_if_not_contains_from_list "
    "insert_if_not_match_from_list insert_if_not_startwith_from_list insert_if_startwith_from_list "
    "issymlinkto leaf_name linkcopy_patterns mailfilter_exclude mailfilter_include maproot "
    "metatags_exclude metatags_include monitoring_exclude monitoring_include mount_options options "
    "out_of_range_define owners package_architectures package_file_repositories path_name process_owner "
    "promise_handle_exclude promise_handle_include promise_notkept_log_exclude "
    "promise_notkept_log_include promise_repaired_log_exclude promise_repaired_log_include "
    "registry_exclude remount_methods runagent_socket_allow_users schedule search_bsdflags search_groups "
    "search_mode search_owners servers service_dependencies signals silence skipverify "
    "specify_default_aces specify_inherit_aces trustkeysfrom variables_exclude variables_include "
    "whitespace_policy";

bool has_name(std::string_view names, std::string_view name) {
  for (const std::string_view one : Split(names, " ")) {
    if (one == name) return true;
  }
  return false;
}

template <std::size_t count>
std::optional<std::vector<std::string_view>> names_of(const Owner (&owners)[count], std::string_view type) {
  const auto* found =
      std::find_if(std::begin(owners), std::end(owners), [&](const Owner& one) { return one.type == type; });
  if (found == std::end(owners)) return std::nullopt;
  std::vector<std::string_view> names;
  for (const std::string_view name : Split(found->names, " ")) names.push_back(name);
  return names;
}

}  // namespace

std::optional<std::vector<std::string_view>> known_promise_attributes(std::string_view type) {
  return names_of(promises, type);
}

std::optional<std::vector<std::string_view>> known_body_attributes(std::string_view type) {
  return names_of(bodies, type);
}

bool is_attribute_of_used_body(std::string_view name) {
  return std::any_of(std::begin(bodies), std::end(bodies),
                     [&](const Owner& one) { return !is_control_type(one.type) && has_name(one.names, name); });
}

bool is_control_type(std::string_view type) {
  return contains(control_types, type);
}

bool names_body(std::string_view attribute) {
  return contains(body_attributes, attribute);
}

bool names_bundle(std::string_view attribute) {
  return contains(bundle_attributes, attribute);
}

bool takes_list(std::string_view attribute) {
  return has_name(list_attributes, attribute);
}

}  // namespace evalground::cfengine
