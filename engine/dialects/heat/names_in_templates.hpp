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

// The workspace file that a resource's type names, relative to a template; absent when the type does not name a file.
std::optional<std::string> nested_file(Context& context, std::uint32_t file, std::string_view type);

// The value of `$` within `{yaql: {expression: …, data: …}}`.
Value query_data(const YamlNode& arguments, Budget& budget);

}  // namespace evalground::heat
