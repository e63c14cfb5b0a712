// The keys of resources that start with a dot.
//
//   ::web::.parent::.name      the name of the node that contains `web`
//   ::web::.targets::db        the node that its requirement `db` is bound to
//
// Each key is one row of the table below: the kinds of resources that have it, its code, and its documentation with an
// example that is also a test. Special keys and attributes are separate: `.name` is the resource's name, `name` is an
// attribute of the document. An unknown special key is an error, while an unknown attribute has no match.
//
// Keys that give several resources keep the order of the document. Those that follow requirements (`.hosted_on`,
// `.configured_by`) may pass other nodes. They visit each node once, so cycles end.
//
// The keys are the properties of `EntityInstance` and its subclasses in Unfurl's runtime.py.
#include "dialects/unfurl/expression/special_keys.hpp"

#include <algorithm>
#include <array>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/expression/documented.hpp"
#include "dialects/unfurl/expression/resource_views.hpp"
#include "dialects/unfurl/expression/resource_walks.hpp"
#include "dialects/unfurl/files/directory.hpp"
#include "dialects/unfurl/files/file_format.hpp"
#include "dialects/unfurl/tosca/type_value.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "runtime/files.hpp"

namespace evalground::unfurl {
namespace {

// The kinds of resources that have a key; a set.
enum Kinds : std::uint8_t {
  on_root = 1,
  on_node = 2,
  on_capability = 4,
  on_relationship = 8,
  on_artifact = 16,
  on_all = 31
};

std::uint8_t kind_bit(ResourceKind kind) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
}

Value text_or_null(const Value& value) {
  return value.is_undefined() ? Value::null() : value;
}

// A number, and never its word: `{eq: [{eval: ::web::.status}, ok]}` is false also for a web that is ok.
Value status_value(Status status) {
  return Value::object(Ref<Object>(new Enumerated(static_cast<std::int64_t>(status), status_word(status))));
}

// A known word as an enumerated number, "required" when absent. Other values are returned unchanged.
Value priority_value(const Value& priority) {
  static constexpr std::string_view words[] = {"ignore", "optional", "required", "critical"};
  if (priority.is_undefined()) return Value::object(Ref<Object>(new Enumerated(2, words[2])));
  for (std::size_t index = 0; index < std::size(words); ++index) {
    if (priority.is_string() && priority.as_string() == words[index]) {
      return Value::object(Ref<Object>(new Enumerated(static_cast<std::int64_t>(index), words[index])));
    }
  }
  return priority;
}

Value artifact_field(Evaluator& evaluator, Resource& artifact, std::string_view name) {
  return text_or_null(evaluator.attribute(artifact, Value::string(name)));
}

// The absolute path of an artifact's file; nothing for an artifact without one.
std::optional<std::string> artifact_path(Evaluator& evaluator, Resource& artifact) {
  const Value file = artifact_field(evaluator, artifact, "file");
  if (!file.is_string()) return std::nullopt;
  return path_below(main_directory(evaluator.context), file.as_string());
}

// A type without bases and declarations: the root has no type in the document, and `~topology` stands for it.
Type named_type(std::string_view name) {
  Type type;
  type.name = type.own_name = name;
  return type;
}

constexpr std::string_view kind = "special-key";

// A key: the kinds of resources that have it, its code, and its documentation, whose signature begins with its name.
struct SpecialKey {
  using Get = Value (*)(Evaluator&, Resource&);

  constexpr SpecialKey(std::uint8_t kinds_, Get get_, Function entry_)
      : name(entry_.signature.substr(0, entry_.signature.find(' '))), kinds(kinds_), get(get_), entry(entry_) {}

  std::string_view name;
  std::uint8_t kinds;
  Get get;
  Function entry;
};

// The tree of the examples: web is hosted on host1, below which it also stands in the tree, and connects to maindb.
constexpr std::string_view tree = R"(node_types:
  shop.Web: {derived_from: tosca.nodes.Root}
instances:
  host1:
    attributes: {region: eu}
    instances:
      web:
        type: shop.Web
        readyState: {local: ok, state: started}
        attributes: {port: 80}
        requirements:
          - host: host1
          - db: maindb
        artifacts:
          conf: {type: tosca.artifacts.File, file: web.conf}
  maindb:
    readyState: error
    attributes: {port: 5432}
)";

constexpr Example self_examples[] = {{"::web::.::port", tree, "80"}};
constexpr Example parent_shortcut_examples[] = {{"::web::..::.name", tree, R"("host1")"}};
constexpr Example name_examples[] = {{"::web::.name", tree, R"("web")"}};
constexpr Example key_examples[] = {{"::web::.key", tree, R"("::web")"}};
constexpr Example tosca_id_examples[] = {{"::web::.tosca_id", tree, R"("::web")"}};
constexpr Example tosca_name_examples[] = {{"::web::.tosca_name", tree, R"("web")"}};
constexpr Example type_examples[] = {{"::web::.type", tree, R"("shop.Web")"}};
constexpr Example template_examples[] = {{"::web::.template::name", tree, R"("web")"}};
constexpr Example status_examples[] = {{"::web::.status", tree, "3"}};
constexpr Example local_status_examples[] = {{"::web::.local_status", tree, "1"}};
constexpr Example state_examples[] = {{"::web::.state", tree, "7"}};
constexpr Example priority_examples[] = {{"::web::.priority", tree, "2"}};
constexpr Example operational_examples[] = {{"::web::.operational", tree, "false"}};
constexpr Example readonly_examples[] = {{"::web::.readonly", tree, "false"}};
constexpr Example created_examples[] = {{"::web::.created", tree, "null"}};
constexpr Example protected_examples[] = {{"::web::.protected", tree, "null"}};
constexpr Example parent_examples[] = {{"::web::.parent::.name", tree, R"("host1")"}};
constexpr Example parents_examples[] = {{"::web::.parents::.name", tree, R"(["root", "host1"])"}};
constexpr Example ancestors_examples[] = {{"::web::.ancestors::.name", tree, R"(["web", "host1", "root"])"}};
constexpr Example root_examples[] = {{"::web::.root::.name", tree, R"("root")"}};
constexpr Example instances_examples[] = {{"::host1::.instances::.name", tree, R"("web")"}};
constexpr Example descendants_examples[] = {{"::host1::.descendants::.name", tree, R"(["host1", "web"])"}};
constexpr Example capabilities_examples[] = {{"::web::.capabilities::.name", tree, R"("feature")"}};
constexpr Example requirements_examples[] = {{"::web::.requirements::.name", tree, R"(["host", "db"])"}};
constexpr Example artifacts_examples[] = {{"::web::.artifacts::conf::.name", tree, R"("conf")"}};
constexpr Example relationships_examples[] = {{"::maindb::.capabilities::.relationships::.name", tree, R"("db")"}};
constexpr Example source_examples[] = {{"::web::.requirements::[.name=db]::.source::.name", tree, R"("web")"}};
constexpr Example target_examples[] = {{"::web::.requirements::[.name=db]::.target::.name", tree, R"("maindb")"}};
constexpr Example capability_examples[] = {
    {"::web::.requirements::[.name=db]::.capability::.name", tree, R"("feature")"}};
constexpr Example targets_examples[] = {{"::web::.targets::db::.name", tree, R"("maindb")"}};
constexpr Example sources_examples[] = {{"::maindb::.sources::db::.name", tree, R"("web")"}};
constexpr Example hosted_on_examples[] = {{"::web::.hosted_on::.name", tree, R"("host1")"}};
constexpr Example configured_by_examples[] = {{"::web::.configured_by::.name", tree, "null"}};
constexpr Example owner_examples[] = {{"::web::.requirements::[.name=db]::.owner::.name", tree, R"("web")"}};
constexpr Example attributes_examples[] = {{"::host1::.attributes", tree, R"({"region": "eu"})"}};
constexpr Example names_examples[] = {{"::web::.names::port", tree, "80"}};
constexpr Example repository_examples[] = {{"::web::.repository", tree, "null"}};
constexpr Example deployment_examples[] = {{"::web::.deployment", tree, R"("workspace")"}};
constexpr Example uri_examples[] = {{"::web::.uri", tree, "null"}};
constexpr Example apex_examples[] = {{"::web::.apex::.name", tree, R"("root")"}};
constexpr Example base_dir_examples[] = {{"::web::.base_dir", tree, R"("/workspace")"}};
constexpr Example super_examples[] = {{"::web::.super", tree, R"({})"}};
constexpr Example file_examples[] = {{"::web::.artifacts::conf::.file", tree, R"("web.conf")"}};
constexpr Example path_examples[] = {{"::web::.artifacts::conf::.path", tree, R"("/workspace/web.conf")"}};
constexpr Example deploy_path_examples[] = {{"::web::.artifacts::conf::.deploy_path", tree, "null"}};
constexpr Example intent_examples[] = {{"::web::.artifacts::conf::.intent", tree, "null"}};
constexpr Example permissions_examples[] = {{"::web::.artifacts::conf::.permissions", tree, "null"}};
constexpr Example order_examples[] = {{"::web::.artifacts::conf::.order", tree, "null"}};
constexpr Example all_examples[] = {{".all::maindb::.name", tree, R"("maindb")"}};

constexpr std::string_view descendants_aliases[] = {".descendents"};

// special_key() passes over rows for other kinds of resources, so a name may have a row for each kind.
constexpr SpecialKey special_keys[] = {
    {on_all,
     [](Evaluator&, Resource& resource) { return resource_value(&resource); },
     {.kind = kind, .signature = ". -> any", .summary = "The value itself.", .examples = self_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return resource_value(resource.parent); },
     {.kind = kind,
      .signature = ".. -> resource",
      .summary = "The parent; null for the root.",
      .examples = parent_shortcut_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return Value::string(resource.name); },
     {.kind = kind, .signature = ".name -> string", .summary = "The name.", .examples = name_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return Value::string(resource.key()); },
     {.kind = kind,
      .signature = ".key -> string",
      .summary = "The text that identifies the value in results.",
      .examples = key_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return Value::string(resource.key()); },
     {.kind = kind,
      .signature = ".tosca_id -> string",
      .summary = "The same as `.key`.",
      .examples = tosca_id_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) {
       return Value::string(resource.template_name.empty() ? resource.name : resource.template_name);
     },
     {.kind = kind,
      .signature = ".tosca_name -> string",
      .summary = "The name of its template.",
      .examples = tosca_name_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) {
       static const Type topology = named_type("~topology");
       return Value::object(Ref<Object>(new TypeValue(resource.type != nullptr ? *resource.type : topology)));
     },
     {.kind = kind,
      .signature = ".type -> type",
      .summary = "The type; a test such as `[.type=T]` is true for derived types too.",
      .examples = type_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return Value::object(Ref<Object>(new TemplateView(evaluator, resource)));
     },
     {.kind = kind,
      .signature = ".template -> template",
      .summary = "The template: `.template::name`, `.template::type`, and its properties.",
      .examples = template_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return status_value(effective_status(resource, evaluator.context.budget));
     },
     {.kind = kind,
      .signature = ".status -> status",
      .summary = "The status with that of the parent and of the targets of requirements taken in: unknown 0, ok 1, "
                 "degraded 2, error 3, pending 4, absent 5.",
      .examples = status_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return resource.status ? status_value(*resource.status) : Value::null(); },
     {.kind = kind,
      .signature = ".local_status -> status",
      .summary = "The status as recorded.",
      .examples = local_status_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) {
       if (!resource.state) return Value::null();
       return Value::object(
           Ref<Object>(new Enumerated(static_cast<std::int64_t>(*resource.state), state_word(*resource.state))));
     },
     {.kind = kind,
      .signature = ".state -> state",
      .summary = "The state: initial 1, creating 2, created 3, configuring 4, configured 5, starting 6, started 7, "
                 "stopping 8, stopped 9, deleting 10, deleted 11, error 12.",
      .examples = state_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return priority_value(resource.priority); },
     {.kind = kind,
      .signature = ".priority -> any",
      .summary = "The priority as recorded: ignore 0, optional 1, required 2 (also without a record), critical 3.",
      .examples = priority_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource& resource) {
       const Status status = effective_status(resource, evaluator.context.budget);
       return Value::boolean(status == Status::ok || status == Status::degraded);
     },
     {.kind = kind,
      .signature = ".operational -> boolean",
      .summary = "Whether the status is ok or degraded.",
      .examples = operational_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) {
       return resource.readonly.is_undefined() ? Value::boolean(false) : resource.readonly;
     },
     {.kind = kind,
      .signature = ".readonly -> boolean",
      .summary = "Whether it is recorded as one that nothing may change.",
      .examples = readonly_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return text_or_null(resource.created); },
     {.kind = kind,
      .signature = ".created -> any",
      .summary = "Whether, or by what, it was created, as recorded; or null.",
      .examples = created_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return text_or_null(resource.is_protected); },
     {.kind = kind,
      .signature = ".protected -> any",
      .summary = "Whether it must not be deleted, as recorded; or null.",
      .examples = protected_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return resource_value(resource.parent); },
     {.kind = kind, .signature = ".parent -> resource", .summary = "The parent.", .examples = parent_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) {
       List parents;
       for (Resource* parent = resource.parent; parent != nullptr; parent = parent->parent) {
         parents.push_back(resource_value(parent));
       }
       std::reverse(parents.begin(), parents.end());
       return Value::list(std::move(parents));
     },
     {.kind = kind,
      .signature = ".parents -> list",
      .summary = "The root, …, the parent.",
      .examples = parents_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) { return ancestors(resource); },
     {.kind = kind,
      .signature = ".ancestors -> list",
      .summary = "The resource, its parent, …, the root.",
      .examples = ancestors_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource&) { return resource_value(&evaluator.tree.root()); },
     {.kind = kind, .signature = ".root -> resource", .summary = "The root of the tree.", .examples = root_examples}},
    {on_root | on_node,
     [](Evaluator&, Resource& resource) { return resource_list(resource.children); },
     {.kind = kind, .signature = ".instances -> list", .summary = "The children.", .examples = instances_examples}},
    {on_all,
     descendants,
     {.kind = kind,
      .signature = ".descendants -> list",
      .summary = "The resource and all below it, in the order of the tree.",
      .aliases = descendants_aliases,
      .examples = descendants_examples}},
    {on_node,
     [](Evaluator&, Resource& node) { return resource_list(node.capabilities); },
     {.kind = kind,
      .signature = ".capabilities -> list",
      .summary = "The capabilities of a node.",
      .examples = capabilities_examples}},
    {on_node | on_root,
     [](Evaluator&, Resource& node) { return resource_list(node.requirements); },
     {.kind = kind,
      .signature = ".requirements -> list",
      .summary = "The relationships of a node to its targets.",
      .examples = requirements_examples}},
    {on_node | on_root,
     [](Evaluator&, Resource& node) {
       Map artifacts;
       for (Resource* artifact : node.artifacts) artifacts.set(artifact->name, resource_value(artifact));
       return Value::map(std::move(artifacts));
     },
     {.kind = kind,
      .signature = ".artifacts -> map",
      .summary = "The artifacts of a node by name.",
      .examples = artifacts_examples}},
    {on_node | on_capability,
     [](Evaluator&, Resource& resource) { return resource_list(resource.relationships); },
     {.kind = kind,
      .signature = ".relationships -> list",
      .summary = "Of a capability: the relationships that target it.",
      .examples = relationships_examples}},
    {on_relationship,
     [](Evaluator&, Resource& relationship) { return resource_value(relationship.parent); },
     {.kind = kind,
      .signature = ".source -> resource",
      .summary = "Of a relationship: the node that has the requirement.",
      .examples = source_examples}},
    {on_relationship,
     [](Evaluator&, Resource& relationship) { return resource_value(relationship.target); },
     {.kind = kind,
      .signature = ".target -> resource",
      .summary = "Of a relationship: the node that it leads to.",
      .examples = target_examples}},
    {on_relationship,
     [](Evaluator&, Resource& relationship) { return resource_value(relationship.capability); },
     {.kind = kind,
      .signature = ".capability -> resource",
      .summary = "Of a relationship: the capability that it is bound to.",
      .examples = capability_examples}},
    {on_node,
     [](Evaluator&, Resource& node) {
       return nodes_by_name(node.requirements, [](Resource& relationship) { return relationship.target; });
     },
     {.kind = kind,
      .signature = ".targets -> map",
      .summary = "The target nodes by the names of the requirements; a list where there are several.",
      .examples = targets_examples}},
    {on_node,
     [](Evaluator&, Resource& node) {
       return nodes_by_name(node.relationships, [](Resource& relationship) { return relationship.parent; });
     },
     {.kind = kind,
      .signature = ".sources -> map",
      .summary = "The nodes whose requirements lead here, by the names of the requirements.",
      .examples = sources_examples}},
    {on_node,
     [](Evaluator& evaluator, Resource& node) {
       return reached_nodes(
           evaluator, node, [](Resource& from) -> const std::vector<Resource*>& { return from.requirements; },
           [](Resource& relationship) { return relationship.target; }, is_hosting);
     },
     {.kind = kind,
      .signature = ".hosted_on -> list",
      .summary = "The nodes reached by requirements named `host` or of type HostedOn, directly or by way of others.",
      .examples = hosted_on_examples}},
    {on_node,
     [](Evaluator& evaluator, Resource& node) {
       return reached_nodes(
           evaluator, node, [](Resource& from) -> const std::vector<Resource*>& { return from.relationships; },
           [](Resource& relationship) { return relationship.parent; }, is_configuring);
     },
     {.kind = kind,
      .signature = ".configured_by -> list",
      .summary = "The nodes that configure this one, directly or by way of others.",
      .examples = configured_by_examples}},
    {on_all,
     [](Evaluator&, Resource& resource) {
       const bool is_part = resource.kind != ResourceKind::root && resource.kind != ResourceKind::node;
       return resource_value(is_part ? resource.parent : &resource);
     },
     {.kind = kind,
      .signature = ".owner -> resource",
      .summary = "The node that a capability, relationship or artifact belongs to; a node itself.",
      .examples = owner_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return Value::object(Ref<Object>(new AttributeView(evaluator, resource)));
     },
     {.kind = kind, .signature = ".attributes -> map", .summary = "All attributes.", .examples = attributes_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return Value::object(Ref<Object>(new NamesView(evaluator, resource)));
     },
     {.kind = kind,
      .signature = ".names -> map",
      .summary =
          "The attributes, and by name the capabilities that requirements are bound to, and the own capabilities.",
      .examples = names_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return resource.kind == ResourceKind::artifact ? artifact_field(evaluator, resource, "repository")
                                                      : Value::null();
     },
     {.kind = kind,
      .signature = ".repository -> any",
      .summary = "The repository of an artifact, or null.",
      .examples = repository_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource&) { return Value::string(base_name(main_directory(evaluator.context))); },
     {.kind = kind,
      .signature = ".deployment -> string",
      .summary = "The name of the folder of the ensemble.",
      .examples = deployment_examples}},
    {on_all,
     [](Evaluator&, Resource&) { return Value::null(); },
     {.kind = kind,
      .signature = ".uri -> any",
      .summary = "The URI of the ensemble, or null.",
      .examples = uri_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource&) { return resource_value(&evaluator.tree.root()); },
     {.kind = kind,
      .signature = ".apex -> resource",
      .summary = "The root of the outermost topology.",
      .examples = apex_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource&) { return Value::string(main_directory(evaluator.context)); },
     {.kind = kind,
      .signature = ".base_dir -> string",
      .summary = "The folder of the ensemble.",
      .examples = base_dir_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return Value::object(Ref<Object>(new InheritedView(evaluator, resource)));
     },
     {.kind = kind,
      .signature = ".super -> map",
      .summary = "The defaults that properties would have without the template, or without the type where that has it.",
      .examples = super_examples}},
    {on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "file"); },
     {.kind = kind,
      .signature = ".file -> string",
      .summary = "Of an artifact: its file as written.",
      .examples = file_examples}},
    {on_artifact,
     [](Evaluator& evaluator, Resource& artifact) {
       const auto path = artifact_path(evaluator, artifact);
       return path ? Value::string(*path) : Value::null();
     },
     {.kind = kind,
      .signature = ".path -> string",
      .summary = "Of an artifact: its file as an absolute path.",
      .examples = path_examples}},
    // Not documented.
    {on_artifact,
     [](Evaluator& evaluator, Resource& artifact) {
       const auto path = artifact_path(evaluator, artifact);
       return path ? read_file(evaluator.context, *path, {}, artifact.where) : Value::null();
     },
     {.kind = kind, .signature = ".contents -> any", .summary = {}}},
    {on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "deploy_path"); },
     {.kind = kind,
      .signature = ".deploy_path -> string",
      .summary = "Of an artifact: where it is put.",
      .examples = deploy_path_examples}},
    {on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "intent"); },
     {.kind = kind,
      .signature = ".intent -> string",
      .summary = "Of an artifact: what it is for.",
      .examples = intent_examples}},
    {on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "permissions"); },
     {.kind = kind,
      .signature = ".permissions -> string",
      .summary = "Of an artifact: the permissions of its file.",
      .examples = permissions_examples}},
    {on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "order"); },
     {.kind = kind,
      .signature = ".order -> integer",
      .summary = "Of an artifact: its place among others.",
      .examples = order_examples}},
    {on_all,
     [](Evaluator& evaluator, Resource&) { return Value::object(Ref<Object>(new AllResources(evaluator.tree))); },
     {.kind = kind,
      .signature = ".all -> map",
      .summary = "Every node and the root by name, in the order of the tree.",
      .examples = all_examples}},
};

constexpr auto special_entries = documented_entries<special_keys>();

// A name of a key, which may be an alias. Kept in one dense array, because each look-up scans it.
struct KeyName {
  std::string_view name;
  std::size_t row = 0;
};

constexpr auto key_names = [] {
  constexpr std::size_t count = [] {
    std::size_t names = 0;
    for (const SpecialKey& key : special_keys) names += 1 + key.entry.aliases.size();
    return names;
  }();
  std::array<KeyName, count> names{};
  std::size_t place = 0;
  for (std::size_t row = 0; row < std::size(special_keys); ++row) {
    names[place++] = {special_keys[row].name, row};
    for (const std::string_view alias : special_keys[row].entry.aliases) names[place++] = {alias, row};
  }
  return names;
}();

}  // namespace

// The rows as entries of the catalogue, for hovers, completion and the reference. They have no code of their own.
std::span<const Function> special_key_entries() {
  return special_entries;
}

std::vector<std::string_view> special_key_names() {
  std::vector<std::string_view> names;
  for (const KeyName& one : key_names) names.push_back(one.name);
  return names;
}

// A key that exists only on other kinds of resources is as unknown as one that does not exist at all.
Value Evaluator::special_key(Resource& resource, std::string_view name, OriginId where) {
  for (const KeyName& one : key_names) {
    if (one.name != name) continue;
    const SpecialKey& key = special_keys[one.row];
    if ((key.kinds & kind_bit(resource.kind)) != 0) return key.get(*this, resource);
  }
  context.fail_name(where, "unknown-special-key", "Unknown special key " + quote(name) + " on " + resource.key() + ".",
                    name, nearest(name, special_key_names()));
}

Value Evaluator::member(Resource& resource, const Value& key) {
  if (key.is_string() && key.as_string().starts_with('.')) return special_key(resource, key.as_string(), 0);
  return attribute(resource, key);
}

}  // namespace evalground::unfurl
