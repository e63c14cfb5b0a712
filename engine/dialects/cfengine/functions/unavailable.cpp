// Functions that need more than the sandbox has: processes, the network, accounts, a hub, a host.
//
// Their names are known and their arguments checked, but every call fails. The reference caches some of them. For
// those, the first call with the same arguments fails, and later calls count as cache hits.
//
// Policies use these functions for facts about a host. Failing is better than an invented result: a promise without a
// value is visible, while a wrong value would lead to wrong classes.
#include <algorithm>
#include <array>

#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace unavailable_family {
namespace {

// One line for each function makes its catalogue entry, its check of arguments, and its failure.
struct Unavailable {
  std::string_view signature;
  std::string_view need;
  std::string_view summary;
  Example example;
  bool is_cached = false;
  std::string_view since = {};
};

constexpr Unavailable unavailable[] = {
    {.signature =
         R"(execresult(command: some, shell: option{noshell|useshell|powershell}, output: option{both|stdout|stderr} = 'both') -> string)",
     .need = "processes",
     .summary = "The output of a command.",
     .example = {R"x(execresult("/bin/date", "noshell"))x", "", "error"},
     .is_cached = true},
    {.signature =
         R"(execresult_as_data(command: some, shell: option{noshell|useshell|powershell}, output: option{both|stdout|stderr} = 'both') -> data)",
     .need = "processes",
     .summary = "The output and exit code of a command.",
     .example = {R"x(execresult_as_data("/bin/date", "noshell", "both"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(returnszero(command: some, shell: option{noshell|useshell|powershell}) -> context)",
     .need = "processes",
     .summary = "True when a command succeeds.",
     .example = {R"x(returnszero("/bin/true", "noshell"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(usemodule(module: text, arguments: text) -> context)",
     .need = "processes",
     .summary = "Runs a module and sets what it prints.",
     .example = {R"x(usemodule("facts", ""))x", "", "error"}},
    {.signature = R"(findprocesses(pattern: text) -> data)",
     .need = "processes",
     .summary = "The processes that match a pattern.",
     .example = {R"x(findprocesses("sshd"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(processexists(pattern: text) -> context)",
     .need = "processes",
     .summary = "True when a process matches a pattern.",
     .example = {R"x(processexists("sshd"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(host2ip(name: text) -> string)",
     .need = "the network",
     .summary = "The address of a host.",
     .example = {R"x(host2ip("example.com"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(ip2host(address: text) -> string)",
     .need = "the network",
     .summary = "The name of an address.",
     .example = {R"x(ip2host("192.0.2.1"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(readtcp(host: text, port: text, send: text, bytes: int[0,inf]) -> string)",
     .need = "the network",
     .summary = "The answer of a server to a text.",
     .example = {R"x(readtcp("example.com", "80", "", 100))x", "", "error"},
     .is_cached = true},
    {.signature = R"(url_get(url: text, options: text) -> data)",
     .need = "the network",
     .summary = "The answer to an HTTP request.",
     .example = {R"x(url_get("https://example.com", "{}"))x", "", "error"}},
    {.signature = R"(isconnectable(host: text, port: text, seconds: int[0,inf] = '20') -> context)",
     .need = "the network",
     .summary = "True when a port can be connected to.",
     .example = {R"x(isconnectable("example.com", "443", 1))x", "", "error"},
     .since = "3.26"},
    {.signature = R"(network_connections() -> data)",
     .need = "the network",
     .summary = "The open connections of the host.",
     .example = {R"x(network_connections())x", "", "error"}},
    {.signature =
         R"(ldapvalue(uri: text, dn: text, filter: text, record: text, scope: option{subtree|onelevel|base}, security: option{none|ssl|sasl}) -> string)",
     .need = "the network",
     .summary = "A value of a directory.",
     .example = {R"x(ldapvalue("ldap://h", "dc=x", "(a=b)", "uid", "subtree", "none"))x", "", "error"},
     .is_cached = true},
    {.signature =
         R"(ldaplist(uri: text, dn: text, filter: text, record: text, scope: option{subtree|onelevel|base}, security: option{none|ssl|sasl}) -> slist)",
     .need = "the network",
     .summary = "The values of a field of a directory.",
     .example = {R"x(ldaplist("ldap://h", "dc=x", "(a=b)", "uid", "subtree", "none"))x", "", "error"},
     .is_cached = true},
    {.signature =
         R"(ldaparray(array: text, uri: text, dn: text, filter: text, scope: option{subtree|onelevel|base}, security: option{none|ssl|sasl}) -> context)",
     .need = "the network",
     .summary = "Sets an array from an entry of a directory.",
     .example = {R"x(ldaparray("a", "ldap://h", "dc=x", "(a=b)", "subtree", "none"))x", "", "error"}},
    {.signature =
         R"(regldap(uri: text, dn: text, filter: text, record: text, scope: option{subtree|onelevel|base}, pattern: text, security: option{none|ssl|sasl}) -> context)",
     .need = "the network",
     .summary = "True when a value of a directory matches a pattern.",
     .example = {R"x(regldap("ldap://h", "dc=x", "(a=b)", "uid", "subtree", ".*", "none"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(hubknowledge(handle: id) -> string)",
     .need = "a hub",
     .summary = "A value that the hub knows.",
     .example = {R"x(hubknowledge("version"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(remotescalar(handle: id, server: text, encrypted: boolean) -> string)",
     .need = "a hub",
     .summary = "A value of a server.",
     .example = {R"x(remotescalar("x", "hub.example", "true"))x", "", "error"},
     .is_cached = true},
    {.signature = R"(remoteclassesmatching(pattern: text, server: text, encrypted: boolean, prefix: id) -> context)",
     .need = "a hub",
     .summary = "Defines the classes of a server that match a pattern.",
     .example = {R"x(remoteclassesmatching(".*", "hub.example", "true", "p"))x", "", "error"}},
    {.signature =
         R"(hostsseen(hours: int[0,inf], kind: option{lastseen|notseen}, field: option{name|address|hostkey}) -> slist)",
     .need = "a hub",
     .summary = "The hosts that were seen of late.",
     .example = {R"x(hostsseen(24, "lastseen", "name"))x", "", "error"}},
    {.signature = R"(hostswithclass(class: text, field: option{name|address|hostkey}) -> slist)",
     .need = "a hub",
     .summary = "The hosts that have a class.",
     .example = {R"x(hostswithclass("linux", "name"))x", "", "error"}},
    {.signature = R"(hostswithgroup(group: text, field: option{name|address|hostkey}) -> slist)",
     .need = "a hub",
     .summary = "The hosts of a group.",
     .example = {R"x(hostswithgroup("web", "name"))x", "", "error"},
     .since = "3.26"},
    {.signature = R"(hostinnetgroup(group: text) -> context)",
     .need = "the network",
     .summary = "True when the host is in a netgroup.",
     .example = {R"x(hostinnetgroup("web"))x", "", "error"}},
    {.signature =
         R"(selectservers(hosts: text, port: text, query: text, pattern: text, most: int[0,inf], array: id) -> int)",
     .need = "the network",
     .summary = "The servers that answer.",
     .example = {R"x(selectservers("@(hosts)", "80", "", "", 10, "up"))x", "", "error"}},
    {.signature = R"(peers(file: path, comment: text, size: int[2,64]) -> slist)",
     .need = "the identity of the host",
     .summary = "The other hosts of the host's group in a file.",
     .example = {R"x(peers("/workspace/hosts", "#.*", 4))x", "", "error"}},
    {.signature = R"(peerleader(file: path, comment: text, size: int[2,64]) -> string)",
     .need = "the identity of the host",
     .summary = "The first host of the host's group in a file.",
     .example = {R"x(peerleader("/workspace/hosts", "#.*", 4))x", "", "error"}},
    {.signature = R"(peerleaders(file: path, comment: text, size: int[2,64]) -> slist)",
     .need = "the identity of the host",
     .summary = "The first hosts of all groups in a file.",
     .example = {R"x(peerleaders("/workspace/hosts", "#.*", 4))x", "", "error"}},
    {.signature = R"(getuid(user: text) -> int)",
     .need = "accounts",
     .summary = "The number of a user.",
     .example = {R"x(getuid("root"))x", "", "error"}},
    {.signature = R"(getgid(group: text) -> int)",
     .need = "accounts",
     .summary = "The number of a group.",
     .example = {R"x(getgid("root"))x", "", "error"}},
    {.signature = R"(getuserinfo(user: text = '') -> data)",
     .need = "accounts",
     .summary = "The entry of a user.",
     .example = {R"x(getuserinfo("root"))x", "", "error"}},
    {.signature = R"(getusers(without_names: text, without_numbers: text) -> slist)",
     .need = "accounts",
     .summary = "The users of the host.",
     .example = {R"x(getusers("root", ""))x", "", "error"}},
    {.signature = R"(getgroups(without_names: text = '', without_numbers: text = '') -> slist)",
     .need = "accounts",
     .summary = "The groups of the host.",
     .example = {R"x(getgroups("root", ""))x", "", "error"},
     .since = "3.27"},
    {.signature = R"(getgroupinfo(group: text = '') -> data)",
     .need = "accounts",
     .summary = "The entry of a group.",
     .example = {R"x(getgroupinfo("root"))x", "", "error"},
     .since = "3.27"},
    {.signature = R"(findlocalusers(filter: text) -> data)",
     .need = "accounts",
     .summary = "The local users that fit a filter.",
     .example = {R"x(findlocalusers("name=.*"))x", "", "error"},
     .since = "3.26"},
    {.signature = R"(findlocalgroups(filter: text) -> data)",
     .need = "accounts",
     .summary = "The local groups that fit a filter.",
     .example = {R"x(findlocalgroups("name=.*"))x", "", "error"},
     .since = "3.27"},
    {.signature = R"(userexists(user: text) -> context)",
     .need = "accounts",
     .summary = "True when there is such a user.",
     .example = {R"x(userexists("root"))x", "", "error"}},
    {.signature = R"(groupexists(group: text) -> context)",
     .need = "accounts",
     .summary = "True when there is such a group.",
     .example = {R"x(groupexists("root"))x", "", "error"}},
    {.signature = R"(useringroup(user: text, group: text) -> context)",
     .need = "accounts",
     .summary = "True when a user is in a group.",
     .example = {R"x(useringroup("root", "wheel"))x", "", "error"},
     .since = "3.26"},
    {.signature = R"(getacls(path: path, kind: option{default|access}) -> slist)",
     .need = "the file system of a host",
     .summary = "The access control list of a file.",
     .example = {R"x(getacls("/etc", "access"))x", "", "error"},
     .since = "3.27"},
    {.signature = R"(packagesmatching(name: text, version: text, architecture: text, manager: text) -> data)",
     .need = "a package manager",
     .summary = "The installed packages that match patterns.",
     .example = {R"x(packagesmatching("ssh.*", ".*", ".*", ".*"))x", "", "error"}},
    {.signature = R"(packageupdatesmatching(name: text, version: text, architecture: text, manager: text) -> data)",
     .need = "a package manager",
     .summary = "The updates of packages that match patterns.",
     .example = {R"x(packageupdatesmatching("ssh.*", ".*", ".*", ".*"))x", "", "error"}},
    {.signature = R"(diskfree(path: path) -> int)",
     .need = "the file system of a host",
     .summary = "The free space of a disk.",
     .example = {R"x(diskfree("/"))x", "", "error"}},
    {.signature = R"(sysctlvalue(key: text) -> string)",
     .need = "the kernel of a host",
     .summary = "A parameter of the kernel.",
     .example = {R"x(sysctlvalue("vm.swappiness"))x", "", "error"}},
    {.signature = R"(data_sysctlvalues() -> data)",
     .need = "the kernel of a host",
     .summary = "All parameters of the kernel.",
     .example = {R"x(data_sysctlvalues())x", "", "error"}},
    {.signature = R"(registryvalue(key: text, value: text) -> string)",
     .need = "a registry",
     .summary = "A value of the Windows registry.",
     .example = {R"x(registryvalue("HKEY_LOCAL_MACHINE", "x"))x", "", "error"}},
};

constexpr std::size_t count = std::size(unavailable);

std::string_view name_of(const Unavailable& function) {
  return function.signature.substr(0, function.signature.find('('));
}

// Finds its row by the name of the function, as all rows share this code. A repeated call is a cache hit in the
// reference, which fails silently: the first call has warned.
Value refuse(Call& generic) {
  PolicyCall& call = policy_call(generic);
  const std::string_view name = call.signature().name;
  const Unavailable& row = *std::find_if(std::begin(unavailable), std::end(unavailable),
                                         [&](const Unavailable& each) { return name_of(each) == name; });
  std::string message = std::string(name) + "() is not available in the sandbox (needs " + std::string(row.need) + ").";
  if (!row.is_cached || !call.is_repeated()) throw Error("unavailable", std::move(message), call.where);
  ++call.context.cache_hits;
  call.is_cache_hit = true;
  call.evaluator.set_reason(true, call.where, std::move(message));
  call.evaluator.reason.diagnostic.code = "unavailable";
  return {};
}

// Made at compile time, because a function's description must outlive every catalogue.
constexpr std::array<Function, count> table = [] {
  std::array<Function, count> all{};
  for (std::size_t i = 0; i < count; ++i) {
    all[i] = {
        .kind = "function",
        .signature = unavailable[i].signature,
        .summary = unavailable[i].summary,
        .details = unavailable[i].is_cached
                       ? "Needs what no sandbox has; a call fails, and the rest of the policy is evaluated. "
                         "The agent caches the result: equal calls are made once in a run, unless the promise has "
                         "`ifelapsed => \"0\"` or the policy `cache_system_functions => \"false\"`."
                       : "Needs what no sandbox has; a call fails, and the rest of the policy is evaluated.",
        .since = unavailable[i].since,
        .effects = Effects::host,
        .examples = {&unavailable[i].example, 1},
        .call = refuse};
  }
  return all;
}();

}  // namespace
}  // namespace unavailable_family

std::span<const Function> unavailable_functions() {
  using namespace unavailable_family;
  return table;
}

}  // namespace evalground::cfengine
