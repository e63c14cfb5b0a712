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
#include "dialects/jinja2/language.hpp"

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
    if (is_variable_file(path)) return define_keys(*root, "a variable of `" + path + "`");
    if (is_yaml_inventory(path, context_.sources.text(file_))) {
      return define_in_yaml_inventory(context_, yaml_, file_, reading_);
    }
    are_handlers_ = is_in_folder(path, "handlers/");
    define_in(*root, {});
  }

  void read(const jinja2::Syntax& syntax) {
    syntax_ = &syntax;
    if (yaml_.root() == nullptr) return;
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
    if (reading_.symbols[symbol].detail.empty()) reading_.symbols[symbol].detail = std::move(detail);
    reading_.define(symbol, yaml_.inner(name), whole);
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
    const bool is_handler = are_handlers_ || above == "handlers";
    if (is_handler && name != nullptr) define_handler(*name, node);
    for (const YamlPair& pair : node.pairs) {
      if (!is_scalar(*pair.key)) continue;
      const std::string_view key = short_name(pair.key->text);
      if (key == "listen" && is_handler) {
        each_text(*pair.value, [&](const YamlNode& topic) { define_handler(topic, node); });
      }
      define_by_key(key, pair, of);
      if (key != "vars" && key != "set_fact") define_in(*pair.value, pair.key->text);
    }
  }

  void define_by_key(std::string_view key, const YamlPair& pair, const std::string& of) {
    if (key == "register") define_variable(*pair.value, whole(pair), "the result" + of);
    if (key == "set_fact") define_facts(*pair.value, "set by `set_fact`" + of);
    if (key == "vars") define_vars(*pair.value);
    if (key == "vars_prompt") define_prompts(*pair.value);
    if (key == "include_vars") define_included(*pair.value);
    if (key == "add_host") define_others(*pair.value, host_keys, "a variable of a host that `add_host` makes");
    if (key != "roles" && key != "dependencies") return;
    for (const YamlNode* role : items_of(*pair.value)) define_others(*role, role_keys, "a parameter of a role");
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
      if (reading_.symbols[symbol].detail.empty()) reading_.symbols[symbol].detail = detail;
      reading_.define(symbol, {file_, begin, begin + static_cast<std::uint32_t>(name.size())}, yaml_.stretch(node));
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

  // `include_vars: {file: x.yml, name: settings}` makes a variable.
  void define_included(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::mapping) return;
    const YamlNode* name = value_of(node, "name");
    if (name != nullptr) define_variable(*name, yaml_.stretch(node), "the variables of included files");
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
    constexpr std::string_view files[] = {
        "include_tasks", "import_tasks", "import_playbook", "include_vars", "vars_files", "template", "copy", "script"};
    if (std::find(std::begin(files), std::end(files), key) == std::end(files)) return;
    const YamlNode* named = &value;
    if (value.kind == YamlNode::Kind::mapping) {
      named = value_of(value, "src");
      if (named == nullptr) named = value_of(value, "file");
      if (named == nullptr) return;
    }
    each_text(*named, [&](const YamlNode& name) { refer_to_file(key, name); });
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
  void refer_to_file(std::string_view key, const YamlNode& name) {
    if (holds_tag(name.text)) return;
    const std::string_view folder = directory_name(context_.sources.path(file_));
    const std::string_view role = directory_name(folder);
    const std::string_view kept = key == "template"                              ? "templates"
                                  : key == "copy" || key == "script"             ? "files"
                                  : key == "include_vars" || key == "vars_files" ? "vars"
                                                                                 : "tasks";
    for (const std::string& base : {std::string(folder), join_path(role, kept), join_path(folder, kept)}) {
      const std::string path = normalise_path(join_path(base, name.text));
      if (!context_.workspace.files.contains(path)) continue;
      return reading_.refer(reading_.symbol("file", "", "/workspace/" + path), yaml_.inner(name));
    }
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
  if (is_yaml_inventory(path, text)) return true;
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
