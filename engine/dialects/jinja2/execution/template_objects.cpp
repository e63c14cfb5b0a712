// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/template_objects.hpp"

#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::jinja2 {

std::optional<Value> Module::attribute(Evaluator&, std::string_view name) {
  if (name.starts_with('_')) return std::nullopt;
  const Value* value = scope_->assigned.find(name);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::string Module::text(Evaluator& evaluator) {
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  return evaluator.text(body_);
}

// ---- blocks

std::optional<Value> BlockObject::attribute(Evaluator& evaluator, std::string_view attribute) {
  if (attribute != "super") return std::nullopt;
  return block_reference(evaluator, runner_, block, scope, depth + 1);
}

Value BlockObject::call(Evaluator& evaluator, const Arguments& arguments) {
  if (!arguments.keywords.empty()) {
    evaluator.fail("type-error", "BlockReference.__call__() got an unexpected keyword argument '" +
                                     std::string(arguments.keywords.front().name) + "'");
  }
  if (!arguments.positional.empty()) {
    evaluator.fail("type-error", "BlockReference.__call__() takes 1 positional argument but " +
                                     std::to_string(arguments.positional.size() + 1) + " were given");
  }
  return runner_.call_block(block, scope, depth);
}

std::optional<Value> SelfObject::attribute(Evaluator& evaluator, std::string_view name) {
  const std::size_t block = scope_->blocks ? scope_->blocks->find(name) : BlockTable::absent;
  if (block == BlockTable::absent) return std::nullopt;
  return block_reference(evaluator, runner_, block, scope_, 0);
}

std::optional<Value> SelfObject::item(Evaluator& evaluator, const Value& key) {
  return key.is_string() ? attribute(evaluator, key.as_string()) : std::nullopt;
}

Value block_reference(Evaluator& evaluator, BlockRunner& runner, std::size_t block, const Ref<Scope>& scope,
                      std::size_t depth) {
  const std::vector<BlockSource>& sources = scope->blocks->at(block);
  if (depth >= sources.size()) {
    return evaluator.undefined_hint("there is no parent block called '" + std::string(sources.front().block->name) +
                                    "'.");
  }
  return make_object<BlockObject>(evaluator, runner, block, scope, depth);
}

Template* find_template(Evaluator& evaluator, const Value& name) {
  TemplateLoader& loader = evaluator.loader;
  if (name.is_string()) return loader.find(name.as_string());
  if (const auto* module = object_cast<Module>(name)) return &module->source;
  evaluator.require(name);
  if (!evaluator.truth(name)) return nullptr;
  Template* found = nullptr;
  evaluator.each(name, [&](const Value& one) {
    if (one.is_list() || one.is_map()) {
      evaluator.fail("type-error", "unhashable type: '" + evaluator.type_name(one) + "'");
    }
    // Where template names are paths, they are split at slashes.
    const bool is_name = one.is_string() || one.is_undefined() || object_cast<Module>(one) != nullptr;
    if (!is_name && loader.search().splits_names) {
      evaluator.fail("attribute-error", "'" + evaluator.type_name(one) + "' object has no attribute 'split'");
    }
    if (one.is_string()) found = loader.find(one.as_string());
    return found == nullptr;
  });
  // Python's message shows the last name, which only lists and tuples have.
  const TemplateObject* object = template_object(name);
  if (found == nullptr && name.is_map()) evaluator.fail("key-error", "-1");
  if (found == nullptr && object != nullptr && object->as_tuple() == nullptr && object_cast<Range>(name) == nullptr) {
    evaluator.fail("type-error", "'" + evaluator.type_name(name) + "' object is not subscriptable");
  }
  return found;
}

}  // namespace evalground::jinja2
