// The compiler's rules: for each keyword, the part of its value that validation needs.
//
// A function returns false when the keyword needs no rule, such as `uniqueItems: false`. An invalid pattern fails when
// it is first needed, not here.
#include <algorithm>
#include <utility>

#include "base/text/uri.hpp"
#include "data/json_schema/compiler.hpp"
#include "value/big_integer.hpp"

namespace evalground {
namespace {

std::uint8_t type_bit(std::string_view name) {
  struct Named {
    std::string_view name;
    std::uint8_t bits;
  };
  constexpr Named all[] = {{"null", type_bits({JsonType::null})},       {"boolean", type_bits({JsonType::boolean})},
                           {"integer", type_bits({JsonType::integer})}, {"number", json_number_types},
                           {"string", type_bits({JsonType::string})},   {"array", type_bits({JsonType::array})},
                           {"object", type_bits({JsonType::object})}};
  const auto* found = std::find_if(std::begin(all), std::end(all), [&](const Named& one) { return one.name == name; });
  return found == std::end(all) ? 0 : found->bits;
}

// A length: 2 and 2.0 are the same.
std::uint64_t count_of(const Value& value) {
  if (value.kind() == Kind::integer) return static_cast<std::uint64_t>(std::max<std::int64_t>(value.as_integer(), 0));
  if (value.kind() != Kind::real) return ~std::uint64_t{0};
  const double real = value.as_real();
  return real >= 1e18 ? ~std::uint64_t{0} : real > 0 ? static_cast<std::uint64_t>(real) : 0;
}

}  // namespace

SchemaPattern SchemaCompiler::pattern_of(std::string_view text, OriginId origin) {
  const CompiledRegex compiled = regexes_.compile(RegexSyntax::ecmascript, text);
  return {compiled.regex, compiled.error.message, text, origin};
}

std::string_view SchemaCompiler::text_of_key(const Value& key) {
  if (key.is_string()) return key.as_string();
  out_->texts.push_back(member_name(key));
  return out_->texts.back();
}

const SchemaNode* SchemaCompiler::member_node(const SchemaPlace& place, std::string_view name) {
  const Value* value = member(place, name);
  return value == nullptr ? nullptr : node_of({value, place.resource});
}

// An unresolved reference has no schema, so validating against it fails.
bool SchemaCompiler::fill_reference(SchemaRule& rule, const SchemaPlace& place) {
  if (!rule.value->is_string()) return true;
  const std::string uri = resolve_uri(resource_of(place).uri, rule.value->as_string());
  const auto target = find_target(uri);
  if (!target) return true;
  rule.schema = node_of(*target);
  const auto fragment = split_uri(uri).fragment;
  if (rule.keyword != SchemaKeyword::dynamic_reference || !fragment) return true;
  // It is dynamic only if the anchor that it names is.
  if (text_member(*target->schema, "$dynamicAnchor") != *fragment) return true;
  rule.anchor = *fragment;
  if (std::find(dynamic_names_.begin(), dynamic_names_.end(), rule.anchor) == dynamic_names_.end()) {
    dynamic_names_.push_back(rule.anchor);
  }
  return true;
}

// The rule's types are the check itself: a value of another type is passed over, and the validator counts that as
// failed.
bool SchemaCompiler::fill_type(SchemaRule& rule, const SchemaPlace&) {
  rule.types = 0;
  if (rule.value->is_string()) rule.types = type_bit(rule.value->as_string());
  if (!rule.value->is_list()) return true;
  for (const Value& item : rule.value->as_list()) {
    if (item.is_string()) rule.types |= type_bit(item.as_string());
  }
  return true;
}

bool SchemaCompiler::fill_enumeration(SchemaRule& rule, const SchemaPlace&) {
  if (!rule.value->is_list() || rule.value->as_list().size() <= most_compared) return true;
  std::uint32_t number = 0;
  for (const Value& item : rule.value->as_list()) rule.hashes.emplace_back(json_hash(item, budget_), number++);
  std::sort(rule.hashes.begin(), rule.hashes.end());
  return true;
}

bool SchemaCompiler::fill_constant(SchemaRule&, const SchemaPlace&) {
  return true;
}

bool SchemaCompiler::fill_bound(SchemaRule& rule, const SchemaPlace&) {
  return rule.value->is_number() || is_integer(*rule.value);
}

bool SchemaCompiler::fill_count(SchemaRule& rule, const SchemaPlace&) {
  rule.count = count_of(*rule.value);
  return true;
}

bool SchemaCompiler::fill_pattern(SchemaRule& rule, const SchemaPlace&) {
  if (!rule.value->is_string()) return false;
  rule.pattern = pattern_of(rule.value->as_string(), rule.value->origin());
  return true;
}

// A format is only an annotation, unless the options or the schema's own vocabulary require an assertion.
bool SchemaCompiler::fill_format(SchemaRule& rule, const SchemaPlace& place) {
  const auto bit = static_cast<std::uint8_t>(SchemaVocabulary::format_assertion);
  const bool is_asserted = options_.asserts_formats || (resource_of(place).vocabularies & bit) != 0;
  if (!is_asserted || !rule.value->is_string()) return false;
  rule.format = find_format(rule.value->as_string());
  return rule.format != nullptr;
}

bool SchemaCompiler::fill_unique_items(SchemaRule& rule, const SchemaPlace&) {
  return rule.value->kind() == Kind::boolean && rule.value->as_boolean();
}

bool SchemaCompiler::fill_tuple(SchemaRule& rule, const SchemaPlace& place) {
  if (!rule.value->is_list()) return true;
  for (const Value& item : rule.value->as_list()) rule.schemas.push_back(node_of({&item, place.resource}));
  return true;
}

std::uint64_t SchemaCompiler::prefix_size(const SchemaPlace& place) const {
  const bool is_draft_7 = resource_of(place).draft == JsonSchemaDraft::draft_7;
  const Value* prefix = member(place, is_draft_7 ? "items" : "prefixItems");
  return prefix != nullptr && prefix->is_list() ? prefix->as_list().size() : 0;
}

// `items` is a tuple in draft 7 when it is a list. Otherwise it is for the items behind the tuple.
bool SchemaCompiler::fill_items(SchemaRule& rule, const SchemaPlace& place) {
  if (rule.value->is_list()) return fill_tuple(rule, place);
  rule.schema = node_of({rule.value, place.resource});
  rule.count = prefix_size(place);
  return true;
}

// Without a tuple, additionalItems has no meaning.
bool SchemaCompiler::fill_additional_items(SchemaRule& rule, const SchemaPlace& place) {
  const Value* items = member(place, "items");
  rule.schema = node_of({rule.value, place.resource});
  rule.count = prefix_size(place);
  return items != nullptr && items->is_list();
}

// minContains and maxContains are no rules of their own: without `contains` they mean nothing.
bool SchemaCompiler::fill_contains(SchemaRule& rule, const SchemaPlace& place) {
  rule.schema = node_of({rule.value, place.resource});
  if (const Value* least = member(place, "minContains")) rule.least = count_of(*least);
  if (const Value* most = member(place, "maxContains")) rule.most = count_of(*most);
  return true;
}

// All keywords about members become one rule.
// properties, required, patternProperties and additionalProperties look at the same names, so each name is looked up
// once.
std::unique_ptr<SchemaMembers> SchemaCompiler::members_of(const SchemaPlace& place) {
  auto members = std::make_unique<SchemaMembers>();
  if (const Value* properties = member(place, "properties"); properties != nullptr && properties->is_map()) {
    members->has_properties = true;
    for (const auto& [key, value] : properties->as_map()) {
      members->names.at(text_of_key(key), budget_).schema = node_of({&value, place.resource});
    }
  }
  if (const Value* required = member(place, "required"); required != nullptr && required->is_list()) {
    members->required_rule = required;
    for (const Value& name : required->as_list()) {
      if (!name.is_string()) continue;
      MemberNames::Entry& entry = members->names.at(name.as_string(), budget_);
      if (std::exchange(entry.is_required, true)) continue;
      members->required.push_back(name.as_string());
    }
  }
  if (const Value* patterns = member(place, "patternProperties"); patterns != nullptr && patterns->is_map()) {
    for (const auto& [key, value] : patterns->as_map()) {
      members->patterns.emplace_back(pattern_of(text_of_key(key), key.origin()), node_of({&value, place.resource}));
    }
  }
  members->additional_rule = member(place, "additionalProperties");
  members->additional = member_node(place, "additionalProperties");
  return members;
}

// The first of the four keywords in a schema includes the others.
bool SchemaCompiler::fill_members(SchemaRule& rule, const SchemaPlace& place) {
  if (std::exchange(has_members_, true)) return false;
  rule.keyword = SchemaKeyword::properties;
  rule.members = members_of(place);
  return true;
}

bool SchemaCompiler::fill_schema(SchemaRule& rule, const SchemaPlace& place) {
  rule.schema = node_of({rule.value, place.resource});
  return true;
}

// `dependencies` and `dependentSchemas`. A list of names has no schema.
bool SchemaCompiler::fill_dependents(SchemaRule& rule, const SchemaPlace& place) {
  if (!rule.value->is_map()) return true;
  for (const auto& [key, value] : rule.value->as_map()) {
    const bool is_list = value.is_list() && rule.keyword != SchemaKeyword::dependent_schemas;
    rule.dependents.emplace_back(text_of_key(key), is_list ? nullptr : node_of({&value, place.resource}));
  }
  return true;
}

bool SchemaCompiler::fill_dependent_names(SchemaRule& rule, const SchemaPlace&) {
  return rule.value->is_map();
}

bool SchemaCompiler::fill_alternatives(SchemaRule& rule, const SchemaPlace& place) {
  fill_tuple(rule, place);
  return !rule.schemas.empty();
}

bool SchemaCompiler::fill_condition(SchemaRule& rule, const SchemaPlace& place) {
  rule.schema = node_of({rule.value, place.resource});
  rule.then_schema = member_node(place, "then");
  rule.else_schema = member_node(place, "else");
  return true;
}

}  // namespace evalground
