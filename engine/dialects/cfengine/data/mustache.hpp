// Mustache templates with the language's extensions.
#pragma once

#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::cfengine {

// Fills a template with a container: `{{x}}`, `{{{x}}}`, `{{&x}}`, paths, sections, inverted sections, comments, `{{=<%
// %>=}}`. Extensions: `{{-top-}}` is the whole container, `{{%x}}` and `{{$x}}` are JSON on several lines and on one,
// `{{.}}` and `{{@}}` are the current element and its key. Throws Error "mustache" for an unclosed tag or section, and
// for values that cannot be rendered.
std::string render_mustache(std::string_view text, const Value& data, Budget& budget);

}  // namespace evalground::cfengine
