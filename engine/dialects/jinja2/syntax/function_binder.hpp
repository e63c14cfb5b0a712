// Binds filters and tests when they are read: to their entry in the catalogue, and their arguments to places in its
// signature, so that a call evaluates each argument straight into its place.
//
// `{{ x | join(attribute='a') }}` with `join(value, d = '', attribute = null)` has the places [2]. What has no place
// now (`*args`, a missing argument) is bound when it is called, and fails then. A name that nothing has fails when the
// template has no other mistake, as in Jinja; but not in a branch or a conditional expression, where it fails only if
// it is reached, unless unknown names are refused there as well.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/scoped_value.hpp"
#include "dialects/jinja2/syntax/function_set.hpp"
#include "dialects/jinja2/syntax/tree_builder.hpp"

namespace evalground::jinja2 {

// Places that the arguments of a bound call have at most: all entries have fewer parameters.
inline constexpr std::size_t most_places = 16;

class FunctionBinder {
 public:
  // `refuses_unknown`: unknown names also fail in branches. `reports_all`: mistakes are reported as they are found.
  FunctionBinder(const FunctionSet& functions, const TokenStream& tokens, TreeBuilder& build, bool refuses_unknown,
                 bool reports_all)
      : functions_(functions),
        tokens_(tokens),
        build_(build),
        refuses_unknown_(refuses_unknown),
        reports_all_(reports_all) {}

  // Finds the entry of a filter or test, whose name stands there, and the places of its arguments.
  void bind(Application& application, FunctionKind kind, std::uint32_t name_begin, std::uint32_t name_end);

  // The types that have a method of that name, for Attribute::method_types.
  std::uint16_t method_types(std::string_view name) const { return functions_.methods().types_with(name); }

  // While it lives, unknown names are, or are not, left to fail when they are reached.
  class AllowUnknown {
   public:
    AllowUnknown(FunctionBinder& binder, bool allows) : guard_(binder.allows_unknown_, allows) {}

   private:
    ScopedValue<bool> guard_;
  };

  // Unknown names of the tag that is read: how many, to leave those behind the first so many to be reached (unless they
  // are refused there, too), and to forget them with a tag that has another mistake.
  std::size_t unknown_count() const { return unknown_.size(); }
  void allow_unknown(std::size_t from) {
    if (!refuses_unknown_) unknown_.resize(from);
  }
  void forget_unknown() { unknown_.clear(); }
  // At the end of a tag: keeps the first of them for fail_unknown(), or throws it where all mistakes are reported.
  void report_unknown();
  // At the end of the template: throws Error "unknown-filter" or "unknown-test" for what was kept. Jinja looks for
  // functions once a template has no other mistake.
  void fail_unknown();

 private:
  struct Unknown {
    FunctionKind kind;
    std::string_view name;
    std::uint32_t application_begin;
    std::uint32_t begin;
    std::uint32_t end;
  };

  [[noreturn]] void fail(const Unknown& unknown) const;

  const FunctionSet& functions_;
  const TokenStream& tokens_;
  TreeBuilder& build_;
  const bool refuses_unknown_;
  const bool reports_all_;
  std::vector<Unknown> unknown_;  // of the tag
  std::optional<Unknown> first_;  // of the template
  bool allows_unknown_ = false;
};

}  // namespace evalground::jinja2
