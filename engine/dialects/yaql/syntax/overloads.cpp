#include "dialects/yaql/syntax/overloads.hpp"

#include <algorithm>

namespace evalground::yaql {

std::optional<Plan> plan_call(const Family& family, const Overload& overload, const Supplied& supplied) {
  Plan plan{&overload, {}, {}, {}};
  const std::size_t parameters = overload.parameters.size();
  const auto is_left_out = [&](std::size_t position) {
    return position < supplied.left_out.size() && supplied.left_out[position];
  };
  // Positional arguments go to the parameters in their order, and what is left to the rest.
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
  // Named ones go to the parameter of that name, which must not have a position too.
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
