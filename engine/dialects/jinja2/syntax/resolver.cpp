// Gives names their slots (see resolver.hpp).
//
// For each frame: NameAnalysis collects the names it reads and assigns, entry_of() turns them into the actions that
// prepare its slots, and resolve() writes the slot into each name of the tree. This order matters, because an
// assignment decides about uses of the name that precede it.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/resolver.hpp"

#include <algorithm>

#include "dialects/jinja2/syntax/names.hpp"

namespace evalground::jinja2 {
namespace {

// The state for a frame whose statements are being resolved.
struct Frame {
  FrameNames& symbols;
  bool is_top_level = false;   // assignments are exported to blocks and importers
  bool checks_parent = false;  // no output after `extends`
};

// A slot is an index into the variables of a frame at run time, so that reading a name costs no search. A *unit* has a
// frame of its own: the template, each block, each macro, each recursive loop. Other scopes (loops, `with`, `filter`)
// share the slots of their unit and only prepare them at their entry. Reference: jinja2.idtracking and CodeGenerator of
// jinja2.compiler, which do the same with local variables of Python.
//
//   {% set x = 1 %}{% for i in a %}{% set x = i %}{% endfor %}{{ x }}
//
// Here the loop's `x` is a different slot than the outer one, so the template prints 1.
class Resolver {
 public:
  Resolver(Template& source, Budget& budget, bool looks_up_early)
      : template_(source), budget_(budget), names_(source, budget, looks_up_early), looks_up_early_(looks_up_early) {}

  // The template comes first and its blocks follow on their own, because a block cannot see the names of the template.
  // It finds them by name in the exported variables.
  void resolve() {
    Unit* unit = make_unit(nullptr);
    template_.unit = unit;
    FrameNames root;
    root.unit = unit;
    if (template_.uses_self) template_.self_slot = root.declare("self");
    names_.analyze(template_.body, root);
    unit->entry = entry_of(root, true);
    Frame frame{root, true, template_.has_extends};
    resolve(template_.body, frame);
    for (BlockDefinition* block : template_.blocks) {
      FrameNames symbols;
      symbols.unit = block->unit = make_unit(nullptr);
      if (block->uses_self) block->self_slot = symbols.declare("self");
      if (block->uses_super) block->super_slot = symbols.declare("super");
      names_.analyze(block->body, symbols);
      block->unit->entry = entry_of(symbols, true);
      Frame inner{symbols};
      resolve(block->body, inner);
    }
  }

 private:
  Unit* make_unit(Unit* outer) {
    Unit* unit = template_.arena.make<Unit>();
    unit->outer = outer;
    return unit;
  }

  // A slot of a surrounding unit is reached by going `up` some frames: a macro in a macro has `up` = 1 for the outer
  // parameters.
  static Slot slot_from(const Unit* unit, const Reference& reference) {
    Slot slot{0, reference.index};
    for (const Unit* at = unit; at != nullptr && at != reference.unit; at = at->outer) ++slot.up;
    return slot;
  }

  // The actions on slots at the entry of a frame. The slots of a new unit are empty. A frame within a unit reuses its
  // slots, so it has to empty them.
  std::span<SlotEntry> entry_of(const FrameNames& symbols, bool is_unit) {
    Gathered<SlotEntry> entry;
    for (const auto& [name, known] : symbols.known) {
      switch (known.load.kind) {
        case Load::Kind::parameter: break;
        case Load::Kind::lookup:
          if (!is_unit && symbols.has_stored(name)) entry.push_back({SlotEntry::Action::forget, known.index});
          if (looks_up_early_) entry.push_back({SlotEntry::Action::look_up, known.index, {}, name, known.place});
          break;
        case Load::Kind::copy:
          entry.push_back({SlotEntry::Action::copy, known.index, slot_from(symbols.unit, known.load.source)});
          break;
        case Load::Kind::missing: entry.push_back({SlotEntry::Action::missing, known.index}); break;
      }
    }
    return entry.keep(template_.arena);
  }

  void resolve(Body body, Frame& frame) {
    for (Statement* statement : body) resolve(*statement, frame);
  }

  Slot slot_of(std::string_view name, const FrameNames& symbols) { return slot_from(symbols.unit, symbols.find(name)); }

  // For `set ns.x = 1` the slot is that of `ns`, which is read and not assigned.
  void resolve_target(Target& target, Frame& frame) {
    switch (target.kind) {
      case Target::Kind::name:
        target.slot = slot_of(target.name, frame.symbols);
        target.is_exported = frame.is_top_level;
        return;
      case Target::Kind::tuple:
        for (Target* item : target.items) resolve_target(*item, frame);
        return;
      case Target::Kind::attribute: target.slot = slot_of(target.name, frame.symbols); return;
    }
  }

  void resolve(CallArguments& arguments, const FrameNames& symbols) {
    for (Expression*& argument : arguments.positional) resolve(argument, symbols);
    for (NamedArgument& argument : arguments.named) resolve(argument.value, symbols);
    resolve(arguments.star, symbols);
    resolve(arguments.star_star, symbols);
  }

  // Gives the names in an expression their slots. May replace the node.
  void resolve(Expression*& place, const FrameNames& symbols) {
    if (place == nullptr) return;
    Expression& expression = *place;
    switch (expression.kind) {
      case ExpressionKind::constant:
      case ExpressionKind::embedded:
      case ExpressionKind::loop_attribute: return;
      case ExpressionKind::name: {
        auto& name = static_cast<Name&>(expression);
        name.slot = slot_of(name.name, symbols);
        return;
      }
      case ExpressionKind::list:
      case ExpressionKind::tuple:
        for (Expression*& item : static_cast<Sequence&>(expression).items) resolve(item, symbols);
        return;
      case ExpressionKind::map:
        for (MapEntry& entry : static_cast<MapLiteral&>(expression).entries) {
          resolve(entry.key, symbols);
          resolve(entry.value, symbols);
        }
        return;
      case ExpressionKind::logical_not:
      case ExpressionKind::minus:
      case ExpressionKind::plus: return resolve(static_cast<Unary&>(expression).operand, symbols);
      case ExpressionKind::concatenate:
        for (Expression*& part : static_cast<Concatenation&>(expression).parts) resolve(part, symbols);
        return;
      case ExpressionKind::compare:
        resolve(static_cast<Compare&>(expression).first, symbols);
        for (Compared& compared : static_cast<Compare&>(expression).rest) resolve(compared.operand, symbols);
        return;
      case ExpressionKind::conditional: {
        auto& node = static_cast<Conditional&>(expression);
        resolve(node.condition, symbols);
        resolve(node.value, symbols);
        return resolve(node.otherwise, symbols);
      }
      case ExpressionKind::attribute: {
        auto& node = static_cast<Attribute&>(expression);
        resolve(node.holder, symbols);
        if (node.holder->kind == ExpressionKind::name) place = with_loop(node, symbols);
        return;
      }
      case ExpressionKind::item:
        resolve(static_cast<Item&>(expression).holder, symbols);
        return resolve(static_cast<Item&>(expression).key, symbols);
      case ExpressionKind::slice: {
        auto& node = static_cast<Slice&>(expression);
        resolve(node.holder, symbols);
        resolve(node.first, symbols);
        resolve(node.last, symbols);
        return resolve(node.step, symbols);
      }
      case ExpressionKind::call:
        resolve(static_cast<CallExpression&>(expression).callee, symbols);
        return resolve(static_cast<CallExpression&>(expression).arguments, symbols);
      case ExpressionKind::filter:
      case ExpressionKind::test:
        resolve(static_cast<Application&>(expression).input, symbols);
        return resolve(static_cast<Application&>(expression).arguments, symbols);
      default:
        resolve(static_cast<Binary&>(expression).left, symbols);
        return resolve(static_cast<Binary&>(expression).right, symbols);
    }
  }

  // Replaces `loop.index` and the like by a node that reads the field without a lookup by name.
  Expression* with_loop(Attribute& node, const FrameNames& symbols) {
    const auto& name = static_cast<const Name&>(*node.holder);
    if (name.name != "loop" || !symbols.find("loop").is_loop) return &node;
    const LoopField field = loop_field(node.name->as_string());
    if (field == LoopField::none) return &node;
    LoopAttribute* replaced = template_.arena.make<LoopAttribute>();
    replaced->kind = ExpressionKind::loop_attribute;
    replaced->begin = node.begin;
    replaced->end = node.end;
    replaced->height = node.height;
    replaced->plain = &node;
    replaced->slot = name.slot;
    replaced->which = static_cast<std::uint8_t>(field);
    return replaced;
  }

  // The names of the surrounding frames that an included template or a scoped block can see, the innermost first.
  // An included template looks names up by their text, so its caller has to keep this table of names and slots.
  std::span<VisibleName> visible_names(const FrameNames& symbols) {
    NameTable<Slot> slots;
    for (const FrameNames* frame = &symbols; frame != nullptr; frame = frame->parent) {
      budget_.step(frame->stores.size());
      for (const auto& store : frame->stores) {
        if (slots.find(store.name) == nullptr) slots.add(store.name, slot_of(store.name, symbols));
      }
    }
    Gathered<VisibleName> names;
    for (const auto& [name, slot] : slots) names.push_back({name, slot});
    return names.keep(template_.arena);
  }

  // Every statement with a scope does the same steps in the same order: analyze the names of its parts, compute the
  // entry, then resolve the parts. What differs is which parts belong to the inner scope. The values of `with` belong
  // to the outer one, the argument of `autoescape` to the inner one.
  void resolve(Statement& statement, Frame& frame) {
    FrameNames& symbols = frame.symbols;
    switch (statement.kind) {
      case StatementKind::text: static_cast<Text&>(statement).is_silent_in_child = frame.checks_parent; return;
      case StatementKind::break_loop:
      case StatementKind::continue_loop: return;
      case StatementKind::print: {
        auto& node = static_cast<Print&>(statement);
        node.is_silent_in_child = frame.checks_parent;
        return resolve(node.value, symbols);
      }
      case StatementKind::evaluate: return resolve(static_cast<Evaluate&>(statement).value, symbols);
      case StatementKind::conditional:
        for (Branch& branch : static_cast<If&>(statement).branches) {
          resolve(branch.condition, symbols);
          resolve(branch.body, frame);
        }
        return;
      case StatementKind::loop: return resolve_loop(static_cast<For&>(statement), frame);
      case StatementKind::set: {
        auto& node = static_cast<Set&>(statement);
        resolve(node.value, symbols);
        return resolve_target(*node.target, frame);
      }
      case StatementKind::set_block: {
        auto& node = static_cast<SetBlock&>(statement);
        FrameNames inner = inner_of(symbols);
        names_.analyze_filter_arguments(node.filter, inner);
        names_.analyze(node.body, inner);
        node.entry = entry_of(inner, false);
        Frame inside{inner};
        Expression* filter = node.filter;
        resolve(filter, inner);
        resolve(node.body, inside);
        return resolve_target(*node.target, frame);
      }
      case StatementKind::macro: {
        auto& node = static_cast<Macro&>(statement);
        resolve_definition(*node.definition, symbols);
        return resolve_target(*node.target, frame);
      }
      case StatementKind::call_block: {
        auto& node = static_cast<CallBlock&>(statement);
        resolve_definition(*node.definition, symbols);
        Expression* call = node.call;
        return resolve(call, symbols);
      }
      case StatementKind::filter_block: {
        auto& node = static_cast<FilterBlock&>(statement);
        Expression* filter = node.filter;
        FrameNames inner = inner_of(symbols);
        names_.analyze(filter, inner);
        names_.analyze(node.body, inner);
        node.entry = entry_of(inner, false);
        resolve(filter, inner);
        Frame inside{inner, false, frame.checks_parent};
        return resolve(node.body, inside);
      }
      case StatementKind::with: {
        auto& node = static_cast<With&>(statement);
        for (Expression*& value : node.values) resolve(value, symbols);
        FrameNames inner = inner_of(symbols);
        for (Target* target : node.targets) names_.analyze_target(*target, inner, true);
        names_.analyze(node.body, inner);
        node.entry = entry_of(inner, false);
        Frame inside{inner, false, frame.checks_parent};
        for (Target* target : node.targets) resolve_target(*target, inside);
        return resolve(node.body, inside);
      }
      case StatementKind::autoescape: {
        auto& node = static_cast<Autoescape&>(statement);
        FrameNames inner = inner_of(symbols);
        names_.analyze(node.value, inner);
        names_.analyze(node.body, inner);
        node.entry = entry_of(inner, false);
        resolve(node.value, inner);
        Frame inside{inner, false, frame.checks_parent};
        return resolve(node.body, inside);
      }
      case StatementKind::include: {
        auto& node = static_cast<Include&>(statement);
        resolve(node.source, symbols);
        if (node.has_context) node.visible = visible_names(symbols);
        return;
      }
      case StatementKind::import_as:
      case StatementKind::import_from: {
        auto& node = static_cast<Import&>(statement);
        resolve(node.source, symbols);
        if (node.has_context) node.visible = visible_names(symbols);
        if (node.target != nullptr) resolve_target(*node.target, frame);
        for (ImportedName& name : node.names) resolve_target(*name.target, frame);
        return;
      }
      case StatementKind::extends: return resolve(static_cast<Extends&>(statement).source, symbols);
      case StatementKind::block: {
        auto& node = static_cast<Block&>(statement);
        node.is_top_level = frame.is_top_level;
        if (node.definition->is_scoped) node.visible = visible_names(symbols);
        return;
      }
    }
  }

  // A scope within the same unit: it shares the slots' frame with the outer one.
  static FrameNames inner_of(FrameNames& outer) {
    FrameNames inner;
    inner.parent = &outer;
    inner.unit = outer.unit;
    return inner;
  }

  // The body, the test and the `else` of a loop each have names of their own. In a recursive loop they also have a unit
  // of their own, since it may run within itself.
  void resolve_loop(For& node, Frame& frame) {
    resolve(node.sequence, frame.symbols);
    FrameNames body = inner_of(frame.symbols);
    FrameNames test = inner_of(frame.symbols);
    FrameNames otherwise = inner_of(frame.symbols);
    if (node.is_recursive) {
      node.unit = make_unit(frame.symbols.unit);
      frame.symbols.unit->is_captured = true;
      body.unit = test.unit = otherwise.unit = node.unit;
    }
    if (node.has_loop) {
      const std::uint16_t index = body.declare("loop");
      body.loop_name = "loop";
      node.loop_slot = {0, index};
    }
    names_.analyze_target(*node.target, body, true);
    names_.analyze(node.body, body);
    node.body_entry = entry_of(body, false);
    Frame inside{body, false, frame.checks_parent};
    resolve_target(*node.target, inside);
    resolve(node.body, inside);
    if (node.test != nullptr) {
      names_.analyze_target(*node.test_target, test, true);
      names_.analyze(node.test, test);
      node.test_entry = entry_of(test, false);
      Frame inside_test{test};
      resolve_target(*node.test_target, inside_test);
      resolve(node.test, test);
    }
    names_.analyze(node.otherwise, otherwise);
    node.otherwise_entry = entry_of(otherwise, false);
    Frame inside_otherwise{otherwise, false, frame.checks_parent};
    resolve(node.otherwise, inside_otherwise);
  }

  // A macro may be called after its surroundings have ended, so all outer units are captured: their frames stay alive
  // with the macro. Defaults are analyzed in the macro's own scope, where a later parameter can read an earlier one.
  void resolve_definition(MacroDefinition& macro, FrameNames& outer) {
    FrameNames symbols;
    symbols.parent = &outer;
    symbols.unit = macro.unit = make_unit(outer.unit);
    for (Unit* unit = outer.unit; unit != nullptr; unit = unit->outer) unit->is_captured = true;
    for (MacroParameter& parameter : macro.parameters) {
      parameter.slot = symbols.declare(parameter.name);
      template_.assigned_names.push_back(parameter.name);
    }
    if (macro.uses_caller) macro.caller_slot = symbols.declare("caller");
    if (macro.uses_kwargs) macro.kwargs_slot = symbols.declare("kwargs");
    if (macro.uses_varargs) macro.varargs_slot = symbols.declare("varargs");
    for (MacroParameter& parameter : macro.parameters) names_.analyze(parameter.fallback, symbols);
    names_.analyze(macro.body, symbols);
    macro.unit->entry = entry_of(symbols, true);
    Frame inside{symbols};
    for (MacroParameter& parameter : macro.parameters) resolve(parameter.fallback, symbols);
    resolve(macro.body, inside);
  }

  Template& template_;
  Budget& budget_;
  NameAnalysis names_;
  const bool looks_up_early_;
};

}  // namespace

LoopField loop_field(std::string_view name) {
  static constexpr std::string_view names[] = {"index",  "index0", "revindex", "revindex0", "first",   "last",
                                               "length", "depth",  "depth0",   "previtem",  "nextitem"};
  const auto* found = std::find(std::begin(names), std::end(names), name);
  return static_cast<LoopField>(found - std::begin(names));
}

void resolve_names(Template& source, Context& context, bool looks_up_early) {
  try {
    Resolver(source, context.budget, looks_up_early).resolve();
  } catch (const TooManyNames& names) {
    throw Error("syntax", "A scope of a template has at most 65,535 names.",
                names.place != nullptr ? source.origin(*names.place, context) : source.origin(0, 0, context));
  }
}

}  // namespace evalground::jinja2
