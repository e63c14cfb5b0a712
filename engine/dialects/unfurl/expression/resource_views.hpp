// Resources as maps whose members are evaluated on reading.
#pragma once

#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/values/collection.hpp"

namespace evalground::unfurl {

// The attributes of a resource: `.attributes`, and `SELF` in templates.
class AttributeView final : public Collection {
 public:
  AttributeView(Evaluator& evaluator, Resource& resource);
  bool is_list() const override { return false; }
  std::size_t size() override { return names_.size(); }
  Value key(std::size_t index) override { return names_[index]; }
  Value item(std::size_t index) override;
  Value find(const Value& key) override;

 private:
  Evaluator& evaluator_;
  Resource& resource_;
  List names_;
};

// `ROOT` in a topology that a node substitutes: `app` is that node, and each of its requirements is the target of that
// name. `inputs` and `outputs` can be looked up, but are not listed.
class ApplicationView final : public Collection {
 public:
  ApplicationView(Evaluator& evaluator, Resource& application);
  bool is_list() const override { return false; }
  std::size_t size() override { return nodes_.size(); }
  Value key(std::size_t index) override { return nodes_.entry(index).key; }
  Value item(std::size_t index) override { return nodes_.entry(index).value; }
  Value find(const Value& key) override;

 private:
  Evaluator& evaluator_;
  Map nodes_;
};

// `.names`: attributes, then the capabilities that requirements bind to, then the resource's own capabilities.
class NamesView final : public Collection {
 public:
  NamesView(Evaluator& evaluator, Resource& resource);
  bool is_list() const override { return false; }
  std::size_t size() override { return names_.size(); }
  Value key(std::size_t index) override { return names_.entry(index).key; }
  Value item(std::size_t index) override { return find(key(index)); }
  Value find(const Value& key) override;

 private:
  Evaluator& evaluator_;
  Resource& resource_;
  Map names_;
};

// `.super`: the defaults that the properties would have if the template or type did not set them.
class InheritedView final : public Collection {
 public:
  InheritedView(Evaluator& evaluator, Resource& resource) : evaluator_(evaluator), resource_(resource) {}
  bool is_list() const override { return false; }
  std::size_t size() override { return resource_.inherited.size(); }
  Value key(std::size_t index) override { return *resource_.inherited[index].name; }
  Value item(std::size_t index) override;
  Value find(const Value& key) override;

 private:
  Evaluator& evaluator_;
  Resource& resource_;
};

// The properties that the template and its type set.
class PropertiesView final : public Collection {
 public:
  PropertiesView(Evaluator& evaluator, Resource& resource) : evaluator_(evaluator), resource_(resource) {}
  bool is_list() const override { return false; }
  std::size_t size() override { return resource_.properties.size(); }
  Value key(std::size_t index) override { return resource_.properties.name(index); }
  Value item(std::size_t index) override;
  Value find(const Value& key) override;

 private:
  Evaluator& evaluator_;
  Resource& resource_;
};

// `.template`: its name, its type, and its properties, both as one map and by name.
class TemplateView final : public Collection {
 public:
  TemplateView(Evaluator& evaluator, Resource& resource) : evaluator_(evaluator), resource_(resource) {}
  bool is_list() const override { return false; }
  std::size_t size() override { return 3; }
  Value key(std::size_t index) override;
  Value item(std::size_t index) override { return find(key(index)); }
  Value find(const Value& key) override;

 private:
  Evaluator& evaluator_;
  Resource& resource_;
};

}  // namespace evalground::unfurl
