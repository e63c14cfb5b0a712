// Typed variables in their scopes: one scope per bundle, kept to the end of the run.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory.hpp"
#include "dialects/cfengine/data/table_order.hpp"
#include "dialects/cfengine/policy/data_type.hpp"
#include "dialects/cfengine/policy/policy.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {

// The parts of a variable's name: "ns:bundle.base[k1][k2]".
struct Name {
  std::string_view space;   // empty: the bundle's namespace
  std::string_view bundle;  // empty: the current bundle
  std::string_view base;
  std::string_view indices;  // with their brackets
  std::string_view local;    // base and indices
};
Name parse_name(std::string_view text);
// The indices of a name, without brackets: "[a][b]" gives a, b. Stops at a bracket that is never closed.
std::vector<std::string_view> split_indices(std::string_view indices);

struct Variable {
  Value name;  // "base[k1][k2]"
  DataType type;
  Value value;             // text, a list of texts, or a container; its origin is what set it
  const Promise* promise;  // null: a parameter, a special variable, or what a function set
  Value tags;              // a list of texts; undefined: set by a promise without tags
  std::uint64_t number;    // when it was put into the agent's table of variables
};

// What a name refers to: a variable, or an item of a container.
struct Found {
  DataType type;  // data for an item
  Value value;
  const Variable* variable;
  bool is_item;
};

class VariableScope {
 public:
  VariableScope(std::string_view space_, std::string_view name_, TableOrder& order)
      : space(space_), name(name_), order_(order) {}

  const std::string space;
  const std::string name;

  const Variable* find(std::string_view local) const;
  // Returns true when the value or type changes.
  bool set(std::string_view local, DataType type, Value value, const Promise* promise, Value tags, Budget& budget);
  // The elements of a classic array, in the order of the agent's table: variables whose name begins with "base[".
  std::vector<const Variable*> elements(std::string_view base, Budget& budget) const;
  // The place of a variable of this scope in the agent's table.
  TableOrder::Place place_of(const Variable& variable) const;
  bool is_array(std::string_view base) const { return arrays_.contains(base); }
  // Sorts the keys of a container, or of the part that the indices of the name lead to, at every depth.
  void sort_keys(const Name& name, Budget& budget);
  // Replaces each text, and each item of a list, by expand(text).
  void expand_texts(const std::function<Value(const Value&)>& expand);
  void remove(std::string_view local);
  // Removes all elements of classic arrays.
  void remove_arrays();
  const std::deque<Variable, CountingAllocator<Variable>>& all() const noexcept { return variables_; }
  // "bundle", or "ns:bundle" outside of the default namespace.
  std::string shown_name() const { return space == "default" ? name : space + ":" + name; }

 private:
  template <class Goes>
  void remove_if(Goes&& goes);

  TableOrder& order_;
  std::deque<Variable, CountingAllocator<Variable>> variables_;
  Map positions_;  // name -> position in variables_
  Map arrays_;     // base -> list of positions
};

class Variables {
 public:
  Variables() = default;
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  // One table for the variables of all bundles, as in the agent.
  TableOrder order;

  VariableScope& scope(std::string_view space, std::string_view bundle);
  const VariableScope* find_scope(std::string_view space, std::string_view bundle) const;
  // The scope of a name that is read in a bundle; null when absent. `space` is the namespace for names with a bundle
  // but no namespace: "bundle.name".
  const VariableScope* scope_of(const Name& name, const VariableScope& current, std::string_view space) const;
  std::optional<Found> find(const Name& name, const VariableScope& current, std::string_view space) const;
  const std::deque<VariableScope>& scopes() const noexcept { return scopes_; }

 private:
  std::deque<VariableScope> scopes_;
  Map positions_;  // "space:bundle" -> position in scopes_
};

}  // namespace evalground::cfengine
