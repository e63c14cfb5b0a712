// Overloads: which of the functions of one name a call means.
//
// YAQL has several functions of one name: `max(1, 2)` and `[1, 2].max()`, `'a b'.split()` and `regex(b).split(abc)`.
// The choice is made in two steps:
//
//   1. While an expression is parsed, by the number and the names of the arguments. An overload that these fit gets a
//      Plan: from which argument each of its parameters is taken. `'a b'.split(maxSplits => 1)` has a plan for each
//      `split` that has a parameter of that name.
//   2. When the call is evaluated, by the types of the values: the first overload whose types all fit is called.
//
// So evaluation looks up no name and counts no argument, and a call with a single plan, the frequent case, binds its
// arguments right away. Overloads of a name are in the order of the tables, the more specific first: a list before any
// iterable. Each argument is evaluated once, whatever the number of overloads.
//
// The rules come from the signatures in the functions' tables. Beside the types of values a parameter may be a
// `lambda` (handed over unevaluated) or a `pair` (`key => value` as data, unevaluated too); `?` lets null pass. All
// overloads that the same number of arguments fits agree on which of them are lambdas.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/yaql/syntax/ast.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::yaql {

enum class Type : std::uint8_t {
  any,
  string,
  integer,         // booleans too
  strict_integer,  // no booleans
  number,          // integer or float, no booleans
  boolean,
  list,
  dict,
  set,
  iterable,
  iterator,
  ordering,
  regex,
  datetime,
  timespan,
  function,
  lambda,
  pair
};

struct ParameterRule {
  std::string_view name;
  Type type = Type::any;
  bool is_nullable = false;
  bool has_default = false;
  Value fallback;  // undefined: the parameter is simply not given
};

// One function or method of a name. In a method the first parameter is the receiver.
struct Overload {
  const Function* function;
  const Signature* signature;
  std::vector<ParameterRule> parameters;
  std::optional<ParameterRule> rest;  // takes all further positional arguments
  bool takes_names = false;           // `**names`: takes `name => value` arguments that are no parameter's
  bool takes_pairs = false;           // the rest are `key => value` pairs
};

// All functions, or all methods, of one name.
struct Family {
  std::vector<Overload> overloads;  // the more specific first
  bool is_keywordless = false;      // `=>` arguments are data here, never parameters
};

// The arguments of a call by number and name; a left out one has no value but takes its place.
struct Supplied {
  std::size_t count = 0;                        // positional ones, the receiver included
  std::span<const std::uint8_t> left_out = {};  // by position, 1: left out; shorter: the others are there
  std::span<const std::string_view> names = {};
  std::span<const Value* const> constants = {};  // by number; null, or past the end: known at evaluation only
};

// How the arguments fit that overload by number and name; nothing when they do not.
std::optional<Plan> plan_call(const Family& family, const Overload& overload, const Supplied& supplied);

// The functions and methods that an expression may call, by name.
class Library {
 public:
  explicit Library(const FunctionCatalogue& catalogue_) : catalogue(catalogue_) {}

  // Null when absent.
  const Family* function(std::string_view name) const { return find(functions_, name); }
  const Family* method(std::string_view name) const { return find(methods_, name); }

  // Adds an overload behind those that the name has.
  void add(std::string_view name, bool is_method, Overload overload);

  const FunctionCatalogue& catalogue;  // what the overloads were read from

 private:
  using Families = std::unordered_map<std::string_view, Family>;
  static const Family* find(const Families& families, std::string_view name) {
    const auto found = families.find(name);
    return found == families.end() ? nullptr : &found->second;
  }

  Families functions_;
  Families methods_;
};

}  // namespace evalground::yaql
