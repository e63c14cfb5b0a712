// An insertion-ordered map from values to values, like Python's dict.
//
// Entries are in a vector in insertion order, and iteration walks it. Up to eight keys are also found by walking it,
// which is faster than hashing. A larger map has an index, an open-addressed table of entry numbers with half of each
// hash:
//
//   entries: {name: a} {port: 1} {8080: x} …      buckets: [2|h] [-] [1|h] [3|h] [-] …      0: free
//
// A look-up compares only keys whose half hash agrees. The index grows by moving buckets, without hashing again.
// Invariants: the index is empty, or contains every entry and is at most two thirds full. Equal keys have equal hashes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "value/value.hpp"

namespace evalground {

// Keys are null, booleans, numbers, text, bytes, tuples, sets and objects. Keys are equal by the rules of Python and
// YAML: 1, 1.0 and true are one key, 1 and "1" are two. A key keeps its own origin.
class Map {
 public:
  struct Entry {
    Value key;
    Value value;
  };
  using Entries = std::vector<Entry, CountingAllocator<Entry>>;
  using const_iterator = Entries::const_iterator;

  Map() = default;
  Map(std::initializer_list<std::pair<std::string_view, Value>> entries);

  std::size_t size() const noexcept { return entries_.size(); }
  bool empty() const noexcept { return entries_.empty(); }
  const_iterator begin() const noexcept { return entries_.begin(); }
  const_iterator end() const noexcept { return entries_.end(); }
  // In insertion order.
  const Entry& entry(std::size_t index) const { return entries_[index]; }
  Value& value_at(std::size_t index) { return entries_[index].value; }

  // The value of a key; null when absent. The pointer is valid until the map is modified.
  const Value* find(const Value& key) const;
  const Value* find(std::string_view key) const;
  Value* find_for_edit(const Value& key);
  bool contains(const Value& key) const { return find(key) != nullptr; }
  bool contains(std::string_view key) const { return find(key) != nullptr; }
  std::optional<std::size_t> position(const Value& key) const;
  std::optional<std::size_t> position(std::string_view key) const;

  // Adds at the end, or replaces the value in place (the first key stays). Throws Error "unhashable-key" for lists and
  // maps.
  void set(Value key, Value value);
  void set(std::string_view key, Value value);
  // Adds a text as key that is known not to be in the map.
  void add_distinct(Value key, Value value);
  // Returns true if the key existed. Keeps the order of the others. Takes linear time.
  bool erase(const Value& key);
  bool erase(std::string_view key);
  void reserve(std::size_t count);

 private:
  // An entry of the index: an entry's number + 1, or 0 for a free bucket, and the lower half of its key's hash.
  struct Bucket {
    std::uint32_t entry = 0;
    std::uint32_t hash = 0;
  };

  template <class Same>
  std::optional<std::size_t> find_index(std::uint64_t hash, const Same& same) const;
  std::optional<std::size_t> find_text(std::string_view key, std::uint64_t hash) const;
  std::optional<std::size_t> find_other(const Value& key, std::uint64_t hash) const;
  // The hash of a text; 0 without an index, because only the index uses it.
  std::uint64_t hash_text(std::string_view key) const;
  void erase_at(std::size_t index);
  void append(Value key, Value value, std::uint64_t hash);
  void place(Bucket bucket);
  void build_index(std::size_t buckets);

  Entries entries_;
  std::vector<Bucket, CountingAllocator<Bucket>> buckets_;  // open addressing; empty while the map is small
};

// Equality of keys: python_equal (compare.hpp) for values that can be keys. One of them is already a key of a map, and
// so not nested deeper than hash_key() allows. Items of tuples and sets are charged as steps to the evaluation of this
// thread.
bool equal_keys(const Value& a, const Value& b);

// Equal keys have equal hashes. Throws Error "unhashable-key" for lists and maps, and LimitError (depth) for tuples and
// sets nested more than 200 levels deep. Charges steps like equal_keys().
std::uint64_t hash_key(const Value& key);
std::uint64_t hash_key(std::string_view text);

class HeapMap final : public HeapContainer {
 public:
  explicit HeapMap(Map&& map) noexcept : HeapContainer(Form::map), entries(std::move(map)) {}
  static void* operator new(std::size_t size) { return allocate_counted(size); }
  static void operator delete(void* memory, std::size_t size) noexcept { free_counted(memory, size); }
  Map entries;
};

inline Map& Value::shared_map() const {
  if (kind_ != Kind::map && kind_ != Kind::set) wrong_kind("map");
  return static_cast<HeapMap*>(heap_)->entries;
}

inline const Map& Value::as_map() const {
  return shared_map();
}

}  // namespace evalground
