// Mustache templates with the language's extensions.
#pragma once

#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::cfengine {

// The template filled with a container: `{{x}}`, `{{{x}}}`, `{{&x}}`, paths, sections, inverted sections, comments,
// `{{=<% %>=}}`; and `{{-top-}}` the whole container, `{{%x}}` and `{{$x}}` JSON on several lines and on one, `{{.}}`
// and `{{@}}` the current element and its key. Throws Error "mustache" for a tag or section without its end, and for
// values where they cannot stand.
std::string render_mustache(std::string_view text, const Value& data, Budget& budget);

}  // namespace evalground::cfengine
