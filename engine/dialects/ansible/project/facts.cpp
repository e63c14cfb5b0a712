#include "dialects/ansible/project/facts.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/inventory_sources.hpp"

namespace evalground::ansible {
namespace {

// Facts that could redirect a connection do not become variables.
bool is_dropped(std::string_view name) {
  constexpr std::string_view prefix = "ansible_";
  if (!name.starts_with(prefix)) return false;
  const std::string_view rest = name.substr(prefix.size());
  constexpr std::string_view names[] = {
      "host",           "port",       "user",       "connection",       "password",           "timeout",
      "pipelining",     "shell_type", "network_os", "private_key_file", "module_compression", "connection_user",
      "become",         "rsync_path", "facts",      "shell_executable", "playbook_python",    "scp_extra_args",
      "ssh_common_args"};
  if (std::find(std::begin(names), std::end(names), rest) != std::end(names)) return true;
  if (rest.starts_with("become_") || name.ends_with("_interpreter")) return true;
  constexpr std::string_view plugins[] = {"ssh",    "local",   "winrm",   "psrp",       "paramiko_ssh", "docker",
                                          "podman", "kubectl", "chroot",  "lxc",        "lxd",          "jail",
                                          "zone",   "funcd",   "libvirt", "httpapi",    "netconf",      "network_cli",
                                          "napalm", "buildah", "oc",      "persistent", "saltstack",    "iocage"};
  for (const std::string_view plugin : plugins) {
    if (!rest.starts_with(plugin) || rest.size() <= plugin.size() || rest[plugin.size()] != '_') continue;
    if (rest.ends_with("_bridge") || rest.ends_with("_gwbridge") || rest.starts_with("ssh_host_key_")) return false;
    return true;
  }
  return false;
}

}  // namespace

Facts::Facts(Evaluator& evaluator, Documents& documents, std::string option, bool are_injected)
    : evaluator_(evaluator),
      context_(evaluator.context),
      documents_(documents),
      option_(option.empty() ? std::string() : place_of(option)),
      are_injected_(are_injected) {
  if (option.empty() || documents.is_folder(option_) || documents.file(option_)) return;
  context_.fail_name(0, "bad-options", "The option \"facts\" names " + quote(option) + ", which is no file or folder.",
                     option, nearest_name(option, documents.files()).value_or(""));
}

const Value* Facts::given(std::string_view host, std::string_view& from) {
  const Value& data = context_.workspace.data;
  if (data.is_map()) {
    if (const Value* found = data.as_map().find(host)) return found;
  }
  if (option_.empty()) return nullptr;
  if (const auto file = documents_.file(option_)) {
    const Value& all = documents_.read(*file);
    from = *file;
    return all.is_map() ? all.as_map().find(host) : nullptr;
  }
  for (const std::string_view extension : {".json", ".yml", ".yaml", ""}) {
    const auto file = documents_.file(join_path(option_, std::string(host) + std::string(extension)));
    if (!file) continue;
    from = *file;
    return &documents_.read(*file);
  }
  return nullptr;
}

const HostFacts& Facts::of(std::string_view host) {
  const auto known = known_.find(std::string(host));
  if (known != known_.end()) return known->second;
  HostFacts made;
  made.facts = Value::map();
  std::string_view from;
  const Value* facts = given(host, from);
  if (facts != nullptr && facts->is_map()) {
    if (const Value* inner = facts->as_map().find("ansible_facts"); inner != nullptr && inner->is_map()) facts = inner;
    Map bare;
    for (const auto& [name, value] : facts->as_map()) {
      context_.budget.step();
      if (!name.is_string()) continue;
      const std::string_view text = name.as_string();
      const bool is_cut = text.starts_with("ansible_") && text != "ansible_local";
      const Value fact = as_unsafe(evaluator_, value);
      bare.set(is_cut ? text.substr(8) : text, fact);
      const bool is_variable = are_injected_ ? !is_dropped(text) : text == "ansible_local";
      if (is_variable) made.variables.push_back({name, fact, from});
    }
    made.facts = Value::map(std::move(bare));
  } else if (facts != nullptr && !facts->is_null()) {
    context_.fail(
        facts->origin(), "bad-facts",
        "The facts of the host " + quote(host) + " must be a map, not " + with_article(kind_name(facts->kind())) + ".");
  }
  // A variable in any case.
  if (!are_injected_ && made.variables.empty())
    made.variables.push_back({Value::string("ansible_local"), Value::map(), {}});
  return known_.emplace(std::string(host), std::move(made)).first->second;
}

}  // namespace evalground::ansible
