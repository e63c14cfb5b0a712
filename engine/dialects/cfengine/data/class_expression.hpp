// Expressions over classes: "linux.!(debian|web_$(x))".
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/budget.hpp"

namespace evalground::cfengine {

enum class Truth : std::uint8_t { no, yes, unknown };

// Evaluates "a.!b|(c&d)"; unknown when the text is not a class expression. Blanks beside operators are ignored; between
// two names they are an error. `true` and `false` are constants.
Truth evaluate_expression(std::string_view text, Budget& budget,
                          const std::function<bool(std::string_view)>& is_defined);

// True when a text begins with a class expression. Its names may contain references: "k_$(x).linux".
bool is_expression(std::string_view text, Budget& budget);

// True when only blanks separate two names: "a b".
bool has_separated_names(std::string_view text);

}  // namespace evalground::cfengine
