// Functions that read the resource tree in TOSCA's terms: inputs, attributes, properties, nodes and artifacts.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/text/text.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/files/directory.hpp"
#include "dialects/unfurl/functions/external_file.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/functions/image.hpp"
#include "dialects/unfurl/functions/location.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/scalar.hpp"
#include "runtime/sensitive.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

// A member of a map or list by key, evaluated; undefined when absent.
Value member(Context& context, const Value& value, const Value& key) {
  if (value.is_map()) {
    const Value* found = value.as_map().find(key);
    return found != nullptr ? *found : Value();
  }
  if (value.is_list() && key.kind() == Kind::integer) {
    const auto count = static_cast<std::int64_t>(value.as_list().size());
    const std::int64_t index = key.as_integer() < 0 ? key.as_integer() + count : key.as_integer();
    return 0 <= index && index < count ? value.as_list()[static_cast<std::size_t>(index)] : Value();
  }
  return value.is_object() ? value.as_object().get(context, key) : Value();
}

// The map of all inputs. Provenance records the input that is read from it, not the map.
Value inputs_of(UnfurlCall& call) {
  const Provenance::Computation apart(call.context.provenance, Provenance::Computation::Kind::apart);
  return call.evaluator.attribute(call.evaluator.tree.root(), Value::string("inputs"));
}

// Reads keys only. Reading the values could evaluate inputs that the document does not use.
std::string_view nearest_input(const Value& inputs, std::string_view name) {
  if (inputs.is_map()) return nearest_key(name, inputs.as_map());
  auto* collection = object_cast<Collection>(inputs);
  if (collection == nullptr) return {};
  std::vector<std::string_view> known;
  for (std::size_t index = 0; index < collection->size(); ++index) {
    const Value key = collection->key(index);
    if (key.is_string()) known.push_back(key.as_string());  // the view stays valid: the collection keeps the text
  }
  return nearest(name, known);
}

// A read input is recorded with its own origin. Undefined ones are also an `ask`, so that the page can offer to set it.
Value get_input(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  if (call[0].is_list() && call[0].as_list().size() != 2)
    wrong_form(call, 0, "a name, or a list of a name and a default");
  const Value& name = call[0].is_list() ? call[0].as_list()[0] : call[0];
  if (!name.is_string()) wrong_form(call, 0, "a name, or a list of a name and a default");
  const Value inputs = inputs_of(call);
  const Value value = member(call.context, inputs, name);
  if (!value.is_undefined()) {
    call.context.provenance.read(value.origin());
    return value;
  }
  if (call[0].is_list()) return call[0].as_list()[1];
  call.context.ask("inputs", name.as_string(), name.origin());
  call.fail_name(name, "undefined-input", "Undefined input " + quote(name.as_string()) + ".",
                 nearest_input(inputs, name.as_string()));
}

// The query for a TOSCA keyword such as SELF, or for a node's name.
std::string start_of(const Call& call, const Value& node) {
  static constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"SELF", "."},          {"SOURCE", ".source"},           {"TARGET", ".target"},
      {"HOST", ".hosted_on"}, {"ORCHESTRATOR", "::localhost"}, {"OPERATION_HOST", "$OPERATION_HOST"},
  };
  const std::string name = python_str(node, call.context.budget);
  for (const auto& [word, query] : words) {
    if (name == word) return std::string(query);
  }
  return "::" + name;
}

// A query made from a secret keeps the mark, so that messages about it do not quote it.
List query(UnfurlCall& call, const std::string& text) {
  const bool is_secret = holds_sensitive(call[0], call.context.budget);
  return call.evaluator.evaluate(Value::string(text).with_origin(call.where).with_sensitive(is_secret), call.scope)
      .list;
}

// With two arguments: a node and its attribute. With more: a node, one of its requirements or capabilities, an
// attribute of that, and nested keys.
//   [web, port]            ::web::port
//   [web, db, host, a]     ::web::.names[db]?::db::host?::a
Value get_attribute(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const List& arguments = call.list(0);
  if (arguments.size() < 2) wrong_form(call, 0, "a list of a node and an attribute");
  Budget& budget = call.context.budget;
  const std::string second = python_str(arguments[1], budget);
  std::string text = start_of(call, arguments[0]);
  if (arguments.size() == 2) {
    text.append("::").append(second);
  } else {
    text.append("::.names[").append(second).append("]?::").append(second);
    text.append("::").append(python_str(arguments[2], budget)).append("?");
    for (std::size_t index = 3; index < arguments.size(); ++index) {
      text.append("::").append(python_str(arguments[index], budget));
    }
  }
  // The items of a list are the matches of this call.
  List matches = query(call, text);
  if (matches.empty()) return {};
  return matches.size() == 1 ? std::move(matches.front()) : Value::list(std::move(matches));
}

// The first node, along requirements of any name, that declares the property or has the capability. At each node only
// the first requirement is followed.
Resource* host_with(UnfurlCall& call, Resource& node, const Value& name, bool may_be_part) {
  Resource* host = &node;
  std::unordered_set<Resource*> seen;
  while (seen.insert(host).second) {
    call.context.budget.step();
    const auto& all = host->requirements;
    const auto bound = std::find_if(all.begin(), all.end(), [](const Resource* one) { return one->target != nullptr; });
    if (bound == all.end()) return nullptr;
    host = (*bound)->target;
    const Declaration* declaration = host->type != nullptr ? host->type->property(name) : nullptr;
    if (declaration != nullptr ? declaration->is_property : host->properties.has(name)) return host;
    if (may_be_part && name.is_string() && find_part(host->capabilities, name.as_string()) != nullptr) return host;
  }
  return nullptr;
}

// HOST means the node that has the property, which may be any number of hosts away. Other names are queries, then
// types.
Resource& node_of(UnfurlCall& call, const List& path) {
  const Value& node = path[0];
  if (auto* resource = object_cast<Resource>(node)) return *resource;
  if (node.is_string() && node.as_string() == "HOST") {
    Resource* host = host_with(call, *call.scope.resource, path[1], path.size() > 2);
    if (host != nullptr) return *host;
  }
  for (const Value& match : query(call, start_of(call, node))) {
    const Value found = call.evaluator.plain(match);
    if (auto* resource = object_cast<Resource>(found)) return *resource;
    if (!found.is_list()) continue;
    for (const Value& item : found.as_list()) {
      if (auto* resource = object_cast<Resource>(item)) return *resource;
    }
  }
  // The name of a type stands for its first node.
  if (node.is_string()) {
    for (Resource* resource : call.evaluator.tree.in_order()) {
      call.context.budget.step();
      if (resource->kind == ResourceKind::node && resource->type != nullptr && resource->type->is(node.as_string())) {
        return *resource;
      }
    }
  }
  const Value name = node.is_string() ? node : Value::string(python_str(node, call.context.budget));
  call.fail_name(name, "unknown-node", "The node " + quote(name.as_string()) + " was not found.",
                 call.evaluator.tree.nearest(name.as_string()));
}

// The capability of that name: on the target of a requirement with that name, or the capability that it binds to (in
// the reference only the first), else on the node.
Resource* part_of(const Resource& node, const Value& name, bool quirks) {
  if (!name.is_string()) return nullptr;
  const Resource* requirement = find_part(node.requirements, name.as_string());
  if (requirement == nullptr || requirement->target == nullptr) return find_part(node.capabilities, name.as_string());
  Resource* named = find_part(requirement->target->capabilities, name.as_string());
  return named != nullptr || quirks ? named : requirement->capability;
}

[[noreturn]] void fail_unknown_property(const UnfurlCall& call, const Value& name, const Resource& owner) {
  const std::string text = python_str(name, call.context.budget);
  std::vector<std::string_view> known;
  for (std::size_t index = 0; index < owner.properties.size(); ++index) {
    if (owner.properties.name(index).is_string()) known.push_back(owner.properties.name(index).as_string());
  }
  call.context.fail_name(name.origin() != 0 ? name.origin() : call.where, "unknown-property",
                         "The property " + quote(text) + " not found in " + owner.key() + ".", text,
                         nearest(text, known));
}

// A literal value without the conversions of its members to scalars.
Value unconverted(const Value& value, const Value& written, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (object_cast<Scalar>(value) != nullptr) {
    return written.is_string() ? written.with_sensitive(value.sensitive()) : value;
  }
  if (value.is_list() && written.is_list() && value.as_list().size() == written.as_list().size()) {
    List items;
    for (std::size_t i = 0; i < value.as_list().size(); ++i) {
      items.push_back(unconverted(value.as_list()[i], written.as_list()[i], budget));
    }
    return Value::list(std::move(items)).with_origin(value.origin()).with_sensitive(value.sensitive());
  }
  if (!value.is_map() || !written.is_map()) return value;
  Map members;
  for (const auto& [key, member] : value.as_map()) {
    const Value* part = written.as_map().find(key);
    members.set(key, part != nullptr ? unconverted(member, *part, budget) : member);
  }
  return Value::map(std::move(members)).with_origin(value.origin()).with_sensitive(value.sensitive());
}

// The value of a property as `get_property` gives it. A scalar-unit stays the text or the result of the expression that
// defines it. The reference evaluates a definition of another node's template in the node that asks.
Value static_value(UnfurlCall& call, Attribute& property, Resource& owner) {
  const bool is_literal = !holds_expressions(property.definition, call.context.budget);
  if (!is_literal && call.context.quirks()) {
    return call.evaluator.lazy(property.definition, Evaluator::scope_of(*call.scope.resource));
  }
  const Value value = call.evaluator.read(property, Evaluator::scope_of(owner));
  if (object_cast<Scalar>(value) == nullptr) {
    return is_literal ? unconverted(value, property.definition, call.context.budget) : value;
  }
  if (!is_literal) return call.evaluator.lazy(property.definition, Evaluator::scope_of(owner));
  if (!property.definition.is_string()) return value;
  return Value::string(spelled_scalar(property.definition.as_string())).with_origin(value.origin());
}

// The value that the template or type sets, without the sensitive mark of its declaration.
// Evaluated in the node that owns the property. The reference evaluates it in the node that asks, where `.::port` is a
// different port. The mark is removed because Unfurl loses it here.
Value get_property(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const List& arguments = call.list(0);
  if (arguments.size() < 2) wrong_form(call, 0, "a list of a node and a property");
  Resource* owner = &node_of(call, arguments);
  std::size_t next = 1;
  if (arguments.size() > 2 && owner->properties.find(arguments[1]) == nullptr) {
    if (Resource* part = part_of(*owner, arguments[1], call.context.quirks())) {
      owner = part;
      next = 2;
    }
  }
  Attribute* property = owner->properties.find(arguments[next]);
  if (property == nullptr) {
    // A declared property without a value.
    const Declaration* declaration = owner->type != nullptr ? owner->type->property(arguments[next]) : nullptr;
    if (declaration != nullptr && declaration->is_property && next + 1 == arguments.size()) return {};
    fail_unknown_property(call, arguments[next], *owner);
  }
  Value value = static_value(call, *property, *owner);
  for (++next; next < arguments.size(); ++next) {
    value = member(call.context, value, arguments[next]);
    if (value.is_undefined()) {
      call.fail("unknown-property", "The key " + quote(python_str(arguments[next], call.context.budget)) +
                                        " not found in the property " + quote(key_text(arguments[1])) + ".");
    }
  }
  return call.evaluator.plain(value).with_sensitive(false);
}

// A list, not one match for each node, so `foreach` is needed to ask each.
Value get_nodes_of_type(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const std::string_view type = call.string(0);
  List nodes;
  for (Resource* resource : call.evaluator.tree.in_order()) {
    call.context.budget.step();
    if (resource->type == nullptr || !resource->type->is(type)) continue;
    nodes.push_back(Value::object(Ref<Object>(resource)));
  }
  return Value::list(std::move(nodes));
}

Value image_named(std::string_view text) {
  std::optional<ImageName> name = parse_image_name(text);
  return name ? Value::object(make_ref<ContainerImage>(std::move(*name))) : Value();
}

// An absolute path. If the file exists, its contents can be read.
Value path_value(UnfurlCall& call, std::string_view path) {
  const auto name = Files::resolve(path);
  if (!name || call.context.files.find(*name) == nullptr) {
    return Value::object(make_ref<ExternalPath>(std::string(path)));
  }
  const std::string text(path);
  return Value::object(make_ref<ExternalFile>(text, text, "", false, false, call.where));
}

// An image is its name. A file is its absolute path.
Value artifact_value(UnfurlCall& call, Resource& artifact) {
  if (artifact.type == nullptr || !artifact.type->is("tosca.artifacts.Deployment.Image.Container.Docker")) {
    const Value path = call.evaluator.special_key(artifact, ".path", call.where);
    return path.is_string() ? path_value(call, path.as_string()).with_sensitive(path.sensitive()) : Value();
  }
  const Value name = call.evaluator.plain(call.evaluator.special_key(artifact, ".file", call.where));
  return name.is_string() ? image_named(name.as_string()).with_sensitive(name.sensitive()) : Value();
}

// The artifact of that name on the node that is being evaluated, or on its owner; null when absent.
Resource* own_artifact(const UnfurlCall& call, std::string_view name) {
  const Resource& current = *call.scope.resource;
  const Resource* node = current.kind == ResourceKind::node ? &current : current.parent;
  return node != nullptr ? find_part(node->artifacts, name) : nullptr;
}

// `[ANON, name]`: the node's own artifact of that name, else the file of that name, as operations find their artifacts.
// The name may also be a map of a `file` and its `repository`.
Value anonymous_artifact(UnfurlCall& call, const Value& named) {
  const bool is_sensitive = holds_sensitive(named, call.context.budget);
  std::string_view repository;
  const Value* file = &named;
  if (named.is_map()) {
    repository = text_field(named.as_map(), "repository");
    file = named.as_map().find("file");
    if (file == nullptr) file = named.as_map().find("name");
  } else if (named.is_string()) {
    if (Resource* artifact = own_artifact(call, named.as_string())) return artifact_value(call, *artifact);
  }
  if (file == nullptr || !file->is_string()) wrong_form(call, 0, "ANON and the name or `file` of an artifact");
  const std::string_view path = file->as_string();
  if (path.empty()) return {};
  const std::string directory = directory_of(call.evaluator, call.scope, repository, call.where);
  return path_value(call, path_below(directory, path)).with_sensitive(is_sensitive);
}

// The first match that is an artifact, or a node that has an artifact of that name.
Value get_artifact(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const List& arguments = call.list(0);
  const bool is_anonymous = arguments.size() >= 2 && arguments[0].is_string() && arguments[0].as_string() == "ANON";
  if (is_anonymous) return arguments[1].is_null() ? Value() : anonymous_artifact(call, arguments[1]);
  if (arguments.size() < 2 || !arguments[1].is_string())
    wrong_form(call, 0, "a list of a node and the name of an artifact");
  const Value& node = arguments[0];
  if (node.is_null() || (node.is_string() && node.text_size() == 0)) {
    return marked_by_arguments(call, image_named(arguments[1].as_string()));
  }
  List found;
  if (node.is_string()) {
    found = query(call, start_of(call, node));
  } else {
    found.push_back(node);
  }
  for (const Value& match : found) {
    auto* resource = object_cast<Resource>(match);
    if (resource == nullptr) continue;
    if (resource->kind == ResourceKind::artifact) return artifact_value(call, *resource);
    for (Resource* artifact : resource->artifacts) {
      if (artifact->name == arguments[1].as_string()) return artifact_value(call, *artifact);
    }
  }
  return {};
}

Value get_ensemble_metadata(Call&) {
  return Value::map();
}

constexpr std::string_view tosca_shop = R"(node_types:
  tosca_shop.Server: {derived_from: tosca.nodes.Root}
  tosca_shop.Cache: {derived_from: tosca_shop.Server}
inputs: {region: eu}
instances:
  web:
    type: tosca_shop.Server
    attributes: {port: 80}
    artifacts: {image: {type: tosca.artifacts.Deployment.Image.Container.Docker, file: 'lib/nginx:1.2'}}
  cache: {type: tosca_shop.Cache, properties: {ports: [6379, 6380]}}
)";

constexpr Example get_input_examples[] = {{"get_input: region", tosca_shop, R"("eu")"},
                                          {"get_input: [zone, a]", tosca_shop, R"("a")"}};
constexpr Example get_attribute_examples[] = {{"get_attribute: [web, port]", tosca_shop, "80"},
                                              {"get_attribute: [web, .name]", tosca_shop, R"("web")"}};
constexpr Example get_property_examples[] = {{"get_property: [cache, ports, 1]", tosca_shop, "6380"}};
constexpr Example get_nodes_examples[] = {
    {"eval: {get_nodes_of_type: tosca_shop.Server}\nforeach: .name", tosca_shop, R"(["web", "cache"])"}};
constexpr Example get_artifact_examples[] = {
    {"get_artifact: [web, image]", tosca_shop, R"("lib/nginx:1.2")"},
    {"get_artifact: [null, 'lib/app:2']", tosca_shop, R"("lib/app:2")"},
    {"get_artifact: [ANON, web.conf]", tosca_shop, R"("/workspace/web.conf")"}};
constexpr Example metadata_examples[] = {{"eval: {get_ensemble_metadata: null}", "", "{}"}};

}  // namespace

std::span<const Function> topology_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "get_input(name: any) -> any",
       .summary = "The value of an input of the topology.",
       .details = "The argument is a name, or a name and a default; an input that is not declared and has no default "
                  "is an error. May stand without `eval`.",
       .examples = get_input_examples,
       .call = get_input},
      {.kind = "function",
       .signature = "get_attribute(path: list) -> any",
       .summary =
           "An attribute of a node, of one of its capabilities, or of the capability that a requirement is bound to.",
       .details = "The path is [node, attribute] or [node, requirement or capability, attribute, key…]. The node is a "
                  "name, or SELF, SOURCE, TARGET, HOST (the nodes it is hosted on), ORCHESTRATOR or OPERATION_HOST. "
                  "May stand without `eval`.",
       .examples = get_attribute_examples,
       .call = get_attribute},
      {.kind = "function",
       .signature = "get_property(path: list) -> any",
       .summary = "A property as the template or its type defines it.",
       .details = "The path is as for `get_attribute`. Never marked as sensitive; an unknown node or property is an "
                  "error. May stand without `eval`.",
       .examples = get_property_examples,
       .call = get_property},
      {.kind = "function",
       .signature = "get_nodes_of_type(type: string) -> list",
       .summary = "All nodes of a type or of one that derives from it, in the order of the tree.",
       .details = "May stand without `eval`.",
       .examples = get_nodes_examples,
       .call = get_nodes_of_type},
      {.kind = "function",
       .signature = "get_artifact(path: list) -> any",
       .summary = "An artifact of a node: the name of a container image, or the absolute path of a file.",
       .details =
           "The path is [node, artifact], with the node as for `get_attribute`, or null to have the second read "
           "as the name of an image. With ANON it is an artifact of the current node, or else a file, which a map "
           "of `file` and `repository` may name. Null when there is no such artifact. May stand without `eval`.",
       .examples = get_artifact_examples,
       .call = get_artifact},
      {.kind = "function",
       .signature = "get_ensemble_metadata(key: any = null) -> map",
       .summary = "What a job knows of its ensemble; an empty map here, where no job runs.",
       .examples = metadata_examples,
       .call = get_ensemble_metadata},
  };
  return all;
}

}  // namespace evalground::unfurl
