#include "dialects/ansible/project/host_view.hpp"

#include <algorithm>

#include "value/compare.hpp"

namespace evalground::ansible {
namespace {

// Maps levels that read the same files to one of them.
Level kind_of(Level level) {
  switch (level) {
    case Level::group_vars_all_play: return Level::group_vars_all_inventory;
    case Level::group_vars_play: return Level::group_vars_inventory;
    case Level::host_vars_play: return Level::host_vars_inventory;
    default: return level;
  }
}

// All files in a role's folder `defaults/main` count as one assignment.
bool is_role_file(Level level) {
  return level == Level::role_defaults || level == Level::role_vars;
}

bool is_inventory(Level level) {
  return level == Level::inventory_all || level == Level::inventory_group || level == Level::inventory_host;
}

}  // namespace

Value merged_maps(const Value& lower, const Value& upper, Budget& budget) {
  const Depth depth = budget.enter();
  Map merged = lower.as_map();
  budget.step(merged.size());
  for (const auto& [key, value] : upper.as_map()) {
    budget.step();
    const Value* below = merged.find(key);
    const bool merges = below != nullptr && below->is_map() && value.is_map();
    merged.set(key, merges ? merged_maps(Value(*below), value, budget) : value);
  }
  return Value::map(std::move(merged)).with_origin(upper.origin()).with_verbatim(upper.verbatim() && lower.verbatim());
}

// Types must agree, unlike in Python where 1 == 1.0 == True. Tuples count as lists, since both are JSON arrays.
bool same_json(const Value& a, const Value& b, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  const auto is_sequence = [](const Value& value) { return value.is_list() || value.kind() == Kind::tuple; };
  if (is_sequence(a) && is_sequence(b)) {
    if (a.as_list().size() != b.as_list().size()) return false;
    for (std::size_t i = 0; i < a.as_list().size(); ++i) {
      if (!same_json(a.as_list()[i], b.as_list()[i], budget)) return false;
    }
    return true;
  }
  if (a.kind() != b.kind()) return false;
  if (!a.is_map()) return python_equal(a, b, budget);
  if (a.as_map().size() != b.as_map().size()) return false;
  for (const auto& [key, value] : a.as_map()) {
    const Value* other = b.as_map().find(key);
    if (other == nullptr || !same_json(value, *other, budget)) return false;
  }
  return true;
}

void HostView::add(Level level, std::string_view owner, const Settings& settings) {
  if (settings.empty()) return;
  // `layers` points into settings owned by files or by `own`, which therefore must not move.
  layers.push_back({level, owner, &settings});
  budget_.step(settings.size());
  for (const Setting& setting : settings) {
    if (merges_ && setting.value.is_map() && level != Level::magic) {
      const Value* below = variables.find(setting.name);
      if (below != nullptr && below->is_map()) {
        variables.set(setting.name, merged_maps(Value(*below), setting.value, budget_));
        continue;
      }
    }
    variables.set(setting.name, setting.value);
  }
}

void HostView::add_missing(std::string_view name, Value value) {
  if (variables.contains(name)) return;
  variables.set(name, std::move(value));
  assumed_.push_back(variables.entry(variables.size() - 1).key.as_string());
}

bool HostView::is_assigned(const Value& name) const {
  if (!variables.contains(name)) return false;
  return std::find(assumed_.begin(), assumed_.end(), name.as_string()) == assumed_.end();
}

const std::vector<HostView::Assigned>& HostView::history(const Value& name) const {
  if (histories_.empty()) {
    // From the highest layer down, so the first assignment found is the winner. A file that several levels read is
    // recorded only at the highest of them.
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
      for (auto setting = layer->settings->rbegin(); setting != layer->settings->rend(); ++setting) {
        budget_.step();
        std::vector<Assigned>& all = histories_[setting->name.as_string()];
        const bool is_known =
            !is_inventory(layer->level) && std::any_of(all.begin(), all.end(), [&](const Assigned& one) {
              return kind_of(one.layer->level) == kind_of(layer->level) && one.layer->owner == layer->owner &&
                     (one.setting->from == setting->from || is_role_file(layer->level));
            });
        if (!is_known) all.push_back({&*layer, &*setting});
      }
    }
  }
  static const std::vector<Assigned> none;
  const auto found = histories_.find(name.as_string());
  return found == histories_.end() ? none : found->second;
}

HostView::Assigned HostView::winner(const Value& name) const {
  const std::vector<Assigned>& all = history(name);
  return all.empty() ? Assigned{nullptr, nullptr} : all.front();
}

}  // namespace evalground::ansible
