// Stand-ins for this dialect's values in templates. They evaluate only what is read.
#pragma once

#include "dialects/unfurl/templates/templates.hpp"
#include "dialects/unfurl/values/collection.hpp"

namespace evalground::unfurl {

// A value of this dialect in a template.
class StandIn : public jinja2::TemplateObject {
 public:
  // The value in this dialect's form.
  virtual Value value() const = 0;

  bool equals(const Object& other) const override;

 protected:
  StandIn(Templates& templates, jinja2::Evaluator& evaluator)
      : jinja2::TemplateObject(evaluator), templates_(templates) {}
  Templates& templates_;
};

// A list or map whose members are evaluated one by one, or are sensitive individually.
class CollectionStandIn final : public StandIn {
 public:
  // `value` is a list, a map or a Collection.
  CollectionStandIn(Templates& templates, jinja2::Evaluator& evaluator, Value value);
  Value value() const override { return value_; }
  std::string_view type_name() const override { return is_list_ ? "list" : "dict"; }
  jinja2::Shape shape() const override { return is_list_ ? jinja2::Shape::sequence : jinja2::Shape::mapping; }
  std::size_t size(jinja2::Evaluator&) override;
  Value at(jinja2::Evaluator& evaluator, std::size_t index) override;
  std::optional<Value> item(jinja2::Evaluator& evaluator, const Value& key) override;
  std::optional<Value> attribute(jinja2::Evaluator& evaluator, std::string_view name) override;
  std::string text(jinja2::Evaluator& evaluator) override;
  Value data(jinja2::Evaluator& evaluator) override;
  Value resolve(Context&) override { return data(evaluator_); }

 private:
  const Value value_;
  Collection* const collection_;  // null: plain data
  const bool is_list_;
};

// `NODES`: the attributes of each resource by name.
class NodesStandIn final : public StandIn {
 public:
  NodesStandIn(Templates& templates, jinja2::Evaluator& evaluator) : StandIn(templates, evaluator) {}
  Value value() const override { return Value::object(Ref<Object>(new AllResources(templates_.evaluator.tree))); }
  std::string_view type_name() const override { return "dict"; }
  jinja2::Shape shape() const override { return jinja2::Shape::mapping; }
  std::size_t size(jinja2::Evaluator&) override { return templates_.evaluator.tree.in_order().size(); }
  Value at(jinja2::Evaluator&, std::size_t index) override;
  std::optional<Value> item(jinja2::Evaluator& evaluator, const Value& key) override;
  std::optional<Value> attribute(jinja2::Evaluator& evaluator, std::string_view name) override;
  Value data(jinja2::Evaluator& evaluator) override;
};

// A resource: its special keys and its attributes.
class ResourceStandIn final : public StandIn {
 public:
  ResourceStandIn(Templates& templates, jinja2::Evaluator& evaluator, Resource& resource)
      : StandIn(templates, evaluator), resource_(&resource) {}
  Value value() const override { return Value::object(Ref<Object>(resource_.get())); }
  std::string_view type_name() const override { return "NodeInstance"; }
  std::optional<Value> attribute(jinja2::Evaluator& evaluator, std::string_view name) override;
  std::optional<Value> item(jinja2::Evaluator& evaluator, const Value& key) override;
  std::string text(jinja2::Evaluator&) override { return resource_->python_repr(); }

 private:
  const Ref<Resource> resource_;
};

// A value outside of the document, or a scalar with a unit. Templates operate on its plain value.
class ExternalStandIn final : public StandIn {
 public:
  ExternalStandIn(Templates& templates, jinja2::Evaluator& evaluator, Value value)
      : StandIn(templates, evaluator), value_(std::move(value)) {}
  Value value() const override { return value_; }
  std::string_view type_name() const override { return value_.as_object().type_name(); }
  jinja2::Shape shape() const override;
  std::size_t size(jinja2::Evaluator& evaluator) override { return evaluator.length(plain()); }
  Value at(jinja2::Evaluator& evaluator, std::size_t index) override;
  std::optional<Value> attribute(jinja2::Evaluator& evaluator, std::string_view name) override;
  std::optional<Value> item(jinja2::Evaluator& evaluator, const Value& key) override;
  bool truth(jinja2::Evaluator& evaluator) override { return evaluator.truth(plain()); }
  std::string text(jinja2::Evaluator& evaluator) override { return evaluator.text(plain()); }
  Value data(jinja2::Evaluator&) override { return plain(); }
  Value resolve(Context&) override { return plain(); }

 private:
  const Value& plain() const;

  const Value value_;
  mutable Value plain_;  // undefined until it is needed
};

// A number with a unit.
class ScalarStandIn final : public StandIn {
 public:
  ScalarStandIn(Templates& templates, jinja2::Evaluator& evaluator, Value value)
      : StandIn(templates, evaluator), value_(std::move(value)) {}
  Value value() const override { return value_; }
  std::string_view type_name() const override { return "scalar"; }
  std::optional<Value> operate(jinja2::Evaluator& evaluator, PythonOperator operation, const Value& other) override;
  std::optional<Value> operate_reflected(jinja2::Evaluator& evaluator, PythonOperator operation,
                                         const Value& other) override;
  std::optional<int> compare(const Value& other) override;
  std::string text(jinja2::Evaluator&) override { return value_.as_object().python_repr(); }

 private:
  const Value value_;
};

// `__unfurl`: every function is one of its methods.
class ContextStandIn final : public jinja2::TemplateObject {
 public:
  explicit ContextStandIn(jinja2::Evaluator& evaluator) : jinja2::TemplateObject(evaluator) {}
  std::string_view type_name() const override { return "RefContext"; }
  std::optional<Value> attribute(jinja2::Evaluator& evaluator, std::string_view name) override;
};

}  // namespace evalground::unfurl
