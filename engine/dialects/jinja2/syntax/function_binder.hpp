// Binds filters and tests when they are read: to their entry in the catalogue, and their arguments to places in its
// signature, so that a call evaluates each argument straight into its place.
//
// `{{ x | join(attribute='a') }}` with `join(value, d = '', attribute = null)` has the places [2]. What has no place
// now
// (`*args`, a missing argument) is bound when it is called, and fails then. A name that nothing has fails when the tag
// ends, as in Jinja; but not in a branch or a conditional expression, where it fails only if it is reached.
#pragma once

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
  FunctionBinder(const FunctionSet& functions, const TokenStream& tokens, TreeBuilder& build)
      : functions_(functions), tokens_(tokens), build_(build) {}

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

  // Unknown names of the tag that is read: how many, and to forget those behind the first so many.
  std::size_t unknown_count() const { return unknown_.size(); }
  void forget_unknown(std::size_t from = 0) { unknown_.resize(from); }
  // Throws Error "unknown-filter" or "unknown-test" for the first of them.
  void report_unknown();

 private:
  struct Unknown {
    FunctionKind kind;
    std::string_view name;
    std::uint32_t begin;
    std::uint32_t end;
  };

  const FunctionSet& functions_;
  const TokenStream& tokens_;
  TreeBuilder& build_;
  std::vector<Unknown> unknown_;
  bool allows_unknown_ = false;
};

}  // namespace evalground::jinja2
