// The names of a template or environment: parameters, conditions, resources, outputs, and those within queries.
#pragma once

#include <string>

#include "runtime/language/yaml_text.hpp"

namespace evalground::heat {

void read_template(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);

// The document that a file's names are of: an expression is about the workspace's.
std::string scope_of(const Context& context, std::uint32_t file);

// Whether a file says what parameters are and which templates types stand for, rather than what there is.
bool is_environment(const Context& context, std::uint32_t file, const YamlNode& root);

// The file among the workspace's that a resource's type is, seen from a template; nothing: it is none.
std::optional<std::string> nested_file(Context& context, std::uint32_t file, std::string_view type);

// `{yaql: {expression: …, data: …}}`: what `$` is there.
Value query_data(const YamlNode& arguments, Budget& budget);

}  // namespace evalground::heat
