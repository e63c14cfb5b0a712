// Changes values of a YAML document and keeps the rest of its text: comments, quotes, order, blank lines.
#pragma once

#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "data/yaml/parse.hpp"
#include "source/sources.hpp"
#include "value/value.hpp"

namespace evalground {

// Which keys have an empty value in flow style, `{key: }`, spelt out as null; none when empty.
using SpellsNull = bool (*)(std::string_view key);

// The text of the document so that it gives `wanted` (a map) where it gave `value`, which load_yaml made of it.
//
// Equal values keep their text. A changed scalar is replaced where it stands, between the quotes it had; a removed key
// or item goes with its comments; what is new stands behind the rest, in flow style inside of [ ] and { }, else in
// block style as the document indents. A changed flow list that stands in a block is written in block style, as
// ruamel.yaml does. An alias stays as long as its anchored value is what it must give. Takes time in proportion to the
// text. Throws Error "yaml-unwritable".
std::string patch_yaml(const Sources& sources, const Document& document, const Value& value, const Value& wanted,
                       Budget& budget, SpellsNull spells_null = nullptr);

}  // namespace evalground
