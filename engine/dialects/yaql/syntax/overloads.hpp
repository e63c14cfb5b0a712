// Which of the functions of one name is called: by the number and names of the arguments while an expression is
// parsed, by the types of their values when it is evaluated.
//
// The rules come from the signatures in the functions' tables. Beside the types of values a parameter may be a
// `lambda` (handed over unevaluated) or a `pair` (`key => value` as data, unevaluated too); `?` lets null pass.
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

class Evaluator;

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

  bool fits(const Evaluator& evaluator, const ParameterRule& rule, const Value& value) const;
};

// All functions, or all methods, of one name.
struct Family {
  std::vector<Overload> overloads;  // the more specific first
  bool is_keywordless = false;      // `=>` arguments are data here, never parameters
};

// What arguments a call has; a left out one has no value but takes its place.
struct Supplied {
  std::size_t count = 0;                        // positional ones, the receiver included
  std::span<const std::uint8_t> left_out = {};  // by position, 1: left out; shorter: the others are there
  std::span<const std::string_view> names = {};
};

// How the arguments fit that overload by number and name; nothing when they do not.
std::optional<Plan> plan_call(const Family& family, const Overload& overload, const Supplied& supplied);

// The functions and methods of the language.
class Library {
 public:
  static const Library& standard();
  static const Library& legacy();  // of options.legacy

  // Null when there is none of that name.
  const Family* function(std::string_view name) const { return find(functions_, name); }
  const Family* method(std::string_view name) const { return find(methods_, name); }

 private:
  using Families = std::unordered_map<std::string_view, Family>;
  explicit Library(bool is_legacy);
  static const Family* find(const Families& families, std::string_view name) {
    const auto found = families.find(name);
    return found == families.end() ? nullptr : &found->second;
  }

  Families functions_;
  Families methods_;
};

}  // namespace evalground::yaql
