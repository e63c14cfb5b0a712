// What a repository says that has no effect, or not the one it seems to have, and where a missing variable could come
// from.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "dialects/ansible/project/project.hpp"

namespace evalground::ansible {

// Warns of names that mean nothing where they are set: `ansible_group_priority` in a file, keywords of plays.
void hint_at_view(Project& project, const HostView& view);
// Warns of a variable that two files of one kind set, where nothing but the order in which they are read decides: two
// files of one group, or groups of which neither is above the other.
void hint_at_accidents(Project& project, const HostView& view);
// Warns of variable files of groups and hosts that there are not.
void hint_at_files(Project& project);
// Notes defaults of the play's roles that no text of the files names.
void hint_at_defaults(Project& project);

// The assignments that lose for every host.
class Losers {
 public:
  void add(const HostView& view, Budget& budget);
  void report(Context& context) const;

 private:
  std::unordered_map<const Setting*, const Setting*> lost_;  // and one that won over it
  std::vector<const Setting*> order_;
  std::unordered_set<const Setting*> won_;
};

// Adds to the failure of a missing variable where it could come from: files that were searched, other hosts, roles,
// tasks that set it. Other failures are unchanged.
void explain_undefined(Project& project, const HostView& view, Diagnostic& diagnostic);

}  // namespace evalground::ansible
