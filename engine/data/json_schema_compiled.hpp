// A compiled schema: what json_schema_compile.cpp makes and json_schema_validate.cpp walks.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/regex.hpp"
#include "data/json_schema.hpp"
#include "data/json_schema_format.hpp"
#include "data/json_schema_keywords.hpp"
#include "data/json_schema_values.hpp"

namespace evalground {

struct SchemaNode;

template <class T>
using Counting = std::vector<T, CountingAllocator<T>>;

// A pattern that is none, kept until it is used.
struct SchemaPattern {
  Ref<const Regex> regex;  // null: `error` says why
  std::string error;
  std::string_view text;
  OriginId origin = 0;
};

// The members of an object that a schema names, found by a hash of a name's length and ends.
class MemberNames {
 public:
  struct Entry {
    std::string_view name;
    const SchemaNode* schema = nullptr;  // of "properties"; null: only required
    bool is_required = false;
  };

  // The entry of the name, new when there was none; it lives until the next call.
  Entry& at(std::string_view name, Budget& budget);
  // Null when there is none. Every name that is compared is a step, as names may be made to collide.
  const Entry* find(std::string_view name, Budget& budget) const;
  // The same for a key. Documents share the texts of their keys, and so most have been met before.
  const Entry* find(const Value& key, Budget& budget) const {
    if (buckets_.empty()) return nullptr;
    Met& met = met_[key.identity() / sizeof(Value) % most_met];
    if (!met.key.same_as(key)) met = {key, find(key.as_string(), budget)};
    return met.entry;
  }

 private:
  struct Met {
    Value key;
    const Entry* entry = nullptr;
  };
  static constexpr std::size_t most_met = 32;

  std::size_t bucket_of(std::string_view name, Budget& budget) const;
  void grow();

  Counting<Entry> entries_;
  Counting<std::uint32_t> buckets_;        // 1 + the entry's number; 0: free
  mutable std::array<Met, most_met> met_;  // by identity
};

// What a schema says of an object's members, checked in one pass.
struct SchemaMembers {
  MemberNames names;
  Counting<std::string_view> required;  // each once
  const Value* required_rule = nullptr;
  bool has_properties = false;
  Counting<std::pair<SchemaPattern, const SchemaNode*>> patterns;
  const SchemaNode* additional = nullptr;
  const Value* additional_rule = nullptr;

  // Whether it evaluates schemas, rather than ask for names only.
  bool leads_on() const { return has_properties || !patterns.empty() || additional != nullptr; }
};

// One keyword. Which fields count depends on the keyword.
struct SchemaRule {
  SchemaKeyword keyword;
  std::string_view name;  // as it is written
  const Value* value;     // what the schema says
  bool is_assertion = false;
  std::uint8_t types = 0;   // of the instances that it looks at; of `type`: those allowed
  std::uint64_t count = 0;  // lengths; of arrays: the first item that the schema is for
  const SchemaNode* schema = nullptr;
  Counting<const SchemaNode*> schemas{};
  SchemaPattern pattern{};
  FormatCheck format = nullptr;
  std::unique_ptr<const SchemaMembers> members{};
  // Of `enum`: hashes with the item's number, sorted. Of the dependencies: names with their schemas.
  Counting<std::pair<std::uint64_t, std::uint32_t>> hashes{};
  Counting<std::pair<std::string_view, const SchemaNode*>> dependents{};
  std::uint64_t least = 1, most = ~std::uint64_t{0};  // of `contains`
  const SchemaNode* then_schema = nullptr;
  const SchemaNode* else_schema = nullptr;
  std::string anchor{};  // of a dynamic reference that looks for one; else empty
};

// One schema.
struct SchemaNode {
  std::uint32_t resource = 0;
  bool rejects_all = false;  // `false`
  bool has_unevaluated = false;
  bool leads_on = false;  // some rule evaluates another schema
  // Of the values that it may accept; of those that it accepts whatever they hold. They hold for `target` too.
  std::uint8_t allowed_types = every_json_type;
  std::uint8_t settled_types = 0;
  const Value* value = nullptr;
  Counting<SchemaRule> rules;
  // Where a schema that is nothing but a reference leads.
  const SchemaNode* target = nullptr;
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
  std::deque<Value> documents;    // what the views and pointers above lead into
  std::deque<std::string> texts;  // keys that are no text, as text
};

// Throws LimitError.
std::unique_ptr<const CompiledJsonSchema> compile_json_schema(const Value& schema, const JsonSchemaOptions& options,
                                                              const Map& documents, RegexCache& regexes,
                                                              Budget& budget);

// Appends the errors; with null it only tells whether there are any.
bool validate_json(const CompiledJsonSchema& schema, const Value& instance, std::vector<JsonSchemaError>* errors,
                   Budget& budget);

}  // namespace evalground
