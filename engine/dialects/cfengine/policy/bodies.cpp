#include "dialects/cfengine/policy/bodies.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "base/text/text.hpp"
#include "dialects/cfengine/policy/arguments.hpp"

namespace evalground::cfengine {
namespace {

// The type is that of a function's argument (policy/arguments.hpp), "text", or "list" of texts.
struct BodyAttribute {
  std::string_view name;
  std::string_view type;
};

constexpr std::string_view level = "option{inform|verbose|error|log}";
constexpr std::string_view minutes = "int[0,inf]";

constexpr BodyAttribute action[] = {
    {"action_policy", "option{fix|warn|nop}"},
    {"ifelapsed", minutes},
    {"expireafter", minutes},
    {"log_string", "text"},
    {"log_level", level},
    {"log_kept", "text"},
    {"log_priority", "option{emergency|alert|critical|error|warning|notice|info|debug}"},
    {"log_repaired", "text"},
    {"log_failed", "text"},
    {"value_kept", "real"},
    {"value_repaired", "real"},
    {"value_notkept", "real"},
    {"audit", "boolean"},
    {"background", "boolean"},
    {"report_level", level},
    {"measurement_class", "text"}};

constexpr BodyAttribute classes[] = {{"scope", "option{namespace|bundle}"},
                                     {"promise_repaired", "list"},
                                     {"repair_failed", "list"},
                                     {"repair_denied", "list"},
                                     {"repair_timeout", "list"},
                                     {"promise_kept", "list"},
                                     {"cancel_kept", "list"},
                                     {"cancel_repaired", "list"},
                                     {"cancel_notkept", "list"},
                                     {"kept_returncodes", "list"},
                                     {"repaired_returncodes", "list"},
                                     {"failed_returncodes", "list"},
                                     {"persist_time", minutes},
                                     {"timer_policy", "option{absolute|reset}"}};

constexpr BodyAttribute printfile[] = {{"file_to_print", "path"}, {"number_of_lines", integer_type}};

constexpr BodyAttribute common_control[] = {{"bundlesequence", "list"},
                                            {"goal_patterns", "list"},
                                            {"ignore_missing_bundles", "boolean"},
                                            {"ignore_missing_inputs", "boolean"},
                                            {"inputs", "list"},
                                            {"version", "text"},
                                            {"lastseenexpireafter", minutes},
                                            {"output_prefix", "text"},
                                            {"domain", "text"},
                                            {"require_comments", "boolean"},
                                            {"host_licenses_paid", minutes},
                                            {"site_classes", "list"},
                                            {"syslog_host", "text"},
                                            {"syslog_port", minutes},
                                            {"system_log_level", "text"},
                                            {"fips_mode", "boolean"},
                                            {"bwlimit", "text"},
                                            {"cache_system_functions", "boolean"},
                                            {"protocol_version", "text"},
                                            {"tls_ciphers", "text"},
                                            {"tls_min_version", "text"},
                                            {"package_inventory", "list"},
                                            {"package_module", "text"},
                                            {"evaluation_order", "text"}};

constexpr BodyAttribute agent_control[] = {{"abortclasses", "list"},
                                           {"abortbundleclasses", "list"},
                                           {"addclasses", "list"},
                                           {"agentaccess", "list"},
                                           {"agentfacility", "text"},
                                           {"allclassesreport", "boolean"},
                                           {"alwaysvalidate", "boolean"},
                                           {"auditing", "boolean"},
                                           {"binarypaddingchar", "text"},
                                           {"bindtointerface", "text"},
                                           {"hashupdates", "boolean"},
                                           {"childlibpath", "text"},
                                           {"checksum_alert_time", "text"},
                                           {"defaultcopytype", "text"},
                                           {"dryrun", "boolean"},
                                           {"editbinaryfilesize", minutes},
                                           {"editfilesize", minutes},
                                           {"environment", "list"},
                                           {"exclamation", "boolean"},
                                           {"expireafter", minutes},
                                           {"files_single_copy", "list"},
                                           {"files_auto_define", "list"},
                                           {"hostnamekeys", "boolean"},
                                           {"ifelapsed", minutes},
                                           {"inform", "boolean"},
                                           {"intermittency", "boolean"},
                                           {"max_children", minutes},
                                           {"maxconnections", minutes},
                                           {"mountfilesystems", "boolean"},
                                           {"nonalphanumfiles", "boolean"},
                                           {"repchar", "text"},
                                           {"refresh_processes", "list"},
                                           {"default_repository", "text"},
                                           {"secureinput", "boolean"},
                                           {"sensiblecount", minutes},
                                           {"sensiblesize", minutes},
                                           {"skipidentify", "boolean"},
                                           {"suspiciousnames", "list"},
                                           {"syslog", "boolean"},
                                           {"track_value", "boolean"},
                                           {"timezone", "list"},
                                           {"default_timeout", minutes},
                                           {"verbose", "boolean"},
                                           {"report_class_log", "boolean"},
                                           {"select_end_match_eof", "boolean"},
                                           {"copyfrom_restrict_keys", "list"},
                                           {"evaluation_order", "text"},
                                           {"default_directory_create_mode", "text"}};

constexpr BodyAttribute file_control[] = {{"namespace", "text"}, {"inputs", "list"}, {"evaluation_order", "text"}};

constexpr std::string_view any_body[] = {"inherit_from", "meta"};

// The attributes of a body; none of one whose attributes are not known here.
std::span<const BodyAttribute> attributes_of(const Body& body) {
  if (body.type == "action") return action;
  if (body.type == "classes") return classes;
  if (body.type == "printfile") return printfile;
  if (body.name != "control") return {};
  if (body.type == "common") return common_control;
  if (body.type == "agent") return agent_control;
  return body.type == "file" ? std::span<const BodyAttribute>(file_control) : std::span<const BodyAttribute>();
}

}  // namespace

std::string wrong_body_attribute(const Body& body, const Attribute& attribute, std::string_view& code) {
  const std::span<const BodyAttribute> known = attributes_of(body);
  if (known.empty() || std::find(std::begin(any_body), std::end(any_body), attribute.name) != std::end(any_body)) {
    return {};
  }
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const BodyAttribute& one) { return one.name == attribute.name; });
  if (found == known.end()) {
    code = "unknown-attribute";
    std::string message =
        "Bodies of type `" + std::string(body.type) + "` have no attribute " + quote(attribute.name) + ".";
    std::vector<std::string_view> names;
    for (const BodyAttribute& one : known) names.push_back(one.name);
    if (const auto nearest = nearest_name(attribute.name, names)) message += " Did you mean " + quote(*nearest) + "?";
    return message;
  }
  const Rvalue& value = *attribute.value;
  const std::string name = "`" + std::string(attribute.name) + "`";
  code = "wrong-type";
  if (value.kind == RvalueKind::list) return found->type == "list" ? "" : name + " takes no list.";
  if (value.kind != RvalueKind::text || value.text.source.starts_with('@')) return {};
  if (found->type == "list") return name + " takes a list, as in `{ \"a\", \"b\" }`.";
  if (value.text.has_references || found->type == "text") return {};
  const std::string wanted = wrong_argument(found->type, value.text.source);
  return wanted.empty() ? wanted : name + " must be " + wanted + ", not " + quote(value.text.source) + ".";
}

}  // namespace evalground::cfengine
