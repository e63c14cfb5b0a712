// A compiled schema: compiler.cpp creates it, prepare.cpp completes it, validator.cpp walks it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/regex/regex.hpp"
#include "data/json_schema/format.hpp"
#include "data/json_schema/keywords.hpp"
#include "data/json_schema/options.hpp"
#include "data/json_schema/values.hpp"

namespace evalground {

struct SchemaNode;

template <class T>
using Counting = std::vector<T, CountingAllocator<T>>;

// A pattern. An invalid one is kept, and reported on use.
struct SchemaPattern {
  Ref<const Regex> regex;  // null: see `error`
  std::string error;
  std::string_view text;
  OriginId origin = 0;
};

// The object members that a schema names, found by a hash of a name's length and ends.
class MemberNames {
 public:
  struct Entry {
    std::string_view name;
    const SchemaNode* schema = nullptr;  // from "properties"; null for a name that is only required
    bool is_required = false;
  };

  // The entry of the name, created if absent; valid until the next call.
  Entry& at(std::string_view name, Budget& budget);
  // All entries, for setting their schemas.
  Counting<Entry>& entries() { return entries_; }
  // Null when absent. Every compared name costs a step, because names can be chosen to collide.
  const Entry* find(std::string_view name, Budget& budget) const;

 private:
  std::size_t bucket_of(std::string_view name, Budget& budget) const;
  void grow();

  Counting<Entry> entries_;
  Counting<std::uint32_t> buckets_;  // 1 + the entry's number; 0 for a free bucket
};

// The schema for a member by its name, not counting patterns.
struct SchemaMember {
  const SchemaNode* schema = nullptr;  // accepts everything if the schema says nothing
  bool is_named = false;               // true: from "properties"; false: from "additionalProperties"
  bool is_required = false;
};

// The rules about an object's members, checked in one pass.
class SchemaMembers {
 public:
  MemberNames names;
  Counting<std::string_view> required;  // each once
  const Value* required_rule = nullptr;
  bool has_properties = false;
  Counting<std::pair<SchemaPattern, const SchemaNode*>> patterns;
  const SchemaNode* additional = nullptr;
  const Value* additional_rule = nullptr;

  // True when it evaluates schemas, instead of only testing names.
  bool leads_on() const { return has_properties || !patterns.empty() || additional != nullptr; }

  SchemaMember find(std::string_view name, Budget& budget) const;
  // Like find() for a text key. Documents share the texts of their keys, so most have been seen before.
  const SchemaMember& find(const Value& key, Budget& budget) const {
    // The upper bits of a product are well distributed, although texts are at even distances in memory.
    const auto place = static_cast<std::uint32_t>(key.identity() / sizeof(Value)) * 0x9E3779B9U >> (32 - met_bits);
    const bool is_met = !met_.empty() && met_[place].key.identity() == key.identity();
    return is_met ? met_[place].member : meet(place, key, budget);
  }

  static void* operator new(std::size_t size) { return allocate_counted(size); }
  static void operator delete(void* memory, std::size_t size) noexcept { free_counted(memory, size); }

 private:
  struct Met {
    Value key;
    SchemaMember member;
  };

  const SchemaMember& meet(std::size_t place, const Value& key, Budget& budget) const;

  static constexpr int met_bits = 6;
  mutable Counting<Met> met_;  // by identity; empty until a value has members to look up
};

// One keyword. Which fields are used depends on the keyword.
struct SchemaRule {
  const SchemaKeywordEntry* entry;
  SchemaKeyword keyword;  // from the table; `properties` for all four keywords about members
  std::string_view name;  // as written
  const Value* value;     // the keyword's value in the schema
  bool is_assertion = false;
  std::uint8_t types = 0;   // types of the instances that it applies to; for `type`: those allowed
  bool is_closed = false;   // for arrays: the schema accepts no item
  std::uint64_t count = 0;  // lengths; for arrays: the first item that the schema applies to
  const SchemaNode* schema = nullptr;
  std::unique_ptr<SchemaMembers> members{};
  Counting<const SchemaNode*> schemas{};
  SchemaPattern pattern{};
  FormatCheck format = nullptr;
  // For `enum`: hashes with the item's number, sorted. For the dependencies: names with their schemas.
  Counting<std::pair<std::uint64_t, std::uint32_t>> hashes{};
  Counting<std::pair<std::string_view, const SchemaNode*>> dependents{};
  std::uint64_t least = 1, most = ~std::uint64_t{0};  // for `contains`
  const SchemaNode* then_schema = nullptr;
  const SchemaNode* else_schema = nullptr;
  std::string anchor{};             // for a dynamic reference that looks for one; else empty
  mutable std::string complaint{};  // for an assertion: the message for values that fail, built on the first failure
};

// One schema.
struct SchemaNode {
  std::uint32_t number = 0;  // in CompiledJsonSchema::nodes
  std::uint32_t resource = 0;
  bool rejects_all = false;  // for the schema `false`
  bool has_unevaluated = false;
  bool only_asserts = true;  // no rule evaluates another schema, so only the value matters
  bool is_scoped = false;    // a dynamic reference may look for something in its resource
  // The types that it may accept, and those that it accepts whatever the value contains.
  std::uint8_t allowed_types = every_json_type;
  std::uint8_t settled_types = 0;
  const Value* value = nullptr;
  Counting<SchemaRule> rules;
  const SchemaRule* after_type = nullptr;  // after the first rule if that is `type`, which allowed_types covers
  const SchemaRule* end = nullptr;
  const SchemaMembers* only_members = nullptr;  // set when the only rule except `type` is about members
};

// A schema with a URI of its own, which references within it are relative to.
struct SchemaResource {
  std::string uri;
  const Value* root;
  JsonSchemaDraft draft;
  std::uint8_t vocabularies;
  std::unordered_map<std::string, const SchemaNode*> dynamic_anchors;  // those that some reference looks for
};

class CompiledJsonSchema {
 public:
  const SchemaNode* root = nullptr;
  std::deque<SchemaResource> resources;
  std::deque<SchemaNode, CountingAllocator<SchemaNode>> nodes;
  std::deque<Value> documents;    // the targets of the views and pointers above
  std::deque<std::string> texts;  // keys that are not text, as text
};

}  // namespace evalground
