// Arguments that are given by their names: `join(attribute='name')`, `get(key => 'a')`, `{concat: [a], sep: ','}`.
#pragma once

#include <string>

#include "assist/question.hpp"

namespace evalground {

// "attribute: string = null", "*items: any"
std::string parameter_label(const Parameter& parameter);

// What is known of a function's parameter, as Markdown without HTML.
std::string documentation(const FunctionCatalogue::Entry& entry, const Parameter& parameter);

// The same of the parameter that a mention of an argument names; empty where no call around it has such a one.
std::string argument_documentation(Question& question, const Mention& mention);

}  // namespace evalground
