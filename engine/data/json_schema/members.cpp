// Warm: the rules of a schema are applied to each value of an instance.
// The names of an object's members that a schema knows.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <cstring>

#include "data/json_schema/compiled.hpp"

namespace evalground {
namespace {

// The first or last eight bytes of a name, or all of a shorter one.
template <class Word>
std::uint64_t ends_of(const char* begin, const char* end) {
  Word first = 0, last = 0;
  std::memcpy(&first, begin, sizeof first);
  std::memcpy(&last, end - sizeof last, sizeof last);
  return std::uint64_t{first} * 0x9E3779B97F4A7C15U ^ last;
}

std::uint64_t hash_of_name(std::string_view name) {
  const char* begin = name.data();
  const char* end = begin + name.size();
  std::uint64_t hash = name.size();
  if (name.size() >= 8) {
    hash ^= ends_of<std::uint64_t>(begin, end);
  } else if (name.size() >= 4) {
    hash ^= ends_of<std::uint32_t>(begin, end);
  } else if (!name.empty()) {
    hash ^= ends_of<std::uint8_t>(begin, end) << 8 ^ static_cast<unsigned char>(begin[name.size() / 2]);
  }
  hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9U;
  return hash ^ hash >> 32;
}

}  // namespace

// The bucket of the name, or the free one where it belongs.
std::size_t MemberNames::bucket_of(std::string_view name, Budget& budget) const {
  const std::size_t mask = buckets_.size() - 1;
  std::size_t at = hash_of_name(name) & mask;
  while (buckets_[at] != 0 && entries_[buckets_[at] - 1].name != name) {
    budget.step();
    at = (at + 1) & mask;
  }
  return at;
}

void MemberNames::grow() {
  const std::size_t size = std::max<std::size_t>(8, buckets_.size() * 2);
  buckets_.assign(size, 0);
  for (std::size_t number = 0; number < entries_.size(); ++number) {
    std::size_t at = hash_of_name(entries_[number].name) & (size - 1);
    while (buckets_[at] != 0) at = (at + 1) & (size - 1);
    buckets_[at] = static_cast<std::uint32_t>(number + 1);
  }
}

MemberNames::Entry& MemberNames::at(std::string_view name, Budget& budget) {
  if (entries_.size() * 2 >= buckets_.size()) grow();
  const std::size_t bucket = bucket_of(name, budget);
  if (buckets_[bucket] == 0) {
    entries_.push_back({name});
    buckets_[bucket] = static_cast<std::uint32_t>(entries_.size());
  }
  return entries_[buckets_[bucket] - 1];
}

const MemberNames::Entry* MemberNames::find(std::string_view name, Budget& budget) const {
  if (buckets_.empty()) return nullptr;
  const std::uint32_t number = buckets_[bucket_of(name, budget)];
  return number == 0 ? nullptr : &entries_[number - 1];
}

SchemaMember SchemaMembers::find(std::string_view name, Budget& budget) const {
  static const SchemaNode anything{.settled_types = every_json_type};
  const MemberNames::Entry* entry = names.find(name, budget);
  const SchemaNode* other = additional == nullptr ? &anything : additional;
  if (entry == nullptr) return {other};
  const bool is_named = entry->schema != nullptr;
  return {is_named ? entry->schema : other, is_named, entry->is_required};
}

const SchemaMember& SchemaMembers::meet(std::size_t place, const Value& key, Budget& budget) const {
  if (met_.empty()) met_.resize(std::size_t{1} << met_bits);
  met_[place] = {key, find(key.as_string(), budget)};
  return met_[place].member;
}

}  // namespace evalground
