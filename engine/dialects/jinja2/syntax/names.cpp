// Collects the names of frames, as jinja2.idtracking.FrameSymbolVisitor does (see names.hpp). Bodies of loops, macros
// and other statements with a frame of their own are not visited here: the resolver analyzes them when it enters that
// frame.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/names.hpp"

namespace evalground::jinja2 {

void NameAnalysis::analyze(Body body, FrameNames& symbols) {
  for (const Statement* statement : body) analyze(*statement, symbols);
}

// `as_parameter`: the statement gives the name its value before the body begins, as `for` and `with` do. Otherwise it
// is assigned within the body, and earlier uses see the value from outside. `ns` of `set ns.x` is only read.
void NameAnalysis::analyze_target(const Target& target, FrameNames& symbols, bool as_parameter) {
  switch (target.kind) {
    case Target::Kind::name:
      template_.assigned_names.push_back(target.name);
      as_parameter ? void(symbols.declare(target.name)) : symbols.store(target.name, target);
      break;
    case Target::Kind::tuple:
      for (const Target* item : target.items) analyze_target(*item, symbols, as_parameter);
      break;
    case Target::Kind::attribute: symbols.load(target.name, target); break;
  }
}

void NameAnalysis::analyze(const CallArguments& arguments, FrameNames& symbols) {
  for (const Expression* argument : arguments.positional) analyze(argument, symbols);
  for (const NamedArgument& argument : arguments.named) analyze(argument.value, symbols);
  analyze(arguments.star, symbols);
  analyze(arguments.star_star, symbols);
}

// A name that is read and that no frame has assigned is free: it comes from the workspace, and the outline lists it.
void NameAnalysis::analyze(const Expression* expression, FrameNames& symbols) {
  if (expression == nullptr) return;
  budget_.step();
  switch (expression->kind) {
    case ExpressionKind::constant:
    case ExpressionKind::embedded:
    case ExpressionKind::loop_attribute: return;
    case ExpressionKind::name: {
      const auto& name = static_cast<const Name&>(*expression);
      if (symbols.load(name.name, name)) template_.free_names.push_back(&name);
      return;
    }
    case ExpressionKind::list:
    case ExpressionKind::tuple:
      for (const Expression* item : static_cast<const Sequence&>(*expression).items) analyze(item, symbols);
      return;
    case ExpressionKind::map:
      for (const MapEntry& entry : static_cast<const MapLiteral&>(*expression).entries) {
        analyze(entry.key, symbols);
        analyze(entry.value, symbols);
      }
      return;
    case ExpressionKind::logical_not:
    case ExpressionKind::minus:
    case ExpressionKind::plus: return analyze(static_cast<const Unary&>(*expression).operand, symbols);
    case ExpressionKind::concatenate:
      for (const Expression* part : static_cast<const Concatenation&>(*expression).parts) analyze(part, symbols);
      return;
    case ExpressionKind::compare:
      analyze(static_cast<const Compare&>(*expression).first, symbols);
      for (const Compared& compared : static_cast<const Compare&>(*expression).rest) analyze(compared.operand, symbols);
      return;
    case ExpressionKind::conditional: {
      const auto& node = static_cast<const Conditional&>(*expression);
      analyze(node.condition, symbols);
      analyze(node.value, symbols);
      return analyze(node.otherwise, symbols);
    }
    case ExpressionKind::attribute: return analyze(static_cast<const Attribute&>(*expression).holder, symbols);
    case ExpressionKind::item:
      analyze(static_cast<const Item&>(*expression).holder, symbols);
      return analyze(static_cast<const Item&>(*expression).key, symbols);
    case ExpressionKind::slice: {
      const auto& node = static_cast<const Slice&>(*expression);
      analyze(node.holder, symbols);
      analyze(node.first, symbols);
      analyze(node.last, symbols);
      return analyze(node.step, symbols);
    }
    case ExpressionKind::call:
      analyze(static_cast<const CallExpression&>(*expression).callee, symbols);
      return analyze(static_cast<const CallExpression&>(*expression).arguments, symbols);
    case ExpressionKind::filter:
    case ExpressionKind::test:
      analyze(static_cast<const Application&>(*expression).input, symbols);
      return analyze(static_cast<const Application&>(*expression).arguments, symbols);
    default:  // binary operators
      analyze(static_cast<const Binary&>(*expression).left, symbols);
      return analyze(static_cast<const Binary&>(*expression).right, symbols);
  }
}

// Visits only the parts of a statement that belong to the frame around it: the list of a `for` but not its body, the
// target of a `set` with a body but not this body.
void NameAnalysis::analyze(const Statement& statement, FrameNames& symbols) {
  budget_.step();
  switch (statement.kind) {
    case StatementKind::text:
    case StatementKind::block:
    case StatementKind::autoescape:
    case StatementKind::break_loop:
    case StatementKind::continue_loop: return;
    case StatementKind::print: return analyze(static_cast<const Print&>(statement).value, symbols);
    case StatementKind::evaluate: return analyze(static_cast<const Evaluate&>(statement).value, symbols);
    case StatementKind::conditional: return analyze_if(static_cast<const If&>(statement), symbols);
    case StatementKind::loop: return analyze(static_cast<const For&>(statement).sequence, symbols);
    case StatementKind::set:
      analyze(static_cast<const Set&>(statement).value, symbols);
      return analyze_target(*static_cast<const Set&>(statement).target, symbols, false);
    case StatementKind::set_block:
      return analyze_target(*static_cast<const SetBlock&>(statement).target, symbols, false);
    case StatementKind::macro: return analyze_target(*static_cast<const Macro&>(statement).target, symbols, false);
    case StatementKind::call_block: return analyze(static_cast<const CallBlock&>(statement).call, symbols);
    case StatementKind::filter_block: return analyze(static_cast<const FilterBlock&>(statement).filter, symbols);
    case StatementKind::with:
      for (const Expression* value : static_cast<const With&>(statement).values) analyze(value, symbols);
      return;
    case StatementKind::include: return analyze(static_cast<const Include&>(statement).source, symbols);
    case StatementKind::extends: return analyze(static_cast<const Extends&>(statement).source, symbols);
    case StatementKind::import_as:
      analyze(static_cast<const Import&>(statement).source, symbols);
      return analyze_target(*static_cast<const Import&>(statement).target, symbols, false);
    case StatementKind::import_from:
      analyze(static_cast<const Import&>(statement).source, symbols);
      for (const ImportedName& name : static_cast<const Import&>(statement).names) {
        analyze_target(*name.target, symbols, false);
      }
      return;
  }
}

// A name that only some branches assign has, before it is assigned and in the other branches, its value from outside.
// One that all three kinds of branches assign (without an `elif` there are but two) is not looked up early.
void NameAnalysis::analyze_if(const If& node, FrameNames& symbols) {
  const Branch& first = node.branches[0];
  if (first.condition == nullptr) return analyze(first.body, symbols);  // `print a, b`
  analyze(first.condition, symbols);
  // As in Jinja: the first body, all `elif`s together (their conditions too), and the `else`.
  FrameNames branches[] = {symbols.branch(), symbols.branch(), symbols.branch()};
  for (std::size_t index = 0; index < node.branches.size(); ++index) {
    const Branch& branch = node.branches[index];
    FrameNames& names = branches[index == 0 ? 0 : branch.condition == nullptr ? 2 : 1];
    if (index > 0) analyze(branch.condition, names);
    analyze(branch.body, names);
  }
  for (const FrameNames& branch : branches) {
    budget_.step(branch.known.size() + branch.stores.size());
    for (const auto& [name, known] : branch.known) {
      if (symbols.known.find(name) == nullptr) symbols.known.add(name, known);
    }
    for (const auto& store : branch.stores) symbols.note_store(store.name);
  }
  for (const FrameNames& branch : branches) {
    for (const auto& store : branch.stores) {
      const std::string_view name = store.name;
      if (looks_up_early_ && branches[1].has_own_store(name) && branches[0].has_own_store(name) &&
          branches[2].has_own_store(name)) {
        continue;
      }
      // Within a branch, what its frame knows of the name is set when that branch ends.
      if (KnownName* known = symbols.known.find(name)) {
        known->load = symbols.load_from_outside(name, Load::Kind::lookup);
      }
    }
  }
}

void NameAnalysis::analyze_filter_arguments(const Application* filter, FrameNames& symbols) {
  for (; filter != nullptr; filter = static_cast<const Application*>(filter->input)) {
    analyze(filter->arguments, symbols);
  }
}

}  // namespace evalground::jinja2
