// The functions that the templates of an evaluation can use: filters, tests, globals, lookups and methods by name.
//
// A dialect that embeds templates puts its own catalogue before Jinja's: the first source that knows a name of a kind
// gives it. The parser binds filters and tests by it, and the evaluator finds what is only named when a template runs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/jinja2/syntax/methods.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

enum class FunctionKind : std::uint8_t { filter, test, global, lookup };

// A catalogue, and the kinds that its entries have for each kind of function; empty: none of that kind is taken.
struct FunctionSource {
  const FunctionCatalogue* catalogue;
  std::string_view filters = "filter";
  std::string_view tests = "test";
  std::string_view globals = "global";
  std::string_view lookups = "lookup";
};

// Nothing has this name: where it stands in a template, the error gets to ask whether the nearest known one was meant.
class UnknownName final : public Error {
 public:
  // `kind_`: nothing for a variable.
  UnknownName(std::string code, std::string message, std::optional<FunctionKind> kind_, std::string name_)
      : Error(std::move(code), std::move(message)), kind(kind_), name(std::move(name_)) {}

  std::optional<FunctionKind> kind;
  std::string name;
};

class FunctionSet {
 public:
  // `plugin_namespace`: what names may begin with where functions are plugins, "ansible.builtin."; empty: they are
  // none.
  // `elsewhere`: plugins of the reference that are not implemented here; null: none.
  FunctionSet(std::vector<FunctionSource> sources, const MethodTable& methods, std::string_view plugin_namespace = {},
              bool (*elsewhere)(FunctionKind kind, std::string_view name) = nullptr)
      : sources_(std::move(sources)),
        methods_(&methods),
        plugin_namespace_(plugin_namespace),
        is_elsewhere_(elsewhere) {}

  // Names in the namespace of plugins lead to Jinja's functions, too, those of "ansible.legacy." to plugins; and an
  // unknown name is told in Jinja's words: as Ansible does since 2.19.
  FunctionSet& with_jinja_as_plugins() {
    has_jinja_plugins_ = true;
    return *this;
  }

  // Its functions come before all that are known.
  void put_first(FunctionSource source) { sources_.insert(sources_.begin(), source); }
  // Its functions come after all but Jinja's own.
  void put_before_last(FunctionSource source) { sources_.insert(sources_.end() - 1, source); }

  // Null when absent.
  const FunctionCatalogue::Entry* find(FunctionKind kind, std::string_view name) const;
  // Whether a name that is not found is that of a filter or test of the reference, which fails only when it is reached.
  bool is_elsewhere(FunctionKind kind, std::string_view name) const {
    return is_elsewhere_ != nullptr && is_elsewhere_(kind, name);
  }
  // The failure of an unknown filter or test: code "unknown-filter" or "unknown-test".
  // `is_reached`: it was let pass when the template was read.
  UnknownName unknown(FunctionKind kind, std::string_view name, bool is_reached = false) const;
  // The known name that was probably meant; empty when none is near.
  std::string nearest(FunctionKind kind, std::string_view name) const;
  // The known tag that was probably meant, "for"; empty when none is near.
  std::string_view nearest_tag(std::string_view name) const;
  const MethodTable& methods() const { return *methods_; }

 private:
  std::vector<FunctionSource> sources_;
  const MethodTable* methods_;
  std::string_view plugin_namespace_;
  bool (*is_elsewhere_)(FunctionKind kind, std::string_view name);
  bool has_jinja_plugins_ = false;
};

}  // namespace evalground::jinja2
