// What language services ask of YAQL expressions.
#pragma once

#include "runtime/language/language.hpp"

namespace evalground::yaql {

const Language& language();

// The same for expressions within scalars of another language's documents. `data` is the value of `$`.
Pieces query_pieces(std::string_view text, const TextPlace& place);
void read_query(Context& context, const Pieces& pieces, std::uint32_t file, const Value& data, Reading& reading);
Caret query_cursor(Context& context, const Pieces& pieces, std::uint32_t file, std::uint32_t offset, const Value& data);

}  // namespace evalground::yaql
