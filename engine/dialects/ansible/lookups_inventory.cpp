// The lookup of hosts by a pattern. It stands here and not among the other lookups because patterns are those of plays.
#include "dialects/ansible/project/host_selection.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {
namespace lookups_inventory_family {
namespace {

// As in the reference the hosts are those that the variable `groups` lists, in its order.
Inventory inventory_of(const FunctionCall& call, const Value& groups) {
  Evaluator& evaluator = call.evaluator;
  if (!groups.is_map()) {
    call.fail("The lookup \"inventory_hostnames\" reads an inventory, and there is none here.", "unavailable");
  }
  Inventory inventory(call.context);
  for (const auto& [name, hosts] : groups.as_map()) {
    const GroupId group = inventory.add_group(evaluator.text(name), 0);
    evaluator.each(hosts, [&](const Value& host) {
      inventory.add_host(evaluator.text(host), group, 0, {}, 0);
      return true;
    });
  }
  return inventory;
}

// query('inventory_hostnames', 'all:!db') -> ['web1', 'web2']. A wrong pattern matches nothing.
Value inventory_hostnames(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  Inventory inventory = inventory_of(call, evaluator.forced(evaluator.variables.find(evaluator, "groups")));
  std::vector<std::string> parts;
  for (const Value& term : call.rest) {
    for (std::string& part : split_patterns(evaluator.text(term))) parts.push_back(std::move(part));
  }
  List names;
  recover(
      [&] {
        for (const HostId host : select_hosts(call.context, inventory, parts)) {
          names.push_back(Value::string(inventory.hosts[host].name));
        }
        return true;
      },
      [](const Error& error) {
        if (error.diagnostic.code != "bad-pattern") throw error;
        return false;
      });
  return Value::list(std::move(names));
}

constexpr Example inventory_hostnames_examples[] = {
    {"{{ query('inventory_hostnames', 'all:!db') }}", "", R"("['web1', 'web2']")",
     R"({"options": {"flavor": "ansible", "inventory": "hosts", "host": "web1"},
         "files": {"hosts": "[web]\nweb1\nweb2\n[db]\ndb1\n"}})"},
    {"{{ lookup('inventory_hostnames', 'all') }}", "", "error", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_lookup,
     .signature = "inventory_hostnames(*terms: string) -> list",
     .summary = "The hosts of the inventory that match a pattern, as in `hosts:` of a play.",
     .details = "Needs a repository, with an inventory.",
     .examples = inventory_hostnames_examples,
     .call = inventory_hostnames},
};

}  // namespace
}  // namespace lookups_inventory_family

std::span<const Function> ansible_inventory_lookups() {
  using namespace lookups_inventory_family;
  return all;
}

}  // namespace evalground::ansible
