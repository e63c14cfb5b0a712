// The versions of TOSCA, and the requirements that a constraint states about them.
#pragma once

#include <string_view>

namespace evalground::unfurl {

// True for "1", "v1.2", "1.2.3", "1.2.3.beta-4" (TOSCA) and "1.2.3-rc.1+build" (semantic versions). Qualifiers need all
// three numbers, of which one must not be 0.
bool is_version(std::string_view text);

// True when a version fulfils all requirements of a list: ">= 1.2, < 1.5", "~1.2.3", "^1.2", or "1.2", which means the
// same as "^1.2". Text that is not like a version must equal the requirement.
bool fulfils_version(std::string_view requirements, std::string_view version);

}  // namespace evalground::unfurl
