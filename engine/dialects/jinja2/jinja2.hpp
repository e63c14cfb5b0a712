// The dialect `jinja2`: templates, plain and Ansible-flavored.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::jinja2 {

const Dialect& dialect();

}  // namespace evalground::jinja2
