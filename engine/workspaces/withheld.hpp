// The parts of a workspace that never leave for others, in any form: not in links, Markdown, reports or saved
// workspaces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground {

// The names of given inputs that the document declares as secret. It does so if the outline of `check` has a sensitive
// parameter. The page and editors use the same rule.
std::vector<std::string> secret_inputs(const Map& workspace);

// The workspace without these inputs, and with null ("withheld") for each of its secrets.
Map without_secrets(const Map& workspace, const std::vector<std::string>& inputs);
// The same for the inputs that its own document declares as secret.
Map without_secrets(const Map& workspace);

// Says that the link lacks an input.
std::string withheld_note(std::string_view input);

}  // namespace evalground
