#include "dialects/yaql/description.hpp"

namespace evalground::yaql {

constexpr Option delegates_option{.name = "delegates", .summary = "Allows `lambda`, and calls of values: `$f(1)`."};
constexpr Option iterable_dicts_option{.name = "iterableDicts",
                                       .summary = "Takes a dictionary for a collection of its keys."};
constexpr Option convert_sets_to_lists_option{
    .name = "convertSetsToLists",
    .usual = "true",
    .summary = "Makes lists of the sets in a result; JSON shows both as arrays.",
};
constexpr Option legacy_option{.name = "legacy", .summary = "Reads the expression as YAQL 0.2 did."};

namespace {

constexpr std::string_view extensions[] = {"yaql"};
constexpr Input functions_input{
    "inputs", "Host functions",
    "Under `functions`, what functions of a workflow engine give: `task(build)` by this text."};
constexpr Input inputs[] = {data_input, vars_input, functions_input};
constexpr Option options[] = {delegates_option, iterable_dicts_option, convert_sets_to_lists_option, legacy_option,
                              quirks_option};
constexpr std::string_view limits[] = {"steps", "depth", "memory", "output", "iterators"};
// A query, and one between `<%` and `%>` in a workflow. A path alone counts little, because documents of other dialects
// contain such paths as well.
constexpr Mark marks[] = {
    {R"(^\s*\$\d?(?:[.\s[]|$)|\$\.\w+\()", 5},
    {R"(<%-?\s*(?:\$|(?:ctx|task|result|env|execution|succeeded|failed|completed)\())", 5},
};

constexpr Intake intakes[] = {
    {"workflow-context",
     R"re((?<![\s\S])\s*\{[\s\S]*"(?:__env|__execution|__task_execution|__vars|st2|action_context)"\s*:)re"},
    {"workflow-definition",
     R"re(^version\s*:\s*['"]?[12](?:\.0)?['"]?\s*$(?=[\s\S]*^[ \t]*tasks[ \t]*:)(?=[\s\S]*<%))re"},
    {"openstack-list", R"re((?<![\s\S])\s*\[\s*\{\s*"(?:ID|id)"\s*:)re"},
};

// The result of a query may be an iterator, which has no indices.
constexpr Notation notation{
    .by_key = ".*",
    .by_index = "[*]",
    .plain_key = R"(^(?!(?:and|or|not|in|mod|is|true|false|null)$)[a-zA-Z_]\w*$)",
    .other_key = "['*']",
    .plain = R"(^\$[\w$]*(?:\.\w+|\[\d+\])*$)",
    .around = "(*)",
    .listed = "*.toList()",
};

constexpr Prose original_modules[] = {"yaql", "ply", "dateutil", "six.py"};
constexpr Prose original_versions[] = {"yaql", "ply"};
constexpr Original original{
    .name = "yaql",
    .asked = "`yaql` of `python3`",
    .modules = original_modules,
    .versions = original_versions,
};

}  // namespace

constexpr Description description{
    .title = "YAQL",
    .monogram = "Yq",
    .hue = 232,
    .summary = "Queries over lists and maps, as OpenStack uses them",
    .operations = only_evaluate,
    .main = {"main.yaql", "query", "expression"},
    .extensions = extensions,
    .fence = "",
    .inputs = inputs,
    .options = options,
    .limits = limits,
    .memory_is_quota = true,
    .tree = "Data",
    .dollar = "data",
    .notation = &notation,
    .marks = marks,
    .intakes = intakes,
    .original = &original,
};

}  // namespace evalground::yaql
