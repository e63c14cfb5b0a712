// What language services ask of templates.
#pragma once

#include "dialects/jinja2/syntax/options.hpp"
#include "runtime/language/language.hpp"

namespace evalground::jinja2 {

const Language& language();

// The same for templates that stand in scalars of another language's documents.
Pieces template_pieces(std::string_view text, const TextPlace& place, const Syntax& syntax, Budget& budget);
void read_template(Context& context, const Pieces& pieces, std::uint32_t file, Reading& reading);
// `known`: a map of variables that there are besides the workspace's; undefined: none. `all`: the names of all files.
Caret template_cursor(Context& context, const Pieces& pieces, std::uint32_t file, std::uint32_t offset,
                      Value known = {}, const Reading* all = nullptr);

}  // namespace evalground::jinja2
