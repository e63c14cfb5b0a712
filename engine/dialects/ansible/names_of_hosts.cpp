#include "dialects/ansible/names_of_hosts.hpp"

#include "dialects/ansible/run.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace {

constexpr std::size_t most_hosts = 50;

Map names_of(const HostView& view, Budget& budget) {
  Map names;
  for (const auto& [name, value] : view.variables) {
    budget.step();
    // Without its value: names that somebody wrote are told from the others by their origins.
    if (name.is_string()) names.set(name, Value().with_origin(value.origin()));
  }
  return names;
}

Value names_in(Context& context) {
  Run run(context);
  Project& project = run.open_project();
  const Inventory& inventory = project.inventory;
  if (inventory.hosts.empty()) return {};
  // Without a requested host any host will do.
  const HostId host = recover([&] { return project.asked_host(); }, [](const Error&) { return HostId(0); });
  const std::unique_ptr<HostView> view = project.view(host);
  Map names = names_of(*view, context.budget);
  Map hosts;
  for (HostId one = 0; one < inventory.hosts.size() && one < most_hosts; ++one) {
    hosts.set(inventory.hosts[one].name, Value::map(names_of(project.bare_view(one), context.budget)));
  }
  names.set("hostvars", Value::map(std::move(hosts)));
  Map groups;
  for (const InventoryGroup& group : inventory.groups) groups.set(group.name, Value());
  names.set("groups", Value::map(std::move(groups)));
  return Value::map(std::move(names));
}

}  // namespace

Value names_of_hosts(Context& context) {
  if (!is_project(context.workspace)) return {};
  // Problems of the repository are reported by a run, not here.
  const std::size_t said = context.diagnostics.size();
  Value names;
  try {
    names = names_in(context);
  } catch (const Error&) {
  } catch (const Pending&) {
    // Only the outside could answer these.
  }
  context.diagnostics.resize(said);
  return names;
}

bool is_variable_file(std::string_view path) {
  const bool is_yaml = path.ends_with(".yml") || path.ends_with(".yaml");
  const auto is_in = [&](std::string_view folder) {
    return path.starts_with(folder) || path.find("/" + std::string(folder)) != std::string_view::npos;
  };
  if (is_in("group_vars/") || is_in("host_vars/")) return is_yaml || path.find('.') == std::string_view::npos;
  return is_yaml && (is_in("defaults/") || is_in("vars/"));
}

}  // namespace evalground::ansible
