// A list whose items are written one after the other in a text that is not YAML: `{ "nginx", "curl" }`.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "change/origins.hpp"
#include "change/places.hpp"
#include "change/wish.hpp"

namespace evalground::changing {

// The stretch that holds the items that differ, and the text that gives the wanted ones there: with the same quotes and
// separators. Nothing for other values, and where the items are not literals in a row.
std::optional<std::pair<Place, std::string>> list_edit(const Wish& wish, const Origins& origins, Places& places,
                                                       Budget& budget);

}  // namespace evalground::changing
