#include "dialects/jinja2/names_of_ansible.hpp"

#include <algorithm>
#include <iterator>

namespace evalground::jinja2 {
namespace {

// Each list is sorted.
constexpr std::string_view ansible_filters[] = {"b64decode",
                                                "b64encode",
                                                "basename",
                                                "bool",
                                                "checksum",
                                                "cidr_merge",
                                                "combinations",
                                                "combine",
                                                "comment",
                                                "commonpath",
                                                "dict2items",
                                                "difference",
                                                "dirname",
                                                "expanduser",
                                                "expandvars",
                                                "extract",
                                                "fileglob",
                                                "flatten",
                                                "from_json",
                                                "from_yaml",
                                                "from_yaml_all",
                                                "hash",
                                                "human_readable",
                                                "human_to_bytes",
                                                "hwaddr",
                                                "intersect",
                                                "ipaddr",
                                                "ipmath",
                                                "ipsubnet",
                                                "ipv4",
                                                "ipv6",
                                                "ipwrap",
                                                "items2dict",
                                                "json_query",
                                                "log",
                                                "mandatory",
                                                "md5",
                                                "network_in_network",
                                                "network_in_usable",
                                                "next_nth_usable",
                                                "normpath",
                                                "nthhost",
                                                "password_hash",
                                                "path_join",
                                                "permutations",
                                                "pow",
                                                "previous_nth_usable",
                                                "product",
                                                "quote",
                                                "random_mac",
                                                "realpath",
                                                "reduce_on_network",
                                                "regex_escape",
                                                "regex_findall",
                                                "regex_replace",
                                                "regex_search",
                                                "rekey_on_member",
                                                "relpath",
                                                "root",
                                                "sha1",
                                                "shuffle",
                                                "slaac",
                                                "split",
                                                "splitext",
                                                "strftime",
                                                "subelements",
                                                "symmetric_difference",
                                                "ternary",
                                                "to_datetime",
                                                "to_json",
                                                "to_nice_json",
                                                "to_nice_yaml",
                                                "to_uuid",
                                                "to_yaml",
                                                "type_debug",
                                                "union",
                                                "unvault",
                                                "urldecode",
                                                "urlsplit",
                                                "vault",
                                                "win_basename",
                                                "win_dirname",
                                                "win_splitdrive",
                                                "zip",
                                                "zip_longest"};
constexpr std::string_view ansible_tests[] = {"abs",          "all",         "any",
                                              "change",       "changed",     "contains",
                                              "directory",    "exists",      "failed",
                                              "failure",      "falsy",       "file",
                                              "finished",     "is_abs",      "is_dir",
                                              "is_file",      "is_link",     "is_link_exists",
                                              "is_mount",     "is_nan",      "is_same_file",
                                              "isnan",        "issubset",    "issuperset",
                                              "link",         "link_exists", "match",
                                              "mount",        "nan",         "reachable",
                                              "regex",        "same_file",   "search",
                                              "skip",         "skipped",     "started",
                                              "subset",       "succeeded",   "success",
                                              "successful",   "superset",    "timedout",
                                              "truthy",       "unreachable", "uri",
                                              "url",          "urn",         "vault_encrypted",
                                              "vaulted_file", "version",     "version_compare"};
constexpr std::string_view ansible_globals[] = {"lookup", "now", "omit", "q", "query", "undef"};

template <std::size_t size>
bool holds(const std::string_view (&names)[size], std::string_view name) {
  return std::binary_search(std::begin(names), std::end(names), name);
}

}  // namespace

bool is_of_ansible(FunctionKind kind, std::string_view name) {
  // Names of collections have two dots, which Jinja's own never have.
  if (kind != FunctionKind::global && std::count(name.begin(), name.end(), '.') >= 2) return true;
  switch (kind) {
    case FunctionKind::filter: return holds(ansible_filters, name);
    case FunctionKind::test: return holds(ansible_tests, name);
    case FunctionKind::global: return holds(ansible_globals, name);
    case FunctionKind::lookup: return false;
  }
  return false;
}

}  // namespace evalground::jinja2
