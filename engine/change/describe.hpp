// Candidates in words and as edits, ready for JSON.
#pragma once

#include "change/search.hpp"

namespace evalground::changing {

// {kind, title, reason, edits, changes, others} (wasm/src/change_types.ts).
Value candidate_value(const Candidate& candidate, Search& search);
// What a search cost and left: adds `trials`, `untried`, `ms`, `bound` and `notes`.
void add_effort(Map& answer, const Search& search);
// "inputs.host", "a[0]"
std::string dotted(const List& path);

}  // namespace evalground::changing
