// Compiles a JSON Schema, draft 7 or 2020-12, into nodes with rules that the validator runs.
//
//   add_document   finds every $id, $anchor and $dynamicAnchor, so that references can be resolved by URI
//   compile_node   one rule for each keyword; a schema in it becomes a node, which waits in a queue
//   prepare        orders rules and sums up what a node needs
//
// The queue makes recursive schemas possible: a reference gets the node of its target before that is compiled. Nodes
// are known by their place, so a schema that is referred to a thousand times is compiled once.
#include "data/json_schema/compiler.hpp"

#include "base/text/encoding.hpp"
#include "base/text/uri.hpp"
#include "data/json_schema/meta_schema.hpp"
#include "data/json_schema/prepare.hpp"
#include "data/paths/json_pointer.hpp"

namespace evalground {
namespace {

using Shape = SchemaShape;

std::string_view before_fragment(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

}  // namespace

std::optional<std::string_view> SchemaCompiler::text_member(const Value& schema, std::string_view key) {
  const Value* value = schema.is_map() ? schema.as_map().find(key) : nullptr;
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->as_string();
}

// Dynamic targets are found last, and may add nodes, which may bring new resources: hence two loops.
std::unique_ptr<const CompiledJsonSchema> SchemaCompiler::compile(const Value& schema) {
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

SchemaPlace SchemaCompiler::add_document(std::string_view uri, const Value& value) {
  out_->documents.push_back(value);
  const Value& root = out_->documents.back();
  const std::uint32_t resource = add_resource(std::string(uri), root, nullptr);
  const SchemaPlace place{&root, resource};
  by_uri_.emplace(uri, place);
  index(place, true);
  return place;
}

std::uint32_t SchemaCompiler::add_resource(std::string uri, const Value& root, const SchemaResource* around) {
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

// `$schema` may name a meta-schema of the user, whose `$vocabulary` says which keywords have a meaning.
void SchemaCompiler::set_dialect(SchemaResource& resource, std::string_view uri) const {
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

// In draft 7 every keyword beside `$ref` is ignored, its `$id` included.
bool SchemaCompiler::is_reference_alone(const SchemaPlace& place) const {
  return resource_of(place).draft == JsonSchemaDraft::draft_7 && text_member(*place.schema, "$ref");
}

// Finds everything in a schema, and in all schemas within it, that a URI or an anchor can refer to.
void SchemaCompiler::index(SchemaPlace place, bool is_root) {
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

// "$id" is a URI of its own. In draft 7 its fragment is an anchor.
void SchemaCompiler::index_identifier(SchemaPlace& place, std::string_view id, bool is_root) {
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

// Only where a keyword holds schemas: an `$id` within `const` or `enum` is data.
void SchemaCompiler::index_within(Shape shape, const Value& value, std::uint32_t resource) {
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

std::optional<SchemaPlace> SchemaCompiler::find_resource(const std::string& uri) {
  const auto known = by_uri_.find(uri);
  if (known != by_uri_.end()) return known->second;
  if (const Value* document = documents_.find(uri)) return add_document(uri, *document);
  const Value meta_schema = meta_schema_document(uri);
  if (meta_schema.is_undefined()) return std::nullopt;
  return add_document(uri, meta_schema);
}

// The target of "…#/$defs/a", going down from the resource's root.
// A pointer may lead through values that are not schemas, such as `$defs`. The shape of each step tells whether the
// next value is one, because only a schema can have an `$id` that changes the base of what is below.
std::optional<SchemaPlace> SchemaCompiler::follow_pointer(SchemaPlace place, std::string_view pointer) {
  std::vector<std::string> parts;
  try {
    parts = parse_pointer(pointer);
  } catch (const Error&) {
    return std::nullopt;
  }
  Shape shape = Shape::schema;  // the shape of the value at `place`
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

SchemaPlace SchemaCompiler::in_its_resource(SchemaPlace place) const {
  const auto known = known_.find(place);
  if (known != known_.end() && known->second.inner_resource) place.resource = *known->second.inner_resource;
  return place;
}

std::optional<SchemaPlace> SchemaCompiler::find_target(const std::string& uri) {
  const UriParts parts = split_uri(uri);
  const std::string resource(before_fragment(uri));
  const auto root = find_resource(resource);
  if (!root || !parts.fragment || parts.fragment->empty()) return root;
  const std::string fragment = percent_decode(*parts.fragment);
  if (fragment[0] == '/') return follow_pointer(*root, fragment);
  // A document that was added under one URI may have another as its "$id".
  for (const std::string& own : {resource, resource_of(*root).uri}) {
    const auto anchor = by_uri_.find(own + "#" + fragment);
    if (anchor != by_uri_.end()) return anchor->second;
  }
  return std::nullopt;
}

// A dynamic reference may find its schema in any resource that an evaluation has entered.
void SchemaCompiler::find_dynamic_targets() {
  for (const std::string& name : dynamic_names_) {
    for (std::size_t index = 0; index < out_->resources.size(); ++index) {
      const auto place = dynamic_places_[index].find(name);
      if (place == dynamic_places_[index].end()) continue;
      out_->resources[index].dynamic_anchors.emplace(name, node_of(place->second));
    }
  }
}

const SchemaNode* SchemaCompiler::node_of(const SchemaPlace& found) {
  const SchemaPlace place = in_its_resource(found);
  const SchemaNode*& known = known_[place].node;
  if (known != nullptr) return known;
  out_->nodes.emplace_back();
  SchemaNode& node = out_->nodes.back();
  node.number = static_cast<std::uint32_t>(out_->nodes.size() - 1);
  known = &node;
  waiting_.emplace_back(&node, place);
  return &node;
}

// Null for a keyword that the draft or the vocabularies of the schema do not have.
const Value* SchemaCompiler::member(const SchemaPlace& place, std::string_view name) const {
  const SchemaKeywordEntry* entry = find_schema_keyword(name, resource_of(place).draft);
  if (entry == nullptr || (resource_of(place).vocabularies & static_cast<std::uint8_t>(entry->vocabulary)) == 0) {
    return nullptr;
  }
  return place.schema->as_map().find(name);
}

void SchemaCompiler::compile_node(SchemaNode& node, const SchemaPlace& place) {
  budget_.step();
  node.value = place.schema;
  node.resource = place.resource;
  if (place.schema->kind() == Kind::boolean) node.rejects_all = !place.schema->as_boolean();
  if (!place.schema->is_map()) return;
  // A rule for each keyword of the draft and of the active vocabularies. In draft 7, keywords beside $ref are ignored.
  const bool is_reference = is_reference_alone(place);
  has_members_ = false;
  Counting<SchemaRule> last;
  for (const auto& [key, value] : place.schema->as_map()) {
    budget_.step();
    if (!key.is_string()) continue;
    const SchemaKeywordEntry* entry = find_schema_keyword(key.as_string(), resource_of(place).draft);
    if (entry == nullptr || (is_reference && entry->keyword != SchemaKeyword::reference)) continue;
    if ((resource_of(place).vocabularies & static_cast<std::uint8_t>(entry->vocabulary)) == 0 &&
        entry->keyword != SchemaKeyword::format) {
      continue;
    }
    if (entry->fill == nullptr) continue;
    SchemaRule rule{entry, entry->keyword, entry->name, &value};
    rule.types = entry->types;
    if (!(this->*entry->fill)(rule, place)) continue;
    const bool asks_for_unevaluated = entry->vocabulary == SchemaVocabulary::unevaluated;
    node.has_unevaluated = node.has_unevaluated || asks_for_unevaluated;
    rule.is_assertion = entry->check == nullptr;
    node.only_asserts = node.only_asserts && (rule.members ? !rule.members->leads_on() : rule.is_assertion);
    (asks_for_unevaluated ? last : node.rules).push_back(std::move(rule));
  }
  // Keywords about parts that others have not evaluated come last.
  for (SchemaRule& rule : last) node.rules.push_back(std::move(rule));
}

std::unique_ptr<const CompiledJsonSchema> compile_json_schema(const Value& schema, const JsonSchemaOptions& options,
                                                              const Map& documents, RegexCache& regexes,
                                                              Budget& budget) {
  return SchemaCompiler(options, documents, regexes, budget).compile(schema);
}

}  // namespace evalground
