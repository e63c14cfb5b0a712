// Data in its usual formats: YAML with one or several documents, JSON, JSON Lines, or a table with commas (CSV).
//
//   {"a": 1}            a: 1          {"n": 1}        name,size
//                       ---           {"n": 2}        web,3
//                       b: 2
//   {a: 1}              [{a: 1},      [{n: 1},        [{name: web, size: 3}]
//                        {b: 2}]       {n: 2}]
//
// The format is detected from the text: JSON Lines has a JSON value on each line, a table has as many cells on each
// line as its first line has names. Everything else is YAML, of which JSON is a subset.
#pragma once

#include "base/budget.hpp"
#include "data/yaml/schema.hpp"
#include "source/sources.hpp"
#include "value/value.hpp"

namespace evalground {

// The value of a file. Plain scalars of YAML follow those rules. A stream of YAML documents becomes the list of
// non-empty documents. A cell of a table is a number or a boolean if it has JSON's notation, else text. A text in none
// of these formats throws the error of the YAML reader, with its place.
Value read_data(Sources& sources, std::uint32_t file, Budget& budget, YamlRules rules);

}  // namespace evalground
