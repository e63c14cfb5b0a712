// What is wrong in a playbook, a task file or a variable file, whatever values it is given: YAML that does not parse,
// and templates and conditions that do not.
#pragma once

#include "dialects/jinja2/syntax/options.hpp"
#include "runtime/context.hpp"

namespace evalground::ansible {

// Adds the problems of a document to those of the context.
void check_playbook(Context& context, std::uint32_t file, const jinja2::Options& options);

}  // namespace evalground::ansible
