// Names to slots, by Jinja's scoping rules.
//
// Each frame of a template (its top level, a loop's body, a macro, a block, `with`, …) has its own names. A name that
// is assigned in a frame is a slot of it, which begins as a copy of the outer one, if there is one; a name that is only
// read is looked up from outside when it is first read. So an assignment inside a loop is not seen after it.
#pragma once

#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

// Gives every name of a parsed template its slot, every unit its size, and notes which names come from outside.
void resolve_names(Template& source, Budget& budget);

// The place of an attribute of `loop` in LoopAttribute::which.
enum class LoopField : std::uint8_t {
  index,
  index0,
  revindex,
  revindex0,
  first,
  last,
  length,
  depth,
  depth0,
  previtem,
  nextitem,
  none
};
LoopField loop_field(std::string_view name);

}  // namespace evalground::jinja2
