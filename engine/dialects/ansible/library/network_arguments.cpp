#include "dialects/ansible/library/network_arguments.hpp"

#include <string_view>

#include "base/text/text.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/big_integer.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace {

[[noreturn]] void refuse(const FunctionCall& call, std::size_t index, std::string_view type) {
  const std::string given = "<class '" + call.evaluator.type_name(call[index]) + "'>";
  call.fail("argument '" + std::string(call.signature().parameters[index].name) + "' is of type " + given +
            " and we were unable to convert to " + std::string(type) + ": " + given + " cannot be converted to " +
            (type == "int" ? "an int" : "a list"));
}

}  // namespace

void require_all(const FunctionCall& call, const Value& value) {
  call.evaluator.require(value);
  if (const Value* missing = call.evaluator.find_undefined(value)) call.evaluator.fail_undefined(*missing);
}

std::string words_of(const FunctionCall& call, std::size_t index) {
  require_all(call, call[index]);
  return call.set(index) ? call.text(index) : std::string();
}

std::optional<Value> whole_number(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  call.evaluator.note_sensitive(value);
  require_all(call, value);
  if (!call.set(index)) return std::nullopt;
  if (value.kind() == Kind::boolean) return Value::integer(value.as_boolean() ? 1 : 0);
  Value whole = value;
  if (value.is_string()) {
    whole = recover([&] { return python_int(value, call.context.budget); }, [](const Error&) { return Value(); });
  }
  if (!is_integer(whole)) refuse(call, index, "int");
  return whole;
}

std::optional<std::int64_t> integer_of(const FunctionCall& call, std::size_t index) {
  const std::optional<Value> whole = whole_number(call, index);
  if (!whole) return std::nullopt;
  if (whole->kind() != Kind::integer) refuse(call, index, "int");
  return whole->as_integer();
}

List list_of(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  call.evaluator.note_sensitive(value);
  require_all(call, value);
  if (value.is_list()) return value.as_list();
  List items;
  if (value.is_string()) {
    for (const std::string_view item : Split(value.as_string(), ",")) items.push_back(Value::string(item));
    return items;
  }
  if (!is_integer(value) && value.kind() != Kind::real && value.kind() != Kind::boolean) refuse(call, index, "list");
  items.push_back(Value::string(call.text(index)));
  return items;
}

}  // namespace evalground::ansible
