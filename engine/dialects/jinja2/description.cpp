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

// A repository of Ansible, by what its folders and files are called.
constexpr std::string_view repository_operations[] = {"host", "matrix", "inventory"};
constexpr Prose inventory_paths[] = {
    R"(^(?:hosts|inventory)(?:\.(?:ini|ya?ml|json))?$)",
    R"(^inventor(?:y|ies)/(?:[^/]+/)?(?:hosts|inventory|main|all)(?:\.(?:ini|ya?ml|json))?$)",
    R"(^inventor(?:y|ies)/(?:[^/]+/)?(?!(?:group|host)_vars/)[^/.]+(?:\.(?:ini|ya?ml|json))?$)",
    R"((?:^|/)hosts(?:\.(?:ini|ya?ml|json))?$)",
    R"(^[^/]+\.ini$)",
};
constexpr Prose play_paths[] = {
    R"(^(?:site|main|playbook|play|deploy)\.ya?ml$)",
    R"(^playbooks?/(?:site|main|playbook|deploy)\.ya?ml$)",
    R"(^[^/]+\.ya?ml$)",
    R"(^playbooks?/[^/]+\.ya?ml$)",
};
constexpr Prose facts_paths[] = {R"(^((?:ansible_)?facts)/[^/]+\.json$)"};
constexpr Guess guesses[] = {
    {.option = "inventory",
     .paths = inventory_paths,
     .unless = R"(^ansible\.cfg$)",
     .says = R"(^\s*inventory\s*=\s*\S)"},
    {.option = "play", .paths = play_paths, .text = R"(^(?:-\s+|\s+)hosts\s*:)"},
    {.option = "facts", .paths = facts_paths},
};
constexpr RepositoryPart role{
    .files = R"(^(?:defaults|handlers|meta|tasks|vars)/main\.ya?ml$)",
    .option = "role",
    .value = ".",
    .document = R"(^templates/)",
};
constexpr Repository repository{
    .files = R"((?:^|/)(?:ansible\.cfg$|(?:group|host)_vars/|roles/[^/]+/(?:defaults|vars|tasks|templates|meta)/))"
             R"(|^(?:hosts|inventory)(?:\.(?:ini|ya?ml|json))?$|^inventor(?:y|ies)/)",
    .operations = repository_operations,
    .subject = "host",
    .label = "Host",
    .guesses = guesses,
    .part = &role,
};

// What Ansible's commands print. Colours, banners and names of tasks may stand before it.
constexpr Intake intakes[] = {
    {"ansible-failure", R"(^(?:fatal|failed): \[[^\]\n]+\](?:: [A-Z]+!)?[^\n]* => ?)"},
    {"ansible-error", R"(^\[ERROR\]: [\s\S]*^Origin: )"},
    {"ansible-hostvars", R"(^ok: \[[^\]\n]+\] => \{\s*"(?:hostvars|vars)(?:\[[^"\n]*\])?"\s*:)"},
    {"ansible-facts", R"(^\S+ \| [A-Z]+!? => \{|(?<![\s\S])\s*\{[\s\S]{0,2000}"ansible_facts"\s*:\s*\{)"},
    {"ansible-inventory", R"("_meta"\s*:\s*\{\s*"hostvars"|^all:[ \t]*\n(?:[ \t]+[^\n]*\n)*?[ \t]+children:)"},
    {"ansible-host", R"(\bansible-inventory\b[^\n]* --host\b)"},
};
// Of a text that is one expression in its tags. A key behind a dot could be the name of a method.
constexpr Notation notation{
    .by_key = "['*']",
    .by_index = "[*]",
    .plain_key = "^$",
    .other_key = "['*']",
    .subject = R"(^\s*\{\{[-+]?((?:(?!\{[{%#])[\s\S])+?)[-+]?\}\}\s*$)",
    .plain = R"(^[a-zA-Z_]\w*$)",
    .around = "(*)",
    .listed = "(* | list)",
    .whole = "{{ * }}",
};
constexpr Flavor flavors[] = {
    {.id = "ansible",
     .title = "Ansible",
     .monogram = "An",
     .summary = "Templates and expressions as Ansible renders them",
     .option = "flavor",
     .value = "ansible",
     .marks = ansible_marks,
     .example = "ansible-service",
     .repository = &repository,
     .intakes = intakes},
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
    .notation = &notation,
    .marks = marks,
    .flavors = flavors,
};

}  // namespace evalground::jinja2
