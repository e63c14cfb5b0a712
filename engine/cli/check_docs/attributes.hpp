// The attributes that formats give their blocks.
//
//   {.evalground #sum data="[1, 2]"}     MkDocs, Hugo, Pandoc
//   evalground data='[1, 2]'             the words behind a fence's language, as Docusaurus and Astro take them
//   class="evalground" data-data="…"     HTML
//   source,yaql,role="evalground sum"    AsciiDoc
#pragma once

#include <string>
#include <string_view>

#include "cli/check_docs/block.hpp"

namespace evalground::cli {

// Adds what stands in `text`: names with and without a value, `.class` and `#id`, with or without braces.
void add_attributes(Block& block, std::string_view text);
// The same between the brackets of AsciiDoc, where commas part and the second position is the language.
void add_asciidoc_attributes(Block& block, std::string_view text);
void add_classes(Block& block, std::string_view text);
// `data-` in front of a name means nothing more than the name.
void add_attribute(Block& block, std::string_view name, std::string_view value);

std::string lower_case(std::string_view text);

}  // namespace evalground::cli
