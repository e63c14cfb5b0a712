// Words of policies that are in no catalogue, for completion and hovers: types of promises, attributes, special
// variables, hard classes.
#pragma once

#include <span>
#include <string_view>

namespace evalground::cfengine {

inline constexpr std::string_view bundle_types[] = {"agent", "common", "edit_line", "edit_xml", "server", "monitor"};
inline constexpr std::string_view any_attributes[] = {"if",   "unless", "handle",  "comment", "depends_on",
                                                      "meta", "with",   "classes", "action"};
inline constexpr std::string_view special_variables[] = {"this.promiser",
                                                         "this.bundle",
                                                         "this.promise_filename",
                                                         "this.promise_dirname",
                                                         "this.promise_linenumber",
                                                         "this.handle",
                                                         "this.k",
                                                         "this.v",
                                                         "this.namespace",
                                                         "sys.arch",
                                                         "sys.cf_version",
                                                         "sys.class",
                                                         "sys.cpus",
                                                         "sys.date",
                                                         "sys.domain",
                                                         "sys.flavor",
                                                         "sys.fqhost",
                                                         "sys.host",
                                                         "sys.inputdir",
                                                         "sys.ipv4",
                                                         "sys.masterdir",
                                                         "sys.os",
                                                         "sys.policy_entry_basename",
                                                         "sys.policy_entry_dirname",
                                                         "sys.policy_entry_filename",
                                                         "sys.systime",
                                                         "sys.uqhost",
                                                         "sys.workdir",
                                                         "const.dollar",
                                                         "const.n",
                                                         "const.t",
                                                         "const.r",
                                                         "const.at",
                                                         "const.dirsep",
                                                         "const.endl",
                                                         "const.linesep",
                                                         "match.0",
                                                         "edit.filename"};
inline constexpr std::string_view hard_classes[] = {
    "any",           "linux",  "windows",  "debian", "ubuntu",  "redhat",   "centos",     "suse",
    "freebsd",       "x86_64", "64_bit",   "agent",  "server",  "cfengine", "cfengine_3", "policy_server",
    "am_policy_hub", "Monday", "Saturday", "Sunday", "Morning", "Night"};

// The types of promises in a bundle of that type.
std::span<const std::string_view> promise_types_of(std::string_view bundle);
// The attributes of a type of promises, in addition to the common ones.
std::span<const std::string_view> attributes_of_promises(std::string_view type);
// The attributes of a type of bodies, or of a control body: "common control".
std::span<const std::string_view> attributes_of_bodies(std::string_view type, std::string_view name);
std::span<const std::string_view> body_types();
// The values of an attribute that accepts only a few words.
std::span<const std::string_view> values_of(std::string_view attribute);
// True when the value of an attribute is a bundle, most often of lines to edit.
inline bool takes_edit_bundle(std::string_view attribute) {
  return attribute == "edit_line" || attribute == "edit_xml" || attribute == "service_bundle";
}
bool takes_body(std::string_view attribute);
// Whether the value of an attribute is a class expression.
bool takes_classes(std::string_view attribute);
// The sentence of a type of promises; empty when absent.
std::string_view about_promises(std::string_view type);
// The sentence about an attribute, or about a word that begins a bundle or body.
std::string_view about_attribute(std::string_view name);
std::string_view about_keyword(std::string_view word);

}  // namespace evalground::cfengine
