#include "dialects/ansible/description.hpp"

#include "dialects/ansible/runtime/options.hpp"
#include "dialects/jinja2/description.hpp"

namespace evalground::ansible {
namespace {

// Names that only playbooks and roles have, and filters and lookups that only Ansible has. They weigh no more than the
// first mark of another document that contains templates. The forms of a play, a task and an inventory weigh more,
// because they are at the margin, so the whole document is Ansible's.
constexpr Mark marks[] = {
    {R"(\b(?:ansible_\w+|inventory_hostname|hostvars|group_names|playbook_dir|role_path)\b|\bgroups\[)", 8},
    {R"(\|\s*(?:(?:to|from)_(?:nice_)?(?:yaml|json)|b64(?:en|de)code|regex_(?:replace|search))\b)", 5},
    {R"(\|\s*(?:combine|mandatory|ternary|password_hash|ipaddr|json_query|dict2items|items2dict)\b)", 5},
    {R"(\b(?:lookup|query)\(\s*['"])", 2},
    // A play is an item with `hosts`, or another playbook.
    {R"(^- +(?:[^\n]*\n(?:(?:[ #][^\n]*)?\n)*? {2})?(?:hosts *: *\S|(?:ansible\.builtin\.)?import_playbook *:))", 25},
    // A task is an item with a keyword of tasks, a module that no other language has, or the arguments of a module.
    {R"(^- +(?:[^\n]*\n(?:(?:[ #][^\n]*)?\n)*? {2})?(?:\w+\.\w+\.\w+|become|notify|register|changed_when|failed_when)"
     R"(|delegate_to|with_\w+|(?:include|import)_(?:tasks|role|vars)|apt|yum|dnf|set_fact|lineinfile|blockinfile)"
     R"(|command|shell|systemd|get_url|unarchive|(?:copy|template|file|service|package|user|group|debug|assert|block))"
     R"((?= *:(?: *\n {4,}\S| *\{| +\w+=))) *:)",
     20},
    // An inventory: sections of a group, a host with its variables, or a section of names; in YAML a map of groups.
    {R"(^\[[\w.-]+:(?:children|vars)\] *$|^[\w.:[\]-]+(?: +\w+=\S+)*? +ansible_\w+=)"
     R"(|^all *: *\n +(?:hosts|children|vars) *:)",
     20},
    {R"(^\[[\w-]+\] *\n[\w.-]+(?: +\w+=\S+)*$|^[\w-]+ *: *\n +hosts *: *\n +[\w.-]+ *:)", 8},
};

// Operations on a repository, which is recognized by the names of its folders and files.
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
    .documents = R"(^(?:(.+)/)?templates/(.+)$)",
    .guesses = guesses,
    .part = &role,
};

// Recognizes the output of Ansible's commands. Colour codes, banners and names of tasks may precede it.
constexpr Intake intakes[] = {
    {"ansible-failure", R"(^(?:fatal|failed): \[[^\]\n]+\](?:: [A-Z]+!)?[^\n]* => ?)"},
    {"ansible-error", R"(^\[ERROR\]: [\s\S]*^Origin: )"},
    {"ansible-hostvars", R"(^ok: \[[^\]\n]+\] => \{\s*"(?:hostvars|vars)(?:\[[^"\n]*\])?"\s*:)"},
    {"ansible-facts", R"(^\S+ \| [A-Z]+!? => \{|(?<![\s\S])\s*\{[\s\S]{0,2000}"ansible_facts"\s*:\s*\{)"},
    {"ansible-inventory", R"("_meta"\s*:\s*\{\s*"hostvars"|^all:[ \t]*\n(?:[ \t]+[^\n]*\n)*?[ \t]+children:)"},
    {"ansible-host", R"(\bansible-inventory\b[^\n]* --host\b)"},
};
// Tags and globals of templates, and words of playbooks.
constexpr std::string_view words[] = {
    "set block extends include import from as with without context macro call filter raw verbatim autoescape recursive",
    "ignore missing scoped required break continue loop loop_var range namespace cycler joiner lipsum self super "
    "caller",
    "varargs kwargs index index0 first last length previtem nextitem revindex depth changed cycle items keys values "
    "get",
    "end endif endfor endblock endmacro endcall endfilter endset endraw endwith endautoescape trans endtrans",
    // playbooks, inventories and facts
    "hosts tasks roles role play plays playbook playbooks vars vars_files vars_prompt handlers defaults meta templates",
    "files group_vars host_vars inventory inventories all ungrouped children localhost local implicit name when until",
    "register notify tags become become_user gather_facts loop_control with_items with_dict block rescue always debug",
    "msg assert that fail_msg success_msg template copy src dest content mode owner group state present absent started",
    "stopped restarted enabled command shell service package apt yum dnf file lineinfile stat set_fact cacheable",
    "include_vars include_tasks import_tasks include_role import_role ansible builtin fail changed_when failed_when",
    "delegate_to run_once environment no_log args retries delay connection port ssh hostvars groups group_names",
    "inventory_hostname inventory_hostname_short playbook_dir inventory_dir role_path role_name play_hosts omit item",
    "ansible_facts ansible_host ansible_port ansible_user ansible_connection ansible_hostname ansible_fqdn "
    "ansible_os_family",
    "ansible_distribution ansible_distribution_version ansible_distribution_major_version ansible_distribution_release",
    "ansible_default_ipv4 ansible_default_ipv6 ansible_all_ipv4_addresses ansible_eth0 ansible_interfaces "
    "ansible_memtotal_mb",
    "ansible_processor_vcpus ansible_processor_cores ansible_architecture ansible_kernel ansible_system ansible_env",
    "ansible_date_time ansible_mounts ansible_local ansible_managed ansible_check_mode ansible_version "
    "ansible_play_hosts",
    "ansible_domain ansible_nodename ansible_pkg_mgr ansible_service_mgr ansible_python_version ansible_become",
    "address network netmask gateway interface macaddress epoch date time Debian Ubuntu RedHat CentOS Linux version"};

constexpr Prose aliases[] = {"yaml+jinja"};

constexpr Prose original_environment[] = {"ANSIBLE_LOCAL_TEMP={work}/tmp"};
constexpr Original original{
    .name = "ansible-core",
    .asked = "the templates of `ansible-core`, by `python3`",
    .environment = original_environment,
};

constexpr GraphPart graph_parts[] = {
    {.kind = "template", .shown = "template", .link = GraphLink::from_owner, .is_one_by_name = true},
    {.kind = "group", .shown = "group", .link = GraphLink::from_owner, .edge = "contains", .is_one_by_name = true},
    {.kind = "host", .shown = "host", .link = GraphLink::from_owner, .edge = "contains", .is_one_by_name = true},
    {.kind = "playbook", .shown = "playbook", .link = GraphLink::from_owner, .is_one_by_name = true},
    {.kind = "play", .shown = "play", .link = GraphLink::from_owner, .edge = "play"},
    {.kind = "hosts", .link = GraphLink::to_value, .edge = "hosts"},
    {.kind = "role", .shown = "role", .link = GraphLink::from_owner, .is_one_by_name = true},
    {.kind = "tasks", .shown = "tasks", .link = GraphLink::from_owner, .is_one_by_name = true},
};
constexpr GraphRule graph_rule{.parts = graph_parts};

}  // namespace

const Description& description() {
  static const Description description = [] {
    Description own = jinja2::description;
    own.base = {.dialect = "jinja2", .option = "flavor", .value = "ansible"};
    own.options = all_options();
    own.title = "Ansible";
    own.monogram = "An";
    own.summary = "Templates and expressions as Ansible renders them";
    own.aliases = aliases;
    own.marks = marks;
    own.example = "ansible-service";
    own.repository = &repository;
    own.intakes = intakes;
    own.words = words;
    own.original = &original;
    own.graph = &graph_rule;
    return own;
  }();
  return description;
}

}  // namespace evalground::ansible
