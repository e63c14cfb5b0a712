#include "dialects/unfurl/description.hpp"

#include "dialects/unfurl/topology/solver.hpp"

namespace evalground::unfurl {

constexpr Option strict_option{
    .name = "strict",
    .usual = "true",
    .summary = "Fails where a template reads something that is missing, rather than printing its name.",
};

namespace {

constexpr std::string_view operations[] = {"evaluate", "expand", "restore"};
constexpr std::string_view extensions[] = {"yaml", "yml", "json"};
constexpr Input inputs[] = {
    vars_input,
    {"inputs", "Inputs", "Values for the inputs that the document declares."},
    env_input,
    secrets_input,
};
constexpr Option options[] = {strict_option, solver_option, quirks_option};
constexpr Embedding embedding{
    .directives = R"(^(?!\+\?$)\+(?:[%&]|(?=.)\??(?:include[\w-]*)?(?:\*[^/]*)?\.*(?:\/.*)?)$)",
    .keywords = "^(?:eval|ref|foreach|select)$",
    .expressions = "^(?:eval|ref|foreach|select)$",
    .calls = "^(?:eval|ref)$",
    .besides = "^(?:eval|ref|foreach|select|vars|trace|strict|base_dir)$",
};
constexpr PathRoot roots[] = {{"instances", ""}, {"outputs", "::root::outputs"}};
// `plain_key` matches keys that a query accepts without quotes and reads as text.
constexpr Notation notation{
    .by_key = "::*",
    .by_index = "::*",
    .plain_key = R"(^(?!\d+$)(?![!$.*+-])(?!.*(?:::|\?$))[^\s[\]=]+$)",
    .roots = roots,
};
constexpr Mark marks[] = {
    {R"(^(?:tosca_definitions_version\s*:|kind\s*:\s*["']?Ensemble\b|apiVersion\s*:\s*["']?unfurl\/))", 60},
    {R"(^\s*(?:- )?(?:["']?eval["']?\s*:|["']?\+(?:include|\*|\/|%))|\{\s*eval\s*:)", 30},
};

// Keys, types and names of topologies.
constexpr std::string_view words[] = {
    "tosca_definitions_version tosca_simple_yaml_1_3 unfurl ensemble spec status topology_template node_templates",
    "node_types relationship_types relationship_templates data_types artifact_types capability_types interface_types",
    "policy_types group_types derived_from properties attributes requirements capabilities interfaces artifacts node",
    "relationship capability operation operations inputs outputs input output instances instance deployment_blueprints",
    "type description default constraints metadata imports repositories service_template apiVersion kind Ensemble",
    "tosca nodes Root Compute SoftwareComponent Database DBMS WebServer WebApplication datatypes relationships",
    "substitution_mappings topology eval get_env get_input get_attribute get_property concat token q query ref select",
    "types templates groups policies triggers workflows entry_schema equal greater_than greater_or_equal less_than api",
    "less_or_equal in_range valid_values min_length max_length pattern schema tosca_simple_unfurl_1_0_0 title "
    "dsl_definitions",
    "Standard configure create start stop delete install operator readyState lifecycle resource root NODES OWNER SELF "
    "HOST",
    "enum const minimum maximum anyOf allOf oneOf additionalProperties minItems maxItems uniqueItems format",
    "SOURCE TARGET ORCHESTRATOR foreach vars trace strict expand merge merge_with when_missing anchor replaceAll "
    "whiteout"};

constexpr Original original{.name = "Unfurl", .never = "works on a deployment"};

constexpr GraphPart graph_parts[] = {
    {.kind = "resource", .shown = "resource", .is_cluster = true},
    {.kind = "requirement", .link = GraphLink::to_value, .edge = "requirement"},
};
constexpr GraphRule graph_rule{.parts = graph_parts, .root = "::root"};

}  // namespace

constexpr Description description{
    .title = "Unfurl",
    .monogram = "Un",
    .hue = 171,
    .summary = "Eval expressions and merge directives of Unfurl ensembles and TOSCA service templates",
    .operations = operations,
    .main = {"main.yaml", "ensemble", "yaml"},
    .extensions = extensions,
    .line_comment = "#",
    .inputs = inputs,
    .options = options,
    .limits = common_limits,
    .has_resources = true,
    .reads_yaml = "maps",
    .colours = "query",
    .embedding = &embedding,
    .notation = &notation,
    .marks = marks,
    .example = "web-shop",
    .words = words,
    .embeds = "ansible",
    .original = &original,
    .graph = &graph_rule,
};

}  // namespace evalground::unfurl
