// The keywords of JSON Schema: one table that says in which drafts a keyword is known and what its value is. The
// compiler finds subschemas by it, and the meta-schemas are made of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "data/json_schema/options.hpp"
#include "value/value.hpp"

namespace evalground {

// In the order in which they are checked: those that look at what others evaluated come last.
enum class SchemaKeyword : std::uint8_t {
  reference,
  dynamic_reference,
  type,
  enumeration,
  constant,
  multiple_of,
  maximum,
  exclusive_maximum,
  minimum,
  exclusive_minimum,
  max_length,
  min_length,
  pattern,
  format,
  max_items,
  min_items,
  unique_items,
  prefix_items,
  items,
  additional_items,
  contains,
  max_contains,
  min_contains,
  max_properties,
  min_properties,
  required,
  properties,
  pattern_properties,
  additional_properties,
  property_names,
  dependencies,
  dependent_required,
  dependent_schemas,
  all_of,
  any_of,
  one_of,
  negation,
  condition,
  then_branch,
  else_branch,
  unevaluated_items,
  unevaluated_properties,
  // These say something about the schema, and nothing about a value.
  identifier,
  schema_dialect,
  anchor,
  dynamic_anchor,
  vocabulary,
  definitions,
  old_definitions,
  comment,
  annotation
};

// What the value of a keyword is.
enum class SchemaShape : std::uint8_t {
  any,
  boolean,
  number,
  positive_number,
  count,
  text,
  pattern,
  uri,
  uri_reference,
  identifier,  // a URI reference without fragment
  anchor,      // a plain name
  list,
  text_list,   // of different texts
  text_lists,  // a map of such lists
  types,       // a type or a list of types
  booleans,    // a map of booleans
  schema,
  schema_list,  // at least one
  schema_map,
  schema_or_list,
  pattern_map,  // patterns to schemas
  dependencies  // a map of schemas or lists of texts
};

// As $vocabulary names them; bits.
enum class SchemaVocabulary : std::uint8_t {
  core = 1,
  applicator = 2,
  unevaluated = 4,
  validation = 8,
  meta_data = 16,
  format_annotation = 32,
  content = 64,
  format_assertion = 128
};

struct SchemaKeywordEntry {
  std::string_view name;
  SchemaKeyword keyword;
  SchemaShape shape;
  bool in_draft_7;
  bool in_draft_2020_12;
  SchemaVocabulary vocabulary;
};

std::span<const SchemaKeywordEntry> schema_keywords();

// The entry of a keyword in that draft; null when it has none.
const SchemaKeywordEntry* find_schema_keyword(std::string_view name, JsonSchemaDraft draft);

// The bit of "https://json-schema.org/draft/2020-12/vocab/<name>"; 0: another.
std::uint8_t vocabulary_of(std::string_view uri);

// The vocabularies of a schema that names no other meta-schema than the draft's own.
std::uint8_t default_vocabularies();

// The URI of a draft's meta-schema.
std::string_view meta_schema_uri(JsonSchemaDraft draft);

// The draft whose meta-schema has that URI (a trailing "#" apart); nothing for others.
std::optional<JsonSchemaDraft> draft_of(std::string_view uri);

// The meta-schema, or the part of one, that has that URI without fragment; undefined for others.
Value meta_schema_document(std::string_view uri);

}  // namespace evalground
