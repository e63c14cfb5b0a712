// Data as its owners have it: YAML of one or several documents, JSON, JSON Lines, or a table with commas (CSV).
//
//   {"a": 1}            a: 1          {"n": 1}        name,size
//                       ---           {"n": 2}        web,3
//                       b: 2
//   {a: 1}              [{a: 1},      [{n: 1},        [{name: web, size: 3}]
//                        {b: 2}]       {n: 2}]
//
// Which of them a text is, it says itself: JSON Lines has a JSON value on each line, a table as many cells on each line
// as its first line has names. All else is YAML, which JSON is a part of.
#pragma once

#include "base/budget.hpp"
#include "data/yaml/schema.hpp"
#include "source/sources.hpp"
#include "value/value.hpp"

namespace evalground {

// The value of a file; plain scalars of YAML by those rules. A stream of YAML documents is the list of those that are
// not empty. A cell of a table is a number or a boolean if it is spelled as in JSON, else text. A text in none of these
// formats throws the error of the YAML reader, with its place.
Value read_data(Sources& sources, std::uint32_t file, Budget& budget, YamlRules rules);

}  // namespace evalground
