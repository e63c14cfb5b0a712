// A workspace as it leaves for others, by its own documents and values: the engine is asked (the question `secrets`).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "secrets/withheld.hpp"

namespace evalground {

WithheldInputs withheld_inputs(const Map& workspace);

enum class ReplacedSecrets : std::uint8_t { declared, all };

// The workspace with placeholders for what the documents declare secret, or for all that looks like a secret.
Map with_placeholders(const Map& workspace, ReplacedSecrets replaced);

// What goes out, and a sentence for each part that is withheld, replaced, or only looks like a secret.
struct SharedWorkspace {
  Map workspace;
  std::vector<std::string> notes;
};

// Without the values of withheld inputs, with null ("withheld") for each of its secrets, and with placeholders.
SharedWorkspace shared_workspace(const Map& workspace, ReplacedSecrets replaced);

// The same where nobody reads notes.
Map without_secrets(const Map& workspace);

}  // namespace evalground
