// Templates and blocks as values: imported modules, `self` and `super`. Also finds the template that a value names.
#pragma once

#include <exception>

#include "dialects/jinja2/execution/frame.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

// An imported template: its exported names and its output.
class Module final : public TemplateObject {
 public:
  // `failure`: the error of its body, which matters only if the module is printed; null for a body that succeeded.
  Module(Evaluator& evaluator, Template& source_, Ref<Scope> scope, Value body, std::exception_ptr failure)
      : TemplateObject(evaluator),
        source(source_),
        scope_(std::move(scope)),
        body_(std::move(body)),
        failure_(std::move(failure)) {}
  Template& source;

  std::string_view type_name() const override { return "TemplateModule"; }
  std::string_view module() const override { return "jinja2.environment"; }
  bool is_markup() const override { return true; }
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  std::string text(Evaluator& evaluator) override;
  // Its output as a value.
  const Value& body() const { return body_; }

 private:
  Ref<Scope> scope_;
  Value body_;
  std::exception_ptr failure_;
};

// Runs a block when it is called as a function.
class BlockRunner {
 public:
  // `block`: its number in the scope's table. `depth`: the number of definitions in children to skip.
  virtual Value call_block(std::size_t block, const Ref<Scope>& scope, std::size_t depth) = 0;

 protected:
  ~BlockRunner() = default;
};

// A block as a callable value: `self.name` and `super`.
class BlockObject final : public TemplateObject {
 public:
  static constexpr std::string_view name = "BlockReference";
  BlockObject(Evaluator& evaluator, BlockRunner& runner, std::size_t block_, Ref<Scope> scope_, std::size_t depth_)
      : TemplateObject(evaluator), block(block_), scope(std::move(scope_)), depth(depth_), runner_(runner) {}
  const std::size_t block;
  const Ref<Scope> scope;
  const std::size_t depth;

  std::string_view type_name() const override { return name; }
  std::string_view module() const override { return "jinja2.runtime"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;

 private:
  BlockRunner& runner_;
};

// The object behind the name `self`.
class SelfObject final : public TemplateObject {
 public:
  SelfObject(Evaluator& evaluator, BlockRunner& runner, Ref<Scope> scope)
      : TemplateObject(evaluator), runner_(runner), scope_(std::move(scope)) {}
  std::string_view type_name() const override { return "TemplateReference"; }
  std::string_view module() const override { return "jinja2.runtime"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  std::optional<Value> item(Evaluator& evaluator, const Value& key) override;

 private:
  BlockRunner& runner_;
  Ref<Scope> scope_;
};

// A reference to the block of that number and depth; undefined when absent.
Value block_reference(Evaluator& evaluator, BlockRunner& runner, std::size_t block, const Ref<Scope>& scope,
                      std::size_t depth);

// The template that a value names: a text names a file, a list the first existing one, a module itself. Null when
// absent.
Template* find_template(Evaluator& evaluator, const Value& name);

}  // namespace evalground::jinja2
