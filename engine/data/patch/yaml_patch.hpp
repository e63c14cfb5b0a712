// Changes values of a YAML document and keeps the rest of its text: comments, quotes, order, blank lines.
#pragma once

#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "data/yaml/parse.hpp"
#include "source/sources.hpp"
#include "value/value.hpp"

namespace evalground {

// The keys for which an empty value in flow style, `{key: }`, is written out as null; none when empty.
using SpellsNull = bool (*)(std::string_view key);

// Changes the text of the document, so that it gives `wanted` (a map) instead of `value`, which load_yaml returned for
// it.
//
// Equal values keep their text. A changed scalar is replaced in place, with the same quotes. A removed key or item is
// removed with its comments. New ones are added at the end: in flow style inside of [ ] and { }, else in block style
// with the document's indentation. A changed flow list within a block is written in block style, as ruamel.yaml does.
// An alias stays as long as its anchored value is the wanted one. Takes linear time. Throws Error "yaml-unwritable".
std::string patch_yaml(const Sources& sources, const Document& document, const Value& value, const Value& wanted,
                       Budget& budget, SpellsNull spells_null = nullptr);

}  // namespace evalground
