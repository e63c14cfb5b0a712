// The messages are those of CPython 3.11: Python/ceval.c for functions, Python/getargs.c and Objects/descrobject.c for
// C.
#include "dialects/jinja2/runtime/arity.hpp"

#include <algorithm>

namespace evalground::jinja2 {
namespace {

using Names = std::span<const std::string_view>;

bool holds(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string count_of(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

PythonCallable filter_callable(std::string_view name) {
  static constexpr std::string_view in_c[] = {"escape", "string"};
  static constexpr std::string_view synchronous[] = {"first",      "groupby", "join",       "list",  "map", "reject",
                                                     "rejectattr", "select",  "selectattr", "slice", "sum", "unique"};
  // Filters and tests whose first parameter is the environment, the evaluation context or the context.
  static constexpr std::string_view with_hidden[] = {
      "attr",   "first",    "groupby",    "join",   "last",       "map",    "max", "min",
      "random", "reject",   "rejectattr", "select", "selectattr", "sort",   "sum", "tojson",
      "unique", "truncate", "replace",    "urlize", "wordwrap",   "xmlattr"};
  if (name == "length") return {"len()", Convention::one};
  if (name == "abs") return {"abs()", Convention::one};
  if (holds(in_c, name)) {
    return {"markupsafe._speedups." + std::string(name == "string" ? "soft_str" : name) + "()", Convention::one};
  }
  const std::size_t hidden = holds(with_hidden, name) ? 1 : 0;
  if (name == "safe") return {"do_mark_safe", Convention::function, hidden};
  return {(holds(synchronous, name) ? "sync_do_" : "do_") + std::string(name), Convention::function, hidden};
}

PythonCallable test_callable(std::string_view name) {
  static constexpr std::string_view operators[] = {"eq", "ge", "gt", "le", "lt", "ne"};
  if (holds(operators, name)) return {std::string(name), Convention::operation};
  if (name == "callable") return {"callable()", Convention::one};
  return {"test_" + std::string(name), Convention::function, name == "filter" || name == "test" ? std::size_t{1} : 0};
}

// Methods that MarkupSafe 2 defines in Python.
bool is_of_markup(std::string_view method) {
  static constexpr std::string_view names[] = {"format", "join",  "partition", "rpartition",
                                               "rsplit", "split", "splitlines"};
  return holds(names, method);
}

// Methods whose arguments Markup escapes and passes on to str.
bool is_wrapped_by_markup(std::string_view method) {
  static constexpr std::string_view names[] = {"capitalize", "center",  "expandtabs", "ljust",  "lower",
                                               "lstrip",     "replace", "rjust",      "rstrip", "strip",
                                               "swapcase",   "title",   "translate",  "upper",  "zfill"};
  return holds(names, method);
}

PythonCallable method_callable(std::string_view name) {
  static constexpr std::string_view one[] = {"append",     "count",     "extend",       "join",
                                             "partition",  "remove",    "removeprefix", "removesuffix",
                                             "rpartition", "translate", "zfill"};
  static constexpr std::string_view positional[] = {"center",     "get",   "index",    "insert", "ljust",
                                                    "lstrip",     "pop",   "replace",  "rjust",  "rstrip",
                                                    "setdefault", "strip", "maketrans"};
  static constexpr std::string_view parsed[] = {"encode", "endswith", "expandtabs", "find",       "format_map", "rfind",
                                                "rindex", "rsplit",   "split",      "splitlines", "startswith"};
  const std::size_t point = name.find('.');
  const std::string_view type = name.substr(0, point);
  const std::string_view method = name.substr(point + 1);
  const std::string qualified = std::string(name) + "()";
  if (name == "dict.update") return {"update", Convention::positional};
  if (type == "str" && (method == "count" || method == "index")) return {std::string(method), Convention::parsed};
  if (holds(parsed, method)) return {std::string(method), Convention::parsed};
  if (holds(positional, method)) return {std::string(method), Convention::positional};
  if (holds(one, method)) return {qualified, Convention::one};
  return {qualified, Convention::nothing};
}

// The names as Python lists them: "'a'", "'a' and 'b'", "'a', 'b', and 'c'"
std::string listed(Names names) {
  std::string text;
  for (std::size_t index = 0; index < names.size(); ++index) {
    const bool is_last = index + 1 == names.size();
    if (index > 0) text += names.size() == 2 ? " and " : is_last ? ", and " : ", ";
    text.append("'").append(names[index]).append("'");
  }
  return text;
}

}  // namespace

PythonCallable python_callable(const FunctionCatalogue::Entry& entry, std::string_view type) {
  const std::string_view kind = entry.function->kind;
  const std::string_view name = entry.signature.name;
  if (kind == "filter") return filter_callable(name);
  if (kind == "test") return test_callable(name);
  if (kind == "method") {
    const std::string_view method = name.substr(name.find('.') + 1);
    const std::string inherited = std::string(type) + "." + std::string(method);
    if (type == "Markup" && is_of_markup(method)) return {inherited, Convention::function, 1};
    PythonCallable callable = method_callable(name);
    const bool is_qualified = callable.convention == Convention::nothing || callable.convention == Convention::one;
    const bool is_inherited = type == "Markup" && !is_wrapped_by_markup(method);
    if (is_qualified && (type == "bool" || is_inherited)) callable.name = inherited + "()";
    return callable;
  }
  return {std::string(name)};
}

bool takes_names(const PythonCallable& callable, const FunctionCatalogue::Entry& entry) {
  static constexpr std::string_view by_name[] = {"dict.update", "list.sort",  "str.encode", "str.expandtabs",
                                                 "str.format",  "str.rsplit", "str.split",  "str.splitlines"};
  // Markup passes most arguments on to the methods of str.
  static constexpr std::string_view of_markup[] = {"str.partition", "str.rpartition"};
  if (holds(by_name, entry.signature.name)) return true;
  if (entry.function->kind != "method") return callable.convention == Convention::function;
  return callable.convention == Convention::function && holds(of_markup, entry.signature.name);
}

bool takes_any_name(const FunctionCatalogue::Entry& entry) {
  static constexpr std::string_view names[] = {"dict", "dict.update", "namespace", "str.format"};
  return holds(names, entry.signature.name);
}

std::string arity_message(const PythonCallable& callable, const Arity& arity, Names missing) {
  const std::string given = std::to_string(arity.given);
  const bool is_exact = arity.least == arity.most;
  const bool is_short = arity.given < arity.least;
  const std::size_t bound = is_short ? arity.least : arity.most;
  switch (callable.convention) {
    case Convention::operation:
      return callable.name + " expected " + count_of(arity.most, "argument") + ", got " + given;
    case Convention::nothing: return callable.name + " takes no arguments (" + given + " given)";
    case Convention::one: return callable.name + " takes exactly one argument (" + given + " given)";
    case Convention::positional:
      return callable.name + " expected " +
             (is_exact   ? ""
              : is_short ? "at least "
                         : "at most ") +
             count_of(bound, "argument") + ", got " + given;
    case Convention::parsed:
      return callable.name + "() takes " +
             (is_exact && bound == 1 ? std::string("exactly one argument")
                                     : (is_exact   ? "exactly "
                                        : is_short ? "at least "
                                                   : "at most ") +
                                           count_of(bound, "argument")) +
             " (" + given + " given)";
    case Convention::function: break;
  }
  if (!missing.empty()) {
    return callable.name + "() missing " + count_of(missing.size(), "required positional argument") + ": " +
           listed(missing);
  }
  const std::size_t most = arity.most + callable.hidden;
  const std::size_t all = arity.given + callable.hidden;
  return callable.name + "() takes " +
         (is_exact ? count_of(most, "positional argument")
                   : "from " + std::to_string(arity.least + callable.hidden) + " to " +
                         count_of(most, "positional argument")) +
         " but " + std::to_string(all) + (all == 1 ? " was given" : " were given");
}

}  // namespace evalground::jinja2
