// Templates and blocks as values: imported modules, `self` and `super`; and the template that a value names.
#pragma once

#include <exception>

#include "dialects/jinja2/execution/frame.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

// An imported template: its exported names, and its text.
class Module final : public TemplateObject {
 public:
  // `failure`: why the output is no text, which matters only to who prints it; null: it is.
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

// Renders a block that is called as a function.
class BlockRunner {
 public:
  // `depth`: how many definitions of children are skipped.
  virtual Value call_block(std::string_view name, const Ref<Scope>& scope, std::size_t depth) = 0;

 protected:
  ~BlockRunner() = default;
};

// `self.name` and `super`: a block that can be called.
class BlockObject final : public TemplateObject {
 public:
  BlockObject(Evaluator& evaluator, BlockRunner& runner, std::string_view name, Ref<Scope> scope, std::size_t depth)
      : TemplateObject(evaluator), runner_(runner), name_(name), scope_(std::move(scope)), depth_(depth) {}
  std::string_view type_name() const override { return "BlockReference"; }
  std::string_view module() const override { return "jinja2.runtime"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;

 private:
  BlockRunner& runner_;
  std::string_view name_;
  Ref<Scope> scope_;
  std::size_t depth_;
};

// `self`.
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

// The block reference of a name and depth; undefined when absent.
Value block_reference(Evaluator& evaluator, BlockRunner& runner, std::string_view name, const Ref<Scope>& scope,
                      std::size_t depth);

// The template that a value names: of a text the file, of a list the first that there is, of a module its own; null
// when absent.
Template* find_template(Evaluator& evaluator, const Value& name);

}  // namespace evalground::jinja2
