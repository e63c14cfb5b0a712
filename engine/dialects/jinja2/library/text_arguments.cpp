#include "dialects/jinja2/library/text_arguments.hpp"

#include <string>

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/operand.hpp"

namespace evalground::jinja2 {

Value like(const Call& call, std::string_view text) {
  return Value::string(text).with_markup(call[0].markup());
}

std::string_view self(Call& base) {
  std::string unused;
  return function_call(base).peek_text(0, unused);
}

std::string_view text_argument(FunctionCall& call, std::size_t index) {
  if (!call[index].is_string()) {
    const std::string_view name = call.signature().name;
    const bool is_lone = call.signature().parameters.size() == 2;
    const std::string wrong = std::string(name.substr(name.find('.') + 1)) + "() argument " +
                              (is_lone ? "" : std::to_string(index) + " ") + "must be str, not ";
    require_operand(call.evaluator, call[index], wrong, "");
    call.fail(wrong + call.evaluator.type_name(call[index]), "type-error");
  }
  std::string unused;
  return call.peek_text(index, unused);
}

std::string_view separator_argument(FunctionCall& call) {
  if (!call[1].is_string()) call.fail("must be str or None, not " + call.evaluator.type_name(call[1]), "type-error");
  return text_argument(call, 1);
}

Value inserted_argument(FunctionCall& call, std::size_t index) {
  text_argument(call, index);
  return call[0].markup() ? call.evaluator.escape(call[index]) : call[index];
}

}  // namespace evalground::jinja2
