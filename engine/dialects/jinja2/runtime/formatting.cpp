#include "dialects/jinja2/runtime/formatting.hpp"

#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "value/python_format.hpp"

namespace evalground::jinja2 {
namespace {

class TemplateFormat final : public FormatLanguage {
 public:
  TemplateFormat(Evaluator& evaluator, bool is_markup)
      : FormatLanguage(evaluator.context.budget), evaluator_(evaluator), is_markup_(is_markup) {}
  std::string text(const Value& value) override { return evaluator_.text(value); }
  std::string repr(const Value& value) override { return evaluator_.repr(value); }
  std::string type_name(const Value& value) override { return evaluator_.type_name(value); }
  bool truth(const Value& value) override { return evaluator_.truth(value); }
  Value attribute(const Value& value, std::string_view name) override { return attribute_of(evaluator_, value, name); }
  Value item(const Value& value, const Value& key) override { return item_of(evaluator_, value, key); }
  std::string inserted(const Value& value) override {
    return is_markup_ && !value.is_number() ? std::string(evaluator_.escape(value).as_string())
                                            : evaluator_.text(value);
  }

 private:
  Evaluator& evaluator_;
  const bool is_markup_;
};

}  // namespace

Value format_percent(Evaluator& evaluator, const Value& format, const Value& arguments) {
  TemplateFormat language(evaluator, format.markup());
  const TemplateObject* object = template_object(arguments);
  const Value* tuple = object == nullptr ? nullptr : object->as_tuple();
  return Value::string(python_percent(format.as_string(), tuple != nullptr ? *tuple : arguments, language))
      .with_markup(format.markup());
}

Value format_braces(Evaluator& evaluator, const Value& format, std::span<const Value> positional, const Map& named) {
  TemplateFormat language(evaluator, format.markup());
  return Value::string(python_format(format.as_string(), positional, named, language)).with_markup(format.markup());
}

}  // namespace evalground::jinja2
