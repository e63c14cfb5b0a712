#include "dialects/cfengine/description.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::string_view extensions[] = {"cf"};
constexpr Input inputs[] = {{"classes", "Classes", "Classes that are defined from the start."}, env_input};
constexpr Option options[] = {quirks_option};
constexpr Mark marks[] = {
    {R"(^\s*(?:bundle\s+(?:agent|common|server|monitor|edit_line)|body\s+\w+\s+\w+|promise\s+agent)\b)", 25},
};

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
    .line_comment = "#",
    .inputs = inputs,
    .options = options,
    .limits = common_limits,
    .tree = "Policy",
    .marks = marks,
};

}  // namespace evalground::cfengine
