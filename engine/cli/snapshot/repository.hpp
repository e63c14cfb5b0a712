// The git repository that a folder is in, which is only read.
#pragma once

#include <string>
#include <vector>

#include "cli/outcome_of.hpp"

namespace evalground::cli {

class Repository {
 public:
  // `verb` is who asks, for messages. Throws UsageError where there is no git, no tar, or no repository.
  Repository(const std::string& verb, const std::string& folder);

  // The commit that a name stands for, which was given with a flag. Throws UsageError.
  std::string commit(const std::string& flag, const std::string& name) const;
  // Those behind `good` up to `bad`, oldest first, along the first parents.
  std::vector<std::string> between(const std::string& good, const std::string& bad) const;
  // "1a2b3c4 2026-01-02 author: subject"
  std::string subject(const std::string& commit) const;
  // Where the folder's state at the commit is then.
  std::string unpack(const std::string& commit, const Scratch& scratch) const;

 private:
  std::string git_, tar_, top_, below_;
};

}  // namespace evalground::cli
