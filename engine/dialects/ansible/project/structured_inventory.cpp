// Reads inventories that are maps: YAML files, and the JSON that inventory scripts print (see
// structured_inventory.hpp).
//
//   YAML:    all: {children: {web: {hosts: {web1: {port: 80}}, vars: {tls: true}}}}
//   script:  {"web": {"hosts": ["web1"], "vars": {"tls": true}}, "_meta": {"hostvars": {"web1": {"port": 80}}}}
//
// YAML nests its groups and has variables with each host. A script lists all groups on one level and all variables of
// hosts under _meta. Ansible skips some mistakes with a warning and ends at others, and so does this reader.
#include "dialects/ansible/project/structured_inventory.hpp"

#include "base/text/text.hpp"
#include "dialects/ansible/project/host_names.hpp"
#include "runtime/trace.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace {

std::string python_class(const Value& value) {
  return "<class '" + python_type_name(value) + "'>";
}

class StructuredInventoryReader {
 public:
  StructuredInventoryReader(Context& context, Inventory& inventory, std::string_view from)
      : context_(context), inventory_(inventory), from_(from) {}

  // ---- YAML

  // The number of the group; absent when it is not a valid definition of one.
  std::optional<GroupId> yaml_group(const Value& name, const Value& data) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (!data.is_map() && !data.is_null()) {
      skip(data, "Skipping " + quote(short_text(name, 60)) + " as this is not a valid group definition.");
      return std::nullopt;
    }
    // YAML reads a group named 2024 as a number, which Ansible rejects.
    if (!name.is_string()) {
      fail(name, "Invalid group name supplied, expected a string but got " + python_class(name) + " for " +
                     short_text(name, 60) + ".");
    }
    const GroupId group = inventory_.add_group(name.as_string(), name.origin());
    if (data.is_null()) return group;
    Map parts = data.as_map();
    for (const std::string_view key : {"vars", "children", "hosts"}) {
      const Value* part = parts.find(key);
      if (part == nullptr) continue;
      if (part->is_string()) {
        // A single name.
        Map one;
        one.set(*part, Value::null());
        parts.set(key, Value::map(std::move(one)));
      } else if (!part->is_map() && !part->is_null()) {
        fail(*part, "Invalid \"" + std::string(key) + "\" entry for \"" + std::string(name.as_string()) +
                        "\" group, requires a dictionary, found \"" + python_class(*part) + "\" instead.");
      }
    }
    for (const auto& [key, part] : parts) yaml_part(group, key, part);
    return group;
  }

  // ---- scripts

  // The variables of hosts are set last, and only for hosts that a group lists.
  void script(const Map& data) {
    const Map* variables = nullptr;
    std::vector<HostId> listed;
    for (const auto& [name, group] : data) {
      context_.budget.step();
      if (name.is_string() && name.as_string() == "_meta") {
        const Value* found = group.is_map() ? group.as_map().find("hostvars") : nullptr;
        if (found != nullptr && found->is_map()) variables = &found->as_map();
        continue;
      }
      script_group(name, group, listed);
    }
    if (variables == nullptr) return;
    for (const HostId host : listed) {
      const Value* own = variables->find(inventory_.hosts[host].name);
      if (own == nullptr || own->is_null()) continue;
      if (!own->is_map()) fail(*own, "The variables of a host must be an object.");
      set_host(host, own->as_map());
    }
  }

 private:
  [[noreturn]] void fail(const Value& where, std::string message) {
    context_.fail(where.origin(), "bad-inventory", std::move(message));
  }
  void skip(const Value& where, std::string message) {
    context_.warn(where.origin(), "inventory-skipped", std::move(message));
  }

  // One of `vars`, `children` and `hosts`. Other keys are a frequent mistake, such as a group directly below a group.
  void yaml_part(GroupId group, const Value& key, const Value& part) {
    const std::string_view name = key.is_string() ? key.as_string() : std::string_view();
    const std::string in_group = " in group (" + inventory_.groups[group].name + ")";
    if (!part.is_map() && !part.is_null()) {
      return skip(key, "Skipping key (" + short_text(key, 60) + ")" + in_group + " as it is not a mapping, it is a " +
                           python_class(part) + ".");
    }
    if (part.is_null()) return;
    if (name == "vars") {
      for (const auto& [variable, value] : part.as_map()) {
        if (variable.is_string()) inventory_.set_group(group, {variable, value, from_});
      }
    } else if (name == "children") {
      for (const auto& [child, data] : part.as_map()) {
        if (const auto number = yaml_group(child, data)) inventory_.add_child(group, *number, child.origin());
      }
    } else if (name == "hosts") {
      for (const auto& [pattern, variables] : part.as_map()) yaml_host(group, pattern, variables);
    } else {
      skip(key, "Skipping unexpected key (" + short_text(key, 60) + ")" + in_group +
                    ", only \"vars\", \"children\" and \"hosts\" are valid.");
    }
  }

  // The name may have a range: `web[1:3]: {port: 80}` gives three hosts the same variables.
  void yaml_host(GroupId group, const Value& pattern, const Value& variables) {
    if (!pattern.is_string()) {
      fail(pattern, "Host pattern " + short_text(pattern, 60) +
                        " must be a string. Enclose integers/floats in quotation marks.");
    }
    const HostNames names = expand_host_pattern(context_, pattern.as_string(), pattern.origin());
    const bool has_variables = variables.is_map();
    const bool is_empty = variables.is_null() || (variables.is_string() && variables.text_size() == 0) ||
                          (variables.is_list() && variables.as_list().empty());
    if (!has_variables && !is_empty) {
      fail(variables, "The variables of the host " + quote(pattern.as_string()) + " must be a map, not " +
                          with_article(kind_name(variables.kind())) + ".");
    }
    for (const std::string& name : names.names) {
      const HostId host = inventory_.add_host(name, group, names.port, from_, pattern.origin());
      if (has_variables) set_host(host, variables.as_map());
    }
  }

  void set_host(HostId host, const Map& variables) {
    for (const auto& [variable, value] : variables) {
      if (variable.is_string()) inventory_.set_host(host, {variable, value, from_});
    }
  }

  // A group may be a plain list of hosts. A map without any of the three keys is an old form: it is a host with its
  // variables.
  void script_group(const Value& name, const Value& data, std::vector<HostId>& listed) {
    const GroupId group = inventory_.add_group(name.is_string() ? name.as_string() : "", name.origin());
    const std::string group_name = inventory_.groups[group].name;
    const Map* parts = data.is_map() ? &data.as_map() : nullptr;
    const Value* hosts = parts == nullptr ? &data : parts->find("hosts");
    const Value* variables = parts == nullptr ? nullptr : parts->find("vars");
    const Value* children = parts == nullptr ? nullptr : parts->find("children");
    const auto add = [&](std::string_view host) {
      listed.push_back(inventory_.add_host(host, group, 0, from_, name.origin()));
    };
    if (parts != nullptr && hosts == nullptr && variables == nullptr && children == nullptr) {
      add(group_name);
      variables = &data;
    }
    if (hosts != nullptr) {
      if (!hosts->is_list()) {
        fail(*hosts,
             "You defined a group '" + group_name + "' with bad data for the host list: a list of names is expected.");
      }
      for (const Value& host : hosts->as_list()) {
        if (!host.is_string()) fail(host, "The name of a host must be text, not " + short_text(host, 60) + ".");
        add(host.as_string());
      }
    }
    if (variables != nullptr) set_script_variables(group, *variables);
    if (children != nullptr && children->is_list()) {
      for (const Value& child : children->as_list()) {
        const GroupId below = inventory_.add_group(child.is_string() ? child.as_string() : "", child.origin());
        inventory_.add_child(group, below, child.origin());
      }
    }
  }

  void set_script_variables(GroupId group, const Value& variables) {
    if (!variables.is_map()) {
      fail(variables, "You defined a group '" + inventory_.groups[group].name +
                          "' with bad data for variables: an object is expected.");
    }
    for (const auto& [variable, value] : variables.as_map()) {
      if (variable.is_string()) inventory_.set_group(group, {variable, value, from_});
    }
  }

  Context& context_;
  Inventory& inventory_;
  const std::string_view from_;
};

}  // namespace

// Lists of hosts occur only in the output of scripts, since YAML inventories have maps there.
bool is_script_inventory(const Map& data) {
  if (data.contains("_meta")) return true;
  for (const auto& [name, group] : data) {
    if (group.is_list()) return true;
    const Value* hosts = group.is_map() ? group.as_map().find("hosts") : nullptr;
    if (hosts != nullptr && hosts->is_list()) return true;
  }
  return false;
}

void read_yaml_inventory(Context& context, Inventory& inventory, const Map& data, std::string_view from) {
  StructuredInventoryReader reader(context, inventory, from);
  for (const auto& [name, group] : data) reader.yaml_group(name, group);
}

void read_script_inventory(Context& context, Inventory& inventory, const Map& data, std::string_view from) {
  StructuredInventoryReader(context, inventory, from).script(data);
}

}  // namespace evalground::ansible
