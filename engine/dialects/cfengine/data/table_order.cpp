// The order of a table, from the hashes of its entries and the history of its size.
//
// Only entries of one bucket need the history. The one that was put later came first. Each later change of size walked
// them from the front and put them to the front again, so they changed places. Where a smaller table joined two
// buckets, entries of the second came first.
#include "dialects/cfengine/data/table_order.hpp"

#include <unordered_set>

namespace evalground::cfengine {
namespace {

constexpr std::size_t most_in_order = 14;
constexpr std::uint32_t fewest_buckets = 128;

std::uint32_t bucket_of(const TableOrder::Place& place, std::uint32_t buckets) {
  return place.hash & (buckets - 1);
}

}  // namespace

std::uint32_t key_hash(std::string_view text) {
  Budget::pass_over(text.size());
  KeyHash hash;
  for (const char c : text) hash.add(static_cast<unsigned char>(c));
  return hash.end();
}

void TableOrder::start_with(std::size_t entries) {
  entries_ = entries;
  buckets_ = entries > most_in_order ? fewest_buckets : 0;
  resizes_.clear();
  while (buckets_ != 0 && entries_ > buckets_ / 4 * 3) buckets_ *= 2;
}

// The first entries go to their buckets in the order of putting, as if there had been buckets from the start.
void TableOrder::replace() {
  if (buckets_ == 0 && entries_ == most_in_order) buckets_ = fewest_buckets;
}

std::uint64_t TableOrder::put() {
  replace();
  ++entries_;
  ++number_;
  if (buckets_ != 0 && entries_ > buckets_ / 4 * 3) resize(true);
  return number_;
}

void TableOrder::remove() {
  --entries_;
  if (buckets_ > fewest_buckets && entries_ < std::size_t{buckets_} * 35 / 100) resize(false);
}

void TableOrder::resize(bool grows) {
  resizes_.push_back({number_, buckets_, grows});
  buckets_ = grows ? buckets_ * 2 : buckets_ / 2;
}

bool TableOrder::precedes(const Place& a, const Place& b, Budget& budget) const {
  budget.step();
  if (a.number == b.number) return false;  // the same entry
  if (buckets_ == 0) return a.number < b.number;
  if (bucket_of(a, buckets_) != bucket_of(b, buckets_)) return bucket_of(a, buckets_) < bucket_of(b, buckets_);
  // What happened before both were in the table does not matter.
  const std::uint64_t later = std::max(a.number, b.number);
  auto change = std::lower_bound(resizes_.begin(), resizes_.end(), later,
                                 [](const Resize& one, std::uint64_t number) { return one.number < number; });
  bool is_first = a.number > b.number;
  for (; change != resizes_.end(); ++change) {
    budget.step();
    const std::uint32_t of_a = bucket_of(a, change->before);
    const std::uint32_t of_b = bucket_of(b, change->before);
    is_first = of_a == of_b ? !is_first : !change->grows && of_a > of_b;
  }
  return is_first;
}

std::vector<std::string> set_order(std::vector<std::string> texts, Budget& budget) {
  TableOrder set;
  std::unordered_set<std::string_view> known;
  std::vector<std::pair<TableOrder::Place, std::string*>> items;
  for (std::string& text : texts) {
    budget.step();
    if (known.insert(text).second) {
      items.push_back({{key_hash(text), set.put()}, &text});
    } else {
      set.replace();
    }
  }
  std::vector<std::string> walked;
  walked.reserve(items.size());
  for (std::string* text : set.walk(std::move(items), budget)) walked.push_back(std::move(*text));
  return walked;
}

}  // namespace evalground::cfengine
