// Conditions such as `when:` in two versions of ansible-core (see conditional.hpp). 2.14 renders `{% if condition %}
// True {% else %} False {% endif %}` and compares the text, so every value has a truth. Since 2.19 the condition is
// evaluated as an expression, whose value must be a boolean.

#include "dialects/ansible/runtime/conditional.hpp"

#include <functional>
#include <optional>
#include <vector>

#include "base/text/text.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/options.hpp"
#include "dialects/ansible/runtime/waiting.hpp"
#include "dialects/jinja2/runtime/nodes.hpp"
#include "dialects/jinja2/syntax/expression_text.hpp"
#include "value/map.hpp"
#include "value/python_text.hpp"

namespace evalground::ansible {
namespace {

// A text with its place: `begin` is the offset of its first byte in the file.
struct ConditionText {
  std::string text;
  std::uint32_t file;
  std::uint32_t begin = 0;
};

ConditionText stripped(ConditionText whole) {
  const std::string_view text = trim(whole.text);
  const auto before = static_cast<std::uint32_t>(text.data() - whole.text.data());
  return {std::string(text), whole.file, whole.begin + before};
}

// The place of an expression that is preceded by `before` bytes of generated text.
Place place_behind(const ConditionText& expression, std::uint32_t before) {
  return {expression.file, {{0, expression.begin}, {before, expression.begin}}};
}

// ---- 2.14

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The name in the message "'name' is undefined"; empty for other messages.
std::string_view missing_name(std::string_view message) {
  const std::size_t end = message.find("' is undefined");
  if (end == std::string_view::npos || end == 0) return {};
  const std::size_t quote = message.rfind('\'', end - 1);
  return quote == std::string_view::npos ? std::string_view() : message.substr(quote + 1, end - quote - 1);
}

// In 2.14 an undefined name does not fail if the condition also tests that name: `x is defined` makes the whole
// condition false, `x is not defined` and `x is undefined` make it true. Absent without such a test.
std::optional<bool> answer_of_tests(std::string_view condition, std::string_view name, Budget& budget) {
  for (std::size_t at = condition.find(name); at != std::string_view::npos; at = condition.find(name, at + 1)) {
    budget.step();
    if (at > 0 && is_word(condition[at - 1])) continue;
    std::string_view rest = condition.substr(at + name.size());
    const auto take = [&](std::string_view word) {
      const std::string_view after = trim_start(rest);
      if (after.size() == rest.size() || !after.starts_with(word)) return false;
      rest = after.substr(word.size());
      return true;
    };
    bool is_negated = false;
    if (take("not")) {
      is_negated = true;
      if (!take("is")) continue;
    } else {
      if (!take("is")) continue;
      is_negated = take("not");
    }
    const bool asks_defined = take("defined");
    if (!asks_defined && !take("undefined")) continue;
    return is_negated == asks_defined;
  }
  return std::nullopt;
}

// A condition as Conditional._check_conditional() of 2.14 evaluates it:
//
//   1. if it contains a template, render it first: `{{ flag }}` -> "a == b"
//   2. put the result into `{% if a == b %} True {% else %} False {% endif %}` and render that
//   3. an undefined name is no error if the condition tests this name (see answer_of_tests())
//
// Step 2 evaluates text that step 1 has produced, which is how injections happen. So a result from untrusted data is
// refused.
bool truth_of_text(Evaluator& evaluator, const ConditionText& condition, const Value& original) {
  Syntax syntax = evaluator.options.syntax;
  syntax.escape_backslashes = true;
  std::string text = condition.text;
  try {
    Value rendered = original;
    if (holds_template(text, syntax)) {
      evaluator.context.warn(0, "templated-condition",
                             "Conditional statements should not include jinja2 templating delimiters such as {{ }} or "
                             "{% %}.");
      rendered = convert_ansible(
          evaluator, {text, std::string(expression_path), {condition.file, {{0, condition.begin}}}}, syntax);
    }
    if (!rendered.is_string() || rendered.text_size() == 0) return evaluator.truth(rendered);
    const auto* variables = dynamic_cast<const AnsibleVariables*>(&evaluator.variables);
    const bool is_made = !rendered.same_as(original);
    if (evaluator.is_unsafe(rendered) || (is_made && variables != nullptr && variables->has_read_untrusted())) {
      evaluator.fail("untrusted", "Conditional is marked as unsafe, and cannot be evaluated.");
    }
    const bool is_original = text == rendered.as_string();
    text = std::string(rendered.as_string());
    constexpr std::string_view before = "{% if ";
    const std::string presented = std::string(before) + text + " %} True {% else %} False {% endif %}";
    const Place place = is_original ? place_behind(condition, before.size())
                                    : Place{evaluator.context.sources.add_file("<condition>", text), {{6, 0}}};
    syntax.escape_backslashes = false;
    const Value answer = render_ansible(evaluator, {presented, std::string(expression_path), place}, syntax);
    const std::string_view word = trim(answer.as_string());
    if (word == "True") return true;
    if (word != "False") evaluator.fail("bad-condition", "unable to evaluate conditional: " + condition.text);
    return false;
  } catch (Error& error) {
    if (error.diagnostic.code == "undefined") {
      const std::string_view name = missing_name(error.diagnostic.message);
      if (!name.empty()) {
        if (const auto answer = answer_of_tests(text, name, evaluator.context.budget)) return *answer;
      }
      error.diagnostic.message =
          "error while evaluating conditional (" + condition.text + "): " + error.diagnostic.message;
    }
    throw;
  }
}

// ---- 2.21

// A condition since 2.19. It is compiled as the expression of a print tag and must give a boolean. With the option
// allow_broken_conditionals any other result counts by its truth and warns. Templates within a condition are still
// accepted if they are the whole text.
class BooleanCondition {
 public:
  explicit BooleanCondition(Evaluator& evaluator)
      : evaluator_(evaluator), allows_broken_(evaluator.options.allow_broken_conditionals) {}

  // A condition that is wholly a template has two readings. If its result is text, this text is the condition, else the
  // result counts. Only a text that the template passes on unchanged is trusted.
  bool evaluate(const Value& condition) {
    if (!condition.is_string()) return evaluate_other(condition, true);
    if (evaluator_.options.untrusted_expression) fail_untrusted();
    const std::uint32_t file = evaluator_.context.expression_source(std::string(condition.as_string()));
    const ConditionText text = stripped({std::string(condition.as_string()), file});
    if (text.text.empty()) return empty();
    const Syntax& syntax = evaluator_.options.syntax;
    if (!is_wholly_template(text.text, syntax)) return evaluate_expression(text);
    const Value made = template_result(text);
    note_tag(text);
    if (!made.is_string()) return evaluate_other(made, false);
    if (trim(made.as_string()).empty()) return empty();
    if (!is_trusted(made)) fail_untrusted(without_tag_);
    is_secret_ = made.sensitive();
    const std::string source(made.as_string());
    return evaluate_expression(stripped({source, evaluator_.context.sources.add_file("<condition>", source)}));
  }

 private:
  // Whether the text is a single template from start to end. It compares only the ends: `{{ a }} == {{ b }}` also
  // counts as one template.
  static bool is_wholly_template(std::string_view text, const Syntax& syntax) {
    if (text.starts_with(header_mark)) return true;
    const auto is = [&](const std::string& start, const std::string& end) {
      return std::pair(text.starts_with(start), text.ends_with(end));
    };
    const std::pair<bool, bool> found[] = {is(syntax.variable_start, syntax.variable_end),
                                           is(syntax.block_start, syntax.block_end),
                                           is(syntax.comment_start, syntax.comment_end)};
    bool starts = false;
    bool ends = false;
    for (const auto& [start, end] : found) {
      starts = starts || start;
      ends = ends || end;
    }
    return starts && ends;
  }

  // A condition needs no tags. If it is one print tag, a fix removes it.
  void note_tag(const ConditionText& text) {
    const std::optional<std::string> content = content_of_tag(text.text, evaluator_.options.syntax);
    Diagnostic problem;
    problem.severity = Severity::warning;
    problem.code = "templated-condition";
    problem.message = "Conditionals should not be surrounded by templating delimiters such as {{ }} or {% %}.";
    if (content) {
      const auto end = static_cast<std::uint32_t>(text.begin + text.text.size());
      const OriginId where = evaluator_.context.sources.add({text.file, text.begin, end, Via::expression, 0, false});
      without_tag_ = Fix{"Remove the tag", {{where, *content}}};
      problem.where = where;
      problem.fixes.push_back(*without_tag_);
    }
    evaluator_.context.report(std::move(problem));
  }

  [[noreturn]] void fail_untrusted(const std::optional<Fix>& fix = std::nullopt) const {
    Error error("untrusted", "Encountered untrusted template or expression.");
    if (fix) {
      error.diagnostic.message += " A condition is an expression without tags.";
      error.diagnostic.fixes.push_back(*fix);
    }
    throw error;
  }

  bool empty() const {
    if (!allows_broken_) evaluator_.fail("bad-condition", "Empty conditional expressions are not allowed.");
    evaluator_.context.warn(0, "broken-condition", "Empty conditional expression was evaluated as True.");
    return true;
  }

  // Evaluates a value that is not text: the condition itself, or the result of its template.
  bool evaluate_other(const Value& value, bool is_condition) {
    if (value.is_null()) return empty();
    if (value.kind() == Kind::boolean) return value.as_boolean();
    if (is_condition && !allows_broken_) {
      evaluator_.fail("bad-condition", "Conditional expressions must be strings.");
    }
    return result_of(value, nullptr);
  }

  // `source`: the template whose only print tag gave the value, or null.
  bool result_of(const Value& value, const Template* source) {
    if (value.kind() == Kind::boolean) return value.as_boolean();
    const bool truth = evaluator_.truth(value);
    const std::string message = std::string("Conditional result (") + (truth ? "True" : "False") +
                                ") was derived from value of type '" + evaluator_.type_name(value) + "' at " +
                                place_of(value, source) + ". Conditionals must have a boolean result.";
    if (allows_broken_) {
      evaluator_.context.warn(0, "broken-condition", message);
      return truth;
    }
    Error error("bad-condition", message);
    if (source != nullptr) add_fix(error.diagnostic, value, *source);
    throw error;
  }

  // The place of the value: "'main.yaml:3:7'", or the variable of the workspace that it is. A computed value has no
  // place.
  std::string place_of(const Value& value, const Template* source) const {
    const Sources& sources = evaluator_.context.sources;
    if (value.origin() != 0) {
      const Origin& origin = sources.origin(value.origin());
      const Position position = sources.position(origin.file, origin.begin);
      return "'" + std::string(sources.path(origin.file)) + ":" + std::to_string(position.line) + ":" +
             std::to_string(position.column) + "'";
    }
    if (source != nullptr && !is_secret_) {
      const Expression& expression = *static_cast<const Print&>(*source->body[0]).value;
      const std::string_view text =
          std::string_view(source->text).substr(expression.begin, expression.end - expression.begin);
      const std::string_view name = text.substr(0, text.find_first_of(".["));
      const bool is_variable = expression.kind == ExpressionKind::name ||
                               expression.kind == ExpressionKind::attribute || expression.kind == ExpressionKind::item;
      if (is_variable && evaluator_.context.workspace.vars.contains(name)) return "'vars." + std::string(text) + "'";
    }
    return "'<unknown>'";
  }

  // Adds a fix that converts the value to a boolean: a comparison after the expression, with parentheses if needed.
  void add_fix(Diagnostic& diagnostic, const Value& value, const Template& source) const {
    Context& context = evaluator_.context;
    const Expression& expression = *static_cast<const Print&>(*source.body[0]).value;
    diagnostic.where = source.origin(expression, context);
    const bool is_sized = value.is_string() || value.is_list() || value.is_map();
    const std::string behind = value.is_number() ? " != 0"
                               : value.is_null() ? " is not none"
                               : is_sized        ? " | length > 0"
                                                 : " is truthy";
    const ExpressionKind kind = expression.kind;
    const bool is_operand = kind == ExpressionKind::name || kind == ExpressionKind::attribute ||
                            kind == ExpressionKind::item || kind == ExpressionKind::call ||
                            kind == ExpressionKind::filter || kind == ExpressionKind::constant ||
                            kind == ExpressionKind::list || kind == ExpressionKind::map;
    const auto at = [&](std::uint32_t offset) { return source.origin(offset, offset, context); };
    const std::string_view text =
        std::string_view(source.text).substr(expression.begin, expression.end - expression.begin);
    const std::string operand = is_operand ? std::string(text) : "(" + std::string(text) + ")";
    if (!is_secret_) diagnostic.message += " Write `" + operand + behind + "`.";
    Fix fix{"Compare it", {}};
    if (!is_operand) fix.edits.push_back({at(expression.begin), "("});
    fix.edits.push_back({at(expression.end), (is_operand ? "" : ")") + behind});
    diagnostic.fixes.push_back(std::move(fix));
  }

  // Backslashes are not doubled here, unlike in other texts of a playbook.
  Value template_result(const ConditionText& text) {
    Syntax syntax = evaluator_.options.syntax;
    syntax.escape_backslashes = false;
    return finalized(
        evaluator_,
        render_nodes(evaluator_, {text.text, std::string(expression_path), {text.file, {{0, text.begin}}}}, syntax));
  }

  // Delimiters of the user do not apply to expressions, so the syntax is the default one with few settings taken over.
  bool evaluate_expression(const ConditionText& condition) {
    Syntax syntax;
    syntax.looks_up_early = evaluator_.options.syntax.looks_up_early;
    syntax.refuses_unknown = evaluator_.options.syntax.refuses_unknown;
    syntax.embeds_in_lookups = syntax.embeds_everywhere = evaluator_.options.allow_embedded_templates;
    // Within a print tag the text is parsed as an expression. Nothing may follow that tag.
    constexpr std::string_view before = "{{ ";
    try {
      Template& source =
          evaluator_.loader.compile(std::string(before) + condition.text + " }}", std::string(expression_path),
                                    place_behind(condition, before.size()), syntax);
      if (source.body.size() != 1 || source.body[0]->kind != StatementKind::print) {
        evaluator_.fail("syntax", "unexpected '}'");
      }
      return result_of(finalized(evaluator_, evaluator_.render(source), "expression"), &source);
    } catch (Error& error) {
      std::string& message = error.diagnostic.message;
      const std::string& code = error.diagnostic.code;
      if (code == "syntax") {
        const bool has_delimiters = holds_tag(condition.text, Syntax());
        message = std::string("Syntax error in expression. ") +
                  (has_delimiters ? "Template delimiters are not supported in expressions: " : "") + message;
      } else if (code == "undefined") {
        message = "Error while evaluating conditional: " + message;
      }
      throw;
    }
  }

  // A text made by a template is data and not trusted. A text of a variable is trusted if it was only passed on, which
  // is the case if it is identical with a text of the workspace.
  bool is_trusted(const Value& text) const { return holds_text(evaluator_.context.workspace.vars, text, true); }

  bool holds_text(const Map& map, const Value& text, bool is_top) const {
    for (const auto& [key, value] : map) {
      if (is_top && key.is_string() && is_untrusted(evaluator_.context.workspace.options, key.as_string())) continue;
      if (holds_text(value, text)) return true;
    }
    return false;
  }

  bool holds_text(const Value& value, const Value& text) const {
    const Depth depth = evaluator_.context.budget.enter();
    evaluator_.context.budget.step();
    if (value.is_string()) return value.same_as(text);
    if (value.is_map()) return holds_text(value.as_map(), text, false);
    if (!value.is_list()) return false;
    for (const Value& item : value.as_list()) {
      if (holds_text(item, text)) return true;
    }
    return false;
  }

  Evaluator& evaluator_;
  const bool allows_broken_;
  bool is_secret_ = false;          // the text of the condition comes from a secret
  std::optional<Fix> without_tag_;  // where the condition is one print tag
};

// The answer of a condition, with the place of its text and what it read.
Value traced_answer(Evaluator& evaluator, const std::string& text, const std::function<bool()>& evaluate) {
  Context& context = evaluator.context;
  if (!context.provenance.recording()) return Value::boolean(evaluate());
  const std::uint32_t file = context.expression_source(text);
  const auto size = static_cast<std::uint32_t>(context.sources.text(file).size());
  const OriginId where = context.sources.add({file, 0, size, Via::expression, 0, false});
  Provenance::Computation computation(context.provenance);
  bool is_true = false;
  {
    Decisions::Condition condition(context.decisions, where);
    is_true = evaluate();
    condition.decides(is_true, where);
  }
  computation.made(where);
  return Value::boolean(is_true).with_origin(where);
}

}  // namespace

// 2.14: `when:` without a value is true, as is an empty text.
Value condition_by_truth(Evaluator& evaluator, const Value& condition) {
  if (condition.is_null()) return Value::boolean(true);
  if (!condition.is_string()) {
    return Value::boolean(evaluator.truth(template_value(evaluator, condition, "condition")));
  }
  if (condition.text_size() == 0) return Value::boolean(true);
  if (evaluator.options.untrusted_expression) {
    evaluator.fail("untrusted", "Conditional is marked as unsafe, and cannot be evaluated.");
  }
  const std::string text(condition.as_string());
  return traced_answer(evaluator, text, [&] {
    return truth_of_text(evaluator, {text, evaluator.context.expression_source(text)}, condition);
  });
}

Value condition_by_boolean(Evaluator& evaluator, const Value& condition) {
  const auto evaluate = [&] { return BooleanCondition(evaluator).evaluate(condition); };
  if (!condition.is_string()) return Value::boolean(evaluate());
  return traced_answer(evaluator, std::string(condition.as_string()), evaluate);
}

}  // namespace evalground::ansible
