// Matches the items of a changed list with those of the old one: the longest common subsequence, as in a diff of lines,
// and pairing by similarity in the gaps between equal items.
//
//   old      {name: a, x: 1}  c        changed   new  {name: a, x: 2}  c
//   equal    2 -> 3
//   alike    1 -> 2, because both have the same `name`; `new` is an addition
//
// Equal items at both ends are removed first, which leaves at most one gap for most edits. The rest is matched by
// hashes of the items, so that two long lists with little in common cost the sum of their lengths, not the product. For
// each item of the changed list, the next old item with its hash is a candidate. The longest increasing run of
// candidates is kept (patience sorting, with `ends`). Similarity is tested only for a few items ahead.
#include "data/patch/list_alignment.hpp"

#include <algorithm>
#include <unordered_map>

#include "data/json_schema/values.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr std::uint32_t none = AlignedItem::none;

// How many items are compared to find the earlier form of a changed item.
constexpr std::uint32_t most_compared = 16;

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

  // Matches equal items between those at the start and the end: the longest run of pairs with increasing old indexes.
  void match_middle(std::size_t first, std::size_t behind, std::vector<std::uint32_t>& before) {
    const std::size_t old_end = old_.size() - behind;
    const std::size_t end = changed_.size() - behind;
    if (first == old_end || first == end) return;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places;  // hash -> old indexes, decreasing
    for (std::size_t old = old_end; old-- > first;) {
      places[json_hash(old_[old], budget_)].push_back(static_cast<std::uint32_t>(old));
    }
    // For each length, the pair with the lowest old index that ends a run; for each pair, its predecessor.
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

  // How similar an item is to its possible earlier form; 0 when it cannot be one.
  std::size_t likeness(std::size_t old, std::size_t changed) const {
    const Value& item = old_[old];
    const Value& now = changed_[changed];
    if (!item.is_map() || !now.is_map())
      return item.is_list() == now.is_list() && item.is_map() == now.is_map() ? 1 : 0;
    std::size_t result = 0;
    for (const auto& [key, value] : item.as_map()) {
      budget_.step();
      const Value* other = now.as_map().find(key);
      if (other == nullptr) continue;
      const bool is_scalar = !value.is_map() && !value.is_list();
      result += is_scalar && json_equal(value, *other, NumberEquality::by_type, budget_) ? 2 : 1;
    }
    return result;
  }

  // Pairs the items between equal ones: one by one if both sides have the same number, else by similarity.
  std::vector<AlignedItem> with_gaps(const std::vector<std::uint32_t>& before) const {
    std::vector<AlignedItem> result(before.size(), {none, false});
    std::uint32_t old_begin = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= before.size(); ++at) {
      const bool is_end = at == before.size();
      if (!is_end && before[at] == none) continue;
      const auto old_end = is_end ? static_cast<std::uint32_t>(old_.size()) : before[at];
      pair_gap(old_begin, old_end, begin, at, result);
      if (is_end) break;
      result[at] = {before[at], true};
      old_begin = old_end + 1;
      begin = at + 1;
    }
    return result;
  }

  void pair_gap(std::uint32_t old, std::uint32_t old_end, std::size_t begin, std::size_t end,
                std::vector<AlignedItem>& result) const {
    const std::uint32_t choice = old_end - old == end - begin ? 1 : most_compared;
    for (std::size_t at = begin; at < end && old < old_end; ++at) {
      std::size_t most = 0;
      for (std::uint32_t one = old; one < std::min(old_end, old + choice); ++one) {
        const std::size_t found = likeness(one, at);
        if (found <= most) continue;
        most = found;
        result[at].before = one;
      }
      if (most > 0) {
        old = result[at].before + 1;
      } else if (choice == 1) {
        ++old;
      }
    }
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
