// The order in which the agent walks its hash tables.
//
// The agent keeps variables, classes and tags in hash tables, and its functions list them in the order of their
// buckets. Policies depend on that order: `getindices("a")` decides in which order a promise iterates. So the order is
// modelled here, without a table. Two facts about an entry suffice: the hash of its key, and when it was put. A table
// only counts its entries, and remembers when it was resized:
//
//   TableOrder table;
//   const TableOrder::Place a{key_hash("a"), table.put()};
//   const TableOrder::Place b{key_hash("b"), table.put()};
//   table.precedes(a, b, budget)                             // true: up to 14 entries stand in the order of putting
//
// The 15th put makes a table of 128 buckets. An entry goes to the front of its bucket. When more than 3/4 of the
// buckets are taken, their number doubles. The buckets are walked, and each entry goes to the front of its new bucket.
// So entries that stay in one bucket change places. Removals halve the number in the same way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/memory.hpp"

namespace evalground::cfengine {

// Jenkins' one-at-a-time hash, of a key that is added in parts.
class KeyHash {
 public:
  void add(std::uint32_t byte) {
    state_ += byte;
    state_ += state_ << 10;
    state_ ^= state_ >> 6;
  }
  // The key ends here.
  std::uint32_t end() const {
    std::uint32_t hash = state_;
    hash += hash << 3;
    hash ^= hash >> 11;
    hash += hash << 15;
    return hash;
  }

 private:
  std::uint32_t state_ = 0;
};

// The hash of a text: a tag, a path, or a class with its namespace, "default:web".
std::uint32_t key_hash(std::string_view text);

class TableOrder {
 public:
  // Where an entry stands: the hash of its key, and the number that put() gave it.
  struct Place {
    std::uint32_t hash;
    std::uint64_t number;
  };

  // Makes the table as large as with so many entries, whatever was put before.
  void start_with(std::size_t entries);
  std::size_t entries() const noexcept { return entries_; }

  // An entry with a new key.
  std::uint64_t put();
  // An entry whose key the table has. It keeps its place.
  void replace();
  void remove();

  // True when the walk meets `a` before `b`. Both are in the table.
  bool precedes(const Place& a, const Place& b, Budget& budget) const;

  // The items in the order of the walk.
  template <class T>
  std::vector<T> walk(std::vector<std::pair<Place, T>> items, Budget& budget) const {
    std::sort(items.begin(), items.end(),
              [&](const auto& a, const auto& b) { return precedes(a.first, b.first, budget); });
    std::vector<T> walked;
    walked.reserve(items.size());
    for (auto& item : items) walked.push_back(std::move(item.second));
    return walked;
  }

 private:
  // The entries up to `number` were in the table when it went from `before` buckets to twice or half as many.
  struct Resize {
    std::uint64_t number;
    std::uint32_t before;
    bool grows;
  };

  void resize(bool grows);

  std::size_t entries_ = 0;
  std::uint64_t number_ = 0;
  std::uint32_t buckets_ = 0;  // 0: the entries stand in the order of putting
  std::vector<Resize, CountingAllocator<Resize>> resizes_;
};

// The texts, without repetitions, in the order of a set into which they are put one after the other.
std::vector<std::string> set_order(std::vector<std::string> texts, Budget& budget);

}  // namespace evalground::cfengine
