// Macros, `{% macro name(parameters) %}`, and call blocks, which are macros that the called macro gets as `caller`.
//
// Hot: compiled for speed in every module.
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <optional>

#include "dialects/jinja2/execution/statements.hpp"

namespace evalground::jinja2 {

// A macro keeps its frame and the frames around it alive, so they join the registry.
Value StatementExecutor::make_macro(const MacroDefinition& definition, Frame& frame) {
  if (!frame.is_joined()) frame.join(frames_.captured);
  for (Frame* outer = frame.outer.get(); outer != nullptr; outer = outer->outer.get()) {
    if (!outer->is_joined()) outer->join(frames_.captured);
  }
  return make_object<MacroObject>(evaluator_, *this, definition, Ref<Frame>(&frame), evaluator_.autoescape());
}

// Puts the arguments into the slots of the parameters. Returns the number of positional ones. Slots of later parameters
// are absent unless the argument is given by name.
std::size_t StatementExecutor::bind_parameters(const MacroDefinition& definition, const Arguments& arguments,
                                               Frame& frame) {
  const auto& parameters = definition.parameters;
  const auto fail = [&](const std::string& what) {
    // The body of a call block is a macro without a name.
    const std::string name = definition.name == "caller" ? "None" : "'" + std::string(definition.name) + "'";
    evaluator_.fail("type-error", "macro " + name + " " + what);
  };
  const std::size_t positional = std::min(arguments.positional.size(), parameters.size());
  for (std::size_t index = 0; index < positional; ++index) {
    frame.slot(parameters[index].slot) = arguments.positional[index];
  }
  // A named argument belongs to a parameter, is the `caller` of a call block, or goes to `kwargs`.
  Map others;
  bool has_caller = definition.has_explicit_caller && positional == parameters.size();
  Value caller;
  for (const Keyword& keyword : arguments.keywords) {
    bool is_taken = false;
    for (std::size_t index = positional; index < parameters.size() && !is_taken; ++index) {
      if (parameters[index].name != keyword.name) continue;
      frame.slot(parameters[index].slot) = keyword.value;
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
  // Fills `caller`, `kwargs` and `varargs` if the body reads them. Otherwise remaining arguments are an error.
  if (definition.uses_caller) {
    if (is_absent(caller) || caller.is_null()) caller = evaluator_.undefined_hint("No caller defined");
    frame.slot(definition.caller_slot) = caller;
  }
  if (definition.uses_kwargs) {
    frame.slot(definition.kwargs_slot) = Value::map(std::move(others));
  } else if (!others.empty()) {
    if (others.contains("caller")) {
      fail("was invoked with two values for the special caller argument. This is most likely a bug.");
    }
    fail("takes no keyword argument '" + std::string(others.entry(0).key.as_string()) + "'");
  }
  if (definition.uses_varargs) {
    frame.slot(definition.varargs_slot) = Value::tuple(
        List(arguments.positional.begin() + static_cast<std::ptrdiff_t>(positional), arguments.positional.end()));
  } else if (arguments.positional.size() > parameters.size()) {
    fail("takes not more than " + std::to_string(parameters.size()) + " argument(s)");
  }
  return positional;
}

namespace {

// Parameters behind these are taken for missing only when their turn comes.
constexpr std::size_t most_noted = 64;

// The parameters that are given neither by place nor by name, a bit for each.
std::uint64_t missing_parameters(const MacroDefinition& definition, std::size_t positional, Frame& frame) {
  std::uint64_t missing = 0;
  for (std::size_t index = positional; index < std::min(definition.parameters.size(), most_noted); ++index) {
    if (is_absent(frame.slot(definition.parameters[index].slot))) missing |= std::uint64_t{1} << index;
  }
  return missing;
}

}  // namespace

Value StatementExecutor::run_macro(const MacroObject& macro, const Arguments& arguments, Output* printed) {
  const MacroDefinition& definition = macro.definition;
  const Depth depth = context_.budget.enter();
  const Evaluator::Nesting nesting(evaluator_);
  context_.budget.step();
  Template& source = macro.frame->source;
  const Ref<Frame> frame = Frame::make(*definition.unit, source, macro.frame->scope, macro.frame);
  for (const SlotEntry& slot : definition.unit->entry) {
    if (slot.action == SlotEntry::Action::copy) frame->slot(slot.index) = frame->at(slot.source);
    if (slot.action == SlotEntry::Action::missing) frame->slot(slot.index) = Value::undefined(missing_slot);
  }
  // A default that reads its own parameter or a later one finds an undefined name, whatever the context has.
  for (const MacroParameter& parameter : definition.parameters) {
    frame->slot(parameter.slot) = Value::undefined(missing_slot);
  }
  const std::size_t positional = bind_parameters(definition, arguments, *frame);
  const ExpressionEvaluator::KeepPlace place(expressions_);
  const bool gives_markup = evaluator_.filters_escape();
  const Evaluator::Autoescape escaping(evaluator_, macro.escapes, macro.frame->scope->filters_escape);
  for (const SlotEntry& slot : definition.unit->entry) {
    if (slot.action == SlotEntry::Action::look_up) look_up(slot, *frame);
  }
  std::optional<Output> own;
  Output& output = printed != nullptr ? *printed : own.emplace(evaluator_);
  const ScopedValue<Output*> function(function_output_, &output);
  Trace::Scope step(context_.trace, "macro",
                    context_.trace ? source.origin(definition.begin, definition.begin + 5, context_) : 0);
  try {
    // Defaults are computed in the macro's frame, where earlier parameters are visible. Reading a later parameter fills
    // its place, so missing ones are found out before.
    const std::uint64_t missing = missing_parameters(definition, positional, *frame);
    for (std::size_t index = positional; index < definition.parameters.size(); ++index) {
      const MacroParameter& parameter = definition.parameters[index];
      const bool is_missing = index < most_noted ? (missing >> index & 1) != 0 : is_absent(frame->slot(parameter.slot));
      if (!is_missing) continue;
      frame->slot(parameter.slot) =
          parameter.fallback != nullptr
              ? expressions_.evaluate(*parameter.fallback, *frame)
              : evaluator_.undefined_hint("parameter '" + std::string(parameter.name) + "' was not provided");
    }
    execute(definition.body, *frame, output);
    output.check();
  } catch (Error& error) {
    locate(error, *frame);
    const bool is_call_block = definition.name == "caller";
    const auto name_end = definition.begin + static_cast<std::uint32_t>(definition.name.size());
    error.diagnostic.notes.push_back(
        {is_call_block ? "in the body of a call block" : "in macro '" + std::string(definition.name) + "'",
         source.origin(definition.begin, name_end, context_)});
    throw;
  }
  // A frame referred to only by macros in its own slots would never be freed.
  release_if_own(*frame);
  if (printed != nullptr) return {};
  Value result = taken(output, *frame);
  if (result.is_string()) result = std::move(result).with_markup(gives_markup);
  step.done(result);
  return result;
}

void StatementExecutor::release_if_own(Frame& frame) {
  if (!frame.is_joined()) return;
  std::uint32_t own = 0;
  for (std::uint16_t index = 0; index < frame.size(); ++index) {
    const auto* macro = object_cast<MacroObject>(frame.slot(index));
    if (macro != nullptr && macro->frame.get() == &frame && !macro->is_shared()) ++own;
  }
  if (frame.count() == own + 1) frame.clear();
}

bool StatementExecutor::print_call(const CallExpression& node, Frame& frame, Output& output) {
  if (node.callee->kind != ExpressionKind::name || evaluator_.gives_native() || context_.trace) return false;
  if (evaluator_.autoescape() && !evaluator_.filters_escape()) return false;  // its output is escaped
  // A copy, because the name may be reassigned while the macro runs.
  const Value function = expressions_.read(static_cast<const Name&>(*node.callee), frame);
  TemplateObject* object = template_object(function);
  if (object == nullptr || output.has_wrong_piece()) return false;  // the call would report a wrong piece as its own
  if (object->type_name().data() != MacroObject::name.data()) {
    expressions_.at = &node;
    return composition_.print_block(node, function, output);
  }
  if (static_cast<const MacroObject&>(*object).frame->root().reads_output) return false;
  Output::OnePiece piece(output);
  expressions_.with_arguments(node.arguments, frame, nullptr, [&](const Arguments& arguments) {
    expressions_.at = &node;
    return run_macro(static_cast<const MacroObject&>(*object), arguments, &output);
  });
  piece.finish();
  return true;
}

}  // namespace evalground::jinja2
