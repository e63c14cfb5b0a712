// The source of a template's variables: a workspace's `vars`, or values that an embedding dialect computes on demand.
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
  // The value of a variable, computed on its first use; absent (undefined, number 0) when unknown. It may be an
  // undefined value of the evaluator. Then using it fails with that value's message.
  virtual Value find(Evaluator& evaluator, std::string_view name) = 0;
  // The names of all variables, in order.
  virtual std::vector<std::string_view> names() const = 0;
  // The proxy for an object of an embedding dialect, when the object is read from a list or map of that dialect.
  virtual Value adopt(Evaluator&, Value object) { return object; }
  // The value of a string within an expression if the string is itself a template.
  virtual Value embedded(Evaluator&, const Value& text, OriginId) { return text; }
  // An embedding dialect's message for a missing value; absent for Jinja's own.
  virtual std::optional<std::string> missing_message(const Undefined&) { return std::nullopt; }
  // Whether an embedding dialect has read something sensitive for the current output.
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
