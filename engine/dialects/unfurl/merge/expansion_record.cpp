#include "dialects/unfurl/merge/expansion_record.hpp"

#include <algorithm>

#include "base/indexed.hpp"
#include "data/paths/json_pointer.hpp"

namespace evalground::unfurl {

void ExpansionRecord::note(const std::vector<std::string>& path, FollowedKey followed, Budget& budget) {
  budget.step(path.size() + 1);
  const Value* place = resolve_pointer(document, path);
  const auto position = place != nullptr && place->is_map() ? place->as_map().position(followed.key) : std::nullopt;
  if (!position || place->as_map().entry(*position).key.origin() != followed.key.origin()) return;
  const std::string pointer = write_pointer(path);
  if (!noted_.insert(pointer + "/" + std::string(followed.key.as_string())).second) return;
  const auto known = numbers_.find(pointer);
  const auto add = [&](std::size_t number) { numbers_.emplace(pointer, number); };
  ExpandedPlace& found =
      known != numbers_.end() ? places[known->second] : append_indexed(places, add, ExpandedPlace{path, {}});
  found.followed.push_back(std::move(followed));
}

void ExpansionRecord::restart() {
  places.clear();
  numbers_.clear();
  noted_.clear();
}

void ExpansionRecord::renumber(std::size_t first, const std::vector<std::string>& list,
                               const std::vector<std::size_t>& indexes, Budget& budget) {
  for (; first < places.size(); ++first) {
    budget.step();
    std::vector<std::string>& place = places[first].path;
    if (place.size() <= list.size() || !std::equal(list.begin(), list.end(), place.begin())) continue;
    std::string& part = place[list.size()];
    part = std::to_string(indexes[static_cast<std::size_t>(std::stoul(part))]);
  }
}

}  // namespace evalground::unfurl
