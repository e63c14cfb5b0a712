// Data containers: JSON values in the form that the language stores and prints.
//
// A container is a Value: text, integers, booleans, null, lists and maps with text keys in the order written. Numbers
// that must keep their digits (`4.50`, `1e3`, more than 64 bits) are Number objects.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground::cfengine {

// A number with its text as written.
class Number final : public Object {
 public:
  Number(std::string_view text, bool is_real) : text_(text), is_real_(is_real) {}
  std::string_view type_name() const override { return is_real_ ? "real" : "int"; }
  const std::string& text() const noexcept { return text_; }
  bool is_real() const noexcept { return is_real_; }
  Value resolve(Context& context) override;
  bool equals(const Object& other) const override;

 private:
  std::string text_;
  bool is_real_;
};

// Options of reading a JSON text.
struct JsonReading {
  bool may_trail = false;  // text after the value is ignored
  // The value of a bare word; undefined for an unknown word, which is an error. Null: words are an error.
  std::function<Value(std::string_view)> word = {};
};

// The value of a JSON text by the language's rules: keys may be bare words, a comma may follow the last item, and the
// last of equal keys wins. Throws Error "json-syntax".
Value read_json(std::string_view text, Budget& budget, const JsonReading& reading = {});

// The container with the keys of its objects in byte order, at every depth.
Value with_sorted_keys(const Value& container, Budget& budget);

// A value from YAML or another reader as a container: keys become text.
Value container_of(const Value& value, Budget& budget);

// The container in the form that a variable stores: real numbers with four decimals.
Value stored(const Value& container, Budget& budget);

// True for text, numbers and booleans.
bool is_primitive(const Value& value);
// The text of a primitive, as written or stored; "null" for null.
std::string primitive_text(const Value& value);
// The text that a scalar reference gives: real numbers with two decimals.
std::string scalar_text(const Value& value);

// The text escaped for use within the quotes of a JSON string.
std::string json_escaped(std::string_view text);

// JSON text, with keys in byte order. Multi-line: two spaces per level.
std::string json_text(const Value& container, Budget& budget, bool is_multi_line = false);

// The direct item of a list by its index ("0"), or of a map by its key; null when absent.
const Value* item_of(const Value& container, std::string_view key);
// The same item, to be changed in the container.
Value* item_for_edit(Value& container, std::string_view key);

}  // namespace evalground::cfengine
