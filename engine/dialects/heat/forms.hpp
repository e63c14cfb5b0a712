// What is wrong with the argument of a function, for messages such as: Arguments to "str_replace" must be a map with
// the keys "template", a text, and "params", a map. The key "param" is unknown. Did you mean "params"?
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "source/diagnostic.hpp"
#include "value/value.hpp"

namespace evalground::heat {

struct FormMistake {
  std::string sentence;  // empty: the form is right as far as it can be told
  OriginId where = 0;    // the part that is wrong; 0: the argument
  std::string name;      // an unknown key, and the known one that it resembles
  std::string nearest;
};

// The first mistake in the argument of a function, by the parts that parts_of() names. `is_call` tells what is still to
// be resolved, and may be anything. Values are never shown, only their kinds.
FormMistake mistake_in(std::string_view function, const Value& argument,
                       const std::function<bool(const Value&)>& is_call);
// `"params" is a list.`
FormMistake wrong_part(std::string_view name, const Value& part);
// `The key "param" is unknown.`
FormMistake unknown_key(const Value& key, std::span<const std::string_view> known);

// The error "wrong-argument" for the arguments of a function.
Diagnostic form_diagnostic(Sources& sources, std::string_view function, std::string_view expected,
                           const FormMistake& mistake, OriginId where);

}  // namespace evalground::heat
