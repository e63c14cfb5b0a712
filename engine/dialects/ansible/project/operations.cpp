// Results of the operations on a repository: the variables of one host, of all hosts, and the inventory (see
// operations.hpp).

#include "dialects/ansible/project/operations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "dialects/ansible/project/hints.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/vault_text.hpp"
#include "value/compare.hpp"
#include "value/transform.hpp"

namespace evalground::ansible {
namespace {

// The value as `ansible-inventory` writes it: an encrypted text is a map with `__ansible_vault`.
// A value in a list or map with the tag !unsafe is unsafe even if only the outer one has the mark.
Value written(const Value& value, bool marks_unsafe, Budget& budget, bool is_unsafe = false) {
  const Depth depth = budget.enter();
  budget.step();
  is_unsafe = is_unsafe || value.verbatim();
  if (const auto* vault = object_cast<VaultText>(value)) {
    return Value::map({{"__ansible_vault", Value::string(vault->vault())}}).with_origin(value.origin());
  }
  if (value.is_string() && marks_unsafe && is_unsafe) return Value::map({{"__ansible_unsafe", value}});
  if (value.is_list() || value.kind() == Kind::tuple) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(written(item, marks_unsafe, budget, is_unsafe));
    return Value::list(std::move(items)).with_origin(value.origin());
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key, written(item, marks_unsafe, budget, is_unsafe));
    return Value::map(std::move(entries)).with_origin(value.origin());
  }
  return value;
}

// Whether any text in the value is a template.
bool has_template(Evaluator& evaluator, const Value& value) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  if (value.verbatim()) return false;
  if (value.is_string()) return holds_template(value.as_string(), evaluator.loader.text_syntax());
  const auto holds = [&](const Value& item) { return has_template(evaluator, item); };
  if (value.is_list()) return std::any_of(value.as_list().begin(), value.as_list().end(), holds);
  if (!value.is_map()) return false;
  for (const auto& [key, item] : value.as_map()) {
    if (holds(item)) return true;
  }
  return false;
}

bool is_magic(const HostView::Assigned& one) {
  return one.layer == nullptr || one.layer->level == Level::magic || one.layer->level == Level::host_magic;
}

// The variables to report, sorted: those that the workspace names, otherwise all except magic ones.
std::vector<Value> reported(const Project& project, const HostView& view) {
  std::vector<Value> names;
  for (const std::string& name : project.options.variables) {
    if (Value key = Value::string(name); view.is_assigned(key)) names.push_back(std::move(key));
  }
  if (!project.options.variables.empty()) return names;
  std::set<std::string_view> magic;
  for (const Layer& layer : view.layers) {
    if (layer.level != Level::magic && layer.level != Level::host_magic) continue;
    for (const Setting& setting : *layer.settings) magic.insert(setting.name.as_string());
  }
  names.reserve(view.variables.size());
  for (const auto& [name, value] : view.variables) {
    project.context.budget.step();
    // A file may override variables that a host has by default.
    const bool is_own = !magic.contains(name.as_string()) || !is_magic(view.winner(name));
    if (is_own && view.is_assigned(name)) names.push_back(name);
  }
  std::sort(names.begin(), names.end(), [](const Value& a, const Value& b) { return a.as_string() < b.as_string(); });
  return names;
}

// Warns about requested names that no host has.
void warn_of_unknown(Project& project, const std::function<bool(const std::string& name)>& is_known,
                     const HostView& view) {
  for (const std::string& name : project.options.variables) {
    if (is_known(name)) continue;
    std::vector<std::string_view> known;
    for (const auto& [other, value] : view.variables) known.push_back(other.as_string());
    project.context.warn_name(0, "unknown-variable", "The variable " + quote(name) + " is not defined here.", name,
                              nearest_name(name, known).value_or(""));
  }
}

// The value for a result: encrypted texts are decrypted, and numbers that JSON cannot express become text.
Value presented(Context& context, const Value& value) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (const auto* vault = object_cast<VaultText>(value)) return vault->open(context).with_origin(value.origin());
  if (value.kind() == Kind::real && !std::isfinite(value.as_real())) {
    const double number = value.as_real();
    return Value::string(std::isnan(number) ? "NaN"
                         : number > 0       ? "Infinity"
                                            : "-Infinity")
        .with_origin(value.origin());
  }
  if (!value.is_list() && !value.is_map()) return value;
  return transform_items(value, [&](const Value& item) { return presented(context, item); });
}

// The value of a variable; absent, with a warning, if its evaluation fails. For a single host the warning also explains
// where the variable could come from.
std::optional<Value> value_of(Project& project, HostView& view, const Value& name, bool explains) {
  return recover(
      [&]() -> std::optional<Value> {
        return presented(project.context, plain_value(project.evaluator, project.evaluate(view, name)));
      },
      [&](const Error& error) -> std::optional<Value> {
        const Value* raw = view.variables.find(name);
        const OriginId where = raw != nullptr && raw->origin() != 0 ? raw->origin() : error.diagnostic.where;
        const std::size_t before = project.context.diagnostics.size();
        project.context.warn(where, error.diagnostic.code == "undefined" ? "undefined-variable" : error.diagnostic.code,
                             "The variable " + quote(name.as_string()) + " fails for " +
                                 quote(project.inventory.hosts[view.host].name) + ": " + error.diagnostic.message);
        if (explains && project.context.diagnostics.size() > before) {
          Diagnostic explained = error.diagnostic;
          explained.notes.clear();
          explain_undefined(project, view, explained);
          project.context.diagnostics.back().notes = std::move(explained.notes);
        }
        return std::nullopt;
      });
}

void describe(Map& entry, const HostView::Assigned& one) {
  entry.set("level", Value::string(level_name(one.layer->level)));
  const Level level = one.layer->level;
  const bool is_role = level == Level::role_defaults || level == Level::role_vars || level == Level::role_entry_vars ||
                       level == Level::role_params;
  if (!one.layer->owner.empty()) entry.set(is_role ? "role" : "group", Value::string(one.layer->owner));
  if (!one.setting->from.empty()) entry.set("from", Value::string(one.setting->from));
}

// An origin for the winning assignment, chained to the assignments it overrides.
// Readers can follow `previous` from the winner to the lowest level: host_vars/web1.yml, then group_vars/web.yml, then
// defaults/main.yml.
OriginId chained(Context& context, const std::vector<HostView::Assigned>& history) {
  OriginId last = 0;
  for (auto one = history.rbegin(); one != history.rend(); ++one) {
    const OriginId origin = one->setting->value.origin();
    if (origin == 0) continue;
    last = last == 0 ? origin : context.sources.chain(origin, context.sources.origin(origin).via, last, true);
  }
  return last;
}

Value host_names(const Project& project, const std::vector<HostId>& hosts) {
  List names;
  for (const HostId host : hosts) names.push_back(Value::string(project.inventory.hosts[host].name));
  return Value::list(std::move(names));
}

// In larger matrices only the winning assignment of a cell is recorded, because chains would outweigh the values.
constexpr std::size_t most_chained_cells = 2'000;

// The hosts in the order of the result.
// The hosts of the chosen play, which `limit` has already narrowed.
std::vector<HostId> matrix_hosts(Project& project) {
  const std::string& asked = project.options.host;
  project.choose_play(asked.empty() ? std::nullopt : project.inventory.host(asked));
  return project.play_hosts();
}

// The views of hosts, one after another. A host whose files cannot be read is left out, with a warning. If that is true
// of all hosts, the first error ends the run.
class ReadableViews {
 public:
  explicit ReadableViews(Project& project) : project_(project) {}

  // Calls f with each host and its view.
  void each(const std::vector<HostId>& hosts, const std::function<void(HostId, HostView&)>& f) {
    std::optional<Error> first_error;
    for (const HostId host : hosts) {
      const std::unique_ptr<HostView> view = recover([&] { return project_.view(host); },
                                                     [&](const Error& error) {
                                                       if (!first_error) first_error = error;
                                                       leave_out(host, error);
                                                       return std::unique_ptr<HostView>();
                                                     });
      if (view == nullptr) continue;
      readable_.push_back(host);
      f(host, *view);
    }
    if (readable_.empty() && first_error) throw Error(*first_error);
  }

  const std::vector<HostId>& readable() const { return readable_; }
  const List& left_out() const { return left_out_; }

 private:
  void leave_out(HostId host, const Error& error) {
    const std::string& name = project_.inventory.hosts[host].name;
    left_out_.push_back(Value::string(name));
    project_.context.warn(error.diagnostic.where, error.diagnostic.code,
                          quote(name) + " is left out: " + error.diagnostic.message);
  }

  Project& project_;
  std::vector<HostId> readable_;
  List left_out_;
};

}  // namespace

// The operation `host`. Each variable has its value, the level and file that it comes from, the template behind the
// value, and the assignments that it overrides:
//   {"host": "web1", "groups": ["web"], "variables": {"port": {"value": 80, "level": "group_vars_play",
//    "group": "web", "from": "group_vars/web.yml", "overrides": [{"level": "role_defaults", "value": 8080}]}}}
//
// A variable that fails does not end the result: it is marked, and a warning says why.
Value host_result(Project& project) {
  Context& context = project.context;
  const HostId host = project.asked_host();
  const std::unique_ptr<HostView> view = project.view(host);
  Map variables;
  for (const Value& name : reported(project, *view)) {
    context.budget.step();
    const std::vector<HostView::Assigned>& history = view->history(name);
    const HostView::Assigned& winner = history.front();
    const Value raw = *view->variables.find(name);
    Map entry;
    Provenance::Computation computation(context.provenance, Provenance::Computation::Kind::apart);
    const std::optional<Value> value = value_of(project, *view, name, true);
    if (value) {
      const Value placed = value->with_origin(chained(context, history));
      computation.made(placed.origin());
      entry.set("value", placed);
    } else {
      entry.set("failed", Value::boolean(true));
    }
    const bool is_template = has_template(project.evaluator, raw);
    if (is_template && !is_magic(winner)) {
      const Value as_written = written(raw, false, context.budget);
      if (!value || !same_json(*value, as_written, context.budget)) entry.set("template", as_written);
    }
    describe(entry, winner);
    List overrides;
    for (std::size_t i = 1; i < history.size(); ++i) {
      if (is_magic(history[i]) || is_magic(winner)) continue;
      Map lost;
      describe(lost, history[i]);
      lost.set("value", written(history[i].setting->value, false, context.budget));
      overrides.push_back(Value::map(std::move(lost)));
    }
    const bool merges = project.options.merges && winner.setting->value.is_map() && history.size() > 1 &&
                        history[1].setting->value.is_map() && !is_magic(winner);
    if (merges) entry.set("merged", Value::boolean(true));
    if (!overrides.empty()) entry.set("overrides", Value::list(std::move(overrides)));
    variables.set(name.with_origin(0), Value::map(std::move(entry)));
  }
  warn_of_unknown(
      project, [&](const std::string& name) { return view->is_assigned(Value::string(name)); }, *view);
  hint_at_view(project, *view);
  hint_at_accidents(project, *view);
  hint_at_files(project);
  hint_at_defaults(project);
  return Value::map({{"host", Value::string(project.inventory.hosts[host].name)},
                     {"groups", list_of_texts(project.inventory.group_names(host))},
                     {"variables", Value::map(std::move(variables))}});
}

// The operation `matrix`: a row for each variable, a cell for each host, and whether the hosts differ. Values are
// compared as JSON. A view is built and released for one host after another, because the views of all hosts together
// would exceed the memory of a large inventory. `failed` names the hosts whose files cannot be read.
Value matrix_result(Project& project) {
  Context& context = project.context;
  const std::vector<HostId> hosts = matrix_hosts(project);
  struct Row {
    Map values;
    List errors;
    const Value* first = nullptr;
    bool differs = false;
  };
  std::map<std::string, Row> rows;
  Losers losers;
  std::size_t cells = 0;
  ReadableViews views(project);
  views.each(hosts, [&](HostId host, HostView& view) {
    if (project.options.variables.empty()) losers.add(view, context.budget);
    const Value host_name = Value::string(project.inventory.hosts[host].name);
    for (const Value& name : reported(project, view)) {
      context.budget.step();
      Row& row = rows[std::string(name.as_string())];
      std::optional<Value> value = value_of(project, view, name, false);
      if (!value) {
        row.errors.push_back(host_name);
        continue;
      }
      if (!row.differs && !row.values.empty()) {
        row.differs = !same_json(row.values.entry(0).value, *value, context.budget);
      }
      if (project.context.options.provenance && ++cells <= most_chained_cells) {
        value = value->with_origin(chained(context, view.history(name)));
      }
      row.values.set(host_name, std::move(*value));
    }
  });
  if (!views.readable().empty()) {
    warn_of_unknown(
        project, [&](const std::string& name) { return rows.contains(name); }, *project.view(views.readable().front()));
  }
  Map variables;
  for (auto& [name, row] : rows) {
    Map entry;
    entry.set("differs", Value::boolean(row.differs || row.values.size() != views.readable().size()));
    entry.set("values", Value::map(std::move(row.values)));
    if (!row.errors.empty()) entry.set("errors", Value::list(std::move(row.errors)));
    variables.set(name, Value::map(std::move(entry)));
  }
  losers.report(context);
  hint_at_files(project);
  hint_at_defaults(project);
  Map result{{"hosts", host_names(project, views.readable())}, {"variables", Value::map(std::move(variables))}};
  if (!views.left_out().empty()) result.set("failed", Value::list(views.left_out()));
  return Value::map(std::move(result));
}

// Evaluates the expression once for each host. The guard `elsewhere` puts the variables of this host in place of the
// previous ones.
Value rendered_result(Project& project, const std::function<Value()>& render) {
  const std::vector<HostId> hosts = matrix_hosts(project);
  Map rendered;
  bool differs = false;
  ReadableViews views(project);
  views.each(hosts, [&](HostId host, HostView& view) {
    const AnsibleVariables::Elsewhere elsewhere(project.variables, view.world);
    const std::string& name = project.inventory.hosts[host].name;
    Value entry = recover(render, [&](const Error& error) {
      project.context.warn(error.diagnostic.where,
                           error.diagnostic.code == "undefined" ? "undefined-variable" : error.diagnostic.code,
                           "For " + quote(name) + ": " + error.diagnostic.message);
      return Value::map({{"error", Value::boolean(true)}});
    });
    differs = differs || entry.as_map().contains("error") ||
              (!rendered.empty() && !same_json(rendered.entry(0).value, entry, project.context.budget));
    rendered.set(name, std::move(entry));
  });
  Map result{{"hosts", host_names(project, views.readable())},
             {"rendered", Value::map(std::move(rendered))},
             {"differs", Value::boolean(differs || !views.left_out().empty())}};
  if (!views.left_out().empty()) result.set("failed", Value::list(views.left_out()));
  return Value::map(std::move(result));
}

// ---- the inventory

// The operation `inventory`, in the form of `ansible-inventory --list`: hosts with their variables under _meta, then
// the groups. Templates are not evaluated, as in the original.
Value inventory_result(Project& project) {
  // `ansible-inventory` omits these, even if a file sets them.
  static const std::set<std::string_view> internal = {"ansible_diff_mode",
                                                      "ansible_config_file",
                                                      "ansible_facts",
                                                      "ansible_forks",
                                                      "ansible_limit",
                                                      "ansible_playbook_python",
                                                      "ansible_run_tags",
                                                      "ansible_inventory_sources",
                                                      "ansible_skip_tags",
                                                      "ansible_verbosity",
                                                      "ansible_version",
                                                      "inventory_dir",
                                                      "inventory_file",
                                                      "inventory_hostname",
                                                      "playbook_dir",
                                                      "inventory_hostname_short",
                                                      "groups",
                                                      "group_names",
                                                      "omit",
                                                      "ansible_check_mode"};
  Context& context = project.context;
  Inventory& inventory = project.inventory;
  Map hostvars;
  for (const HostId host : inventory.hosts_of(Inventory::all)) {
    HostView view(host, project.options.merges, context.budget);
    project.add_bare_layers(view);
    Map variables;
    for (const auto& [name, value] : view.variables) {
      if (!internal.contains(name.as_string())) variables.set(name, written(value, true, context.budget));
    }
    if (!variables.empty()) hostvars.set(inventory.hosts[host].name, Value::map(std::move(variables)));
  }
  Map result{{"_meta", Value::map({{"hostvars", Value::map(std::move(hostvars))}})}};
  for (GroupId id = 0; id < inventory.groups.size(); ++id) {
    const InventoryGroup& group = inventory.groups[id];
    Map entry;
    List children;
    for (const GroupId child : group.children) children.push_back(Value::string(inventory.groups[child].name));
    if (!children.empty()) entry.set("children", Value::list(std::move(children)));
    if (id != Inventory::all && !group.hosts.empty()) entry.set("hosts", host_names(project, group.hosts));
    if (!entry.empty()) result.set(group.name, Value::map(std::move(entry)));
  }
  return Value::map(std::move(result));
}

namespace {

void draw(const Project& project, GroupId id, std::size_t level, std::string& text) {
  const Depth depth = project.context.budget.enter();
  const InventoryGroup& group = project.inventory.groups[id];
  const auto line = [&](const std::string& name, std::size_t at) {
    project.context.budget.step();
    project.context.budget.output(name.size() + 3 * at + 3);
    for (std::size_t i = 0; i < at; ++i) text += "  |";
    text += (at == 0 ? "" : "--") + name + "\n";
  };
  line("@" + group.name + ":", level);
  for (const GroupId child : group.children) draw(project, child, level + 1, text);
  if (id == Inventory::all) return;
  for (const HostId host : group.hosts) line(project.inventory.hosts[host].name, level + 1);
}

}  // namespace

// The tree of `ansible-inventory --graph`. A group with two parents appears below both.
std::string inventory_graph(Project& project) {
  std::string text;
  draw(project, Inventory::all, 0, text);
  return text;
}

}  // namespace evalground::ansible
