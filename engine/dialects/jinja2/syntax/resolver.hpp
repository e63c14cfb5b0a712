// Resolves names to slots by Jinja's scoping rules, so that a running template accesses slots instead of names.
//
// Each frame of a template (its top level, a loop's body, a macro, a block, `with`, …) has names of its own. A name
// assigned in a frame is a slot of that frame, which starts as a copy of the outer one, if any. A name that is only
// read is looked up when it is first read. So an assignment within a loop is not visible after it:
//
//   {% set x = 1 %}{% for i in [1] %}{% set x = 2 %}{{ x }}{% endfor %}{{ x }}      gives 21
//   top level   x: slot 0                    entry: missing (it is assigned later)
//   loop body   i: slot 1, x: slot 2         entry: x copied from slot 0
//
// At run time the frames of a loop, a branch or `with` do not exist. Their slots are additional slots of the
// surrounding unit (a template, block, macro, call block or recursive loop). The tree contains the actions on these
// slots at the entry of such a frame. A slot of an outer unit is addressed by the number of units further out.
//
// Each frame takes two passes: NameAnalysis (names.hpp) collects the names it reads and assigns, then names get their
// slots. This is necessary because an assignment further down changes the meaning of a name above it. The rules are
// those of jinja2.idtracking and its FrameSymbolVisitor, including the surprising ones (branches of `if`, `{% set %}`
// blocks).
//
// With early lookup the names that a scope reads are looked up at its entry, even for branches that do not run. This
// matters where a lookup evaluates the variable and may fail.
#pragma once

#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

// Gives every name of a parsed template its slot and every unit its size, and records the names that come from outside.
// Throws Error if a unit has more names than slot numbers.
void resolve_names(Template& source, Context& context, bool looks_up_early);

// The number of an attribute of `loop`, used in LoopAttribute::which.
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
