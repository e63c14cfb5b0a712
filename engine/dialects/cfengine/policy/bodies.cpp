// The attributes of bodies that have an effect here, with their types: action, classes, printfile and the control
// bodies. The reference refuses a policy with an unknown or wrong attribute, also where the attribute has no effect in
// this engine.
#include "dialects/cfengine/policy/bodies.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/attribute_names.hpp"
#include "dialects/cfengine/policy/attribute_values.hpp"
#include "dialects/cfengine/policy/text_types.hpp"

namespace evalground::cfengine {
namespace {

// The type is one of policy/text_types.hpp, "text", or "list" for a list of texts of such a type.
struct BodyAttribute {
  std::string_view name;
  std::string_view type;
  std::string_view items = "text";
};

constexpr std::string_view level = "option{inform|verbose|error|log}";
constexpr std::string_view minutes = "int[0,99999999999]";
constexpr std::string_view facility =
    "option{LOG_USER|LOG_DAEMON|LOG_LOCAL0|LOG_LOCAL1|LOG_LOCAL2|LOG_LOCAL3|LOG_LOCAL4|LOG_LOCAL5|LOG_LOCAL6|LOG_"
    "LOCAL7}";

constexpr BodyAttribute action[] = {
    {"action_policy", "option{fix|warn|nop}"},
    {"ifelapsed", minutes},
    {"expireafter", minutes},
    {"log_string", "text"},
    {"log_level", level},
    {"log_kept", "log"},
    {"log_priority", "option{emergency|alert|critical|error|warning|notice|info|debug}"},
    {"log_repaired", "log"},
    {"log_failed", "log"},
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

constexpr BodyAttribute common_control[] = {
    {"bundlesequence", "list"},
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
    {"syslog_host", "host"},
    {"syslog_port", minutes},
    {"system_log_level", "log_level"},
    {"fips_mode", "boolean"},
    {"bwlimit", "real[0,99999999999]"},
    {"cache_system_functions", "boolean"},
    {"protocol_version", "option{1|classic|2|tls|3|cookie|4|filestream|5|leech2|latest}"},
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
    {"namespace", "namespace"}, {"inputs", "list"}, {"evaluation_order", "option{classic|top_down}"}};

// The attributes of bodies of a type; empty for a type whose values are checked by name (attribute_values.hpp).
std::span<const BodyAttribute> typed_attributes_of(std::string_view type) {
  if (type == "action") return action;
  if (type == "classes") return classes;
  if (type == "printfile") return printfile;
  if (type == "common") return common_control;
  if (type == "agent") return agent_control;
  return type == "file" ? std::span<const BodyAttribute>(file_control) : std::span<const BodyAttribute>();
}

bool has_attribute(std::span<const BodyAttribute> known, std::string_view name) {
  return std::any_of(known.begin(), known.end(), [&](const BodyAttribute& one) { return one.name == name; });
}

// The names of all attributes of bodies of a type; empty for a type that a policy defines.
std::vector<std::string_view> names_of(std::string_view type) {
  std::vector<std::string_view> names;
  for (const BodyAttribute& one : typed_attributes_of(type)) names.push_back(one.name);
  return names.empty() ? known_body_attributes(type).value_or(names) : names;
}

// `body common contorl` is no control body. It may only have attributes that bodies of other types also have.
std::string wrong_control(const Body& body, std::string_view attribute) {
  const bool is_of_another_body = is_attribute_of_used_body(attribute) || has_attribute(action, attribute) ||
                                  has_attribute(classes, attribute) || has_attribute(printfile, attribute);
  if (body.name == "control" || is_of_another_body) return {};
  return "Only the body `" + std::string(body.type) + " control` has the attribute " + quote(attribute) +
         ". Did you mean `control` instead of " + quote(body.name) + "?";
}

// Empty for an attribute that bodies of the type have.
std::string unknown_body_attribute(const Body& body, std::string_view attribute) {
  const bool is_control = is_control_type(body.type);
  const std::vector<std::string_view> names = names_of(body.type);
  if (names.empty()) return {};
  if (contains(names, attribute)) return is_control ? wrong_control(body, attribute) : std::string();
  std::string message = "Bodies of type `" + std::string(body.type) + "` have no attribute " + quote(attribute) + ".";
  if (const auto nearest = nearest_name(attribute, names)) message += " Did you mean " + quote(*nearest) + "?";
  return message;
}

// The name of an attribute in a message is in backticks.
std::string wrong_list(const BodyAttribute& known, const Rvalue& list, const std::string& name) {
  if (known.type != "list") return name + " takes no list.";
  for (const Rvalue* item : list.items) {
    if (item->kind != RvalueKind::text || mentions_reference(item->text.source)) continue;
    const std::string wanted = wrong_literal(known.items, item->text.source);
    if (!wanted.empty()) return "An item of " + name + " must be " + wanted + ", not " + quote(item->text.source) + ".";
  }
  return {};
}

// A call is compared by its result type only. Text attributes accept any function, options none.
std::string wrong_call(const BodyAttribute& known, const Rvalue& call, const std::string& name) {
  if (call.function == nullptr) return {};
  const std::string_view returns = call.function->signature.returns;
  const bool is_wrong_number =
      (known.type.starts_with("int") && returns != "int") || (known.type.starts_with("real") && returns != "real");
  if (!is_option(known.type) && !is_wrong_number) return {};
  return std::string(call.text.source) + " returns " + std::string(returns) + ", which " + name + " does not take.";
}

std::string wrong_text_of_body(const BodyAttribute& known, const Text& text, const std::string& name) {
  if (known.type == "list") return name + " takes a list, as in `{ \"a\", \"b\" }`.";
  if (known.type == "text" || is_open(known.type, text.source)) return {};
  const std::string wanted = wrong_literal(known.type, text.source);
  return wanted.empty() ? wanted : name + " must be " + wanted + ", not " + quote(text.source) + ".";
}

}  // namespace

// The message for a wrong attribute, or an empty text. `code` tells an unknown attribute from a wrong value.
std::string wrong_body_attribute(const Body& body, const Attribute& attribute, std::string_view& code) {
  static constexpr std::string_view any_body[] = {"inherit_from", "meta"};
  if (!is_control_type(body.type) && contains(any_body, attribute.name)) {
    const bool is_text =
        attribute.name == "meta" && attribute.value->kind == RvalueKind::text && !names_of(body.type).empty();
    code = "wrong-type";
    return is_text ? "`meta` takes a list, as in `{ \"a\", \"b\" }`." : std::string();
  }
  code = "unknown-attribute";
  if (std::string unknown = unknown_body_attribute(body, attribute.name); !unknown.empty()) return unknown;
  const std::span<const BodyAttribute> known = typed_attributes_of(body.type);
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const BodyAttribute& one) { return one.name == attribute.name; });
  code = "wrong-type";
  if (found == known.end())
    return is_control_type(body.type) || names_body(body.type) ? wrong_value(body.type, attribute) : std::string();
  const Rvalue& value = *attribute.value;
  const std::string name = "`" + std::string(attribute.name) + "`";
  switch (value.kind) {
    case RvalueKind::list: return wrong_list(*found, value, name);
    case RvalueKind::call: return wrong_call(*found, value, name);
    case RvalueKind::text: return wrong_text_of_body(*found, value.text, name);
    default: return {};
  }
}

std::string wrong_body(const Body& body) {
  const auto has = [&](std::string_view name) {
    return std::any_of(body.lines.begin(), body.lines.end(),
                       [&](const BodyLine& line) { return line.attribute.name == name; });
  };
  if (body.type == "action" && (has("log_kept") || has("log_repaired") || has("log_failed")) && !has("log_string"))
    return "An action body with `log_kept`, `log_repaired` or `log_failed` needs `log_string`.";
  if (body.type != "acl") return {};
  for (const auto& [old, current] :
       {std::pair("acl_directory_inherit", "acl_default"), std::pair("specify_inherit_aces", "specify_default_aces")}) {
    if (has(old) && has(current))
      return "An acl body takes either `" + std::string(old) + "` or `" + current + "`, not both.";
  }
  return {};
}

}  // namespace evalground::cfengine
