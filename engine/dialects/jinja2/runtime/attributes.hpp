// Attributes and items as templates may see them, `holder.name` and `holder[key]`, through the sandbox.
//
// As in Jinja `holder.name` tries an attribute first and then an item, `holder[key]` an item first and then an
// attribute: `map.items` is the method, `map['items']` the entry. What Python would return but the sandbox forbids
// (`x.__class__`) is an undefined and unsafe value, which fails on every use. A missing attribute is undefined. Reading
// a part of an undefined value gives an undefined value or fails, depending on its leniency.
#pragma once

#include <string_view>
#include <vector>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// A part of a value. It is sensitive if the whole is.
inline Value inherited(Value value, const Value& holder) {
  return holder.sensitive() ? std::move(value).with_sensitive() : value;
}

Value attribute_of(Evaluator& evaluator, const Value& holder, std::string_view name);
Value item_of(Evaluator& evaluator, const Value& holder, const Value& key);
// The attribute only, never an item.
Value only_attribute_of(Evaluator& evaluator, const Value& holder, std::string_view name);

// The argument `attribute` of a filter, "a.b.0" or an integer index, parsed once for all items. An empty path selects
// the item itself.
class AttributePath {
 public:
  explicit AttributePath(const Value& path);
  // A missing part gives `fallback` if that is not null.
  Value of(Evaluator& evaluator, const Value& holder, const Value* fallback = nullptr);

 private:
  // A step of the path. Rows of a table have the same keys, so the next holder most likely has this key at the same
  // place.
  struct Step {
    Value key;
    Value shared;           // the key object of the last map
    std::size_t place = 0;  // where the previous holder had the key
  };

  Value part_of(Evaluator& evaluator, const Value& holder, Step& step);

  std::vector<Step> steps_;
};

}  // namespace evalground::jinja2
