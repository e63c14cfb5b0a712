// What templates and environments must know of each other before their names are read: which templates have a
// parameter, which are nested in others, and which the registry of an environment gives to a type. Kept in the reading,
// in symbols without a place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/yaml_text.hpp"

namespace evalground::heat {

// The workspace file that a resource's type names, relative to a template; absent when the type does not name a file.
std::optional<std::string> nested_file(Context& context, std::uint32_t file, std::string_view type);

// Adds what a file says. Looks at its lines only, since a workspace may have thousands of templates; environments with
// a registry are parsed.
void collect_names(Context& context, std::uint32_t file, Reading& reading);

// The templates that have the parameter.
std::vector<std::string> templates_with(const Reading& reading, std::string_view parameter);
bool has_parameter(const Reading& reading, std::string_view path, std::string_view parameter);
bool has_output(const Reading& reading, std::string_view path, std::string_view output);
// The templates to which an environment with values for these parameters may belong: none, the only one, or several.
std::vector<std::string> templates_of_environment(const Context& context, const Reading& reading, std::uint32_t file,
                                                  const std::vector<std::string_view>& names);
// The template of a value that is for nested templates as well: that of the workspace, or else the only one. Empty when
// unknown.
std::string template_of_default(const Context& context, const Reading& reading, std::string_view parameter);
// The templates that registries give to the type.
std::vector<std::string> templates_of_type(const Reading& reading, std::string_view type);

}  // namespace evalground::heat
