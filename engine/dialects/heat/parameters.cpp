// Parameters: reads a definition, converts the value and checks the constraints (heat.engine.parameters and
// heat.engine.constraints).
//
// Heat converts a value to the type of its parameter, `"3"` to 3, and a comma-separated text to a list. Whatever stands
// where text is expected becomes Python's text of it: `{a: [x, null]}` is "{'a': ['x', None]}". Constraints are checked
// on the converted value for lists and JSON, and on the value as given for the others. A default is checked even where
// an input replaces it, so a template with an invalid default is refused in any case.

#include "dialects/heat/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "base/regex/regex.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/heat/json_keys.hpp"
#include "dialects/heat/python_json.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"
#include "value/python_number.hpp"
#include "value/python_text.hpp"

namespace evalground::heat {
namespace {

// In the order of ParameterType, which indexes this table.
constexpr std::string_view type_words[] = {"string", "number", "boolean", "comma_delimited_list", "json"};

struct RuleWord {
  std::string_view key;
  Constraint::Rule rule;
};

// In the order of Rule, which indexes this table.
constexpr RuleWord rule_words[] = {
    {"length", Constraint::Rule::length},
    {"range", Constraint::Rule::range},
    {"modulo", Constraint::Rule::modulo},
    {"allowed_values", Constraint::Rule::allowed_values},
    {"allowed_pattern", Constraint::Rule::allowed_pattern},
    {"custom_constraint", Constraint::Rule::custom},
};

// Of several rules in one constraint Heat takes the first in this order, and passes over the others.
constexpr Constraint::Rule rule_order[] = {Constraint::Rule::modulo,          Constraint::Rule::range,
                                           Constraint::Rule::length,          Constraint::Rule::allowed_values,
                                           Constraint::Rule::allowed_pattern, Constraint::Rule::custom};

// Heat refuses a template whose constraint does not fit the parameter's type, whether or not a value is given.
bool suits(Constraint::Rule rule, ParameterType type) {
  switch (rule) {
    case Constraint::Rule::length:
      return type == ParameterType::string || type == ParameterType::comma_delimited_list ||
             type == ParameterType::json;
    case Constraint::Rule::range:
    case Constraint::Rule::modulo: return type == ParameterType::number;
    case Constraint::Rule::allowed_values: return type != ParameterType::json;
    case Constraint::Rule::allowed_pattern: return type == ParameterType::string;
    case Constraint::Rule::custom: return true;
  }
  return false;
}

// The words that oslo_utils.strutils.bool_from_string() accepts.
std::optional<bool> boolean_of(const Value& value) {
  constexpr std::string_view yes[] = {"t", "true", "on", "y", "yes", "1"};
  constexpr std::string_view no[] = {"f", "false", "off", "n", "no", "0"};
  if (value.kind() == Kind::boolean) return value.as_boolean();
  std::string word = value.is_string()               ? to_lower(trim(value.as_string()))
                     : value.kind() == Kind::integer ? std::to_string(value.as_integer())
                                                     : std::string();
  if (std::find(std::begin(yes), std::end(yes), word) != std::end(yes)) return true;
  if (std::find(std::begin(no), std::end(no), word) != std::end(no)) return false;
  return std::nullopt;
}

class ParameterReader {
 public:
  ParameterReader(Context& context, const Value& name, Version version, bool is_hidden)
      : context_(context), version_(version) {
    parameter_.name = name;
    parameter_.is_hidden = is_hidden;
  }

  // The steps: the definition's keys, the default in its written form, then the value in use. A null input counts as
  // absent. A hidden value is marked last, so everything computed from it is hidden as well.
  Parameter read(const Value& definition, const Value& input) {
    parameter_.where = parameter_.name.origin() != 0 ? parameter_.name.origin() : definition.origin();
    if (!definition.is_map()) fail_definition(definition.origin(), "must be a map");
    read_keys(definition.as_map());
    const bool has_default = !parameter_.fallback.is_undefined();
    if (has_default) check_written_default();
    const bool is_given = !input.is_undefined() && !input.is_null();
    if (is_given || has_default) {
      const Value& source = is_given ? input : parameter_.fallback;
      const std::string_view prefix = is_given ? "" : "Invalid default: ";
      parameter_.value = convert(source, prefix);
      check(checked_form(parameter_.value, source), is_given ? parameter_.where : source.origin(), prefix);
    }
    if (parameter_.is_hidden) parameter_.value = parameter_.value.with_sensitive();
    return std::move(parameter_);
  }

 private:
  std::string shown_name() const {
    return parameter_.name.is_string() ? std::string(parameter_.name.as_string()) : short_text(parameter_.name, 60);
  }

  // The two kinds of mistakes: the definition itself is invalid, or a value does not fit it.
  [[noreturn]] void fail_definition(OriginId where, const std::string& problem) const {
    context_.fail(where, "invalid-parameter", "The definition of parameter '" + shown_name() + "' " + problem + ".");
  }

  [[noreturn]] void fail_value(OriginId where, std::string message) const {
    if (!message.ends_with('.') && !message.ends_with('!')) message += '.';
    // An input has no text to mark, so the problem is shown at the parameter's definition.
    const bool is_input = where == 0 || context_.sources.path(context_.sources.origin(where).file) == input_path;
    context_.fail(is_input ? parameter_.where : where, "invalid-parameter",
                  "Parameter '" + shown_name() + "' is invalid: " + message);
  }

  // A value for a message. A hidden one is masked.
  std::string shown(const Value& value) const { return parameter_.is_hidden ? "******" : short_text(value, 60); }
  std::string shown_json(const Value& value) const {
    return parameter_.is_hidden ? "******" : python_json(value, context_.budget);
  }

  // Heat checks a default in its written form, even if the input replaces it. So the length of a JSON default is that
  // of its text, and an empty text of a list counts as one empty item.
  void check_written_default() {
    const bool is_list = parameter_.type == ParameterType::comma_delimited_list;
    if (parameter_.constraints.empty() && !is_list) return;
    Value written = parameter_.fallback;
    if (is_list) {
      if (written.is_string() && written.as_string().empty()) {
        written = Value::list({Value::string("")});
      } else {
        written = convert(written, "Invalid default: ");
      }
    }
    check(written, parameter_.fallback.origin(), "Invalid default: ");
  }

  // Lists and maps are checked after conversion. Numbers, booleans and strings are checked in the form in which they
  // were given.
  Value checked_form(const Value& converted, const Value& source) const {
    const bool is_parsed =
        parameter_.type == ParameterType::comma_delimited_list || parameter_.type == ParameterType::json;
    return is_parsed ? converted : source;
  }

  std::string text_of(const Value& value) const {
    if (value.is_null() || value.is_undefined()) return {};
    return value.is_string() ? std::string(value.as_string()) : short_text(value, 200);
  }

  // Constraints are read last, because their meaning depends on the type, which may be written after them.
  void read_keys(const Map& definition) {
    bool has_type = false;
    for (const auto& [key, value] : definition) {
      const std::string_view name = key.is_string() ? key.as_string() : std::string_view();
      if (name == "type") {
        const auto found =
            std::find(std::begin(type_words), std::end(type_words), value.is_string() ? value.as_string() : "");
        if (found == std::end(type_words)) {
          fail_definition(value.origin(), "has the type " + short_text(value, 60) +
                                              "; there are string, number, boolean, comma_delimited_list and json");
        }
        parameter_.type = static_cast<ParameterType>(found - std::begin(type_words));
        has_type = true;
      } else if (name == "default") {
        if (!value.is_null()) parameter_.fallback = value;
      } else if (name == "tags" && version_ >= Version::v2018_03_02 && !value.is_list()) {
        fail_value(value.origin(), "tags must be a list");
      } else if (name == "label") {
        parameter_.label = text_of(value);
      } else if (name == "description") {
        parameter_.description = text_of(value);
      } else if (name != "constraints" && name != "immutable" && name != "hidden" &&
                 !(name == "tags" && version_ >= Version::v2018_03_02)) {
        context_.fail(key.origin(), "invalid-parameter",
                      "Invalid key '" + text_of(key) + "' for parameter (" + shown_name() + ").");
      }
    }
    if (!has_type) {
      context_.fail(parameter_.where, "invalid-parameter",
                    "Missing parameter type for parameter: " + shown_name() + ".");
    }
    if (const Value* constraints = definition.find("constraints")) read_constraints(*constraints);
  }

  void read_constraints(const Value& constraints) {
    if (constraints.is_null()) return;
    if (!constraints.is_list()) fail_value(constraints.origin(), "constraints must be a list");
    for (const Value& item : constraints.as_list()) parameter_.constraints.push_back(read_constraint(item));
  }

  // A constraint is a map with a rule, `{range: {min: 1}}`, and optionally a description.
  Constraint read_constraint(const Value& item) const {
    if (!item.is_map()) fail_value(item.origin(), "a constraint must be a map");
    Constraint constraint{Constraint::Rule::custom, {}, {}, item.origin()};
    for (const auto& [key, value] : item.as_map()) {
      const std::string_view name = key.is_string() ? key.as_string() : std::string_view();
      if (name == "description") {
        constraint.description = text_of(value);
        continue;
      }
      const bool is_known = std::any_of(std::begin(rule_words), std::end(rule_words),
                                        [&](const RuleWord& word) { return word.key == name; });
      if (!is_known) fail_value(key.origin(), "no valid constraint: " + text_of(key));
    }
    const Map::Entry* rule = rule_of(item.as_map(), constraint.rule);
    if (rule == nullptr) fail_value(item.origin(), "a constraint without a rule");
    constraint.argument = rule->value;
    warn_of_other_rules(item.as_map(), *rule);
    if (!suits(constraint.rule, parameter_.type)) {
      fail_value(item.origin(), std::string(rule_words[static_cast<std::size_t>(constraint.rule)].key) +
                                    " constraint is invalid for the type " + std::string(type_text(parameter_.type)));
    }
    check_form(constraint);
    return constraint;
  }

  // The rule that applies; null without one. `modulo` counts from 2017-02-24 on. Older versions know the word, but pass
  // over the rule.
  const Map::Entry* rule_of(const Map& constraint, Constraint::Rule& rule) const {
    for (const Constraint::Rule candidate : rule_order) {
      if (candidate == Constraint::Rule::modulo && version_ < Version::v2017_02_24) continue;
      for (const Map::Entry& entry : constraint) {
        if (!entry.key.is_string() || entry.key.as_string() != rule_words[static_cast<std::size_t>(candidate)].key)
          continue;
        rule = candidate;
        return &entry;
      }
    }
    return nullptr;
  }

  void warn_of_other_rules(const Map& constraint, const Map::Entry& rule) const {
    for (const Map::Entry& entry : constraint) {
      if (&entry == &rule || entry.key.as_string() == "description") continue;
      context_.warn(entry.key.origin(), "unused-constraint",
                    "Heat ignores " + quote(text_of(entry.key)) + " here, because " + quote(text_of(rule.key)) +
                        " stands in the same constraint. Make it a constraint of its own.");
    }
  }

  // Fails if the argument of a constraint has a wrong form.
  void check_form(const Constraint& constraint) const {
    const Value& argument = constraint.argument;
    switch (constraint.rule) {
      case Constraint::Rule::length:
      case Constraint::Rule::range: return check_bounds(constraint);
      case Constraint::Rule::modulo: return check_modulo(constraint);
      case Constraint::Rule::allowed_values:
        if (!argument.is_list()) fail_value(argument.origin(), "allowed_values must be a list");
        return;
      case Constraint::Rule::allowed_pattern: {
        if (!argument.is_string()) fail_value(argument.origin(), "allowed_pattern must be text");
        const CompiledRegex compiled = context_.regexes.compile(RegexSyntax::python, argument.as_string());
        if (!compiled) fail_value(argument.origin(), "the pattern cannot be read: " + compiled.error.message);
        return;
      }
      case Constraint::Rule::custom: return;
    }
  }

  // The keys of a rule's argument, each a number or null. Null is as good as absent.
  void check_numbers(const Value& argument, std::initializer_list<std::string_view> keys) const {
    if (!argument.is_map()) fail_value(argument.origin(), "the argument of a constraint must be a map here");
    for (const auto& [key, value] : argument.as_map()) {
      const std::string_view name = key.is_string() ? key.as_string() : std::string_view();
      if (std::find(keys.begin(), keys.end(), name) == keys.end()) {
        fail_value(key.origin(), "no valid key of a constraint: " + text_of(key));
      }
      if (!value.is_null() && !number_of(value)) {
        fail_value(value.origin(), "the bounds of a constraint must be numbers");
      }
    }
  }

  void check_bounds(const Constraint& constraint) const {
    check_numbers(constraint.argument, {"min", "max"});
    const std::optional<Value> bounds[] = {bound(constraint, "min"), bound(constraint, "max")};
    const bool is_length = constraint.rule == Constraint::Rule::length;
    if (!bounds[0] && !bounds[1]) {
      fail_value(constraint.argument.origin() != 0 ? constraint.argument.origin() : constraint.where,
                 std::string(is_length ? "a length" : "a range") + " constraint needs \"min\", \"max\" or both");
    }
    for (const std::optional<Value>& one : bounds) {
      if (is_length && one && !is_integer(*one)) {
        fail_value(constraint.argument.origin(), "the bounds of a length must be whole numbers");
      }
    }
  }

  void check_modulo(const Constraint& constraint) const {
    check_numbers(constraint.argument, {"step", "offset"});
    const OriginId where = constraint.argument.origin();
    const std::optional<Value> given_step = bound(constraint, "step");
    const std::optional<Value> given_offset = bound(constraint, "offset");
    if (!given_step || !given_offset) fail_value(where, "a modulo constraint needs \"step\" and \"offset\"");
    const double step = real_of(*given_step);
    const double offset = real_of(*given_offset);
    if (step != std::floor(step) || offset != std::floor(offset)) {
      fail_value(where, "step and offset must be whole numbers");
    }
    if (step == 0) fail_value(where, "step cannot be 0");
    if (std::abs(offset) >= std::abs(step)) fail_value(where, "offset must be smaller than step");
    if (offset * step < 0) fail_value(where, "step and offset must be both positive or both negative");
  }

  // Beyond the range of a double only the sign matters for the comparisons here.
  static double real_of(const Value& number) {
    if (number.is_number()) return number.as_real();
    const BigInt integer = big_integer_of(number);
    return integer.to_double().value_or(integer.is_negative() ? -HUGE_VAL : HUGE_VAL);
  }

  Value as_text(const Value& value) {
    if (value.is_string()) return value;
    return Value::string(python_str(value, context_.budget)).with_origin(value.origin());
  }

  // The value as the template sees it. `prefix` tells an invalid default from an invalid input in the message.
  Value convert(const Value& value, std::string_view prefix) {
    const auto fail = [&](std::string_view expected) {
      fail_value(value.origin(), std::string(prefix) + shown(value) + " is not " + std::string(expected));
    };
    switch (parameter_.type) {
      case ParameterType::string: return as_text(value);
      case ParameterType::number: {
        if (value.kind() == Kind::boolean) return value;  // in Python a boolean is a number
        const std::optional<Value> number = number_of(value);
        if (!number) fail("a number");
        return number->with_origin(value.origin());
      }
      case ParameterType::boolean: {
        const std::optional<bool> truth = boolean_of(value);
        if (!truth) fail("a valid boolean");
        return Value::boolean(*truth).with_origin(value.origin());
      }
      case ParameterType::comma_delimited_list: {
        if (value.is_list()) {
          List items;
          for (const Value& item : value.as_list()) items.push_back(as_text(item));
          return Value::list(std::move(items)).with_origin(value.origin());
        }
        if (!value.is_string()) fail("a list or text");
        return split(value);
      }
      case ParameterType::json: {
        // JSON has no keys but text, so a map that YAML wrote gets them as well.
        if (!value.is_string()) return with_text_keys(value, context_.budget);
        if (value.as_string().empty()) return value;
        return recover([&] { return parse_json(value.as_string(), context_.budget).with_origin(value.origin()); },
                       [&](const Error&) -> Value {
                         fail("JSON");
                         return {};
                       });
      }
    }
    return value;
  }

  // "a, b" is ["a", " b"]: blanks are kept. An empty text is an empty list.
  Value split(const Value& text) const {
    List items;
    if (!text.as_string().empty()) {
      for (const std::string_view piece : Split(text.as_string(), ",")) {
        context_.budget.step();
        items.push_back(Value::string(piece));
      }
    }
    return Value::list(std::move(items)).with_origin(text.origin());
  }

  std::optional<Value> bound(const Constraint& constraint, std::string_view name) const {
    const Value* found = constraint.argument.as_map().find(name);
    return found == nullptr || found->is_null() ? std::nullopt : number_of(*found);
  }

  std::string bound_text(const Constraint& constraint, std::string_view name) const {
    const Value* found = constraint.argument.as_map().find(name);
    return found == nullptr || found->is_null() ? "None" : text_of(*found);
  }

  // Only the first violation is reported. A constraint's own description replaces the message about the rule.
  void check(const Value& value, OriginId where, std::string_view prefix) {
    for (const Constraint& constraint : parameter_.constraints) {
      const std::string problem = violation(constraint, value);
      if (problem.empty()) continue;
      fail_value(where, std::string(prefix) + (constraint.description.empty() ? problem : constraint.description));
    }
  }

  // Characters of a text, entries of a map, items of a list.
  static std::optional<std::size_t> length_of(const Value& value) {
    if (value.is_string()) return count_code_points(value.as_string());
    if (value.is_map()) return value.as_map().size();
    return value.is_list() ? std::optional(value.as_list().size()) : std::nullopt;
  }

  // The items of a list are compared with the allowed values before conversion; other values after it. Then each
  // allowed value must be one of the type, even behind the one that is found.
  bool is_allowed(const List& allowed, const Value& value) {
    const auto is_among = [&](const List& candidates, const Value& one) {
      return std::any_of(candidates.begin(), candidates.end(), [&](const Value& candidate) {
        context_.budget.step();
        return python_equal(candidate, one, context_.budget);
      });
    };
    if (value.is_list()) {
      const List& items = value.as_list();
      return std::all_of(items.begin(), items.end(), [&](const Value& item) { return is_among(allowed, item); });
    }
    List converted;
    for (const Value& candidate : allowed) converted.push_back(convert(candidate, ""));
    return is_among(converted, convert(value, ""));
  }

  // As Python's match(): the first match that is found from the beginning must reach the end. No other is tried, so
  // `a|ab` does not match "ab".
  bool is_matched(const Regex& pattern, std::string_view text) const {
    RegexMatch match;
    const bool is_found = pattern.find(RegexSubject(text), 0, RegexAnchor::start, match, context_.budget);
    return is_found && match.end() == text.size();
  }

  // The message of a violation, as Heat writes it; empty when the value keeps to the constraint.
  // Bounds may be large integers or floats, so they are compared as Python numbers, without rounding to a double.
  std::string violation(const Constraint& constraint, const Value& value) {
    const std::string shown = shown_json(value);
    const auto is_outside = [&](const Value& number) {
      const std::optional<Value> low = bound(constraint, "min");
      const std::optional<Value> high = bound(constraint, "max");
      return (low && number_order(number, *low) == Order::less) ||
             (high && number_order(number, *high) == Order::greater);
    };
    const auto bounds = [&] {
      return " is out of range (min: " + bound_text(constraint, "min") + ", max: " + bound_text(constraint, "max") +
             ")";
    };
    switch (constraint.rule) {
      case Constraint::Rule::length: {
        const std::optional<std::size_t> length = length_of(value);
        if (!length) return shown + " has no length";
        return is_outside(Value::integer(static_cast<std::int64_t>(*length)))
                   ? "length (" + std::to_string(*length) + ")" + bounds()
                   : "";
      }
      case Constraint::Rule::range: {
        const std::optional<Value> number = number_of(value);
        if (!number) return shown + " is not a number";
        return is_outside(*number) ? shown + bounds() : "";
      }
      case Constraint::Rule::modulo: {
        const std::optional<Value> number = number_of(value);
        if (!number) return shown + " is not a number";
        const Value rest =
            python_calculate(PythonOperator::modulo, *number, *bound(constraint, "step"), context_.budget);
        if (equal_numbers(rest, *bound(constraint, "offset"))) return {};
        return shown + " is not a multiple of " + bound_text(constraint, "step") + " with an offset of " +
               bound_text(constraint, "offset");
      }
      case Constraint::Rule::allowed_values: {
        if (is_allowed(constraint.argument.as_list(), value)) return {};
        return shown + " is not an allowed value " + shown_json(constraint.argument);
      }
      case Constraint::Rule::allowed_pattern: {
        const CompiledRegex pattern = context_.regexes.compile(RegexSyntax::python, constraint.argument.as_string());
        if (!value.is_string()) return shown + " is not text";
        if (is_matched(*pattern.regex, value.as_string())) return {};
        return shown + " does not match pattern \"" + std::string(constraint.argument.as_string()) + "\"";
      }
      case Constraint::Rule::custom: return {};
    }
    return {};
  }

  Context& context_;
  Version version_;
  Parameter parameter_;
};

}  // namespace

// "1.0" stays a float. The budget is a fresh one: the text was charged when it was read.
std::optional<Value> number_of(const Value& value) {
  if (value.is_number() || is_integer(value)) return value;
  if (value.kind() == Kind::boolean) return Value::integer(value.as_boolean() ? 1 : 0);
  if (!value.is_string()) return std::nullopt;
  Budget budget;
  return recover([&] { return std::optional(python_int(value, budget)); },
                 [&](const Error&) {
                   return recover([&] { return std::optional(python_float(value)); },
                                  [](const Error&) { return std::optional<Value>(); });
                 });
}

std::string_view type_text(ParameterType type) {
  return type_words[static_cast<std::size_t>(type)];
}

// `range {"min": 1}`, for the outline.
std::string constraint_text(const Constraint& constraint, Budget& budget) {
  const std::string key(rule_words[static_cast<std::size_t>(constraint.rule)].key);
  return key + " " + python_json(constraint.argument, budget);
}

bool is_declared_hidden(const Value& definition) {
  const Value* hidden = definition.is_map() ? definition.as_map().find("hidden") : nullptr;
  return hidden != nullptr && boolean_of(*hidden).value_or(false);
}

Parameter read_parameter(Context& context, const Value& name, const Value& definition, const Value& input,
                         Version version, bool is_hidden) {
  return ParameterReader(context, name, version, is_hidden).read(definition, input);
}

}  // namespace evalground::heat
