// Python's pprint.pformat(): repr() broken into lines of at most 80 characters, maps sorted by key.
#pragma once

#include <string>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

std::string pretty_text(Evaluator& evaluator, const Value& value);

}  // namespace evalground::jinja2
