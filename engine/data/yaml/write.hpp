// Values to YAML text in the block style of ruamel.yaml.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "data/yaml/node.hpp"
#include "value/value.hpp"

namespace evalground {

// How far block collections stand in from what holds them, in columns.
struct YamlLayout {
  std::size_t indent = 2;  // of a map below its key
  std::size_t dash = 0;    // of a list's dashes below its key
};

// One YAML document: maps and list dashes indented as the layout says, null as nothing behind a key
// or dash, lines never folded; a document that is one plain scalar ends with "...". Text is plain where it
// reads back as the same text under both YAML 1.1 and 1.2, a literal block where it has several lines, else
// quoted. Tuples are written as lists, undefined as null. Charged to the budget's output. Throws Error
// "yaml-unwritable" for objects other than integers and tagged text, and for maps and sets within keys.
std::string write_yaml(const Value& value, Budget& budget, const YamlLayout& layout = {});

// The same on one line, to stand inside of [ ] or { }; null as such. Throws the same error.
std::string write_flow_yaml(const Value& value, Budget& budget);

// Text between single or double quotes; between double ones where single ones cannot hold it.
std::string quoted_yaml(std::string_view text, YamlStyle style);

// A real number as readers of YAML 1.1 and 1.2 take it: "1.0e+16", where 1e+16 would be text under YAML 1.1; ".nan".
std::string yaml_real_text(double number);

}  // namespace evalground
