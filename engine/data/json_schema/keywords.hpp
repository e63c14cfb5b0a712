// The keywords of JSON Schema, one row each (keyword_table.cpp). The compiler finds nested schemas by their shapes and
// fills rules with their functions, the validator uses their checks, and the meta-schemas are generated from them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "data/json_schema/options.hpp"

namespace evalground {

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
  // These describe the schema and do not constrain a value.
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

// The shape of a keyword's value.
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
  text_list,   // a list of different texts
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

// The names in $vocabulary; bits.
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

class SchemaCompiler;
class SchemaValidator;
struct ActiveSchema;
struct EvaluatedParts;
struct SchemaInstance;
struct SchemaPlace;
struct SchemaRule;
struct SchemaStep;

// Completes the rule of a keyword. Returns false when it has no effect.
using FillSchemaRule = bool (SchemaCompiler::*)(SchemaRule& rule, const SchemaPlace& place);

// Returns whether a value satisfies a keyword that evaluates other schemas.
using CheckSchemaRule = bool (SchemaValidator::*)(const SchemaRule& rule, const SchemaInstance& instance,
                                                  const SchemaStep* way, EvaluatedParts* evaluated,
                                                  const ActiveSchema& active);

struct SchemaKeywordEntry {
  std::string_view name;
  SchemaKeyword keyword;
  bool in_draft_7;
  bool in_draft_2020_12;
  SchemaVocabulary vocabulary;
  SchemaShape shape;              // of its value
  std::uint8_t types = 0;         // types of the instances that it applies to
  FillSchemaRule fill = nullptr;  // null: the keyword alone does not constrain an instance
  CheckSchemaRule check =
      nullptr;  // null for an assertion about the value alone, which SchemaValidator::meets() handles
  std::string_view complaint =
      {};  // for an assertion: the message for a value that fails; @ stands for the rule's value
};

std::span<const SchemaKeywordEntry> schema_keywords();

// The entry of a keyword in that draft; null when absent.
const SchemaKeywordEntry* find_schema_keyword(std::string_view name, JsonSchemaDraft draft);

}  // namespace evalground
