// Names that no variable of a repository may get, because Ansible sets them or refuses them.
#pragma once

#include <string>
#include <string_view>

namespace evalground::ansible {

// Why a variable cannot have the name, as a sentence; empty when it can.
std::string why_reserved_variable(std::string_view name);

}  // namespace evalground::ansible
