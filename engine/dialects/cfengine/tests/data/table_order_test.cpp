// Compares the model of the agent's tables with a table that has buckets.
#include "dialects/cfengine/data/table_order.hpp"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <string>

namespace evalground::cfengine {
namespace {

// A hash table as the agent has it: up to 14 entries in a row, then buckets to whose front entries are added.
class Table {
 public:
  void put(const std::string& key) {
    if (buckets_.empty()) {
      if (contains(row_, key) && row_.size() < 14) return;
      if (row_.size() < 14) return row_.push_back(key);
      buckets_.resize(128);
      for (const std::string& one : row_) bucket(one).push_front(one);
      size_ = row_.size();
    }
    if (contains(bucket(key), key)) return;
    bucket(key).push_front(key);
    if (++size_ > buckets_.size() * 3 / 4) resize(buckets_.size() * 2);
  }

  void remove(const std::string& key) {
    std::deque<std::string>& from = buckets_.empty() ? row_ : bucket(key);
    from.erase(std::find(from.begin(), from.end(), key));
    if (buckets_.empty()) return;
    --size_;
    if (buckets_.size() > 128 && size_ < buckets_.size() * 35 / 100) resize(buckets_.size() / 2);
  }

  std::vector<std::string> walk() const {
    if (buckets_.empty()) return {row_.begin(), row_.end()};
    std::vector<std::string> keys;
    for (const auto& one : buckets_) keys.insert(keys.end(), one.begin(), one.end());
    return keys;
  }

 private:
  static bool contains(const std::deque<std::string>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  }
  std::deque<std::string>& bucket(const std::string& key) { return buckets_[key_hash(key) % buckets_.size()]; }
  void resize(std::size_t count) {
    const std::vector<std::string> keys = walk();
    buckets_.assign(count, {});
    for (const std::string& key : keys) bucket(key).push_front(key);
  }

  std::deque<std::string> row_;
  std::vector<std::deque<std::string>> buckets_;
  std::size_t size_ = 0;
};

TEST(TableOrder, HashesLikeTheAgent) {
  EXPECT_EQ(key_hash("a"), 0xca2e9442U);
  EXPECT_EQ(key_hash("default:blue"), 0x9434063eU);
}

// Grows and shrinks several times, with keys that are put and removed again.
TEST(TableOrder, WalksLikeATable) {
  Budget budget;
  std::mt19937 random(7);
  Table table;
  TableOrder order;
  std::vector<std::pair<TableOrder::Place, std::string>> items;
  const auto is_key = [](const std::string& key) { return [&](const auto& item) { return item.second == key; }; };
  for (const int most : {14, 400, 30, 900, 100, 250}) {
    for (int i = 0; i < 1500; ++i) {
      const std::string key = "k" + std::to_string(random() % 1500);
      const auto known = std::find_if(items.begin(), items.end(), is_key(key));
      if (static_cast<int>(items.size()) > most || (known != items.end() && random() % 2 == 0)) {
        const auto gone =
            known != items.end() ? known : items.begin() + static_cast<std::ptrdiff_t>(random() % items.size());
        table.remove(gone->second);
        order.remove();
        items.erase(gone);
        continue;
      }
      table.put(key);
      if (known != items.end()) {
        order.replace();
      } else {
        items.push_back({{key_hash(key), order.put()}, key});
      }
    }
    EXPECT_EQ(order.walk(items, budget), table.walk()) << most;
  }
}

TEST(TableOrder, StartsWithEntriesThatAreNotListed) {
  Budget budget;
  TableOrder order;
  order.start_with(115);
  const TableOrder::Place first{1, order.put()};
  const TableOrder::Place second{1 + 512, order.put()};
  EXPECT_TRUE(order.precedes(second, first, budget));
  for (int i = 0; i < 76; ++i) order.put();  // the 193rd entry doubles the buckets
  EXPECT_TRUE(order.precedes(first, second, budget));
}

TEST(TableOrder, SetsHaveEachTextOnce) {
  Budget budget;
  EXPECT_EQ(set_order({"z", "a", "z", "m"}, budget), (std::vector<std::string>{"z", "a", "m"}));
}

}  // namespace
}  // namespace evalground::cfengine
