// Values to YAML text in the block style of ruamel.yaml.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// One YAML document: maps indented by two, list dashes at their parent's indent, null as nothing behind a key
// or dash, lines never folded; a document that is one plain scalar ends with "...". Text is plain where it
// reads back as the same text under both YAML 1.1 and 1.2, a literal block where it has several lines, else
// quoted. Tuples are written as lists, undefined as null. Charged to the budget's output. Throws Error
// "yaml-unwritable" for objects other than integers and tagged text, and for maps and sets within keys.
std::string write_yaml(const Value& value, Budget& budget);

// A real number as readers of YAML 1.1 and 1.2 take it: "1.0e+16", where 1e+16 would be text under YAML 1.1; ".nan".
std::string yaml_real_text(double number);

}  // namespace evalground
