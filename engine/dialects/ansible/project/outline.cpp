#include "dialects/ansible/project/outline.hpp"

#include "base/text/path.hpp"
#include "runtime/trace.hpp"

namespace evalground::ansible {
namespace {

constexpr std::size_t most_nodes = 5'000;

class Outliner {
 public:
  explicit Outliner(Project& project) : project_(project) {}

  std::vector<OutlineNode> write() {
    std::vector<OutlineNode> nodes;
    OutlineNode inventory = node("group", "inventory", 0);
    inventory.children.push_back(group(Inventory::all, 0));
    nodes.push_back(std::move(inventory));
    if (const auto& play = project_.play()) nodes.push_back(play_node(*play));
    number(nodes, "");
    return nodes;
  }

 private:
  OutlineNode node(std::string_view kind, std::string_view name, OriginId where) {
    OutlineNode made;
    ++count_;
    made.kind = kind;
    made.name = name;
    made.where = where;
    return made;
  }

  // The id of a node includes its path. So it remains the same while the nodes below other hosts change.
  void number(std::vector<OutlineNode>& nodes, const std::string& above) {
    const Depth depth = project_.context.budget.enter();
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      project_.context.budget.step();
      nodes[at].id = above + std::to_string(at + 1);
      number(nodes[at].children, nodes[at].id + ".");
    }
  }

  OutlineNode group(GroupId id, std::uint32_t level) {
    const Depth depth = project_.context.budget.enter();
    project_.context.budget.step();
    const InventoryGroup& one = project_.inventory.groups[id];
    OutlineNode made = node("group", one.name, one.where);
    made.type = "group";
    if (level + 4 >= most_outline_levels) {
      made.note = "Deeper groups are left out.";
      return made;
    }
    for (const GroupId child : one.children) {
      if (count_ < most_nodes) made.children.push_back(group(child, level + 1));
    }
    if (id == Inventory::all) return made;
    for (const HostId host : one.hosts) {
      if (count_ < most_nodes) made.children.push_back(host_node(host));
    }
    return made;
  }

  OutlineNode host_node(HostId id) {
    const InventoryHost& host = project_.inventory.hosts[id];
    OutlineNode made = node("resource", host.name, host.where);
    made.type = "host";
    made.path = host.name;
    made.selectable = true;
    // Levels are only shown for a single host. For hundreds of hosts they would be too many.
    const bool is_only = project_.options.host.empty() && project_.inventory.listed_count() == 1;
    if (host.name != project_.options.host && !is_only) return made;
    const auto view =
        recover([&] { return project_.view(id); }, [](const Error&) { return std::unique_ptr<HostView>(); });
    if (view == nullptr) return made;
    for (auto layer = view->layers.rbegin(); layer != view->layers.rend(); ++layer) {
      if (layer->level == Level::magic || layer->level == Level::host_magic || count_ >= most_nodes) continue;
      made.children.push_back(layer_node(*view, *layer));
    }
    return made;
  }

  OutlineNode layer_node(const HostView& view, const Layer& layer) {
    OutlineNode made = node("group", level_name(layer.level), layer.settings->front().name.origin());
    made.type = layer.owner;
    made.note = layer.settings->front().from;
    for (const Setting& setting : *layer.settings) {
      if (count_ >= most_nodes) break;
      project_.context.budget.step();
      OutlineNode child = node("variable", setting.name.as_string(), setting.name.origin());
      child.value = short_text(setting.value, 60);
      child.status = view.winner(setting.name).setting == &setting ? "used" : "overridden";
      made.children.push_back(std::move(child));
    }
    return made;
  }

  OutlineNode play_node(const Play& play) {
    OutlineNode made = node("group", play.name, play.where);
    made.type = "play";
    for (const Role* role : project_.play_roles()) {
      if (count_ < most_nodes) made.children.push_back(role_node(*role));
    }
    return made;
  }

  OutlineNode role_node(const Role& role) {
    const Depth depth = project_.context.budget.enter();
    OutlineNode made = node("group", role.name, role.entry->where);
    made.type = "role";
    const auto add = [&](std::string_view kind, const std::vector<const Settings*>& files) {
      for (const Settings* settings : files) {
        for (const Setting& setting : *settings) {
          if (count_ >= most_nodes) return;
          OutlineNode child = node("variable", setting.name.as_string(), setting.name.origin());
          child.type = kind;
          child.value = short_text(setting.value, 60);
          made.children.push_back(std::move(child));
        }
      }
    };
    add("default", role.defaults);
    add("variable", role.vars);
    for (const Role* one : role.dependencies) {
      if (count_ < most_nodes) made.children.push_back(role_node(*one));
    }
    return made;
  }

  Project& project_;
  std::size_t count_ = 0;
};

}  // namespace

std::vector<OutlineNode> outline_of(Project& project) {
  return Outliner(project).write();
}

}  // namespace evalground::ansible
