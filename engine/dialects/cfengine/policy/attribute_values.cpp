// Types of attributes that have no effect here: those of promises that change a host, and of their bodies. They are
// checked, because the reference refuses a policy with an invalid value.
//
// The tables repeat what the agent declares for each attribute. An attribute that occurs in several bodies has the same
// type in all of them, so the name alone is enough.
#include "dialects/cfengine/policy/attribute_values.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"
#include "dialects/cfengine/policy/attribute_names.hpp"
#include "dialects/cfengine/policy/text_types.hpp"

namespace evalground::cfengine {
namespace {

// These tables are searched by bisection: keep them sorted.
constexpr std::string_view boolean_attributes[] = {"allow_blank_fields",
                                                   "auditing",
                                                   "background_children",
                                                   "check_foreign",
                                                   "check_root",
                                                   "collapse_destination_dir",
                                                   "create",
                                                   "denybadclocks",
                                                   "disable",
                                                   "edit_fstab",
                                                   "empty_file_before_editing",
                                                   "encrypt",
                                                   "expand_scalars",
                                                   "extend_fields",
                                                   "force_ipv4",
                                                   "force_update",
                                                   "histograms",
                                                   "home_bundle_inherit",
                                                   "hostnamekeys",
                                                   "ifencrypted",
                                                   "include_basedir",
                                                   "include_end_delimiter",
                                                   "include_start_delimiter",
                                                   "inform",
                                                   "inherit",
                                                   "link_children",
                                                   "listen",
                                                   "logallconnections",
                                                   "logencryptedtransfers",
                                                   "missing_ok",
                                                   "module",
                                                   "move_obstructions",
                                                   "no_output",
                                                   "not_matching",
                                                   "output_to_file",
                                                   "package_commands_useshell",
                                                   "preserve",
                                                   "preview",
                                                   "purge",
                                                   "recognize_join",
                                                   "report_diffs",
                                                   "rmdeadlinks",
                                                   "rmdirs",
                                                   "rxdirs",
                                                   "scan_arrivals",
                                                   "select_end_match_eof",
                                                   "start_fields_from_zero",
                                                   "stealth",
                                                   "tcpdump",
                                                   "touch",
                                                   "track_growing_file",
                                                   "traverse_links",
                                                   "trustkey",
                                                   "type_check",
                                                   "unmount",
                                                   "update_hashes",
                                                   "verify",
                                                   "xdev"};

constexpr std::string_view paths[] = {"chdir",
                                      "chroot",
                                      "edit_template",
                                      "env_baseline",
                                      "exec_command",
                                      "exec_program",
                                      "home_dir",
                                      "mount_source",
                                      "output_directory",
                                      "package_default_arch_command",
                                      "path_name",
                                      "process_stop",
                                      "repository",
                                      "shell",
                                      "tcpdumpcommand",
                                      "transformer"};

struct TypedName {
  std::string_view name;
  std::string_view type;  // of policy/text_types.hpp; for a list that of its items
};
// A name that has another type somewhere has the owner before it.
constexpr TypedName others[] = {
    {"aces", "access"},
    {"acl_default", "option{nochange|access|specify|clear}"},
    {"acl_directory_inherit", "option{nochange|parent|specify|clear}"},
    {"acl_inherit", "option{true|false|yes|no|on|off|nochange}"},
    {"acl_method", "option{append|overwrite}"},
    {"acl_type", "option{generic|posix|ntfs}"},
    {"agent_expireafter", "int[0,10080]"},
    {"atime", "range[0,2147483647]"},
    {"before_after", "option{before|after}"},
    {"bsdflags", "bsdflags"},
    {"call_collect_interval", "int[0,99999999999]"},
    {"cfruncommand", "some"},
    {"client_history_timeout", "int[1,65535]"},
    {"collect_window", "int[0,99999999999]"},
    {"compare", "option{atime|mtime|ctime|digest|hash|exists|binary}"},
    {"copy_backup", "option{true|false|timestamp}"},
    {"copy_size", "range[0,inf]"},
    {"ctime", "range[0,2147483647]"},
    {"data_type", "option{counter|int|real|string|slist}"},
    {"database_operation", "option{create|delete|drop|cache|verify|restore}"},
    {"database_rows", "row"},
    {"database_type", "option{sql|ms_registry}"},
    {"db_server_type", "option{postgres|mysql}"},
    {"depth", "int[0,99999999999]"},
    {"dirlinks", "option{delete|tidy|keep}"},
    {"disable_mode", "disabled_mode"},
    {"edit_backup", "option{true|false|timestamp|rotate}"},
    {"env_cpus", "int[0,99999999999]"},
    {"env_disk", "int[0,99999999999]"},
    {"env_memory", "int[0,99999999999]"},
    {"environment_host", "word"},
    {"environment_state", "option{create|delete|running|suspended|down}"},
    {"environment_type", "option{xen|kvm|esx|vbox|test|xen_net|kvm_net|esx_net|test_net|zone|ec2|eucalyptus}"},
    {"exec_timeout", "int[1,3600]"},
    {"executorfacility",
     "option{LOG_USER|LOG_DAEMON|LOG_LOCAL0|LOG_LOCAL1|LOG_LOCAL2|LOG_LOCAL3|LOG_LOCAL4|LOG_LOCAL5|LOG_LOCAL6|LOG_"
     "LOCAL7}"},
    {"field_operation", "option{prepend|append|alphanum|delete|set}"},
    {"file_result", "file_result"},
    {"file_type", "option{regular|fifo}"},
    {"file_types", "option{plain|reg|symlink|dir|socket|fifo|door|char|block}"},
    {"findertype", "option{MacOSX}"},
    {"first_last", "option{first|last}"},
    {"forgetrate", "real[0,1]"},
    {"format", "option{plaintext|hash}"},
    {"freespace", "space"},
    {"groups", "account"},
    {"hash", "option{md5|sha1|sha224|sha256|sha384|sha512|best}"},
    {"history_type", "option{weekly|scalar|static|log}"},
    {"insert_type", "option{literal|string|file|file_preserve_block|preserve_block|preserve_all_lines}"},
    {"link_type", "option{symlink|hardlink|relative|absolute}"},
    {"mailfrom", "address"},
    {"mailmaxlines", "int[0,1000]"},
    {"mailto", "address"},
    {"match_range", "range[0,99999999999]"},
    {"max_children", "int[0,99999999999]"},
    {"max_file_size", "int[0,99999999999]"},
    {"maxconnections", "int[0,99999999999]"},
    {"mode", "mode"},
    {"monitorfacility",
     "option{LOG_USER|LOG_DAEMON|LOG_LOCAL0|LOG_LOCAL1|LOG_LOCAL2|LOG_LOCAL3|LOG_LOCAL4|LOG_LOCAL5|LOG_LOCAL6|LOG_"
     "LOCAL7}"},
    {"mount_type", "option{nfs|nfs2|nfs3|nfs4|panfs|cifs}"},
    {"mtime", "range[0,2147483647]"},
    {"occurrences", "option{all|first}"},
    {"owners", "account"},
    {"package_add_command", "some"},
    {"package_changes", "option{individual|bulk}"},
    {"package_delete_command", "some"},
    {"package_list_command", "some"},
    {"package_list_update_ifelapsed", "int[-99999999999,99999999999]"},
    {"package_noverify_returncode", "int[-99999999999,99999999999]"},
    {"package_patch_command", "some"},
    {"package_patch_list_command", "some"},
    {"package_policy", "option{add|delete|reinstall|update|addupdate|patch|verify}"},
    {"package_select", "option{>|<|==|!=|>=|<=}"},
    {"package_update_command", "some"},
    {"package_verify_command", "some"},
    {"package_version_equal_command", "some"},
    {"package_version_less_command", "some"},
    {"packages.policy", "option{absent|present}"},
    {"pathtype", "option{literal|regex|guess}"},
    {"pgid", "range[0,99999999999]"},
    {"pid", "range[0,99999999999]"},
    {"port", "int[1,65535]"},
    {"ppid", "range[0,99999999999]"},
    {"priority", "range[-20,20]"},
    {"process_result", "process_result"},
    {"protocol_version", "option{1|classic|2|tls|3|cookie|4|filestream|5|leech2|latest}"},
    {"query_installed_ifelapsed", "int[-99999999999,99999999999]"},
    {"query_timeout", "int[0,300]"},
    {"query_updates_ifelapsed", "int[-99999999999,99999999999]"},
    {"report_changes", "option{all|stats|content|none}"},
    {"resource_type", "option{path|literal|context|query|variable|bundle}"},
    {"restart_class", "name"},
    {"rotate", "int[0,99]"},
    {"rsize", "range[0,99999999999]"},
    {"runagent.timeout", "int[1,9999]"},
    {"search_bsdflags", "bsdflags"},
    {"search_mode", "mode"},
    {"search_size", "range[0,inf]"},
    {"select_field", "int[0,99999999]"},
    {"select_line_number", "int[0,99999999999]"},
    {"select_multiline_policy", "option{average|sum|first|last}"},
    {"sensible_count", "int[0,99999999999]"},
    {"sensible_size", "int[0,99999999999]"},
    {"serverfacility",
     "option{LOG_USER|LOG_DAEMON|LOG_LOCAL0|LOG_LOCAL1|LOG_LOCAL2|LOG_LOCAL3|LOG_LOCAL4|LOG_LOCAL5|LOG_LOCAL6|LOG_"
     "LOCAL7}"},
    {"servers", "server"},
    {"service_autostart_policy", "option{none|boot_time|on_demand}"},
    {"service_dependence_chain", "option{ignore|start_parent_services|stop_child_services|all_related}"},
    {"service_dependencies", "name"},
    {"service_type", "option{windows|generic}"},
    {"signals", "signal"},
    {"source", "some"},
    {"specify_default_aces", "access"},
    {"specify_inherit_aces", "access"},
    {"splaytime", "int[0,99999999999]"},
    {"stime_range", "range[0,2147483647]"},
    {"stream_type", "option{pipe|file}"},
    {"template_method", "option{cfengine|inline_mustache|mustache}"},
    {"threads", "range[0,99999999999]"},
    {"timeout", "int[1,3600]"},
    {"ttime_range", "range[0,99999999999]"},
    {"uid", "int[-99999999999,99999999999]"},
    {"users.policy", "option{present|absent|locked}"},
    {"useshell", "option{noshell|useshell|powershell|true|false|yes|no|on|off}"},
    {"value_separator", "character"},
    {"vsize", "range[0,99999999999]"},
    {"when_linking_children", "option{override_file|if_no_such_file}"},
    {"when_no_source", "option{force|delete|nop}"},
    {"whitespace_policy", "option{ignore_leading|ignore_trailing|ignore_embedded|exact_match}"}};

template <class Names>
bool contains_sorted(const Names& names, std::string_view name) {
  return std::binary_search(std::begin(names), std::end(names), name);
}

std::string_view type_of_name(std::string_view name) {
  const auto* found = std::lower_bound(std::begin(others), std::end(others), name,
                                       [](const TypedName& one, std::string_view wanted) { return one.name < wanted; });
  return found != std::end(others) && found->name == name ? found->type : std::string_view();
}

// The type of the attribute's literals. Empty: any text. `owner` is the type of the promise or body.
std::string_view type_of_value(std::string_view owner, std::string_view attribute) {
  if (contains_sorted(boolean_attributes, attribute)) return "boolean";
  if (contains_sorted(paths, attribute)) return "path";
  const std::string_view of_owner = type_of_name(std::string(owner) + "." + std::string(attribute));
  return of_owner.empty() ? type_of_name(attribute) : of_owner;
}

// No function returns an option.
bool call_fits(std::string_view attribute, std::string_view type, std::string_view returns) {
  if (is_option(type)) return false;
  if (type.starts_with("int[")) return returns == "int";
  if (type.starts_with("real[")) return returns == "real";
  if (type.starts_with("range[")) return returns == "irange";
  if (attribute == "template_data") return returns == "data";
  if (takes_list(attribute)) return returns == "slist" || returns == "string";
  return returns == "string" || returns == "int" || returns == "real" || returns == "context";
}

std::string wrong_call_value(const Attribute& attribute, std::string_view type) {
  const Rvalue& call = *attribute.value;
  if (call.function == nullptr) return "The function " + quote(call.text.source) + " is not defined.";
  const std::string_view returns = call.function->signature.returns;
  if (call_fits(attribute.name, type, returns)) return {};
  return std::string(call.text.source) + " returns " + std::string(returns) + ", which `" +
         std::string(attribute.name) + "` does not take.";
}

// `item_of`: "An item of ", for an item of a list.
std::string wrong_text_value(std::string_view item_of, std::string_view name, std::string_view type,
                             std::string_view text) {
  if (type.empty() || is_open(type, text)) return {};
  const std::string wanted = wrong_literal(type, text);
  if (wanted.empty()) return {};
  return std::string(item_of) + "`" + std::string(name) + "` must be " + wanted + ", not " + quote(text) + ".";
}

std::string wrong_list_value(const Attribute& attribute, std::string_view type) {
  if (!takes_list(attribute.name)) return "`" + std::string(attribute.name) + "` takes no list.";
  for (const Rvalue* item : attribute.value->items) {
    if (item->kind != RvalueKind::text) continue;
    std::string wrong = wrong_text_value("An item of ", attribute.name, type, item->text.source);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace

// Calls are compared by what they return, and texts where they are literal. An option may be one reference as a whole.
std::string wrong_value(std::string_view owner, const Attribute& attribute) {
  const Rvalue& value = *attribute.value;
  if (names_body(attribute.name)) return {};  // checked where it is used
  const std::string_view type = type_of_value(owner, attribute.name);
  if (value.kind == RvalueKind::list) return wrong_list_value(attribute, type);
  if (names_bundle(attribute.name)) return {};
  if (value.kind == RvalueKind::call) return wrong_call_value(attribute, type);
  if (takes_list(attribute.name))
    return "`" + std::string(attribute.name) + "` takes a list, as in `{ \"a\", \"b\" }`.";
  return wrong_text_value({}, attribute.name, type, value.text.source);
}

}  // namespace evalground::cfengine
