// Binds filters and tests while parsing: to their entry in the catalogue, and their arguments to places in its
// signature. So a call evaluates each argument directly into its place.
//
// `{{ x | join(attribute='a') }}` with `join(value, d = '', attribute = null)` has the places [2]. Arguments without a
// known place (`*args`) and missing arguments are handled by the call. As in Jinja an unknown name is an error if the
// template has no other error. In a branch or a conditional expression it fails only when reached, unless unknown names
// are errors there as well.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/scoped_value.hpp"
#include "dialects/jinja2/syntax/function_set.hpp"
#include "dialects/jinja2/syntax/tree_builder.hpp"

namespace evalground::jinja2 {

// The maximum number of places of a bound call. All entries have fewer parameters.
inline constexpr std::size_t most_places = 16;

class FunctionBinder {
 public:
  // `refuses_unknown`: unknown names are also errors in branches. `reports_all`: errors are reported immediately.
  FunctionBinder(const FunctionSet& functions, const TokenStream& tokens, TreeBuilder& build, bool refuses_unknown,
                 bool reports_all)
      : functions_(functions),
        tokens_(tokens),
        build_(build),
        refuses_unknown_(refuses_unknown),
        reports_all_(reports_all) {}

  // Finds the entry of a filter or test and the places of its arguments. The range is that of its name.
  void bind(Application& application, FunctionKind kind, std::uint32_t name_begin, std::uint32_t name_end);

  // The types that have a method of that name, for Attribute::method_types.
  std::uint16_t method_types(std::string_view name) const { return functions_.methods().types_with(name); }

  // While it lives, unknown names do or do not wait until they are reached.
  class AllowUnknown {
   public:
    AllowUnknown(FunctionBinder& binder, bool allows) : guard_(binder.allows_unknown_, allows) {}

   private:
    ScopedValue<bool> guard_;
  };

  // Handles the unknown names of the current tag: counts them, leaves those after the first `count` until they are
  // reached (unless they are errors there as well), and forgets those of a tag with another error.
  std::size_t unknown_count() const { return unknown_.size(); }
  void allow_unknown(std::size_t from) {
    if (!refuses_unknown_) unknown_.resize(from);
  }
  void forget_unknown() { unknown_.clear(); }
  // At the end of a tag: keeps the first unknown name for fail_unknown(), or throws it if all errors are reported.
  void report_unknown();
  // At the end of the template: throws Error "unknown-filter" or "unknown-test" for the kept name. Jinja looks up
  // functions only after the template has been parsed without errors.
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
  std::vector<Unknown> unknown_;  // of the current tag
  std::optional<Unknown> first_;  // first of the template
  bool allows_unknown_ = false;
};

}  // namespace evalground::jinja2
