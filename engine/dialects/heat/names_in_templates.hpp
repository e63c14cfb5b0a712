// The names of a template or environment: parameters, conditions, resources, outputs, and those within queries.
#pragma once

#include <string>

#include "runtime/language/yaml_text.hpp"

namespace evalground::heat {

void read_template(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);

// The document that a file's names are of: an expression is about the workspace's.
std::string scope_of(const Context& context, std::uint32_t file);

// Whether a file is an environment (values of parameters, templates for resource types) rather than a template.
bool is_environment(const Context& context, std::uint32_t file, const YamlNode& root);

// The workspace file that a resource's type names, relative to a template; nothing when the type is not a file.
std::optional<std::string> nested_file(Context& context, std::uint32_t file, std::string_view type);

// `{yaql: {expression: …, data: …}}`: what `$` is there.
Value query_data(const YamlNode& arguments, Budget& budget);

}  // namespace evalground::heat
