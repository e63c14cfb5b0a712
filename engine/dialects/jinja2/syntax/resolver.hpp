// Names to slots, by Jinja's scoping rules, so that a template that runs reads a place and not a text.
//
// Each frame of a template (its top level, a loop's body, a macro, a block, `with`, …) has its own names. A name that
// is assigned in a frame is a slot of it, which begins as a copy of the outer one, if there is one; a name that is only
// read is looked up from outside when it is first read. So an assignment inside a loop is not seen after it:
//
//   {% set x = 1 %}{% for i in [1] %}{% set x = 2 %}{{ x }}{% endfor %}{{ x }}      gives 21
//   top level   x: slot 0                    entry: missing (it is assigned later)
//   loop body   i: slot 1, x: slot 2         entry: x copied from slot 0
//
// The frames of a loop, a branch or `with` are no frames when the template runs: their slots are further slots of the
// unit around them (a template, block, macro, call block or recursive loop), and what their entry does with each slot
// when it is entered stands in the tree. A slot of an outer unit is found by how many units up it is.
//
// Two passes for each frame: NameAnalysis (names.hpp) notes which names it reads and assigns, and only then are names
// given slots, since an assignment further down decides what a name is above it. By jinja2.idtracking and its
// FrameSymbolVisitor; what differs from intuition there (branches of `if`, `{% set %}` blocks) is kept.
//
// Where names are looked up early, what a scope reads is looked up when it is entered, in a dead branch too: there a
// look-up evaluates the variable, which may fail.
#pragma once

#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

// Gives every name of a parsed template its slot, every unit its size, and notes which names come from outside. Throws
// Error where a unit would have more names than slots have numbers.
void resolve_names(Template& source, Context& context, bool looks_up_early);

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
