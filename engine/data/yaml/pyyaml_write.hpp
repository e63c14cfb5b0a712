// Values to YAML text as PyYAML's dumper writes it, byte for byte: by libyaml's emitter, which is PyYAML's own.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The arguments of yaml.dump() under Python's names.
struct PyYamlStyle {
  // Collections in flow style; nothing: those that hold only scalars.
  std::optional<bool> default_flow_style;
  bool sort_keys = true;        // left as they are where keys cannot be compared
  std::int64_t indent = 2;      // 2 to 9, else 2
  std::int64_t width = 80;      // columns; more than twice the indent, else 80
  char default_style = 0;       // of scalars: one of '"|> or 0 for what fits
  bool explicit_start = false;  // "---"
  bool explicit_end = false;    // "..."
  // The plain text that stands for an object, such as a date; when empty, or when it gives nothing, objects cannot be
  // written.
  std::function<std::optional<std::string>(const Value& object)> object_text;
};

// One YAML 1.1 document with a final newline. Tuples are lists, undefined is null; nothing is shared by anchors.
// Charged to the budget's output. Throws Error "yaml-unwritable" for objects.
std::string write_pyyaml(const Value& value, Budget& budget, const PyYamlStyle& style = {});

}  // namespace evalground
