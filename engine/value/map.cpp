// A map that keeps the order of insertion, as the languages here require it: entries in a vector, and beside it an
// index with open addressing, which holds numbers of entries and the lower half of their hashes.
//
// Up to eight entries there is no index: comparing eight short keys is faster than hashing one, and most maps of a
// document are that small. Keys equal each other as in Python, so 1, 1.0 and true are one key. Equal keys must have
// equal hashes.
//
//   entries   [("b", 1), ("a", 2)]      in order, what iteration sees
//   buckets   [–, 2, –, 1, …]           1 + the place in entries; 0: free
//
// Removing is linear, because the order has to stay.
//
// Hot: compiled for speed in every module.
#include "value/map.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/budget.hpp"
#include "base/hash.hpp"
#include "value/number_order.hpp"

namespace evalground {
namespace {

constexpr std::size_t largest_without_index = 8;

// For tuples and sets in a key: the default nesting limit of documents. A program can create deeper ones in a loop, `t
// = (t,)`, which has no other limit.
constexpr std::uint32_t most_key_depth = 200;

std::size_t buckets_for(std::size_t entries) {
  std::size_t buckets = 16;
  while (buckets * 2 < entries * 3) buckets *= 2;  // at most two thirds full
  return buckets;
}

// `depth`: how many tuples and sets contain the key.
// Lists and maps cannot be keys, because they can change.
std::uint64_t hash_nested(const Value& key, std::uint32_t depth) {
  switch (key.kind()) {
    case Kind::undefined: return hash_integer(1);
    case Kind::null: return hash_integer(2);
    case Kind::boolean: return hash_integer(key.as_boolean() ? 1 : 0);
    case Kind::integer: return hash_integer(static_cast<std::uint64_t>(key.as_integer()));
    case Kind::real: {
      // 1.0 and 1 are one key, so whole numbers hash as integers.
      const double real = key.as_real();
      if (real >= -9223372036854775808.0 && real < 9223372036854775808.0 && real == std::floor(real)) {
        return hash_integer(static_cast<std::uint64_t>(static_cast<std::int64_t>(real)));
      }
      std::uint64_t bits = 0;
      std::memcpy(&bits, &real, sizeof bits);
      return hash_integer(bits);
    }
    case Kind::string: return hash_bytes(key.as_string());
    case Kind::bytes: return hash_bytes(key.as_bytes());
    case Kind::tuple: {
      if (depth == most_key_depth) throw LimitError(Limit::depth, most_key_depth);
      Budget::step_current(key.as_list().size());  // items may be shared, so their number is not bounded by memory
      std::uint64_t hash = 3;
      for (const Value& item : key.as_list()) hash = hash_integer(hash ^ hash_nested(item, depth + 1));
      return hash;
    }
    case Kind::set: {
      if (depth == most_key_depth) throw LimitError(Limit::depth, most_key_depth);
      Budget::step_current(key.as_map().size());
      std::uint64_t hash = 4;
      for (const auto& entry : key.as_map()) hash += hash_nested(entry.key, depth + 1);  // order does not matter
      return hash_integer(hash);
    }
    case Kind::object:
      // 10 ** 30 and 1e30 are one key.
      if (const auto* integer = object_cast<BigInteger>(key)) {
        const auto real = integer->number.to_double();
        if (real && BigInt::compare(integer->number, *real) == 0) return hash_nested(Value::real(*real), depth);
      }
      return hash_integer(key.as_object().hash());
    case Kind::list:
    case Kind::map: break;
  }
  throw Error("unhashable-key", "A " + std::string(kind_name(key.kind())) + " cannot be a key.", key.origin());
}

}  // namespace

// Sets compare in any order. Elements of tuples were hashed before, so their nesting is bounded already.
bool equal_keys(const Value& a, const Value& b) {
  if (is_python_number(a) && is_python_number(b)) return equal_numbers(a, b);
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::undefined:
    case Kind::null: return true;
    case Kind::string: return a.as_string() == b.as_string();
    case Kind::bytes: return a.as_bytes() == b.as_bytes();
    case Kind::tuple: {
      const List& left = a.as_list();
      const List& right = b.as_list();
      if (left.size() != right.size()) return false;
      Budget::step_current(left.size());
      for (std::size_t index = 0; index < left.size(); ++index) {
        if (!equal_keys(left[index], right[index])) return false;
      }
      return true;
    }
    case Kind::set: {
      const Map& left = a.as_map();
      const Map& right = b.as_map();
      if (left.size() != right.size()) return false;
      Budget::step_current(left.size());
      for (const auto& entry : left) {
        if (!right.contains(entry.key)) return false;
      }
      return true;
    }
    case Kind::object: return a.as_object().equals(b.as_object());
    default: return false;
  }
}

std::uint64_t hash_key(std::string_view text) {
  return hash_bytes(text);
}

std::uint64_t hash_key(const Value& key) {
  return hash_nested(key, 0);
}

Map::Map(std::initializer_list<std::pair<std::string_view, Value>> entries) {
  reserve(entries.size());
  for (const auto& [key, value] : entries) set(key, value);
}

// Half of the hash is compared before the key: nearly every other key is ruled out without following its pointer.
// Probing is linear, and always meets a free bucket, because the index is never full.
template <class Same>
std::optional<std::size_t> Map::find_index(std::uint64_t hash, const Same& same) const {
  if (buckets_.empty()) {
    for (std::size_t index = 0; index < entries_.size(); ++index) {
      if (same(entries_[index].key)) return index;
    }
    return std::nullopt;
  }
  const std::size_t mask = buckets_.size() - 1;
  const auto half = static_cast<std::uint32_t>(hash);
  for (std::size_t at = half & mask; buckets_[at].entry != 0; at = (at + 1) & mask) {
    const std::size_t index = buckets_[at].entry - 1;
    if (buckets_[at].hash == half && same(entries_[index].key)) return index;
  }
  return std::nullopt;
}

std::optional<std::size_t> Map::find_text(std::string_view key, std::uint64_t hash) const {
  return find_index(hash, [&](const Value& other) { return other.is_text(key); });
}

std::optional<std::size_t> Map::find_other(const Value& key, std::uint64_t hash) const {
  return find_index(hash, [&](const Value& other) { return equal_keys(other, key); });
}

// Without an index nothing needs the hash.
std::uint64_t Map::hash_text(std::string_view key) const {
  return buckets_.empty() ? 0 : hash_key(key);
}

std::optional<std::size_t> Map::position(const Value& key) const {
  if (key.is_string()) return position(key.as_string());
  if (key.is_list() || key.is_map()) return std::nullopt;
  return find_other(key, buckets_.empty() ? 0 : hash_key(key));
}

std::optional<std::size_t> Map::position(std::string_view key) const {
  return find_text(key, hash_text(key));
}

const Value* Map::find(const Value& key) const {
  const auto index = position(key);
  return index ? &entries_[*index].value : nullptr;
}

const Value* Map::find(std::string_view key) const {
  const auto index = position(key);
  return index ? &entries_[*index].value : nullptr;
}

Value* Map::find_for_edit(const Value& key) {
  const auto index = position(key);
  return index ? &entries_[*index].value : nullptr;
}

void Map::place(Bucket bucket) {
  const std::size_t mask = buckets_.size() - 1;
  std::size_t at = bucket.hash & mask;
  while (buckets_[at].entry != 0) at = (at + 1) & mask;
  buckets_[at] = bucket;
}

// When an index grows, hashes are taken from the old buckets: the keys themselves are not hashed a second time.
void Map::build_index(std::size_t buckets) {
  const auto before = std::exchange(buckets_, decltype(buckets_)(buckets));
  for (const Bucket& bucket : before) {
    if (bucket.entry != 0) place(bucket);
  }
  if (!before.empty()) return;
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    place({static_cast<std::uint32_t>(index + 1), static_cast<std::uint32_t>(hash_key(entries_[index].key))});
  }
}

// The new entry is not in the index yet when that grows, except when the index is first built from the entries, which
// is why only that branch returns early.
void Map::append(Value key, Value value, std::uint64_t hash) {
  entries_.push_back({std::move(key), std::move(value)});
  if (buckets_.empty()) {
    if (entries_.size() > largest_without_index) build_index(buckets_for(entries_.size() * 2));
    return;
  }
  if (entries_.size() * 3 > buckets_.size() * 2) build_index(buckets_for(entries_.size() * 2));
  place({static_cast<std::uint32_t>(entries_.size()), static_cast<std::uint32_t>(hash)});
}

void Map::set(Value key, Value value) {
  if (key.is_string()) {
    const std::string_view text = key.as_string();
    const std::uint64_t hash = hash_text(text);
    if (const auto index = find_text(text, hash)) {
      entries_[*index].value = std::move(value);
    } else {
      append(std::move(key), std::move(value), hash);
    }
    return;
  }
  const std::uint64_t hash = hash_key(key);  // throws for values that cannot be a key
  if (const auto index = find_other(key, hash)) {
    entries_[*index].value = std::move(value);
  } else {
    append(std::move(key), std::move(value), hash);
  }
}

void Map::set(std::string_view key, Value value) {
  const std::uint64_t hash = hash_text(key);
  if (const auto index = find_text(key, hash)) {
    entries_[*index].value = std::move(value);
  } else {
    append(Value::string(key), std::move(value), hash);
  }
}

void Map::add_distinct(Value key, Value value) {
  const std::uint64_t hash = buckets_.empty() ? 0 : hash_key(key.as_string());
  append(std::move(key), std::move(value), hash);
}

// Every later entry moves one place, and so do the numbers in the index. It is then built anew, because a gap would end
// a search too early.
void Map::erase_at(std::size_t index) {
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
  for (Bucket& bucket : buckets_) {
    if (bucket.entry == index + 1) bucket = {};
    if (bucket.entry > index + 1) --bucket.entry;
  }
  if (!buckets_.empty()) build_index(buckets_.size());
}

bool Map::erase(const Value& key) {
  const auto index = position(key);
  if (index) erase_at(*index);
  return index.has_value();
}

bool Map::erase(std::string_view key) {
  const auto index = position(key);
  if (index) erase_at(*index);
  return index.has_value();
}

// Builds the index at once, so that filling a large map does not rebuild it several times.
void Map::reserve(std::size_t count) {
  entries_.reserve(count);
  if (count > largest_without_index) build_index(buckets_for(std::max(count, entries_.size())));
}

// The part of a Value that knows what a map is.

void Heap::free_map(Heap* heap) noexcept {
  delete static_cast<HeapMap*>(heap);
}

Value Value::set(Map members) {
  Budget::pass_over(members.size() * sizeof(Map::Entry));
  return Value(Kind::set, new HeapMap(std::move(members)));
}
Value Value::map(Map entries) {
  Budget::pass_over(entries.size() * sizeof(Map::Entry));
  return Value(Kind::map, new HeapMap(std::move(entries)));
}
Value Value::map() {
  return map(Map());
}

// Copy on write: a shared map is copied before the first change, and the copy is charged, so a loop that shares and
// changes a large map cannot copy it for free.
Map& Value::edit_map() {
  if (kind_ != Kind::map && kind_ != Kind::set) wrong_kind("map");
  if (heap_->is_shared()) {
    const Map& entries = static_cast<HeapMap*>(heap_)->entries;
    Budget::pass_over(entries.size() * sizeof(Map::Entry));
    Heap* copy = new HeapMap(Map(entries));
    copy->retain();
    std::exchange(heap_, copy)->release();
  }
  return static_cast<HeapMap*>(heap_)->entries;
}

}  // namespace evalground
