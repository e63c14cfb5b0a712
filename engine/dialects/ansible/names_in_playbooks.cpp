// A variable of Ansible may be set in many places, and most of them only when tasks run. All of them are definitions of
// one symbol, so that a use leads to where its value may come from:
//
//   register: r          vars: {port: 80}          set_fact: {port: 80}          vars_prompt: [{name: port}]
//
// Variables of loops are known only within their task, and are bound there.
#include "dialects/ansible/names_in_playbooks.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/names_in_inventories.hpp"
#include "dialects/ansible/names_of_hosts.hpp"
#include "dialects/ansible/task_results.hpp"
#include "dialects/ansible/used_files.hpp"
#include "dialects/jinja2/language.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace {

// Keys whose value is a condition or a list of conditions; `that` and `var` are arguments of modules.
constexpr std::string_view conditions[] = {"when", "changed_when", "failed_when", "until", "break_when", "that"};
constexpr std::string_view builtin = "ansible.builtin.";
// Keys of an entry of `roles:` that are no parameters of the role.
constexpr std::string_view role_keys[] = {"role",
                                          "name",
                                          "vars",
                                          "tags",
                                          "when",
                                          "become",
                                          "become_user",
                                          "become_method",
                                          "become_flags",
                                          "become_exe",
                                          "delegate_to",
                                          "environment",
                                          "ignore_errors",
                                          "connection",
                                          "remote_user",
                                          "no_log",
                                          "run_once",
                                          "any_errors_fatal",
                                          "check_mode",
                                          "collections",
                                          "delegate_facts",
                                          "diff",
                                          "port",
                                          "throttle",
                                          "timeout",
                                          "debugger",
                                          "module_defaults",
                                          "ignore_unreachable"};
// Documents that are read only because a play or task names them, so their names may be any. No places.
constexpr std::string_view defined_file = "variable file that was defined";
constexpr std::string_view read_file = "variable file that was read";
// Keys whose value names a file, or a map with it.
constexpr std::string_view file_keys[] = {"include_tasks", "import_tasks", "include", "import_playbook", "include_vars",
                                          "vars_files",    "template",     "copy",    "script",          "unarchive",
                                          "win_template",  "win_copy",     "patch"};
// Keys of `add_host` that are no variables of the host.
constexpr std::string_view host_keys[] = {"name", "hostname", "host", "groups", "groupname", "group"};

std::string_view short_name(std::string_view key) {
  return key.starts_with(builtin) ? key.substr(builtin.size()) : key;
}

bool holds_tag(std::string_view text) {
  return text.find("{{") != std::string_view::npos || text.find("{%") != std::string_view::npos;
}

bool is_name(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::all_of(text.begin(), text.end(), fits);
}

bool is_molecule_file(std::string_view path) {
  return base_name(path) == "molecule.yml";
}

bool is_in_folder(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) || path.find("/" + std::string(folder)) != std::string_view::npos;
}

class PlaybookNames {
 public:
  PlaybookNames(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading)
      : context_(context), yaml_(yaml), file_(file), reading_(reading) {}

  void define() {
    const std::string& path = context_.sources.path(file_);
    const YamlNode* root = yaml_.root();
    if (root == nullptr) return;
    collect_roles(context_, reading_);
    if (is_variable_file(path)) return define_keys(*root, "a variable of `" + path + "`");
    if (is_molecule_file(path)) return define_molecule(*root);
    if (const YamlNode* specs = value_of(*root, "argument_specs")) define_arguments(*specs);
    if (is_yaml_inventory(path, context_.sources.text(file_))) {
      return define_in_yaml_inventory(context_, yaml_, file_, reading_);
    }
    are_handlers_ = is_in_folder(path, "handlers/");
    define_in(*root, {});
  }

  // The variables of a file that a task or play includes.
  void define_variables() {
    if (yaml_.root() != nullptr) define_keys(*yaml_.root(), "a variable of `" + context_.sources.path(file_) + "`");
  }

  void read(const jinja2::Syntax& syntax) {
    syntax_ = &syntax;
    if (yaml_.root() == nullptr) return;
    for (const YamlNode* play : items_of(*yaml_.root())) {
      const bool is_play = value_of(*play, "hosts") != nullptr || value_of(*play, "import_playbook") != nullptr;
      // Nothing needs to use a playbook.
      if (is_play) link(context_.sources.path(file_));
    }
    yaml_.add_anchors(reading_, context_.budget);
    refer_by_path(context_.sources.path(file_), file_, reading_);
    std::vector<std::string_view> keys;
    jinja2::LocalNames locals;
    read_in(*yaml_.root(), keys, locals);
  }

 private:
  Stretch whole(const YamlPair& pair) const {
    return {file_, yaml_.place(pair.key->begin), yaml_.place(pair.value->end)};
  }

  void define_variable(const YamlNode& name, const Stretch& whole, std::string detail) {
    if (!is_scalar(name) || !is_name(name.text)) return;
    const std::uint32_t symbol = reading_.symbol("variable", "", name.text);
    reading_.define(symbol, yaml_.inner(name), whole);
    reading_.describe(symbol, std::move(detail));
  }

  void define_keys(const YamlNode& node, const std::string& detail) {
    if (node.kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : node.pairs) {
      context_.budget.step();
      define_variable(*pair.key, whole(pair), detail);
    }
  }

  // What a task, a block or a play makes: `task` is the mapping around.
  void define_in(const YamlNode& node, std::string_view above) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) define_in(*item, above);
    }
    if (node.kind != YamlNode::Kind::mapping) return;
    const YamlNode* name = value_of(node, "name");
    const std::string of = name != nullptr && is_scalar(*name) ? " of the task “" + std::string(name->text) + "”" : "";
    // The arguments of a module have names of their own.
    const bool is_task = above.empty() || above == "block" || above == "rescue" || above == "always";
    const bool is_handler = (are_handlers_ && is_task) || above == "handlers";
    if (is_handler && name != nullptr) define_handler(*name, node);
    for (const YamlPair& pair : node.pairs) {
      if (!is_scalar(*pair.key)) continue;
      const std::string_view key = short_name(pair.key->text);
      if (key == "listen" && is_handler) {
        each_text(*pair.value, [&](const YamlNode& topic) { define_handler(topic, node); });
      }
      define_by_key(key, pair, of);
      if (key == "register") add_result(*pair.value, node);
      if (key != "vars" && key != "set_fact") define_in(*pair.value, pair.key->text);
    }
  }

  void define_by_key(std::string_view key, const YamlPair& pair, const std::string& of) {
    if (key == "register") define_variable(*pair.value, whole(pair), "the result" + of);
    if (key == "set_fact") define_facts(*pair.value, "set by `set_fact`" + of);
    if (key == "vars") define_vars(*pair.value);
    if (key == "vars_prompt") define_prompts(*pair.value);
    if (key == "include_vars") define_included(*pair.value);
    if (key == "vars_files") {
      each_text(*pair.value, [&](const YamlNode& name) { define_used(used_by(key, name.text)); });
      // Of a list in the list, the first file that exists is taken.
      for (const YamlNode* item : items_of(*pair.value)) {
        if (is_scalar(*item)) continue;
        each_text(*item, [&](const YamlNode& name) { define_used(used_by(key, name.text)); });
      }
    }
    if (key == "add_host") define_others(*pair.value, host_keys, "a variable of a host that `add_host` makes");
    if (key != "roles" && key != "dependencies") return;
    for (const YamlNode* role : items_of(*pair.value)) define_others(*role, role_keys, "a parameter of a role");
  }

  // Completion offers what the result of a task has, of all tasks that register the name.
  void add_result(const YamlNode& name, const YamlNode& task) {
    if (!is_scalar(name) || !is_name(name.text)) return;
    evalground::Symbol& symbol = reading_.symbols[reading_.symbol("variable", "", name.text)];
    const Value result = result_of_task(task);
    if (!symbol.value.is_map()) {
      symbol.value = result;
    } else if (result.is_map()) {
      for (const auto& [key, value] : result.as_map()) {
        if (!symbol.value.as_map().contains(key.as_string())) symbol.value.edit_map().set(key, value);
      }
    }
  }

  // The keys of a map that are not words of the language.
  template <std::size_t size>
  void define_others(const YamlNode& node, const std::string_view (&words)[size], std::string_view detail) {
    if (node.kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : node.pairs) {
      context_.budget.step();
      if (is_scalar(*pair.key) && !contains(words, pair.key->text)) {
        define_variable(*pair.key, whole(pair), std::string(detail));
      }
    }
  }

  static std::vector<const YamlNode*> items_of(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::sequence) return {};
    return {node.items.begin(), node.items.end()};
  }

  // `set_fact: port=80 host=a`: each name before a sign is a variable.
  void define_written_facts(const YamlNode& node, const std::string& detail) {
    const Stretch inner = yaml_.inner(node);
    if (inner.end - inner.begin != node.text.size()) return;  // with escapes
    const std::string_view text = node.text;
    for (std::size_t at = 0; at < text.size();) {
      context_.budget.step();
      const std::size_t sign = text.find('=', at);
      if (sign == std::string_view::npos) return;
      const std::string_view name = text.substr(at, sign - at);
      if (!is_name(name)) return;
      const auto begin = static_cast<std::uint32_t>(inner.begin + at);
      const std::uint32_t symbol = reading_.symbol("variable", "", name);
      reading_.define(symbol, {file_, begin, begin + static_cast<std::uint32_t>(name.size())}, yaml_.stretch(node));
      reading_.describe(symbol, detail);
      // Values with spaces or templates in them are left to Ansible.
      const std::size_t space = text.find(' ', sign);
      if (space == std::string_view::npos || holds_tag(text.substr(sign))) return;
      at = text.find_first_not_of(' ', space);
      if (at == std::string_view::npos) return;
    }
  }

  void define_facts(const YamlNode& node, const std::string& detail) {
    if (is_scalar(node)) return define_written_facts(node, detail);
    if (node.kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : node.pairs) {
      if (is_scalar(*pair.key) && pair.key->text != "cacheable") define_variable(*pair.key, whole(pair), detail);
    }
  }

  // A map, or in a play a list of maps.
  void define_vars(const YamlNode& node) {
    define_keys(node, "set by `vars` in `" + context_.sources.path(file_) + "`");
    if (node.kind != YamlNode::Kind::sequence) return;
    for (const YamlNode* item : node.items)
      define_keys(*item, "set by `vars` in `" + context_.sources.path(file_) + "`");
  }

  void define_prompts(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::sequence) return;
    for (const YamlNode* item : node.items) {
      if (item->kind != YamlNode::Kind::mapping) continue;
      const YamlNode* name = value_of(*item, "name");
      if (name != nullptr) define_variable(*name, yaml_.stretch(*item), "asked for when the play begins");
    }
  }

  // `include_vars: {file: x.yml, name: settings}` makes a variable, and without a name those of the file.
  void define_included(const YamlNode& node) {
    std::optional<Written> name = written(node, {"name"});
    if (!name) {
      if (const auto file = written(node, {"file", "_raw_params", ""}))
        define_used(used_by("include_vars", file->text));
      if (const auto folder = written(node, {"dir"})) {
        for (const std::string& path : used_folder(context_, context_.sources.path(file_), folder->text)) {
          define_used(path);
        }
      }
      return;
    }
    if (!is_name(name->text)) return;
    const std::uint32_t symbol = reading_.symbol("variable", "", name->text);
    reading_.define(symbol, name->at, yaml_.stretch(node));
    reading_.describe(symbol, "the variables of included files");
  }

  std::optional<std::string> used_by(std::string_view key, std::string_view name) const {
    if (holds_tag(name)) return std::nullopt;
    return used_file(context_, context_.sources.path(file_), key, name);
  }

  // Defines the variables of a file whose path alone does not make it a file of variables.
  void define_used(const std::optional<std::string>& path) {
    const auto number = path ? context_.files.source(*path) : std::nullopt;
    if (!number || is_playbook_document(*path, context_.sources.text(*number))) return;
    if (reading_.find(defined_file, "", *path) != nullptr) return;
    reading_.symbol(defined_file, "", *path);
    const YamlText yaml(context_, *number);
    PlaybookNames(context_, yaml, *number, reading_).define_variables();
  }
  void read_used(const std::string& path) {
    const auto number = context_.files.source(path);
    if (!number || reading_.find(defined_file, "", path) == nullptr) return;
    if (reading_.find(read_file, "", path) != nullptr) return;
    reading_.symbol(read_file, "", path);
    const Depth depth = context_.budget.enter();
    const YamlText yaml(context_, *number);
    PlaybookNames(context_, yaml, *number, reading_).read(*syntax_);
  }

  // `argument_specs: {main: {options: {port: {type: int}}}}`: the parameters of a role.
  void define_arguments(const YamlNode& specs) {
    if (specs.kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : specs.pairs) {
      context_.budget.step();
      if (const YamlNode* options = value_of(*pair.value, "options")) define_keys(*options, "an argument of the role");
    }
  }

  // `provisioner: {inventory: {group_vars: {all: {port: 80}}}}`
  void define_molecule(const YamlNode& root) {
    const YamlNode* provisioner = value_of(root, "provisioner");
    const YamlNode* inventory = provisioner == nullptr ? nullptr : value_of(*provisioner, "inventory");
    if (inventory == nullptr) return;
    for (const std::string_view key : {"group_vars", "host_vars"}) {
      const YamlNode* all = value_of(*inventory, key);
      if (all == nullptr || all->kind != YamlNode::Kind::mapping) continue;
      for (const YamlPair& pair : all->pairs) define_keys(*pair.value, "a variable of a scenario of Molecule");
    }
  }

  void define_handler(const YamlNode& name, const YamlNode& task) {
    if (!is_scalar(name) || name.text.empty() || holds_tag(name.text)) return;
    const std::uint32_t symbol = reading_.symbol("handler", "", name.text);
    reading_.define(symbol, yaml_.inner(name), yaml_.stretch(task));
  }

  // Reads templates in all texts. `keys` lead to the node.
  void read_in(const YamlNode& node, std::vector<std::string_view>& keys, const jinja2::LocalNames& locals) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    switch (node.kind) {
      case YamlNode::Kind::alias: return;
      case YamlNode::Kind::scalar: return read_text(node, keys, locals);
      case YamlNode::Kind::sequence:
        keys.emplace_back();
        for (const YamlNode* item : node.items) read_in(*item, keys, locals);
        keys.pop_back();
        return;
      case YamlNode::Kind::mapping: break;
    }
    jinja2::LocalNames own;
    const bool binds = bind_loop(node, own);
    for (const auto& [name, outer] : locals) own.emplace(name, outer);
    for (const YamlPair& pair : node.pairs) {
      const std::string_view key = is_scalar(*pair.key) ? short_name(pair.key->text) : std::string_view();
      // What is looped over is evaluated before the loop.
      const bool is_before = key == "loop" || key.starts_with("with_");
      if (is_scalar(*pair.key) && holds_tag(pair.key->text)) read_text(*pair.key, keys, locals);
      refer(key, *pair.value);
      keys.push_back(key);
      read_in(*pair.value, keys, binds && !is_before ? own : locals);
      keys.pop_back();
    }
  }

  // The variable of a task's loop; true when there is a loop.
  bool bind_loop(const YamlNode& task, jinja2::LocalNames& names) {
    const YamlPair* loop = nullptr;
    for (const YamlPair& pair : task.pairs) {
      if (!is_scalar(*pair.key)) continue;
      if (pair.key->text == "loop" || pair.key->text.starts_with("with_")) loop = &pair;
    }
    if (loop == nullptr) return false;
    const std::string scope = context_.sources.path(file_) + " " + std::to_string(task.begin);
    const YamlNode* control = value_of(task, "loop_control");
    const bool has_control = control != nullptr && control->kind == YamlNode::Kind::mapping;
    const YamlNode* name = has_control ? value_of(*control, "loop_var") : nullptr;
    bind(name, "item", *loop, scope, "each item of the loop", names);
    if (!has_control) return true;
    if (const YamlNode* index = value_of(*control, "index_var")) {
      bind(index, "", *loop, scope, "the index of the item, from 0", names);
    }
    if (const YamlNode* extended = value_of(*control, "extended")) {
      bind(nullptr, "ansible_loop", {extended, extended}, scope, "the state of the loop", names);
    }
    return true;
  }

  // A name that is written, or else one that every loop has.
  void bind(const YamlNode* written, std::string_view usual, const YamlPair& loop, const std::string& scope,
            std::string_view detail, jinja2::LocalNames& names) {
    if (written != nullptr && (!is_scalar(*written) || !is_name(written->text))) return;
    const std::string name(written != nullptr ? written->text : usual);
    const std::uint32_t symbol = reading_.symbol("variable", scope, name);
    reading_.symbols[symbol].detail = detail;
    reading_.symbols[symbol].is_fixed = written == nullptr;
    reading_.define(symbol, yaml_.inner(written != nullptr ? *written : *loop.key), yaml_.stretch(*loop.value));
    names.emplace(name, symbol);
  }

  void read_text(const YamlNode& node, const std::vector<std::string_view>& keys, const jinja2::LocalNames& locals) {
    if (!node.tag().empty() && (node.tag() == "!vault" || node.tag() == "!unsafe")) return;
    const Reads reads = reads_as(keys, node.text);
    if (reads == Reads::nothing) return;
    const Pieces pieces = pieces_of_text(yaml_.scalar(node), reads, *syntax_, context_.budget);
    jinja2::read_template(context_, functions(), pieces, file_, reading_, &locals);
    refer_to_hosts(pieces, file_, reading_);
    refer_to_looked_up_files(context_, pieces, file_, reading_);
  }

  // The files and handlers that a key names.
  void refer(std::string_view key, const YamlNode& value) {
    if (key == "notify")
      return each_text(value, [&](const YamlNode& name) {
        if (!holds_tag(name.text)) refer_to_handler(name);
      });
    if (key == "debug" && is_scalar(value)) return refer_to_written_variable(value);
    if (key == "hosts" || key == "delegate_to") {
      return each_text(value, [&](const YamlNode& name) { refer_to_pattern(name.text, yaml_.inner(name), reading_); });
    }
    if (key == "roles" || key == "dependencies") {
      for (const YamlNode* item : items_of(value)) {
        if (const auto role = written(*item, {"role", "name", ""})) refer_to_role(*role, "tasks", "main", role->at);
      }
    }
    if (key == "include_role" || key == "import_role") return refer_to_used_role(value);
    if (contains(file_keys, key)) refer_to_files(key, value);
  }

  void refer_to_files(std::string_view key, const YamlNode& value) {
    if (key == "include_vars") {
      if (const auto folder = written(value, {"dir"})) {
        for (const std::string& path : used_folder(context_, context_.sources.path(file_), folder->text)) use(path);
      }
    }
    if (key == "vars_files") {
      for (const YamlNode* item : items_of(value)) {
        const Depth depth = context_.budget.enter();
        if (item->kind == YamlNode::Kind::sequence) refer_to_files(key, *item);
      }
      return each_text(value, [&](const YamlNode& name) {
        refer_to_file(key, {std::string(name.text), yaml_.inner(name)});
      });
    }
    if (const auto file = written(value, {"src", "file", "_raw_params", ""})) refer_to_file(key, *file);
  }

  // A name in a document with its place.
  struct Written {
    std::string text;
    Stretch at;
  };

  // The value of the first of the keys that a map has. A text may be written as `file=x.yml name=y`; "" stands for a
  // text without a sign.
  std::optional<Written> written(const YamlNode& node, std::initializer_list<std::string_view> keys) const {
    if (node.kind == YamlNode::Kind::mapping) {
      for (const std::string_view key : keys) {
        const YamlNode* value = value_of(node, key);
        if (value != nullptr && is_scalar(*value)) return Written{std::string(value->text), yaml_.inner(*value)};
      }
      return std::nullopt;
    }
    if (!is_scalar(node) || node.text.empty()) return std::nullopt;
    const Stretch inner = yaml_.inner(node);
    const std::string_view text = node.text;
    const bool is_verbatim = inner.end - inner.begin == text.size();
    for (const std::string_view key : keys) {
      if (key.empty()) {
        const std::size_t end = text.find(' ');
        const std::string_view word = text.substr(0, end);
        if (word.find('=') != std::string_view::npos) continue;
        if (end == std::string_view::npos) return Written{std::string(word), inner};
        if (is_verbatim) return Written{std::string(word), part(inner, 0, word.size())};
        continue;
      }
      const std::string sign = std::string(key) + "=";
      const std::size_t found = text.starts_with(sign) ? 0 : text.find(" " + sign);
      if (found == std::string_view::npos || !is_verbatim) continue;
      const std::size_t begin = text.find('=', found) + 1;
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      return Written{std::string(text.substr(begin, end - begin)), part(inner, begin, end)};
    }
    return std::nullopt;
  }

  static Stretch part(const Stretch& of, std::size_t begin, std::size_t end) {
    return {of.file, of.begin + static_cast<std::uint32_t>(begin), of.begin + static_cast<std::uint32_t>(end)};
  }

  void link(std::string to) {
    if (reading_.has_references()) reading_.links.push_back({file_, std::move(to)});
  }
  void use(const std::string& path) {
    link(path);
    read_used(path);
  }

  // `include_role: {name: web, tasks_from: install}`
  void refer_to_used_role(const YamlNode& value) {
    const auto role = written(value, {"name", ""});
    if (!role) return;
    refer_to_role(*role, "tasks", "main", role->at);
    for (const std::string_view part : {"tasks", "vars", "defaults", "handlers"}) {
      const auto from = written(value, {std::string(part) + "_from"});
      if (from && !holds_tag(from->text)) refer_to_role(*role, part, from->text, from->at);
    }
  }

  std::optional<std::string> first_file_in(const std::string& folder) const {
    for (const auto& [path, content] : context_.workspace.files) {
      context_.budget.step();
      if (path.is_string() && path.as_string().starts_with(folder)) return std::string(path.as_string());
    }
    return std::nullopt;
  }

  // `at`: the place that names the file of that part of the role.
  void refer_to_role(const Written& role, std::string_view folder, std::string_view name, const Stretch& at) {
    if (holds_tag(role.text)) return link(std::string(every_role));
    bool is_found = false;
    for (const std::string& one : folders_of_role(reading_, role.text, context_.sources.path(file_))) {
      link(one);
      std::optional<std::string> file = file_of_role(context_, one, folder, name);
      if (!file && name == "main") file = file_of_role(context_, one, "meta", "main");
      if (!file && name == "main") file = file_of_role(context_, one, "defaults", "main");
      if (!file && name == "main") file = first_file_in(one + "/tasks/");
      if (!file || is_found) continue;
      is_found = true;
      reading_.refer(reading_.symbol("file", "", "/workspace/" + *file), at);
    }
  }

  // "role : handler" names one of a role.
  void refer_to_handler(const YamlNode& name) {
    Stretch at = yaml_.inner(name);
    std::string_view handler = name.text;
    const std::size_t colon = handler.find(" : ");
    if (colon != std::string_view::npos && at.end - at.begin == handler.size()) {
      handler = handler.substr(colon + 3);
      at.begin += static_cast<std::uint32_t>(colon + 3);
    }
    reading_.refer(reading_.symbol("handler", "", handler), at);
  }

  // `debug: var=found.stdout`
  void refer_to_written_variable(const YamlNode& node) {
    constexpr std::string_view sign = "var=";
    const Stretch inner = yaml_.inner(node);
    const std::string_view text = node.text;
    if (!text.starts_with(sign) || inner.end - inner.begin != text.size()) return;
    const std::string_view name = text.substr(sign.size(), text.find_first_of(".[ ", sign.size()) - sign.size());
    if (!is_name(name)) return;
    const auto begin = static_cast<std::uint32_t>(inner.begin + sign.size());
    reading_.refer(reading_.symbol("variable", "", name),
                   {file_, begin, begin + static_cast<std::uint32_t>(name.size())});
  }

  template <class F>
  static void each_text(const YamlNode& node, F f) {
    if (is_scalar(node) && !node.text.empty()) f(node);
    if (node.kind != YamlNode::Kind::sequence) return;
    for (const YamlNode* item : node.items) {
      if (is_scalar(*item) && !item->text.empty()) f(*item);
    }
  }

  // Beside the document, and where its role or playbook keeps such files.
  void refer_to_file(std::string_view key, const Written& name) {
    const std::optional<std::string> path = used_by(key, name.text);
    if (!path) return;
    use(*path);
    reading_.refer(reading_.symbol("file", "", "/workspace/" + *path), name.at);
  }

  Context& context_;
  const YamlText& yaml_;
  std::uint32_t file_;
  Reading& reading_;
  const jinja2::Syntax* syntax_ = nullptr;
  bool are_handlers_ = false;
};

}  // namespace

Reads reads_as(const std::vector<std::string_view>& keys, std::string_view text) {
  if (holds_tag(text)) return Reads::templates;
  std::size_t at = keys.size();
  while (at > 0 && keys[at - 1].empty()) --at;
  if (at == 0 || text.empty()) return Reads::nothing;
  const bool is_condition =
      contains(conditions, keys[at - 1]) || (keys[at - 1] == "var" && at > 1 && short_name(keys[at - 2]) == "debug");
  return is_condition ? Reads::expression : Reads::nothing;
}

Pieces pieces_of_text(const ScalarText& text, Reads reads, const jinja2::Syntax& syntax, Budget& budget) {
  if (reads != Reads::expression) return jinja2::template_pieces(text.text, text.place, syntax, budget);
  const std::string before = syntax.variable_start + " ";
  TextPlace place = text.place;
  if (place.offsets.empty()) {
    for (std::size_t at = 0; at <= text.text.size(); ++at) place.offsets.push_back(text.place.offset(at));
  }
  place.offsets.insert(place.offsets.begin(), before.size(), place.offsets.front());
  return jinja2::template_pieces(before + text.text + " " + syntax.variable_end, place, syntax, budget);
}

bool is_playbook_document(std::string_view path, std::string_view text) {
  if (is_variable_file(path)) return true;
  if (!is_yaml_path(path) || is_in_folder(path, "templates/") || is_in_folder(path, "files/")) return false;
  if (is_yaml_inventory(path, text) || is_molecule_file(path)) return true;
  if (is_in_folder(path, "tasks/") || is_in_folder(path, "handlers/") || is_in_folder(path, "meta/")) return true;
  // A list of plays or tasks, which begins with the first line that is neither blank nor a comment.
  for (const std::string_view line : Split(text, "\n")) {
    const std::string_view content = trim(line);
    if (content.empty() || content[0] == '#' || content == "---") continue;
    if (!line.starts_with("- ")) return false;
    const std::string_view rest = trim(line.substr(2));
    return rest.find(':') != std::string_view::npos && rest[0] != '{' && rest[0] != '"';
  }
  return false;
}

void define_in_playbook(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading) {
  PlaybookNames(context, yaml, file, reading).define();
}

void read_playbook(Context& context, const YamlText& yaml, std::uint32_t file, const jinja2::Syntax& syntax,
                   Reading& reading) {
  PlaybookNames(context, yaml, file, reading).read(syntax);
}

}  // namespace evalground::ansible
