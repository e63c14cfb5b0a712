#include "dialects/ansible/runtime/lookup_terms.hpp"

#include "base/text/scanner.hpp"
#include "base/text/text.hpp"

namespace evalground::ansible {

const std::string* KeyValues::find(std::string_view name) const {
  const std::string* found = nullptr;
  for (const auto& [key, value] : options) {
    if (key == name) found = &value;
  }
  return found;
}

KeyValues read_key_values(std::string_view text) {
  KeyValues read;
  Scanner scanner(text);
  for (scanner.skip_whitespace(); !scanner.at_end(); scanner.skip_whitespace()) {
    const std::size_t begin = scanner.offset();
    char quote_mark = '\0';
    while (!scanner.at_end() &&
           (quote_mark != '\0' || ascii_whitespace.find(scanner.peek()) == std::string_view::npos)) {
      const char c = scanner.peek();
      if (c == quote_mark) {
        quote_mark = '\0';
      } else if (quote_mark == '\0' && (c == '"' || c == '\'')) {
        quote_mark = c;
      }
      scanner.skip();
    }
    const std::string_view word = scanner.between(begin, scanner.offset());
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      if (!read.rest.empty()) read.rest += ' ';
      read.rest += word;
      continue;
    }
    std::string_view value = word.substr(equals + 1);
    if (value.size() >= 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0]) {
      value = value.substr(1, value.size() - 2);
    }
    read.options.emplace_back(word.substr(0, equals), value);
  }
  return read;
}

std::string text_of_term(const FunctionCall& call, const Value& term, std::string_view method) {
  call.evaluator.require(term);
  if (!term.is_string()) {
    call.fail("'" + call.evaluator.type_name(term) + "' object has no attribute '" + std::string(method) + "'",
              "attribute-error");
  }
  return call.evaluator.text(term);
}

const Value& option_of_lookup(const FunctionCall& call, std::size_t index) {
  const Value& given = call[index];
  return given.is_null() ? call.signature().parameters[index].default_value : given;
}

bool flag_of_lookup(const FunctionCall& call, const Value& value) {
  if (call.evaluator.options.behavior.carries_failures) return call.evaluator.truth(value);
  call.evaluator.require(value);
  call.evaluator.require_hashable(value);
  if (value.kind() == Kind::boolean) return value.as_boolean();
  if (!value.is_string()) return value.is_number() && value.as_real() == 1;
  const std::string text = to_lower(trim(call.evaluator.text(value)));
  return text == "y" || text == "yes" || text == "on" || text == "1" || text == "true" || text == "t";
}

bool flag_of_lookup(const FunctionCall& call, std::size_t index) {
  const Value& value = option_of_lookup(call, index);
  return !is_absent(value) && flag_of_lookup(call, value);
}

List listed(Evaluator& evaluator, const Value& term) {
  if (term.is_string() || !evaluator.is_iterable(term)) return {term};
  return evaluator.items(term);
}

List flattened(std::span<const Value> terms) {
  List flat;
  for (const Value& term : terms) {
    if (term.is_list() || term.kind() == Kind::tuple) {
      flat.insert(flat.end(), term.as_list().begin(), term.as_list().end());
    } else {
      flat.push_back(term);
    }
  }
  return flat;
}

}  // namespace evalground::ansible
