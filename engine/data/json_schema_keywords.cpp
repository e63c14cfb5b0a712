#include "data/json_schema_keywords.hpp"

#include <algorithm>
#include <array>

namespace evalground {
namespace {

using Keyword = SchemaKeyword;
using Shape = SchemaShape;
using Vocabulary = SchemaVocabulary;

constexpr std::string_view draft_7_uri = "http://json-schema.org/draft-07/schema";
constexpr std::string_view draft_2020_12_folder = "https://json-schema.org/draft/2020-12/";

struct VocabularyName {
  Vocabulary vocabulary;
  std::string_view name;
};
constexpr std::array<VocabularyName, 8> vocabulary_names = {{{Vocabulary::core, "core"},
                                                             {Vocabulary::applicator, "applicator"},
                                                             {Vocabulary::unevaluated, "unevaluated"},
                                                             {Vocabulary::validation, "validation"},
                                                             {Vocabulary::meta_data, "meta-data"},
                                                             {Vocabulary::format_annotation, "format-annotation"},
                                                             {Vocabulary::content, "content"},
                                                             {Vocabulary::format_assertion, "format-assertion"}}};

std::string_view name_of(Vocabulary vocabulary) {
  const auto* found = std::find_if(vocabulary_names.begin(), vocabulary_names.end(),
                                   [&](const VocabularyName& one) { return one.vocabulary == vocabulary; });
  return found->name;
}

Value text(std::string_view value) {
  return Value::string(value);
}

Value of_type(std::string_view name) {
  return Value::map({{"type", text(name)}});
}

Value with(Value map, std::string_view key, Value value) {
  map.edit_map().set(key, std::move(value));
  return map;
}

Value texts(std::initializer_list<std::string_view> items) {
  List list;
  for (const std::string_view item : items) list.push_back(text(item));
  return Value::list(std::move(list));
}

// A reference to any schema.
Value any_schema(JsonSchemaDraft draft) {
  return draft == JsonSchemaDraft::draft_7 ? Value::map({{"$ref", text("#")}})
                                           : Value::map({{"$dynamicRef", text("#meta")}});
}

Value map_of(Value values) {
  return with(of_type("object"), "additionalProperties", std::move(values));
}

Value any_of(Value first, Value second) {
  return Value::map({{"anyOf", Value::list({std::move(first), std::move(second)})}});
}

Value schema_list(JsonSchemaDraft draft) {
  return with(with(of_type("array"), "minItems", Value::integer(1)), "items", any_schema(draft));
}

Value text_list() {
  return with(with(of_type("array"), "items", of_type("string")), "uniqueItems", Value::boolean(true));
}

Value simple_types() {
  return Value::map({{"enum", texts({"array", "boolean", "integer", "null", "number", "object", "string"})}});
}

Value count() {
  return with(of_type("integer"), "minimum", Value::integer(0));
}

Value text_of_format(std::string_view format) {
  return with(of_type("string"), "format", text(format));
}

// The schema of a keyword's value.
Value schema_of(Shape shape, JsonSchemaDraft draft) {
  switch (shape) {
    case Shape::any: return Value::boolean(true);
    case Shape::boolean: return of_type("boolean");
    case Shape::number: return of_type("number");
    case Shape::positive_number: return with(of_type("number"), "exclusiveMinimum", Value::integer(0));
    case Shape::count: return count();
    case Shape::text: return of_type("string");
    case Shape::pattern: return text_of_format("regex");
    case Shape::uri: return text_of_format("uri");
    case Shape::uri_reference: return text_of_format("uri-reference");
    case Shape::identifier: return with(text_of_format("uri-reference"), "pattern", text("^[^#]*#?$"));
    case Shape::anchor: return with(of_type("string"), "pattern", text("^[A-Za-z_][-A-Za-z0-9._]*$"));
    case Shape::list: return of_type("array");
    case Shape::text_list: return text_list();
    case Shape::text_lists: return map_of(text_list());
    case Shape::types:
      return any_of(simple_types(),
                    with(with(with(of_type("array"), "items", simple_types()), "minItems", Value::integer(1)),
                         "uniqueItems", Value::boolean(true)));
    case Shape::booleans: return map_of(of_type("boolean"));
    case Shape::schema: return any_schema(draft);
    case Shape::schema_list: return schema_list(draft);
    case Shape::schema_map: return map_of(any_schema(draft));
    case Shape::schema_or_list: return any_of(any_schema(draft), schema_list(draft));
    case Shape::pattern_map:
      return with(map_of(any_schema(draft)), "propertyNames", Value::map({{"format", text("regex")}}));
    case Shape::dependencies: return map_of(any_of(any_schema(draft), text_list()));
  }
  return Value::boolean(true);
}

// Parts of the published meta-schemas that other schemas are known to refer to.
Value shared_definitions(JsonSchemaDraft draft) {
  return Value::map({{"nonNegativeInteger", count()},
                     {"nonNegativeIntegerDefault0", count()},
                     {"schemaArray", schema_list(draft)},
                     {"simpleTypes", simple_types()},
                     {"stringArray", text_list()}});
}

Value schema_types() {
  return texts({"object", "boolean"});
}

Value draft_7_meta_schema() {
  Map properties;
  for (const SchemaKeywordEntry& entry : schema_keywords()) {
    // Draft 7 allows a fragment in $id, and has no names of anchors.
    const Shape shape = entry.keyword == Keyword::identifier ? Shape::uri_reference : entry.shape;
    if (entry.in_draft_7) properties.set(entry.name, schema_of(shape, JsonSchemaDraft::draft_7));
  }
  const Value uri = text(meta_schema_uri(JsonSchemaDraft::draft_7));
  return Value::map({{"$schema", uri},
                     {"$id", uri},
                     {"definitions", shared_definitions(JsonSchemaDraft::draft_7)},
                     {"type", schema_types()},
                     {"properties", Value::map(std::move(properties))}});
}

Map draft_2020_12_header(std::string_view id) {
  Map document;
  document.set("$schema", text(meta_schema_uri(JsonSchemaDraft::draft_2020_12)));
  document.set("$id", text(std::string(draft_2020_12_folder).append(id)));
  document.set("$dynamicAnchor", text("meta"));
  document.set("type", schema_types());
  return document;
}

Value vocabulary_meta_schema(Vocabulary vocabulary) {
  Map document = draft_2020_12_header("meta/" + std::string(name_of(vocabulary)));
  Map properties;
  const bool is_format = vocabulary == Vocabulary::format_assertion;
  for (const SchemaKeywordEntry& entry : schema_keywords()) {
    const bool belongs = entry.vocabulary == vocabulary || (is_format && entry.keyword == Keyword::format);
    if (!entry.in_draft_2020_12 || !belongs || entry.keyword == Keyword::old_definitions) continue;
    properties.set(entry.name, schema_of(entry.shape, JsonSchemaDraft::draft_2020_12));
  }
  document.set("properties", Value::map(std::move(properties)));
  if (vocabulary == Vocabulary::validation) document.set("$defs", shared_definitions(JsonSchemaDraft::draft_2020_12));
  return Value::map(std::move(document));
}

Value draft_2020_12_meta_schema() {
  Map document = draft_2020_12_header("schema");
  List parts;
  Map vocabularies;
  for (const VocabularyName& one : vocabulary_names) {
    if (one.vocabulary == Vocabulary::format_assertion) continue;
    parts.push_back(Value::map({{"$ref", text("meta/" + std::string(one.name))}}));
    vocabularies.set(std::string(draft_2020_12_folder).append("vocab/").append(one.name), Value::boolean(true));
  }
  document.set("$vocabulary", Value::map(std::move(vocabularies)));
  document.set("allOf", Value::list(std::move(parts)));
  // Kept for schemas of older drafts.
  document.set("properties",
               Value::map({{"definitions", schema_of(Shape::schema_map, JsonSchemaDraft::draft_2020_12)},
                           {"dependencies", schema_of(Shape::dependencies, JsonSchemaDraft::draft_2020_12)}}));
  return Value::map(std::move(document));
}

std::string_view without_empty_fragment(std::string_view uri) {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  return uri;
}

constexpr SchemaKeywordEntry keywords[] = {
    {"$ref", Keyword::reference, Shape::uri_reference, true, true, Vocabulary::core},
    {"$dynamicRef", Keyword::dynamic_reference, Shape::uri_reference, false, true, Vocabulary::core},
    {"$id", Keyword::identifier, Shape::identifier, true, true, Vocabulary::core},
    {"$schema", Keyword::schema_dialect, Shape::uri, true, true, Vocabulary::core},
    {"$anchor", Keyword::anchor, Shape::anchor, false, true, Vocabulary::core},
    {"$dynamicAnchor", Keyword::dynamic_anchor, Shape::anchor, false, true, Vocabulary::core},
    {"$vocabulary", Keyword::vocabulary, Shape::booleans, false, true, Vocabulary::core},
    {"$defs", Keyword::definitions, Shape::schema_map, false, true, Vocabulary::core},
    {"definitions", Keyword::old_definitions, Shape::schema_map, true, true, Vocabulary::core},
    {"$comment", Keyword::comment, Shape::text, true, true, Vocabulary::core},
    {"prefixItems", Keyword::prefix_items, Shape::schema_list, false, true, Vocabulary::applicator},
    {"items", Keyword::items, Shape::schema_or_list, true, false, Vocabulary::applicator},
    {"items", Keyword::items, Shape::schema, false, true, Vocabulary::applicator},
    {"additionalItems", Keyword::additional_items, Shape::schema, true, false, Vocabulary::applicator},
    {"contains", Keyword::contains, Shape::schema, true, true, Vocabulary::applicator},
    {"additionalProperties", Keyword::additional_properties, Shape::schema, true, true, Vocabulary::applicator},
    {"properties", Keyword::properties, Shape::schema_map, true, true, Vocabulary::applicator},
    {"patternProperties", Keyword::pattern_properties, Shape::pattern_map, true, true, Vocabulary::applicator},
    {"dependencies", Keyword::dependencies, Shape::dependencies, true, false, Vocabulary::applicator},
    {"dependentSchemas", Keyword::dependent_schemas, Shape::schema_map, false, true, Vocabulary::applicator},
    {"propertyNames", Keyword::property_names, Shape::schema, true, true, Vocabulary::applicator},
    {"if", Keyword::condition, Shape::schema, true, true, Vocabulary::applicator},
    {"then", Keyword::then_branch, Shape::schema, true, true, Vocabulary::applicator},
    {"else", Keyword::else_branch, Shape::schema, true, true, Vocabulary::applicator},
    {"allOf", Keyword::all_of, Shape::schema_list, true, true, Vocabulary::applicator},
    {"anyOf", Keyword::any_of, Shape::schema_list, true, true, Vocabulary::applicator},
    {"oneOf", Keyword::one_of, Shape::schema_list, true, true, Vocabulary::applicator},
    {"not", Keyword::negation, Shape::schema, true, true, Vocabulary::applicator},
    {"unevaluatedItems", Keyword::unevaluated_items, Shape::schema, false, true, Vocabulary::unevaluated},
    {"unevaluatedProperties", Keyword::unevaluated_properties, Shape::schema, false, true, Vocabulary::unevaluated},
    {"type", Keyword::type, Shape::types, true, true, Vocabulary::validation},
    {"const", Keyword::constant, Shape::any, true, true, Vocabulary::validation},
    {"enum", Keyword::enumeration, Shape::list, true, true, Vocabulary::validation},
    {"multipleOf", Keyword::multiple_of, Shape::positive_number, true, true, Vocabulary::validation},
    {"maximum", Keyword::maximum, Shape::number, true, true, Vocabulary::validation},
    {"exclusiveMaximum", Keyword::exclusive_maximum, Shape::number, true, true, Vocabulary::validation},
    {"minimum", Keyword::minimum, Shape::number, true, true, Vocabulary::validation},
    {"exclusiveMinimum", Keyword::exclusive_minimum, Shape::number, true, true, Vocabulary::validation},
    {"maxLength", Keyword::max_length, Shape::count, true, true, Vocabulary::validation},
    {"minLength", Keyword::min_length, Shape::count, true, true, Vocabulary::validation},
    {"pattern", Keyword::pattern, Shape::pattern, true, true, Vocabulary::validation},
    {"maxItems", Keyword::max_items, Shape::count, true, true, Vocabulary::validation},
    {"minItems", Keyword::min_items, Shape::count, true, true, Vocabulary::validation},
    {"uniqueItems", Keyword::unique_items, Shape::boolean, true, true, Vocabulary::validation},
    {"maxContains", Keyword::max_contains, Shape::count, false, true, Vocabulary::validation},
    {"minContains", Keyword::min_contains, Shape::count, false, true, Vocabulary::validation},
    {"maxProperties", Keyword::max_properties, Shape::count, true, true, Vocabulary::validation},
    {"minProperties", Keyword::min_properties, Shape::count, true, true, Vocabulary::validation},
    {"required", Keyword::required, Shape::text_list, true, true, Vocabulary::validation},
    {"dependentRequired", Keyword::dependent_required, Shape::text_lists, false, true, Vocabulary::validation},
    {"format", Keyword::format, Shape::text, true, true, Vocabulary::format_annotation},
    {"contentEncoding", Keyword::annotation, Shape::text, true, true, Vocabulary::content},
    {"contentMediaType", Keyword::annotation, Shape::text, true, true, Vocabulary::content},
    {"contentSchema", Keyword::annotation, Shape::schema, false, true, Vocabulary::content},
    {"title", Keyword::annotation, Shape::text, true, true, Vocabulary::meta_data},
    {"description", Keyword::annotation, Shape::text, true, true, Vocabulary::meta_data},
    {"default", Keyword::annotation, Shape::any, true, true, Vocabulary::meta_data},
    {"deprecated", Keyword::annotation, Shape::boolean, false, true, Vocabulary::meta_data},
    {"readOnly", Keyword::annotation, Shape::boolean, true, true, Vocabulary::meta_data},
    {"writeOnly", Keyword::annotation, Shape::boolean, false, true, Vocabulary::meta_data},
    {"examples", Keyword::annotation, Shape::list, true, true, Vocabulary::meta_data},
};

}  // namespace

std::span<const SchemaKeywordEntry> schema_keywords() {
  return keywords;
}

const SchemaKeywordEntry* find_schema_keyword(std::string_view name, JsonSchemaDraft draft) {
  const bool is_draft_7 = draft == JsonSchemaDraft::draft_7;
  const auto* found = std::find_if(std::begin(keywords), std::end(keywords), [&](const SchemaKeywordEntry& entry) {
    return (is_draft_7 ? entry.in_draft_7 : entry.in_draft_2020_12) && entry.name == name;
  });
  return found == std::end(keywords) ? nullptr : found;
}

std::uint8_t vocabulary_of(std::string_view uri) {
  const std::string folder = std::string(draft_2020_12_folder) + "vocab/";
  if (!uri.starts_with(folder)) return 0;
  for (const VocabularyName& one : vocabulary_names) {
    if (uri.substr(folder.size()) == one.name) return static_cast<std::uint8_t>(one.vocabulary);
  }
  return 0;
}

std::uint8_t default_vocabularies() {
  return static_cast<std::uint8_t>(0xFF & ~static_cast<unsigned>(Vocabulary::format_assertion));
}

std::string_view meta_schema_uri(JsonSchemaDraft draft) {
  return draft == JsonSchemaDraft::draft_7 ? "http://json-schema.org/draft-07/schema#"
                                           : "https://json-schema.org/draft/2020-12/schema";
}

std::optional<JsonSchemaDraft> draft_of(std::string_view uri) {
  const std::string_view plain = without_empty_fragment(uri);
  if (plain == draft_7_uri) return JsonSchemaDraft::draft_7;
  if (plain == meta_schema_uri(JsonSchemaDraft::draft_2020_12)) return JsonSchemaDraft::draft_2020_12;
  return std::nullopt;
}

Value meta_schema_document(std::string_view uri) {
  const std::string_view plain = without_empty_fragment(uri);
  if (const auto draft = draft_of(plain)) {
    return *draft == JsonSchemaDraft::draft_7 ? draft_7_meta_schema() : draft_2020_12_meta_schema();
  }
  const std::string folder = std::string(draft_2020_12_folder) + "meta/";
  if (!plain.starts_with(folder)) return {};
  for (const VocabularyName& one : vocabulary_names) {
    if (plain.substr(folder.size()) == one.name) return vocabulary_meta_schema(one.vocabulary);
  }
  return {};
}

}  // namespace evalground
