// Templates within templates: rendering, inheritance, include and import.
//
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
namespace {

void add_blocks(Scope& scope, Template& source) {
  for (const BlockDefinition* block : source.blocks) {
    const auto found = std::find_if(scope.blocks.begin(), scope.blocks.end(),
                                    [&](const auto& known) { return known.first == block->name; });
    if (found == scope.blocks.end()) {
      scope.blocks.push_back({block->name, {{&source, block}}});
    } else {
      found->second.push_back({&source, block});
    }
  }
}

// "none of the templates given were found: a, b"
std::string missing_templates(const Value& name) {
  if (name.is_string()) return std::string(name.as_string());
  std::string message = "none of the templates given were found: ";
  if (!name.is_list() && name.kind() != Kind::tuple) return message;
  bool is_first = true;
  for (const Value& one : name.as_list()) {
    if (!is_first) message += ", ";
    is_first = false;
    if (one.is_string()) message += one.as_string();
  }
  return message;
}

}  // namespace

// Renders the top level of a template, and after it that of the template it extends, and so on.
void Evaluator::run_template(Template& source, const Ref<Scope>& scope, Output& output) {
  const Depth depth = context.budget.enter();
  Template* current = &source;
  std::size_t parents = 0;
  while (current != nullptr) {
    if (++parents > context.budget.limits().depth) throw LimitError(Limit::depth, context.budget.limits().depth);
    add_blocks(*scope, *current);
    const Ref<Frame> frame = Frame::make(*current->unit, *current, scope, {});
    if (current->uses_self) frame->slot(current->self_slot) = make_object<SelfObject>(*this, scope);
    enter(current->unit->entry, *frame);
    Trace::Scope step(context.trace, "template", context.trace ? current->origin(0, 0, context) : 0);
    execute(current->body, *frame, output);
    step.done(Value::string(current->name));
    current = frame->parent;
    release_if_own(*frame);
  }
}

void Evaluator::execute_extends(const Extends& node, Frame& frame) {
  if (frame.parent != nullptr) fail("composition", "extended multiple times");
  const Value name = evaluate(*node.source, frame);
  at_ = node.source;
  require(name);
  Template* parent = find_template(name);
  if (parent == nullptr) fail("template-not-found", missing_templates(name));
  frame.parent = parent;
}

// ---- blocks

void Evaluator::run_block(const BlockSource& block, const Ref<Scope>& scope, std::size_t at, Output& output) {
  const Depth depth = context.budget.enter();
  const BlockDefinition& definition = *block.block;
  const Ref<Frame> frame = Frame::make(*definition.unit, *block.source, scope, {});
  if (definition.uses_self) frame->slot(definition.self_slot) = make_object<SelfObject>(*this, scope);
  if (definition.uses_super) {
    frame->slot(definition.super_slot) = block_reference(*this, definition.name, scope, at + 1);
  }
  enter(definition.unit->entry, *frame);
  const Node* const before = at_;
  Trace::Scope step(context.trace, "block",
                    context.trace ? block.source->origin(definition.begin, definition.end, context) : 0);
  try {
    execute(definition.body, *frame, output);
  } catch (Error& error) {
    error.diagnostic.notes.push_back({"in block \"" + std::string(definition.name) + "\"",
                                      block.source->origin(definition.begin, definition.end, context)});
    throw;
  }
  at_ = before;
  step.done(Value::string(definition.name));
  release_if_own(*frame);
}

void Evaluator::execute_block(const Block& node, Frame& frame, Output& output) {
  if (node.is_top_level && frame.parent != nullptr) return;
  const BlockDefinition& definition = *node.definition;
  const std::vector<BlockSource>* sources = frame.scope->find_blocks(definition.name);
  if (sources == nullptr) return;
  if (definition.is_required && sources->size() <= 1) {
    fail("composition", "Required block '" + std::string(definition.name) + "' not found");
  }
  const BlockSource first = sources->front();
  if (!definition.is_scoped) return run_block(first, frame.scope, 0, output);
  const Ref<Scope> scope = scope_of_include(node.visible, frame);
  scope->blocks = frame.scope->blocks;
  run_block(first, scope, 0, output);
}

Value block_reference(Evaluator& evaluator, std::string_view name, const Ref<Scope>& scope, std::size_t depth) {
  const std::vector<BlockSource>* sources = scope->find_blocks(name);
  if (sources == nullptr || depth >= sources->size()) {
    return evaluator.undefined_hint("there is no parent block called '" + std::string(name) + "'.");
  }
  return make_object<BlockObject>(evaluator, sources->front().block->name, scope, depth);
}

Value Evaluator::call_block(std::string_view name, const Ref<Scope>& scope, std::size_t depth) {
  const std::vector<BlockSource>* sources = scope->find_blocks(name);
  const Node* const before = at_;
  Output output(*this);
  run_block((*sources)[depth], scope, depth, output);
  at_ = before;
  return output.take();
}

// ---- include and import

Ref<Scope> Evaluator::scope_of_include(std::span<VisibleName> visible, Frame& frame) {
  Ref<Scope> scope = make_ref<Scope>(scopes_);
  scope->outer = frame.scope;
  for (const VisibleName& name : visible) {
    const Value& value = frame.at(name.slot);
    if (!is_absent(value) && !value.is_undefined()) scope->given.set(name.name, value);
  }
  return scope;
}

void Evaluator::execute_include(const Include& node, Frame& frame, Output& output) {
  Template* source = nullptr;
  if (const auto known = included_.find(&node); known != included_.end()) {
    source = known->second;
  } else {
    const Value name = evaluate(*node.source, frame);
    at_ = node.source;
    source = find_template(name);
    if (source == nullptr) {
      if (node.ignores_missing) return;
      fail("template-not-found", missing_templates(name));
    }
    if (node.source->kind == ExpressionKind::constant) included_.emplace(&node, source);
  }
  Ref<Scope> scope;
  if (node.has_context) {
    scope = scope_of_include(node.visible, frame);
  } else {
    scope = make_ref<Scope>(scopes_);
    scope->is_isolated = true;
  }
  const Node* const before = at_;
  const bool escapes = std::exchange(autoescape_, options.autoescape);
  try {
    run_template(*source, scope, output);
  } catch (Error& error) {
    error.diagnostic.notes.push_back({"in " + source->name + ", included here", frame.source.origin(node, context)});
    throw;
  }
  autoescape_ = escapes;
  at_ = before;
}

void Evaluator::execute_import(const Import& node, Frame& frame) {
  const Value name = evaluate(*node.source, frame);
  at_ = node.source;
  require(name);
  Template* source = find_template(name);
  if (source == nullptr) fail("template-not-found", missing_templates(name));
  Ref<Scope> scope = make_ref<Scope>(scopes_);
  if (node.has_context) {
    // What the importer has assigned so far: macros of the module see it later as it was.
    const Ref<Scope> visible = scope_of_include(node.visible, frame);
    std::vector<const Scope*> chain;
    const Scope* last = visible.get();
    for (; last != nullptr; last = last->outer.get()) {
      chain.push_back(last);
      if (last->is_isolated) break;
    }
    for (auto one = chain.rbegin(); one != chain.rend(); ++one) {
      for (const auto& [key, value] : (*one)->given) scope->given.set(key, value);
      for (const auto& [key, value] : (*one)->assigned) scope->given.set(key, value);
    }
    for (const auto& [key, value] : visible->given) scope->given.set(key, value);
    scope->is_isolated = last != nullptr;
  } else {
    scope->is_isolated = true;
  }
  const Node* const before = at_;
  const bool escapes = std::exchange(autoescape_, options.autoescape);
  Output body(*this);
  try {
    run_template(*source, scope, body);
  } catch (Error& error) {
    error.diagnostic.notes.push_back({"in " + source->name + ", imported here", frame.source.origin(node, context)});
    throw;
  }
  autoescape_ = escapes;
  at_ = before;
  const Value module = make_object<Module>(*this, *source, scope, body.take());
  if (node.target != nullptr) return assign(*node.target, module, frame);
  for (const ImportedName& imported : node.names) {
    Value value = only_attribute(module, imported.name);
    if (value.is_undefined()) {
      value = undefined_hint("the template '" + source->name + "' (imported on line " +
                             std::to_string(frame.source.line(node.begin)) + " in '" + frame.source.name +
                             "') does not export the requested name '" + std::string(imported.name) + "'");
    }
    at_ = imported.target;
    assign(*imported.target, std::move(value), frame);
  }
}

}  // namespace evalground::jinja2
