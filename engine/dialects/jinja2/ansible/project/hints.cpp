#include "dialects/jinja2/ansible/project/hints.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"

namespace evalground::jinja2::ansible {
namespace {

constexpr std::size_t most_hints = 100;  // of one kind: nobody reads more

bool is_group_file(Level level) {
  return level == Level::group_vars_all_inventory || level == Level::group_vars_all_play ||
         level == Level::group_vars_inventory || level == Level::group_vars_play;
}

// Levels whose assignments are the same objects for all hosts.
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

// Where a text of tasks sets the variable: "register: name", or "name:" below `set_fact`; nothing when nowhere.
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
            "Found variable using reserved name: " + std::string(name) + ". It is a keyword of plays or tasks, too.",
            "", "");
      }
    }
  }
}

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

void Losers::add(const HostView& view, Budget& budget) {
  std::unordered_map<std::string_view, const Setting*> winners;
  for (auto layer = view.layers.rbegin(); layer != view.layers.rend(); ++layer) {
    budget.step(layer->settings->size());
    for (auto setting = layer->settings->rbegin(); setting != layer->settings->rend(); ++setting) {
      const auto [found, is_winner] = winners.emplace(setting->name.as_string(), &*setting);
      if (!is_shared(layer->level)) continue;
      if (is_winner) {
        won_.insert(&*setting);
      } else if (is_shared(layer->level) && lost_.emplace(&*setting, found->second).second) {
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
    const Setting* winner = lost_.at(one);
    const std::string by = winner->from.empty() ? "elsewhere" : "in " + quote(winner->from);
    context.hint_name(one->name.origin(), "overridden",
                      "For every host, " + quote(one->name.as_string()) + " is overridden " + by + ".", "", "");
  }
}

void explain_undefined(Project& project, const HostView& view, Diagnostic& diagnostic) {
  Context& context = project.context;
  if (diagnostic.code != "undefined" || diagnostic.where == 0) return;
  // The place of a missing variable is its name; that of a missing attribute has more.
  const std::string name(context.sources.text_of(diagnostic.where));
  if (!is_name(name) || view.variables.contains(name)) return;
  diagnostic.code = "undefined-variable";
  std::string searched;
  for (const Layer& layer : view.layers) {
    if (layer.settings->empty() || layer.settings->front().from.empty()) continue;
    const std::string from(layer.settings->front().from);
    if (searched.find(from) == std::string::npos) searched += (searched.empty() ? "" : ", ") + from;
    if (searched.size() > 300) break;
  }
  if (!searched.empty()) diagnostic.notes.push_back({"Nothing of it is in " + searched + ".", 0});
  const std::string& host = project.inventory.hosts[view.host].name;
  const std::string usual = join_path(project.playbook_folder(), "host_vars/" + host + ".yml");
  if (!project.documents.file(usual)) {
    diagnostic.notes.push_back({"A file " + quote(usual) + " would be read, and is not there.", 0});
  }
  std::string having;
  std::size_t count = 0;
  for (HostId other = 0; other < std::min<std::size_t>(project.inventory.hosts.size(), 200) && count < 5; ++other) {
    const Value* found = project.bare_view(other).variables.find(name);
    if (found == nullptr) continue;
    ++count;
    having += (having.empty() ? "" : ", ") + project.inventory.hosts[other].name;
  }
  if (!having.empty()) diagnostic.notes.push_back({"Other hosts have it: " + having + ".", 0});
  for (const std::string& role : project.roles.known_names()) {
    const std::string folder = join_path(join_path(project.playbook_folder(), "roles"), role);
    for (const std::string_view kind : {"defaults", "vars"}) {
      for (const Settings* settings : project.files.of_role(folder, kind, role)) {
        if (!sets(*settings, name)) continue;
        diagnostic.notes.push_back({"The role " + quote(role) + " has it, which is not in this context.", 0});
      }
    }
  }
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
    break;
  }
  std::vector<std::string_view> known;
  for (const auto& [key, value] : view.variables) known.push_back(key.as_string());
  if (const auto nearest = nearest_name(name, known)) {
    diagnostic.notes.push_back({"There is a variable " + quote(*nearest) + ".", 0});
  }
}

}  // namespace evalground::jinja2::ansible
