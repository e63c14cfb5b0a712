// Hints about variables of a repository: assignments that have no effect, and the likely source of an undefined
// variable (see hints.hpp).
// Hints about variables of a repository: assignments that have no effect, and the likely source of an undefined
// variable (see hints.hpp).
//
// Ansible itself is silent about these: a variable that loses against another level, a file that no group or host
// reads, a default that nothing names. A hint must not be wrong, so each rule keeps quiet in doubt. For example, any
// mention of a name in any file counts as a use.

#include "dialects/ansible/project/hints.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"

namespace evalground::ansible {
namespace {

constexpr std::size_t most_hints = 100;  // of one kind; more would not be read

bool is_group_file(Level level) {
  return level == Level::group_vars_all_inventory || level == Level::group_vars_all_play ||
         level == Level::group_vars_inventory || level == Level::group_vars_play;
}

// Whether assignments at this level are the same objects for all hosts. Only those can lose for every host.
bool is_shared(Level level) {
  return level != Level::magic && level != Level::host_magic && level != Level::facts && level != Level::vars_files &&
         level != Level::extra_vars;
}

bool is_name(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool sets(const Settings& settings, std::string_view name) {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const Setting& one) { return one.name.as_string() == name; });
}

// "group" or "host" for levels of variable files, empty for other levels.
std::string_view entity_kind(Level level) {
  if (is_group_file(level)) return "group";
  return level == Level::host_vars_inventory || level == Level::host_vars_play ? "host" : "";
}

bool is_entity_file(Level level) {
  return !entity_kind(level).empty();
}

// Whether only the order of their names decides between two groups.
bool are_level(const Inventory& inventory, std::string_view a, std::string_view b) {
  const auto one = inventory.find_group(a);
  const auto other = inventory.find_group(b);
  if (!one || !other) return false;
  const InventoryGroup& first = inventory.groups[*one];
  const InventoryGroup& second = inventory.groups[*other];
  return first.depth == second.depth && first.priority == second.priority;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Removes the names that occur in a text. A key at the start of a line does not count, because it assigns the name.
// `port: "{{ base }}"` assigns port and reads base. `when: port == 1` reads port, since `==` assigns nothing.
void drop_read(std::string_view text, std::unordered_set<std::string_view>& names, Budget& budget) {
  for (const std::string_view line : Split(text, "\n")) {
    budget.step(1 + line.size() / 64);
    std::size_t at = 0;
    bool is_first = true;
    while (at < line.size()) {
      if (!is_word(line[at])) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      while (at < line.size() && is_word(line[at])) ++at;
      const std::string_view rest = trim_start(line.substr(at));
      const bool is_key = is_first && (rest.starts_with(':') || (rest.starts_with('=') && !rest.starts_with("==")));
      if (!is_key) names.erase(line.substr(begin, at - begin));
      is_first = false;
    }
  }
}

// Finds the assignment of a variable in a file of tasks: "register: name", or "name:" below `set_fact`. This is a guess
// by lines: tasks are not parsed.
// Below `set_fact:` up to 20 lines count, or those before the next item of the list.
std::optional<std::size_t> find_task(std::string_view text, std::string_view name, Budget& budget) {
  std::size_t at = 0;
  int below_set_fact = 0;
  for (const std::string_view line : Split(text, "\n")) {
    budget.step();
    std::string_view trimmed = trim(line);
    if (trimmed.starts_with("- ")) trimmed = trim(trimmed.substr(2));
    if (trimmed.starts_with("register:") && trim(trimmed.substr(9)) == name) return at;
    if (below_set_fact > 0 && trimmed.starts_with(name) && trimmed.substr(name.size()).starts_with(':')) return at;
    if (trimmed.ends_with("set_fact:")) {
      below_set_fact = 20;
    } else if (trim(line).starts_with("- name") || below_set_fact > 0) {
      below_set_fact = trim(line).starts_with("- ") ? 0 : below_set_fact - 1;
    }
    at += line.size() + 1;
  }
  return std::nullopt;
}

}  // namespace

// Variables that Ansible reads elsewhere or warns of: `ansible_group_priority` in a file, and names that are also
// keywords, such as `tags`.
void hint_at_view(Project& project, const HostView& view) {
  Context& context = project.context;
  std::size_t count = 0;
  for (const Layer& layer : view.layers) {
    if (layer.level == Level::magic || layer.level == Level::host_magic || layer.level == Level::facts) continue;
    for (const Setting& setting : *layer.settings) {
      context.budget.step();
      const std::string_view name = setting.name.as_string();
      if (setting.name.origin() == 0 || count >= most_hints) continue;
      if (is_group_file(layer.level) && name == "ansible_group_priority") {
        ++count;
        context.warn(setting.name.origin(), "priority-ignored",
                     "The priority of a group is only read from sources of the inventory; here it is a variable "
                     "without effect.");
      } else if (is_reserved_name(name)) {
        ++count;
        context.hint_name(
            setting.name.origin(), "reserved-name",
            "Found variable using reserved name: " + std::string(name) + ". It is also a keyword of plays or tasks.",
            "", "");
      }
    }
  }
}

// Finds overrides that nobody decided: two files of the same group, or two unrelated groups of the same depth and
// priority. Ansible then goes by the order of files or by the alphabet, so renaming a group changes the value. Equal
// values are not reported. `all` lists the assignments of a name from the winner down.
void hint_at_accidents(Project& project, const HostView& view) {
  Context& context = project.context;
  std::size_t count = 0;
  for (const auto& [name, value] : view.variables) {
    const std::vector<HostView::Assigned>& all = view.history(name);
    if (all.size() < 2) continue;
    const auto& [winner, setting] = all.front();
    if (!is_entity_file(winner->level)) continue;
    for (std::size_t i = 1; i < all.size() && count < most_hints; ++i) {
      context.budget.step();
      const auto& [loser, lost] = all[i];
      if (entity_kind(loser->level) != entity_kind(winner->level)) break;
      if (setting->from == lost->from) continue;
      const bool is_same = loser->owner == winner->owner;
      if (!is_same && (!are_level(project.inventory, winner->owner, loser->owner) ||
                       same_json(setting->value, lost->value, context.budget))) {
        continue;
      }
      ++count;
      const std::string_view text = name.as_string();
      const std::string why = is_same ? "Only the order in which the files are read decides."
                                      : "Only the names of the groups " + quote(winner->owner) + " and " +
                                            quote(loser->owner) + " decide, as neither is above the other.";
      context.warn(
          lost->name.origin(), "accidental-override",
          quote(text) + " is set in " + quote(lost->from) + " and in " + quote(setting->from) + ", which wins. " + why);
      break;
    }
  }
}

// All default names are collected, and each file takes away the names in it. It ends early once none is left, which is
// usual.
void hint_at_defaults(Project& project) {
  Context& context = project.context;
  std::vector<const Setting*> defaults;
  std::unordered_set<std::string_view> unread;
  const auto add = [&](const Role& role) {
    for (const Settings* settings : role.defaults) {
      for (const Setting& setting : *settings) {
        if (setting.name.origin() == 0) continue;
        defaults.push_back(&setting);
        unread.insert(setting.name.as_string());
      }
    }
  };
  for (const Role* role : project.play_roles()) {
    std::vector<const Role*> ordered;
    project.roles.collect(*role, ordered);
    for (const Role* one : ordered) add(*one);
  }
  for (const std::string_view file : project.documents.files()) {
    if (unread.empty()) return;
    if (const auto source = context.files.source(file))
      drop_read(context.sources.text(*source), unread, context.budget);
  }
  std::size_t count = 0;
  for (const Setting* one : defaults) {
    if (!unread.contains(one->name.as_string())) continue;
    if (++count > most_hints) return;
    context.hint_name(one->name.origin(), "unused-default",
                      "Nothing reads the default " + quote(one->name.as_string()) +
                          ": no template, task or variable of the files names it.",
                      "", "");
  }
}

// Finds group_vars/wbe.yml where the group is called web. Ansible ignores hidden files, backups and unknown extensions,
// so these are not reported. A name may be a folder, or a file with or without extension.
void hint_at_files(Project& project) {
  Context& context = project.context;
  std::vector<std::string> folders = project.sources.folders();
  folders.push_back(project.playbook_folder());
  std::size_t count = 0;
  for (const std::string& folder : folders) {
    for (const std::string_view kind : {"group_vars", "host_vars"}) {
      const std::string base = join_path(folder, kind);
      for (const Documents::Entry& entry : project.documents.entries(base)) {
        context.budget.step();
        std::string_view name = entry.name;
        if (name.starts_with('.') || name.ends_with('~')) continue;
        const std::string_view extension = path_extension(name);
        const bool is_cut = extension == ".yml" || extension == ".yaml" || extension == ".json";
        const auto is_known = [&](std::string_view one) {
          return kind == "group_vars" ? project.inventory.find_group(one).has_value()
                                      : project.inventory.find_host(one).has_value() || Inventory::is_local(one);
        };
        if (is_known(name) || (is_cut && is_known(name.substr(0, name.size() - extension.size())))) continue;
        if (!entry.is_folder && !is_cut && !extension.empty()) continue;
        if (++count > most_hints) return;
        const std::string path = join_path(base, entry.name);
        const auto source = entry.is_folder ? std::nullopt : context.files.source(path);
        const OriginId where = source ? context.sources.add({*source, 0, 0, Via::file, 0, false}) : 0;
        context.hint_name(
            where, "unused-variable-file",
            quote(path) + " is never read: the inventory has no such " + (kind == "group_vars" ? "group." : "host."),
            "", "");
      }
    }
  }
}

// Walks from the highest precedence down: the first assignment of a name wins, all others lose for this host. An
// assignment is reported only if it won for no host, so views of all hosts must be added first. One Setting object is
// shared by all hosts of its file, and its address identifies it.
void Losers::add(const HostView& view, Budget& budget) {
  std::unordered_map<std::string_view, const Setting*> winners;
  for (auto layer = view.layers.rbegin(); layer != view.layers.rend(); ++layer) {
    budget.step(layer->settings->size());
    for (auto setting = layer->settings->rbegin(); setting != layer->settings->rend(); ++setting) {
      const auto [found, is_winner] = winners.emplace(setting->name.as_string(), &*setting);
      if (!is_shared(layer->level)) continue;
      if (is_winner) {
        won_.insert(&*setting);
      } else if (lost_.emplace(&*setting, found->second->from).second) {
        order_.push_back(&*setting);
      }
    }
  }
}

void Losers::report(Context& context) const {
  std::size_t count = 0;
  for (const Setting* one : order_) {
    context.budget.step();
    if (won_.contains(one) || one->name.origin() == 0) continue;
    if (++count > most_hints) return;
    const std::string& file = lost_.at(one);
    const std::string by = file.empty() ? "elsewhere" : "in " + quote(file);
    context.hint_name(one->name.origin(), "overridden",
                      "For every host, " + quote(one->name.as_string()) + " is overridden " + by + ".", "", "");
  }
}

namespace {

// The levels that were searched, lowest first, with their files: "inventory_group (hosts.ini), host_vars_play (…)".
std::string searched_levels(const HostView& view, Budget& budget) {
  std::string searched;
  std::string_view level;
  std::vector<std::string_view> files;
  const auto finish = [&] {
    if (files.empty()) return;
    searched += (searched.empty() ? "" : ", ") + std::string(level) + " (";
    for (std::size_t i = 0; i < files.size(); ++i) searched += (i == 0 ? "" : ", ") + std::string(files[i]);
    searched += ")";
    files.clear();
  };
  for (const Layer& layer : view.layers) {
    budget.step();
    if (layer.settings->empty() || layer.settings->front().from.empty()) continue;
    if (level_name(layer.level) != level) finish();
    level = level_name(layer.level);
    const std::string_view from = layer.settings->front().from;
    if (std::find(files.begin(), files.end(), from) == files.end()) files.push_back(from);
    if (searched.size() > 400) break;
  }
  finish();
  return searched;
}

// Usual variable files of the host and its groups that do not exist.
std::string absent_files(const Project& project, const HostView& view) {
  std::string absent;
  const auto add = [&](std::string_view kind, const std::string& name) {
    const std::string path = join_path(join_path(project.playbook_folder(), kind), name);
    for (const std::string_view extension : {"", ".yml", ".yaml", ".json"}) {
      if (project.documents.file(path + std::string(extension))) return;
    }
    if (project.documents.is_folder(path) || absent.size() > 300) return;
    absent += (absent.empty() ? "" : ", ") + path + ".yml";
  };
  const InventoryHost& host = project.inventory.hosts[view.host];
  add("host_vars", host.name);
  for (auto group = host.order.rbegin(); group != host.order.rend(); ++group) {
    add("group_vars", project.inventory.groups[*group].name);
  }
  add("group_vars", "all");
  return absent;
}

// The name in `groups.web`, `groups['web']` or `hostvars["web1"]` at the start of a text; absent for other texts.
std::optional<std::string_view> member_of(std::string_view text, std::string_view object) {
  if (!text.starts_with(object)) return std::nullopt;
  text = trim_start(text.substr(object.size()));
  if (text.starts_with('.')) {
    text = trim_start(text.substr(1));
    const auto end = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word) - text.begin());
    return text.substr(0, end);
  }
  if (!text.starts_with('[')) return std::nullopt;
  text = trim_start(text.substr(1));
  if (text.empty() || (text[0] != '\'' && text[0] != '"')) return std::nullopt;
  const std::size_t end = text.find(text[0], 1);
  return end == std::string_view::npos ? std::nullopt : std::optional(text.substr(1, end - 1));
}

// The text at a place, from the name on whose attribute or item it is: `groups.wbe` for the place of `wbe`.
std::string_view with_object(const Sources& sources, OriginId where) {
  const Origin& origin = sources.origin(where);
  const std::string_view text = sources.text(origin.file);
  const auto before = [&](std::size_t at, std::string_view skipped) {
    const std::size_t last = text.substr(0, at).find_last_not_of(skipped);
    return last == std::string_view::npos ? 0 : last + 1;
  };
  std::size_t at = before(origin.begin, " \t\n'\"");
  if (at == 0 || (text[at - 1] != '.' && text[at - 1] != '[')) return sources.text_of(where);
  at = before(at - 1, " \t\n");
  while (at > 0 && is_word(text[at - 1])) --at;
  return text.substr(at, std::min<std::size_t>(origin.end + 1, text.size()) - at);  // with the quote behind it
}

// Adds a note if the text names an unknown group or host. True if it names any group or host.
bool explain_member(const Project& project, std::string_view text, Diagnostic& diagnostic) {
  const auto explain = [&](std::string_view name, std::string_view code, const auto& all) {
    std::vector<std::string_view> known;
    for (const auto& one : all) known.emplace_back(one.name);
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    diagnostic.code = code;
    const auto nearest = nearest_name(name, known);
    diagnostic.notes.push_back({"The inventory has no " + std::string(code == "unknown-group" ? "group " : "host ") +
                                    quote(name) + (nearest ? "; did you mean " + quote(*nearest) + "?" : "."),
                                0});
  };
  if (const auto name = member_of(text, "groups")) {
    explain(*name, "unknown-group", project.inventory.groups);
    return true;
  }
  if (const auto name = member_of(text, "hostvars")) {
    explain(*name, "unknown-host", project.inventory.hosts);
    return true;
  }
  return false;
}

// Building a view costs time for each host, so only the first 200 hosts are asked.
void note_other_hosts(Project& project, const std::string& name, Diagnostic& diagnostic) {
  constexpr std::size_t most_looked_at = 200;
  constexpr std::size_t most_named = 5;
  std::string having;
  std::size_t count = 0;
  const std::size_t hosts = std::min(project.inventory.hosts.size(), most_looked_at);
  for (HostId other = 0; other < hosts && count < most_named; ++other) {
    if (project.bare_view(other).variables.find(name) == nullptr) continue;
    ++count;
    having += (having.empty() ? "" : ", ") + project.inventory.hosts[other].name;
  }
  if (!having.empty()) diagnostic.notes.push_back({"Other hosts have it: " + having + ".", 0});
}

void note_roles(Project& project, const std::string& name, Diagnostic& diagnostic) {
  for (const std::string& role : project.roles.known_names()) {
    const std::string folder = join_path(join_path(project.playbook_folder(), "roles"), role);
    for (const std::string_view kind : {"defaults", "vars"}) {
      for (const Settings* settings : project.files.of_role(folder, kind, role)) {
        if (!sets(*settings, name)) continue;
        diagnostic.notes.push_back({"The role " + quote(role) + " has it, which is not in this context.", 0});
      }
    }
  }
}

// `register` and `set_fact` are a frequent reason: the variable exists on a real run but not before any task has run.
void note_first_task(Project& project, const std::string& name, Diagnostic& diagnostic) {
  Context& context = project.context;
  for (const std::string_view file : project.documents.files()) {
    if (!file.ends_with(".yml") && !file.ends_with(".yaml")) continue;
    const auto source = context.files.source(file);
    if (!source) continue;
    const auto at = find_task(context.sources.text(*source), name, context.budget);
    if (!at) continue;
    const auto begin = static_cast<std::uint32_t>(*at);
    diagnostic.notes.push_back(
        {"A task sets it, and no task runs here.",
         context.sources.add({*source, begin, begin + static_cast<std::uint32_t>(name.size()), Via::file, 0, false})});
    return;
  }
}

}  // namespace

// Adds notes to an error about an undefined variable, the most certain ones first. They name levels that were searched,
// files that would be read, other hosts, roles, tasks, and a similar name.
void explain_undefined(Project& project, const HostView& view, Diagnostic& diagnostic) {
  Context& context = project.context;
  if (diagnostic.code != "undefined" || diagnostic.where == 0) return;
  const std::string name(context.sources.text_of(diagnostic.where));
  const std::string_view whole = with_object(context.sources, diagnostic.where);
  if (explain_member(project, whole, diagnostic) || whole.size() > name.size()) return;
  if (!is_name(name) || view.variables.contains(name)) return;
  diagnostic.code = "undefined-variable";
  const std::string searched = searched_levels(view, context.budget);
  if (!searched.empty()) diagnostic.notes.push_back({"Nothing of it is in " + searched + ".", 0});
  const std::string absent = absent_files(project, view);
  if (!absent.empty()) diagnostic.notes.push_back({"Not there, though they would be read: " + absent + ".", 0});
  note_other_hosts(project, name, diagnostic);
  note_roles(project, name, diagnostic);
  note_first_task(project, name, diagnostic);
  std::vector<std::string_view> known;
  for (const auto& [key, value] : view.variables) known.push_back(key.as_string());
  if (const auto nearest = nearest_name(name, known)) {
    diagnostic.notes.push_back({"There is a variable " + quote(*nearest) + ".", 0});
  }
}

}  // namespace evalground::ansible
