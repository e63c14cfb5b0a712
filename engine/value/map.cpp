#include "value/map.hpp"

#include "value/compare.hpp"

namespace evalground {
namespace {

constexpr std::size_t largest_without_index = 8;

std::size_t buckets_for(std::size_t entries) {
  std::size_t buckets = 16;
  while (buckets * 2 < entries * 3) buckets *= 2;  // at most two thirds full
  return buckets;
}

}  // namespace

Map::Map(std::initializer_list<std::pair<std::string_view, Value>> entries) {
  reserve(entries.size());
  for (const auto& [key, value] : entries) set(key, value);
}

template <class Same>
std::optional<std::size_t> Map::find_index(std::uint64_t hash, const Same& same) const {
  const std::size_t mask = buckets_.size() - 1;
  for (std::size_t bucket = hash & mask; buckets_[bucket] != 0; bucket = (bucket + 1) & mask) {
    const std::size_t index = buckets_[bucket] - 1;
    if (same(entries_[index].key)) return index;
  }
  return std::nullopt;
}

std::optional<std::size_t> Map::position(const Value& key) const {
  if (key.is_string()) return position(key.as_string());
  if (buckets_.empty()) {
    for (std::size_t index = 0; index < entries_.size(); ++index) {
      if (equal_keys(entries_[index].key, key)) return index;
    }
    return std::nullopt;
  }
  if (key.is_list() || key.is_map()) return std::nullopt;
  return find_index(hash_key(key), [&](const Value& other) { return equal_keys(other, key); });
}

std::optional<std::size_t> Map::position(std::string_view key) const {
  const auto same = [&](const Value& other) { return other.is_string() && other.as_string() == key; };
  if (!buckets_.empty()) return find_index(hash_key(key), same);
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    if (same(entries_[index].key)) return index;
  }
  return std::nullopt;
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

void Map::build_index(std::size_t buckets) {
  buckets_.assign(buckets, 0);
  const std::size_t mask = buckets - 1;
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    std::size_t bucket = hash_key(entries_[index].key) & mask;
    while (buckets_[bucket] != 0) bucket = (bucket + 1) & mask;
    buckets_[bucket] = static_cast<std::uint32_t>(index + 1);
  }
}

void Map::append(Value key, Value value, std::uint64_t hash) {
  entries_.push_back({std::move(key), std::move(value)});
  if (buckets_.empty() ? entries_.size() > largest_without_index : entries_.size() * 3 > buckets_.size() * 2) {
    build_index(buckets_for(entries_.size() * 2));
  } else if (!buckets_.empty()) {
    const std::size_t mask = buckets_.size() - 1;
    std::size_t bucket = hash & mask;
    while (buckets_[bucket] != 0) bucket = (bucket + 1) & mask;
    buckets_[bucket] = static_cast<std::uint32_t>(entries_.size());
  }
}

void Map::set(Value key, Value value) {
  const std::uint64_t hash = hash_key(key);
  if (const auto index = position(key)) {
    entries_[*index].value = std::move(value);
  } else {
    append(std::move(key), std::move(value), hash);
  }
}

void Map::set(std::string_view key, Value value) {
  if (const auto index = position(key)) {
    entries_[*index].value = std::move(value);
  } else {
    append(Value::string(key), std::move(value), hash_key(key));
  }
}

void Map::erase_at(std::size_t index) {
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
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

void Map::reserve(std::size_t count) {
  entries_.reserve(count);
  if (count > largest_without_index) build_index(buckets_for(count));
}

}  // namespace evalground
