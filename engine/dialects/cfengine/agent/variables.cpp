// The variables of a run, in one scope for each bundle.
//
// Elements of classic arrays are variables of their own, with names such as `a[x][1]`. `positions_` finds a variable by
// its complete local name. `arrays_` finds the elements of an array by its base name, in the order of their definition.
// Variables are kept in a deque, so pointers to them stay valid while others are added.
#include "dialects/cfengine/agent/variables.hpp"

#include <algorithm>

#include "base/indexed.hpp"
#include "dialects/cfengine/data/container.hpp"
#include "value/compare.hpp"

namespace evalground::cfengine {
namespace {

// Scopes that are visible from every namespace.
constexpr std::string_view special_scopes[] = {"sys", "const", "def", "match", "edit", "mon", "connection"};

bool is_special(std::string_view scope) {
  for (const std::string_view special : special_scopes) {
    if (special == scope) return true;
  }
  return false;
}

// The offset after the bracket that closes the one at `begin`; npos when it is not closed.
std::size_t index_end(std::string_view text, std::size_t begin) {
  int open = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (text[at] == '[') ++open;
    if (text[at] == ']' && --open == 0) return at + 1;
  }
  return std::string_view::npos;
}

std::string key_of(std::string_view space, std::string_view bundle) {
  std::string key(space);
  key += ':';
  key += bundle;
  return key;
}

std::size_t position_of(const Value& position) {
  return static_cast<std::size_t>(position.as_integer());
}

}  // namespace

// "ns:bundle.base[i][j]" -> its parts. A dot or colon within an index is not a separator, so only the text before the
// first bracket is split.
Name parse_name(std::string_view text) {
  Name name;
  const std::size_t bracket = text.find('[');
  std::string_view head = text.substr(0, bracket);
  if (const std::size_t colon = head.find(':'); colon != std::string_view::npos) {
    name.space = head.substr(0, colon);
    head.remove_prefix(colon + 1);
  }
  if (const std::size_t dot = head.find('.'); dot != std::string_view::npos) {
    name.bundle = head.substr(0, dot);
    head.remove_prefix(dot + 1);
  }
  name.base = head;
  if (bracket != std::string_view::npos) name.indices = text.substr(bracket);
  name.local = text.substr(static_cast<std::size_t>(head.data() - text.data()));
  return name;
}

// "[a][b[c]]" -> "a", "b[c]". Stops at a bracket that is not closed.
std::vector<std::string_view> split_indices(std::string_view indices) {
  std::vector<std::string_view> keys;
  std::size_t at = 0;
  while (at < indices.size() && indices[at] == '[') {
    const std::size_t end = index_end(indices, at);
    if (end == std::string_view::npos) break;
    keys.push_back(indices.substr(at + 1, end - at - 2));
    at = end;
  }
  return keys;
}

const Variable* VariableScope::find(std::string_view local) const {
  const Value* position = positions_.find(local);
  return position == nullptr ? nullptr : &variables_[position_of(*position)];
}

// True if the variable is new or its type or value changed. A redefinition replaces the tags.
bool VariableScope::set(std::string_view local, DataType type, Value value, const Promise* promise, Value tags,
                        Budget& budget) {
  if (const Value* position = positions_.find(local)) {
    Variable& variable = variables_[position_of(*position)];
    const bool changed = variable.type != type || !python_equal(variable.value, value, budget);
    variable.type = type;
    variable.value = std::move(value);
    variable.promise = promise;
    variable.tags = std::move(tags);
    return changed;
  }
  const Value position = Value::integer(static_cast<std::int64_t>(variables_.size()));
  const Value key = Value::string(local);
  variables_.push_back({key, type, std::move(value), promise, std::move(tags), order_.put()});
  positions_.set(key, position);
  if (const std::size_t bracket = local.find('['); bracket != std::string_view::npos) {
    const Value base = Value::string(local.substr(0, bracket));
    if (Value* array = arrays_.find_for_edit(base)) {
      array->edit_list().push_back(position);
    } else {
      arrays_.set(base, Value::list({position}));
    }
  }
  return true;
}

// The index makes this depend on the elements of the array, not on the variables of the bundle.
std::vector<const Variable*> VariableScope::elements(std::string_view base, Budget& budget) const {
  const Value* array = arrays_.find(base);
  if (array == nullptr) return {};
  std::vector<std::pair<TableOrder::Place, const Variable*>> elements;
  elements.reserve(array->as_list().size());
  for (const Value& position : array->as_list()) {
    const Variable& variable = variables_[position_of(position)];
    elements.push_back({place_of(variable), &variable});
  }
  return order_.walk(std::move(elements), budget);
}

// The key of "a[x][y]" is "a]x]y" behind the namespace and the bundle, without separators. The agent adds the bytes of
// variables with their signs, unlike those of other keys.
TableOrder::Place VariableScope::place_of(const Variable& variable) const {
  KeyHash hash;
  const auto add = [&](std::string_view text) {
    Budget::pass_over(text.size());
    for (const char c : text) hash.add(static_cast<std::uint32_t>(static_cast<signed char>(c)));
  };
  const std::string_view local = variable.name.as_string();
  const std::size_t bracket = std::min(local.find('['), local.size());
  add(space);
  add(name);
  add(local.substr(0, bracket));
  for (const std::string_view index : split_indices(local.substr(bracket))) {
    add("]");
    add(index);
  }
  return {hash.end(), variable.number};
}

// Positions shift when a variable goes, so both indexes are built anew. Rare: parameters go when a call ends, and a
// default removes an old value.
template <class Goes>
void VariableScope::remove_if(Goes&& goes) {
  if (std::none_of(variables_.begin(), variables_.end(), goes)) return;
  std::deque<Variable, CountingAllocator<Variable>> kept;
  Map positions;
  Map arrays;
  for (Variable& variable : variables_) {
    if (goes(variable)) {
      order_.remove();
      continue;
    }
    const Value position = Value::integer(static_cast<std::int64_t>(kept.size()));
    positions.set(variable.name, position);
    const std::string_view local = variable.name.as_string();
    if (const std::size_t bracket = local.find('['); bracket != std::string_view::npos) {
      const Value base = Value::string(local.substr(0, bracket));
      if (!arrays.contains(base)) arrays.set(base, Value::list({}));
      arrays.find_for_edit(base)->edit_list().push_back(position);
    }
    kept.push_back(std::move(variable));
  }
  variables_ = std::move(kept);
  positions_ = std::move(positions);
  arrays_ = std::move(arrays);
}

void VariableScope::expand_texts(const std::function<Value(const Value&)>& expand) {
  const auto holds_reference = [](const Value& text) {
    return text.is_string() && text.as_string().find('$') != std::string_view::npos;
  };
  for (Variable& variable : variables_) {
    if (variable.type == DataType::data) continue;
    if (holds_reference(variable.value)) variable.value = expand(variable.value);
    if (!variable.value.is_list()) continue;
    const List& items = variable.value.as_list();
    if (std::none_of(items.begin(), items.end(), holds_reference)) continue;
    for (Value& item : variable.value.edit_list()) item = expand(item);
  }
}

void VariableScope::sort_keys(const Name& sorted, Budget& budget) {
  const Value* position = positions_.find(sorted.base);
  if (position == nullptr) return;
  Value* part = &variables_[position_of(*position)].value;
  for (const std::string_view key : split_indices(sorted.indices)) {
    part = item_for_edit(*part, key);
    if (part == nullptr) return;
  }
  *part = with_sorted_keys(*part, budget);
}

void VariableScope::remove(std::string_view local) {
  if (!positions_.contains(local)) return;
  remove_if([&](const Variable& variable) { return variable.name.as_string() == local; });
}

void VariableScope::remove_arrays() {
  if (arrays_.empty()) return;
  remove_if([](const Variable& variable) { return variable.name.as_string().find('[') != std::string_view::npos; });
}

// Creates the scope on first use.
VariableScope& Variables::scope(std::string_view space, std::string_view bundle) {
  const std::string key = key_of(space, bundle);
  if (const Value* position = positions_.find(key)) return scopes_[position_of(*position)];
  const auto note = [&](std::size_t position) {
    positions_.set(key, Value::integer(static_cast<std::int64_t>(position)));
  };
  return append_indexed(scopes_, note, space, bundle, order);
}

const VariableScope* Variables::find_scope(std::string_view space, std::string_view bundle) const {
  const Value* position = positions_.find(key_of(space, bundle));
  return position == nullptr ? nullptr : &scopes_[position_of(*position)];
}

// The scope that a name belongs to. A bundle without a namespace is searched in `space`. Only scopes of the agent, such
// as `sys`, are then searched in `default`.
const VariableScope* Variables::scope_of(const Name& name, const VariableScope& current, std::string_view space) const {
  if (name.bundle.empty()) {
    return name.space.empty() || name.space == current.space ? &current : find_scope(name.space, current.name);
  }
  if (!name.space.empty()) return find_scope(name.space, name.bundle);
  const VariableScope* scope = find_scope(space, name.bundle);
  return scope == nullptr && is_special(name.bundle) ? find_scope("default", name.bundle) : scope;
}

// A variable of the complete name comes first: an array element hides an element of a container of the same name.
std::optional<Found> Variables::find(const Name& name, const VariableScope& current, std::string_view space) const {
  const VariableScope* scope = scope_of(name, current, space);
  if (scope == nullptr) return std::nullopt;
  if (const Variable* variable = scope->find(name.local)) {
    return Found{variable->type, variable->value, variable, false};
  }
  if (name.indices.empty()) return std::nullopt;
  const Variable* variable = scope->find(name.base);
  if (variable == nullptr || variable->type != DataType::data) return std::nullopt;
  const Value* item = &variable->value;
  for (const std::string_view key : split_indices(name.indices)) {
    item = item_of(*item, key);
    if (item == nullptr) return std::nullopt;
  }
  return Found{DataType::data, *item, variable, true};
}

}  // namespace evalground::cfengine
