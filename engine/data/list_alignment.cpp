#include "data/list_alignment.hpp"

#include <algorithm>
#include <unordered_map>

#include "data/json_schema_values.hpp"
#include "value/compare.hpp"

namespace evalground {
namespace {

constexpr std::uint32_t none = AlignedItem::none;

class Alignment {
 public:
  Alignment(const List& old, const List& changed, Budget& budget) : old_(old), changed_(changed), budget_(budget) {}

  std::vector<AlignedItem> run() {
    std::vector<std::uint32_t> before(changed_.size(), none);
    const std::size_t shorter = std::min(old_.size(), changed_.size());
    std::size_t first = 0;
    while (first < shorter && same(first, first)) {
      before[first] = static_cast<std::uint32_t>(first);
      ++first;
    }
    std::size_t behind = 0;
    while (behind < shorter - first && same(old_.size() - 1 - behind, changed_.size() - 1 - behind)) {
      ++behind;
      before[changed_.size() - behind] = static_cast<std::uint32_t>(old_.size() - behind);
    }
    match_middle(first, behind, before);
    return with_gaps(before);
  }

 private:
  bool same(std::size_t old, std::size_t changed) {
    budget_.step();
    return json_equal(old_[old], changed_[changed], NumberEquality::by_type, budget_);
  }

  // Equal items between those at the start and the end: the longest run of pairs whose old indexes rise.
  void match_middle(std::size_t first, std::size_t behind, std::vector<std::uint32_t>& before) {
    const std::size_t old_end = old_.size() - behind;
    const std::size_t end = changed_.size() - behind;
    if (first == old_end || first == end) return;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places;  // hash -> old indexes, falling
    for (std::size_t old = old_end; old-- > first;) {
      places[json_hash(old_[old], budget_)].push_back(static_cast<std::uint32_t>(old));
    }
    // Of each length the pair with the lowest old index that a run may end with, and for each pair the one before it.
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> candidate(changed_.size(), none);
    std::vector<std::size_t> previous(changed_.size(), changed_.size());
    for (std::size_t changed = first; changed < end; ++changed) {
      const auto found = places.find(json_hash(changed_[changed], budget_));
      if (found == places.end() || found->second.empty() || !same(found->second.back(), changed)) continue;
      const std::uint32_t old = found->second.back();
      found->second.pop_back();
      candidate[changed] = old;
      const auto place = std::lower_bound(ends.begin(), ends.end(), old, [&](std::size_t run_end, std::uint32_t index) {
        return candidate[run_end] < index;
      });
      if (place != ends.begin()) previous[changed] = *(place - 1);
      if (place == ends.end()) {
        ends.push_back(changed);
      } else {
        *place = changed;
      }
    }
    for (std::size_t at = ends.empty() ? changed_.size() : ends.back(); at < changed_.size(); at = previous[at]) {
      before[at] = candidate[at];
    }
  }

  // The items between those that are equal correspond one by one, as far as both sides go.
  std::vector<AlignedItem> with_gaps(const std::vector<std::uint32_t>& before) const {
    std::vector<AlignedItem> result(before.size(), {none, false});
    std::vector<std::uint32_t> gap_end(before.size());
    auto next = static_cast<std::uint32_t>(old_.size());
    for (std::size_t at = before.size(); at-- > 0;) {
      if (before[at] != none) next = before[at];
      gap_end[at] = next;
    }
    std::uint32_t in_gap = 0;
    for (std::size_t at = 0; at < before.size(); ++at) {
      if (before[at] != none) {
        result[at] = {before[at], true};
        in_gap = before[at] + 1;
      } else if (in_gap < gap_end[at]) {
        result[at].before = in_gap++;
      }
    }
    return result;
  }

  const List& old_;
  const List& changed_;
  Budget& budget_;
};

}  // namespace

std::vector<AlignedItem> align_lists(const List& old, const List& changed, Budget& budget) {
  return Alignment(old, changed, budget).run();
}

}  // namespace evalground
