// Overload resolution: which of several functions of one name a call means.
//
// YAQL has several functions of one name: `max(1, 2)` and `[1, 2].max()`, `'a b'.split()` and `regex(b).split(abc)`.
// The choice is made in two steps:
//
//   1. While an expression is parsed, by the number and the names of the arguments. An overload that accepts them gets
//      a Plan: the argument for each of its parameters. `'a b'.split(maxSplits => 1)` has a plan for each `split` with
//      a parameter of that name.
//   2. When the call is evaluated, by the types of the values: the first overload whose types all fit is called.
//
// So evaluation looks up no names and counts no arguments. A call with a single plan, the most frequent case, binds its
// arguments directly. Overloads are in the order of the tables, the more specific first: a list before any iterable.
// Each argument is evaluated once, no matter how many overloads there are.
//
// The rules come from the signatures in the tables of functions. Beside the types of values a parameter may be a
// `lambda`, which is passed unevaluated, or a `pair`: `key => value` as data, also unevaluated. `?` allows null.
// Overloads that accept the same number of arguments agree on which of them are lambdas.
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
  Value fallback;  // undefined: the parameter is absent
};

// One overload of a function or method. The first parameter of a method is its receiver.
struct Overload {
  const Function* function;
  const Signature* signature;
  std::vector<ParameterRule> parameters;
  std::optional<ParameterRule> rest;  // takes all further positional arguments
  bool takes_names = false;           // `**names`: takes `name => value` arguments without a parameter
  bool takes_pairs = false;           // the rest are `key => value` pairs
};

// All functions, or all methods, of one name.
struct Family {
  std::vector<Overload> overloads;  // the more specific first
  bool is_keywordless = false;      // `=>` arguments are data here, never parameters
  bool is_of_workflow = false;      // a workflow engine adds it: the workspace may give its results
};

// The arguments of a call by number and name. An omitted argument has no value but keeps its position.
struct Supplied {
  std::size_t count = 0;                        // positional ones, the receiver included
  std::span<const std::uint8_t> left_out = {};  // by position, 1: omitted; positions past the end are given
  std::span<const std::string_view> names = {};
  std::span<const Value* const> constants = {};  // by number; null or past the end: not a constant
};

// How an overload accepts the arguments by number and name; absent when it does not.
std::optional<Plan> plan_call(const Family& family, const Overload& overload, const Supplied& supplied);

// The functions and methods that an expression may call, by name.
class Library {
 public:
  explicit Library(const FunctionCatalogue& catalogue_) : catalogue(catalogue_) {}

  // Null when absent.
  const Family* function(std::string_view name) const { return find(functions_, name); }
  const Family* method(std::string_view name) const { return find(methods_, name); }

  // Adds an overload after the existing ones of that name.
  void add(std::string_view name, bool is_method, Overload overload);
  // The function of that name is one of workflow engines.
  void mark_as_workflow(std::string_view function) { functions_.at(function).is_of_workflow = true; }

  const FunctionCatalogue& catalogue;  // the tables that the overloads were read from

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
