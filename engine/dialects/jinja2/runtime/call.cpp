// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/call.hpp"

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/operand.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {

const Value FunctionCall::absent_;

namespace {

// One step of the budget pays for this many bytes of a text that a function reads.
constexpr std::size_t bytes_per_step = 64;

}  // namespace

std::string FunctionCall::text(std::size_t index) const {
  std::string text = evaluator.text((*this)[index]);
  context.budget.step(text.size() / bytes_per_step);
  return text;
}

std::string_view FunctionCall::peek_text(std::size_t index, std::string& storage) const {
  const Value& value = (*this)[index];
  if (!value.is_string()) return storage = text(index);
  evaluator.note_sensitive(value);
  context.budget.step(value.text_size() / bytes_per_step);
  return value.as_string();
}

bool FunctionCall::truth(std::size_t index) const {
  const Value& value = (*this)[index];
  return !is_absent(value) && evaluator.truth(value);
}

std::int64_t FunctionCall::number(std::size_t index) const {
  const Value& value = (*this)[index];
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1 : 0;
  if (value.kind() != Kind::integer) {
    require_operand(evaluator, value, "'", "' object cannot be interpreted as an integer");
    if (is_integer(value)) fail("Python int too large to convert to C ssize_t", "overflow-error");
    // Methods of markup make the texts that they receive markup.
    const bool is_of_markup = signature().name.starts_with("str.") && (*this)[0].markup() && value.is_string();
    fail("'" + (is_of_markup ? "Markup" : evaluator.type_name(value)) + "' object cannot be interpreted as an integer");
  }
  return value.as_integer();
}

List FunctionCall::items(std::size_t index) const {
  return evaluator.items((*this)[index]);
}

void FunctionCall::fail(std::string message, std::string_view code) const {
  throw Error(std::string(code), std::move(message));
}

}  // namespace evalground::jinja2
