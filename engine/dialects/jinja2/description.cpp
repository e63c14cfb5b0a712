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

// Names that playbooks and roles have, and filters and lookups that only Ansible has. With those of every template they
// weigh no more than the first mark of a document that holds templates.
constexpr Mark ansible_marks[] = {
    {R"(\b(?:ansible_\w+|inventory_hostname|hostvars|group_names|playbook_dir|role_path)\b|\bgroups\[)", 8},
    {R"(\|\s*(?:(?:to|from)_(?:nice_)?(?:yaml|json)|b64(?:en|de)code|regex_(?:replace|search))\b)", 5},
    {R"(\|\s*(?:combine|mandatory|ternary|password_hash|ipaddr|json_query|dict2items|items2dict)\b)", 5},
    {R"(\b(?:lookup|query)\(\s*['"])", 2},
};
constexpr Flavor flavors[] = {
    {.id = "ansible",
     .title = "Ansible",
     .monogram = "An",
     .summary = "Templates and expressions as Ansible renders them",
     .option = "flavor",
     .value = "ansible",
     .marks = ansible_marks,
     .example = "ansible-service"},
};

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
    .tree = "Template and variables",
    .marks = marks,
    .flavors = flavors,
};

}  // namespace evalground::jinja2
