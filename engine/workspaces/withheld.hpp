// What of a workspace leaves for others in no form: not in links, nor in Markdown, reports and saved workspaces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground {

// The names of the inputs that are given and that the document declares secret. The document says so where the tree of
// `check` has a parameter that is sensitive: the page and editors ask the same.
std::vector<std::string> secret_inputs(const Map& workspace);

// The workspace without these inputs, and with null, "withheld", for each of its secrets.
Map without_secrets(const Map& workspace, const std::vector<std::string>& inputs);
// The same for the inputs that it declares secret itself.
Map without_secrets(const Map& workspace);

// Says that the link lacks an input.
std::string withheld_note(std::string_view input);

}  // namespace evalground
