#include "shrink/words.hpp"

namespace evalground::repro {
namespace {

// Words that no catalogue lists: of values and their kinds, of hosts and ways to them.
constexpr std::string_view common_words[] = {
    "true false yes no on off null none nan inf undefined redacted and or not in is if then else elif for while do",
    "string str int integer float number bool boolean list dict map mapping sequence set tuple bytes text any object",
    "json yaml yml toml ini csv xml html md txt cf j2 jinja jinja2 py sh conf cfg log tf rst template tmpl mustache",
    "utf ascii base64 hex md5 sha1 sha256 sha512 utc gmt iso",
    "com org net edu gov io dev app info biz de eu uk us example internal intranet lan home corp invalid test local",
    "http https ftp sftp ssh tcp udp icmp ldap ldaps smtp imap git file www localhost localdomain",
    "etc usr var opt tmp bin sbin lib home root dev proc sys workspace"};

// Tags and globals of templates.
constexpr std::string_view template_words[] = {
    "set block extends include import from as with without context macro call filter raw verbatim autoescape recursive",
    "ignore missing scoped required break continue loop loop_var range namespace cycler joiner lipsum self super "
    "caller",
    "varargs kwargs index index0 first last length previtem nextitem revindex depth changed cycle items keys values "
    "get",
    "end endif endfor endblock endmacro endcall endfilter endset endraw endwith endautoescape trans endtrans"};

// Keys, types, facts and names that everybody uses, of documents: one language's hold another's.
constexpr std::string_view document_words[] = {
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
    "address network netmask gateway interface macaddress epoch date time Debian Ubuntu RedHat CentOS Linux version",
    // topologies
    "tosca_definitions_version tosca_simple_yaml_1_3 unfurl ensemble spec status topology_template node_templates",
    "node_types relationship_types relationship_templates data_types artifact_types capability_types interface_types",
    "policy_types group_types derived_from properties attributes requirements capabilities interfaces artifacts node",
    "relationship capability operation operations inputs outputs input output instances instance deployment_blueprints",
    "type description default constraints metadata imports repositories service_template apiVersion kind Ensemble",
    "tosca nodes Root Compute SoftwareComponent Database DBMS WebServer WebApplication datatypes relationships",
    "substitution_mappings topology eval get_env get_input get_attribute get_property concat token q query ref select",
    "types templates groups policies triggers workflows entry_schema equal greater_than greater_or_equal less_than api",
    "less_or_equal in_range valid_values min_length max_length pattern schema tosca_simple_unfurl_1_0_0 title "
    "dsl_definitions",
    "Standard configure create start stop delete install operator readyState lifecycle resource root NODES OWNER SELF "
    "HOST",
    "enum const minimum maximum anyOf allOf oneOf additionalProperties minItems maxItems uniqueItems format",
    "SOURCE TARGET ORCHESTRATOR foreach vars trace strict expand merge merge_with when_missing anchor replaceAll "
    "whiteout",
    // stacks
    "heat_template_version parameters parameter_groups resources conditions OS Nova Server Neutron Net Subnet Port "
    "Cinder",
    "Volume Heat ResourceGroup RandomString Value Stack SoftwareConfig SoftwareDeployment Key comma_delimited_list "
    "hidden",
    "immutable label allowed_values allowed_pattern range min max modulo depends_on deletion_policy update_policy",
    "get_resource get_param get_attr get_file list_join repeat resource_facade str_replace yaql expression data params",
    "for_each each id mac error ok pending unknown action artifact docker sha aes kb mb gb tb kib mib gib tib hz khz "
    "mhz ghz",
    "parameter_defaults resource_registry event_sinks environment wocky xena train ussuri rocky queens pike ocata "
    "newton",
    // policies
    "bundle body promise agent common server edit_line edit_xml monitor control reports classes methods commands "
    "packages",
    "processes services storage users databases defaults guest_environments access promises slist ilist rlist real",
    "policy ifvarclass unless expression inputs bundlesequence any main __main__ sys const edit match this def mon def",
    "lex ip mac head tail math infix abs ceil floor sin cos tan sqrt log exp pi",
    "usebundle useresult handle comment depends_on meta promiser linux unix debian ubuntu redhat windows darwin "
    "cfengine",
    // pipelines and objects of clusters
    "apiVersion kind metadata spec labels annotations namespace status Pod Service Deployment ConfigMap Secret Node "
    "Job",
    "pipeline sources target source projection selection aggregation unwind gather demux mux controllers Operator View",
    "apps batch core dcontroller replicas containers container image ports"};

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte >= 0x80;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

KnownWords::KnownWords(const Dialect& dialect, bool is_ansible) {
  for (const std::string_view line : common_words) add(line);
  if (dialect.name() != "yaql") {
    for (const std::string_view line : template_words) add(line);
  }
  // In a template or query that stands alone `inventory` and `owner` are words of who wrote it.
  if (dialect.name() != "yaql" && (dialect.name() != "jinja2" || is_ansible)) {
    for (const std::string_view line : document_words) add(line);
  }
  add(dialect.functions());
  const Description& description = dialect.description();
  for (const Option& option : description.options) {
    add(option.name);
    add(option.usual);
    for (const std::string_view choice : option.choices) add(choice);
  }
  add(dialect.name());
}

void KnownWords::add(const FunctionCatalogue& catalogue) {
  for (const FunctionCatalogue::Entry& entry : catalogue.entries()) {
    add(entry.signature.name);
    for (const Parameter& parameter : entry.signature.parameters) add(parameter.name);
    for (const std::string_view alias : entry.function->aliases) add(alias);
  }
}

void KnownWords::add(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    if (end > at) words_.insert(lower(text.substr(at, end - at)));
    at = end > at ? end : at + 1;
  }
}

bool KnownWords::has(std::string_view word) const {
  return words_.count(lower(word)) != 0;
}

}  // namespace evalground::repro
