// Python's messages for a call whose arguments do not fit the callee.
//
// Jinja's filters and tests are Python functions. Messages show their names and count their hidden arguments (the
// environment, the context): "do_replace() missing 2 required positional arguments: 'old' and 'new'". Methods are
// written in C, where each calling convention has messages of its own: "str.upper() takes no arguments (1 given)".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

// How a callee takes its arguments.
enum class Convention : std::uint8_t {
  function,    // defined in Python
  operation,   // functions of the module operator: any number, all positional
  nothing,     // in C, without arguments
  one,         // in C, exactly one
  positional,  // in C, by position
  parsed       // in C, by a format string that may have names
};

struct PythonCallable {
  std::string name;
  Convention convention = Convention::function;
  std::size_t hidden = 0;  // arguments that Jinja inserts in front
};

// The Python callable behind an entry of Jinja; for other flavors a function of the same name. `type` is the type of
// the receiver, which may inherit the method ("bool", "Markup") or override it in Python.
PythonCallable python_callable(const FunctionCatalogue::Entry& entry, std::string_view type);

// Numbers of arguments. They include the input of a filter or test, but not the receiver of a method.
struct Arity {
  std::size_t given, least, most;
};

// Whether arguments can be given by name. C functions mostly accept positional arguments only.
bool takes_names(const PythonCallable& callable, const FunctionCatalogue::Entry& entry);
// Whether any name is an entry of the result, even the name of a parameter: dict(source=1) is {'source': 1}.
bool takes_any_name(const FunctionCatalogue::Entry& entry);

// The message for too many positional arguments, or too few. `missing`: the parameters without an argument.
std::string arity_message(const PythonCallable& callable, const Arity& arity,
                          std::span<const std::string_view> missing);

}  // namespace evalground::jinja2
