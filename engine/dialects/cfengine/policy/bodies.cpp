// The attributes of bodies that have an effect here, with their types: action, classes, printfile and the control
// bodies. The reference refuses a policy with an unknown or wrong attribute, also where the attribute has no effect in
// this engine.
#include "dialects/cfengine/policy/bodies.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "base/text/text.hpp"
#include "dialects/cfengine/policy/arguments.hpp"

namespace evalground::cfengine {
namespace {

// The type is that of a function's argument (policy/arguments.hpp), "text", or "list" for a list of texts of such a
// type.
struct BodyAttribute {
  std::string_view name;
  std::string_view type;
  std::string_view items = "text";
};

constexpr std::string_view level = "option{inform|verbose|error|log}";
constexpr std::string_view minutes = "int[0,inf]";
constexpr std::string_view facility =
    "option{LOG_USER|LOG_DAEMON|LOG_LOCAL0|LOG_LOCAL1|LOG_LOCAL2|LOG_LOCAL3|LOG_LOCAL4|LOG_LOCAL5|LOG_LOCAL6|LOG_"
    "LOCAL7}";

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
                                     {"promise_repaired", "list", "name"},
                                     {"repair_failed", "list", "name"},
                                     {"repair_denied", "list", "name"},
                                     {"repair_timeout", "list", "name"},
                                     {"promise_kept", "list", "name"},
                                     {"cancel_kept", "list", "name"},
                                     {"cancel_repaired", "list", "name"},
                                     {"cancel_notkept", "list", "name"},
                                     {"kept_returncodes", "list", "code"},
                                     {"repaired_returncodes", "list", "code"},
                                     {"failed_returncodes", "list", "code"},
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
                                            {"site_classes", "list", "class"},
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
                                            {"evaluation_order", "option{classic|top_down}"}};

constexpr BodyAttribute agent_control[] = {{"abortclasses", "list"},
                                           {"abortbundleclasses", "list"},
                                           {"addclasses", "list"},
                                           {"agentaccess", "list"},
                                           {"agentfacility", facility},
                                           {"allclassesreport", "boolean"},
                                           {"alwaysvalidate", "boolean"},
                                           {"auditing", "boolean"},
                                           {"binarypaddingchar", "text"},
                                           {"bindtointerface", "text"},
                                           {"hashupdates", "boolean"},
                                           {"childlibpath", "text"},
                                           {"checksum_alert_time", "int[0,60]"},
                                           {"defaultcopytype", "option{mtime|atime|ctime|digest|hash|binary}"},
                                           {"dryrun", "boolean"},
                                           {"editbinaryfilesize", minutes},
                                           {"editfilesize", minutes},
                                           {"environment", "list", "setting"},
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
                                           {"repchar", "character"},
                                           {"refresh_processes", "list", "name"},
                                           {"default_repository", "path"},
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
                                           {"evaluation_order", "option{classic|top_down}"},
                                           {"default_directory_create_mode", "text"}};

constexpr BodyAttribute file_control[] = {
    {"namespace", "text"}, {"inputs", "list"}, {"evaluation_order", "option{classic|top_down}"}};

constexpr std::string_view any_body[] = {"inherit_from", "meta"};

// The attributes of a body; empty for a body type that is not checked here.
// Control bodies are told by their name; all others by their type.
std::span<const BodyAttribute> attributes_of(const Body& body) {
  if (body.type == "action") return action;
  if (body.type == "classes") return classes;
  if (body.type == "printfile") return printfile;
  if (body.name != "control") return {};
  if (body.type == "common") return common_control;
  if (body.type == "agent") return agent_control;
  return body.type == "file" ? std::span<const BodyAttribute>(file_control) : std::span<const BodyAttribute>();
}

std::string unknown_body_attribute(const Body& body, std::string_view attribute, std::span<const BodyAttribute> known) {
  std::string message = "Bodies of type `" + std::string(body.type) + "` have no attribute " + quote(attribute) + ".";
  std::vector<std::string_view> names;
  for (const BodyAttribute& one : known) names.push_back(one.name);
  if (const auto nearest = nearest_name(attribute, names)) message += " Did you mean " + quote(*nearest) + "?";
  return message;
}

// The name of an attribute in a message is in backticks.
std::string wrong_list(const BodyAttribute& known, const Rvalue& list, const std::string& name) {
  if (known.type != "list") return name + " takes no list.";
  for (const Rvalue* item : list.items) {
    if (item->kind != RvalueKind::text || mentions_reference(item->text.source)) continue;
    const std::string wanted = wrong_argument(known.items, item->text.source);
    if (!wanted.empty()) return "An item of " + name + " must be " + wanted + ", not " + quote(item->text.source) + ".";
  }
  return {};
}

// A call is compared by its result type only. Text attributes accept any function, options none.
std::string wrong_call(const BodyAttribute& known, const Rvalue& call, const std::string& name) {
  if (call.function == nullptr) return {};
  const std::string_view returns = call.function->signature.returns;
  const bool is_option = known.type == "boolean" || known.type.starts_with("option{");
  const bool is_wrong_number =
      (known.type.starts_with("int") && returns != "int") || (known.type.starts_with("real") && returns != "real");
  if (!is_option && !is_wrong_number) return {};
  return std::string(call.text.source) + " returns " + std::string(returns) + ", which " + name + " does not take.";
}

// A text that begins with `@` may become a list and is left to the run.
std::string wrong_text_of_body(const BodyAttribute& known, const Text& text, const std::string& name) {
  if (text.source.starts_with('@')) return {};
  if (known.type == "list") return name + " takes a list, as in `{ \"a\", \"b\" }`.";
  if (text.has_references || known.type == "text") return {};
  const std::string wanted = wrong_argument(known.type, text.source);
  return wanted.empty() ? wanted : name + " must be " + wanted + ", not " + quote(text.source) + ".";
}

}  // namespace

// The message for a wrong attribute, or an empty text. `code` tells an unknown attribute from a wrong value.
std::string wrong_body_attribute(const Body& body, const Attribute& attribute, std::string_view& code) {
  const std::span<const BodyAttribute> known = attributes_of(body);
  if (known.empty() || std::find(std::begin(any_body), std::end(any_body), attribute.name) != std::end(any_body)) {
    return {};
  }
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const BodyAttribute& one) { return one.name == attribute.name; });
  if (found == known.end()) {
    code = "unknown-attribute";
    return unknown_body_attribute(body, attribute.name, known);
  }
  const Rvalue& value = *attribute.value;
  const std::string name = "`" + std::string(attribute.name) + "`";
  code = "wrong-type";
  switch (value.kind) {
    case RvalueKind::list: return wrong_list(*found, value, name);
    case RvalueKind::call: return wrong_call(*found, value, name);
    case RvalueKind::text: return wrong_text_of_body(*found, value.text, name);
    default: return {};
  }
}

}  // namespace evalground::cfengine
