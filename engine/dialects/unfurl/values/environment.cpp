//   {+L*: null, PORT: "80", URL: "http://localhost:${PORT}", -LC_*: null, ^PATH: /opt/bin}
//
// Rules are applied from top to bottom to a growing map of results. A reference sees the variables that earlier rules
// have set, then the environment. `+` and `^` read the environment, `-` removes from the results.
#include "dialects/unfurl/values/environment.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/text/glob.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "runtime/sensitive.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

// The parts of "${A|B:default}".
struct Reference {
  std::string_view names;
  std::string_view fallback;
};

// Parses a reference after its "${". Returns nothing if it is incomplete, and leaves the scanner at any position. A
// default has at least one character: "${A:}" is not a reference.
// Names are words in the sense of Unicode, with bars between alternatives.
std::optional<Reference> take_reference(Scanner& scanner) {
  Reference reference;
  reference.names = scanner.take_code_points_while([](char32_t c) { return is_word_character(c) || c == U'|'; });
  if (reference.names.empty()) return std::nullopt;
  if (scanner.take(':')) {
    const std::size_t begin = scanner.offset();
    if (scanner.at_end() || scanner.peek() == '\n') return std::nullopt;
    scanner.skip();
    scanner.take_while([](char c) { return c != '}' && c != '\n'; });
    reference.fallback = scanner.between(begin, scanner.offset());
  }
  if (!scanner.take('}')) return std::nullopt;
  return reference;
}

// Undefined when none of the names is known.
Value find_variable(std::string_view names, const Map& first, const Map& second, const NamedText& others) {
  for (const std::string_view name : Split(names, "|")) {
    if (const Value* value = first.find(name)) return *value;
    if (const Value* value = second.find(name)) return *value;
    if (Value value = others(name); !value.is_undefined()) return value;
  }
  return {};
}

class Rules {
 public:
  Rules(const Map& environment, Map start, const NamedText& others, Budget& budget)
      : environment_(environment), result_(std::move(start)), others_(others), budget_(budget) {}

  //   NAME     set       +pat, +!pat     copy       -pat, -!pat     remove       ^NAME     put the value in front
  void apply(std::string_view rule, const Value& value) {
    const char action = rule.empty() ? '\0' : rule.front();
    if (action != '+' && action != '-' && action != '^') {
      set(rule, value);
      return;
    }
    std::string_view pattern = rule.substr(1);
    const bool is_negated = pattern.starts_with('!');
    if (is_negated) pattern.remove_prefix(1);
    if (action == '-') {
      Map kept;
      for (const std::string& name : matching(result_, pattern, !is_negated)) kept.set(name, *result_.find(name));
      result_ = std::move(kept);
      return;
    }
    const std::vector<std::string> names = matching(environment_, pattern, is_negated);
    if (names.empty()) set(pattern, value);
    const bool prepends = action == '^' && value.is_string() && value.text_size() != 0;
    for (const std::string& name : names) {
      const Value& current = *environment_.find(name);
      if (prepends) {
        const std::string joined = std::string(value.as_string()).append(":").append(current.as_string());
        result_.set(name, Value::string(joined).with_sensitive(value.sensitive() || current.sensitive()));
      } else {
        result_.set(name, current);
      }
    }
  }

  Map take() { return std::move(result_); }

 private:
  void set(std::string_view name, const Value& value) {
    if (!value.is_string()) return;
    if (others_ == nullptr) {
      result_.set(name, value);
      return;
    }
    bool is_sensitive = value.sensitive();
    const std::string text =
        substitute_variables(value.as_string(), result_, environment_, others_, is_sensitive, budget_);
    result_.set(name, Value::string(text).with_sensitive(is_sensitive).with_origin(value.origin()));
  }

  std::vector<std::string> matching(const Map& variables, std::string_view pattern, bool is_negated) {
    std::vector<std::string> names;
    for (const Map::Entry& entry : variables) {
      if (!entry.key.is_string()) continue;
      if (glob_matches(pattern, entry.key.as_string(), budget_) != is_negated)
        names.emplace_back(entry.key.as_string());
    }
    return names;
  }

  const Map& environment_;
  Map result_;
  const NamedText& others_;
  Budget& budget_;
};

}  // namespace

Map rules_as_text(const Map& rules, Budget& budget) {
  Map result;
  for (const auto& [rule, value] : rules) {
    result.set(rule, variable_text(value, budget));
  }
  return result;
}

Value variable_text(const Value& value, Budget& budget) {
  if (value.is_null()) return value;
  const bool is_truth = value.kind() == Kind::boolean;
  const std::string text = is_truth ? (value.as_boolean() ? "true" : "") : python_str(value, budget);
  return Value::string(text).with_sensitive(holds_sensitive(value, budget)).with_origin(value.origin());
}

// One pass: what a reference is replaced by is not searched for references again. So a value cannot refer to itself,
// and the cost is linear in the text and the inserted values.
std::string substitute_variables(std::string_view text, const Map& first, const Map& second, const NamedText& others,
                                 bool& is_sensitive, Budget& budget) {
  std::string result;
  Scanner scanner(text);
  while (!scanner.at_end()) {
    budget.step();
    result += scanner.take_while([](char c) { return c != '$' && c != '\\'; });
    const std::size_t begin = scanner.offset();
    const std::string_view backslashes = scanner.take_while([](char c) { return c == '\\'; });
    std::optional<Reference> reference;
    const std::size_t dollar = scanner.offset();
    if (scanner.take("${")) reference = take_reference(scanner);
    budget.step(scanner.offset() - begin);
    if (!reference) {  // keep the dollar sign and continue after it
      scanner.rewind(dollar);
      scanner.skip(scanner.peek() == '$' ? 1 : 0);
      result += scanner.between(begin, scanner.offset());
    } else if (!backslashes.empty()) {  // one backslash is dropped; of more than two only one stays
      result += backslashes.size() > 1 ? "\\" : "";
      result += scanner.between(dollar, scanner.offset());
    } else if (const Value value = find_variable(reference->names, first, second, others); !value.is_undefined()) {
      is_sensitive = is_sensitive || value.sensitive();
      if (value.is_string()) {
        budget.step(value.text_size());
        result += value.as_string();
      }
    } else {
      result += reference->fallback;
    }
  }
  return result;
}

Map apply_environment_rules(const Map& rules, const Map& environment, Map start, Budget& budget,
                            const NamedText& others) {
  Rules applied(environment, std::move(start), others, budget);
  for (const Map::Entry& rule : rules) {
    budget.step();
    if (rule.key.is_string()) applied.apply(rule.key.as_string(), rule.value);
  }
  return applied.take();
}

}  // namespace evalground::unfurl
