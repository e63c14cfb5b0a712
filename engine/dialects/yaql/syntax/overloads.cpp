#include "dialects/yaql/syntax/overloads.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "dialects/yaql/catalogue.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/values.hpp"
#include "value/big_integer.hpp"

namespace evalground::yaql {
namespace {

struct TypeWord {
  std::string_view word;
  Type type;
};

constexpr TypeWord type_words[] = {
    {"any", Type::any},           {"string", Type::string},
    {"integer", Type::integer},   {"integer!", Type::strict_integer},
    {"number", Type::number},     {"boolean", Type::boolean},
    {"list", Type::list},         {"dict", Type::dict},
    {"set", Type::set},           {"iterable", Type::iterable},
    {"iterator", Type::iterator}, {"ordering", Type::ordering},
    {"regex", Type::regex},       {"datetime", Type::datetime},
    {"timespan", Type::timespan}, {"function", Type::function},
    {"lambda", Type::lambda},     {"pair", Type::pair},
};

Type type_of_word(std::string_view word) {
  for (const TypeWord& known : type_words) {
    if (known.word == word) return known.type;
  }
  throw Error("bad-signature", "There is no type " + std::string(word) + ".");
}

// "null", "-1", "false", "'Assertion failed'", "timespan()"; "unset": not given.
Value value_of_default(std::string_view text) {
  if (text == "unset") return {};
  if (text == "null") return Value::null();
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  if (text == "timespan()") return timespan_value(0);
  if (text.starts_with('\'')) return Value::string(text.substr(1, text.size() - 2));
  return Value::integer(parse_integer(text).value);
}

ParameterRule rule_of(const Parameter& parameter) {
  ParameterRule rule;
  rule.name = parameter.name;
  std::string_view type = parameter.type;
  if (type.ends_with('?')) {
    rule.is_nullable = true;
    type.remove_suffix(1);
  }
  rule.type = type_of_word(type);
  if (parameter.fallback) {
    rule.has_default = true;
    rule.fallback = value_of_default(*parameter.fallback);
    rule.is_nullable = rule.is_nullable || rule.fallback.is_null();
  }
  return rule;
}

Overload overload_of(const FunctionCatalogue::Entry& entry) {
  Overload overload{entry.function, &entry.signature, {}, {}};
  for (const Parameter& parameter : entry.signature.parameters) {
    if (parameter.is_keywords) {
      overload.takes_names = true;
    } else if (parameter.is_rest) {
      overload.rest = rule_of(parameter);
      overload.takes_pairs = overload.rest->type == Type::pair;
    } else {
      overload.parameters.push_back(rule_of(parameter));
    }
  }
  return overload;
}

}  // namespace

bool Overload::fits(const Evaluator& evaluator, const ParameterRule& rule, const Value& value) const {
  if (value.is_null()) return rule.is_nullable || rule.type == Type::any;
  switch (rule.type) {
    case Type::any:
    case Type::lambda: return true;
    case Type::string: return value.is_string();
    case Type::integer: return value.kind() == Kind::boolean || is_integer(value);
    case Type::strict_integer: return is_integer(value);
    case Type::number: return value.is_number() || is_integer(value);
    case Type::boolean: return value.kind() == Kind::boolean;
    case Type::list: return value.is_list();
    case Type::dict: return value.is_map();
    case Type::set: return is_set(value);
    case Type::iterable: return evaluator.is_iterable(value);
    case Type::iterator: return is_a(value, ObjectKind::iterator);
    case Type::ordering: return is_a(value, ObjectKind::ordering);
    case Type::regex: return is_a(value, ObjectKind::regex);
    case Type::datetime: return is_a(value, ObjectKind::datetime);
    case Type::timespan: return is_a(value, ObjectKind::timespan);
    case Type::function: return is_a(value, ObjectKind::function);
    case Type::pair: return false;
  }
  return false;
}

std::optional<Plan> plan_call(const Family& family, const Overload& overload, const Supplied& supplied) {
  Plan plan{&overload, {}, {}, {}};
  const std::size_t parameters = overload.parameters.size();
  const auto is_left_out = [&](std::size_t position) {
    return position < supplied.left_out.size() && supplied.left_out[position];
  };
  plan.sources.assign(parameters, Plan::not_given);
  for (std::size_t position = 0; position < supplied.count; ++position) {
    if (position < parameters) {
      if (!is_left_out(position)) plan.sources[position] = static_cast<std::int16_t>(position);
    } else if (overload.rest && !overload.takes_pairs) {
      plan.rest.push_back(static_cast<std::int16_t>(position));
    } else {
      return std::nullopt;
    }
  }
  for (std::size_t index = 0; index < supplied.names.size(); ++index) {
    const auto source = static_cast<std::int16_t>(supplied.count + index);
    if (family.is_keywordless) {
      if (!overload.takes_pairs) return std::nullopt;
      plan.names.push_back(source);
      continue;
    }
    const auto named = std::find_if(overload.parameters.begin(), overload.parameters.end(),
                                    [&](const ParameterRule& rule) { return rule.name == supplied.names[index]; });
    if (named == overload.parameters.end()) {
      if (!overload.takes_names) return std::nullopt;
      plan.names.push_back(source);
      continue;
    }
    std::int16_t& place = plan.sources[static_cast<std::size_t>(named - overload.parameters.begin())];
    if (place != Plan::not_given || static_cast<std::size_t>(named - overload.parameters.begin()) < supplied.count) {
      return std::nullopt;
    }
    place = source;
  }
  for (std::size_t index = 0; index < parameters; ++index) {
    if (plan.sources[index] == Plan::not_given && !overload.parameters[index].has_default) return std::nullopt;
  }
  return plan;
}

Library::Library(bool is_legacy) {
  // The defaults live longer than the evaluation that first needs them.
  const MemoryAccount own(UINT64_MAX);
  const auto add = [&](const FunctionCatalogue::Entry& entry) {
    const bool is_method = entry.function->kind == "method";
    if (!is_method && entry.function->kind != "function") return;
    const auto add_name = [&](std::string_view name) {
      Family& family = (is_method ? methods_ : functions_)[name];
      family.overloads.push_back(overload_of(entry));
      family.is_keywordless = family.is_keywordless || family.overloads.back().takes_pairs;
    };
    add_name(entry.signature.name);
    for (const std::string_view alias : entry.function->aliases) add_name(alias);
  };
  // What the legacy dialect has of its own comes before the function of the same name.
  for (const FunctionCatalogue::Entry& entry : functions().entries()) {
    if (is_legacy && entry.group == legacy_group) add(entry);
  }
  for (const FunctionCatalogue::Entry& entry : functions().entries()) {
    if (entry.group != legacy_group) add(entry);
  }
}

const Library& Library::standard() {
  static const Library library(false);
  return library;
}

const Library& Library::legacy() {
  static const Library library(true);
  return library;
}

}  // namespace evalground::yaql
