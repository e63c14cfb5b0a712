// The values with behaviour that templates make: ranges, iterators, views of maps, groups, loops, macros, namespaces,
// modules, blocks, and functions as values.
#pragma once

#include <string>

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/frame.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

class Range final : public TemplateObject {
 public:
  Range(Evaluator& evaluator, std::int64_t start_, std::int64_t stop_, std::int64_t step_);
  const std::int64_t start, stop, step;
  const std::size_t count;

  std::string_view type_name() const override { return "range"; }
  Shape shape() const override { return Shape::sequence; }
  std::size_t size(Evaluator&) override { return count; }
  Value at(Evaluator&, std::size_t index) override;
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  std::string text(Evaluator& evaluator) override;
  bool equals(const Object& other) const override;
};

// What filters such as `map` give: items that are taken once.
class Iterator final : public TemplateObject {
 public:
  Iterator(Evaluator& evaluator, List items, std::string_view type = "generator")
      : TemplateObject(evaluator), items_(std::move(items)), type_(type) {}
  std::string_view type_name() const override { return type_; }
  Shape shape() const override { return Shape::iterator; }
  bool next(Context&, Value& item) override;
  std::string text(Evaluator& evaluator) override;

 private:
  List items_;
  std::string_view type_;
  std::size_t at_ = 0;
};

// The list as one, or as an iterator: in the ansible flavor all filters give lists.
Value make_iterator(Evaluator& evaluator, List items);

// dict.keys(), dict.values(), dict.items(): follow what the map becomes.
class MapView final : public TemplateObject {
 public:
  enum class Part : std::uint8_t { keys, values, items };
  MapView(Evaluator& evaluator, Value map_, Part part_)
      : TemplateObject(evaluator), map(std::move(map_)), part(part_) {}
  const Value map;
  const Part part;

  std::string_view type_name() const override;
  Shape shape() const override { return Shape::sequence; }
  std::size_t size(Evaluator&) override { return map.as_map().size(); }
  Value at(Evaluator&, std::size_t index) override;
  std::string text(Evaluator& evaluator) override;
};

// An item of groupby: the tuple (grouper, list) with names.
class Group final : public TemplateObject {
 public:
  Group(Evaluator& evaluator, Value grouper, List items);
  std::string_view type_name() const override { return "_GroupTuple"; }
  Shape shape() const override { return Shape::sequence; }
  std::size_t size(Evaluator&) override { return 2; }
  Value at(Evaluator&, std::size_t index) override { return tuple_.as_list()[index]; }
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  std::string text(Evaluator& evaluator) override;
  Value resolve(Context&) override { return tuple_; }
  bool equals(const Object& other) const override;
  // The same as plain data.
  const Value& tuple() const { return tuple_; }

 private:
  Value tuple_;
};

// `namespace(…)`: the one value whose attributes can be set.
class Namespace final : public TemplateObject {
 public:
  Namespace(Evaluator& evaluator, Map values_) : TemplateObject(evaluator), values(std::move(values_)) {}
  Map values;

  std::string_view type_name() const override { return "Namespace"; }
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  std::optional<Value> item(Evaluator& evaluator, const Value& key) override;
  std::string text(Evaluator& evaluator) override;
};

// `loop`.
class LoopObject final : public TemplateObject {
 public:
  // `frame` is where the body runs, `outside` where the loop stands. The items are those of the sequence.
  LoopObject(Evaluator& evaluator, const For& node, Ref<Frame> frame, Ref<Frame> outside, Value sequence,
             const LoopObject* outer);
  static constexpr std::string_view name = "LoopContext";

  std::string_view type_name() const override { return name; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view attribute) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;
  std::string text(Evaluator& evaluator) override;
  Value field(std::uint8_t which);

  Value cycle(std::span<const Value> values) const;
  bool changed(std::span<const Value> values);

  // ---- for the loop that runs
  // The next item that passes the loop's test; false at the end.
  bool advance(Value& item);
  // The loop is over: what it kept for itself is let go.
  void leave();

 private:
  bool pull(Value& item);
  std::size_t length();

  const For& node_;
  Ref<Frame> frame_;
  Ref<Frame> outside_;
  const Value sequence_;
  Cursor cursor_;
  List pending_;  // items taken ahead of time
  std::size_t pending_at_ = 0;
  std::int64_t index_ = -1;   // from 0
  std::int64_t length_ = -1;  // once it was asked for
  const std::int64_t depth_;
  Value current_;
  Value before_;
  Value changed_;
};

class MacroObject final : public TemplateObject {
 public:
  MacroObject(Evaluator& evaluator, const MacroDefinition& definition_, Ref<Frame> frame_)
      : TemplateObject(evaluator), definition(definition_), frame(std::move(frame_)) {}
  const MacroDefinition& definition;
  const Ref<Frame> frame;  // where it was made
  static constexpr std::string_view name = "Macro";

  std::string_view type_name() const override { return name; }
  std::optional<Value> attribute(Evaluator&, std::string_view attribute) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;
  std::string text(Evaluator& evaluator) override;
};

// An imported template: its exported names, and its text.
class Module final : public TemplateObject {
 public:
  Module(Evaluator& evaluator, Template& source_, Ref<Scope> scope, Value body)
      : TemplateObject(evaluator), source(source_), scope_(std::move(scope)), body_(std::move(body)) {}
  Template& source;

  std::string_view type_name() const override { return "TemplateModule"; }
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  std::string text(Evaluator& evaluator) override;
  // What was rendered, as a value.
  const Value& body() const { return body_; }

 private:
  Ref<Scope> scope_;
  Value body_;
};

// `self.name` and `super`: a block that can be called.
class BlockObject final : public TemplateObject {
 public:
  BlockObject(Evaluator& evaluator, std::string_view name, Ref<Scope> scope, std::size_t depth)
      : TemplateObject(evaluator), name_(name), scope_(std::move(scope)), depth_(depth) {}
  std::string_view type_name() const override { return "BlockReference"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;

 private:
  std::string_view name_;
  Ref<Scope> scope_;
  std::size_t depth_;
};

// `self`.
class SelfObject final : public TemplateObject {
 public:
  SelfObject(Evaluator& evaluator, Ref<Scope> scope) : TemplateObject(evaluator), scope_(std::move(scope)) {}
  std::string_view type_name() const override { return "TemplateReference"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  std::optional<Value> item(Evaluator& evaluator, const Value& key) override;

 private:
  Ref<Scope> scope_;
};

// A method bound to its value, or a global function.
class FunctionObject final : public TemplateObject {
 public:
  FunctionObject(Evaluator& evaluator, const FunctionCatalogue::Entry& entry_, Value self_ = {})
      : TemplateObject(evaluator), entry(entry_), self(std::move(self_)) {}
  const FunctionCatalogue::Entry& entry;
  const Value self;  // absent: a global

  std::string_view type_name() const override;
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override;
  std::string text(Evaluator& evaluator) override;
};

// The block reference of a name and depth; undefined when there is none.
Value block_reference(Evaluator& evaluator, std::string_view name, const Ref<Scope>& scope, std::size_t depth);

template <class T, class... Rest>
Value make_object(Evaluator& evaluator, Rest&&... rest) {
  return Value::object(Ref<Object>(new T(evaluator, std::forward<Rest>(rest)...)));
}

}  // namespace evalground::jinja2
