// Which files of a repository share their names.
//
// Two roles of Ansible may both register `result`. Those are two variables, unless a playbook uses both roles. So the
// files are grouped in units, such as a role, and units link to the units that they use. A unit that no other uses is
// a root, such as a playbook. Two units share a name if both have it and a root reaches both:
//
//   site.yml -> roles/web, roles/db        `result` of web and db is one variable
//   backup.yml -> roles/backup             `result` of backup is a different variable
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.hpp"
#include "runtime/language/reading.hpp"

namespace evalground {

class Sharing {
 public:
  explicit Sharing(Budget& budget) : budget_(budget) {}

  // The number of a unit, created when absent. "" is the unit that shares every name with all: an inventory.
  std::uint32_t unit(std::string_view name);
  // Files without a unit are in "".
  void put(std::uint32_t file, std::uint32_t unit) { units_of_files_[file] = unit; }
  // The unit shares every name with all, as "" does: who uses it is unknown.
  void open(std::uint32_t unit) { is_open_.insert(unit); }
  void link(std::uint32_t from, std::uint32_t to);
  // Gives each symbol of these kinds a symbol for each group of units that share it. Uses without a definition in their
  // group belong to the group that defines the name, if there is only one.
  void split(Reading& reading, std::span<const std::string_view> kinds);

 private:
  struct Place {
    std::size_t mention;
    std::uint32_t unit;
  };
  void find_roots();
  void add_root(std::uint32_t root);
  void split(Reading& reading, std::uint32_t symbol, const std::vector<Place>& places);
  std::vector<std::size_t> groups_of(const std::vector<std::uint32_t>& units);

  Budget& budget_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> links_{{}};  // of each unit; the first is ""
  std::unordered_map<std::uint32_t, std::uint32_t> units_of_files_;
  std::unordered_set<std::uint32_t> is_open_{0};
  std::vector<std::vector<std::uint32_t>> roots_;  // that reach each unit
};

}  // namespace evalground
