#include "dialects/heat/description.hpp"

namespace evalground::heat {

constexpr Option stack_name_option{
    .name = "stack_name",
    .type = OptionType::text,
    .usual = "stack",
    .summary = "The pseudo parameter `OS::stack_name`.",
};
constexpr Option stack_id_option{
    .name = "stack_id",
    .type = OptionType::text,
    .usual = "00000000-0000-0000-0000-000000000000",
    .summary = "The pseudo parameter `OS::stack_id`.",
};
constexpr Option project_id_option{
    .name = "project_id",
    .type = OptionType::text,
    .usual = "00000000000000000000000000000000",
    .summary = "The pseudo parameter `OS::project_id`.",
};

namespace {

constexpr std::string_view extensions[] = {"yaml", "yml", "json"};
constexpr Input inputs[] = {
    {"inputs", "Parameters", "Values for the inputs that the document declares.", true},
    {"attributes", "Attributes", "Attributes that resources would have once they exist, and their id."},
};
constexpr Option options[] = {stack_name_option, stack_id_option, project_id_option, quirks_option};
constexpr std::string_view limits[] = {"steps", "depth", "memory", "output", "iterators"};
constexpr Embedding embedding{.expressions = "^expression$"};  // the argument of `yaql`
constexpr Mark marks[] = {{R"(^heat_template_version\s*:)", 100}};

constexpr Intake intakes[] = {
    {"heat-stack",
     R"re((?<![\s\S])\s*\{(?=[\s\S]*"stack_name"\s*:)(?=[\s\S]*"(?:parameters|outputs|stack_status)"\s*:))re"},
    {"heat-environment",
     R"(^(?:parameters|parameter_defaults|resource_registry|encrypted_param_names|event_sinks)\s*:)"},
};

// Keys, types and constraints that templates use.
constexpr std::string_view words[] = {
    "heat_template_version parameters parameter_groups resources conditions OS Nova Server Neutron Net Subnet Port "
    "Cinder",
    "Volume Heat ResourceGroup RandomString Value Stack SoftwareConfig SoftwareDeployment Key comma_delimited_list "
    "hidden",
    "immutable label allowed_values allowed_pattern range min max modulo depends_on deletion_policy update_policy",
    "get_resource get_param get_attr get_file list_join repeat resource_facade str_replace yaql expression data params",
    "for_each each id mac error ok pending unknown action artifact docker sha aes kb mb gb tb kib mib gib tib hz khz "
    "mhz ghz",
    "parameter_defaults resource_registry event_sinks environment wocky xena train ussuri rocky queens pike ocata "
    "newton"};

constexpr Prose aliases[] = {"hot"};

constexpr Original original{
    .name = "Heat",
    .asked =
        "the classes of `python3-heat`, without a server; `attributes` of the workspace are those of the resources",
};

constexpr GraphPart graph_parts[] = {
    {.kind = "resource", .shown = "resource"},
    {.kind = "output", .shown = "output"},
};
constexpr std::string_view graph_symbols[] = {"resource", "output"};
constexpr std::string_view graph_links[] = {"depends_on", "get_resource", "get_attr", "Ref",
                                            "Fn::GetAtt", "get_file",     "type"};
constexpr GraphRule graph_rule{
    .parts = graph_parts, .symbols = graph_symbols, .links = graph_links, .file = "template"};

}  // namespace

constexpr Description description{
    .title = "Heat",
    .monogram = "He",
    .hue = 29,
    .summary = "OpenStack Heat orchestration templates, with their parameters, conditions and outputs",
    .operations = only_evaluate,
    .main = {"main.yaml", "template", "yaml"},
    .extensions = extensions,
    .aliases = aliases,
    .line_comment = "#",
    .inputs = inputs,
    .options = options,
    .limits = limits,
    .memory_is_quota = true,
    .tree = "Template",
    .reads_yaml = "everything",
    .embedding = &embedding,
    .marks = marks,
    .intakes = intakes,
    .words = words,
    .embeds = "yaql",
    .original = &original,
    .graph = &graph_rule,
};

}  // namespace evalground::heat
