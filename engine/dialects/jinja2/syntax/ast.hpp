// The compiled form of a template: trees of statements and expressions in an arena. Names are resolved to slots,
// filters and tests to entries of the catalogue. Nodes are not freed separately and hold no values; constants are
// stored beside the tree.
//
// The parser makes the nodes. The resolver adds slots and sometimes replaces a node. Afterwards the tree is constant
// except for `mutable` members: notes of an evaluation that make the next one faster.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/catalogue.hpp"
#include "value/value.hpp"

namespace evalground::jinja2 {

// The place of a name's value: the frame that is `up` units further out, and the index in it.
struct Slot {
  std::uint16_t up = 0;
  std::uint16_t index = 0;
};

enum class ExpressionKind : std::uint8_t {
  constant,
  name,
  list,
  tuple,
  map,
  logical_not,
  minus,
  plus,
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  power,
  concatenate,
  compare,
  logical_and,
  logical_or,
  conditional,
  attribute,
  item,
  slice,
  call,
  filter,
  test,
  loop_attribute,
  embedded
};

struct Node {
  std::uint32_t begin = 0;  // range of bytes in the template, end excluded
  std::uint32_t end = 0;
  mutable OriginId origin = 0;  // made on first use
};

struct Expression : Node {
  ExpressionKind kind;
  std::uint16_t height = 1;  // of the tree below; limits every recursion over it
  // Whether Jinja computes it while compiling: no part depends on names, calls or the context.
  bool is_constant = true;
};

using Expressions = std::span<Expression*>;

// A constant. Of kind `embedded`: a string that is itself a template, `lookup('file', '{{ name }}.txt')`.
struct Constant : Expression {
  const Value* value = nullptr;
};

struct Name : Expression {
  std::string_view name;
  Slot slot;
};

// A list or tuple.
struct Sequence : Expression {
  Expressions items;
};

struct MapEntry {
  Expression* key;
  Expression* value;
};

struct MapLiteral : Expression {
  std::span<MapEntry> entries;
};

struct Unary : Expression {
  Expression* operand = nullptr;
};

struct Binary : Expression {
  Expression* left = nullptr;
  Expression* right = nullptr;
};

struct Concatenation : Expression {
  Expressions parts;
};

enum class Comparison : std::uint8_t { equal, unequal, less, less_equal, greater, greater_equal, in, not_in };

struct Compared {
  Comparison comparison;
  Expression* operand;
};

// `first < a <= b`. Each operand is evaluated at most once.
struct Compare : Expression {
  Expression* first = nullptr;
  std::span<Compared> rest;
};

struct Conditional : Expression {
  Expression* condition = nullptr;
  Expression* value = nullptr;
  Expression* otherwise = nullptr;  // may be null
};

struct Attribute : Expression {
  Expression* holder = nullptr;
  // Replaced by the last equal key that was found. Maps in a list often share their keys, which then need no comparison
  // of texts.
  Value* name = nullptr;
  std::uint16_t method_types = 0;  // types with a method of that name, see methods.hpp
  // Notes of the last evaluation: the place of the name in a map, and the undefined value for maps without it.
  mutable std::uint32_t place = 0;
  mutable std::int64_t missing = 0;
};

// An attribute of `loop`, such as loop.index, for the loop whose object is in the slot.
struct LoopAttribute : Expression {
  Attribute* plain = nullptr;  // used if the slot holds anything else
  Slot slot;
  std::uint8_t which = 0;
};

struct Item : Expression {
  Expression* holder = nullptr;
  Expression* key = nullptr;
};

struct Slice : Expression {
  Expression* holder = nullptr;
  Expression* first = nullptr;  // each may be null
  Expression* last = nullptr;
  Expression* step = nullptr;
};

struct NamedArgument {
  std::string_view name;
  Expression* value;
};

struct CallArguments {
  Expressions positional;
  std::span<NamedArgument> named;
  Expression* star = nullptr;       // *value
  Expression* star_star = nullptr;  // **value

  bool is_plain() const { return star == nullptr && star_star == nullptr; }
  bool is_empty() const { return is_plain() && positional.empty() && named.empty(); }
};

struct CallExpression : Expression {
  Expression* callee = nullptr;
  CallArguments arguments;
};

// A filter or a test.
struct Application : Expression {
  Expression* input = nullptr;  // null in a filter block
  std::string_view name;
  const FunctionCatalogue::Entry* entry = nullptr;  // null: unknown, fails when reached
  CallArguments arguments;
  // If all arguments have a place in the signature: the places, positional arguments before named ones.
  std::span<std::uint8_t> places;
  bool is_bound = false;
};

enum class StatementKind : std::uint8_t {
  text,
  print,
  conditional,
  loop,
  set,
  set_block,
  macro,
  call_block,
  filter_block,
  with,
  include,
  import_as,
  import_from,
  extends,
  block,
  autoescape,
  evaluate,
  break_loop,
  continue_loop
};

struct Statement : Node {
  StatementKind kind;
};

using Body = std::span<Statement*>;

// The action on a slot when a frame of names is entered.
struct SlotEntry {
  enum class Action : std::uint8_t {
    forget,  // emptied, and looked up by name when read
    missing,
    copy,    // from `source`
    look_up  // looked up by name at once, unless already done
  };
  Action action;
  std::uint16_t index;
  Slot source = {};
  std::string_view name = {};   // name that is looked up
  const Node* place = nullptr;  // its first use
};

// A name that an included template or a scoped block can see.
struct VisibleName {
  std::string_view name;
  Slot slot;
};

struct Text : Statement {
  std::string_view text;
  bool is_silent_in_child = false;  // prints nothing once `extends` has run
};

struct Print : Statement {
  Expression* value = nullptr;
  bool is_silent_in_child = false;
};

struct Branch {
  Expression* condition;  // null for `else`
  Body body;
};

struct If : Statement {
  std::span<Branch> branches;
};

// The target of an assignment: a name, a tuple of targets, or an attribute of a namespace.
struct Target : Node {
  enum class Kind : std::uint8_t { name, tuple, attribute };
  Kind kind = Kind::name;
  std::string_view name;  // the variable or namespace
  const Value* attribute = nullptr;
  std::span<Target*> items;
  Slot slot;
  bool is_exported = false;  // at the top level: visible to blocks and importers
};

struct Unit;

struct For : Statement {
  Target* target = nullptr;
  Expression* sequence = nullptr;
  Expression* test = nullptr;     // may be null
  Target* test_target = nullptr;  // the same names, in the frame of the test
  Body body;
  Body otherwise;
  std::span<SlotEntry> body_entry;
  std::span<SlotEntry> test_entry;
  std::span<SlotEntry> otherwise_entry;
  bool has_loop = false;  // the body uses `loop`
  bool is_recursive = false;
  Slot loop_slot;
  Unit* unit = nullptr;  // the unit of a recursive loop
};

struct Set : Statement {
  Target* target = nullptr;
  Expression* value = nullptr;
};

struct SetBlock : Statement {
  Target* target = nullptr;
  Application* filter = nullptr;  // the last filter; may be null
  Body body;
  std::span<SlotEntry> entry;
};

struct MacroParameter {
  std::string_view name;
  Expression* fallback;  // may be null
  std::uint16_t slot;
};

// A macro, or the body of a `call` block.
struct MacroDefinition {
  std::string_view name;  // "caller" for a call block
  std::span<MacroParameter> parameters;
  Body body;
  Unit* unit = nullptr;
  std::uint32_t begin = 0;
  bool uses_varargs = false;
  bool uses_kwargs = false;
  bool uses_caller = false;
  bool has_explicit_caller = false;  // a parameter is named `caller`
  std::uint16_t varargs_slot = 0;
  std::uint16_t kwargs_slot = 0;
  std::uint16_t caller_slot = 0;
};

struct Macro : Statement {
  Target* target = nullptr;
  MacroDefinition* definition = nullptr;
};

struct CallBlock : Statement {
  CallExpression* call = nullptr;
  MacroDefinition* definition = nullptr;
};

struct FilterBlock : Statement {
  Application* filter = nullptr;
  Body body;
  std::span<SlotEntry> entry;
};

struct With : Statement {
  std::span<Target*> targets;
  Expressions values;
  Body body;
  std::span<SlotEntry> entry;
};

struct Include : Statement {
  Expression* source = nullptr;
  bool ignores_missing = false;
  bool has_context = true;
  std::span<VisibleName> visible;
};

struct ImportedName {
  std::string_view name;
  Target* target;
};

struct Import : Statement {
  Expression* source = nullptr;
  bool has_context = false;
  Target* target = nullptr;       // import … as
  std::span<ImportedName> names;  // from … import
  std::span<VisibleName> visible;
};

struct Extends : Statement {
  Expression* source = nullptr;
};

struct BlockDefinition {
  std::string_view name;
  Body body;
  Unit* unit = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool is_scoped = false;
  bool is_required = false;
  bool uses_self = false;
  bool uses_super = false;
  std::uint16_t self_slot = 0;
  std::uint16_t super_slot = 0;
  mutable std::uint32_t number = 0;  // in the table of blocks where it was last found
};

struct Block : Statement {
  BlockDefinition* definition = nullptr;
  bool is_top_level = false;  // the parent prints it once `extends` has run
  std::span<VisibleName> visible;
};

struct Autoescape : Statement {
  Expression* value = nullptr;
  Body body;
  std::span<SlotEntry> entry;
};

struct Evaluate : Statement {
  Expression* value = nullptr;
};

// A part of a template that runs with a frame of its own: the top level, a block, macro, call block or recursive loop.
struct Unit {
  std::uint16_t slot_count = 0;
  bool is_captured = false;  // macros made in it keep its frame alive
  Unit* outer = nullptr;     // the unit whose frame it can access
  std::span<SlotEntry> entry;
};

}  // namespace evalground::jinja2
