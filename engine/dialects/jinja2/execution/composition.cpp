// Templates within templates: jinja2.runtime and what jinja2.compiler generates for extends, block, include and import.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/composition.hpp"

#include <algorithm>

namespace evalground::jinja2 {
namespace {

// Children run before their parents, so the first definition of a block is that of the deepest child.
void add_blocks(Scope& scope, Template& source, Budget& budget) {
  if (source.blocks.empty()) return;
  if (!scope.blocks) {
    scope.blocks = make_ref<BlockTable>();
  } else if (scope.blocks->is_shared()) {
    scope.blocks = scope.blocks->copy();
  }
  for (const BlockDefinition* block : source.blocks) {
    budget.step(scope.blocks->size() / 16);
    scope.blocks->add({&source, block});
  }
}

// A scope in which the names of a frame are visible, while the frame waits. Macros made meanwhile may keep the scope.
class ScopeAround {
 public:
  ScopeAround(Scope*& scopes, std::span<const VisibleName> visible, Frame& frame) : scope(make_ref<Scope>(scopes)) {
    scope->outer = frame.scope;
    scope->give(visible, frame);
  }
  ~ScopeAround() {
    if (scope->is_shared()) scope->keep_names();
  }
  ScopeAround(const ScopeAround&) = delete;
  ScopeAround& operator=(const ScopeAround&) = delete;

  const Ref<Scope> scope;
};

// The message "none of the templates given were found: a, b".
std::string missing_templates(Evaluator& evaluator, const Value& name) {
  if (name.is_string() && name.text_size() != 0) return std::string(name.as_string());
  if (!evaluator.truth(name)) return "Tried to select from an empty list of templates.";
  std::string message = "none of the templates given were found: ";
  bool is_first = true;
  evaluator.each(name, [&](const Value& one) {
    if (!is_first) message += ", ";
    is_first = false;
    message += one.is_undefined() ? evaluator.undefined_message(one) : evaluator.text(one);
    return true;
  });
  return message;
}

// What a traced template or block has written, as its value. With native types, and if the text holds a secret, which
// would redact the steps within it too, the value is its name.
Value written(Evaluator& evaluator, const Output& output, std::size_t before, std::string_view name) {
  constexpr std::size_t most_bytes = 400;  // more than a step shows
  if (evaluator.gives_native() || output.is_sensitive()) return Value::string(name);
  return Value::string(output.written_since(before).substr(0, most_bytes));
}

}  // namespace

// ---- templates

// Renders a template as a whole. `more` are variables that hide those of the workspace.
void Composition::render(Template& source, const Map* more, Output& output) {
  const Ref<Scope> scope = make_ref<Scope>(frames_.scopes);
  if (more != nullptr) scope->given = *more;
  const Evaluator::Autoescape escaping(evaluator_, evaluator_.options.autoescape);
  run_template(source, scope, output);
}

// Renders the top level of a template, then that of the template it extends, and so on.
//   child.html:   {% extends "base.html" %}{% block title %}Hi{% endblock %}
//   base.html:    <h1>{% block title %}?{% endblock %}</h1>             ->  <h1>Hi</h1>
//
// The child runs first and prints nothing, but it sets variables and defines blocks. Then base.html runs in the same
// scope and prints the blocks.
void Composition::run_template(Template& source, const Ref<Scope>& scope, Output& output) {
  Context& context = evaluator_.context;
  const Depth depth = context.budget.enter();
  Template* current = &source;
  scope->filters_escape = evaluator_.options.autoescape;
  std::size_t parents = 0;
  // A cycle of templates that extend each other would never end.
  while (current != nullptr) {
    if (++parents > context.budget.limits().depth) throw LimitError(Limit::depth, context.budget.limits().depth);
    add_blocks(*scope, *current, context.budget);
    const Ref<Frame> frame = Frame::make(*current->unit, *current, scope, {});
    frame->reads_output = evaluator_.reads_output();
    if (current->uses_self) frame->slot(current->self_slot) = make_object<SelfObject>(evaluator_, *this, scope);
    statements_.enter(current->unit->entry, *frame);
    const std::size_t before = output.size();
    Trace::Scope step(context.trace, "template", context.trace ? current->origin(0, 0, context) : 0);
    statements_.execute_function(current->body, *frame, output);
    if (context.trace) step.done(written(evaluator_, output, before, current->name));
    current = frame->parent;
    StatementExecutor::release_if_own(*frame);
  }
}

// Adds a note to errors: an error in an included template also shows the place of the include.
void Composition::run_named(Template& source, const Ref<Scope>& scope, Output& output, std::string_view how,
                            const Node& node, Frame& frame) {
  const ExpressionEvaluator::KeepPlace place(expressions_);
  const Evaluator::Autoescape escaping(evaluator_, evaluator_.options.autoescape);
  try {
    run_template(source, scope, output);
  } catch (Error& error) {
    error.diagnostic.notes.push_back(
        {"in " + source.name + ", " + std::string(how) + " here", frame.source.origin(node, evaluator_.context)});
    throw;
  }
}

// The template that an expression names. A missing one gives null if `may_be_missing`, otherwise an error.
Template* Composition::find_named(const Expression& expression, bool may_be_missing, Frame& frame) {
  const Value name = expressions_.evaluate(expression, frame);
  expressions_.at = &expression;
  try {
    Template* const found = find_template(evaluator_, name);
    if (found == nullptr && !may_be_missing) {
      evaluator_.fail("template-not-found", missing_templates(evaluator_, name));
    }
    return found;
  } catch (Error& error) {
    if (evaluator_.holds_sensitive(name)) hide_message(error.diagnostic, "a template that is named by a secret");
    throw;
  }
}

// Only remembers the parent. The rest of this template still runs, which is why it may set variables after `extends`.
void Composition::execute_extends(const Extends& node, Frame& frame) {
  if (frame.parent != nullptr) evaluator_.fail("composition", "extended multiple times");
  frame.parent = find_named(*node.source, false, frame);
}

// ---- blocks

// `depth` counts the definitions of a block from the deepest child. super() is the one behind it.
void Composition::run_block(BlockSource block, const Ref<Scope>& scope, std::size_t depth, Output& output) {
  Context& context = evaluator_.context;
  const Depth level = context.budget.enter();
  const BlockDefinition& definition = *block.block;
  const Ref<Frame> frame = Frame::make(*definition.unit, *block.source, scope, {});
  frame->reads_output = evaluator_.reads_output();
  if (definition.uses_self) frame->slot(definition.self_slot) = make_object<SelfObject>(evaluator_, *this, scope);
  if (definition.uses_super) {
    frame->slot(definition.super_slot) =
        block_reference(evaluator_, *this, scope->blocks->find(definition), scope, depth + 1);
  }
  statements_.enter(definition.unit->entry, *frame);
  const ExpressionEvaluator::KeepPlace place(expressions_);
  const Evaluator::Autoescape escaping(evaluator_, evaluator_.options.autoescape, evaluator_.filters_escape());
  const auto origin = [&] { return block.source->origin(definition.begin, definition.end, context); };
  const std::size_t before = output.size();
  Trace::Scope step(context.trace, "block", context.trace ? origin() : 0);
  try {
    statements_.execute_function(definition.body, *frame, output);
  } catch (Error& error) {
    error.diagnostic.notes.push_back({"in block \"" + std::string(definition.name) + "\"", origin()});
    throw;
  }
  if (context.trace) step.done(written(evaluator_, output, before, definition.name));
  StatementExecutor::release_if_own(*frame);
}

void Composition::execute_block(const Block& node, Frame& frame, Output& output) {
  // In a child template the blocks at the top level are only definitions. The parent prints them.
  if (node.is_top_level && frame.parent != nullptr) return;
  if (!frame.scope->blocks) return;
  const BlockDefinition& definition = *node.definition;
  const BlockTable& blocks = *frame.scope->blocks;
  evaluator_.context.budget.step(blocks.size() / 16);
  const std::size_t number = blocks.find(definition);
  if (number == BlockTable::absent) return;
  const std::vector<BlockSource>& sources = blocks.at(number);
  if (definition.is_required && sources.size() <= 1) {
    evaluator_.fail("composition", "Required block '" + std::string(definition.name) + "' not found");
  }
  if (!definition.is_scoped) return run_block(sources.front(), frame.scope, 0, output);
  // A scoped block also sees the variables around it, such as those of a loop.
  const ScopeAround around(frames_.scopes, node.visible, frame);
  around.scope->blocks = frame.scope->blocks;
  around.scope->filters_escape = frame.scope->filters_escape;
  run_block(sources.front(), around.scope, 0, output);
}

// `self.title()` and `super()`: the block as a value.
Value Composition::call_block(std::size_t block, const Ref<Scope>& scope, std::size_t depth) {
  Output output(evaluator_);
  run_block(scope->blocks->at(block)[depth], scope, depth, output);
  Value result = output.take();
  if (result.is_string()) result = std::move(result).with_markup(evaluator_.filters_escape());
  return result;
}

// `{{ super() }}` prints the block without making a value of its text. Macros have the same rules (print_call).
bool Composition::print_block(const CallExpression& node, const Value& function, Output& output) {
  if (!node.arguments.is_empty() || output.map() != nullptr) return false;
  const TemplateObject* object = template_object(function);
  if (object == nullptr || object->type_name().data() != BlockObject::name.data()) return false;
  const auto& reference = static_cast<const BlockObject&>(*object);
  Output::OnePiece piece(output);
  run_block(reference.scope->blocks->at(reference.block)[reference.depth], reference.scope, reference.depth, output);
  output.check();
  piece.finish();
  return true;
}

// ---- include and import

// A scope in which only functions are visible.
Ref<Scope> Composition::isolated_scope() {
  Ref<Scope> scope = make_ref<Scope>(frames_.scopes);
  scope->is_isolated = true;
  return scope;
}

// Copies the visible names into a scope without an outer scope, so that later assignments are not visible in it.
Ref<Scope> Composition::flattened(const Ref<Scope>& visible) {
  const Ref<Scope> scope = make_ref<Scope>(frames_.scopes);
  std::vector<const Scope*> chain;
  Scope* last = visible.get();
  for (; last != nullptr; last = last->outer.get()) {
    last->copy_names();
    chain.push_back(last);
    if (last->is_isolated) break;
  }
  for (auto one = chain.rbegin(); one != chain.rend(); ++one) {
    for (const auto& [key, value] : (*one)->given) scope->given.set(key, value);
    for (const auto& [key, value] : (*one)->assigned) scope->given.set(key, value);
  }
  for (const auto& [key, value] : visible->given) scope->given.set(key, value);
  scope->is_isolated = last != nullptr;
  return scope;
}

// An include in a loop finds its template once, if its name is a constant. The folder is compared as well, because a
// relative name may mean another file where the template is used from elsewhere.
void Composition::execute_include(const Include& node, Frame& frame, Output& output) {
  Template* source = nullptr;
  const std::string& folder = evaluator_.loader.search().folders.front();
  if (const auto known = included_.find(&node); known != included_.end() && known->second.folder == folder) {
    source = known->second.source;
  } else {
    source = find_named(*node.source, node.ignores_missing, frame);
    if (source == nullptr) return;
    if (node.source->kind == ExpressionKind::constant) included_.insert_or_assign(&node, Included{source, folder});
  }
  if (node.has_context) {
    const ScopeAround around(frames_.scopes, node.visible, frame);
    return run_named(*source, around.scope, output, "included", node, frame);
  }
  // Without context Jinja writes the output of the included template directly, past any filter and set block around it.
  run_named(*source, isolated_scope(), statements_.function_output(), "included", node, frame);
}

// " in 'a.html'" for messages; empty for an expression, which has no name.
std::string Composition::place_in(const Template& source) {
  return source.name == expression_path ? std::string() : " in '" + source.name + "'";
}

// Runs the template, whose output becomes the text of the module. An error in this output matters only if the module is
// printed, so it is kept for then.
void Composition::execute_import(const Import& node, Frame& frame) {
  Template* const source = find_named(*node.source, false, frame);
  // Macros of the module see the importer's names with the values they had at the import.
  const Ref<Scope> scope =
      node.has_context ? flattened(ScopeAround(frames_.scopes, node.visible, frame).scope) : isolated_scope();
  Output body(evaluator_);
  run_named(*source, scope, body, "imported", node, frame);
  std::exception_ptr failure;
  Value text = recover([&] { return body.take(); },
                       [&](const Error&) -> Value {
                         failure = std::current_exception();
                         return Value::string("");
                       });
  const Value module = make_object<Module>(evaluator_, *source, scope, std::move(text), std::move(failure));
  if (node.target != nullptr) return statements_.assign(*node.target, module, frame);
  for (const ImportedName& imported : node.names) {
    // A name that was assigned a missing value is exported as well.
    std::optional<Value> exported = object_cast<Module>(module)->attribute(evaluator_, imported.name);
    Value value = exported ? *std::move(exported) : Value();
    if (!exported) {
      value = evaluator_.undefined_hint("the template '" + source->name + "' (imported on line " +
                                        std::to_string(frame.source.line(node.begin)) + place_in(frame.source) +
                                        ") does not export the requested name '" + std::string(imported.name) + "'");
    }
    expressions_.at = imported.target;
    statements_.assign(*imported.target, std::move(value), frame);
  }
}

}  // namespace evalground::jinja2
