// The compiled form of a template: trees of statements and expressions in an arena, names resolved to slots, filters
// and tests to entries of the catalogue. Nodes are never freed one by one and hold no values: constants lie beside the
// tree.
//
// The parser makes nodes and the resolver completes them, giving slots and sometimes another node; then the tree is
// read only, but for what is `mutable`: notes of the evaluation that make the next one faster.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/catalogue.hpp"
#include "value/value.hpp"

namespace evalground::jinja2 {

// Where a name's value is: in the frame that many units up, at that place.
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
  std::uint32_t begin = 0;  // bytes of the template's text, half open
  std::uint32_t end = 0;
  mutable OriginId origin = 0;  // made when first asked for
};

struct Expression : Node {
  ExpressionKind kind;
  std::uint16_t height = 1;  // of the tree below: what bounds every recursion over it
  // Whether Jinja computes it as it compiles the template: nothing in it depends on names, calls or the context.
  bool is_constant = true;
};

using Expressions = std::span<Expression*>;

// Of kind `embedded`: a text that is a template itself, `lookup('file', '{{ name }}.txt')`.
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

// `first < a <= b`, each operand evaluated once.
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
  // The last equal key that was met takes its place: maps in a list often share their keys, and need no look at the
  // text.
  Value* name = nullptr;
  std::uint16_t method_types = 0;  // the types that have a method of that name: methods.hpp
  // Notes of the last evaluation: the place of the name in a map, and the undefined value for maps without it.
  mutable std::uint32_t place = 0;
  mutable std::int64_t missing = 0;
};

// loop.index and the like, of the loop whose object is in the slot.
struct LoopAttribute : Expression {
  Attribute* plain = nullptr;  // what it is when the slot holds something else
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
};

struct CallExpression : Expression {
  Expression* callee = nullptr;
  CallArguments arguments;
};

// A filter, or a test.
struct Application : Expression {
  Expression* input = nullptr;  // null in a filter block
  std::string_view name;
  const FunctionCatalogue::Entry* entry = nullptr;  // null: unknown, which fails when it is reached
  CallArguments arguments;
  // When all arguments have a place in the signature: where each goes, positional before named.
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
    forget,  // looked up by its name when it is read
    missing,
    copy,    // from `source`
    look_up  // by its name and at once, unless that was done before
  };
  Action action;
  std::uint16_t index;
  Slot source = {};
  std::string_view name = {};   // of what is looked up
  const Node* place = nullptr;  // where it is first read or assigned
};

// A name that an included template or a scoped block can see.
struct VisibleName {
  std::string_view name;
  Slot slot;
};

struct Text : Statement {
  std::string_view text;
  bool is_silent_in_child = false;  // dropped once `extends` was met
};

struct Print : Statement {
  Expression* value = nullptr;
  bool is_silent_in_child = false;
};

struct Branch {
  Expression* condition;  // null: else
  Body body;
};

struct If : Statement {
  std::span<Branch> branches;
};

// The target of an assignment: a name, a tuple of targets, or an attribute of a namespace.
struct Target : Node {
  enum class Kind : std::uint8_t { name, tuple, attribute };
  Kind kind = Kind::name;
  std::string_view name;  // of the variable, or of the namespace
  const Value* attribute = nullptr;
  std::span<Target*> items;
  Slot slot;
  bool is_exported = false;  // at the top level: seen by blocks and importers
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
  Unit* unit = nullptr;  // of a recursive loop
};

struct Set : Statement {
  Target* target = nullptr;
  Expression* value = nullptr;
};

struct SetBlock : Statement {
  Target* target = nullptr;
  Application* filter = nullptr;  // the last of the filters; may be null
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
  std::string_view name;  // "caller" of a call block
  std::span<MacroParameter> parameters;
  Body body;
  Unit* unit = nullptr;
  std::uint32_t begin = 0;
  bool uses_varargs = false;
  bool uses_kwargs = false;
  bool uses_caller = false;
  bool has_explicit_caller = false;  // a parameter of that name
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
};

struct Block : Statement {
  BlockDefinition* definition = nullptr;
  bool is_top_level = false;  // left to the parent once `extends` was met
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

// A part of a template that runs in a frame of slots of its own: its top level, block, macro, call block or recursive
// loop.
struct Unit {
  std::uint16_t slot_count = 0;
  bool is_captured = false;  // macros made in it keep its frame
  Unit* outer = nullptr;     // whose frame it sees
  std::span<SlotEntry> entry;
};

}  // namespace evalground::jinja2
