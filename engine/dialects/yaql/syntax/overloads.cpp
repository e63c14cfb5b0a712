#include "dialects/yaql/syntax/overloads.hpp"

#include <algorithm>

#include "value/big_integer.hpp"

namespace evalground::yaql {

namespace {

// Whether a constant of the expression may be that parameter's value: null, a boolean, a number or text.
bool takes_constant(const ParameterRule& rule, const Value& value) {
  if (rule.type == Type::any || rule.type == Type::lambda || rule.type == Type::pair) return true;
  if (value.is_null()) return rule.is_nullable;
  switch (rule.type) {
    case Type::string: return value.is_string();
    case Type::integer: return value.kind() == Kind::boolean || is_integer(value);
    case Type::strict_integer: return is_integer(value);
    case Type::number: return value.is_number() || is_integer(value);
    case Type::boolean: return value.kind() == Kind::boolean;
    default: return false;
  }
}

}  // namespace

std::optional<Plan> plan_call(const Family& family, const Overload& overload, const Supplied& supplied) {
  Plan plan{&overload, {}, {}, {}};
  const std::size_t parameters = overload.parameters.size();
  const auto is_left_out = [&](std::size_t position) {
    return position < supplied.left_out.size() && supplied.left_out[position];
  };
  // A constant of a wrong type rules the overload out before any argument is evaluated.
  const auto fits = [&](const ParameterRule& rule, std::size_t number) {
    const Value* constant = number < supplied.constants.size() ? supplied.constants[number] : nullptr;
    return constant == nullptr || takes_constant(rule, *constant);
  };
  // Positional arguments go to the parameters in their order, and what is left to the rest.
  plan.sources.assign(parameters, Plan::not_given);
  for (std::size_t position = 0; position < supplied.count; ++position) {
    if (position < parameters) {
      if (is_left_out(position)) continue;
      if (!fits(overload.parameters[position], position)) return std::nullopt;
      plan.sources[position] = static_cast<std::int32_t>(position);
    } else if (overload.rest && !overload.takes_pairs) {
      const bool takes_all = overload.rest->type == Type::any || overload.rest->type == Type::lambda;
      if (is_left_out(position) ? !takes_all : !fits(*overload.rest, position)) return std::nullopt;
      plan.rest.push_back(static_cast<std::int32_t>(position));
    } else {
      return std::nullopt;
    }
  }
  // Named ones go to the parameter of that name, which must not have a position too.
  for (std::size_t index = 0; index < supplied.names.size(); ++index) {
    const auto source = static_cast<std::int32_t>(supplied.count + index);
    if (family.is_keywordless) {
      if (!overload.takes_pairs) return std::nullopt;
      plan.names.push_back(source);
      continue;
    }
    // Of equal names the last one counts.
    const auto later = supplied.names.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    if (std::find(later, supplied.names.end(), supplied.names[index]) != supplied.names.end()) continue;
    const auto named = std::find_if(overload.parameters.begin(), overload.parameters.end(),
                                    [&](const ParameterRule& rule) { return rule.name == supplied.names[index]; });
    if (named == overload.parameters.end()) {
      if (!overload.takes_names) return std::nullopt;
      plan.names.push_back(source);
      continue;
    }
    std::int32_t& place = plan.sources[static_cast<std::size_t>(named - overload.parameters.begin())];
    if (place != Plan::not_given || static_cast<std::size_t>(named - overload.parameters.begin()) < supplied.count) {
      return std::nullopt;
    }
    if (!fits(*named, supplied.count + index)) return std::nullopt;
    place = source;
  }
  // Every other parameter needs a default.
  for (std::size_t index = 0; index < parameters; ++index) {
    if (plan.sources[index] == Plan::not_given && !overload.parameters[index].has_default) return std::nullopt;
  }
  return plan;
}

void Library::add(std::string_view name, bool is_method, Overload overload) {
  Family& family = (is_method ? methods_ : functions_)[name];
  family.is_keywordless = family.is_keywordless || overload.takes_pairs;
  family.overloads.push_back(std::move(overload));
}

}  // namespace evalground::yaql
