// The variables of a host in a context: layers of assignments, lowest first, and the winning values.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "dialects/ansible/project/settings.hpp"
#include "dialects/ansible/runtime/environment.hpp"

namespace evalground::ansible {

// Merges two maps recursively. Values of `upper` win, keys of `lower` come first.
Value merged_maps(const Value& lower, const Value& upper, Budget& budget);

// Whether two values are the same JSON. 1 and 1.0 differ; the order of keys does not matter.
bool same_json(const Value& a, const Value& b, Budget& budget);

class HostView {
 public:
  HostView(std::size_t host_, bool merges, Budget& budget) : host(host_), merges_(merges), budget_(budget) {}
  HostView(const HostView&) = delete;
  HostView& operator=(const HostView&) = delete;

  const std::size_t host;
  std::vector<Layer> layers;
  std::deque<Settings> own;  // assignments of this host alone
  Map variables;             // name -> unevaluated value of the winning layer
  AnsibleVariables::World world{&variables};

  // Adds a layer above all others.
  void add(Level level, std::string_view owner, const Settings& settings);
  // Adds a variable that has no other assignment and is not listed.
  void add_missing(std::string_view name, Value value);
  // Whether a variable comes from an assignment and not from the defaults of a connection.
  bool is_assigned(const Value& name) const;

  // An assignment of a variable, and its layer.
  struct Assigned {
    const Layer* layer;
    const Setting* setting;
  };
  // All assignments of a variable, the winner first; empty when absent. A file read by several levels counts once, at
  // its highest level. The first call collects the assignments of all variables, so no layer may be added after it.
  const std::vector<Assigned>& history(const Value& name) const;
  // The winning assignment only. Its layer is null when the variable is not set.
  Assigned winner(const Value& name) const;

 private:
  const bool merges_;
  Budget& budget_;
  std::vector<std::string_view> assumed_;
  mutable std::unordered_map<std::string_view, std::vector<Assigned>> histories_;
};

}  // namespace evalground::ansible
