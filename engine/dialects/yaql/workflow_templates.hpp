// The Jinja templates of a workflow, which may stand wherever a query in `<% %>` may:
//
//   publish: {name: "{{ ctx().host | to_json_string }}"}
//
// StackStorm, Orquesta and Mistral give them the same functions, also as filters.
#pragma once

#include <optional>
#include <string_view>

#include "runtime/language/templates_within.hpp"

namespace evalground::yaql {

// The language that reads them. Before this is called, and in a program without it, they are plain text.
void connect_templates(const TemplatesWithin& templates);

void read_workflow_templates(Context& context, std::uint32_t file, Reading& reading);
void check_workflow_templates(Context& context, std::uint32_t file);
// Nothing outside of a template.
std::optional<Caret> workflow_template_caret(Context& context, std::uint32_t file, std::uint32_t offset);

}  // namespace evalground::yaql
