// What the result of a task has, as far as its module is well known: `register: r` makes `r.stdout` of a command. For
// completion alone, since a module may return more.
#pragma once

#include "data/yaml/node.hpp"
#include "value/value.hpp"

namespace evalground::ansible {

// A map with the keys of the result of a task; the values are null. Undefined when the node is no task.
Value result_of_task(const YamlNode& task);

}  // namespace evalground::ansible
