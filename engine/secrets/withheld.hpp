// The parts of a workspace that never leave for others, in any form: not in links, Markdown, reports or saved
// workspaces.
#pragma once

#include <string>
#include <vector>

#include "runtime/outline.hpp"
#include "value/map.hpp"

namespace evalground {

// The names of the given inputs that are not shared.
struct WithheldInputs {
  std::vector<std::string> secret;  // the document declares them secret: they are left out
  // No declaration says that they are not secret, for example because the document cannot be read: null replaces them.
  std::vector<std::string> unread;

  bool empty() const { return secret.empty() && unread.empty(); }
};

// An input counts as declared if the outline has a parameter for it. An empty outline means that no document was read.
WithheldInputs withheld_inputs(const Map& workspace, const std::vector<OutlineNode>& outline);

// The workspace without the values of these inputs, and with null ("withheld") for each of its secrets.
Map without_secrets(const Map& workspace, const WithheldInputs& inputs);

// The workspace with other values of the same kinds for these inputs: the same value for each kind, or one of the shape
// that the input has.
Map with_stand_ins(const Map& workspace, const WithheldInputs& inputs, bool keeps_shape);

// Sentences that say which inputs the link lacks, and why.
std::vector<std::string> withheld_notes(const WithheldInputs& inputs);

}  // namespace evalground
