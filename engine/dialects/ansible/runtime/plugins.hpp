// Filters, tests and lookups that the workspace brings itself, as roles and collections do:
//
//   filter_plugins/ports.py, roles/web/filter_plugins/…, test_plugins/…        `x | next_port`, `x is free`
//   lookup_plugins/free_port.py                                                `lookup('free_port', 80)`
//   collections/ansible_collections/NS/COLL/plugins/filter/ports.py            `x | NS.COLL.next_port`
//
// Such a file is Python: a class `FilterModule` whose `filters()` gives functions by name (`TestModule`, `tests()`), or
// a class `LookupModule` whose `run(terms, variables, …)` is the one lookup of the file's name. It runs by the host,
// and only once a template calls one of its functions. Until then the name of a filter or test is what its text has in
// quotes, or by `name=`, so that a template can be read without Python; functions that are known already stay.
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
  // Null when the workspace has none. They are added to `functions`, and must live as long as those.
  static std::unique_ptr<Plugins> add(Context& context, FunctionSet& functions);

  // The file of a filter, test or lookup. Invariant: the entry is one of these.
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

// The state of an evaluation that may have such functions.
class HasPlugins {
 public:
  virtual ~HasPlugins() = default;
  std::unique_ptr<Plugins> plugins;
};

}  // namespace evalground::ansible
