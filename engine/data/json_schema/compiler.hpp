// Compiles a schema to the nodes and rules by which values are validated.
//
// A schema is a document in which some values are again schemas that refer to each other by URI. It is read in three
// passes, so that validating a value compares no keywords and resolves no references:
//
//   1. index()         goes through the document once, and records which URI, anchor or "$id" names which schema in it
//   2. compile_node()  makes a node of each schema reachable from the root, with a rule for each keyword that
//                      constrains a value: {"type": "string", "title": "x"} is a node with one rule. The row of the
//                      keyword (keyword_table.cpp) has the function that fills the rule; these are in rules.cpp.
//   3. prepare.cpp     stores derived facts in the nodes
//
// Only schemas reachable from the root are compiled, each once, so schemas may refer to themselves. An unresolved
// reference has no target, which is an error only when a value is validated by it. Nothing is fetched.
//
// Sources: JSON Schema Core, draft 2020-12, sections 8 (identifiers, references) and 9 (loading); draft 7, section 8.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/json_schema/compiled.hpp"

namespace evalground {

// A schema within the documents, and the resource for its relative references.
struct SchemaPlace {
  const Value* schema;
  std::uint32_t resource;

  friend bool operator<(const SchemaPlace& a, const SchemaPlace& b) {
    return a.schema != b.schema ? std::less<const Value*>()(a.schema, b.schema) : a.resource < b.resource;
  }
};

class SchemaCompiler {
 public:
  SchemaCompiler(const JsonSchemaOptions& options, const Map& documents, RegexCache& regexes, Budget& budget)
      : options_(options), documents_(documents), regexes_(regexes), budget_(budget) {}

  std::unique_ptr<const CompiledJsonSchema> compile(const Value& schema);

  // For the rows of keyword_table.cpp. Each completes the rule of a keyword whose `value` is set, or returns false when
  // the keyword has no effect, such as {"uniqueItems": false}. Shapes that the meta-schema rejects are ignored.
  bool fill_reference(SchemaRule& rule, const SchemaPlace& place);
  bool fill_type(SchemaRule& rule, const SchemaPlace& place);
  bool fill_enumeration(SchemaRule& rule, const SchemaPlace& place);
  bool fill_constant(SchemaRule& rule, const SchemaPlace& place);
  bool fill_bound(SchemaRule& rule, const SchemaPlace& place);
  bool fill_count(SchemaRule& rule, const SchemaPlace& place);
  bool fill_pattern(SchemaRule& rule, const SchemaPlace& place);
  bool fill_format(SchemaRule& rule, const SchemaPlace& place);
  bool fill_unique_items(SchemaRule& rule, const SchemaPlace& place);
  bool fill_tuple(SchemaRule& rule, const SchemaPlace& place);
  bool fill_items(SchemaRule& rule, const SchemaPlace& place);
  bool fill_additional_items(SchemaRule& rule, const SchemaPlace& place);
  bool fill_contains(SchemaRule& rule, const SchemaPlace& place);
  bool fill_members(SchemaRule& rule, const SchemaPlace& place);
  bool fill_schema(SchemaRule& rule, const SchemaPlace& place);
  bool fill_dependents(SchemaRule& rule, const SchemaPlace& place);
  bool fill_dependent_names(SchemaRule& rule, const SchemaPlace& place);
  bool fill_alternatives(SchemaRule& rule, const SchemaPlace& place);
  bool fill_condition(SchemaRule& rule, const SchemaPlace& place);

 private:
  // For a place: its resource, if it is a schema with a URI of its own; its node.
  struct KnownSchema {
    std::optional<std::uint32_t> inner_resource;
    const SchemaNode* node = nullptr;
  };

  // compiler.cpp: documents and the resources within them
  SchemaPlace add_document(std::string_view uri, const Value& value);
  std::uint32_t add_resource(std::string uri, const Value& root, const SchemaResource* around);
  void set_dialect(SchemaResource& resource, std::string_view uri) const;
  const SchemaResource& resource_of(const SchemaPlace& place) const { return out_->resources[place.resource]; }
  bool is_reference_alone(const SchemaPlace& place) const;
  void index(SchemaPlace place, bool is_root);
  void index_identifier(SchemaPlace& place, std::string_view id, bool is_root);
  void index_within(SchemaShape shape, const Value& value, std::uint32_t resource);

  // compiler.cpp: references
  std::optional<SchemaPlace> find_resource(const std::string& uri);
  std::optional<SchemaPlace> follow_pointer(SchemaPlace place, std::string_view pointer);
  SchemaPlace in_its_resource(SchemaPlace place) const;
  std::optional<SchemaPlace> find_target(const std::string& uri);
  void find_dynamic_targets();

  // compiler.cpp: nodes
  // A text member of a schema, or nothing.
  static std::optional<std::string_view> text_member(const Value& schema, std::string_view key);
  const SchemaNode* node_of(const SchemaPlace& found);
  const Value* member(const SchemaPlace& place, std::string_view name) const;
  void compile_node(SchemaNode& node, const SchemaPlace& place);

  // rules.cpp
  SchemaPattern pattern_of(std::string_view text, OriginId origin);
  std::string_view text_of_key(const Value& key);
  const SchemaNode* member_node(const SchemaPlace& place, std::string_view name);
  std::unique_ptr<SchemaMembers> members_of(const SchemaPlace& place);
  std::uint64_t prefix_size(const SchemaPlace& place) const;

  const JsonSchemaOptions& options_;
  const Map& documents_;
  RegexCache& regexes_;
  Budget& budget_;
  std::unique_ptr<CompiledJsonSchema> out_;
  std::unordered_map<std::string, SchemaPlace> by_uri_;                       // resources, and anchors as "uri#anchor"
  std::vector<std::unordered_map<std::string, SchemaPlace>> dynamic_places_;  // by resource
  std::vector<std::string> dynamic_names_;                                    // those that some reference looks for
  std::map<SchemaPlace, KnownSchema> known_;
  std::vector<std::pair<SchemaNode*, SchemaPlace>> waiting_;
  bool has_members_ = false;  // the current node already has its rule about members
};

// Throws LimitError.
std::unique_ptr<const CompiledJsonSchema> compile_json_schema(const Value& schema, const JsonSchemaOptions& options,
                                                              const Map& documents, RegexCache& regexes,
                                                              Budget& budget);

}  // namespace evalground
