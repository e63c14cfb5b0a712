// Statements: what a body prints, assigns and defines.
//
// Hot: compiled for speed in every module.
// Warm: compiled for speed where a module has room.
#include <algorithm>

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/frame.hpp"
#include "dialects/jinja2/runtime/nesting.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/output.hpp"
#include "dialects/jinja2/syntax/ast.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

void Evaluator::locate(Error& error, const Frame& frame) const {
  Diagnostic& diagnostic = error.diagnostic;
  if (diagnostic.where != 0 || at_ == nullptr) return;
  diagnostic.where = frame.source.origin(*at_, context);
  const auto* unknown = dynamic_cast<const UnknownName*>(&error);
  if (unknown == nullptr) return;
  const std::string nearest =
      unknown->kind ? nearest_function(*unknown->kind, unknown->name) : nearest_variable(unknown->name, frame.source);
  if (!nearest.empty() && !diagnostic.message.ends_with('.')) diagnostic.message += '.';
  diagnostic =
      unknown_name(context.sources, diagnostic.where, diagnostic.code, diagnostic.message, unknown->name, nearest);
}

void Evaluator::enter(std::span<SlotEntry> entry, Frame& frame) {
  for (const SlotEntry& slot : entry) {
    switch (slot.action) {
      case SlotEntry::Action::forget: frame.slot(slot.index) = Value(); break;
      case SlotEntry::Action::missing: frame.slot(slot.index) = Value::undefined(missing_slot); break;
      case SlotEntry::Action::copy: frame.slot(slot.index) = frame.at(slot.source); break;
    }
  }
}

void Evaluator::assign(const Target& target, Value value, Frame& frame) {
  switch (target.kind) {
    case Target::Kind::name:
      if (target.is_exported) frame.scope->assigned.set(target.name, value);
      frame.slot(target.slot.index) = std::move(value);
      return;
    case Target::Kind::attribute: {
      const Value& holder = frame.at(target.slot);
      auto* space = object_cast<Namespace>(is_absent(holder) ? find_variable(target.name, *frame.scope) : holder);
      if (space == nullptr) fail("type-error", "cannot assign attribute on non-namespace object");
      space->values.set(target.attribute->as_string(), std::move(value));
      return;
    }
    case Target::Kind::tuple: {
      const std::size_t wanted = target.items.size();
      if ((value.is_list() || value.kind() == Kind::tuple) && value.as_list().size() == wanted) {
        const Value kept = value;
        for (std::size_t index = 0; index < wanted; ++index) {
          assign(*target.items[index],
                 kept.as_list()[index].with_sensitive(kept.as_list()[index].sensitive() || kept.sensitive()), frame);
        }
        return;
      }
      if (!is_iterable(value)) fail("type-error", "cannot unpack non-iterable " + type_name(value) + " object");
      List items = this->items(value);
      if (items.size() > wanted) {
        fail("value-error", "too many values to unpack (expected " + std::to_string(wanted) + ")");
      }
      if (items.size() < wanted) {
        fail("value-error", "not enough values to unpack (expected " + std::to_string(wanted) + ", got " +
                                std::to_string(items.size()) + ")");
      }
      for (std::size_t index = 0; index < wanted; ++index) assign(*target.items[index], std::move(items[index]), frame);
      return;
    }
  }
}

template <class F>
Value Evaluator::capture(Frame&, F&& f) {
  Output output(*this);
  f(output);
  return output.take();
}

Evaluator::Flow Evaluator::execute(Body body, Frame& frame, Output& output) {
  const Nesting nesting(*this);
  const Node* const before = at_;
  const Statement* current = nullptr;
  try {
    for (const Statement* statement : body) {
      current = statement;
      context.budget.step();
      switch (statement->kind) {
        case StatementKind::text: {
          const auto& node = static_cast<const Text&>(*statement);
          if (!node.is_silent_in_child || frame.root().parent == nullptr) output.add(node.text);
          break;
        }
        case StatementKind::print: {
          const auto& node = static_cast<const Print&>(*statement);
          if (node.is_silent_in_child && frame.root().parent != nullptr) break;
          if (node.value->kind == ExpressionKind::call &&
              print_macro(static_cast<const CallExpression&>(*node.value), frame, output)) {
            break;
          }
          Value storage;
          const Value& value = peek(*node.value, frame, storage);
          at_ = node.value;
          output.print(value);
          break;
        }
        default: {
          at_ = statement;
          const Flow flow = execute_statement(*statement, frame, output);
          if (flow != Flow::normal) {
            at_ = before;
            return flow;
          }
        }
      }
    }
  } catch (Error& error) {
    locate(error, frame);
    throw;
  } catch (const LimitError&) {
    if (context.here == 0 && current != nullptr) context.here = frame.source.origin(*current, context);
    throw;
  }
  at_ = before;
  return Flow::normal;
}

Evaluator::Flow Evaluator::execute_statement(const Statement& statement, Frame& frame, Output& output) {
  switch (statement.kind) {
    case StatementKind::text:
    case StatementKind::print: return Flow::normal;  // in execute()
    case StatementKind::conditional:
      for (const Branch& branch : static_cast<const If&>(statement).branches) {
        if (branch.condition == nullptr || condition(*branch.condition, frame)) {
          return execute(branch.body, frame, output);
        }
      }
      return Flow::normal;
    case StatementKind::loop: {
      const auto& node = static_cast<const For&>(statement);
      const Value sequence = evaluate(*node.sequence, frame);
      at_ = node.sequence;
      return execute_loop(node, sequence, frame, output, nullptr);
    }
    case StatementKind::set: {
      const auto& node = static_cast<const Set&>(statement);
      Value value = evaluate(*node.value, frame);
      at_ = node.target;
      assign(*node.target, std::move(value), frame);
      return Flow::normal;
    }
    case StatementKind::set_block: {
      const auto& node = static_cast<const SetBlock&>(statement);
      Value value = capture(frame, [&](Output& inner) {
        enter(node.entry, frame);
        execute(node.body, frame, inner);
      });
      if (node.filter != nullptr) value = apply_chain(*node.filter, std::move(value), frame);
      if (autoescape_ && value.is_string()) value = std::move(value).with_markup();
      at_ = node.target;
      assign(*node.target, std::move(value), frame);
      return Flow::normal;
    }
    case StatementKind::macro: {
      const auto& node = static_cast<const Macro&>(statement);
      assign(*node.target, make_macro(*node.definition, frame), frame);
      return Flow::normal;
    }
    case StatementKind::call_block: {
      const auto& node = static_cast<const CallBlock&>(statement);
      const Value caller = make_macro(*node.definition, frame);
      const Value result = evaluate_call(*node.call, frame, &caller);
      at_ = node.call;
      output.print(result);
      return Flow::normal;
    }
    case StatementKind::filter_block: {
      const auto& node = static_cast<const FilterBlock&>(statement);
      Value value = capture(frame, [&](Output& inner) {
        enter(node.entry, frame);
        execute(node.body, frame, inner);
      });
      value = apply_chain(*node.filter, std::move(value), frame);
      at_ = node.filter;
      output.print(value);
      return Flow::normal;
    }
    case StatementKind::with: {
      const auto& node = static_cast<const With&>(statement);
      List values;
      for (const Expression* value : node.values) values.push_back(evaluate(*value, frame));
      enter(node.entry, frame);
      for (std::size_t index = 0; index < values.size(); ++index) {
        at_ = node.targets[index];
        assign(*node.targets[index], std::move(values[index]), frame);
      }
      return execute(node.body, frame, output);
    }
    case StatementKind::include: execute_include(static_cast<const Include&>(statement), frame, output); break;
    case StatementKind::import_as:
    case StatementKind::import_from: execute_import(static_cast<const Import&>(statement), frame); break;
    case StatementKind::extends: execute_extends(static_cast<const Extends&>(statement), frame); break;
    case StatementKind::block: execute_block(static_cast<const Block&>(statement), frame, output); break;
    case StatementKind::autoescape: {
      const auto& node = static_cast<const Autoescape&>(statement);
      enter(node.entry, frame);
      const bool on = condition(*node.value, frame);
      const bool outer = std::exchange(autoescape_, on);
      const Flow flow = execute(node.body, frame, output);
      autoescape_ = outer;
      return flow;
    }
    case StatementKind::evaluate: evaluate(*static_cast<const Evaluate&>(statement).value, frame); break;
    case StatementKind::break_loop: return Flow::break_loop;
    case StatementKind::continue_loop: return Flow::continue_loop;
  }
  return Flow::normal;
}

Value Evaluator::apply_chain(const Application& filter, Value input, Frame& frame) {
  if (filter.input != nullptr) {
    input = apply_chain(static_cast<const Application&>(*filter.input), std::move(input), frame);
  }
  return evaluate_application(filter, frame, &input);
}

// ---- loops

Evaluator::Flow Evaluator::execute_loop(const For& node, const Value& sequence, Frame& outer_frame, Output& output,
                                        LoopObject* outer) {
  Ref<Frame> own;
  if (node.unit != nullptr)
    own = Frame::make(*node.unit, outer_frame.source, outer_frame.scope, Ref<Frame>(&outer_frame));
  Frame& frame = node.unit != nullptr ? *own : outer_frame;
  Trace::Scope step(context.trace, "loop", context.trace ? frame.source.origin(node, context) : 0);
  Flow flow = Flow::normal;
  bool is_empty = true;
  const auto run_body = [&] {
    is_empty = false;
    context.budget.step();
    flow = execute(node.body, frame, output);
    const bool goes_on = flow != Flow::break_loop;
    flow = Flow::normal;
    return goes_on;
  };
  if (!node.has_loop) {
    Cursor cursor(*this, sequence);
    Value item;
    while (cursor.next(item)) {
      if (node.test != nullptr && !passes(node, item, frame)) continue;
      enter(node.body_entry, frame);
      at_ = node.target;
      assign(*node.target, std::move(item), frame);
      if (!run_body()) break;
    }
  } else {
    if (!frame.is_joined()) frame.join(captured_);  // `loop` keeps the frame that holds it
    const Ref<LoopObject> loop(
        new LoopObject(*this, node, Ref<Frame>(&frame), Ref<Frame>(&outer_frame), sequence, outer));
    Value item;
    while (loop->advance(item)) {
      enter(node.body_entry, frame);
      Value& slot = frame.slot(node.loop_slot.index);
      if (!slot.is_object() || &slot.as_object() != loop.get()) slot = Value::object(Ref<Object>(loop.get()));
      at_ = node.target;
      assign(*node.target, std::move(item), frame);
      if (!run_body()) break;
    }
    if (Value& slot = frame.slot(node.loop_slot.index); object_cast<LoopObject>(slot) == loop.get()) slot = Value();
    loop->leave();
  }
  if (is_empty && !node.otherwise.empty()) {
    enter(node.otherwise_entry, frame);
    flow = execute(node.otherwise, frame, output);
  }
  step.done(sequence);
  return flow;
}

// `loop(items)`: the text of the same loop over other items.
Value Evaluator::call_loop(const For& node, const Value& sequence, Frame& outside, LoopObject& outer) {
  const Depth depth = context.budget.enter();
  const Node* const before = at_;
  Output output(*this);
  execute_loop(node, sequence, outside, output, &outer);
  at_ = before;
  return output.take();
}

// Whether an item passes the loop's `if`.
bool Evaluator::passes(const For& node, const Value& item, Frame& frame) {
  context.budget.step();
  enter(node.test_entry, frame);
  at_ = node.test_target;
  assign(*node.test_target, item, frame);
  return condition(*node.test, frame);
}

// ---- macros

Value Evaluator::make_macro(const MacroDefinition& definition, Frame& frame) {
  if (!frame.is_joined()) frame.join(captured_);
  for (Frame* outer = frame.outer.get(); outer != nullptr; outer = outer->outer.get()) {
    if (!outer->is_joined()) outer->join(captured_);
  }
  return make_object<MacroObject>(*this, definition, Ref<Frame>(&frame));
}

Value Evaluator::call_macro(const MacroObject& macro, const Arguments& arguments, Output* printed) {
  const MacroDefinition& definition = macro.definition;
  const Depth depth = context.budget.enter();
  const Nesting nesting(*this);
  context.budget.step();
  const auto& parameters = definition.parameters;
  const Ref<Frame> frame = Frame::make(*definition.unit, macro.frame->source, macro.frame->scope, macro.frame);
  const auto name = [&] { return "'" + std::string(definition.name) + "'"; };
  for (const SlotEntry& slot : definition.unit->entry) {
    if (slot.action == SlotEntry::Action::copy) frame->slot(slot.index) = frame->at(slot.source);
    if (slot.action == SlotEntry::Action::missing) frame->slot(slot.index) = Value::undefined(missing_slot);
  }
  const std::size_t positional = std::min(arguments.positional.size(), parameters.size());
  for (std::size_t index = 0; index < positional; ++index)
    frame->slot(parameters[index].slot) = arguments.positional[index];
  Map others;
  bool has_caller = definition.has_explicit_caller && positional == parameters.size();
  Value caller;
  for (const Keyword& keyword : arguments.keywords) {
    bool is_taken = false;
    for (std::size_t index = positional; index < parameters.size() && !is_taken; ++index) {
      if (parameters[index].name != keyword.name) continue;
      frame->slot(parameters[index].slot) = keyword.value;
      is_taken = true;
    }
    if (is_taken) continue;
    if (keyword.name == "caller" && definition.uses_caller && !has_caller) {
      caller = keyword.value;
      has_caller = true;
    } else {
      others.set(keyword.name, keyword.value);
    }
  }
  if (definition.uses_caller) {
    if (is_absent(caller)) caller = undefined_hint("No caller defined");
    frame->slot(definition.caller_slot) = caller;
  }
  if (definition.uses_kwargs) {
    frame->slot(definition.kwargs_slot) = Value::map(std::move(others));
  } else if (!others.empty()) {
    if (others.contains("caller")) {
      fail("type-error",
           "macro " + name() +
               " was invoked with two values for the special caller argument. This is most likely a bug.");
    }
    fail("type-error",
         "macro " + name() + " takes no keyword argument '" + std::string(others.entry(0).key.as_string()) + "'");
  }
  if (definition.uses_varargs) {
    frame->slot(definition.varargs_slot) = Value::tuple(
        List(arguments.positional.begin() + static_cast<std::ptrdiff_t>(positional), arguments.positional.end()));
  } else if (arguments.positional.size() > parameters.size()) {
    fail("type-error",
         "macro " + name() + " takes not more than " + std::to_string(parameters.size()) + " argument(s)");
  }
  const Node* const before = at_;
  std::optional<Output> own;
  Output& output = printed != nullptr ? *printed : own.emplace(*this);
  Trace::Scope step(context.trace, "macro",
                    context.trace ? macro.frame->source.origin(definition.begin, definition.begin + 5, context) : 0);
  try {
    for (std::size_t index = positional; index < parameters.size(); ++index) {
      const MacroParameter& parameter = parameters[index];
      if (!is_absent(frame->slot(parameter.slot))) continue;  // given by name
      frame->slot(parameter.slot) =
          parameter.fallback != nullptr
              ? evaluate(*parameter.fallback, *frame)
              : undefined_hint("parameter '" + std::string(parameter.name) + "' was not provided");
    }
    execute(definition.body, *frame, output);
  } catch (Error& error) {
    locate(error, *frame);
    const OriginId where = macro.frame->source.origin(
        definition.begin, definition.begin + static_cast<std::uint32_t>(definition.name.size()), context);
    error.diagnostic.notes.push_back(
        {definition.name == "caller" ? "in the body of a call block" : "in macro " + name(), where});
    at_ = before;
    throw;
  }
  at_ = before;
  // Macros made in here and kept nowhere else would keep the frame for ever.
  release_if_own(*frame);
  if (printed != nullptr) return {};
  Value result = output.take();
  step.done(result);
  return result;
}

void Evaluator::release_if_own(Frame& frame) {
  if (!frame.is_joined()) return;
  std::uint32_t own = 0;
  for (std::uint16_t index = 0; index < frame.size(); ++index) {
    const auto* macro = object_cast<MacroObject>(frame.slot(index));
    if (macro != nullptr && macro->frame.get() == &frame && !macro->is_shared()) ++own;
  }
  if (frame.count() == own + 1) frame.clear();
}

}  // namespace evalground::jinja2
