// Reads case files: {"defaults": {…}, "cases": [{…}]}, or a single case, as JSON or YAML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evalground::runner {

struct Case {
  std::string id;
  std::string json;  // the case merged over the file's defaults
};

// The cases of a file, in order. A case without an id is named by `path`. Throws std::runtime_error for an invalid
// file.
std::vector<Case> read_cases(std::string_view path, std::string_view text);

}  // namespace evalground::runner
