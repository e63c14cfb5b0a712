// Functions that need more than the sandbox has: processes, the network, accounts, a hub, a host.
//
// They are known by name, their arguments are checked, and a call of one fails. The reference caches some of them:
// there the first call with the same arguments fails, and later ones count as hits of the cache.
#include <algorithm>
#include <array>

#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace unavailable_family {
namespace {

struct Unavailable {
  std::string_view signature;
  std::string_view need;
  std::string_view summary;
  Example example;
  bool is_cached = false;
};

constexpr Unavailable unavailable[] = {
    {R"(execresult(command: text, shell: option{noshell|useshell|powershell}, output: option{both|stdout|stderr} = 'both') -> string)",
     "processes",
     "The output of a command.",
     {R"x(execresult("/bin/date", "noshell"))x", "", "error"},
     true},
    {R"(execresult_as_data(command: text, shell: option{noshell|useshell|powershell}, output: option{both|stdout|stderr} = 'both') -> data)",
     "processes",
     "The output and exit code of a command.",
     {R"x(execresult_as_data("/bin/date", "noshell", "both"))x", "", "error"},
     true},
    {R"(returnszero(command: text, shell: option{noshell|useshell|powershell}) -> context)",
     "processes",
     "True when a command succeeds.",
     {R"x(returnszero("/bin/true", "noshell"))x", "", "error"},
     true},
    {R"(usemodule(module: text, arguments: text) -> context)",
     "processes",
     "Runs a module and sets what it prints.",
     {R"x(usemodule("facts", ""))x", "", "error"}},
    {R"(findprocesses(pattern: text) -> data)",
     "processes",
     "The processes that match a pattern.",
     {R"x(findprocesses("sshd"))x", "", "error"},
     true},
    {R"(processexists(pattern: text) -> context)",
     "processes",
     "True when a process matches a pattern.",
     {R"x(processexists("sshd"))x", "", "error"},
     true},
    {R"(host2ip(name: text) -> string)",
     "the network",
     "The address of a host.",
     {R"x(host2ip("example.com"))x", "", "error"},
     true},
    {R"(ip2host(address: text) -> string)",
     "the network",
     "The name of an address.",
     {R"x(ip2host("192.0.2.1"))x", "", "error"},
     true},
    {R"(readtcp(host: text, port: text, send: text, bytes: int[0,inf]) -> string)",
     "the network",
     "What a server answers to a text.",
     {R"x(readtcp("example.com", "80", "", 100))x", "", "error"},
     true},
    {R"(url_get(url: text, options: text) -> data)",
     "the network",
     "The answer to an HTTP request.",
     {R"x(url_get("https://example.com", "{}"))x", "", "error"}},
    {R"(isconnectable(host: text, port: text, seconds: int[0,inf] = '20') -> context)",
     "the network",
     "True when a port can be connected to.",
     {R"x(isconnectable("example.com", "443", 1))x", "", "error"}},
    {R"(network_connections() -> data)",
     "the network",
     "The open connections of the host.",
     {R"x(network_connections())x", "", "error"}},
    {R"(ldapvalue(uri: text, dn: text, filter: text, record: text, scope: option{subtree|onelevel|base}, security: option{none|ssl|sasl}) -> string)",
     "the network",
     "A value of a directory.",
     {R"x(ldapvalue("ldap://h", "dc=x", "(a=b)", "uid", "subtree", "none"))x", "", "error"},
     true},
    {R"(ldaplist(uri: text, dn: text, filter: text, record: text, scope: option{subtree|onelevel|base}, security: option{none|ssl|sasl}) -> slist)",
     "the network",
     "The values of a field of a directory.",
     {R"x(ldaplist("ldap://h", "dc=x", "(a=b)", "uid", "subtree", "none"))x", "", "error"},
     true},
    {R"(ldaparray(array: text, uri: text, dn: text, filter: text, scope: option{subtree|onelevel|base}, security: option{none|ssl|sasl}) -> context)",
     "the network",
     "Sets an array from an entry of a directory.",
     {R"x(ldaparray("a", "ldap://h", "dc=x", "(a=b)", "subtree", "none"))x", "", "error"}},
    {R"(regldap(uri: text, dn: text, filter: text, record: text, scope: option{subtree|onelevel|base}, pattern: text, security: option{none|ssl|sasl}) -> context)",
     "the network",
     "True when a value of a directory matches a pattern.",
     {R"x(regldap("ldap://h", "dc=x", "(a=b)", "uid", "subtree", ".*", "none"))x", "", "error"},
     true},
    {R"(hubknowledge(handle: id) -> string)",
     "a hub",
     "A value that the hub knows.",
     {R"x(hubknowledge("version"))x", "", "error"},
     true},
    {R"(remotescalar(handle: id, server: text, encrypted: boolean) -> string)",
     "a hub",
     "A value of a server.",
     {R"x(remotescalar("x", "hub.example", "true"))x", "", "error"},
     true},
    {R"(remoteclassesmatching(pattern: text, server: text, encrypted: boolean, prefix: id) -> context)",
     "a hub",
     "Defines the classes of a server that match a pattern.",
     {R"x(remoteclassesmatching(".*", "hub.example", "true", "p"))x", "", "error"}},
    {R"(hostsseen(hours: int[0,inf], kind: option{lastseen|notseen}, field: option{name|address|hostkey}) -> slist)",
     "a hub",
     "The hosts that were seen of late.",
     {R"x(hostsseen(24, "lastseen", "name"))x", "", "error"}},
    {R"(hostswithclass(class: text, field: option{name|address|hostkey}) -> slist)",
     "a hub",
     "The hosts that have a class.",
     {R"x(hostswithclass("linux", "name"))x", "", "error"}},
    {R"(hostswithgroup(group: text, field: option{name|address|hostkey}) -> slist)",
     "a hub",
     "The hosts of a group.",
     {R"x(hostswithgroup("web", "name"))x", "", "error"}},
    {R"(hostinnetgroup(group: text) -> context)",
     "the network",
     "True when the host is in a netgroup.",
     {R"x(hostinnetgroup("web"))x", "", "error"}},
    {R"(selectservers(hosts: text, port: text, query: text, pattern: text, most: int[0,inf], array: id) -> int)",
     "the network",
     "The servers that answer.",
     {R"x(selectservers("@(hosts)", "80", "", "", 10, "up"))x", "", "error"}},
    {R"(peers(file: path, comment: text, size: int[2,64]) -> slist)",
     "the identity of the host",
     "The other hosts of the host's group in a file.",
     {R"x(peers("/workspace/hosts", "#.*", 4))x", "", "error"}},
    {R"(peerleader(file: path, comment: text, size: int[2,64]) -> string)",
     "the identity of the host",
     "The first host of the host's group in a file.",
     {R"x(peerleader("/workspace/hosts", "#.*", 4))x", "", "error"}},
    {R"(peerleaders(file: path, comment: text, size: int[2,64]) -> slist)",
     "the identity of the host",
     "The first hosts of all groups in a file.",
     {R"x(peerleaders("/workspace/hosts", "#.*", 4))x", "", "error"}},
    {R"(getuid(user: text) -> int)", "accounts", "The number of a user.", {R"x(getuid("root"))x", "", "error"}},
    {R"(getgid(group: text) -> int)", "accounts", "The number of a group.", {R"x(getgid("root"))x", "", "error"}},
    {R"(getuserinfo(user: text = '') -> data)",
     "accounts",
     "The entry of a user.",
     {R"x(getuserinfo("root"))x", "", "error"}},
    {R"(getusers(without_names: text = '', without_numbers: text = '') -> slist)",
     "accounts",
     "The users of the host.",
     {R"x(getusers("root", ""))x", "", "error"}},
    {R"(getgroups(without_names: text = '', without_numbers: text = '') -> slist)",
     "accounts",
     "The groups of the host.",
     {R"x(getgroups("root", ""))x", "", "error"}},
    {R"(getgroupinfo(group: text = '') -> data)",
     "accounts",
     "The entry of a group.",
     {R"x(getgroupinfo("root"))x", "", "error"}},
    {R"(findlocalusers(filter: text) -> data)",
     "accounts",
     "The local users that fit a filter.",
     {R"x(findlocalusers("name=.*"))x", "", "error"}},
    {R"(findlocalgroups(filter: text) -> data)",
     "accounts",
     "The local groups that fit a filter.",
     {R"x(findlocalgroups("name=.*"))x", "", "error"}},
    {R"(userexists(user: text) -> context)",
     "accounts",
     "True when there is such a user.",
     {R"x(userexists("root"))x", "", "error"}},
    {R"(groupexists(group: text) -> context)",
     "accounts",
     "True when there is such a group.",
     {R"x(groupexists("root"))x", "", "error"}},
    {R"(useringroup(user: text, group: text) -> context)",
     "accounts",
     "True when a user is in a group.",
     {R"x(useringroup("root", "wheel"))x", "", "error"}},
    {R"(getacls(path: path, kind: option{default|access}) -> slist)",
     "the file system of a host",
     "The access control list of a file.",
     {R"x(getacls("/etc", "access"))x", "", "error"}},
    {R"(packagesmatching(name: text, version: text, architecture: text, manager: text) -> data)",
     "a package manager",
     "The installed packages that match patterns.",
     {R"x(packagesmatching("ssh.*", ".*", ".*", ".*"))x", "", "error"}},
    {R"(packageupdatesmatching(name: text, version: text, architecture: text, manager: text) -> data)",
     "a package manager",
     "The updates of packages that match patterns.",
     {R"x(packageupdatesmatching("ssh.*", ".*", ".*", ".*"))x", "", "error"}},
    {R"(diskfree(path: path) -> int)",
     "the file system of a host",
     "The free space of a disk.",
     {R"x(diskfree("/"))x", "", "error"}},
    {R"(sysctlvalue(key: text) -> string)",
     "the kernel of a host",
     "A parameter of the kernel.",
     {R"x(sysctlvalue("vm.swappiness"))x", "", "error"}},
    {R"(data_sysctlvalues() -> data)",
     "the kernel of a host",
     "All parameters of the kernel.",
     {R"x(data_sysctlvalues())x", "", "error"}},
    {R"(registryvalue(key: text, value: text) -> string)",
     "a registry",
     "A value of the Windows registry.",
     {R"x(registryvalue("HKEY_LOCAL_MACHINE", "x"))x", "", "error"}},
};

constexpr std::size_t count = std::size(unavailable);

std::string_view name_of(const Unavailable& function) {
  return function.signature.substr(0, function.signature.find('('));
}

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

constexpr std::array<Function, count> table = [] {
  std::array<Function, count> all{};
  for (std::size_t i = 0; i < count; ++i) {
    all[i] = entry(unavailable[i].signature, unavailable[i].summary, {&unavailable[i].example, 1}, refuse,
                   Effects::host, "Needs what no sandbox has; a call fails, and the rest of the policy is evaluated.");
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
