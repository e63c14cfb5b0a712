// The text of hovers and completions for an entry of the catalogue, as Markdown without HTML.
#pragma once

#include <string>

#include "assist/question.hpp"

namespace evalground {

// Signature, sentence, details, and an example with its value.
std::string documentation(const FunctionCatalogue::Entry& entry);

// True when only the keys of a value are known, as for a literal map in a document.
bool holds_no_values(const Value& value);

// Describes a symbol: kind, name, detail and value.
std::string documentation(const Symbol& symbol, const Question& question);

}  // namespace evalground
