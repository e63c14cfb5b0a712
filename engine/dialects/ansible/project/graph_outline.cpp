// Reads all playbooks and the tasks of their roles. The evaluation reads one play, and no tasks, because values do not
// depend on them. So all of this is read as plain data: names that are templates stay as written, and a file that
// cannot be parsed has nothing below it.
#include "dialects/ansible/project/graph_outline.hpp"

#include <unordered_set>

#include "base/text/any_of.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/inventory_sources.hpp"
#include "runtime/trace.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view task_lists[] = {"pre_tasks", "tasks", "post_tasks", "handlers"};
constexpr std::string_view blocks[] = {"block", "rescue", "always"};
constexpr std::string_view other_folders[] = {"roles", "group_vars", "host_vars", "collections", "molecule"};

// The name of a module without its collection: "ansible.builtin.include_tasks" gives "include_tasks".
std::string_view module_name(std::string_view name) {
  for (const std::string_view collection : {"ansible.builtin.", "ansible.legacy."}) {
    if (name.starts_with(collection)) return name.substr(collection.size());
  }
  return name;
}

const Value* entry_of(const Value& value, std::string_view key) {
  return value.is_map() ? value.as_map().find(key) : nullptr;
}

std::string text_of(const Value* value) {
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

bool is_yaml(std::string_view path) {
  return path.ends_with(".yml") || path.ends_with(".yaml");
}

class GraphOutliner {
 public:
  explicit GraphOutliner(Project& project) : project_(project), context_(project.context) {}

  std::vector<OutlineNode> write() {
    std::vector<OutlineNode> nodes;
    nodes.push_back(group(Inventory::all));
    for (const std::string_view file : project_.documents.files()) {
      context_.budget.step();
      if (is_playbook(file)) nodes.push_back(playbook(file, "", file, 0));
    }
    return nodes;
  }

 private:
  static OutlineNode node(std::string_view kind, std::string_view name, std::string_view type, OriginId where) {
    OutlineNode made;
    made.id = std::string(kind) + "/" + std::string(name);
    made.kind = kind;
    made.name = name;
    made.type = type;
    made.where = where;
    return made;
  }

  // A group that several groups contain is written out once.
  OutlineNode group(GroupId id) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    const InventoryGroup& one = project_.inventory.groups[id];
    OutlineNode made = node("group", one.name, "", one.where);
    if (!groups_.insert(id).second) return made;
    for (const GroupId child : one.children) made.children.push_back(group(child));
    // `all` contains every host through other groups.
    if (id == Inventory::all) return made;
    for (const HostId number : one.hosts) {
      context_.budget.step();
      const InventoryHost& host = project_.inventory.hosts[number];
      made.children.push_back(node("host", host.name, "", host.where));
      made.children.back().path = host.name;
    }
    return made;
  }

  // Null where a file cannot be read.
  const Value* document(std::string_view file) {
    return recover([&]() -> const Value* { return &project_.documents.read(file); },
                   [](const Error&) -> const Value* { return nullptr; });
  }

  bool is_playbook(std::string_view file) {
    const std::size_t slash = file.find('/');
    if (!is_yaml(file) || (slash != std::string_view::npos && contains(other_folders, file.substr(0, slash)))) {
      return false;
    }
    const Value* plays = document(file);
    if (plays == nullptr || !plays->is_list() || plays->as_list().empty()) return false;
    const Value& first = plays->as_list().front();
    return entry_of(first, "hosts") != nullptr || imported_by(first) != nullptr;
  }

  static const Value* imported_by(const Value& entry) {
    if (!entry.is_map()) return nullptr;
    for (const auto& [key, value] : entry.as_map()) {
      if (key.is_string() && module_name(key.as_string()) == "import_playbook") return &value;
    }
    return nullptr;
  }

  OutlineNode playbook(std::string_view file, std::string_view type, std::string_view name, OriginId where) {
    const Depth depth = context_.budget.enter();
    OutlineNode made = node("playbook", name, type, where);
    if (!read_.insert(made.id).second) return made;
    const Value* plays = document(file);
    if (plays == nullptr || !plays->is_list()) return made;
    std::size_t number = 0;
    for (const Value& entry : plays->as_list()) {
      context_.budget.step();
      if (const Value* imported = imported_by(entry)) {
        const std::string path = place_of(join_path(directory_name(file), text_of(imported)));
        made.children.push_back(playbook(path, "import_playbook", path, imported->origin()));
        if (!project_.documents.file(path)) missing(made.children.back());
      } else if (entry.is_map()) {
        made.children.push_back(play(entry, std::string(file) + "#" + std::to_string(++number), file));
      }
    }
    if (where == 0) made.where = plays->origin();
    return made;
  }

  static void missing(OutlineNode& made) {
    made.status = "error";
    made.note = "The file does not exist.";
  }

  OutlineNode play(const Value& entry, const std::string& id, std::string_view file) {
    const std::string hosts = hosts_of(entry_of(entry, "hosts"));
    const std::string name = text_of(entry_of(entry, "name"));
    OutlineNode made = node("play", name.empty() ? hosts : name, "", entry.origin());
    made.id = "play/" + id;
    add_hosts(hosts, entry, made);
    if (const Value* roles = entry_of(entry, "roles"); roles != nullptr && roles->is_list()) {
      for (const Value& one : roles->as_list()) add_role(one, "role", directory_name(file), made);
    }
    for (const std::string_view key : task_lists) add_tasks(entry_of(entry, key), directory_name(file), "", made);
    return made;
  }

  static std::string hosts_of(const Value* hosts) {
    if (hosts == nullptr || !hosts->is_list()) return text_of(hosts);
    std::string all;
    for (const Value& one : hosts->as_list()) all += (all.empty() ? "" : ",") + text_of(&one);
    return all;
  }

  // "web:&prod:!old" names three groups. A host that is excluded is no host of the play.
  void add_hosts(const std::string& hosts, const Value& entry, OutlineNode& made) {
    for (const std::string_view separated : Split(hosts, ",")) {
      for (std::string_view one : Split(separated, ":")) {
        context_.budget.step();
        one = trim(one);
        if (one.empty() || one.starts_with('!')) continue;
        if (one.starts_with('&')) one = one.substr(1);
        const std::string id = made.id + "/hosts/" + std::string(one);
        add_link(id, one == "*" ? "group/all" : "group/" + std::string(one), entry, made);
        add_link(id + "/host", "host/" + std::string(one), entry, made);
      }
    }
  }

  void add_link(std::string id, std::string target, const Value& entry, OutlineNode& made) {
    OutlineNode link = node("hosts", "", "", entry.origin());
    link.id = std::move(id);
    link.value = std::move(target);
    made.children.push_back(std::move(link));
  }

  // `entry`: a name, or a map with it. `type`: how the role is referred to.
  void add_role(const Value& entry, std::string_view type, std::string_view folder, OutlineNode& above) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    const Value* named = entry.is_map() ? entry_of(entry, "role") : &entry;
    if (named == nullptr) named = entry_of(entry, "name");
    const std::string name = text_of(named);
    if (name.empty()) return;
    OutlineNode made = node("role", name, type, named->origin());
    if (read_.insert(made.id).second) {
      const std::string at = role_folder(name, folder);
      if (at.empty() && name.find_first_of(".{") == std::string::npos) {
        made.status = "error";
        made.note = "The role was not found.";
      }
      if (!at.empty()) read_role(at, folder, made);
    }
    above.children.push_back(std::move(made));
  }

  std::string role_folder(const std::string& name, std::string_view folder) const {
    for (const std::string& place :
         {join_path(join_path(folder, "roles"), name), join_path("roles", name), join_path(folder, name)}) {
      const std::string path = place_of(place);
      if (project_.documents.is_folder(path)) return path;
    }
    return {};
  }

  void read_role(const std::string& role, std::string_view folder, OutlineNode& made) {
    for (const std::string_view ending : {"yml", "yaml"}) {
      if (const auto meta = project_.documents.file(join_path(role, "meta/main." + std::string(ending)))) {
        const Value* read = document(*meta);
        const Value* needed = read == nullptr ? nullptr : entry_of(*read, "dependencies");
        if (needed != nullptr && needed->is_list()) {
          for (const Value& one : needed->as_list()) add_role(one, "dependency", folder, made);
        }
      }
      for (const std::string_view part : {"tasks", "handlers"}) {
        const std::string path = join_path(role, std::string(part) + "/main." + std::string(ending));
        const auto file = project_.documents.file(path);
        if (file) add_tasks(document(*file), directory_name(*file), role, made);
      }
    }
  }

  // What the tasks of a list include. `folder` is that of their file, `role` that of their role or "".
  void add_tasks(const Value* tasks, std::string_view folder, const std::string& role, OutlineNode& above) {
    const Depth depth = context_.budget.enter();
    if (tasks == nullptr || !tasks->is_list()) return;
    for (const Value& task : tasks->as_list()) {
      context_.budget.step();
      if (!task.is_map()) continue;
      for (const auto& [key, value] : task.as_map()) {
        if (!key.is_string()) continue;
        const std::string_view module = module_name(key.as_string());
        if (contains(blocks, module)) add_tasks(&value, folder, role, above);
        if (module == "include_tasks" || module == "import_tasks") add_task_file(value, module, folder, role, above);
        if (module == "include_role" || module == "import_role") add_role(value, module, "", above);
        if (module == "template") add_template(value, folder, role, above);
      }
    }
  }

  void add_task_file(const Value& value, std::string_view type, std::string_view folder, const std::string& role,
                     OutlineNode& above) {
    const Value* named = value.is_map() ? entry_of(value, "file") : &value;
    const std::string name = text_of(named);
    if (name.empty()) return;
    const std::string path = place_of(join_path(folder, name));
    const auto file = project_.documents.file(path);
    OutlineNode made = node("tasks", file ? std::string_view(path) : std::string_view(name), type, named->origin());
    if (!file && name.find("{{") == std::string::npos) missing(made);
    if (file && read_.insert(made.id).second) add_tasks(document(*file), directory_name(path), role, made);
    above.children.push_back(std::move(made));
  }

  void add_template(const Value& value, std::string_view folder, const std::string& role, OutlineNode& above) {
    const Value* source = entry_of(value, "src");
    const std::string name = text_of(source);
    if (name.empty()) return;
    const std::string base = role.empty() ? std::string(folder) : role;
    for (const std::string& place : {join_path(join_path(base, "templates"), name), join_path(base, name)}) {
      const std::string path = place_of(place);
      if (!project_.documents.file(path)) continue;
      above.children.push_back(node("template", path, "template", source->origin()));
      return;
    }
    OutlineNode made = node("template", name, "template", source->origin());
    if (name.find("{{") == std::string::npos) missing(made);
    above.children.push_back(std::move(made));
  }

  Project& project_;
  Context& context_;
  std::unordered_set<GroupId> groups_;    // written out
  std::unordered_set<std::string> read_;  // ids of playbooks, roles and files that were read
};

}  // namespace

std::vector<OutlineNode> graph_outline_of(Project& project) {
  return GraphOutliner(project).write();
}

}  // namespace evalground::ansible
