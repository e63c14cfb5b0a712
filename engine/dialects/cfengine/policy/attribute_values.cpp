// Types of attributes that have no effect here: those of promises that change a host, and of their bodies. They are
// checked, because the reference refuses a policy with an invalid value.
//
// The tables repeat what the agent declares for each attribute. An attribute that occurs in several bodies has the same
// type in all of them, so the name alone is enough.
#include "dialects/cfengine/policy/attribute_values.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/attribute_names.hpp"

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

constexpr std::string_view paths[] = {
    "chdir",        "chroot",     "edit_template", "env_baseline",     "exec_command",
    "exec_program", "home_dir",   "mount_source",  "output_directory", "package_default_arch_command",
    "process_stop", "repository", "shell",         "tcpdumpcommand",   "transformer"};

struct TypedName {
  std::string_view name;
  std::string_view type;  // of a function's argument (policy/arguments.hpp)
};
// Attributes whose value is a range of integers: `process_count => "1,5"`.
constexpr std::string_view ranges[] = {"atime",       "copy_size",   "ctime",   "match_range", "mtime",
                                       "pgid",        "pid",         "ppid",    "priority",    "rsize",
                                       "search_size", "stime_range", "threads", "ttime_range", "vsize"};

constexpr TypedName others[] = {
    {"acl_default", "option{nochange|access|specify|clear}"},
    {"acl_directory_inherit", "option{nochange|parent|specify|clear}"},
    {"acl_inherit", "option{true|false|yes|no|on|off|nochange}"},
    {"acl_method", "option{append|overwrite}"},
    {"acl_type", "option{generic|posix|ntfs}"},
    {"agent_expireafter", "int[0,10080]"},
    {"before_after", "option{before|after}"},
    {"call_collect_interval", "int[0,99999999999]"},
    {"client_history_timeout", "int[1,65535]"},
    {"collect_window", "int[0,99999999999]"},
    {"compare", "option{atime|mtime|ctime|digest|hash|exists|binary}"},
    {"copy_backup", "option{true|false|timestamp}"},
    {"data_type", "option{counter|int|real|string|slist}"},
    {"database_operation", "option{create|delete|drop|cache|verify|restore}"},
    {"database_type", "option{sql|ms_registry}"},
    {"db_server_type", "option{postgres|mysql}"},
    {"depth", "int[0,99999999999]"},
    {"dirlinks", "option{delete|tidy|keep}"},
    {"edit_backup", "option{true|false|timestamp|rotate}"},
    {"env_cpus", "int[0,99999999999]"},
    {"env_disk", "int[0,99999999999]"},
    {"env_memory", "int[0,99999999999]"},
    {"environment_state", "option{create|delete|running|suspended|down}"},
    {"environment_type", "option{xen|kvm|esx|vbox|test|xen_net|kvm_net|esx_net|test_net|zone|ec2|eucalyptus}"},
    {"exec_timeout", "int[1,3600]"},
    {"executorfacility",
     "option{LOG_USER|LOG_DAEMON|LOG_LOCAL0|LOG_LOCAL1|LOG_LOCAL2|LOG_LOCAL3|LOG_LOCAL4|LOG_LOCAL5|LOG_LOCAL6|LOG_"
     "LOCAL7}"},
    {"field_operation", "option{prepend|append|alphanum|delete|set}"},
    {"file_type", "option{regular|fifo}"},
    {"findertype", "option{MacOSX}"},
    {"first_last", "option{first|last}"},
    {"format", "option{plaintext|hash}"},
    {"hash", "option{md5|sha1|sha224|sha256|sha384|sha512|best}"},
    {"history_type", "option{weekly|scalar|static|log}"},
    {"insert_type", "option{literal|string|file|file_preserve_block|preserve_block|preserve_all_lines}"},
    {"link_type", "option{symlink|hardlink|relative|absolute}"},
    {"mailmaxlines", "int[0,1000]"},
    {"max_children", "int[0,99999999999]"},
    {"max_file_size", "int[0,99999999999]"},
    {"maxconnections", "int[0,99999999999]"},
    {"monitorfacility",
     "option{LOG_USER|LOG_DAEMON|LOG_LOCAL0|LOG_LOCAL1|LOG_LOCAL2|LOG_LOCAL3|LOG_LOCAL4|LOG_LOCAL5|LOG_LOCAL6|LOG_"
     "LOCAL7}"},
    {"mount_type", "option{nfs|nfs2|nfs3|nfs4|panfs|cifs}"},
    {"occurrences", "option{all|first}"},
    {"package_changes", "option{individual|bulk}"},
    {"package_list_update_ifelapsed", "int[-99999999999,99999999999]"},
    {"package_noverify_returncode", "int[-99999999999,99999999999]"},
    {"package_policy", "option{add|delete|reinstall|update|addupdate|patch|verify}"},
    {"package_select", "option{>|<|==|!=|>=|<=}"},
    {"pathtype", "option{literal|regex|guess}"},
    {"port", "int[1,65535]"},
    {"protocol_version", "option{1|classic|2|tls|3|cookie|4|filestream|5|leech2|latest}"},
    {"query_installed_ifelapsed", "int[-99999999999,99999999999]"},
    {"query_timeout", "int[0,300]"},
    {"query_updates_ifelapsed", "int[-99999999999,99999999999]"},
    {"report_changes", "option{all|stats|content|none}"},
    {"resource_type", "option{path|literal|context|query|variable|bundle}"},
    {"rotate", "int[0,99]"},
    {"select_field", "int[0,99999999]"},
    {"select_line_number", "int[0,99999999999]"},
    {"select_multiline_policy", "option{average|sum|first|last}"},
    {"sensible_count", "int[0,99999999999]"},
    {"sensible_size", "int[0,99999999999]"},
    {"serverfacility",
     "option{LOG_USER|LOG_DAEMON|LOG_LOCAL0|LOG_LOCAL1|LOG_LOCAL2|LOG_LOCAL3|LOG_LOCAL4|LOG_LOCAL5|LOG_LOCAL6|LOG_"
     "LOCAL7}"},
    {"service_autostart_policy", "option{none|boot_time|on_demand}"},
    {"service_dependence_chain", "option{ignore|start_parent_services|stop_child_services|all_related}"},
    {"service_type", "option{windows|generic}"},
    {"splaytime", "int[0,99999999999]"},
    {"stream_type", "option{pipe|file}"},
    {"template_method", "option{cfengine|inline_mustache|mustache}"},
    {"uid", "int[-99999999999,99999999999]"},
    {"useshell", "option{noshell|useshell|powershell|true|false|yes|no|on|off}"},
    {"when_linking_children", "option{override_file|if_no_such_file}"},
    {"when_no_source", "option{force|delete|nop}"}};

template <class Names>
bool contains_sorted(const Names& names, std::string_view name) {
  return std::binary_search(std::begin(names), std::end(names), name);
}

// The type of the attribute in the notation of arguments.hpp, or "range". Empty: any text.
std::string_view type_of_value(std::string_view attribute) {
  if (contains_sorted(boolean_attributes, attribute)) return "boolean";
  if (contains_sorted(paths, attribute)) return "path";
  if (contains_sorted(ranges, attribute)) return "range";
  const auto* found = std::lower_bound(std::begin(others), std::end(others), attribute,
                                       [](const TypedName& one, std::string_view name) { return one.name < name; });
  return found != std::end(others) && found->name == attribute ? found->type : std::string_view();
}

// "1,5": two integers.
std::string wrong_range(std::string_view text) {
  const std::size_t comma = text.find(',');
  const bool is_range =
      comma != std::string_view::npos && int_of(text.substr(0, comma)) && int_of(text.substr(comma + 1));
  return is_range ? std::string() : "two integers with a comma between them, as in `1,5`";
}

// No function returns an option.
std::string wrong_call_value(const Attribute& attribute, std::string_view type) {
  const Rvalue& call = *attribute.value;
  if (call.function == nullptr) return "The function " + quote(call.text.source) + " is not defined.";
  const std::string_view returns = call.function->signature.returns;
  const bool is_scalar = returns == "string" || returns == "int" || returns == "real" || returns == "context";
  bool fits = is_scalar;
  if (takes_list(attribute.name)) fits = returns == "slist" || returns == "string";
  if (type == "boolean" || type.starts_with("option{")) fits = false;
  if (type.starts_with("int")) fits = returns == "int";
  if (type == "range") fits = returns == "irange";
  if (attribute.name == "template_data") fits = returns == "data";
  if (fits) return {};
  return std::string(call.text.source) + " returns " + std::string(returns) + ", which `" +
         std::string(attribute.name) + "` does not take.";
}

}  // namespace

// Calls are compared by what they return, and texts where they are literal. An option may be one reference as a whole.
std::string wrong_value(const Attribute& attribute) {
  const Rvalue& value = *attribute.value;
  const std::string name = "`" + std::string(attribute.name) + "`";
  if (names_body(attribute.name)) return {};  // checked where it is used
  const bool is_bundle = names_bundle(attribute.name);
  if (value.kind == RvalueKind::list) return takes_list(attribute.name) ? std::string() : name + " takes no list.";
  if (is_bundle) return {};
  const std::string_view type = type_of_value(attribute.name);
  if (value.kind == RvalueKind::call) return wrong_call_value(attribute, type);
  if (takes_list(attribute.name)) return name + " takes a list, as in `{ \"a\", \"b\" }`.";
  const std::string_view text = value.text.source;
  const bool is_option = type == "boolean" || type.starts_with("option{");
  const bool is_open = is_option ? text.empty() || is_reference(text) : mentions_reference(text);
  if (type.empty() || is_open) return {};
  const std::string wanted = type == "range" ? wrong_range(text) : wrong_argument(type, text);
  if (wanted.empty()) return {};
  return name + " must be " + wanted + ", not " + quote(text) + ".";
}

}  // namespace evalground::cfengine
