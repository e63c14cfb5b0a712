// Expressions over classes: "linux.!(debian|web_$(x))".
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/budget.hpp"

namespace evalground::cfengine {

enum class Truth : std::uint8_t { no, yes, unknown };

// Evaluates "a.!b|(c&d)"; unknown when the text is no class expression. Blanks beside operators do not count; between
// two names they are a mistake. `true` and `false` are what they say.
Truth evaluate_expression(std::string_view text, Budget& budget,
                          const std::function<bool(std::string_view)>& is_defined);

// Whether a text of the policy begins with a class expression; references may stand in its names: "k_$(x).linux".
bool is_expression(std::string_view text, Budget& budget);

// Whether there are two names with nothing but blanks between them: "a b".
bool has_separated_names(std::string_view text);

}  // namespace evalground::cfengine
