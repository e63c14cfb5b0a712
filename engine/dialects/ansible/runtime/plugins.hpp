// Filters, tests and lookups that the workspace itself contains, as roles and collections do:
//
//   filter_plugins/ports.py, roles/web/filter_plugins/…, test_plugins/…        `x | next_port`, `x is free`
//   lookup_plugins/free_port.py                                                `lookup('free_port', 80)`
//   collections/ansible_collections/NS/COLL/plugins/filter/ports.py            `x | NS.COLL.next_port`
//
// Such a file is Python code: a class `FilterModule` whose `filters()` returns functions by name (or `TestModule` with
// `tests()`), or a class `LookupModule` whose `run(terms, variables, …)` is the lookup with the file's name. The host
// application runs it, and only when a template calls one of its functions. Before that the names of filters and tests
// are guessed from the text: words in quotes or before `=`. So a template can be parsed without Python. Existing
// functions are not replaced.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/syntax/function_set.hpp"

namespace evalground::ansible {

class Plugins {
 public:
  // Null when the workspace has none of these. They are added to `functions`, and must outlive those.
  static std::unique_ptr<Plugins> add(Context& context, FunctionSet& functions);

  // The file of a filter, test or lookup. Invariant: the entry is a plugin's.
  const std::string& path_of(FunctionKind kind, std::string_view name) const {
    return paths_.at({kind, std::string(name)});
  }

 private:
  void read(Context& context, const FunctionSet& functions, const std::string& path, FunctionKind kind,
            const std::string& prefix);
  void add_function(const FunctionSet& functions, const std::string& path, FunctionKind kind, const std::string& name);

  std::deque<std::string> signatures_;
  std::deque<Function> functions_;
  std::map<std::pair<FunctionKind, std::string>, std::string> paths_;
  FunctionCatalogue catalogue_;
};

// The state of an evaluation that may have plugins.
class HasPlugins {
 public:
  virtual ~HasPlugins() = default;
  std::unique_ptr<Plugins> plugins;
};

}  // namespace evalground::ansible
