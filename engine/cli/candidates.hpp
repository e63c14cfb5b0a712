// Candidates for a change, as lines for a person: what is removed and added, and what else changes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::cli {

// A text before and after an edit.
struct Edited {
  std::string file;
  std::string before;
  std::string after;
  bool is_new = false;
};

Edited edited(const Map& workspace, const Map& edit);
// One hunk of a unified difference. `context` is the number of unchanged lines around it.
std::string hunk(const Edited& text, std::size_t context, std::string_view indent, bool has_header);

// A numbered candidate. Without `shows_lines` the removed and added lines are left out.
std::string candidate_text(std::size_t number, const Map& candidate, const Map& workspace, bool shows_lines);
// Why an answer may not be everything: its notes, and why the search ended early. Empty if it is everything.
std::string bound_text(const Map& answer);

// A path as people write it: of a host's variable it is that of its value.
std::string asked_path(std::string path, const Map& workspace);
// Where the workspace has the text of a file that an edit names: ["files", name], or the document in place.
List path_of_text(const Map& workspace, const std::string& file);

}  // namespace evalground::cli
