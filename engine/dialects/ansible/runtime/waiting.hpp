// Texts of variables that are templates and wait until they are read, since ansible-core 2.19 one by one:
//
//   app: {dir: /opt, bin: "{{ app.dir }}/bin", bad: "{{ nosuch }}"}
//   {{ app.bin }}   reads `bin`, which reads `dir`; `bad` waits, and harms nobody
//
// In the lists and maps of a variable each such text is an object of this class. Reading an item evaluates it, once
// (AnsibleVariables::adopt); functions are given lists and maps in which nothing waits (Evaluator::forced).
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
  const std::string variable;  // that it belongs to
  std::optional<Value> value;  // once it was evaluated
  bool is_open = false;        // it is being evaluated

  std::string_view type_name() const override { return "str"; }
  Value resolve(Context&) override { return text; }
};

// What the first line of a template with options begins with.
inline constexpr std::string_view header_mark = "#jinja2:";

// Whether a text is a template: it holds the start of a tag, or begins with options.
inline bool is_template(std::string_view text, const Syntax& syntax) {
  return syntax.begins_template(text) || text.starts_with(header_mark);
}

// A copy of a variable's list or map in which texts that are templates wait.
Value waiting_copy(Evaluator& evaluator, const Value& raw, std::string_view variable);

}  // namespace evalground::ansible
