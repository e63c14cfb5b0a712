#include "dialects/dcontroller/description.hpp"

#include "dialects/dcontroller/expression/versions.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::string_view extensions[] = {"yaml", "yml", "json"};
constexpr Input inputs[] = {data_input, {"local", "Local $$", "The value that expressions read as $$."}};
constexpr Option options[] = {reference_option, quirks_option};
constexpr Embedding embedding{.functions = "^@", .scalars = R"(^["']?\$\$?\.)"};
constexpr Notation notation{
    .by_key = ".*",
    .by_index = "[*]",
    .plain_key = R"(^[a-zA-Z_]\w*$)",
    .other_key = "['*']",
    .plain = R"(^\$[\w$]*(?:\.\w+|\[\d+\])*$)",
    .operators = "@",
};
constexpr Mark marks[] = {
    {R"(^\s*(?:- )?["']?@[a-z]+["']?\s*:|["']@[a-z]+["']\s*:|^kind\s*:\s*Operator\b)", 20},
};

constexpr Intake intakes[] = {
    {"kubernetes-objects", R"(^kind:\s*["']?List["']?\s*$|"kind"\s*:\s*"List"|^---[^\n]*\n(?:#[^\n]*\n)*apiVersion:)"},
};

// Keys of pipelines and of Kubernetes objects.
constexpr std::string_view words[] = {
    "apiVersion kind metadata spec labels annotations namespace status Pod Service Deployment ConfigMap Secret Node "
    "Job",
    "pipeline sources target source projection selection aggregation unwind gather demux mux controllers Operator View",
    "apps batch core dcontroller replicas containers container image ports"};

constexpr Prose aliases[] = {"delta-controller"};

constexpr Original original{.name = "Δ-controller", .never = "works on a cluster"};

constexpr GraphPart graph_parts[] = {
    {.kind = "group", .type = "Operator", .is_only_cluster = true},
    {.kind = "controller", .is_only_cluster = true},
    {.kind = "source", .shown = "kind", .link = GraphLink::source, .is_one_by_name = true},
    {.kind = "stage", .shown = "stage", .link = GraphLink::step, .edge = "then"},
    {.kind = "target", .shown = "kind", .link = GraphLink::target, .edge = "writes", .is_one_by_name = true},
};
constexpr GraphRule graph_rule{.parts = graph_parts};

}  // namespace

constexpr Description description{
    .title = "Δ-controller",
    .monogram = "Δ",
    .hue = 287,
    .summary = "Expressions and pipelines over Kubernetes objects",
    .operations = only_evaluate,
    .main = {"main.yaml", "operator", "yaml"},
    .extensions = extensions,
    .aliases = aliases,
    .line_comment = "#",
    .inputs = inputs,
    .options = options,
    .limits = common_limits,
    .tree = "Expression and data",
    .dollar = "data",
    .reads_yaml = "everything",
    .embedding = &embedding,
    .notation = &notation,
    .marks = marks,
    .intakes = intakes,
    .words = words,
    .original = &original,
    .graph = &graph_rule,
};

}  // namespace evalground::dcontroller
