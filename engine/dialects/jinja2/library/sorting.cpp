// Sorting as Python's sorted(): stable, and with the same pair in the error when two keys have no order.
//
// Most keys are all integers or all strings. Those are sorted by a head of eight bytes first, with a radix sort for
// larger lists; only keys with equal heads are compared in full.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/library/sorting.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/text/utf8.hpp"

namespace evalground::jinja2 {
namespace {

// Whether lower() would not change a text. False for texts beyond ASCII, without checking them.
bool is_plainly_lower(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80; });
}

// A key with its head of eight bytes, which is compared first. The head of an integer is its value. The head of a text
// is its first bytes after the prefix that all texts share.
struct QuickKey {
  std::uint64_t head;
  std::size_t place;
};

// Flipping the sign bit maps signed order to unsigned order.
std::uint64_t head_of(std::int64_t number) {
  return static_cast<std::uint64_t>(number) ^ std::uint64_t{1} << 63;
}

// Big-endian, so that comparing heads as numbers compares the bytes in order.
std::uint64_t head_of(std::string_view text) {
  std::uint64_t head = 0;
  const std::size_t size = std::min(text.size(), sizeof head);
  for (std::size_t at = 0; at < size; ++at)
    head |= std::uint64_t{static_cast<unsigned char>(text[at])} << (56 - 8 * at);
  return head;
}

// The length in bytes of the prefix that all texts share.
std::size_t shared_size(const List& texts) {
  const std::string_view first = texts.empty() ? std::string_view() : texts.front().as_string();
  std::size_t size = first.size();
  for (const Value& value : texts) {
    const std::string_view text = value.as_string();
    size = std::min(size, text.size());
    size = static_cast<std::size_t>(
        std::mismatch(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(size), text.begin()).first -
        first.begin());
  }
  return size;
}

// Radix sort by heads, byte by byte, of those bytes in which heads differ. Equal heads keep their order.
void sort_by_heads(std::vector<QuickKey>& order, Budget& budget) {
  std::uint64_t all = ~std::uint64_t{0}, any = 0;
  for (const QuickKey& key : order) {
    all &= key.head;
    any |= key.head;
  }
  std::vector<QuickKey> next(order.size());
  for (unsigned shift = 0; shift < 64; shift += 8) {
    // Most keys differ in a few bytes only; the other passes are skipped.
    if (((all ^ any) >> shift & 0xFF) == 0) continue;
    budget.step(order.size());
    const auto byte_of = [&](const QuickKey& key) { return static_cast<std::size_t>(key.head >> shift & 0xFF); };
    std::array<std::size_t, 256> places{};
    for (const QuickKey& key : order) ++places[byte_of(key)];
    std::size_t place = 0;
    for (std::size_t& count : places) place += std::exchange(count, place);
    for (const QuickKey& key : order) next[places[byte_of(key)]++] = key;
    order.swap(next);
  }
}

// Undefined values, objects and mixed kinds are `others`: comparing them may fail or evaluate something.
enum class KeyKind : std::uint8_t { whole_numbers, texts, others };

// Whether all keys are integers or all strings, whose order does not depend on the evaluation.
KeyKind kind_of(const List& keys) {
  const auto is_whole = [](const Value& key) { return key.kind() == Kind::integer || key.kind() == Kind::boolean; };
  if (std::all_of(keys.begin(), keys.end(), is_whole)) return KeyKind::whole_numbers;
  const auto is_text = [](const Value& key) { return key.is_string(); };
  return std::all_of(keys.begin(), keys.end(), is_text) ? KeyKind::texts : KeyKind::others;
}

// Compares in the same order as Python's sort where that is visible: the error names the first pair without an order.
template <class Place, class Less>
void sort_as_python(std::vector<Place>& order, bool is_reverse, const Less& is_less) {
  // With reverse, equal items keep their order only if they are reversed before and after sorting.
  if (is_reverse) std::reverse(order.begin(), order.end());
  constexpr std::size_t most_inserted = 64;
  // Below 64 items list.sort() is a binary insertion sort, whose comparisons can be reproduced exactly.
  if (order.size() < most_inserted) {
    // As in Python's list.sort(): the initial ascending (or strictly descending) run is kept, and each later item is
    // inserted by binary search.
    std::size_t sorted_end = std::min<std::size_t>(order.size(), 1);
    if (order.size() > 1) {
      const bool descends = is_less(order[1], order[0]);
      sorted_end = 2;
      while (sorted_end < order.size() && is_less(order[sorted_end], order[sorted_end - 1]) == descends) ++sorted_end;
      if (descends) std::reverse(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(sorted_end));
    }
    for (; sorted_end < order.size(); ++sorted_end) {
      const auto begin = order.begin();
      const auto item = begin + static_cast<std::ptrdiff_t>(sorted_end);
      std::rotate(std::upper_bound(begin, item, *item, is_less), item, item + 1);
    }
  } else {
    std::stable_sort(order.begin(), order.end(), is_less);
  }
  if (is_reverse) std::reverse(order.begin(), order.end());
}

// Sorts texts whose heads are in order: groups with equal heads are ordered by the bytes after the head.
void sort_by_rest(std::vector<QuickKey>& order, const List& keys, std::size_t shared, Budget& budget) {
  for (auto begin = order.begin(); begin != order.end();) {
    const auto text_of = [&](const QuickKey& key) { return keys[key.place].as_string(); };
    const std::size_t size = text_of(*begin).size();
    // If all texts of a group fit into the head and have the same length, they are equal and already in order.
    bool are_equal = size - shared <= sizeof begin->head;
    auto end = begin + 1;
    for (; end != order.end() && end->head == begin->head; ++end) are_equal &= text_of(*end).size() == size;
    if (!are_equal) {
      std::stable_sort(begin, end, [&](const QuickKey& left, const QuickKey& right) {
        budget.step();
        return text_of(left) < text_of(right);
      });
    }
    begin = end;
  }
}

// First the prefix that all texts share ("web-" of web-01, web-02, …) is skipped, and the next eight bytes of each
// become a number. Then these numbers are sorted. At last, groups with equal numbers are ordered by the rest of their
// texts.
std::vector<std::size_t> places_by_quick_keys(Evaluator& evaluator, const List& keys, bool is_reverse, KeyKind kind) {
  Budget& budget = evaluator.context.budget;
  std::vector<QuickKey> order;
  order.reserve(keys.size());
  const std::size_t shared = kind == KeyKind::texts ? shared_size(keys) : 0;
  budget.step(keys.size());
  for (const Value& key : keys) {
    evaluator.note_sensitive(key);
    const std::uint64_t head = kind == KeyKind::texts        ? head_of(key.as_string().substr(shared))
                               : key.kind() == Kind::boolean ? head_of(std::int64_t{key.as_boolean()})
                                                             : head_of(key.as_integer());
    order.push_back({head, order.size()});
  }
  // With reverse, equal items keep their order only if they are reversed before and after sorting.
  if (is_reverse) std::reverse(order.begin(), order.end());
  if (order.size() < 64) {  // counting takes longer than so few comparisons
    std::stable_sort(order.begin(), order.end(), [&](const QuickKey& left, const QuickKey& right) {
      budget.step();
      return left.head < right.head;
    });
  } else {
    sort_by_heads(order, budget);
  }
  if (kind == KeyKind::texts) sort_by_rest(order, keys, shared, budget);
  if (is_reverse) std::reverse(order.begin(), order.end());
  std::vector<std::size_t> places;
  places.reserve(order.size());
  for (const QuickKey& key : order) places.push_back(key.place);
  return places;
}

}  // namespace

// The key of an item: an attribute or the item itself, lowered unless case counts. A text that is lower already is not
// copied.
Value SortKey::of(Evaluator& evaluator, const Value& item, const Value* fallback) {
  Value key = path_.of(evaluator, item, fallback);
  // Since 2.19 Ansible reads what these filters take from an item, even from an only one.
  if (key.is_undefined() && fallback == nullptr && evaluator.options.behavior.carries_failures) evaluator.require(key);
  if (is_case_sensitive_ || !key.is_string()) return key;
  if (!key.sensitive() && is_plainly_lower(key.as_string())) return key;
  return Value::string(to_lower(key.as_string())).with_markup(key.markup());
}

// sort(attribute='age,name') compares by age first and then by name.
SortKeys::SortKeys(const Value& attributes, bool is_case_sensitive) {
  if (!attributes.is_string()) {
    keys_.emplace_back(attributes, is_case_sensitive);
    return;
  }
  std::string_view rest = attributes.as_string();
  for (;;) {
    const std::size_t comma = rest.find(',');
    keys_.emplace_back(Value::string(rest.substr(0, comma)), is_case_sensitive);
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

Value SortKeys::of(Evaluator& evaluator, const Value& item) {
  if (keys_.size() == 1) return keys_.front().of(evaluator, item);
  List keys;
  for (SortKey& key : keys_) keys.push_back(key.of(evaluator, item));
  return Value::list(std::move(keys));
}

std::vector<std::size_t> sorted_places(Evaluator& evaluator, const List& keys, bool is_reverse, KeyOrder key_order) {
  if (const KeyKind kind = kind_of(keys); kind != KeyKind::others) {
    return places_by_quick_keys(evaluator, keys, is_reverse, kind);
  }
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  sort_as_python(order, is_reverse, [&](std::size_t left, std::size_t right) {
    evaluator.context.budget.step();
    const Value& a = keys[left];
    const Value& b = keys[right];
    // As items of lists are compared, `==` comes first. Values without an order may be equal.
    const bool has_order = a.kind() == b.kind() && (a.is_string() || a.kind() == Kind::integer);
    if (key_order == KeyOrder::as_items && !has_order && evaluator.equal(a, b)) return false;
    return evaluator.less(a, b);
  });
  return order;
}

List sorted(Evaluator& evaluator, List items, const List& keys, bool is_reverse, KeyOrder key_order) {
  List result;
  result.reserve(items.size());
  for (const std::size_t place : sorted_places(evaluator, keys, is_reverse, key_order)) {
    result.push_back(std::move(items[place]));
  }
  return result;
}

}  // namespace evalground::jinja2
