// Names in a template or environment: parameters, conditions, resources and outputs, including those used in queries.
#pragma once

#include <string>

#include "runtime/language/yaml_text.hpp"

namespace evalground::heat {

void read_template(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);

// The document to which the names in a file belong. An expression uses the names of the workspace's main document.
std::string scope_of(const Context& context, std::uint32_t file);

// Whether a file is an environment rather than a template.
bool is_environment(const Context& context, std::uint32_t file, const YamlNode& root);

// The value of `$` within `{yaql: {expression: …, data: …}}`.
Value query_data(const YamlNode& arguments, Budget& budget);

}  // namespace evalground::heat
