// Calls functions: binds the arguments to the signature of an entry, and marks the result according to what the
// function has read.
//
//   replace(value: any, old: any, new: any, count: any = null)  called as  x | replace('a', new='b')
//   binds  value = x, old = 'a', new = 'b', count absent
//
// Invariants: lazy proxies are replaced by their data before a function sees them. A function that receives or reads
// something sensitive gives a sensitive value.
#pragma once

#include <span>

#include "dialects/jinja2/runtime/arguments.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// Calls a value: a macro, a method, a global, a recursive loop. Throws Error "type-error" if it is not callable.
Value call_value(Evaluator& evaluator, const Value& function, const Arguments& arguments);

// Binds the arguments to the signature of an entry and calls it. `first`, if given, is the first argument. Throws Error
// "type-error" for arguments that do not fit.
Value apply(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, const Value* first,
            const Arguments& arguments);

// Calls an entry with bound arguments, one for each parameter. `left` are those for `*rest` and `**keywords`.
Value invoke(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
             const Arguments& left);
// The same. `is_sensitive`: an argument is sensitive.
Value invoke(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
             const Arguments& left, bool is_sensitive);

// Replaces lazy proxies among the arguments by their data. A test sees the proxy of a list or map itself.
void settle_arguments(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<Value> bound);

// ---- Undefined and failed values are passed on, as in ansible-core since 2.19
//
//   {{ gone | upper | default('d') }}   upper is not called: its result is `gone`, which default replaces
//   {{ [gone] | list }}                 list reads an undefined item: that item is the result
//   {{ [1, gone] | map('default', 0) }} map passes its items on without reading them
//   {{ 'x' | from_json | default(1) }}  any other failure passes through default and ends the template
//
// A few filters and tests accept undefined values: default, mandatory, ternary, type_debug, defined, undefined.

// The argument that becomes the result instead of a call; null when the function must be called.
const Value* carried_argument(const Evaluator& evaluator, const FunctionCatalogue::Entry& entry,
                              std::span<const Value> bound, const Arguments& left);

// The result of a call: an iterator becomes a list, and an undefined value that was read becomes the whole result.
Value carried_result(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, Value result);

// The failure of a call as a value.
Value carried_failure(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, const Error& error);

// Whether a method changes its list or map, and so needs the original instead of a copy.
bool changes_in_place(const FunctionCatalogue::Entry& entry);

}  // namespace evalground::jinja2
