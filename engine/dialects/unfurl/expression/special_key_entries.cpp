// The documentation of the keys that start with a dot; special_keys.cpp evaluates them.
#include "dialects/unfurl/functions/families.hpp"

namespace evalground::unfurl {
namespace {

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
constexpr Example priority_examples[] = {{"::web::.priority", tree, "null"}};
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

}  // namespace

std::span<const Function> special_keys() {
  static constexpr Function all[] = {
      {.kind = "special-key", .signature = ". -> any", .summary = "The value itself.", .examples = self_examples},
      {.kind = "special-key",
       .signature = ".. -> resource",
       .summary = "The parent; null for the root.",
       .examples = parent_shortcut_examples},
      {.kind = "special-key", .signature = ".name -> string", .summary = "The name.", .examples = name_examples},
      {.kind = "special-key",
       .signature = ".key -> string",
       .summary = "The text that names it in results.",
       .examples = key_examples},
      {.kind = "special-key",
       .signature = ".tosca_id -> string",
       .summary = "The same as `.key`.",
       .examples = tosca_id_examples},
      {.kind = "special-key",
       .signature = ".tosca_name -> string",
       .summary = "The name of its template.",
       .examples = tosca_name_examples},
      {.kind = "special-key",
       .signature = ".type -> type",
       .summary = "The type; a test such as `[.type=T]` is true for derived types too.",
       .examples = type_examples},
      {.kind = "special-key",
       .signature = ".template -> template",
       .summary = "The template: `.template::name`, `.template::type`, and its properties.",
       .examples = template_examples},
      {.kind = "special-key",
       .signature = ".status -> status",
       .summary = "The status with that of the parent and of the targets of requirements taken in: unknown 0, ok 1, "
                  "degraded 2, error 3, pending 4, absent 5.",
       .examples = status_examples},
      {.kind = "special-key",
       .signature = ".local_status -> status",
       .summary = "The status as recorded.",
       .examples = local_status_examples},
      {.kind = "special-key",
       .signature = ".state -> state",
       .summary = "The state: initial 1, creating 2, created 3, configuring 4, configured 5, starting 6, started 7, "
                  "stopping 8, stopped 9, deleting 10, deleted 11, error 12.",
       .examples = state_examples},
      {.kind = "special-key",
       .signature = ".priority -> any",
       .summary = "The priority as recorded, or null.",
       .examples = priority_examples},
      {.kind = "special-key",
       .signature = ".operational -> boolean",
       .summary = "Whether the status is ok or degraded.",
       .examples = operational_examples},
      {.kind = "special-key",
       .signature = ".readonly -> boolean",
       .summary = "Whether it is recorded as one that nothing may change.",
       .examples = readonly_examples},
      {.kind = "special-key",
       .signature = ".created -> any",
       .summary = "Whether, or by what, it was created, as recorded; or null.",
       .examples = created_examples},
      {.kind = "special-key",
       .signature = ".protected -> any",
       .summary = "Whether it must not be deleted, as recorded; or null.",
       .examples = protected_examples},
      {.kind = "special-key",
       .signature = ".parent -> resource",
       .summary = "The parent.",
       .examples = parent_examples},
      {.kind = "special-key",
       .signature = ".parents -> list",
       .summary = "The root, …, the parent.",
       .examples = parents_examples},
      {.kind = "special-key",
       .signature = ".ancestors -> list",
       .summary = "The resource, its parent, …, the root.",
       .examples = ancestors_examples},
      {.kind = "special-key",
       .signature = ".root -> resource",
       .summary = "The root of the tree.",
       .examples = root_examples},
      {.kind = "special-key",
       .signature = ".instances -> list",
       .summary = "The children.",
       .examples = instances_examples},
      {.kind = "special-key",
       .signature = ".descendants -> list",
       .summary = "The resource and all below it, in the order of the tree.",
       .aliases = descendants_aliases,
       .examples = descendants_examples},
      {.kind = "special-key",
       .signature = ".capabilities -> list",
       .summary = "The capabilities of a node.",
       .examples = capabilities_examples},
      {.kind = "special-key",
       .signature = ".requirements -> list",
       .summary = "The relationships of a node to its targets.",
       .examples = requirements_examples},
      {.kind = "special-key",
       .signature = ".artifacts -> map",
       .summary = "The artifacts of a node by name.",
       .examples = artifacts_examples},
      {.kind = "special-key",
       .signature = ".relationships -> list",
       .summary = "Of a capability: the relationships that target it.",
       .examples = relationships_examples},
      {.kind = "special-key",
       .signature = ".source -> resource",
       .summary = "Of a relationship: the node that has the requirement.",
       .examples = source_examples},
      {.kind = "special-key",
       .signature = ".target -> resource",
       .summary = "Of a relationship: the node that it leads to.",
       .examples = target_examples},
      {.kind = "special-key",
       .signature = ".capability -> resource",
       .summary = "Of a relationship: the capability that it is bound to.",
       .examples = capability_examples},
      {.kind = "special-key",
       .signature = ".targets -> map",
       .summary = "The target nodes by the names of the requirements; a list where there are several.",
       .examples = targets_examples},
      {.kind = "special-key",
       .signature = ".sources -> map",
       .summary = "The nodes whose requirements lead here, by the names of the requirements.",
       .examples = sources_examples},
      {.kind = "special-key",
       .signature = ".hosted_on -> list",
       .summary = "The nodes reached by requirements named `host` or of type HostedOn, directly or by way of others.",
       .examples = hosted_on_examples},
      {.kind = "special-key",
       .signature = ".configured_by -> list",
       .summary = "The nodes that configure this one, directly or by way of others.",
       .examples = configured_by_examples},
      {.kind = "special-key",
       .signature = ".owner -> resource",
       .summary = "The node that a capability, relationship or artifact belongs to; a node itself.",
       .examples = owner_examples},
      {.kind = "special-key",
       .signature = ".attributes -> map",
       .summary = "All attributes.",
       .examples = attributes_examples},
      {.kind = "special-key",
       .signature = ".names -> map",
       .summary =
           "The attributes, and by name the capabilities that requirements are bound to, and the own capabilities.",
       .examples = names_examples},
      {.kind = "special-key",
       .signature = ".repository -> any",
       .summary = "The repository of an artifact, or null.",
       .examples = repository_examples},
      {.kind = "special-key",
       .signature = ".deployment -> string",
       .summary = "The name of the folder of the ensemble.",
       .examples = deployment_examples},
      {.kind = "special-key",
       .signature = ".uri -> any",
       .summary = "The URI of the ensemble, or null.",
       .examples = uri_examples},
      {.kind = "special-key",
       .signature = ".apex -> resource",
       .summary = "The root of the outermost topology.",
       .examples = apex_examples},
      {.kind = "special-key",
       .signature = ".base_dir -> string",
       .summary = "The folder of the ensemble.",
       .examples = base_dir_examples},
      {.kind = "special-key",
       .signature = ".super -> map",
       .summary = "The defaults that the base type gives to the properties.",
       .examples = super_examples},
      {.kind = "special-key",
       .signature = ".file -> string",
       .summary = "Of an artifact: its file as written.",
       .examples = file_examples},
      {.kind = "special-key",
       .signature = ".path -> string",
       .summary = "Of an artifact: its file as an absolute path.",
       .examples = path_examples},
      {.kind = "special-key",
       .signature = ".deploy_path -> string",
       .summary = "Of an artifact: where it is put.",
       .examples = deploy_path_examples},
      {.kind = "special-key",
       .signature = ".intent -> string",
       .summary = "Of an artifact: what it is for.",
       .examples = intent_examples},
      {.kind = "special-key",
       .signature = ".permissions -> string",
       .summary = "Of an artifact: the permissions of its file.",
       .examples = permissions_examples},
      {.kind = "special-key",
       .signature = ".order -> integer",
       .summary = "Of an artifact: its place among others.",
       .examples = order_examples},
      {.kind = "special-key",
       .signature = ".all -> map",
       .summary = "Every node and the root by name, in the order of the tree.",
       .examples = all_examples},
  };
  return all;
}

}  // namespace evalground::unfurl
