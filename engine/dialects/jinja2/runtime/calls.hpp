// Calls of functions: arguments are bound to the signature of an entry, and what the function gives is marked by what
// it read.
//
//   replace(value: any, old: any, new: any, count: any = null)  called as  x | replace('a', new='b')
//   binds  value = x, old = 'a', new = 'b', count absent
//
// Invariants. Objects that only stand in for plain data are that data before a function sees them. A function that was
// given something sensitive, or read it, gives a sensitive value.
#pragma once

#include <span>

#include "dialects/jinja2/runtime/arguments.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// Calls a value: a macro, a method, a global, a recursive loop. Throws Error "type-error" for what cannot be called.
Value call_value(Evaluator& evaluator, const Value& function, const Arguments& arguments);

// Binds arguments to the signature of an entry (after `first`, its first one, when given) and calls it. Throws Error
// "type-error" for arguments that do not fit.
Value apply(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, const Value* first,
            const Arguments& arguments);

// The places of bound arguments are the parameters of the entry; `left` is what `*rest` and `**keywords` take.
Value invoke(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
             const Arguments& left);
// `is_sensitive`: one of the arguments is.
Value invoke(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
             const Arguments& left, bool is_sensitive);

// Replaces stand-ins among the arguments by their data. Tests ask a stand-in for a list or map itself.
void settle_arguments(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<Value> bound);

// ---- What is undefined or has failed as a value, as in ansible-core since 2.19
//
//   {{ gone | upper | default('d') }}   upper is not called: its result is what `gone` is, which default replaces
//   {{ [gone] | list }}                 list reads what is undefined out of its input: that is the result
//   {{ [1, gone] | map('default', 0) }} map hands its items on
//   {{ 'x' | from_json | default(1) }}  any other failure passes through default and ends the template
//
// Few filters and tests take what is undefined: default, mandatory, ternary, type_debug, defined, undefined.

// The argument that is the result of the call without calling it; null when it is called.
const Value* carried_argument(const Evaluator& evaluator, const FunctionCatalogue::Entry& entry,
                              std::span<const Value> bound, const Arguments& left);

// What a call gives by its result: iterators are lists, and what it read that is undefined is the whole of it.
Value carried_result(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, Value result);

// The failure of a call as a value.
Value carried_failure(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, const Error& error);

// Whether a method changes its list or map, which must be the very one.
bool changes_in_place(const FunctionCatalogue::Entry& entry);

}  // namespace evalground::jinja2
