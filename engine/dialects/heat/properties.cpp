// Properties of a nested stack become parameters of its template. Heat first treats the property as one of the
// parameter's type, and the rules for properties are stricter than those for parameters. Null gives the type's empty
// value.
#include "dialects/heat/properties.hpp"

#include "base/text/utf8.hpp"
#include "dialects/heat/parameters.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/syntax.hpp"
#include "runtime/sensitive.hpp"
#include "value/big_integer.hpp"
#include "value/python_text.hpp"

namespace evalground::heat {
namespace {

class PropertyReader {
 public:
  PropertyReader(Context& context, const Value& name, const Value& value)
      : context_(context), name_(name), value_(value) {}

  Value as(std::string_view type) const {
    if (type == type_text(ParameterType::string)) return as_text();
    if (type == type_text(ParameterType::number)) return as_number();
    if (type == type_text(ParameterType::boolean)) return as_boolean();
    if (type == type_text(ParameterType::comma_delimited_list)) return as_list();
    if (type == type_text(ParameterType::json)) return as_json();
    return value_;  // the definition is invalid, which reading the template reports
  }

  // The same for a property whose type is no parameter's: a list or map is never a text, and a number is one already.
  Value exactly(std::string_view type) const {
    if (type == type_text(ParameterType::number)) return as_number_itself();
    if (type == type_text(ParameterType::comma_delimited_list)) {
      if (!value_.is_null() && !value_.is_list()) wrong_kind("a list");
      return value_.is_null() ? Value::list() : value_;
    }
    if (type == type_text(ParameterType::json)) {
      if (!value_.is_null() && !value_.is_map()) wrong_kind("a map");
      return value_.is_null() ? Value::map() : value_;
    }
    return as(type);
  }

 private:
  [[noreturn]] void wrong_kind(std::string_view expected) const {
    const std::string shown = value_.sensitive() ? "******" : short_text(value_, 60);
    context_.fail(
        value_.origin(), "invalid-parameter",
        "The property '" + text_of(name_) + "' is invalid: " + shown + " is not " + std::string(expected) + ".");
  }

  // Numbers with a fraction, lists and maps are refused, although a parameter of type string accepts them.
  Value as_text() const {
    if (value_.is_string()) return value_;
    if (value_.is_null()) return Value::string("");
    if (value_.kind() != Kind::boolean && !is_integer(value_)) wrong_kind("text");
    return Value::string(python_str(value_, context_.budget));
  }

  Value as_number() const { return value_.is_null() ? Value::integer(0) : value_; }

  Value as_number_itself() const {
    if (value_.is_null()) return Value::integer(0);
    if (value_.kind() == Kind::boolean) return value_;
    const std::optional<Value> number = number_of(value_);
    if (!number) wrong_kind("a number");
    return *number;
  }

  // Only true and false, in any case. A parameter also accepts yes, on, 1.
  Value as_boolean() const {
    if (value_.is_null()) return Value::boolean(false);
    if (value_.kind() == Kind::boolean) return value_;
    const std::string word = value_.is_string() ? to_lower(value_.as_string()) : std::string();
    if (word != "true" && word != "false") wrong_kind("a valid boolean");
    return Value::boolean(word == "true");
  }

  Value as_json() const {
    if (value_.is_null()) return Value::map();
    if (!value_.is_map() && !value_.is_list() && !value_.is_string()) wrong_kind("a map, a list or JSON text");
    return value_;
  }

  // A list becomes the comma-separated text that the parameter then splits, so an item with a comma becomes two.
  Value as_list() const {
    if (value_.is_null()) return Value::string("");
    if (value_.is_string()) return value_;
    if (!value_.is_list()) wrong_kind("a list or text");
    const List& items = value_.as_list();
    return Value::string(!items.empty() && items[0].is_map() ? members(items) : joined(items));
  }

  std::string joined(const List& items) const {
    std::string text;
    for (std::size_t at = 0; at < items.size(); ++at) {
      if (!items[at].is_null() && !items[at].is_string()) wrong_kind("a list of texts");
      if (at > 0) text += ',';
      if (items[at].is_string()) text += items[at].as_string();
    }
    context_.budget.output(text.size());
    return text;
  }

  // A list of maps is flattened for CloudFormation's query interface: `.member.0.key=value`.
  std::string members(const List& items) const {
    std::string text;
    for (std::size_t at = 0; at < items.size(); ++at) {
      if (!items[at].is_map()) wrong_kind("a list of maps");
      for (const auto& [key, item] : items[at].as_map()) {
        if (!text.empty()) text += ',';
        text += ".member." + std::to_string(at) + "." + python_str(key, context_.budget) + "=" +
                python_str(item, context_.budget);
      }
    }
    context_.budget.output(text.size());
    return text;
  }

  Context& context_;
  const Value& name_;
  const Value& value_;
};

// A converted value keeps the place of the given one, and the mark of a hidden one.
Value converted(Context& context, const Value& from, Value to) {
  if (to.origin() == 0) to = std::move(to).with_origin(from.origin());
  return holds_sensitive(from, context.budget) ? std::move(to).with_sensitive() : to;
}

}  // namespace

Value value_of_type(Context& context, const Value& name, const Value& value, std::string_view type) {
  return converted(context, value, PropertyReader(context, name, value).exactly(type));
}

// A property without a declared parameter keeps its value; the nested stack then refuses it.
Value parameter_of_property(Context& context, const Value& name, const Value& value, const Value* definition) {
  const Value* type = definition != nullptr && definition->is_map() ? definition->as_map().find("type") : nullptr;
  if (type == nullptr || !type->is_string()) return value;
  return converted(context, value, PropertyReader(context, name, value).as(type->as_string()));
}

}  // namespace evalground::heat
