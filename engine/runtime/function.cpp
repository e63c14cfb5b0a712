// Signatures of functions, which are text in the tables: "split(text: string, by: string = ' ', *rest: any) -> list".
// Parsed, they check arguments, bind names and fill in defaults.
//
// Hot: compiled for speed in every module.
#include "runtime/function.hpp"

#include "base/memory.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

std::string name_of(const Value& value) {
  return value.is_object() ? std::string(value.as_object().type_name()) : std::string(kind_name(value.kind()));
}

[[noreturn]] void bad_signature(std::string_view text) {
  throw Error("bad-signature", "The signature " + quote(text) + " cannot be read.");
}

// The length of one element of a parameter list: up to a comma outside of quotes and brackets.
std::size_t piece_length(std::string_view text) {
  int open = 0;
  char quoted = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted != 0) {
      if (c == quoted) quoted = 0;
    } else if (c == '\'' || c == '"') {
      quoted = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++open;
    } else if (c == ')' || c == ']' || c == '}') {
      --open;
    } else if (c == ',' && open == 0) {
      return at;
    }
  }
  return text.size();
}

// "null", "true", "63", "0.5", "' '"; absent for a default that a language computes: "timespan()", "unset".
Value value_of_default(std::string_view text) {
  if (text == "null") return Value::null();
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') {
    const MemoryAccount own(UINT64_MAX);  // do not charge a table's text to the evaluation that first uses the table
    return Value::string(text.substr(1, text.size() - 2));
  }
  const bool is_negative = text.starts_with('-');
  if (const auto whole = parse_digits(text.substr(is_negative ? 1 : 0), 10, is_negative)) {
    return Value::integer(whole.value);
  }
  if (const auto real = parse_real(text)) return Value::real(real.value);
  return {};
}

// "by: string = ' '", "*items: any"
Parameter parse_parameter(std::string_view text, std::string_view signature) {
  Parameter parameter;
  text = trim(text);
  if (text.starts_with("**")) {
    parameter.is_keywords = true;
    text.remove_prefix(2);
  } else if (text.starts_with('*')) {
    parameter.is_rest = true;
    text.remove_prefix(1);
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) bad_signature(signature);
  parameter.name = trim(text.substr(0, colon));
  std::string_view rest = text.substr(colon + 1);
  const std::size_t equals = rest.find(" = ");
  if (equals != std::string_view::npos) {
    parameter.fallback = trim(rest.substr(equals + 3));
    parameter.default_value = value_of_default(*parameter.fallback);
  }
  parameter.type = trim(rest.substr(0, equals));
  if (parameter.type.empty()) bad_signature(signature);
  return parameter;
}

}  // namespace

Signature parse_signature(std::string_view text) {
  Signature signature;
  const std::size_t open = text.find('(');
  const std::size_t arrow = text.rfind(" -> ");
  if (open == std::string_view::npos) {  // a keyword, an operator or a key, without arguments
    signature.name = trim(text.substr(0, arrow));
    if (arrow != std::string_view::npos) signature.returns = trim(text.substr(arrow + 4));
    return signature;
  }
  const std::size_t close = text.rfind(')', arrow);
  if (arrow == std::string_view::npos || close == std::string_view::npos || close < open) bad_signature(text);
  signature.name = trim(text.substr(0, open));
  signature.returns = trim(text.substr(arrow + 4));
  std::string_view list = text.substr(open + 1, close - open - 1);
  while (!trim(list).empty()) {
    const std::size_t length = piece_length(list);
    signature.parameters.push_back(parse_parameter(list.substr(0, length), text));
    list.remove_prefix(length < list.size() ? length + 1 : length);
  }
  return signature;
}

const Value Call::missing_;

// The message names the parameter as the documentation does, and the place is that of the argument.
void Call::wrong(std::size_t index, std::string_view expected) const {
  const Value& argument = (*this)[index];
  std::string message = "Argument " + std::to_string(index + 1);
  if (index < signature_.parameters.size()) message += " (" + std::string(signature_.parameters[index].name) + ")";
  message += " of " + std::string(signature_.name) + " must be " + with_article(expected) + ", not " +
             with_article(name_of(argument)) + ".";
  throw Error("wrong-argument", std::move(message), argument.origin() != 0 ? argument.origin() : where);
}

std::string_view Call::string(std::size_t index) const {
  if (!(*this)[index].is_string()) wrong(index, "string");
  return (*this)[index].as_string();
}

std::int64_t Call::integer(std::size_t index) const {
  if ((*this)[index].kind() != Kind::integer) wrong(index, "integer");
  return (*this)[index].as_integer();
}

const List& Call::list(std::size_t index) const {
  const Value& argument = (*this)[index];
  if (!argument.is_list() && argument.kind() != Kind::tuple) wrong(index, "list");
  return argument.as_list();
}

const Map& Call::map(std::size_t index) const {
  if (!(*this)[index].is_map()) wrong(index, "map");
  return (*this)[index].as_map();
}

bool Call::boolean(std::size_t index) const {
  if ((*this)[index].kind() != Kind::boolean) wrong(index, "boolean");
  return (*this)[index].as_boolean();
}

}  // namespace evalground
