#include "dialects/jinja2/runtime/formatting.hpp"

#include <algorithm>

#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/python_format.hpp"

namespace evalground::jinja2 {
namespace {

class TemplateFormat final : public FormatLanguage {
 public:
  TemplateFormat(Evaluator& evaluator, bool is_markup)
      : FormatLanguage(evaluator.context.budget), evaluator_(evaluator), is_markup_(is_markup) {}
  std::string text(const Value& value) override { return evaluator_.text(value); }
  std::string repr(const Value& value) override { return evaluator_.repr(value); }
  void require_number(const Value& value) override { evaluator_.require(value); }
  std::string type_name(const Value& value) override { return evaluator_.type_name(value); }
  bool truth(const Value& value) override { return evaluator_.truth(value); }
  Value attribute(const Value& value, std::string_view name) override { return attribute_of(evaluator_, value, name); }
  Value item(const Value& value, const Value& key) override { return item_of(evaluator_, value, key); }
  Value subscript(const Value& container, std::string_view key) override {
    return container.is_undefined() ? item_of(evaluator_, container, Value::string(key))
                                    : FormatLanguage::subscript(container, key);
  }
  bool is_mapping(const Value& value) override {
    return value.is_undefined() || object_cast<Range>(value) != nullptr || FormatLanguage::is_mapping(value);
  }
  std::string inserted_repr(const Value& value) override {
    std::string text = repr(value);
    return is_markup_ ? std::string(evaluator_.escape(Value::string(text)).as_string()) : text;
  }
  std::string inserted(const Value& value) override {
    return is_markup_ && !value.is_number() ? std::string(evaluator_.escape(value).as_string())
                                            : evaluator_.text(value);
  }
  std::string formatted(const Value& value, std::string_view spec) override {
    if (TemplateObject* object = spec.empty() ? nullptr : template_object(value)) {
      if (std::optional<std::string> text = object->formatted(spec)) return *std::move(text);
    }
    if (!is_markup_) return FormatLanguage::formatted(value, spec);
    if (!evaluator_.is_markup(value)) {
      const Value plain = Value::string(FormatLanguage::formatted(value, spec));
      return std::string(evaluator_.escape(plain).as_string());
    }
    if (!spec.empty()) evaluator_.fail("value-error", "Unsupported format specification for Markup.");
    return evaluator_.text(value);
  }

 private:
  Evaluator& evaluator_;
  const bool is_markup_;
};

// Numbers the fields of a format: "{[a]} {}" -> "{0[a]} {1}". Python's str.format() numbers every field without a name,
// even `{[a]}` and `{.real}`. The sandbox's formatter does so only for `{}`.
std::string with_numbers(const Evaluator& evaluator, std::string_view format) {
  constexpr std::string_view name_ends = ".[}!:";
  std::string numbered;
  std::size_t next = 0;
  bool has_index = false;
  for (std::size_t at = 0; at < format.size();) {
    numbered += format[at];
    if (format[at++] != '{') continue;
    if (at < format.size() && format[at] == '{') {  // an escaped brace
      numbered += format[at++];
      continue;
    }
    const std::size_t end = std::min(format.find_first_of(name_ends, at), format.size());
    const std::string_view name = format.substr(at, end - at);
    const bool is_index = name.find_first_not_of("0123456789") == std::string_view::npos;
    if (is_index && (name.empty() ? has_index : next != 0)) {
      evaluator.fail("value-error", "cannot switch from manual field specification to automatic field numbering");
    }
    has_index = has_index || (is_index && !name.empty());
    numbered += name.empty() ? std::to_string(next++) : std::string(name);
    for (at = end; at < format.size() && (format[at] == '.' || format[at] == '[');) {
      const std::size_t stop = format[at] == '[' ? format.find(']', at) : format.find_first_of(name_ends, at + 1);
      const std::size_t past =
          std::min(format[at] == '[' && stop != std::string_view::npos ? stop + 1 : stop, format.size());
      numbered += format.substr(at, past - at);
      at = past;
    }
  }
  return numbered;
}

}  // namespace

Value format_percent(Evaluator& evaluator, const Value& format, const Value& arguments) {
  evaluator.context.budget.step();
  TemplateFormat language(evaluator, format.markup());
  const TemplateObject* object = template_object(arguments);
  const Value* tuple = object == nullptr ? nullptr : object->as_tuple();
  return Value::string(python_percent(format.as_string(), tuple != nullptr ? *tuple : arguments, language))
      .with_markup(format.markup());
}

Value format_braces(Evaluator& evaluator, const Value& format, std::span<const Value> positional, const Value& named) {
  evaluator.context.budget.step();
  TemplateFormat language(evaluator, format.markup());
  const bool is_sandboxed = evaluator.options.undefined != Leniency::ansible || format.markup() ||
                            evaluator.options.behavior.carries_failures;
  const std::string text = is_sandboxed ? std::string(format.as_string()) : with_numbers(evaluator, format.as_string());
  return Value::string(python_format(text, positional, named, language)).with_markup(format.markup());
}

}  // namespace evalground::jinja2
