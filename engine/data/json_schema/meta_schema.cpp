// The meta-schemas of draft 7 and 2020-12, which schemas may refer to and be checked with.
//
// They are built from the table of keywords instead of being embedded as files: the table knows the shape of each
// keyword's value, and the shape has a schema. So a keyword cannot be known to the validator and missing here, and the
// module stays small. Every `@` stands for a reference to any schema, which the two drafts write differently.
#include "data/json_schema/meta_schema.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "data/json_schema/keywords.hpp"
#include "value/json.hpp"

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

// The schema of a keyword's value, as JSON; @ is a reference to any schema.
std::string_view schema_of(Shape shape) {
  switch (shape) {
    case Shape::any: return "true";
    case Shape::boolean: return R"({"type":"boolean"})";
    case Shape::number: return R"({"type":"number"})";
    case Shape::positive_number: return R"({"type":"number","exclusiveMinimum":0})";
    case Shape::count: return R"({"type":"integer","minimum":0})";
    case Shape::text: return R"({"type":"string"})";
    case Shape::pattern: return R"({"type":"string","format":"regex"})";
    case Shape::uri: return R"({"type":"string","format":"uri"})";
    case Shape::uri_reference: return R"({"type":"string","format":"uri-reference"})";
    case Shape::identifier: return R"({"type":"string","format":"uri-reference","pattern":"^[^#]*#?$"})";
    case Shape::anchor: return R"({"type":"string","pattern":"^[A-Za-z_][-A-Za-z0-9._]*$"})";
    case Shape::list: return R"({"type":"array"})";
    case Shape::text_list: return R"({"type":"array","items":{"type":"string"},"uniqueItems":true})";
    case Shape::text_lists:
      return R"({"type":"object","additionalProperties":{"type":"array","items":{"type":"string"},"uniqueItems":true}})";
    case Shape::types:
      return R"({"anyOf":[{"enum":["array","boolean","integer","null","number","object","string"]},)"
             R"({"type":"array","items":{"enum":["array","boolean","integer","null","number","object","string"]},)"
             R"("minItems":1,"uniqueItems":true}]})";
    case Shape::booleans: return R"({"type":"object","additionalProperties":{"type":"boolean"}})";
    case Shape::schema: return "@";
    case Shape::schema_list: return R"({"type":"array","minItems":1,"items":@})";
    case Shape::schema_map: return R"({"type":"object","additionalProperties":@})";
    case Shape::schema_or_list: return R"({"anyOf":[@,{"type":"array","minItems":1,"items":@}]})";
    case Shape::pattern_map: return R"({"type":"object","additionalProperties":@,"propertyNames":{"format":"regex"}})";
    case Shape::dependencies:
      return R"({"type":"object","additionalProperties":)"
             R"({"anyOf":[@,{"type":"array","items":{"type":"string"},"uniqueItems":true}]}})";
  }
  return "true";
}

// Parts of the published meta-schemas that other schemas are known to refer to.
constexpr std::string_view shared_definitions =
    R"({"nonNegativeInteger":{"type":"integer","minimum":0},"nonNegativeIntegerDefault0":{"type":"integer","minimum":0},)"
    R"("schemaArray":{"type":"array","minItems":1,"items":@},)"
    R"("simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},)"
    R"("stringArray":{"type":"array","items":{"type":"string"},"uniqueItems":true}})";

Value document_of(std::string_view text, JsonSchemaDraft draft) {
  Budget budget;
  const bool is_7 = draft == JsonSchemaDraft::draft_7;
  return parse_json(replace_all(text, "@", is_7 ? R"({"$ref":"#"})" : R"({"$dynamicRef":"#meta"})"), budget);
}

// Adds "name": value, with a comma if it is not the first member.
void add_member(std::string& text, std::string_view name, std::string_view value) {
  if (!text.ends_with('{')) text += ',';
  append_json_string(text, name);
  text += ':';
  text += value;
}

Value draft_7_meta_schema() {
  std::string properties = "{";
  for (const SchemaKeywordEntry& entry : schema_keywords()) {
    // Draft 7 allows a fragment in $id, and has no anchor names.
    const Shape shape = entry.keyword == Keyword::identifier ? Shape::uri_reference : entry.shape;
    if (entry.in_draft_7) add_member(properties, entry.name, schema_of(shape));
  }
  std::string text = R"({"type":["object","boolean"])";
  const std::string uri = '"' + std::string(meta_schema_uri(JsonSchemaDraft::draft_7)) + '"';
  add_member(text, "$schema", uri);
  add_member(text, "$id", uri);
  add_member(text, "definitions", shared_definitions);
  add_member(text, "properties", properties + '}');
  return document_of(text + '}', JsonSchemaDraft::draft_7);
}

// Every meta-schema of 2020-12 has the dynamic anchor `meta`, so a schema in a part is again checked by the whole.
std::string draft_2020_12_header(std::string_view id) {
  std::string text = R"({"$dynamicAnchor":"meta","type":["object","boolean"])";
  add_member(text, "$schema", '"' + std::string(meta_schema_uri(JsonSchemaDraft::draft_2020_12)) + '"');
  add_member(text, "$id", '"' + std::string(draft_2020_12_folder).append(id) + '"');
  return text;
}

Value vocabulary_meta_schema(Vocabulary vocabulary) {
  std::string properties = "{";
  const bool is_format = vocabulary == Vocabulary::format_assertion;
  for (const SchemaKeywordEntry& entry : schema_keywords()) {
    const bool belongs = entry.vocabulary == vocabulary || (is_format && entry.keyword == Keyword::format);
    if (!entry.in_draft_2020_12 || !belongs || entry.keyword == Keyword::old_definitions) continue;
    add_member(properties, entry.name, schema_of(entry.shape));
  }
  std::string text = draft_2020_12_header("meta/" + std::string(name_of(vocabulary)));
  add_member(text, "properties", properties + '}');
  if (vocabulary == Vocabulary::validation) add_member(text, "$defs", shared_definitions);
  return document_of(text + '}', JsonSchemaDraft::draft_2020_12);
}

Value draft_2020_12_meta_schema() {
  std::string parts = "[";
  std::string vocabularies = "{";
  for (const VocabularyName& one : vocabulary_names) {
    if (one.vocabulary == Vocabulary::format_assertion) continue;
    parts.append(parts.size() == 1 ? "" : ",").append(R"({"$ref":"meta/)").append(one.name).append(R"("})");
    add_member(vocabularies, std::string(draft_2020_12_folder).append("vocab/").append(one.name), "true");
  }
  // Kept for schemas of older drafts.
  std::string properties = "{";
  add_member(properties, "definitions", schema_of(Shape::schema_map));
  add_member(properties, "dependencies", schema_of(Shape::dependencies));
  std::string text = draft_2020_12_header("schema");
  add_member(text, "$vocabulary", vocabularies + '}');
  add_member(text, "allOf", parts + ']');
  add_member(text, "properties", properties + '}');
  return document_of(text + '}', JsonSchemaDraft::draft_2020_12);
}

// `…/schema#` and `…/schema` are the same document.
std::string_view without_empty_fragment(std::string_view uri) {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  return uri;
}

}  // namespace

std::uint8_t vocabulary_of(std::string_view uri) {
  const std::string folder = std::string(draft_2020_12_folder) + "vocab/";
  if (!uri.starts_with(folder)) return 0;
  for (const VocabularyName& one : vocabulary_names) {
    if (uri.substr(folder.size()) == one.name) return static_cast<std::uint8_t>(one.vocabulary);
  }
  return 0;
}

// Formats are annotations by default, so format-assertion is the one vocabulary that a schema must ask for.
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
