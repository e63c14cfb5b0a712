// Which overloads of a function accept a call, and where each argument goes. This depends only on the number of
// arguments, their names and their constants, so the parser does it once.
#include "dialects/yaql/syntax/overloads.hpp"

#include <algorithm>

#include "value/big_integer.hpp"

namespace evalground::yaql {

namespace {

// Whether a constant in the expression (null, boolean, number, text) may be the value of that parameter.
// Types of computed arguments are tested at run time. Constants of types that no constant can have rule an overload
// out.
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

// Finds the places of a call's arguments among the parameters of an overload.
class Planner {
 public:
  Planner(const Family& family, const Overload& overload, const Supplied& supplied)
      : family_(family), overload_(overload), supplied_(supplied), plan_{&overload, {}, {}, {}} {
    plan_.sources.assign(overload.parameters.size(), Plan::not_given);
  }

  // Nothing if the overload does not accept the call.
  std::optional<Plan> plan() {
    for (std::size_t position = 0; position < supplied_.count; ++position) {
      if (!place(position)) return std::nullopt;
    }
    for (std::size_t index = 0; index < supplied_.names.size(); ++index) {
      if (!place_named(index)) return std::nullopt;
    }
    // Every other parameter needs a default.
    for (std::size_t index = 0; index < plan_.sources.size(); ++index) {
      if (plan_.sources[index] == Plan::not_given && !overload_.parameters[index].has_default) return std::nullopt;
    }
    return std::move(plan_);
  }

 private:
  // Positional arguments go to the parameters in their order, and what is left to the rest.
  bool place(std::size_t position) {
    const bool is_left_out = position < supplied_.left_out.size() && supplied_.left_out[position];
    if (position < overload_.parameters.size()) {
      if (is_left_out) return true;
      plan_.sources[position] = static_cast<std::int32_t>(position);
      return fits(overload_.parameters[position], position);
    }
    if (!overload_.rest || overload_.takes_pairs) return false;
    plan_.rest.push_back(static_cast<std::int32_t>(position));
    const bool takes_all = overload_.rest->type == Type::any || overload_.rest->type == Type::lambda;
    return is_left_out ? takes_all : fits(*overload_.rest, position);
  }

  // Named ones go to the parameter of that name, which must not have a position too.
  bool place_named(std::size_t index) {
    const auto source = static_cast<std::int32_t>(supplied_.count + index);
    if (family_.is_keywordless) {
      plan_.names.push_back(source);
      return overload_.takes_pairs;
    }
    // Of equal names the last one counts.
    const auto later = supplied_.names.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    if (std::find(later, supplied_.names.end(), supplied_.names[index]) != supplied_.names.end()) return true;
    const auto named = std::find_if(overload_.parameters.begin(), overload_.parameters.end(),
                                    [&](const ParameterRule& rule) { return rule.name == supplied_.names[index]; });
    if (named == overload_.parameters.end()) {
      plan_.names.push_back(source);
      return overload_.takes_names;
    }
    const auto number = static_cast<std::size_t>(named - overload_.parameters.begin());
    if (plan_.sources[number] != Plan::not_given || number < supplied_.count) return false;
    plan_.sources[number] = source;
    return fits(*named, supplied_.count + index);
  }

  // A constant of a wrong type rules the overload out before any argument is evaluated.
  bool fits(const ParameterRule& rule, std::size_t number) const {
    const Value* constant = number < supplied_.constants.size() ? supplied_.constants[number] : nullptr;
    return constant == nullptr || takes_constant(rule, *constant);
  }

  const Family& family_;
  const Overload& overload_;
  const Supplied& supplied_;
  Plan plan_;
};

}  // namespace

std::optional<Plan> plan_call(const Family& family, const Overload& overload, const Supplied& supplied) {
  return Planner(family, overload, supplied).plan();
}

// One overload that takes pairs makes the name's calls keywordless: `=>` then forms pairs.
void Library::add(std::string_view name, bool is_method, Overload overload) {
  Family& family = (is_method ? methods_ : functions_)[name];
  family.is_keywordless = family.is_keywordless || overload.takes_pairs;
  family.overloads.push_back(std::move(overload));
}

}  // namespace evalground::yaql
