#include "dialects/ansible/collections/arguments.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace {

[[noreturn]] void fail_type(const FunctionCall& call, std::size_t index, std::string_view wanted,
                            const std::string& why) {
  call.fail("argument '" + std::string(call.signature().parameters[index].name) + "' is of type <class '" +
            call.evaluator.type_name(call[index]) + "'> and we were unable to convert to " + std::string(wanted) +
            ": " + why);
}

}  // namespace

bool boolean_argument(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  if (!call.set(index)) return false;
  call.evaluator.require(value);
  if (value.kind() == Kind::boolean) return value.as_boolean();
  std::string word = call.text(index);
  for (char& c : word) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  for (const std::string_view yes : {"y", "yes", "on", "1", "true", "t", "1.0"}) {
    if (trim(word) == yes) return true;
  }
  for (const std::string_view no : {"n", "no", "off", "0", "false", "f", "0.0"}) {
    if (trim(word) == no) return false;
  }
  fail_type(call, index, "bool", "The value '" + call.text(index) + "' is not a valid boolean.");
}

List list_argument(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  call.evaluator.require(value);
  if (value.is_list()) return value.as_list();
  if (value.is_string()) {
    List parts;
    for (const std::string_view part : Split(value.as_string(), ",")) {
      call.context.budget.step();
      parts.push_back(Value::string(part));
    }
    return parts;
  }
  if (is_integer(value) || value.kind() == Kind::real) return {Value::string(call.text(index))};
  fail_type(call, index, "list", "<class '" + call.evaluator.type_name(value) + "'> cannot be converted to a list");
}

std::vector<std::string> texts_argument(const FunctionCall& call, std::size_t index) {
  std::vector<std::string> texts;
  for (const Value& item : list_argument(call, index)) {
    call.context.budget.step();
    texts.push_back(call.evaluator.text(item));
  }
  return texts;
}

std::string word_argument(const FunctionCall& call, std::size_t index, std::span<const std::string_view> words) {
  if (!call.set(index)) return {};
  std::string given = call.text(index);
  if (std::find(words.begin(), words.end(), given) != words.end()) return given;
  call.fail("value of " + std::string(call.signature().parameters[index].name) +
            " must be one of: " + join(std::vector<std::string>(words.begin(), words.end()), ", ") + ", got: " + given);
}

void read_whole(const FunctionCall& call, const Value& value) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  call.evaluator.note_sensitive(value);
  call.evaluator.require(value);
  if (value.is_list() || value.kind() == Kind::tuple) {
    for (const Value& item : value.as_list()) read_whole(call, item);
  } else if (value.is_map()) {
    for (const Map::Entry& entry : value.as_map()) read_whole(call, entry.value);
  }
}

}  // namespace evalground::ansible
