// Schemas to nodes. Only what is reachable from the root is compiled, each schema once; a reference that leads nowhere
// stays without a target until a value is validated by it.
#include "data/json_schema/compile.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/uri.hpp"
#include "data/json_schema/prepare.hpp"
#include "data/paths/json_pointer.hpp"
#include "value/big_integer.hpp"

namespace evalground {
namespace {

using Keyword = SchemaKeyword;
using Shape = SchemaShape;

// The types of the instances that a keyword looks at.
std::uint8_t types_of(Keyword keyword) {
  switch (keyword) {
    case Keyword::multiple_of:
    case Keyword::maximum:
    case Keyword::exclusive_maximum:
    case Keyword::minimum:
    case Keyword::exclusive_minimum: return json_number_types;
    case Keyword::max_length:
    case Keyword::min_length:
    case Keyword::pattern:
    case Keyword::format: return type_bits({JsonType::string});
    case Keyword::max_items:
    case Keyword::min_items:
    case Keyword::unique_items:
    case Keyword::prefix_items:
    case Keyword::items:
    case Keyword::additional_items:
    case Keyword::contains:
    case Keyword::unevaluated_items: return type_bits({JsonType::array});
    case Keyword::max_properties:
    case Keyword::min_properties:
    case Keyword::properties:
    case Keyword::property_names:
    case Keyword::dependencies:
    case Keyword::dependent_required:
    case Keyword::dependent_schemas:
    case Keyword::unevaluated_properties: return type_bits({JsonType::object});
    default: return every_json_type;
  }
}

// Whether a keyword looks at the value alone, rather than evaluate other schemas.
bool is_assertion(Keyword keyword) {
  switch (keyword) {
    case Keyword::type:
    case Keyword::enumeration:
    case Keyword::constant:
    case Keyword::multiple_of:
    case Keyword::maximum:
    case Keyword::exclusive_maximum:
    case Keyword::minimum:
    case Keyword::exclusive_minimum:
    case Keyword::max_length:
    case Keyword::min_length:
    case Keyword::pattern:
    case Keyword::format:
    case Keyword::max_items:
    case Keyword::min_items:
    case Keyword::max_properties:
    case Keyword::min_properties:
    case Keyword::unique_items: return true;
    default: return false;
  }
}

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

// A length: 2 and 2.0 alike.
std::uint64_t count_of(const Value& value) {
  if (value.kind() == Kind::integer) return static_cast<std::uint64_t>(std::max<std::int64_t>(value.as_integer(), 0));
  if (value.kind() != Kind::real) return ~std::uint64_t{0};
  const double real = value.as_real();
  return real >= 1e18 ? ~std::uint64_t{0} : real > 0 ? static_cast<std::uint64_t>(real) : 0;
}

// A schema within the documents.
struct Place {
  const Value* schema;
  std::uint32_t resource;

  friend bool operator<(const Place& a, const Place& b) {
    return a.schema != b.schema ? std::less<const Value*>()(a.schema, b.schema) : a.resource < b.resource;
  }
};

// What is known of a place: of a schema with a URI of its own, by the resource around, that resource; its node.
struct Known {
  std::optional<std::uint32_t> inner_resource;
  const SchemaNode* node = nullptr;
};

// Text of a member, or nothing.
std::optional<std::string_view> text_member(const Value& schema, std::string_view key) {
  const Value* value = schema.is_map() ? schema.as_map().find(key) : nullptr;
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->as_string();
}

std::string_view before_fragment(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

class SchemaCompiler {
 public:
  SchemaCompiler(const JsonSchemaOptions& options, const Map& documents, RegexCache& regexes, Budget& budget)
      : options_(options), documents_(documents), regexes_(regexes), budget_(budget) {}

  std::unique_ptr<const CompiledJsonSchema> compile(const Value& schema) {
    out_ = std::make_unique<CompiledJsonSchema>();
    out_->root = node_of(add_document("", schema));
    do {
      while (!waiting_.empty()) {
        const auto [node, place] = waiting_.back();
        waiting_.pop_back();
        compile_node(*node, place);
      }
      find_dynamic_targets();
    } while (!waiting_.empty());
    prepare_json_schema(*out_, !dynamic_names_.empty(), budget_);
    return std::move(out_);
  }

 private:
  // --- documents and the resources within them

  Place add_document(std::string_view uri, const Value& value) {
    out_->documents.push_back(value);
    const Value& root = out_->documents.back();
    const std::uint32_t resource = add_resource(std::string(uri), root, nullptr);
    const Place place{&root, resource};
    by_uri_.emplace(uri, place);
    index(place, true);
    return place;
  }

  std::uint32_t add_resource(std::string uri, const Value& root, const SchemaResource* around) {
    SchemaResource resource{std::move(uri), &root, options_.otherwise, default_vocabularies(), {}};
    if (around != nullptr) {
      resource.draft = around->draft;
      resource.vocabularies = around->vocabularies;
    }
    if (options_.only) {
      resource.draft = *options_.only;
    } else if (const auto dialect = text_member(root, "$schema")) {
      set_dialect(resource, *dialect);
    }
    out_->resources.push_back(std::move(resource));
    dynamic_places_.emplace_back();
    return static_cast<std::uint32_t>(out_->resources.size() - 1);
  }

  void set_dialect(SchemaResource& resource, std::string_view uri) const {
    resource.vocabularies = default_vocabularies();
    if (const auto draft = draft_of(uri)) {
      resource.draft = *draft;
      return;
    }
    const Value* meta_schema = documents_.find(before_fragment(uri));
    const Value* vocabularies =
        meta_schema != nullptr && meta_schema->is_map() ? meta_schema->as_map().find("$vocabulary") : nullptr;
    resource.draft = options_.otherwise;
    if (vocabularies == nullptr || !vocabularies->is_map()) return;
    resource.draft = JsonSchemaDraft::draft_2020_12;
    resource.vocabularies = static_cast<std::uint8_t>(SchemaVocabulary::core);
    for (const auto& [key, value] : vocabularies->as_map()) {
      if (key.is_string()) resource.vocabularies |= vocabulary_of(key.as_string());
    }
  }

  const SchemaResource& resource_of(const Place& place) const { return out_->resources[place.resource]; }

  bool is_reference_alone(const Place& place) const {
    return resource_of(place).draft == JsonSchemaDraft::draft_7 && text_member(*place.schema, "$ref");
  }

  // Finds what can be referred to by a URI or an anchor in a schema and all schemas within it.
  void index(Place place, bool is_root) {
    budget_.step();
    const Depth depth = budget_.enter();
    if (!place.schema->is_map()) return;
    const auto id = text_member(*place.schema, "$id");
    if (id && !is_reference_alone(place)) index_identifier(place, *id, is_root);
    const std::string& uri = resource_of(place).uri;
    if (resource_of(place).draft == JsonSchemaDraft::draft_2020_12) {
      if (const auto anchor = text_member(*place.schema, "$anchor")) {
        by_uri_.emplace(uri + "#" + std::string(*anchor), place);
      }
      if (const auto anchor = text_member(*place.schema, "$dynamicAnchor")) {
        by_uri_.emplace(uri + "#" + std::string(*anchor), place);
        dynamic_places_[place.resource].emplace(*anchor, place);
      }
    }
    for (const auto& [key, value] : place.schema->as_map()) {
      if (!key.is_string()) continue;
      const SchemaKeywordEntry* entry = find_schema_keyword(key.as_string(), resource_of(place).draft);
      if (entry != nullptr) index_within(entry->shape, value, place.resource);
    }
  }

  // "$id": a URI of its own; in draft 7 its fragment is an anchor.
  void index_identifier(Place& place, std::string_view id, bool is_root) {
    const std::string uri = resolve_uri(resource_of(place).uri, id);
    const auto fragment = split_uri(uri).fragment;
    const bool has_anchor = fragment && !fragment->empty();
    if (!before_fragment(id).empty()) {
      const std::string own(before_fragment(uri));
      if (is_root) {
        out_->resources[place.resource].uri = own;
      } else {
        const std::uint32_t inner = add_resource(own, *place.schema, &resource_of(place));
        known_[place].inner_resource = inner;
        place.resource = inner;
      }
      by_uri_.emplace(own, place);
    }
    if (has_anchor) by_uri_.emplace(resource_of(place).uri + "#" + std::string(*fragment), place);
  }

  void index_within(Shape shape, const Value& value, std::uint32_t resource) {
    const bool is_list = value.is_list() && (shape == Shape::schema_list || shape == Shape::schema_or_list);
    const bool is_map =
        value.is_map() && (shape == Shape::schema_map || shape == Shape::pattern_map || shape == Shape::dependencies);
    if (is_list) {
      for (const Value& item : value.as_list()) index({&item, resource}, false);
    } else if (is_map) {
      for (const auto& [key, item] : value.as_map()) index({&item, resource}, false);
    } else if (shape == Shape::schema || shape == Shape::schema_or_list) {
      index({&value, resource}, false);
    }
  }

  // --- references

  std::optional<Place> find_resource(const std::string& uri) {
    const auto known = by_uri_.find(uri);
    if (known != by_uri_.end()) return known->second;
    if (const Value* document = documents_.find(uri)) return add_document(uri, *document);
    const Value meta_schema = meta_schema_document(uri);
    if (meta_schema.is_undefined()) return std::nullopt;
    return add_document(uri, meta_schema);
  }

  // Where "…#/$defs/a" leads, going down from the resource's root.
  std::optional<Place> follow_pointer(Place place, std::string_view pointer) {
    std::vector<std::string> parts;
    try {
      parts = parse_pointer(pointer);
    } catch (const Error&) {
      return std::nullopt;
    }
    Shape shape = Shape::schema;  // of what `place` is
    for (const std::string& part : parts) {
      budget_.step();
      const Value* next = resolve_pointer(*place.schema, {&part, 1});
      if (next == nullptr) return std::nullopt;
      const bool is_schema = shape == Shape::schema || (shape == Shape::schema_or_list && place.schema->is_map());
      if (is_schema) {
        const SchemaKeywordEntry* entry = find_schema_keyword(part, resource_of(place).draft);
        shape = entry == nullptr ? Shape::any : entry->shape;
      } else {
        const bool holds_schemas = shape == Shape::schema_list || shape == Shape::schema_map ||
                                   shape == Shape::pattern_map || shape == Shape::dependencies ||
                                   shape == Shape::schema_or_list;
        shape = holds_schemas ? Shape::schema : Shape::any;
      }
      place = in_its_resource({next, place.resource});
    }
    return place;
  }

  Place in_its_resource(Place place) const {
    const auto known = known_.find(place);
    if (known != known_.end() && known->second.inner_resource) place.resource = *known->second.inner_resource;
    return place;
  }

  std::optional<Place> find_target(const std::string& uri) {
    const UriParts parts = split_uri(uri);
    const std::string resource(before_fragment(uri));
    const auto root = find_resource(resource);
    if (!root || !parts.fragment || parts.fragment->empty()) return root;
    const std::string fragment = percent_decode(*parts.fragment);
    if (fragment[0] == '/') return follow_pointer(*root, fragment);
    // A document that was added under one URI may call itself by another.
    for (const std::string& own : {resource, resource_of(*root).uri}) {
      const auto anchor = by_uri_.find(own + "#" + fragment);
      if (anchor != by_uri_.end()) return anchor->second;
    }
    return std::nullopt;
  }

  // Whichever resource an evaluation has entered may hold the schema that a dynamic reference looks for.
  void find_dynamic_targets() {
    for (const std::string& name : dynamic_names_) {
      for (std::size_t index = 0; index < out_->resources.size(); ++index) {
        const auto place = dynamic_places_[index].find(name);
        if (place == dynamic_places_[index].end()) continue;
        out_->resources[index].dynamic_anchors.emplace(name, node_of(place->second));
      }
    }
  }

  // --- nodes

  const SchemaNode* node_of(const Place& found) {
    const Place place = in_its_resource(found);
    const SchemaNode*& known = known_[place].node;
    if (known != nullptr) return known;
    out_->nodes.emplace_back();
    SchemaNode& node = out_->nodes.back();
    node.number = static_cast<std::uint32_t>(out_->nodes.size() - 1);
    known = &node;
    waiting_.emplace_back(&node, place);
    return &node;
  }

  SchemaPattern pattern_of(std::string_view text, OriginId origin) {
    const CompiledRegex compiled = regexes_.compile(RegexSyntax::ecmascript, text);
    return {compiled.regex, compiled.error.message, text, origin};
  }

  std::string_view text_of_key(const Value& key) {
    if (key.is_string()) return key.as_string();
    out_->texts.push_back(member_name(key));
    return out_->texts.back();
  }

  void add_reference(SchemaRule& rule, const Place& place, bool is_dynamic) {
    if (!rule.value->is_string()) return;
    const std::string uri = resolve_uri(resource_of(place).uri, rule.value->as_string());
    const auto target = find_target(uri);
    if (!target) return;
    rule.schema = node_of(*target);
    const auto fragment = split_uri(uri).fragment;
    if (!is_dynamic || !fragment) return;
    // It is dynamic only where the anchor that it names is.
    if (text_member(*target->schema, "$dynamicAnchor") != *fragment) return;
    rule.anchor = *fragment;
    if (std::find(dynamic_names_.begin(), dynamic_names_.end(), rule.anchor) == dynamic_names_.end()) {
      dynamic_names_.push_back(rule.anchor);
    }
  }

  void add_types(SchemaRule& rule) {
    rule.types = 0;
    if (rule.value->is_string()) rule.types = type_bit(rule.value->as_string());
    if (!rule.value->is_list()) return;
    for (const Value& item : rule.value->as_list()) {
      if (item.is_string()) rule.types |= type_bit(item.as_string());
    }
  }

  void add_enumeration(SchemaRule& rule) {
    if (!rule.value->is_list() || rule.value->as_list().size() <= most_compared) return;
    std::uint32_t number = 0;
    for (const Value& item : rule.value->as_list()) rule.hashes.emplace_back(json_hash(item, budget_), number++);
    std::sort(rule.hashes.begin(), rule.hashes.end());
  }

  void add_schemas(SchemaRule& rule, const Place& place) {
    if (!rule.value->is_list()) return;
    for (const Value& item : rule.value->as_list()) rule.schemas.push_back(node_of({&item, place.resource}));
  }

  // `dependencies` and `dependentSchemas`; a list of names has no schema.
  void add_dependents(SchemaRule& rule, const Place& place) {
    if (!rule.value->is_map()) return;
    for (const auto& [key, value] : rule.value->as_map()) {
      const bool is_list = value.is_list() && rule.keyword != Keyword::dependent_schemas;
      rule.dependents.emplace_back(text_of_key(key), is_list ? nullptr : node_of({&value, place.resource}));
    }
  }

  const Value* member(const Place& place, std::string_view name) const {
    const SchemaKeywordEntry* entry = find_schema_keyword(name, resource_of(place).draft);
    if (entry == nullptr || (resource_of(place).vocabularies & static_cast<std::uint8_t>(entry->vocabulary)) == 0) {
      return nullptr;
    }
    return place.schema->as_map().find(name);
  }

  const SchemaNode* member_node(const Place& place, std::string_view name) {
    const Value* value = member(place, name);
    return value == nullptr ? nullptr : node_of({value, place.resource});
  }

  // All that is said of members becomes one rule.
  std::unique_ptr<SchemaMembers> members_of(const Place& place) {
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

  std::uint64_t prefix_size(const Place& place) const {
    const bool is_draft_7 = resource_of(place).draft == JsonSchemaDraft::draft_7;
    const Value* prefix = member(place, is_draft_7 ? "items" : "prefixItems");
    return prefix != nullptr && prefix->is_list() ? prefix->as_list().size() : 0;
  }

  bool asserts_formats(const Place& place) const {
    const auto bit = static_cast<std::uint8_t>(SchemaVocabulary::format_assertion);
    return options_.asserts_formats || (resource_of(place).vocabularies & bit) != 0;
  }

  // False when the keyword adds nothing.
  bool fill(SchemaRule& rule, const Place& place) {
    const Value& value = *rule.value;
    switch (rule.keyword) {
      case Keyword::reference:
      case Keyword::dynamic_reference:
        add_reference(rule, place, rule.keyword == Keyword::dynamic_reference);
        return true;
      case Keyword::type: add_types(rule); return true;
      case Keyword::enumeration: add_enumeration(rule); return true;
      case Keyword::constant: return true;
      case Keyword::multiple_of:
      case Keyword::maximum:
      case Keyword::exclusive_maximum:
      case Keyword::minimum:
      case Keyword::exclusive_minimum: return value.is_number() || is_integer(value);
      case Keyword::max_length:
      case Keyword::min_length:
      case Keyword::max_items:
      case Keyword::min_items:
      case Keyword::max_properties:
      case Keyword::min_properties: rule.count = count_of(value); return true;
      case Keyword::pattern:
        if (!value.is_string()) return false;
        rule.pattern = pattern_of(value.as_string(), value.origin());
        return true;
      case Keyword::format:
        if (!asserts_formats(place) || !value.is_string()) return false;
        rule.format = find_format(value.as_string());
        return rule.format != nullptr;
      case Keyword::unique_items: return value.kind() == Kind::boolean && value.as_boolean();
      case Keyword::prefix_items: add_schemas(rule, place); return true;
      case Keyword::items:
        if (value.is_list()) {
          add_schemas(rule, place);
        } else {
          rule.schema = node_of({&value, place.resource});
          rule.count = prefix_size(place);
        }
        return true;
      case Keyword::additional_items: {
        const Value* items = member(place, "items");
        rule.schema = node_of({&value, place.resource});
        rule.count = prefix_size(place);
        return items != nullptr && items->is_list();
      }
      case Keyword::contains:
        rule.schema = node_of({&value, place.resource});
        if (const Value* least = member(place, "minContains")) rule.least = count_of(*least);
        if (const Value* most = member(place, "maxContains")) rule.most = count_of(*most);
        return true;
      case Keyword::required:
      case Keyword::properties:
      case Keyword::pattern_properties:
      case Keyword::additional_properties:
        rule.keyword = Keyword::properties;
        rule.types = types_of(Keyword::properties);
        rule.members = members_of(place);
        return true;
      case Keyword::property_names:
      case Keyword::negation:
      case Keyword::unevaluated_items:
      case Keyword::unevaluated_properties: rule.schema = node_of({&value, place.resource}); return true;
      case Keyword::dependencies:
      case Keyword::dependent_schemas: add_dependents(rule, place); return true;
      case Keyword::dependent_required: return value.is_map();
      case Keyword::all_of:
      case Keyword::any_of:
      case Keyword::one_of: add_schemas(rule, place); return !rule.schemas.empty();
      case Keyword::condition:
        rule.schema = node_of({&value, place.resource});
        rule.then_schema = member_node(place, "then");
        rule.else_schema = member_node(place, "else");
        return true;
      default: return false;
    }
  }

  void compile_node(SchemaNode& node, const Place& place) {
    budget_.step();
    node.value = place.schema;
    node.resource = place.resource;
    if (place.schema->kind() == Kind::boolean) node.rejects_all = !place.schema->as_boolean();
    if (!place.schema->is_map()) return;
    const bool is_reference = is_reference_alone(place);
    bool has_members = false;
    Counting<SchemaRule> last;
    for (const auto& [key, value] : place.schema->as_map()) {
      budget_.step();
      if (!key.is_string()) continue;
      const SchemaKeywordEntry* entry = find_schema_keyword(key.as_string(), resource_of(place).draft);
      if (entry == nullptr || (is_reference && entry->keyword != Keyword::reference)) continue;
      if ((resource_of(place).vocabularies & static_cast<std::uint8_t>(entry->vocabulary)) == 0 &&
          entry->keyword != Keyword::format) {
        continue;
      }
      SchemaRule rule{entry->keyword, entry->name, &value};
      rule.types = types_of(rule.keyword);
      const bool is_of_members = rule.keyword == Keyword::required || rule.keyword == Keyword::properties ||
                                 rule.keyword == Keyword::pattern_properties ||
                                 rule.keyword == Keyword::additional_properties;
      if ((is_of_members && has_members) || !fill(rule, place)) continue;
      has_members = has_members || is_of_members;
      const bool asks_for_unevaluated =
          rule.keyword == Keyword::unevaluated_items || rule.keyword == Keyword::unevaluated_properties;
      node.has_unevaluated = node.has_unevaluated || asks_for_unevaluated;
      rule.is_assertion = is_assertion(rule.keyword);
      node.only_asserts = node.only_asserts && (rule.members ? !rule.members->leads_on() : rule.is_assertion);
      (asks_for_unevaluated ? last : node.rules).push_back(std::move(rule));
    }
    // What asks for the parts that others have not evaluated comes last.
    for (SchemaRule& rule : last) node.rules.push_back(std::move(rule));
  }

  const JsonSchemaOptions& options_;
  const Map& documents_;
  RegexCache& regexes_;
  Budget& budget_;
  std::unique_ptr<CompiledJsonSchema> out_;
  std::unordered_map<std::string, Place> by_uri_;                       // resources, and anchors as "uri#anchor"
  std::vector<std::unordered_map<std::string, Place>> dynamic_places_;  // by resource
  std::vector<std::string> dynamic_names_;                              // that some reference looks for
  std::map<Place, Known> known_;
  std::vector<std::pair<SchemaNode*, Place>> waiting_;
};

}  // namespace

std::unique_ptr<const CompiledJsonSchema> compile_json_schema(const Value& schema, const JsonSchemaOptions& options,
                                                              const Map& documents, RegexCache& regexes,
                                                              Budget& budget) {
  return SchemaCompiler(options, documents, regexes, budget).compile(schema);
}

}  // namespace evalground
