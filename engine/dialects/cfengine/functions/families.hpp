// The families of functions, each a table in a file of its own.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::cfengine {

std::span<const Function> text_functions();         // canonify, concat, string_length, …
std::span<const Function> format_functions();       // format, join, string_mustache, eval, hash, …
std::span<const Function> pattern_functions();      // regcmp, regex_replace, string_split, …
std::span<const Function> number_functions();       // sum, max, islessthan, randomint, …
std::span<const Function> time_functions();         // now, ago, on, strftime, versions
std::span<const Function> list_functions();         // sort, filter, every, nth, …
std::span<const Function> data_functions();         // getindices, mergedata, maparray, parsejson, …
std::span<const Function> state_functions();        // variablesmatching, datastate, type, tags
std::span<const Function> table_functions();        // parsestringarray, readstringlist, getfields, …
std::span<const Function> class_functions();        // and, or, ifelse, classmatch, …
std::span<const Function> file_functions();         // readfile, readjson, …
std::span<const Function> path_functions();         // fileexists, lsdir, findfiles, filestat, …
std::span<const Function> unavailable_functions();  // execresult, hostsseen, getuid, …

// An entry of a table.
constexpr Function entry(std::string_view signature, std::string_view summary, std::span<const Example> examples,
                         Value (*call)(Call&), Effects effects = Effects::none, std::string_view details = {},
                         std::string_view since = {}, std::string_view changed = {}) {
  return {.kind = "function",
          .signature = signature,
          .summary = summary,
          .details = details,
          .since = since,
          .changed = changed,
          .effects = effects,
          .examples = examples,
          .call = call};
}

}  // namespace evalground::cfengine
