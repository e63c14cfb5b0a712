// Objects that functions make: ranges, iterators, views of maps, groups and namespaces.
#pragma once

#include <string>

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

// A range. Its bounds may exceed 64 bits. The function that makes it checks the number of items.
class Range final : public TemplateObject {
 public:
  // Invariant: the step is not 0.
  Range(Evaluator& evaluator, Value start_, Value stop_, Value step_);
  const Value start, stop, step;
  const std::uint64_t count;

  std::string_view type_name() const override { return "range"; }
  Shape shape() const override { return Shape::sequence; }
  std::size_t size(Evaluator&) override { return static_cast<std::size_t>(count); }
  Value at(Evaluator& evaluator, std::size_t index) override;
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  std::string text(Evaluator& evaluator) override;
  // `range[first:last:step]`, which is again a range.
  Value slice(Evaluator& evaluator, const Value& first, const Value& last, const Value& by) const;
  bool equals(const Object& other) const override;
};

// The result of a filter such as `map`: items that can be read once.
class Iterator final : public TemplateObject {
 public:
  Iterator(Evaluator& evaluator, List items, std::string_view type = "generator")
      : TemplateObject(evaluator), items_(std::move(items)), type_(type) {}
  std::string_view type_name() const override { return type_; }
  Shape shape() const override { return Shape::iterator; }
  bool next(Context&, Value& item) override;
  std::size_t left() const { return items_.size() - at_; }
  // Takes all remaining items.
  List take_rest();
  std::string text(Evaluator& evaluator) override;

 private:
  List items_;
  std::string_view type_;
  std::size_t at_ = 0;
};

// The list as an iterator. In the ansible flavor, where all filters return lists, the list itself.
Value make_iterator(Evaluator& evaluator, List items);

// dict.keys(), dict.values() and dict.items(): views, which show later changes of the map.
class MapView final : public TemplateObject {
 public:
  enum class Part : std::uint8_t { keys, values, items };
  MapView(Evaluator& evaluator, Value map_, Part part_)
      : TemplateObject(evaluator), map(std::move(map_)), part(part_) {}
  const Value map;
  const Part part;

  std::string_view type_name() const override;
  Shape shape() const override { return Shape::sequence; }
  bool has_hashed_items() const override { return part == Part::keys; }
  std::size_t size(Evaluator&) override { return map.as_map().size(); }
  Value at(Evaluator&, std::size_t index) override;
  std::optional<Value> item(Evaluator&, const Value&) override { return std::nullopt; }
  std::string text(Evaluator& evaluator) override;
};

// Converts ranges, views and iterators to lists if the flavor prints them so. Other values are returned unchanged.
Value unrolled(Evaluator& evaluator, Value value);

// A mapping that is an object, as a map. Other values are returned unchanged.
Value as_map(Evaluator& evaluator, const Value& value);

// An item of groupby: the named tuple (grouper, list).
class Group final : public TemplateObject {
 public:
  Group(Evaluator& evaluator, Value grouper, List items);
  std::string_view type_name() const override { return "_GroupTuple"; }
  std::string_view module() const override { return "jinja2.filters"; }
  Shape shape() const override { return Shape::sequence; }
  std::size_t size(Evaluator&) override { return 2; }
  Value at(Evaluator&, std::size_t index) override { return tuple_.as_list()[index]; }
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  std::string text(Evaluator& evaluator) override;
  Value resolve(Context&) override { return tuple_; }
  bool equals(const Object& other) const override;
  const Value* as_tuple() const override { return &tuple_; }

 private:
  Value tuple_;
};

// `namespace(…)`: the only value with assignable attributes.
class Namespace final : public TemplateObject {
 public:
  Namespace(Evaluator& evaluator, Map values_) : TemplateObject(evaluator), values(std::move(values_)) {}
  Map values;

  std::string_view type_name() const override { return "Namespace"; }
  std::string_view module() const override { return "jinja2.utils"; }
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  std::optional<Value> item(Evaluator& evaluator, const Value& key) override;
  std::string text(Evaluator& evaluator) override;
};

}  // namespace evalground::jinja2
