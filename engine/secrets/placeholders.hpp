// Placeholders for secrets: texts of the same kind and length, the same one for the same secret everywhere.
//
//   db_password: Hunter-2  →  db_password: Xxxxxx-1
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "secrets/find.hpp"

namespace evalground {

class Placeholders {
 public:
  // The placeholder for a literal: quotes and escapes stay, and a number stays a number.
  std::string of(std::string_view written);

  // Each secret and what stands for it.
  const std::map<std::string, std::string, std::less<>>& table() const { return table_; }

 private:
  std::map<std::string, std::string, std::less<>> table_;
  std::set<std::string, std::less<>> used_;
};

// The workspace with placeholders for what was found. With `everywhere`, also where the same text stands elsewhere:
// in other files, in inputs, in expected results.
Map with_placeholders(const Map& workspace, const std::vector<SecretFinding>& findings, bool everywhere,
                      Placeholders& placeholders);

// A text with the secrets of the table replaced, where they stand alone.
std::string replaced_everywhere(std::string_view text, const Placeholders& placeholders);

}  // namespace evalground
