// Where a template's variables come from: a workspace's `vars`, or what an embedding dialect computes when it is asked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground::jinja2 {

class Evaluator;
struct Undefined;

class Variables {
 public:
  virtual ~Variables() = default;
  // The value of a variable, computed on its first use; absent (undefined, number 0) when there is none. May give an
  // undefined value of the evaluator: then using it fails with that value's message.
  virtual Value find(Evaluator& evaluator, std::string_view name) = 0;
  // The names of all variables, in order.
  virtual std::vector<std::string_view> names() const = 0;
  // The stand-in for an object of an embedding dialect, when one comes out of a list or map of that dialect.
  virtual Value adopt(Evaluator&, Value object) { return object; }
  // The value of a text within an expression that is a template itself.
  virtual Value embedded(Evaluator&, const Value& text, OriginId) { return text; }
  // The words of an embedding dialect for a missing value; nothing for Jinja's own.
  virtual std::optional<std::string> missing_message(const Undefined&) { return std::nullopt; }
  // Whether an embedding dialect has read something sensitive for what is rendered.
  virtual bool has_read_sensitive() const { return false; }
};

// The entries of a map.
class MapVariables final : public Variables {
 public:
  // The map must outlive the object.
  explicit MapVariables(const Map& map) : map_(map) {}
  Value find(Evaluator&, std::string_view name) override {
    const Value* value = map_.find(name);
    return value == nullptr ? Value() : *value;
  }
  std::vector<std::string_view> names() const override;

 private:
  const Map& map_;
};

}  // namespace evalground::jinja2
