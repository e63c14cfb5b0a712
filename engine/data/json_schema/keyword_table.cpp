// The rows of all keywords. To add one: its row here, its name in keywords.hpp, its function in rules.cpp. An assertion
// also needs a case in SchemaValidator::meets(), any other keyword a check in validator.hpp. Assertions are decided by
// a switch instead of a function in their row, because they run for every value and most of them are one comparison.
#include <algorithm>

#include "data/json_schema/compiler.hpp"
#include "data/json_schema/validator.hpp"

namespace evalground {
namespace {

using Keyword = SchemaKeyword;
using Shape = SchemaShape;
using Vocabulary = SchemaVocabulary;
using Compiler = SchemaCompiler;
using Validator = SchemaValidator;

constexpr std::uint8_t every = every_json_type;
constexpr std::uint8_t number = json_number_types;
constexpr std::uint8_t string = type_bits({JsonType::string});
constexpr std::uint8_t array = type_bits({JsonType::array});
constexpr std::uint8_t object = type_bits({JsonType::object});

constexpr SchemaKeywordEntry keywords[] = {
    {"$ref", Keyword::reference, true, true, Vocabulary::core, Shape::uri_reference, every, &Compiler::fill_reference,
     &Validator::check_reference},
    {"$dynamicRef", Keyword::dynamic_reference, false, true, Vocabulary::core, Shape::uri_reference, every,
     &Compiler::fill_reference, &Validator::check_reference},
    {"$id", Keyword::identifier, true, true, Vocabulary::core, Shape::identifier},
    {"$schema", Keyword::schema_dialect, true, true, Vocabulary::core, Shape::uri},
    {"$anchor", Keyword::anchor, false, true, Vocabulary::core, Shape::anchor},
    {"$dynamicAnchor", Keyword::dynamic_anchor, false, true, Vocabulary::core, Shape::anchor},
    {"$vocabulary", Keyword::vocabulary, false, true, Vocabulary::core, Shape::booleans},
    {"$defs", Keyword::definitions, false, true, Vocabulary::core, Shape::schema_map},
    {"definitions", Keyword::old_definitions, true, true, Vocabulary::core, Shape::schema_map},
    {"$comment", Keyword::comment, true, true, Vocabulary::core, Shape::text},
    {"prefixItems", Keyword::prefix_items, false, true, Vocabulary::applicator, Shape::schema_list, array,
     &Compiler::fill_tuple, &Validator::check_tuple},
    {"items", Keyword::items, true, false, Vocabulary::applicator, Shape::schema_or_list, array, &Compiler::fill_items,
     &Validator::check_items_or_tuple},
    {"items", Keyword::items, false, true, Vocabulary::applicator, Shape::schema, array, &Compiler::fill_items,
     &Validator::check_items_or_tuple},  // a schema that is not checked may also have a list here
    {"additionalItems", Keyword::additional_items, true, false, Vocabulary::applicator, Shape::schema, array,
     &Compiler::fill_additional_items, &Validator::check_items},
    {"contains", Keyword::contains, true, true, Vocabulary::applicator, Shape::schema, array, &Compiler::fill_contains,
     &Validator::check_contains},
    {"additionalProperties", Keyword::additional_properties, true, true, Vocabulary::applicator, Shape::schema, object,
     &Compiler::fill_members, &Validator::check_properties},
    {"properties", Keyword::properties, true, true, Vocabulary::applicator, Shape::schema_map, object,
     &Compiler::fill_members, &Validator::check_properties},
    {"patternProperties", Keyword::pattern_properties, true, true, Vocabulary::applicator, Shape::pattern_map, object,
     &Compiler::fill_members, &Validator::check_properties},
    {"dependencies", Keyword::dependencies, true, false, Vocabulary::applicator, Shape::dependencies, object,
     &Compiler::fill_dependents, &Validator::check_dependents},
    {"dependentSchemas", Keyword::dependent_schemas, false, true, Vocabulary::applicator, Shape::schema_map, object,
     &Compiler::fill_dependents, &Validator::check_dependents},
    {"propertyNames", Keyword::property_names, true, true, Vocabulary::applicator, Shape::schema, object,
     &Compiler::fill_schema, &Validator::check_names},
    {"if", Keyword::condition, true, true, Vocabulary::applicator, Shape::schema, every, &Compiler::fill_condition,
     &Validator::check_condition},
    {"then", Keyword::then_branch, true, true, Vocabulary::applicator, Shape::schema},
    {"else", Keyword::else_branch, true, true, Vocabulary::applicator, Shape::schema},
    {"allOf", Keyword::all_of, true, true, Vocabulary::applicator, Shape::schema_list, every,
     &Compiler::fill_alternatives, &Validator::check_all},
    {"anyOf", Keyword::any_of, true, true, Vocabulary::applicator, Shape::schema_list, every,
     &Compiler::fill_alternatives, &Validator::check_alternatives},
    {"oneOf", Keyword::one_of, true, true, Vocabulary::applicator, Shape::schema_list, every,
     &Compiler::fill_alternatives, &Validator::check_alternatives},
    {"not", Keyword::negation, true, true, Vocabulary::applicator, Shape::schema, every, &Compiler::fill_schema,
     &Validator::check_negation, " should not be valid under @"},
    {"unevaluatedItems", Keyword::unevaluated_items, false, true, Vocabulary::unevaluated, Shape::schema, array,
     &Compiler::fill_schema, &Validator::check_unevaluated_items},
    {"unevaluatedProperties", Keyword::unevaluated_properties, false, true, Vocabulary::unevaluated, Shape::schema,
     object, &Compiler::fill_schema, &Validator::check_unevaluated_members},
    {"type", Keyword::type, true, true, Vocabulary::validation, Shape::types, every, &Compiler::fill_type, nullptr,
     " is not of type @"},
    {"const", Keyword::constant, true, true, Vocabulary::validation, Shape::any, every, &Compiler::fill_constant,
     nullptr, "@ was expected"},
    {"enum", Keyword::enumeration, true, true, Vocabulary::validation, Shape::list, every, &Compiler::fill_enumeration,
     nullptr, " is not one of @"},
    {"multipleOf", Keyword::multiple_of, true, true, Vocabulary::validation, Shape::positive_number, number,
     &Compiler::fill_bound, nullptr, " is not a multiple of @"},
    {"maximum", Keyword::maximum, true, true, Vocabulary::validation, Shape::number, number, &Compiler::fill_bound,
     nullptr, " is greater than the maximum of @"},
    {"exclusiveMaximum", Keyword::exclusive_maximum, true, true, Vocabulary::validation, Shape::number, number,
     &Compiler::fill_bound, nullptr, " is greater than or equal to the maximum of @"},
    {"minimum", Keyword::minimum, true, true, Vocabulary::validation, Shape::number, number, &Compiler::fill_bound,
     nullptr, " is less than the minimum of @"},
    {"exclusiveMinimum", Keyword::exclusive_minimum, true, true, Vocabulary::validation, Shape::number, number,
     &Compiler::fill_bound, nullptr, " is less than or equal to the minimum of @"},
    {"maxLength", Keyword::max_length, true, true, Vocabulary::validation, Shape::count, string, &Compiler::fill_count,
     nullptr, " is too long"},
    {"minLength", Keyword::min_length, true, true, Vocabulary::validation, Shape::count, string, &Compiler::fill_count,
     nullptr, " is too short"},
    {"pattern", Keyword::pattern, true, true, Vocabulary::validation, Shape::pattern, string, &Compiler::fill_pattern,
     nullptr, " does not match @"},
    {"maxItems", Keyword::max_items, true, true, Vocabulary::validation, Shape::count, array, &Compiler::fill_count,
     nullptr, " is too long"},
    {"minItems", Keyword::min_items, true, true, Vocabulary::validation, Shape::count, array, &Compiler::fill_count,
     nullptr, " is too short"},
    {"uniqueItems", Keyword::unique_items, true, true, Vocabulary::validation, Shape::boolean, array,
     &Compiler::fill_unique_items, nullptr, " has non-unique elements"},
    {"maxContains", Keyword::max_contains, false, true, Vocabulary::validation, Shape::count},
    {"minContains", Keyword::min_contains, false, true, Vocabulary::validation, Shape::count},
    {"maxProperties", Keyword::max_properties, true, true, Vocabulary::validation, Shape::count, object,
     &Compiler::fill_count, nullptr, " has too many properties"},
    {"minProperties", Keyword::min_properties, true, true, Vocabulary::validation, Shape::count, object,
     &Compiler::fill_count, nullptr, " does not have enough properties"},
    {"required", Keyword::required, true, true, Vocabulary::validation, Shape::text_list, object,
     &Compiler::fill_members, &Validator::check_properties},
    {"dependentRequired", Keyword::dependent_required, false, true, Vocabulary::validation, Shape::text_lists, object,
     &Compiler::fill_dependent_names, &Validator::check_dependent_names},
    {"format", Keyword::format, true, true, Vocabulary::format_annotation, Shape::text, string, &Compiler::fill_format,
     nullptr, " is not a @"},
    {"contentEncoding", Keyword::annotation, true, true, Vocabulary::content, Shape::text},
    {"contentMediaType", Keyword::annotation, true, true, Vocabulary::content, Shape::text},
    {"contentSchema", Keyword::annotation, false, true, Vocabulary::content, Shape::schema},
    {"title", Keyword::annotation, true, true, Vocabulary::meta_data, Shape::text},
    {"description", Keyword::annotation, true, true, Vocabulary::meta_data, Shape::text},
    {"default", Keyword::annotation, true, true, Vocabulary::meta_data, Shape::any},
    {"deprecated", Keyword::annotation, false, true, Vocabulary::meta_data, Shape::boolean},
    {"readOnly", Keyword::annotation, true, true, Vocabulary::meta_data, Shape::boolean},
    {"writeOnly", Keyword::annotation, false, true, Vocabulary::meta_data, Shape::boolean},
    {"examples", Keyword::annotation, true, true, Vocabulary::meta_data, Shape::list},
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

}  // namespace evalground
