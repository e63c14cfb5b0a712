// The attributes of blocks in various formats.
//
//   {.evalground #sum data="[1, 2]"}     MkDocs, Hugo, Pandoc
//   evalground data='[1, 2]'             the words after a fence's language, in Docusaurus and Astro
//   class="evalground" data-data="…"     HTML
//   source,yaql,role="evalground sum"    AsciiDoc
#pragma once

#include <string>
#include <string_view>

#include "cli/check_docs/block.hpp"

namespace evalground::cli {

// Adds the attributes in `text`: names with and without a value, `.class` and `#id`, with or without braces.
void add_attributes(Block& block, std::string_view text);
// Adds the attributes between AsciiDoc's brackets, which are separated by commas. The second one is the language.
void add_asciidoc_attributes(Block& block, std::string_view text);
void add_classes(Block& block, std::string_view text);
// A leading `data-` in a name is ignored.
void add_attribute(Block& block, std::string_view name, std::string_view value);

std::string lower_case(std::string_view text);

}  // namespace evalground::cli
