// Lazy texts of variables: templates that are evaluated one by one when they are read, as since ansible-core 2.19:
//
//   app: {dir: /opt, bin: "{{ app.dir }}/bin", bad: "{{ nosuch }}"}
//   {{ app.bin }}   reads `bin`, which reads `dir`; `bad` is never evaluated and does no harm
//
// In the lists and maps of a variable each such text is an object of this class. Reading an item evaluates it once
// (AnsibleVariables::adopt). Functions receive lists and maps without lazy texts (Evaluator::forced).
#pragma once

#include <optional>
#include <string>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/object.hpp"

namespace evalground::ansible {

class Waiting final : public Object {
 public:
  Waiting(Value text_, std::string variable_) : text(std::move(text_)), variable(std::move(variable_)) {}
  const Value text;
  const std::string variable;  // the variable that contains it
  std::optional<Value> value;  // set after evaluation
  bool is_open = false;        // while it is being evaluated

  std::string_view type_name() const override { return "str"; }
  Value resolve(Context&) override { return text; }
};

// The start of a template's first line that sets options.
inline constexpr std::string_view header_mark = "#jinja2:";

// Whether a text is a template: it contains the start of a tag, or starts with options.
inline bool is_template(std::string_view text, const Syntax& syntax) {
  return syntax.begins_template(text) || text.starts_with(header_mark);
}

// A copy of a variable's list or map in which templates are lazy texts.
Value waiting_copy(Evaluator& evaluator, const Value& raw, std::string_view variable);

}  // namespace evalground::ansible
