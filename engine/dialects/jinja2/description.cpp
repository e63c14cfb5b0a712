#include "dialects/jinja2/description.hpp"

#include "dialects/jinja2/syntax/options.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::string_view extensions[] = {"j2", "jinja", "jinja2"};
constexpr Input inputs[] = {
    {"vars", "Vars", "Variables that templates read by their names."},
    env_input,
    secrets_input,
};
// A document of another dialect may hold templates too: its own marks weigh more.
constexpr Mark marks[] = {{R"(\{\{|\{%)", 10}};

}  // namespace

const Option& flavor_option = option_table[0];
const Option& reference_option = option_table[1];

constexpr Description description{
    .title = "Jinja2",
    .monogram = "J2",
    .hue = 0,
    .summary = "Jinja2 templates, plain and as Ansible renders them",
    .operations = only_evaluate,
    .main = {"main.j2", "template", "template"},
    .extensions = extensions,
    .fence = "jinja",
    .inputs = inputs,
    .options = option_table,
    .limits = common_limits,
    .marks = marks,
};

}  // namespace evalground::jinja2
