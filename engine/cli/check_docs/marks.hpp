// The marks of blocks of code and the names of their attributes, as integrations/marks.json lists them for all readers
// of marked blocks: this one, the page's script and the plugins of site generators.
#pragma once

#include <span>
#include <string_view>

namespace evalground::cli {

// The word that marks an example, as a language, a class or an attribute.
std::string_view example_mark();
// The word that marks the output of an example, in the same three ways.
std::string_view output_mark();
// True for the languages of blocks that are outputs without a mark: "output", "ansible-output".
bool is_output_language(std::string_view name);
// True for the languages of marked blocks that are whole workspaces if they name no dialect.
bool is_workspace_language(std::string_view name);
// Keys of the workspace, attributes of the element, and what a block is.
std::span<const std::string_view> known_attributes();

}  // namespace evalground::cli
