// Values that are evaluated item by item when they are read, and what stands for values outside of the document.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

// A list or map whose items are made when they are read.
class Collection : public Object {
 public:
  virtual bool is_list() const = 0;
  virtual std::size_t size() = 0;
  // Of a map: the key of an item, by its place.
  virtual Value key(std::size_t index) = 0;
  virtual Value item(std::size_t index) = 0;
  // Of a map: the item of a key; undefined when there is none.
  virtual Value find(const Value& key) = 0;

  std::string_view type_name() const override { return is_list() ? "list" : "map"; }
  Value get(Context& context, const Value& key) override;
  Value resolve(Context& context) override;

  // Marks a collection while all of its items are taken: one that holds itself is null there.
  class Taking {
   public:
    explicit Taking(Collection& collection) : collection_(collection) { collection_.is_taken_ = true; }
    ~Taking() { collection_.is_taken_ = false; }
    Taking(const Taking&) = delete;
    Taking& operator=(const Taking&) = delete;

   private:
    Collection& collection_;
  };
  bool is_taken() const { return is_taken_; }

  // The evaluator that makes the items.
  Evaluator& evaluator;

 protected:
  explicit Collection(Evaluator& evaluator_) : evaluator(evaluator_) {}

 private:
  bool is_taken_ = false;
};

// True for a list, and for a collection that is one.
bool is_list_like(const Value& value);
bool is_map_like(const Value& value);

// The value as a result shows it, with plain values in the place of objects: a resource is {"ref": its key}. Sensitive
// values are in the clear.
Value without_objects(Context& context, const Value& value);

// A list of definitions, each evaluated in the scope that it was written in.
class LazyList final : public Collection, private Memo {
 public:
  LazyList(Evaluator& evaluator, Value definition, Scope scope);
  bool is_list() const override { return true; }
  std::size_t size() override { return items_.size(); }
  Value key(std::size_t) override { return {}; }
  Value item(std::size_t index) override;
  Value find(const Value&) override { return {}; }

 private:
  void forget() override { const auto forgotten = std::move(items_); }

  const Scope scope_;
  std::vector<Attribute> items_;
};

// A map of definitions, likewise.
class LazyMap final : public Collection, private Memo {
 public:
  LazyMap(Evaluator& evaluator, Value definition, Scope scope);
  bool is_list() const override { return false; }
  std::size_t size() override { return items_.size(); }
  Value key(std::size_t index) override { return definition_.as_map().entry(index).key; }
  Value item(std::size_t index) override;
  Value find(const Value& key) override;

 private:
  void forget() override { const auto forgotten = std::move(items_); }

  const Value definition_;
  const Scope scope_;
  std::vector<Attribute> items_;
};

// The attributes of a resource: `.attributes`.
class AttributeView final : public Collection {
 public:
  AttributeView(Evaluator& evaluator, Resource& resource);
  bool is_list() const override { return false; }
  std::size_t size() override { return names_.size(); }
  Value key(std::size_t index) override { return names_[index]; }
  Value item(std::size_t index) override;
  Value find(const Value& key) override;

 private:
  Resource& resource_;
  List names_;
};

// Every node and the root by name, in tree order. A name that there is not is null.
class AllResources final : public Collection {
 public:
  explicit AllResources(Evaluator& evaluator_) : Collection(evaluator_) {}
  bool is_list() const override { return false; }
  std::size_t size() override { return evaluator.tree.in_order().size(); }
  Value key(std::size_t index) override { return Value::string(evaluator.tree.in_order()[index]->name); }
  Value item(std::size_t index) override { return Value::object(Ref<Object>(evaluator.tree.in_order()[index])); }
  Value find(const Value& key) override;
};

// A value that stands for something outside of the document: it has a plain value, and keys of its own that queries and
// `select` ask for by get(). It keeps its identity until a plain value is needed.
class External : public Object {
 public:
  std::string_view type_name() const override { return "external value"; }
};

// A type as a value: its name, equal to the names of the types that it derives from.
class TypeValue final : public Object {
 public:
  explicit TypeValue(const Type& type_) : type(type_) {}
  const Type& type;

  std::string_view type_name() const override { return "type"; }
  Value resolve(Context&) override { return Value::string(type.name); }
  bool equals(const Object& other) const override;
  std::size_t hash() const override;
  std::string python_repr() const override { return type.name; }
};

// `$break` and `$continue` in the body of a loop.
class LoopSignal final : public Object {
 public:
  explicit LoopSignal(bool ends_loop_) : ends_loop(ends_loop_) {}
  const bool ends_loop;

  std::string_view type_name() const override { return ends_loop ? "$break" : "$continue"; }
  Value resolve(Context&) override { return Value::null(); }
};

}  // namespace evalground::unfurl
