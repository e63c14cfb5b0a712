// Values to YAML text, identical to the output of PyYAML's dumper: it uses libyaml's emitter, as PyYAML does.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The arguments of yaml.dump(), with Python's names.
struct PyYamlStyle {
  // Collections in flow style; unset: only those that contain only scalars.
  std::optional<bool> default_flow_style;
  bool sort_keys = true;        // keys that cannot be compared keep their order
  std::int64_t indent = 2;      // 2 to 9, else 2
  std::int64_t width = 80;      // columns; more than twice the indent, else 80
  char default_style = 0;       // for scalars: one of '"|> or 0 to choose automatically
  bool explicit_start = false;  // "---"
  bool explicit_end = false;    // "..."
  // The plain text for an object, such as a date. When empty, or when it returns nothing, the object cannot be written.
  std::function<std::optional<std::string>(const Value& object)> object_text;
};

// One YAML 1.1 document with a final newline. Tuples are lists, undefined is null, and shared values are repeated
// without anchors. Charged to the budget's output. Throws Error "yaml-unwritable" for objects.
std::string write_pyyaml(const Value& value, Budget& budget, const PyYamlStyle& style = {});

}  // namespace evalground
