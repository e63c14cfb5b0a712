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

}  // namespace evalground::jinja2
