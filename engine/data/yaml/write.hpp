// Values to YAML text in the block style of ruamel.yaml.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "data/yaml/node.hpp"
#include "value/value.hpp"

namespace evalground {

// How far block collections are indented relative to their parent, in columns.
struct YamlLayout {
  std::size_t indent = 2;  // of a map below its key
  std::size_t dash = 0;    // of a list's dashes below its key
};

// One YAML document. Maps and list dashes are indented by the layout, null is empty after a key or dash, and lines are
// never folded. A document that is one plain scalar ends with "...". Text is plain if it reads back as the same text in
// both YAML 1.1 and 1.2, a literal block if it has several lines, else quoted. Tuples are written as lists, undefined
// as null. Charged to the budget's output. Throws Error "yaml-unwritable" for objects other than integers and tagged
// text, and for maps and sets within keys.
std::string write_yaml(const Value& value, Budget& budget, const YamlLayout& layout = {});

// The value on one line, for use inside of [ ] or { }. Null is written out. Throws like write_yaml().
std::string write_flow_yaml(const Value& value, Budget& budget);

// Text in single or double quotes; in double quotes if single ones cannot hold it.
std::string quoted_yaml(std::string_view text, YamlStyle style);

// A real number in a form that YAML 1.1 and 1.2 both accept: "1.0e+16", because 1e+16 would be text in YAML 1.1;
// ".nan".
std::string yaml_real_text(double number);

}  // namespace evalground
