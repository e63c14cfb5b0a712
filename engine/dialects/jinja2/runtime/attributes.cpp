// Attributes and items (see attributes.hpp), by jinja2.environment.getattr/getitem and jinja2.sandbox.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/attributes.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/function_object.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace {

// Attributes that every Python object has. The sandbox forbids all of them.
constexpr std::string_view object_attributes[] = {
    "__class__",         "__delattr__",   "__dict__",         "__dir__",     "__doc__",    "__eq__",
    "__format__",        "__ge__",        "__getattribute__", "__gt__",      "__hash__",   "__init__",
    "__init_subclass__", "__le__",        "__lt__",           "__module__",  "__ne__",     "__new__",
    "__reduce__",        "__reduce_ex__", "__repr__",         "__setattr__", "__sizeof__", "__str__",
    "__subclasshook__"};
constexpr std::string_view container_attributes[] = {"__add__",  "__contains__", "__getitem__",
                                                     "__iter__", "__len__",      "__mul__"};
constexpr std::string_view number_attributes[] = {"__abs__", "__add__", "__bool__",    "__divmod__", "__floordiv__",
                                                  "__int__", "__mod__", "__mul__",     "__neg__",    "__pos__",
                                                  "__pow__", "__sub__", "__truediv__", "__float__",  "__round__"};
constexpr std::string_view function_attributes[] = {"__call__", "__code__", "__globals__", "__name__"};

template <std::size_t size>
bool has(const std::string_view (&names)[size], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_container(const Value& value) {
  return value.is_string() || value.is_list() || value.kind() == Kind::tuple || value.is_map() ||
         value.kind() == Kind::set || value.kind() == Kind::bytes;
}

// Whether the value has that private attribute in Python.
bool has_private(const Value& value, std::string_view name) {
  if (has(object_attributes, name)) return true;
  if (is_container(value)) return has(container_attributes, name);
  if (value.is_number() || value.kind() == Kind::boolean) return has(number_attributes, name);
  const TemplateObject* object = template_object(value);
  return object != nullptr && object->is_callable() && has(function_attributes, name);
}

// Properties of numbers.
std::optional<Value> number_property(const Value& value, std::string_view name) {
  const bool is_integer = evalground::is_integer(value) || value.kind() == Kind::boolean;
  if (!is_integer && value.kind() != Kind::real) return std::nullopt;
  const Value whole = value.kind() == Kind::boolean ? Value::integer(value.as_boolean() ? 1 : 0) : value;
  if (name == "real") return whole;
  if (name == "imag") return is_integer ? Value::integer(0) : Value::real(0.0);
  if (is_integer && name == "numerator") return whole;
  if (is_integer && name == "denominator") return Value::integer(1);
  return std::nullopt;
}

Value method_of(Evaluator& evaluator, const Value& holder, std::string_view name) {
  const PythonType type = python_type(holder);
  if (type == PythonType::other && object_cast<Range>(holder) == nullptr) return {};
  const FunctionCatalogue::Entry* entry = evaluator.functions.methods().find(type, name);
  return entry == nullptr ? Value() : make_object<FunctionObject>(evaluator, *entry, holder);
}

// The attribute of that name; absent when not found.
Value find_attribute(Evaluator& evaluator, const Value& holder, std::string_view name) {
  if (Value method = method_of(evaluator, holder, name); !is_absent(method)) return method;
  if (name.starts_with('_') && has_private(holder, name)) return evaluator.undefined_unsafe(holder, name);
  if (std::optional<Value> property = number_property(holder, name)) return *property;
  if (TemplateObject* object = template_object(holder)) {
    if (std::optional<Value> value = object->attribute(evaluator, name)) return *value;
  }
  return {};
}

}  // namespace

// `holder.name`: an attribute first, then an item. So `d.items` is the method even if the map has a key `items`.
// item_of() has the opposite order, and `d['items']` is the value of the key.
Value attribute_of(Evaluator& evaluator, const Value& holder, std::string_view name) {
  if (holder.is_undefined()) {
    if (has(object_attributes, name)) return evaluator.undefined_unsafe(holder, name);
    const bool is_hard = holder.undefined_number() > 0 && evaluator.undefined(holder).leniency == Leniency::lenient;
    if (chains(evaluator.options.undefined) && !is_hard) return holder;
    evaluator.fail_undefined(holder);
  }
  if (Value found = find_attribute(evaluator, holder, name); !is_absent(found))
    return inherited(std::move(found), holder);
  if (holder.is_map()) {
    if (const Value* found = holder.as_map().find(name)) return evaluator.adopted(inherited(*found, holder));
  } else if (TemplateObject* object = template_object(holder)) {
    if (std::optional<Value> found = object->item(evaluator, Value::string(name))) return inherited(*found, holder);
  } else if (holder.is_object()) {
    Value found = holder.as_object().get(evaluator.context, Value::string(name));
    if (!is_absent(found)) return evaluator.adopted(inherited(std::move(found), holder));
  }
  return evaluator.undefined_attribute(holder, name);
}

// For the filter attr and for calls of methods by name: items do not count.
Value only_attribute_of(Evaluator& evaluator, const Value& holder, std::string_view name) {
  if (holder.is_undefined()) return attribute_of(evaluator, holder, name);
  if (Value found = find_attribute(evaluator, holder, name); !is_absent(found))
    return inherited(std::move(found), holder);
  return evaluator.undefined_attribute(holder, name);
}

namespace {

// The place of an item that an integer or boolean names, which may count from the end.
std::optional<std::size_t> index_in(std::size_t size, const Value& key) {
  if (key.kind() != Kind::integer && key.kind() != Kind::boolean) return std::nullopt;
  std::int64_t index = key.kind() == Kind::boolean ? std::int64_t{key.as_boolean()} : key.as_integer();
  if (index < 0) index += static_cast<std::int64_t>(size);
  if (index < 0 || index >= static_cast<std::int64_t>(size)) return std::nullopt;
  return static_cast<std::size_t>(index);
}

// The value itself where reading from it goes on, as Undefined may. Throws for any other.
const Value& item_of_undefined(Evaluator& evaluator, const Value& holder) {
  const bool is_described = holder.undefined_number() > 0;
  if (is_described && evaluator.undefined(holder).leniency != Leniency::lenient &&
      chains(evaluator.options.undefined)) {
    return holder;
  }
  evaluator.fail_undefined(holder);
}

// A character by its index. In a text of ASCII the byte is the character, which avoids counting.
Value character_of(const Value& holder, const Value& key) {
  const std::string_view text = holder.as_string();
  const auto index = index_in(is_ascii(text) ? text.size() : count_code_points(text), key);
  if (!index) return {};
  return inherited(Value::string(slice_code_points(text, *index, *index + 1)).with_markup(holder.markup()), holder);
}

std::optional<Value> item_of_object(Evaluator& evaluator, const Value& holder, const Value& key) {
  if (TemplateObject* object = template_object(holder)) {
    std::optional<Value> found = object->item(evaluator, key);
    return found ? std::optional(inherited(*found, holder)) : std::nullopt;
  }
  Value found = holder.as_object().get(evaluator.context, key);
  if (is_absent(found)) return std::nullopt;
  return evaluator.adopted(inherited(std::move(found), holder));
}

}  // namespace

// `holder[key]`. A missing item of a defined holder is undefined and no error: `5['x']` prints nothing by default.
Value item_of(Evaluator& evaluator, const Value& holder, const Value& key) {
  // Looking a key up reads it.
  if (key.is_undefined() && evaluator.options.behavior.carries_failures && !holder.is_undefined()) {
    evaluator.fail_undefined(key);
  }
  // An item first, by what the holder is.
  switch (holder.kind()) {
    case Kind::undefined: return item_of_undefined(evaluator, holder);
    case Kind::map:
      if (key.is_list() || key.is_map()) break;
      if (key.is_undefined()) evaluator.require_hashable(key);
      if (const Value* found = holder.as_map().find(key)) return evaluator.adopted(inherited(*found, holder));
      break;
    case Kind::list:
    case Kind::tuple:
      if (const auto index = index_in(holder.as_list().size(), key)) {
        return evaluator.adopted(inherited(holder.as_list()[*index], holder));
      }
      break;
    case Kind::bytes:
      if (const auto index = index_in(holder.as_bytes().size(), key)) {
        return inherited(Value::integer(static_cast<unsigned char>(holder.as_bytes()[*index])), holder);
      }
      break;
    case Kind::string:
      if (Value found = character_of(holder, key); !is_absent(found)) return found;
      break;
    case Kind::object:
      if (std::optional<Value> found = item_of_object(evaluator, holder, key)) return *std::move(found);
      break;
    default: break;
  }
  // Then an attribute of that name.
  if (key.is_string()) {
    Value found = find_attribute(evaluator, holder, key.as_string());
    if (!is_absent(found)) return inherited(std::move(found), holder);
  }
  const Value missing = key.is_string() ? evaluator.undefined_attribute(holder, key.as_string())
                                        : evaluator.undefined_element(holder, key);
  return evaluator.holds_sensitive(key) ? missing.with_sensitive() : missing;
}

// 'address.0.city' -> "address", 0, "city": parts of digits are indexes. Any other value is a single key.
AttributePath::AttributePath(const Value& path) {
  if (is_absent(path) || path.is_null()) return;
  if (!path.is_string()) {
    steps_.push_back({path, {}});
    return;
  }
  std::string_view rest = path.as_string();
  for (;;) {
    const std::size_t point = rest.find('.');
    const std::string_view part = rest.substr(0, point);
    const bool is_number = !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    const auto number =
        is_number ? parse_digits(part, 10, false) : ParsedNumber<std::int64_t>{0, NumberFault::not_a_number};
    steps_.push_back({number ? Value::integer(number.value) : Value::string(part), {}});
    if (point == std::string_view::npos) return;
    rest.remove_prefix(point + 1);
  }
}

// Remembers the place of the key in the previous map. The items of a list usually have their keys at the same places,
// so the next search is one comparison instead of a hash. Keys of such maps often share their text, which makes that a
// comparison of addresses.
Value AttributePath::part_of(Evaluator& evaluator, const Value& holder, Step& step) {
  if (!holder.is_map() || !step.key.is_string()) return item_of(evaluator, holder, step.key);
  const Map& map = holder.as_map();
  const bool is_known = step.place < map.size() && map.entry(step.place).key.same_as(step.shared);
  if (!is_known) {
    const std::optional<std::size_t> place = map.position(step.key);
    if (!place) return item_of(evaluator, holder, step.key);
    step.place = *place;
    step.shared = map.entry(*place).key;
  }
  return evaluator.adopted(inherited(map.entry(step.place).value, holder));
}

Value AttributePath::of(Evaluator& evaluator, const Value& holder, const Value* fallback) {
  // Fast path: most paths are a single name, and most holders have the same keys as the previous one.
  if (steps_.size() == 1 && holder.is_map()) {
    const Step& step = steps_.front();
    const Map& map = holder.as_map();
    if (step.place < map.size() && map.entry(step.place).key.same_as(step.shared)) {
      const Value& part = map.entry(step.place).value;
      if (!part.is_object() && !part.is_undefined() && !holder.sensitive()) return part;
    }
  }
  if (steps_.empty()) return holder;
  Value part = part_of(evaluator, holder, steps_.front());
  for (std::size_t at = 1;; ++at) {
    if (fallback != nullptr && part.is_undefined()) part = *fallback;
    if (at == steps_.size()) return part;
    part = part_of(evaluator, part, steps_[at]);
  }
}

}  // namespace evalground::jinja2
