// The filters, lookups and variables that templates have in addition to those of Ansible and Jinja.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::unfurl {

std::span<const Function> template_entries();

}  // namespace evalground::unfurl
