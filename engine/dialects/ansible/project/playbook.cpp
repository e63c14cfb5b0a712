// Reads the plays of a playbook, with Ansible's checks of their keys. Tasks are not read, as they run on hosts.
// Reads the plays of a playbook, with Ansible's checks of their keys. Tasks are not read, as they run on hosts.
//
// What counts here is where variables come from: `vars`, `vars_files`, `vars_prompt` and `roles` of each play, and
// `vars` of imports. Messages are those of Ansible, so that they can be searched for.

#include "dialects/ansible/project/playbook.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/inventory_sources.hpp"
#include "runtime/trace.hpp"

namespace evalground::ansible {
namespace {

// Keys shared by plays and entries of `roles`.
constexpr std::string_view common_keys[] = {"any_errors_fatal",
                                            "become",
                                            "become_exe",
                                            "become_flags",
                                            "become_method",
                                            "become_user",
                                            "check_mode",
                                            "collections",
                                            "connection",
                                            "debugger",
                                            "diff",
                                            "environment",
                                            "ignore_errors",
                                            "ignore_unreachable",
                                            "module_defaults",
                                            "name",
                                            "no_log",
                                            "port",
                                            "remote_user",
                                            "run_once",
                                            "tags",
                                            "throttle",
                                            "timeout",
                                            "vars"};
// Keys of plays only.
constexpr std::string_view play_keys[] = {"fact_path",      "force_handlers",
                                          "gather_facts",   "gather_subset",
                                          "gather_timeout", "handlers",
                                          "hosts",          "max_fail_percentage",
                                          "order",          "post_tasks",
                                          "pre_tasks",      "roles",
                                          "serial",         "strategy",
                                          "tasks",          "vars_files",
                                          "vars_prompt",    "user"};
// Keys of entries of `roles` only. All other keys of an entry are parameters.
constexpr std::string_view role_keys[] = {"delegate_facts", "delegate_to", "role", "when"};
// Keys of entries that people mistake for parameters.
constexpr std::string_view mistaken_keys[] = {"port",        "environment", "connection", "timeout",
                                              "remote_user", "debugger",    "throttle"};

constexpr std::string_view task_keys[] = {
    "action",         "always",   "args",        "async",   "async_val",    "block",        "changed_when", "delay",
    "delegate_to",    "loop",     "failed_when", "notify",  "loop_control", "local_action", "loop_with",    "poll",
    "delegate_facts", "register", "rescue",      "retries", "until",        "when",         "with_"};

bool is_among(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_play_key(std::string_view name) {
  return is_among(common_keys, name) || is_among(play_keys, name);
}

bool is_identifier(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  if (name.empty() || !is_letter(name[0])) return false;
  return std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

// Imports are resolved at once, so `plays` lists all plays in the order in which they would run. open_ holds the
// playbooks that are being read, to detect an import of itself.
class PlaybookReader {
 public:
  PlaybookReader(Context& context, Documents& documents) : context_(context), documents_(documents) {}

  std::vector<Play> plays;

  // `where`: the import of this playbook, or 0.
  void read(std::string_view file, const Settings& vars, OriginId where = 0) {
    const Depth depth = context_.budget.enter();
    if (std::find(open_.begin(), open_.end(), file) != open_.end()) {
      context_.fail(where, "bad-playbook", "The playbook " + quote(file) + " imports itself.");
    }
    open_.push_back(file);
    const Value& document = documents_.read(file);
    if (document.is_null())
      context_.fail(document.origin(), "bad-playbook", "Empty playbook, nothing to do: " + quote(file) + ".");
    if (!document.is_list()) {
      context_.fail(document.origin(), "bad-playbook",
                    "A playbook must be a list of plays, got " + with_article(kind_name(document.kind())) +
                        " instead: " + quote(file) + ".");
    }
    for (const Value& entry : document.as_list()) {
      // Playbooks that import each other twice would double in number at each level.
      context_.budget.step(1000);
      if (!entry.is_map()) {
        context_.fail(entry.origin(), "bad-playbook",
                      "playbook entries must be either valid plays or 'import_playbook' statements.");
      }
      if (const Value* imported = import_of(entry.as_map())) {
        import(file, *imported, entry.as_map(), vars);
      } else {
        plays.push_back(play(entry, file, vars));
      }
    }
    open_.pop_back();
  }

 private:
  static const Value* import_of(const Map& entry) {
    for (const std::string_view key :
         {"import_playbook", "ansible.builtin.import_playbook", "ansible.legacy.import_playbook"}) {
      if (const Value* found = entry.find(key)) return found;
    }
    return nullptr;
  }

  // `- import_playbook: db.yml`. The path is relative to the importing playbook. Templates in it are not evaluated.
  void import(std::string_view file, const Value& imported, const Map& entry, const Settings& vars) {
    const std::string name = imported.is_string() ? std::string(imported.as_string()) : std::string();
    const auto found = documents_.file(place_of(join_path(directory_name(file), name)));
    if (!found) {
      context_.fail(imported.origin(), "bad-playbook",
                    "The playbook " + quote(name) + " that is imported is not there.");
    }
    // Variables of an import are added to those of the imported plays, and take precedence over them.
    Settings all = vars;
    if (const Value* own = entry.find("vars"); own != nullptr && own->is_map()) {
      for (Setting& one : settings_of(own->as_map(), file)) all.push_back(std::move(one));
    }
    read(*found, all, imported.origin());
  }

  // An unknown key ends the playbook in Ansible, because it is usually misspelled.
  void check_keys(const Map& map) {
    for (const auto& [key, ignored] : map) {
      const std::string name = key.is_string() ? std::string(key.as_string()) : short_text(key, 60);
      if (is_play_key(name)) continue;
      std::vector<std::string_view> known(std::begin(common_keys), std::end(common_keys));
      known.insert(known.end(), std::begin(play_keys), std::end(play_keys));
      context_.fail_name(key.origin(), "bad-playbook", "'" + name + "' is not a valid attribute for a Play.", name,
                         nearest_name(name, known).value_or(""));
    }
  }

  // A play without a name is named by its hosts.
  static std::string name_of(const Value& hosts) {
    if (hosts.is_string()) return std::string(hosts.as_string());
    std::string name;
    for (const Value& one : hosts.as_list()) {
      name += (name.empty() ? "" : ",") + (one.is_string() ? std::string(one.as_string()) : std::string());
    }
    return name;
  }

  // Order decides: `vars`, then prompts, then variables of imports, and the last assignment of a name wins.
  Play play(const Value& value, std::string_view file, const Settings& import_vars) {
    const Map& map = value.as_map();
    Play made;
    made.file = file;
    made.folder = std::string(directory_name(file));
    made.where = value.origin();
    check_keys(map);
    const Value* hosts = map.find("hosts");
    if (hosts == nullptr) {
      context_.fail(value.origin(), "bad-playbook", "the field 'hosts' is required but was not set.");
    }
    made.hosts = *hosts;
    const bool is_list = hosts->is_list() && !hosts->as_list().empty();
    if (!is_list && !(hosts->is_string() && hosts->text_size() != 0)) {
      context_.fail(hosts->origin(), "bad-playbook",
                    "Hosts list must be a sequence or string. Please check your playbook.");
    }
    read_vars(map.find("vars"), file, made.vars);
    read_prompts(map.find("vars_prompt"), file, made.vars);
    made.vars.insert(made.vars.end(), import_vars.begin(), import_vars.end());
    if (const Value* files = map.find("vars_files"); files != nullptr && !files->is_null()) {
      if (files->is_list()) {
        made.vars_files = files->as_list();
      } else {
        made.vars_files.push_back(*files);
      }
    }
    if (const Value* roles = map.find("roles"); roles != nullptr && !roles->is_null()) {
      made.roles = read_role_entries(context_, *roles, file);
    }
    if (const Value* serial = map.find("serial")) made.serial = *serial;
    made.connection = text_at(map, "connection");
    made.remote_user = text_at(map, "remote_user");
    if (made.remote_user.empty()) made.remote_user = text_at(map, "user");
    made.name = text_at(map, "name");
    if (made.name.empty()) made.name = name_of(*hosts);
    return made;
  }

  static std::string text_at(const Map& map, std::string_view key) {
    const Value* value = map.find(key);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
  }

  // `vars` is a map or a list of maps. The names must be identifiers, since templates could not read others.
  void read_vars(const Value* vars, std::string_view file, Settings& settings) {
    if (vars == nullptr || vars->is_null()) return;
    const auto add = [&](const Value& map) {
      if (!map.is_map()) {
        context_.fail(vars->origin(), "bad-playbook",
                      "Vars in a Play must be specified as a dictionary, or a list of dictionaries.");
      }
      for (const auto& [name, value] : map.as_map()) {
        if (!name.is_string() || !is_identifier(name.as_string())) {
          context_.fail(name.origin(), "bad-playbook",
                        "Invalid variable name in vars specified for Play: '" + short_text(name, 60) +
                            "' is not a valid variable name.");
        }
        settings.push_back({name, value, file});
      }
    };
    if (!vars->is_list()) return add(*vars);
    for (const Value& one : vars->as_list()) add(one);
  }

  // Nobody can be asked here, so each prompt has its default.
  void read_prompts(const Value* prompts, std::string_view file, Settings& settings) {
    if (prompts == nullptr || !prompts->is_list()) return;
    for (const Value& one : prompts->as_list()) {
      const Value* name = one.is_map() ? one.as_map().find("name") : nullptr;
      if (name == nullptr || !name->is_string()) {
        context_.fail(one.origin(), "bad-playbook", "Invalid vars_prompt data structure, missing 'name' key.");
      }
      const Value* usual = one.as_map().find("default");
      // A prompt without an answer gives an empty text.
      settings.push_back({*name, usual == nullptr ? Value::string("") : *usual, file});
    }
  }

  Context& context_;
  Documents& documents_;
  std::vector<std::string_view> open_;
};

}  // namespace

std::vector<Play> read_playbook(Context& context, Documents& documents, std::string_view file) {
  PlaybookReader reader(context, documents);
  reader.read(file, {});
  return std::move(reader.plays);
}

// The entries of `roles`, also those of `dependencies` of a role:
//
//   - web                                       the name alone
//   - {role: web, site: a, vars: {tls: true}}   a parameter and a variable
//
// Any key that Ansible does not know as a keyword is a parameter. `timeout: 5` is a keyword although it looks like a
// parameter, so a warning says that.
std::vector<RoleEntry> read_role_entries(Context& context, const Value& list, std::string_view from) {
  std::vector<RoleEntry> entries;
  if (!list.is_list()) {
    context.fail(list.origin(), "bad-playbook",
                 "A list of roles is expected, not " + with_article(kind_name(list.kind())) + ".");
  }
  for (const Value& item : list.as_list()) {
    context.budget.step(10);
    RoleEntry entry;
    entry.from = from;
    entry.where = item.origin();
    if (!item.is_map()) {
      entry.name = item;
    } else {
      const Map& map = item.as_map();
      const Value* name = map.find("role");
      if (name == nullptr) name = map.find("name");
      if (name != nullptr) entry.name = *name;
      for (const auto& [key, value] : map) {
        if (!key.is_string()) continue;
        const std::string_view word = key.as_string();
        if (word == "vars" && value.is_map()) {
          entry.vars = settings_of(value.as_map(), from);
        } else if (!is_among(common_keys, word) && !is_among(role_keys, word)) {
          entry.params.push_back({key, value, from});
        } else if (is_among(mistaken_keys, word)) {
          context.warn(key.origin(), "keyword-not-parameter",
                       "`" + std::string(word) +
                           "` is a keyword of roles: the variable of that name is not set. Put it below `vars`.");
        }
      }
    }
    if (entry.name.kind() == Kind::integer) entry.name = Value::string(std::to_string(entry.name.as_integer()));
    if (!entry.name.is_string() || entry.name.text_size() == 0) {
      context.fail(item.origin(), "bad-playbook", "role definitions must contain a role name.");
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

// Names of variables that Ansible warns of, because plays or tasks have a keyword of this name.
bool is_reserved_name(std::string_view name) {
  return (is_play_key(name) && name != "vars" && name != "user") || is_among(task_keys, name);
}

}  // namespace evalground::ansible
