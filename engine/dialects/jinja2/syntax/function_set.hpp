// The functions available to templates: filters, tests, globals, lookups and methods by name.
//
// A dialect that embeds templates puts its own catalogue before Jinja's. The first source with that name and kind wins.
// The parser binds filters and tests; the evaluator looks up names that are only known at run time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/jinja2/syntax/methods.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

enum class FunctionKind : std::uint8_t { filter, test, global, lookup };

// A catalogue, and the names it uses for each kind of function; empty for a kind that is not taken from it.
struct FunctionSource {
  const FunctionCatalogue* catalogue;
  std::string_view filters = "filter";
  std::string_view tests = "test";
  std::string_view globals = "global";
  std::string_view lookups = "lookup";
};

// An unknown name. The place where it is caught adds a suggestion for the nearest known name.
class UnknownName final : public Error {
 public:
  // `kind_`: absent for a variable.
  UnknownName(std::string code, std::string message, std::optional<FunctionKind> kind_, std::string name_)
      : Error(std::move(code), std::move(message)), kind(kind_), name(std::move(name_)) {}

  std::optional<FunctionKind> kind;
  std::string name;
  // A key of a map: the known key that was probably meant, or empty. Absent for other names.
  std::optional<std::string> nearest_key;
};

class FunctionSet {
 public:
  // `plugin_namespace`: an optional prefix of names where functions are plugins, "ansible.builtin."; empty elsewhere.
  // `elsewhere`: plugins of the reference that are not implemented here, or null.
  FunctionSet(std::vector<FunctionSource> sources, const MethodTable& methods, std::string_view plugin_namespace = {},
              bool (*elsewhere)(FunctionKind kind, std::string_view name) = nullptr)
      : sources_(std::move(sources)),
        methods_(&methods),
        plugin_namespace_(plugin_namespace),
        is_elsewhere_(elsewhere) {}

  // Names with the namespace of plugins also find Jinja's functions, and those with "ansible.legacy." find plugins.
  // Unknown names get Jinja's message. Ansible does so since 2.19.
  FunctionSet& with_jinja_as_plugins() {
    has_jinja_plugins_ = true;
    return *this;
  }

  // `is_in_flavor`: whether a flavor of the dialect has that function. The failure of an unknown name says so.
  FunctionSet& with_flavor(bool (*is_in_flavor)(FunctionKind kind, std::string_view name)) {
    is_in_flavor_ = is_in_flavor;
    return *this;
  }

  // Adds functions before all others.
  void put_first(FunctionSource source) { sources_.insert(sources_.begin(), source); }
  // Adds functions after all others but before Jinja's own.
  void put_before_last(FunctionSource source) { sources_.insert(sources_.end() - 1, source); }

  // Null when absent.
  const FunctionCatalogue::Entry* find(FunctionKind kind, std::string_view name) const;
  // Whether the reference has a filter or test of that name that is missing here. It fails only when reached.
  bool is_elsewhere(FunctionKind kind, std::string_view name) const {
    return is_elsewhere_ != nullptr && is_elsewhere_(kind, name);
  }
  // What to add to the failure of a name that only Ansible's flavor has; empty for other names.
  std::string_view hint_at_flavor(FunctionKind kind, std::string_view name) const;
  // The failure of an unknown filter or test, code "unknown-filter" or "unknown-test". `is_reached`: the parser has let
  // it pass.
  UnknownName unknown(FunctionKind kind, std::string_view name, bool is_reached = false) const;
  // The known name that was probably meant; empty when none is similar.
  std::string nearest(FunctionKind kind, std::string_view name) const;
  // The known tag that was probably meant, "for"; empty when none is similar.
  std::string_view nearest_tag(std::string_view name) const;
  const MethodTable& methods() const { return *methods_; }

 private:
  std::vector<FunctionSource> sources_;
  const MethodTable* methods_;
  std::string_view plugin_namespace_;
  bool (*is_elsewhere_)(FunctionKind kind, std::string_view name);
  bool (*is_in_flavor_)(FunctionKind kind, std::string_view name) = nullptr;
  bool has_jinja_plugins_ = false;
};

}  // namespace evalground::jinja2
