// What a host sees in a context: layers of assignments, lowest first, and the variables that win.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "dialects/ansible/project/settings.hpp"
#include "dialects/ansible/runtime/environment.hpp"

namespace evalground::ansible {

// Two maps of one name, the upper over the lower at every depth; the lower one's keys first.
Value merged_maps(const Value& lower, const Value& upper, Budget& budget);

// Whether two values are the same JSON: 1 and 1.0 are not, the order of keys does not matter.
bool same_json(const Value& a, const Value& b, Budget& budget);

class HostView {
 public:
  HostView(std::size_t host_, bool merges, Budget& budget) : host(host_), merges_(merges), budget_(budget) {}
  HostView(const HostView&) = delete;
  HostView& operator=(const HostView&) = delete;

  const std::size_t host;
  std::vector<Layer> layers;
  std::deque<Settings> own;  // of this host alone
  Map variables;             // name -> value as written, of the layer that wins
  AnsibleVariables::World world{&variables};

  // Adds a layer above all others.
  void add(Level level, std::string_view owner, const Settings& settings);
  // The same for what is there only where nothing else is, and in no list.
  void add_missing(std::string_view name, Value value);
  // Whether an assignment gives a variable, rather than what a connection takes for granted.
  bool is_assigned(const Value& name) const;

  // One assignment of a variable, and at what level.
  struct Assigned {
    const Layer* layer;
    const Setting* setting;
  };
  // All assignments of a variable, the winner first; a file that several levels read counts once, at its highest place.
  // Empty when absent. The first call collects those of all variables; no layer may be added after it.
  const std::vector<Assigned>& history(const Value& name) const;
  // The winning layer alone; no layer when the variable is not set.
  Assigned winner(const Value& name) const;

 private:
  const bool merges_;
  Budget& budget_;
  std::vector<std::string_view> assumed_;
  mutable std::unordered_map<std::string_view, std::vector<Assigned>> histories_;
};

}  // namespace evalground::ansible
