// A document is claimed by the first of these that holds:
//
//   1. the editor's name for its language, if only one language is called so
//   2. the folder around it: another program's folder is never ours; in an Ansible repository the path decides
//   3. its ending, for endings that only one language has, together with its text
//   4. a mark in its text that no other language has
#include "workspaces/claim.hpp"

#include <algorithm>

#include "base/regex/regex.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "workspaces/descriptions.hpp"

namespace evalground {
namespace {

// Patterns of this file, compiled once.
bool finds(std::string_view pattern, std::string_view text, RegexMatch& match) {
  static RegexCache regexes;
  Budget budget({.steps = 20'000'000});
  const CompiledRegex compiled = regexes.compile(RegexSyntax::python, "(?m)" + std::string(pattern));
  try {
    return compiled && compiled.regex->find(text, 0, RegexAnchor::none, match, budget);
  } catch (const LimitError&) {
    return false;
  }
}

bool fits(std::string_view pattern, std::string_view text) {
  RegexMatch match;
  return finds(pattern, text, match);
}

// ---- the editor's languages

struct Named {
  std::string_view language;
  std::string_view dialect;  // empty: another program's language
  std::string_view flavor;
};
constexpr Named named[] = {
    {"ansible", "jinja2", "ansible"},
    {"yaml.ansible", "jinja2", "ansible"},
    {"ansible-jinja", "jinja2", "ansible"},
    {"cfengine3", "cfengine", ""},
    {"cf3", "cfengine", ""},
    {"yaql", "yaql", ""},
    {"heat", "heat", ""},
    {"yaml.heat", "heat", ""},
    {"unfurl", "unfurl", ""},
    {"dcontroller", "dcontroller", ""},
    {"helm", "", ""},
    {"helm-template", "", ""},
    {"yaml.helm-values", "", ""},
    {"dockercompose", "", ""},
    {"yaml.docker-compose", "", ""},
    {"github-actions-workflow", "", ""},
    {"yaml.github", "", ""},
    {"yaml.gitlab", "", ""},
    {"django-html", "", ""},
    {"django-txt", "", ""},
    {"jinja-sql", "", ""},
    {"home-assistant", "", ""},
};

// ---- other programs' files, by their paths

struct Foreign {
  std::string_view path;  // a pattern
  std::string_view is;
};
constexpr Foreign foreign[] = {
    {R"((?:^|/)\.[^/]+/)", "a hidden folder, such as that of a forge's workflows"},
    {R"((?:^|/)[^/]*\.?gitlab-ci\.ya?ml$)", "a workflow of GitLab"},
    {R"((?:^|/)(?:azure-pipelines|\.travis|bitbucket-pipelines|\.pre-commit-config|mkdocs|cloudbuild)\.ya?ml$)",
     "a file of another tool"},
    {R"((?:^|/)(?:docker-)?compose[^/]*\.ya?ml$)", "a file of Docker Compose"},
    {R"(\{\{|\{%)", "a template of a folder"},
    {R"(\.j2\.ya?ml$)", "a template whose result is YAML"},
    {R"(\.sls(?:\.j2|\.jinja2?)?$)", "a state of Salt"},
    {R"((?:^|/)(?:chat_templates?/|[^/]*chat_template[^/]*\.(?:j2|jinja2?)$))", "a chat template"},
};

const Foreign* foreign_at(std::string_view path) {
  const auto found =
      std::find_if(std::begin(foreign), std::end(foreign), [&](const Foreign& one) { return fits(one.path, path); });
  return found == std::end(foreign) ? nullptr : found;
}

// A template that makes sections of Mustache, `{{#is_alert}}…{{/is_alert}}`. Its own tags are other ones.
bool is_mustache(const ClaimedDocument& document) {
  return fits(R"(\.(?:j2|jinja2?)$)", document.path) && fits(R"(\{\{#\w[^{}]*\}\}[\s\S]*\{\{/\w)", document.text) &&
         document.text.find("{% raw") == std::string_view::npos;
}

// Why a document is another program's, as the end of a sentence; empty for any other.
std::string foreign_reason(const ClaimedDocument& document) {
  if (const Foreign* one = foreign_at(document.path)) return "by its path it is " + std::string(one->is) + ".";
  return is_mustache(document) ? "its tags are not those of Jinja2, because it has `{{#` and `{{/`." : "";
}

// ---- Ansible repositories

// What a file in an Ansible repository is for.
enum class Part : std::uint8_t { none, document, variables, playbook, inventory };

constexpr std::string_view play_mark =
    R"(^- +(?:[^\n]*\n(?:(?:[ #][^\n]*)?\n)*? {2})?(?:hosts *: *(?:\S|\n +- )|(?:ansible\.builtin\.)?import_playbook *:))";
constexpr std::string_view tag = R"(\{\{|\{%)";

// Inventories are recognized by their content, since they may have any name: `hosts`, `production`,
// `inventory/main.yml`.
constexpr std::string_view inventory_of_lines =
    R"(^\[[\w.-]+(?::(?:vars|children|hosts))?\][ \t]*(?:#.*)?$|^[\w.\-\[\]:]+[ \t][^#\n]*\bansible_\w+=)";
constexpr std::string_view inventory_of_yaml =
    R"(\A(?:(?:---|#[^\n]*|[ \t]*)\n)*[^\s#-][^\n:]*:[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)* +(?:hosts|children):)";
constexpr std::string_view inventory_path =
    R"((?:^|/)(?:inventor(?:y|ies)/.*|[^/]*(?:hosts|inventory)[^/]*|production|staging|development)$)";

bool is_yaml_name(std::string_view path) {
  return path.ends_with(".yml") || path.ends_with(".yaml");
}

bool is_inventory(std::string_view path, std::string_view text) {
  if (is_yaml_name(path)) return fits(inventory_of_yaml, text);
  const std::string_view ending = path_extension(path);
  return (ending.empty() || ending == ".ini") && fits(inventory_path, path) && fits(inventory_of_lines, text);
}

Part part_of(std::string_view path, std::string_view text) {
  constexpr std::string_view variable_folders = R"((?:^|/)(?:group_vars|host_vars|defaults|vars)/)";
  constexpr std::string_view task_folders = R"((?:^|/)(?:tasks|handlers)/)";
  const bool is_yaml = is_yaml_name(path);
  if (fits(R"((?:^|/)templates/)", path) || fits(R"(\.(?:j2|jinja2?)$)", path)) {
    return fits(tag, text) || path.ends_with(".j2") ? Part::document : Part::none;
  }
  if (fits(R"((?:^|/)files/)", path)) return Part::none;
  if (fits(variable_folders, path)) return is_yaml || path_extension(path).empty() ? Part::variables : Part::none;
  if (is_inventory(path, text)) return Part::inventory;
  if (!is_yaml) return Part::none;
  constexpr std::string_view of_roles =
      R"((?:^|/)(?:meta/(?:main|argument_specs)\.ya?ml|molecule/[^/]+/molecule\.yml)$)";
  if (fits(task_folders, path) || fits(of_roles, path)) return Part::variables;
  return fits(play_mark, text) ? Part::playbook : Part::none;
}

std::ptrdiff_t depth_of(std::string_view path) {
  return std::count(path.begin(), path.end(), '/');
}

// The value of an option of a repository by the paths of its files; empty when nothing suggests one.
std::string guessed(std::string_view option, const Map& files) {
  const Value* repository = described_dialect({{"dialect", Value::string("ansible")}}).flavor->find("repository");
  for (const Value& guess : repository->as_map().find("guesses")->as_list()) {
    if (guess.as_map().find("option")->as_string() != option) continue;
    for (const Value& pattern : guess.as_map().find("paths")->as_list()) {
      std::string_view best;
      for (const auto& [name, content] : files) {
        const std::string_view path = name.as_string();
        if (!best.empty() && depth_of(path) >= depth_of(best)) continue;
        if (fits(pattern.as_string(), path)) best = path;
      }
      if (!best.empty()) return std::string(best);
    }
  }
  return {};
}

// The inventory in the folder whose `group_vars` or `host_vars` a file is in: of several, such as those of production
// and of a test, another one would know nothing of its hosts.
std::string inventory_beside(std::string_view path, const Map& files) {
  std::size_t folder = std::string_view::npos;
  for (const std::string_view kind : {"/group_vars/", "/host_vars/"}) folder = std::min(folder, path.find(kind));
  if (folder == std::string_view::npos) return {};
  for (const auto& [name, content] : files) {
    const bool is_beside = directory_name(name.as_string()) == path.substr(0, folder);
    if (is_beside && content.is_string() && is_inventory(name.as_string(), content.as_string())) {
      return std::string(name.as_string());
    }
  }
  return {};
}

// Whether `ansible.cfg` names the inventory: any one, or one that the file belongs to.
bool says_inventory(const Map& files, std::string_view file = {}) {
  const Value* settings = files.find("ansible.cfg");
  if (settings == nullptr || !settings->is_string()) return false;
  RegexMatch match;
  if (!finds(R"(^\s*inventory\s*=\s*(\S[^\n]*)$)", settings->as_string(), match)) return false;
  if (file.empty()) return true;
  const std::string named(match.text(1));
  for (const std::string_view one : Split(named, ",")) {
    const std::string path = normalise_path(trim(one));
    if (path == file || path.empty() || file.starts_with(path + "/")) return true;
  }
  return false;
}

// The role that a path lies in, as the option of that name; empty outside of roles.
std::string role_of(std::string_view path, const Map& files) {
  const std::size_t begin = path.find("roles/") == 0 ? 0 : path.find("/roles/");
  if (begin != std::string_view::npos) {
    const std::size_t name = path.find('/', begin == 0 ? 1 : begin + 1) + 1;
    const std::size_t end = path.find('/', name);
    if (end != std::string_view::npos) return std::string(path.substr(name, end - name));
  }
  const bool is_role = files.contains("tasks/main.yml") || files.contains("tasks/main.yaml");
  return is_role && !path.starts_with("tests/") && !path.starts_with("molecule/") ? "." : "";
}

// The playbook with both patterns, which gives variables to what they name. Of several, one in the outermost folder.
// Empty without one. `word` is in every text that has the first pattern: it is cheap to look for.
std::string playbook_with_patterns(std::string_view word, const std::string& mention, std::string_view use,
                                   const Map& files) {
  std::string_view best;
  for (const auto& [name, content] : files) {
    const std::string_view path = name.as_string();
    if (!is_yaml_name(path) || !content.is_string()) continue;
    if (!best.empty() && depth_of(path) >= depth_of(best)) continue;
    const std::string_view text = content.as_string();
    if (text.find(word) == std::string_view::npos) continue;
    if (fits(use, text) && fits(play_mark, text) && fits(mention, text)) best = path;
  }
  return std::string(best);
}

// A role that depends on another, and gives it parameters; empty without one.
std::string role_depending_on(const std::string& role, const std::string& mention, const Map& files) {
  for (const auto& [name, content] : files) {
    const std::string_view path = name.as_string();
    const bool is_meta = path.ends_with("/meta/main.yml") || path.ends_with("/meta/main.yaml");
    if (!is_meta || !content.is_string() || content.as_string().find(role) == std::string_view::npos) continue;
    const std::string own = role_of(path, files);
    if (own != role && fits(mention, content.as_string())) return own;
  }
  return {};
}

// The playbook that has a role in its `roles` or includes it, or has a role that depends on it.
std::string playbook_with(std::string role, const Map& files) {
  constexpr int most_dependencies = 3;
  for (int at = 0; at <= most_dependencies && !role.empty() && role != "."; ++at) {
    const std::string mention =
        R"((?:^[ \t]*- +|[\[,] *|\b(?:role|name) *: *)["']?)" + escape_regex(role) + R"(["']?[ \t]*(?:[\],}#\n]|\Z))";
    const std::string playbook = playbook_with_patterns(role, mention, R"(\broles:|_role:)", files);
    if (!playbook.empty()) return playbook;
    role = role_depending_on(role, mention, files);
  }
  return {};
}

// The playbook that uses a template or a list of tasks outside of roles.
std::string playbook_using(std::string_view path, const Map& files) {
  const std::string_view name = base_name(path);
  const std::string mention = R"((?:^|[\s/"'=]))" + escape_regex(name) + R"((?:["'\s,}]|\Z))";
  return playbook_with_patterns(name, mention, R"(\b(?:src|template|include_tasks|import_tasks|file) *[:=])", files);
}

Claim ansible(const ClaimedDocument& document, const FolderSigns::Found* root, Part part, const Map& files) {
  Claim made{.dialect = "jinja2", .title = "Ansible"};
  made.options.set("flavor", Value::string("ansible"));
  made.options.set("skip_missing", Value::boolean(true));
  if (part != Part::document) made.evaluates = Evaluates::host;
  if (root == nullptr) return made;
  made.folder = root->folder;
  made.reasons.push_back("`" + root->path + "` makes the folder " + std::string(root->sign->is) + ".");
  Map own;
  const std::string before = root->folder.empty() ? "" : root->folder + "/";
  for (const auto& [name, content] : files) {
    if (name.as_string().starts_with(before)) own.set(name.as_string().substr(before.size()), content);
  }
  const std::string path(document.path.substr(before.size()));
  const std::string beside = part == Part::inventory ? path : inventory_beside(path, own);
  if (!says_inventory(own, beside)) {
    // A host list has no groups, but roles can be evaluated for its host.
    const std::string inventory = beside.empty() ? guessed("inventory", own) : beside;
    made.options.set("inventory", Value::string(inventory.empty() ? "localhost," : inventory));
  }
  if (part == Part::playbook) {
    made.options.set("play", Value::string(path));
    return made;
  }
  const std::string role = role_of(path, own);
  if (!role.empty()) made.options.set("role", Value::string(role));
  const bool may_be_used = part == Part::document || fits(R"((?:^|/)(?:tasks|handlers)/)", path);
  const std::string playbook = !role.empty() ? playbook_with(role, own)
                               : may_be_used ? playbook_using(path, own)
                                             : std::string();
  if (!playbook.empty()) made.options.set("play", Value::string(playbook));
  return made;
}

// An inventory beside a playbook makes their folder a repository.
std::optional<FolderSigns::Found> root_by_inventory(std::string_view path, const Map& files) {
  static constexpr Sign sign{.path = "", .is = "an Ansible repository", .is_ansible = true};
  const std::size_t end = path.rfind('/');
  const std::string folder(end == std::string_view::npos ? "" : path.substr(0, end));
  const std::string before = folder.empty() ? "" : folder + "/";
  Map own;
  for (const auto& [name, content] : files) {
    const bool is_within = name.as_string().starts_with(before) && content.is_string();
    if (is_within) own.set(name.as_string().substr(before.size()), content);
  }
  const std::string inventory = guessed("inventory", own);
  if (inventory.empty() || !is_inventory(inventory, own.find(inventory)->as_string())) return std::nullopt;
  return FolderSigns::Found{folder, before + inventory, &sign};
}

// Whether a playbook has the file in its `vars_files`. The file may have any path.
bool is_in_vars_files(std::string_view path, const Map& files) {
  const std::string_view base = base_name(path);
  for (const auto& [name, content] : files) {
    if (!name.is_string() || !content.is_string()) continue;
    const std::string_view text = content.as_string();
    const std::size_t list = text.find("vars_files:");
    if (list == std::string_view::npos) continue;
    for (std::size_t at = text.find(base, list); at != std::string_view::npos; at = text.find(base, at + 1)) {
      const std::size_t begin = text.find_last_of(" \t\n[,'\"", at) + 1;
      const std::string_view written = text.substr(begin, at + base.size() - begin);
      if (normalise_path(join_path(directory_name(name.as_string()), written)) == path) return true;
    }
  }
  return false;
}

std::string_view kind_of(Part part, std::string_view path) {
  if (part == Part::document) return "a template";
  if (part == Part::playbook) return "a playbook, because an item has `hosts` or `import_playbook`";
  if (part == Part::inventory) return "an inventory";
  return fits(R"((?:^|/)(?:tasks|handlers)/)", path) ? "a list of tasks" : "a file of variables";
}

std::optional<Claim> in_repository(const ClaimedDocument& document, const FolderSigns::Found& root, const Map& files) {
  const Part part = part_of(document.path, document.text);
  if (part == Part::none && is_yaml_name(document.path) && is_in_vars_files(document.path, files)) {
    Claim made = ansible(document, &root, Part::variables, files);
    made.reasons.emplace_back("A playbook has it in its `vars_files`.");
    return made;
  }
  if (part == Part::none) return std::nullopt;
  Claim made = ansible(document, &root, part, files);
  made.reasons.push_back((part == Part::inventory ? "By its text, `" : "By its path, `") + std::string(document.path) +
                         "` is " + std::string(kind_of(part, document.path)) + ".");
  return made;
}

// ---- documents that say themselves what they are

struct Marked {
  std::string_view path;  // a pattern; empty: any path
  std::string_view text;
  std::string_view dialect;
  std::string_view says;
  Evaluates evaluates = Evaluates::document;
};
constexpr std::string_view policy_mark = R"(^\s*(?:bundle\s+\w+\s+\w+|body\s+\w+\s+\w+|promise\s+agent\s+\w+))";
constexpr Marked marked[] = {
    {R"(\.(?:j2|jinja2?)$)", "", "jinja2", "Its name ends as that of a Jinja2 template."},
    {"", R"(^heat_template_version\s*:)", "heat", "It has the key `heat_template_version`."},
    {"", R"(^(?:parameter_defaults|resource_registry)\s*:)", "heat",
     "It has a key of an environment: `resource_registry` or `parameter_defaults`.", Evaluates::nothing},
    {"", R"(^apiVersion\s*:\s*["']?unfurl/)", "unfurl", "Its `apiVersion` is Unfurl's."},
    {"", R"(^kind\s*:\s*["']?Ensemble\b)", "unfurl", "Its `kind` is Ensemble."},
    {"", R"(^tosca_definitions_version\s*:)", "unfurl", "It has the key `tosca_definitions_version`."},
    {"", R"(^apiVersion\s*:\s*["']?(?:[\w.]*\.)?dcontroller\.io/)", "dcontroller",
     "Its `apiVersion` is the Δ-controller's."},
    {R"(\.cf$)", policy_mark, "cfengine", "A file that ends in `.cf` and has a bundle or a body is a policy."},
    {R"(\.ya?ml$)",
     R"re(^version\s*:\s*['"]?[12](?:\.0)?['"]?\s*$(?=[\s\S]*^[ \t]*(?:tasks|workflows|actions)[ \t]*:)(?=[\s\S]*<%))re",
     "yaql", "It is a workflow: it has a `version`, `tasks`, and expressions between `<%` and `%>`.",
     Evaluates::nothing},
    {R"(\.ya?ml$)",
     R"re(^version\s*:\s*['"]?[12](?:\.0)?['"]?\s*$(?=[\s\S]*^[ \t]*(?:tasks|workflows)[ \t]*:)(?=[\s\S]*^[ \t]+action[ \t]*:)(?=[\s\S]*\{[{%])(?![\s\S]*\{\{-?\s*\.))re",
     "yaql", "It is a workflow: it has a `version`, `tasks` with an `action`, and templates.", Evaluates::nothing},
    {R"(\.ya?ml$)", R"re(\A(?=[\s\S]*^chain\s*:)(?=[\s\S]*^[ \t]+(?:- +)?"?ref"?\s*:)(?=[\s\S]*\{[{%]))re", "yaql",
     "It is a chain of StackStorm: it has a `chain` whose items have a `ref`, and templates.", Evaluates::nothing},
    {R"(\.ya?ml$)", R"re(\A(?=[\s\S]*^"?runner_type"?\s*:)(?=[\s\S]*\{[{%]))re", "yaql",
     "It is an action of StackStorm: it has a `runner_type`, and templates.", Evaluates::nothing},
    {R"(\.ya?ml$)", R"re(\A(?=[\s\S]*^trigger\s*:)(?=[\s\S]*^action\s*:)(?=[\s\S]*^[ \t]+ref\s*:)(?=[\s\S]*\{[{%]))re",
     "yaql", "It is a rule of StackStorm: it has a `trigger`, an `action` with a `ref`, and templates.",
     Evaluates::nothing},
    {R"(\.ya?ml$)", R"re(\A(?=[\s\S]*^action_ref\s*:)(?=[\s\S]*^formats\s*:)(?=[\s\S]*\{[{%]))re", "yaql",
     "It is an alias of StackStorm: it has `formats`, an `action_ref`, and templates.", Evaluates::nothing},
    {R"(\.yaql$)", "", "yaql", "Its name ends in `.yaql`."},
};

// An environment that only sets parameters has no mark of its own. It belongs to a template in its folder or in the one
// around it.
bool is_environment(const ClaimedDocument& document, const Map& files) {
  constexpr std::string_view other_key =
      R"(^(?!---|#|[ \t\r]|$|(?:parameters|parameter_merge_strategies|encrypted_param_names|event_sinks)[ \t]*:))";
  if (!is_yaml_name(document.path) || !fits(R"(^parameters[ \t]*:)", document.text)) return false;
  if (fits(other_key, document.text)) return false;
  const std::string_view folder = directory_name(document.path);
  return std::any_of(files.begin(), files.end(), [&](const Map::Entry& file) {
    if (!file.key.is_string() || !file.value.is_string()) return false;
    const std::string_view other = directory_name(file.key.as_string());
    const bool is_near = other == folder || other == directory_name(folder);
    return is_near && is_yaml_name(file.key.as_string()) &&
           fits(R"(^heat_template_version\s*:)", file.value.as_string());
  });
}

// A claim of a whole document, in a language without flavors.
Claim plain(std::string_view dialect) {
  return {.dialect = std::string(dialect), .title = title_of({{"dialect", Value::string(dialect)}})};
}

std::optional<Claim> by_mark(const ClaimedDocument& document) {
  for (const Marked& mark : marked) {
    if (!mark.path.empty() && !fits(mark.path, document.path)) continue;
    if (!mark.text.empty() && !fits(mark.text, document.text)) continue;
    Claim made = plain(mark.dialect);
    made.evaluates = mark.evaluates;
    made.reasons.emplace_back(mark.says);
    return made;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Claim> claim(const ClaimedDocument& document, const FolderSigns& signs, const Map& files) {
  const auto is_called = [&](const Named& one) { return one.language == document.language; };
  const auto language = std::find_if(std::begin(named), std::end(named), is_called);
  if (language != std::end(named) && language->dialect.empty()) return std::nullopt;
  const FolderSigns::Found* root = signs.ansible_root(document.path);
  // Other programs have files that end in `.cf` too, which editors then take for policies.
  const bool is_policy =
      language == std::end(named) || language->dialect != "cfengine" || fits(policy_mark, document.text);
  if (language != std::end(named) && is_policy) {
    const bool is_ansible = language->flavor == "ansible";
    const Part part = is_ansible ? part_of(document.path, document.text) : Part::none;
    Claim made = is_ansible ? ansible(document, root, part == Part::none ? Part::variables : part, files)
                            : plain(language->dialect);
    made.reasons.push_back("The editor calls its language `" + std::string(language->language) + "`.");
    return made;
  }
  if (is_foreign(document, signs)) return std::nullopt;
  if (root != nullptr) {
    if (std::optional<Claim> made = in_repository(document, *root, files)) return made;
  }
  if (std::optional<Claim> made = by_mark(document)) return made;
  if (is_environment(document, files)) {
    Claim made = plain("heat");
    made.evaluates = Evaluates::nothing;
    made.reasons.emplace_back("It only sets `parameters`, and a template of Heat is beside it.");
    return made;
  }
  // "jinja-html", "jinja-nginx"
  if (fits("^jinja2?(?:-|$)", document.language)) {
    Claim made = plain("jinja2");
    made.reasons.push_back("The editor calls its language `" + std::string(document.language) + "`.");
    return made;
  }
  const bool is_yaml = is_yaml_name(document.path) || document.language == "yaml";
  if (is_yaml && fits(play_mark, document.text)) {
    const std::optional<FolderSigns::Found> around = root_by_inventory(document.path, files);
    Claim made = ansible(document, around ? &*around : nullptr, Part::playbook, files);
    made.reasons.emplace_back("It is a playbook, because an item has `hosts` or `import_playbook`.");
    return made;
  }
  return std::nullopt;
}

bool is_foreign(const ClaimedDocument& document, const FolderSigns& signs) {
  const FolderSigns::Found* around = signs.innermost(document.path);
  return !foreign_reason(document).empty() || (around != nullptr && !around->sign->is_ansible);
}

std::string why_not(const ClaimedDocument& document, const FolderSigns& signs) {
  const std::string left = "This file is left alone: ";
  const auto is_called = [&](const Named& one) { return one.language == document.language && one.dialect.empty(); };
  if (std::any_of(std::begin(named), std::end(named), is_called)) {
    return left + "the editor calls its language `" + std::string(document.language) + "`.";
  }
  if (const std::string reason = foreign_reason(document); !reason.empty()) return left + reason;
  const FolderSigns::Found* around = signs.innermost(document.path);
  if (around != nullptr && !around->sign->is_ansible) {
    return left + "`" + around->path + "` makes the folder " + std::string(around->sign->is) + ".";
  }
  return left +
         "neither its path nor its text says that it is in one of Evalground's languages. A file "
         "`.evalground.yaml` in the folder can say so.";
}

std::string title_of(const Map& workspace) {
  const DescribedDialect found = described_dialect(workspace);
  const Map* description = found.flavor != nullptr ? found.flavor : found.description;
  return description == nullptr ? std::string() : std::string(description->find("name")->as_string());
}

}  // namespace evalground
