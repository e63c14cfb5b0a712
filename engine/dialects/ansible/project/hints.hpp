// Hints about settings in a repository that have no effect or an unexpected one, and about where a missing variable
// could come from.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "dialects/ansible/project/project.hpp"

namespace evalground::ansible {

// Warns of names without a meaning at their place: `ansible_group_priority` in a variable file, keywords of plays.
void hint_at_view(Project& project, const HostView& view);
// Warns when two files of the same kind set a variable and only the order of reading decides: two files of one group,
// or of two groups neither of which is above the other.
void hint_at_accidents(Project& project, const HostView& view);
// Warns of variable files for unknown groups and hosts.
void hint_at_files(Project& project);
// Hints at defaults of the play's roles whose names occur in no file.
void hint_at_defaults(Project& project);

// Collects the assignments that are overridden for every host.
class Losers {
 public:
  void add(const HostView& view, Budget& budget);
  void report(Context& context) const;

 private:
  // With the file that overrides it. The setting there may be the view's own, which ends before the report.
  std::unordered_map<const Setting*, std::string> lost_;
  std::vector<const Setting*> order_;
  std::unordered_set<const Setting*> won_;
};

// Adds notes to the failure of a missing variable: the files searched, and other hosts, roles and tasks that set it.
// Other failures are unchanged.
void explain_undefined(Project& project, const HostView& view, Diagnostic& diagnostic);

}  // namespace evalground::ansible
