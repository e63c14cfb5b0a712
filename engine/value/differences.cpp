// Texts of several lines are compared as lists of lines, so that one changed line is one difference.
#include "value/differences.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/alignment.hpp"
#include "base/text/text.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

class Comparison {
 public:
  Comparison(std::size_t most, Budget& budget) : most_(most), budget_(budget) {}

  std::vector<Difference> found;

  void compare(const Value& before, const Value& after) {
    const Depth depth = budget_.enter();
    budget_.step();
    if (found.size() >= most_) return;
    if (before.is_map() && after.is_map()) {
      for (const Map::Entry& entry : before.as_map()) {
        const Value* other = after.as_map().find(entry.key);
        within(entry.key, [&] { other == nullptr ? add(entry.value, {}) : compare(entry.value, *other); });
      }
      for (const Map::Entry& entry : after.as_map()) {
        if (before.as_map().find(entry.key) == nullptr) within(entry.key, [&] { add({}, entry.value); });
      }
    } else if (before.is_list() && after.is_list()) {
      compare_items(before.as_list(), after.as_list());
    } else if (is_lines(before) && is_lines(after)) {
      compare_items(lines_of(before), lines_of(after));
    } else if (!is_same(before, after)) {
      add(before, after);
    }
  }

 private:
  static constexpr std::size_t most_compared = 2'000'000;

  bool is_same(const Value& a, const Value& b) { return write_json(a, budget_) == write_json(b, budget_); }
  void add(Value before, Value after) {
    if (found.size() < most_) found.push_back({path_, std::move(before), std::move(after)});
  }
  template <class F>
  void within(const Value& key, const F& f) {
    path_.push_back(key);
    f();
    path_.pop_back();
  }
  template <class F>
  void within_item(std::size_t index, const F& f) {
    within(Value::integer(static_cast<std::int64_t>(index)), f);
  }
  static bool is_lines(const Value& value) {
    return value.is_string() && value.as_string().find('\n') != std::string_view::npos;
  }
  static List lines_of(const Value& text) {
    List lines;
    for (const std::string_view line : Split(text.as_string(), "\n")) lines.push_back(Value::string(line));
    return lines;
  }

  std::vector<std::string> texts_of(const List& items) {
    std::vector<std::string> texts;
    texts.reserve(items.size());
    for (const Value& item : items) texts.push_back(write_json(item, budget_));
    return texts;
  }

  // What both have in common at their ends is no difference; between, the longest common sequence is kept. Lists of the
  // same length, and those that would take too long, are compared item by item.
  void compare_items(const List& before, const List& after) {
    // Written once, because many pairs are compared.
    const std::vector<std::string> old_texts = texts_of(before);
    const std::vector<std::string> new_texts = texts_of(after);
    const auto is_common = [&](std::size_t one, std::size_t other) { return old_texts[one] == new_texts[other]; };
    const CommonEnds ends = common_ends(before.size(), after.size(), is_common);
    const std::size_t rows = before.size() - ends.head - ends.tail;
    const std::size_t columns = after.size() - ends.head - ends.tail;
    if (rows == columns || rows * columns > most_compared)
      return compare_in_order(before, after, ends.head, {rows, columns});
    std::size_t row = ends.head;
    std::size_t column = ends.head;
    for (const ListChange change : shortest_changes(rows, columns, [&](std::size_t one, std::size_t other) {
           return is_common(ends.head + one, ends.head + other);
         })) {
      if (change == ListChange::add) {
        within_item(column, [&] { add({}, after[column]); });
      } else if (change == ListChange::remove) {
        within_item(row, [&] { add(before[row], {}); });
      }
      row += change == ListChange::add ? 0 : 1;
      column += change == ListChange::remove ? 0 : 1;
    }
  }

  // Of items from `head` on, so many of each.
  void compare_in_order(const List& before, const List& after, std::size_t head,
                        std::pair<std::size_t, std::size_t> counts) {
    for (std::size_t at = 0; at < std::max(counts.first, counts.second); ++at) {
      within_item(head + at, [&] {
        if (at >= counts.first) return add({}, after[head + at]);
        if (at >= counts.second) return add(before[head + at], {});
        compare(before[head + at], after[head + at]);
      });
    }
  }

  const std::size_t most_;
  Budget& budget_;
  List path_;
};

}  // namespace

std::vector<Difference> differences(const Value& before, const Value& after, std::size_t most, Budget& budget) {
  Comparison comparison(most, budget);
  comparison.compare(before, after);
  return std::move(comparison.found);
}

}  // namespace evalground
