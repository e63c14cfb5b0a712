// Named arguments: `join(attribute='name')`, `get(key => 'a')`, `{concat: [a], sep: ','}`.
#pragma once

#include <string>

#include "assist/question.hpp"

namespace evalground {

// "attribute: string = null", "*items: any"
std::string parameter_label(const Parameter& parameter);

// The documentation of a function's parameter, as Markdown without HTML.
std::string documentation(const FunctionCatalogue::Entry& entry, const Parameter& parameter);

// The documentation of the parameter for a mentioned argument; empty when no enclosing call has such a parameter.
std::string argument_documentation(Question& question, const Mention& mention);

}  // namespace evalground
