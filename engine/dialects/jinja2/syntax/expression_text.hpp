// An expression of a workspace that stands without tags: `x | upper` instead of `{{ x | upper }}`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "dialects/jinja2/syntax/options.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

// Whether a tag begins outside of quoted strings. No expression has one there, because the key of a dict cannot be a
// dict.
bool holds_tag(std::string_view text, const Syntax& syntax);

// The offset of the first brace that closes no other one. Behind a tag's start it would end the tag, so the text after
// it would be printed.
std::optional<std::size_t> stray_brace(std::string_view text);

// Whether the workspace's expression is to be read as the content of a tag.
bool is_bare_expression(const Context& context, const Options& options);

// The content of a text that is one print tag: "x > 1" of "{{ x > 1 }}". Nothing for any other text.
std::optional<std::string> content_of_tag(std::string_view text, const Syntax& syntax);

// The text within a print tag. Its place is that of the expression.
SourceText enclosed(const SourceText& expression, const Syntax& syntax);

}  // namespace evalground::jinja2
