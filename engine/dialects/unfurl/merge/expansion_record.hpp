// A record of a document's expansion, from which it can be undone.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// A key that expansion removed from a map: a directive that was followed, or `+&`.
struct FollowedKey {
  Value key;
  Value value;   // as written under the key
  Value target;  // what the directive inserted; undefined for `+&` and for a skipped include
  bool is_raw;   // the target was not expanded
};

// A map with such keys.
struct ExpandedPlace {
  std::vector<std::string> path;  // in the expanded document: keys, and indexes as text
  std::vector<FollowedKey> followed;
};

class ExpansionRecord {
 public:
  Value document;  // as written
  std::uint32_t file = 0;
  Map anchors;                        // the document's: name -> value
  std::vector<ExpandedPlace> places;  // in the order of the expansion

  // Records a key of the map at that path once, and only for the document's own map. The same content is also expanded
  // where an anchor or an include inserts it.
  void note(const std::vector<std::string>& path, FollowedKey followed, Budget& budget);
  // Clears the places, because the document is expanded again.
  void restart();
  // Updates the places from `first` on in the list at that path to the items' current indexes.
  void renumber(std::size_t first, const std::vector<std::string>& list, const std::vector<std::size_t>& indexes,
                Budget& budget);

 private:
  std::unordered_map<std::string, std::size_t> numbers_;  // pointer -> index into `places`
  std::unordered_set<std::string> noted_;                 // pointer and key
};

}  // namespace evalground::unfurl
