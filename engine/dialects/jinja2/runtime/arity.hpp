// What Python says of a call whose arguments do not fit what is called.
//
// Jinja's filters and tests are functions of Python, whose names and hidden arguments (the environment, the context)
// its messages count: "do_replace() missing 2 required positional arguments: 'old' and 'new'". Methods are written in
// C, where each way to take arguments has words of its own: "str.upper() takes no arguments (1 given)".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

// How something takes its arguments.
enum class Convention : std::uint8_t {
  function,    // defined in Python
  operation,   // of the module operator: all by their place, as many as it wants
  nothing,     // in C, without arguments
  one,         // in C, exactly one
  positional,  // in C, by their place
  parsed       // in C, by a format that may have names
};

struct PythonCallable {
  std::string name;
  Convention convention = Convention::function;
  std::size_t hidden = 0;  // arguments that Jinja adds in front
};

// What stands behind an entry of Jinja's; of another flavor's, a function of its own name. `type`: of the value that
// has the method, which may inherit it ("bool", "Markup"), or define it anew in Python.
PythonCallable python_callable(const FunctionCatalogue::Entry& entry, std::string_view type);

// The numbers of arguments, with the value that a filter or test is applied to, without that of a method.
struct Arity {
  std::size_t given, least, most;
};

// Whether arguments can be given by name: C's functions mostly take them by their place only.
bool takes_names(const PythonCallable& callable, const FunctionCatalogue::Entry& entry);
// Whether every name is an entry of what is made, also that of a parameter: dict(source=1) is {'source': 1}.
bool takes_any_name(const FunctionCatalogue::Entry& entry);

// The message for too many positional arguments, or too few; `missing`: the parameters without one.
std::string arity_message(const PythonCallable& callable, const Arity& arity,
                          std::span<const std::string_view> missing);

}  // namespace evalground::jinja2
