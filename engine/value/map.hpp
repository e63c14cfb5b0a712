// An insertion-ordered map from values to values, as Python's dict is one.
//
// Entries stand in a vector in the order of their insertion: iterating is walking it, and the first eight keys are
// found by walking it too, which is faster than hashing. Above eight there is an index beside it, an open-addressed
// table of entry numbers with a half of each hash:
//
//   entries: {name: a} {port: 1} {8080: x} …      buckets: [2|h] [-] [1|h] [3|h] [-] …      0: free
//
// A look-up compares only keys whose half hash agrees, and the index grows by moving buckets, without hashing again.
// Invariants: the index is empty, or holds every entry and is at most two thirds full; equal keys have equal hashes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "value/value.hpp"

namespace evalground {

// Keys are null, booleans, numbers, text, bytes, tuples, sets and objects; equal keys are those that compare.hpp calls
// equal keys (1, 1.0 and true are one key, 1 and "1" are two, as in Python and YAML). A key keeps its own origin.
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
  // By insertion order.
  const Entry& entry(std::size_t index) const { return entries_[index]; }
  Value& value_at(std::size_t index) { return entries_[index].value; }

  // The value of a key, or null when absent. The pointer is valid until the map is modified.
  const Value* find(const Value& key) const;
  const Value* find(std::string_view key) const;
  Value* find_for_edit(const Value& key);
  bool contains(const Value& key) const { return find(key) != nullptr; }
  bool contains(std::string_view key) const { return find(key) != nullptr; }
  std::optional<std::size_t> position(const Value& key) const;
  std::optional<std::size_t> position(std::string_view key) const;

  // Adds at the end, or replaces the value in place (the first key stays). Throws Error "unhashable-key" for keys that
  // cannot be one (lists, maps).
  void set(Value key, Value value);
  void set(std::string_view key, Value value);
  // True when there was one. Keeps the order of the others; takes time in proportion to the size.
  bool erase(const Value& key);
  bool erase(std::string_view key);
  void reserve(std::size_t count);

 private:
  // Of the index: an entry's number + 1, 0 when the bucket is free, and the lower half of its key's hash.
  struct Bucket {
    std::uint32_t entry = 0;
    std::uint32_t hash = 0;
  };

  template <class Same>
  std::optional<std::size_t> find_index(std::uint64_t hash, const Same& same) const;
  std::optional<std::size_t> find_text(std::string_view key, std::uint64_t hash) const;
  std::optional<std::size_t> find_other(const Value& key, std::uint64_t hash) const;
  // Of a text; 0 while there is no index, which alone asks for it.
  std::uint64_t hash_text(std::string_view key) const;
  void erase_at(std::size_t index);
  void append(Value key, Value value, std::uint64_t hash);
  void place(Bucket bucket);
  void build_index(std::size_t buckets);

  Entries entries_;
  std::vector<Bucket, CountingAllocator<Bucket>> buckets_;  // open addressing; empty while the map is small
};

// Equality of keys: python_equal (compare.hpp) for what can be a key. One of both is a key of a map already, and so not
// nested deeper than hash_key() lets it be. Items of tuples and sets are steps of the evaluation that this thread runs.
bool equal_keys(const Value& a, const Value& b);

// Equal keys have equal hashes. Throws Error "unhashable-key" for lists and maps, and LimitError (depth) for tuples and
// sets within each other more than 200 levels deep. Steps as above.
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
