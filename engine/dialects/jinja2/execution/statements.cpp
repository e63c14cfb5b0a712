// Bodies, assignments and loops (see statements.hpp).
//
// Hot: compiled for speed in every module.
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/statements.hpp"

#include "base/text/text.hpp"
#include "dialects/jinja2/runtime/native.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::jinja2 {

// Errors are thrown without a place. The innermost body adds the node that was being evaluated, and a suggestion when a
// name is unknown.
void StatementExecutor::locate(Error& error, const Frame& frame) const {
  Diagnostic& diagnostic = error.diagnostic;
  if (diagnostic.where != 0 || expressions_.at == nullptr) return;
  diagnostic.where = frame.source.origin(*expressions_.at, context_);
  const auto* unknown = dynamic_cast<const UnknownName*>(&error);
  if (unknown == nullptr) return;
  const bool is_variable = !unknown->kind && !unknown->nearest_key;
  const std::string_view hint =
      is_variable ? evaluator_.functions.hint_at_flavor(FunctionKind::global, unknown->name) : std::string_view();
  const std::string nearest = unknown->nearest_key ? *unknown->nearest_key
                              : unknown->kind      ? evaluator_.functions.nearest(*unknown->kind, unknown->name)
                              : hint.empty()       ? nearest_variable(unknown->name, frame.source)
                                                   : std::string();
  const bool says_more = !nearest.empty() || !hint.empty();
  if (says_more && !diagnostic.message.ends_with('.')) diagnostic.message += '.';
  diagnostic.message += hint;
  diagnostic =
      unknown_name(context_.sources, diagnostic.where, diagnostic.code, diagnostic.message, unknown->name, nearest);
  if (!hint.empty()) {
    const OriginId option = context_.origin_of_input(Via::input, "options.flavor");
    diagnostic.fixes.push_back({"Set the option `flavor` to `ansible`", {{option, "\"ansible\""}}});
  }
}

// Warnings are also made without a place. All since the last statement belong to the node in evaluation.
void StatementExecutor::locate_warnings(const Frame& frame) const {
  const std::size_t first = *std::exchange(evaluator_.unplaced, std::nullopt);
  if (expressions_.at == nullptr) return;
  const OriginId where = frame.source.origin(*expressions_.at, context_);
  for (std::size_t at = first; at < context_.diagnostics.size(); ++at) {
    if (context_.diagnostics[at].where == 0) context_.diagnostics[at].where = where;
  }
}

// Suggests from everything that could be read here: names that the template sets, given variables, global functions.
std::string StatementExecutor::nearest_variable(std::string_view name, const Template& source) const {
  std::vector<std::string_view> known = source.assigned_names;
  for (const std::string_view one : evaluator_.variables.names()) known.push_back(one);
  const std::string global = evaluator_.functions.nearest(FunctionKind::global, name);
  if (!global.empty()) known.push_back(global);
  context_.budget.step(known.size());
  return std::string(nearest_name(name, known).value_or(""));
}

// Prepares the slots of a body. The resolver decided for each name whether its old value is forgotten, copied from an
// outer scope, or read from the variables of the workspace. Jinja generates the same steps as Python code at the head
// of a scope.
void StatementExecutor::enter(std::span<const SlotEntry> entry, Frame& frame) {
  for (const SlotEntry& slot : entry) {
    switch (slot.action) {
      case SlotEntry::Action::forget: frame.slot(slot.index) = Value(); break;
      case SlotEntry::Action::missing: frame.slot(slot.index) = Value::undefined(missing_slot); break;
      case SlotEntry::Action::copy: frame.slot(slot.index) = frame.at(slot.source); break;
      case SlotEntry::Action::look_up: look_up(slot, frame); break;
    }
  }
}

void StatementExecutor::look_up(const SlotEntry& entry, Frame& frame) {
  const ExpressionEvaluator::KeepPlace place(expressions_);
  try {
    expressions_.look_up(entry, frame);
  } catch (Error& error) {
    // A lookup that is only unavailable here fails when the name is read, if it is read at all.
    if (error.diagnostic.code == "unavailable") return;
    locate(error, frame);
    throw;
  }
}

// Exported names are those that `import` and blocks can see, so their values are also kept by name.
void StatementExecutor::assign(const Target& target, Value value, Frame& frame) {
  switch (target.kind) {
    case Target::Kind::name:
      if (target.is_exported) frame.scope->assigned.set(target.name, value);
      frame.slot(target.slot.index) = std::move(value);
      return;
    case Target::Kind::attribute:
      space_of(target, frame).values.set(target.attribute->as_string(), std::move(value));
      return;
    case Target::Kind::tuple: return assign_tuple(target, value, frame);
  }
}

// `{% set ns.x = value %}` needs a namespace. Jinja checks that before it computes the value.
void StatementExecutor::check_namespaces(const Target& target, Frame& frame) {
  if (target.kind == Target::Kind::tuple) {
    for (const Target* item : target.items) check_namespaces(*item, frame);
  } else if (target.kind == Target::Kind::attribute) {
    expressions_.at = &target;
    space_of(target, frame);
  }
}

Namespace& StatementExecutor::space_of(const Target& target, Frame& frame) {
  const Value& holder = frame.at(target.slot);
  const Value found = is_absent(holder) ? expressions_.find_variable(target.name, *frame.scope) : holder;
  auto* space = object_cast<Namespace>(found);
  if (space == nullptr) evaluator_.fail("type-error", "cannot assign attribute on non-namespace object");
  return *space;
}

// Unpacks a value: one item for each target. Each item is as sensitive as the whole.
void StatementExecutor::assign_tuple(const Target& target, const Value& value, Frame& frame) {
  const std::size_t wanted = target.items.size();
  if ((value.is_list() || value.kind() == Kind::tuple) && value.as_list().size() == wanted) {
    for (std::size_t index = 0; index < wanted; ++index) {
      const Value item = evaluator_.adopted(value.as_list()[index]);
      assign(*target.items[index], item.with_sensitive(item.sensitive() || value.sensitive()), frame);
    }
    return;
  }
  if (!evaluator_.is_iterable(value)) {
    evaluator_.fail("type-error", "cannot unpack non-iterable " + evaluator_.type_name(value) + " object");
  }
  List items = evaluator_.items(value);
  if (items.size() > wanted) {
    evaluator_.fail("value-error", "too many values to unpack (expected " + std::to_string(wanted) + ")");
  }
  if (items.size() < wanted) {
    evaluator_.fail("value-error", "not enough values to unpack (expected " + std::to_string(wanted) + ", got " +
                                       std::to_string(items.size()) + ")");
  }
  for (std::size_t index = 0; index < wanted; ++index) assign(*target.items[index], std::move(items[index]), frame);
}

// Renders a body into a value, for `{% set x %}…{% endset %}` and `{% filter %}`.
StatementExecutor::Flow StatementExecutor::capture(Body body, std::span<const SlotEntry> entry, Frame& frame,
                                                   Value& captured) {
  Output output(evaluator_);
  enter(entry, frame);
  const Flow flow = execute(body, frame, output);
  if (flow == Flow::normal) captured = taken(output, frame);
  return flow;
}

Value StatementExecutor::taken(Output& output, Frame& frame) {
  return frame.root().reads_output ? read_rendered(evaluator_, output.take()) : output.take();
}

// An undefined value that is printed may fail only at the end of the template. This keeps the place where it was
// printed.
Value StatementExecutor::placed(const Value& missing, const Frame& frame) {
  if (missing.undefined_number() <= 0 || evaluator_.undefined(missing).leniency == Leniency::lenient) return missing;
  try {
    evaluator_.fail_undefined(missing);
  } catch (Error& error) {
    if (error.diagnostic.where != 0) return missing;
    locate(error, frame);
    return evaluator_.placed(missing, error);
  }
}

Value StatementExecutor::printed_missing(const Value& value, const Frame& frame) {
  note_missing(value, frame);
  return evaluator_.gives_native() ? placed(value, frame) : value;
}

// A missing variable prints nothing unless `undefined` is strict. Without any variables all are missing, and only
// their names are known yet.
void StatementExecutor::note_missing(const Value& value, const Frame& frame) {
  if (value.undefined_number() <= 0 || context_.workspace.vars.empty()) return;
  const Undefined& missing = evaluator_.undefined(value);
  const bool is_variable = missing.hint.empty() && missing.holder.empty() && missing.cause == nullptr;
  if (missing.leniency != Leniency::lenient || !is_variable || !missing.name.is_string()) return;
  if (!noted_.insert(expressions_.at).second) return;
  const std::string name(missing.name.as_string());
  context_.hint_name(frame.source.origin(*expressions_.at, context_), "undefined-variable",
                     "The variable `" + name + "` is not defined, so nothing is printed for it.", name,
                     nearest_variable(name, frame.source));
}

// The loop that runs every body. Data and prints are by far the most frequent statements, so they are handled here and
// not in execute_statement(). A child template prints nothing outside of its blocks, which is_silent_in_child marks.
//
// Errors get their place where the innermost body catches them: expressions_.at is the node in evaluation. A LimitError
// is not an Error, so the second handler only notes how far the template came.
StatementExecutor::Flow StatementExecutor::execute(Body body, Frame& frame, Output& output) {
  const Evaluator::Nesting nesting(evaluator_);
  const ExpressionEvaluator::KeepPlace place(expressions_);
  const Statement* current = nullptr;
  try {
    for (const Statement* statement : body) {
      current = statement;
      context_.budget.step();
      if (context_.trace) passed_.emplace(frame.source.origin(*statement, context_), statement->kind);
      switch (statement->kind) {
        case StatementKind::text: {
          const auto& node = static_cast<const Text&>(*statement);
          if (!node.is_silent_in_child || frame.root().parent == nullptr) output.add_constant(node.text);
          break;
        }
        case StatementKind::print: {
          const auto& node = static_cast<const Print&>(*statement);
          if (node.is_silent_in_child && frame.root().parent != nullptr) break;
          if (node.value->kind == ExpressionKind::call &&
              print_call(static_cast<const CallExpression&>(*node.value), frame, output)) {
            break;
          }
          if (node.value->is_constant) {
            print_constant(*node.value, frame, output);
            break;
          }
          Value storage;
          const Value& value = expressions_.peek(*node.value, frame, storage);
          expressions_.at = node.value;
          output.print(value.is_undefined() ? printed_missing(value, frame) : value);
          break;
        }
        default: {
          expressions_.at = statement;
          output.end_constant();
          const Flow flow = execute_statement(*statement, frame, output);
          output.end_constant();
          if (flow != Flow::normal) return flow;
        }
      }
      if (evaluator_.unplaced) locate_warnings(frame);
      if (output.map() != nullptr) record(*statement, frame, output);
    }
  } catch (Error& error) {
    locate(error, frame);
    throw;
  } catch (const std::exception&) {  // a limit, or out of memory
    if (context_.here == 0 && current != nullptr) context_.here = frame.source.origin(*current, context_);
    throw;
  }
  return Flow::normal;
}

// Attributes the text printed since the last record to this statement.
void StatementExecutor::record(const Statement& statement, Frame& frame, Output& output) {
  TextMap& map = *output.map();
  if (statement.kind == StatementKind::print) {
    expressions_.each_read(*static_cast<const Print&>(statement).value, frame,
                           [&](OriginId where, const Value*) { map.read(where); });
  }
  map.add(output.recorded_size(), frame.source.origin(statement, context_));
}

// Prints a constant, which Jinja computes while compiling. Only the `autoescape` around it in the source applies then,
// not the one in effect at run time.
void StatementExecutor::print_constant(const Expression& expression, Frame& frame, Output& output) {
  const ScopedValue<bool> folds(expressions_.folds_constants, true);
  const Evaluator::Autoescape escaping(evaluator_, evaluator_.autoescape());
  Value storage;
  const Value& value = expressions_.peek(expression, frame, storage);
  expressions_.at = &expression;
  const Value printed = value.is_undefined() && evaluator_.gives_native() ? placed(value, frame) : value;
  expressions_.folds_constants ? output.print_constant(printed) : output.print(printed);
}

StatementExecutor::Flow StatementExecutor::execute_statement(const Statement& statement, Frame& frame, Output& output) {
  switch (statement.kind) {
    case StatementKind::text:
    case StatementKind::print: return Flow::normal;  // handled by execute()
    case StatementKind::conditional: {
      const auto branches = static_cast<const If&>(statement).branches;
      for (std::size_t at = 0; at < branches.size(); ++at) {
        if (branches[at].condition == nullptr || takes(branches.subspan(at), frame)) {
          return execute(branches[at].body, frame, output);
        }
      }
      return Flow::normal;
    }
    case StatementKind::loop: {
      const auto& node = static_cast<const For&>(statement);
      const Value sequence = expressions_.evaluate(*node.sequence, frame);
      expressions_.at = node.sequence;
      if (!node.is_recursive) return execute_loop(node, sequence, frame, output, nullptr);
      if (!evaluator_.gives_native()) {
        // The output of a recursive loop counts as one piece.
        const std::uint64_t pieces = output.piece_count();
        output.set_piece_count(0);
        const Flow flow = execute_loop(node, sequence, frame, output, nullptr);
        output.set_piece_count(pieces + 1);
        return flow;
      }
      // With native types a recursive loop gives one value: None if it prints nothing.
      Output own(evaluator_);
      const Flow flow = execute_loop(node, sequence, frame, own, nullptr);
      output.write(taken(own, frame));
      return flow;
    }
    case StatementKind::set: {
      const auto& node = static_cast<const Set&>(statement);
      if (node.target->kind != Target::Kind::name) check_namespaces(*node.target, frame);
      Value value = context_.provenance.recording() ? traced_value(*node.value, frame)
                                                    : expressions_.evaluate(*node.value, frame);
      expressions_.at = node.target;
      assign(*node.target, std::move(value), frame);
      return Flow::normal;
    }
    case StatementKind::set_block: return execute_set_block(static_cast<const SetBlock&>(statement), frame);
    case StatementKind::macro: {
      const auto& node = static_cast<const Macro&>(statement);
      assign(*node.target, make_macro(*node.definition, frame), frame);
      return Flow::normal;
    }
    case StatementKind::call_block: {
      const auto& node = static_cast<const CallBlock&>(statement);
      const Value caller = make_macro(*node.definition, frame);
      const Value result = expressions_.evaluate_call(*node.call, frame, &caller);
      expressions_.at = node.call;
      if (!output.write(result)) output.set_wrong_piece(frame.source.origin(*node.call, context_));
      return Flow::normal;
    }
    case StatementKind::filter_block: {
      const auto& node = static_cast<const FilterBlock&>(statement);
      Value body;
      if (const Flow flow = capture(node.body, node.entry, frame, body); flow != Flow::normal) return flow;
      const Value value = apply_chain(*node.filter, std::move(body), frame);
      expressions_.at = node.filter;
      if (!output.write(value)) output.set_wrong_piece(frame.source.origin(*node.filter, context_));
      return Flow::normal;
    }
    case StatementKind::with: return execute_with(static_cast<const With&>(statement), frame, output);
    case StatementKind::include:
      composition_.execute_include(static_cast<const Include&>(statement), frame, output);
      break;
    case StatementKind::import_as:
    case StatementKind::import_from: composition_.execute_import(static_cast<const Import&>(statement), frame); break;
    case StatementKind::extends: composition_.execute_extends(static_cast<const Extends&>(statement), frame); break;
    case StatementKind::block: composition_.execute_block(static_cast<const Block&>(statement), frame, output); break;
    case StatementKind::autoescape: {
      const auto& node = static_cast<const Autoescape&>(statement);
      enter(node.entry, frame);
      const bool escapes = expressions_.condition(*node.value, frame);
      const Evaluator::Autoescape escaping(evaluator_, escapes);
      const ScopedValue<bool> in_template(frame.scope->filters_escape, escapes);
      return execute(node.body, frame, output);
    }
    case StatementKind::evaluate: expressions_.evaluate(*static_cast<const Evaluate&>(statement).value, frame); break;
    case StatementKind::break_loop: return Flow::break_loop;
    case StatementKind::continue_loop: return Flow::continue_loop;
  }
  return Flow::normal;
}

// The value of `{% set %}`, with the place of its expression as its origin if it is computed, and with what it read.
Value StatementExecutor::traced_value(const Expression& expression, Frame& frame) {
  Provenance::Computation computation(context_.provenance);
  Value value = expressions_.evaluate(expression, frame);
  if (value.origin() != 0 || value.is_undefined()) return value;
  expressions_.note_reads(expression, frame);
  const OriginId where = frame.source.origin(expression, context_);
  computation.made(where);
  return std::move(value).with_origin(where);
}

StatementExecutor::Flow StatementExecutor::execute_set_block(const SetBlock& node, Frame& frame) {
  Value value;
  if (const Flow flow = capture(node.body, node.entry, frame, value); flow != Flow::normal) return flow;
  if (node.filter != nullptr) value = apply_chain(*node.filter, std::move(value), frame);
  if (evaluator_.filters_escape()) {
    if (!value.is_string()) value = evaluator_.noted_text(value);
    value = std::move(value).with_markup();
  }
  expressions_.at = node.target;
  assign(*node.target, std::move(value), frame);
  return Flow::normal;
}

StatementExecutor::Flow StatementExecutor::execute_with(const With& node, Frame& frame, Output& output) {
  // All values are computed in the outer frame before any of them is assigned.
  List values;
  for (const Expression* value : node.values) values.push_back(expressions_.evaluate(*value, frame));
  enter(node.entry, frame);
  for (std::size_t index = 0; index < values.size(); ++index) {
    expressions_.at = node.targets[index];
    assign(*node.targets[index], std::move(values[index]), frame);
  }
  return execute(node.body, frame, output);
}

Value StatementExecutor::apply_chain(const Application& filter, Value input, Frame& frame) {
  if (filter.input != nullptr) {
    input = apply_chain(static_cast<const Application&>(*filter.input), std::move(input), frame);
  }
  return expressions_.evaluate_application(filter, frame, &input);
}

// Whether the first of these branches is taken. Its condition also decides about the other ones.
bool StatementExecutor::takes(std::span<const Branch> branches, Frame& frame) {
  const Expression& written = *branches.front().condition;
  if (!context_.decisions.recording()) return expressions_.condition(written, frame);
  Decisions::Condition condition(context_.decisions, frame.source.origin(written, context_));
  const bool is_true = expressions_.condition(written, frame);
  expressions_.note_reads(written, frame);
  for (const Branch& branch : branches) {
    if (branch.body.empty()) continue;
    const std::uint32_t begin = branch.body.front()->begin;
    condition.decides(is_true, frame.source.origin(begin, branch.body.back()->end, context_),
                      &branch == &branches.front());
  }
  return is_true;
}

// ---- loops

// Runs `for`. Items are read one at a time, so a body can change the list that it iterates over, as in Python. With
// `loop` the object reads ahead by an item, since it must know whether an item is the last. Without `loop` a plain
// cursor is enough, which is the usual and faster case.
StatementExecutor::Flow StatementExecutor::execute_loop(const For& node, const Value& sequence, Frame& outer_frame,
                                                        Output& output, LoopObject* outer) {
  // A recursive loop may run within itself, so each run has a frame of its own.
  Ref<Frame> own;
  if (node.unit != nullptr)
    own = Frame::make(*node.unit, outer_frame.source, outer_frame.scope, Ref<Frame>(&outer_frame));
  Frame& frame = node.unit != nullptr ? *own : outer_frame;
  Trace::Scope step(context_.trace, "loop", context_.trace ? frame.source.origin(node, context_) : 0);
  Flow flow = Flow::normal;
  if (node.test != nullptr) enter(node.test_entry, frame);
  // `else` runs if no body was completed. As in the code Jinja generates, a body left by `break` or `continue` does not
  // count as completed.
  bool has_finished_body = false;
  const auto run_body = [&] {
    context_.budget.step();
    flow = execute(node.body, frame, output);
    output.end_constant();
    has_finished_body = has_finished_body || flow == Flow::normal;
    const bool goes_on = flow != Flow::break_loop;
    flow = Flow::normal;
    return goes_on;
  };
  // Without a use of `loop` its object is not needed.
  if (!node.has_loop) {
    Cursor cursor(evaluator_, sequence);
    Value item;
    while (cursor.next(item)) {
      if (node.test != nullptr && !passes(node, item, frame)) continue;
      enter(node.body_entry, frame);
      expressions_.at = node.target;
      assign(*node.target, std::move(item), frame);
      if (!run_body()) break;
    }
  } else {
    if (!frame.is_joined()) frame.join(frames_.captured);  // `loop` keeps its frame
    const Ref<LoopObject> loop(
        new LoopObject(evaluator_, *this, node, {Ref<Frame>(&frame), Ref<Frame>(&outer_frame)}, sequence, outer));
    Value item;
    while (loop->advance(item)) {
      enter(node.body_entry, frame);
      Value& slot = frame.slot(node.loop_slot.index);
      if (!slot.is_object() || &slot.as_object() != loop.get()) slot = Value::object(Ref<Object>(loop.get()));
      expressions_.at = node.target;
      assign(*node.target, std::move(item), frame);
      if (!run_body()) break;
    }
    if (Value& slot = frame.slot(node.loop_slot.index); object_cast<LoopObject>(slot) == loop.get()) slot = Value();
    loop->leave();
  }
  if (!has_finished_body && !node.otherwise.empty()) {
    enter(node.otherwise_entry, frame);
    flow = execute(node.otherwise, frame, output);
  }
  step.done(sequence);
  return flow;
}

// `loop(items)`: renders the same loop over other items, one level deeper.
Value StatementExecutor::call_loop(const For& node, const Value& sequence, Frame& outside, LoopObject& outer) {
  const Depth depth = context_.budget.enter();
  const ExpressionEvaluator::KeepPlace place(expressions_);
  Output output(evaluator_);
  const ScopedValue<Output*> function(function_output_, &output);
  execute_loop(node, sequence, outside, output, &outer);
  return taken(output, outside);
}

// Whether an item passes the loop's `if`.
bool StatementExecutor::passes(const For& node, const Value& item, Frame& frame) {
  context_.budget.step();
  expressions_.at = node.test_target;
  assign(*node.test_target, item, frame);
  if (!context_.decisions.recording()) return expressions_.condition(*node.test, frame);
  Decisions::Condition condition(context_.decisions, frame.source.origin(*node.test, context_));
  const bool is_true = expressions_.condition(*node.test, frame);
  expressions_.note_reads(*node.test, frame);
  return condition.decides_item(is_true, item.origin());
}

}  // namespace evalground::jinja2
