// The dialect `ansible`: templates as Ansible renders them, and the variables of a repository's hosts. A workspace
// selects it by `dialect: ansible`, or by `dialect: jinja2` with the option `flavor: ansible`.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::ansible {

const Dialect& dialect();

}  // namespace evalground::ansible
