// The syntax tree of a YAQL expression, in an arena; calls are resolved to their overloads while parsing.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.hpp"
#include "base/indexed.hpp"
#include "value/value.hpp"

namespace evalground::yaql {

struct Family;
struct Overload;

// The number of a name in a Names. Variables and definitions are compared by it.
using Name = std::uint32_t;

class Names {
 public:
  Name intern(std::string_view text) {
    std::string key(text);
    if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
    append_indexed(
        texts_, [&](std::size_t number) { numbers_.emplace(key, static_cast<Name>(number)); }, key);
    return static_cast<Name>(texts_.size() - 1);
  }
  const std::string& text(Name name) const { return texts_[name]; }

 private:
  std::unordered_map<std::string, Name> numbers_;
  std::vector<std::string> texts_;
};

enum class NodeKind : std::uint8_t {
  constant,
  word,      // a constant that was written as a bare word
  variable,  // $name, $1
  list,      // [a, b]
  dict,      // {k => v}
  property,  // left.name
  method,    // left.name(arguments)
  member,    // left.(anything else): never matches
  index,     // left[arguments]
  call,      // name(arguments)
  apply,     // left(arguments), with delegates
  unary,     // +left, -left
  negation,  // not left
  binary,
  conjunction,  // left and right
  disjunction,  // left or right
  arrow,        // left -> right
  pair          // left => right, as an operator of the legacy dialect
};

enum class Operator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  modulo,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  in,
  matches,      // =~
  not_matches,  // !~
};

// The operator as an expression writes it: "+", "mod", …
std::string_view operator_text(Operator op);

// The source of each parameter of an overload.
struct Plan {
  static constexpr std::int32_t not_given = -1;
  const Overload* overload;
  std::vector<std::int32_t> sources;  // a positional argument, or their number + that of a named one
  std::vector<std::int32_t> rest;     // positional arguments
  std::vector<std::int32_t> names;    // named arguments without a parameter
};

struct Node;

// A `name => value` argument. The key is a bare word where it names a parameter, and any expression where pairs are
// data.
struct NamedArgument {
  const Node* key;
  const Node* value;
};

struct Node {
  NodeKind kind;
  Operator op = Operator::add;
  bool is_guarded = false;   // ?. instead of .
  bool is_negative = false;  // -left
  bool is_enclosed = false;  // written in parentheses
  std::uint32_t begin = 0;   // bytes of the expression's text, half open
  std::uint32_t end = 0;
  std::uint32_t mark = 0;  // the part with the name or operator
  std::uint32_t mark_end = 0;
  Name name = 0;
  std::uint32_t position = 0;       // of a variable: $2 has 2; 0: named
  const Value* constant = nullptr;  // the value of a constant, the key of a property
  const Node* left = nullptr;
  const Node* right = nullptr;
  std::span<const Node* const> arguments = {};  // null: omitted
  std::span<const NamedArgument> named = {};
  const Family* family = nullptr;           // null: no such function or method
  std::span<const Plan* const> plans = {};  // overloads that accept this number of arguments and these names
  bool has_bad_key = false;                 // the name of a named argument is not a bare word
  mutable OriginId origin = 0;              // its position, computed on request
};

// A parsed expression. It owns its nodes.
struct Expression {
  Arena arena;
  std::deque<Value> constants;
  std::deque<Plan> plans;
  const Node* root = nullptr;
  bool uses_workflow = false;               // calls a function that only workflow engines add
  std::vector<const Node*> foreign_words;   // bare words that are constants in other languages, such as None
  std::vector<const Node*> compared_words;  // bare words before `=`, `<` and the like
};

}  // namespace evalground::yaql
