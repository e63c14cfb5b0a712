// Turns the catalogue's signatures into overloads for the parser: types, defaults, and which arguments are lambdas.
// This is done once, so that no call parses a signature.
#include "dialects/yaql/evaluation/library.hpp"

#include "base/text/number.hpp"
#include "dialects/yaql/evaluation/values.hpp"

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

// A typing mistake in a signature fails when the library is made, in any test.
Type type_of_word(std::string_view word) {
  for (const TypeWord& known : type_words) {
    if (known.word == word) return known.type;
  }
  throw Error("bad-signature", "Unknown type " + std::string(word) + ".");
}

// Defaults as signatures write them: "null", "-1", "false", "'Assertion failed'", "timespan()". "unset" means that the
// parameter has no value.
Value value_of_default(std::string_view text) {
  if (text == "unset") return {};
  if (text == "null") return Value::null();
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  if (text == "timespan()") return timespan_value(0);
  if (text.starts_with('\'')) return Value::string(text.substr(1, text.size() - 2));
  return Value::integer(parse_integer(text).value);
}

// A default of null also makes the parameter accept null.
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

// The order of the overloads is their precedence: legacy ones are added first, so they are tried before the others.
Library read_library(const FunctionCatalogue& catalogue, Flavor flavor) {
  const bool is_legacy = flavor == Flavor::legacy;
  Library library(catalogue);
  const auto add = [&](const FunctionCatalogue::Entry& entry) {
    const bool is_method = entry.function->kind == "method";
    if (!is_method && entry.function->kind != "function") return;
    if (entry.group == workflow_group && flavor != Flavor::workflow) return;
    library.add(entry.signature.name, is_method, overload_of(entry));
    if (entry.group == workflow_group) library.mark_as_workflow(entry.signature.name);
    for (const std::string_view alias : entry.function->aliases) library.add(alias, is_method, overload_of(entry));
  };
  for (const FunctionCatalogue::Entry& entry : catalogue.entries()) {
    if (is_legacy && entry.group == legacy_group) add(entry);
  }
  for (const FunctionCatalogue::Entry& entry : catalogue.entries()) {
    // The legacy `switch` replaces the ordinary one. All other legacy functions are added to those of the same name.
    if (entry.group != legacy_group && !(is_legacy && entry.signature.name == "switch")) add(entry);
  }
  return library;
}

}  // namespace evalground::yaql
