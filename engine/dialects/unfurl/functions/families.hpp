// The families of functions. Each is a table in its own file.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::unfurl {

std::span<const Function> logic_functions();        // if and or not, comparisons
std::span<const Function> number_functions();       // arithmetic, scalars
std::span<const Function> text_functions();         // concat join token, random text
std::span<const Function> label_functions();        // to_label and its variants
std::span<const Function> network_functions();      // URLs, ports, images
std::span<const Function> environment_functions();  // variables, locals, secrets
std::span<const Function> python_functions();       // python
std::span<const Function> topology_functions();     // inputs, attributes, nodes, artifacts
std::span<const Function> file_functions();         // file tempfile abspath get_dir
std::span<const Function> schema_functions();       // validate
std::span<const Function> template_functions();     // template, lookup

}  // namespace evalground::unfurl
