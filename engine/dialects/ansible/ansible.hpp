// The dialect `ansible`: templates as Ansible renders them, and what hosts of a repository see. Workspaces call it
// `jinja2` with the option `flavor: ansible`, too.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::ansible {

const Dialect& dialect();

}  // namespace evalground::ansible
