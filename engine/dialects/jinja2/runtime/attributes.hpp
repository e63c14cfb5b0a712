// Attributes and items of values as templates may see them: `holder.name` and `holder[key]`, through the sandbox.
//
// As in Jinja, a name is first an attribute and then an item, a key first an item and then an attribute: `map.items` is
// the method, `map['items']` the entry. What Python would give but the sandbox forbids (`x.__class__`) is a value that
// is undefined and unsafe: every use of it fails. A missing attribute is undefined. Reading a part
// of an undefined value gives an undefined value or fails, depending on its leniency.
#pragma once

#include <string_view>
#include <vector>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// A part of a value, as sensitive as the whole.
inline Value inherited(Value value, const Value& holder) {
  return holder.sensitive() ? std::move(value).with_sensitive() : value;
}

Value attribute_of(Evaluator& evaluator, const Value& holder, std::string_view name);
Value item_of(Evaluator& evaluator, const Value& holder, const Value& key);
// The attribute only, never an item.
Value only_attribute_of(Evaluator& evaluator, const Value& holder, std::string_view name);

// The part that a filter's argument `attribute` names, "a.b.0" or an integer index, read once for all items. Without a
// path a value is its own part.
class AttributePath {
 public:
  explicit AttributePath(const Value& path);
  // Absent parts give `fallback` when it is there.
  Value of(Evaluator& evaluator, const Value& holder, const Value* fallback = nullptr);

 private:
  // A step of the path. Records of a table share their keys: where the one before had this key, the next has it as
  // well.
  struct Step {
    Value key;
    Value shared;           // the key as the last map had it
    std::size_t place = 0;  // where
  };

  Value part_of(Evaluator& evaluator, const Value& holder, Step& step);

  std::vector<Step> steps_;
};

}  // namespace evalground::jinja2
