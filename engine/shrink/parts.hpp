// What of a workspace may go, found without evaluating: by the trees of its values and YAML texts, and by the pieces of
// each language's expressions.
#pragma once

#include <vector>

#include "runtime/language/language.hpp"
#include "shrink/subject.hpp"

namespace evalground::shrinking {

using PartList = std::vector<Part>;
using Levels = std::vector<PartList>;  // outermost parts first

// Entries of the workspace, its files, inputs and data, by depth. What says which language it is stays.
Levels value_parts(const Subject& subject, Budget& budget);

// The entries and items of a YAML text, by depth; none where it is no YAML.
Levels yaml_parts(const Subject& subject, std::uint32_t text, Budget& budget);
// Collections of it in whose place one of their items may stand.
PartList yaml_unwrapped(const Subject& subject, std::uint32_t text, Budget& budget);
// The texts of its scalars, as stretches; false where it is no YAML.
bool add_scalars(std::string_view text, std::vector<Edit>& stretches, Budget& budget);

// What the pieces of an expression or a template form.
struct SyntaxParts {
  PartList blocks;   // template blocks and tags, blocks in braces, statements
  PartList items;    // filters, arguments, items
  PartList pieces;   // operands with their operators
  PartList unwraps;  // what stands around a block or an argument
  PartList shorter;  // texts and numbers written shorter
};
// The parts made of the pieces of a stretch, in the text with that number.
void add_syntax(std::uint32_t text, std::string_view content, const Edit& stretch, const Pieces& pieces,
                SyntaxParts& parts, Budget& budget);

// Lines of a stretch, with their ends.
PartList lines_of(std::uint32_t text, std::string_view content, std::uint32_t begin, std::uint32_t end);
// Lines of a YAML text, of its block scalars too, but for comments above something.
PartList yaml_lines(const Subject& subject, std::uint32_t text, Budget& budget);

// Shorter values of the workspace's data, and shorter scalars of a YAML text: emptied, of one character, halved.
Levels shorter_values(const Subject& subject, Budget& budget);
Levels shorter_scalars(const Subject& subject, std::uint32_t text, Budget& budget);

}  // namespace evalground::shrinking
