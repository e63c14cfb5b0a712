#include "dialects/cfengine/description.hpp"

#include "dialects/cfengine/data/version.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::string_view extensions[] = {"cf"};
constexpr Input inputs[] = {{"classes", "Classes", "Classes that are defined from the start."}, env_input};
constexpr Option options[] = {reference_option, bundle_option, quirks_option};
constexpr ExpressionOption expression_options[] = {{.option = "bundle", .nodes = "bundle"}};
constexpr Mark marks[] = {
    {R"(^\s*(?:bundle\s+(?:agent|common|server|monitor|edit_line)|body\s+\w+\s+\w+|promise\s+agent)\b)", 25},
};

constexpr Intake intakes[] = {
    {"cfengine-state", R"(^(?:Variable name\s+Variable value|Class name)\s+Meta tags)"},
    {"cfengine-json", R"((?<![\s\S])\s*\{(?=[\s\S]*"bundles"\s*:)(?=[\s\S]*"bodies"\s*:))"},
    {"cfengine-data", R"((?<![\s\S])\s*\{(?=[\s\S]*"classes"\s*:)(?=[\s\S]*"vars"\s*:\s*\{)(?=[\s\S]*"sys"\s*:))"},
};

// Keywords of policies, and functions of their expressions.
constexpr std::string_view words[] = {
    "bundle body promise agent common server edit_line edit_xml monitor control reports classes methods commands "
    "packages",
    "processes services storage users databases defaults guest_environments access promises slist ilist rlist real",
    "policy ifvarclass unless expression inputs bundlesequence any main __main__ sys const edit match this def mon def",
    "lex ip mac head tail math infix abs ceil floor sin cos tan sqrt log exp pi",
    "usebundle useresult handle comment depends_on meta promiser linux unix debian ubuntu redhat windows darwin "
    "cfengine"};

constexpr Prose aliases[] = {"cfengine3", "cf3"};

constexpr Prose agent_arguments[] = {"-K", "--no-lock", "-f", "{main}"};
constexpr OriginalProgram agent{
    .name = "cf-agent",
    .arguments = agent_arguments,
    .listed_input = "classes",
    .listed_flag = "-D",
    .report = "R: ",
    .error = "error: ",
};
constexpr Prose original_environment[] = {"CFENGINE_TEST_OVERRIDE_WORKDIR={work}/cfengine"};
constexpr Prose original_folders[] = {"cfengine/inputs"};
constexpr Original original{
    .name = "cf-agent",
    .asked = "`cf-agent`, its reports",
    .environment = original_environment,
    .folders = original_folders,
    .program = &agent,
};

// A promise leads to the bundles that it called in the run, since the name of a bundle may be computed.
constexpr GraphPart graph_parts[] = {{.kind = "bundle", .shown = "bundle"}, {.kind = "promise", .reads = "usebundle"}};
constexpr std::string_view graph_symbols[] = {"bundle"};
constexpr std::string_view graph_links[] = {"usebundle", "methods",  "handle",
                                            "edit_line", "edit_xml", "service_bundle"};
constexpr GraphRule graph_rule{.parts = graph_parts, .symbols = graph_symbols, .links = graph_links};

}  // namespace

constexpr Description description{
    .title = "CFEngine",
    .monogram = "Cf",
    .hue = 74,
    .summary = "CFEngine policies: variables, classes, reports and functions",
    .operations = only_evaluate,
    .main = {"main.cf", "policy", "policy"},
    .extensions = extensions,
    .fence = "cfengine3",
    .aliases = aliases,
    .line_comment = "#",
    .inputs = inputs,
    .options = options,
    .expression_options = expression_options,
    .limits = common_limits,
    .tree = "Policy",
    .marks = marks,
    .intakes = intakes,
    .words = words,
    .original = &original,
    .graph = &graph_rule,
};

}  // namespace evalground::cfengine
