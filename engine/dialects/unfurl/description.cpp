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
// A query takes such a key as it stands, and as text.
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
};

}  // namespace evalground::unfurl
