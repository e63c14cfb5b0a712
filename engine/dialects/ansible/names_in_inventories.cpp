#include "dialects/ansible/names_in_inventories.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/project/host_names.hpp"
#include "dialects/ansible/project/shell_words.hpp"
#include "dialects/jinja2/language.hpp"

namespace evalground::ansible {
namespace {

// Groups that every inventory has.
constexpr std::string_view usual_groups[] = {"all", "ungrouped"};

bool is_word(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::all_of(text.begin(), text.end(), fits);
}

bool has_tag(std::string_view text) {
  return text.find("{{") != std::string_view::npos || text.find("{%") != std::string_view::npos;
}

// Whether the path is where inventories are kept: by its own name, or by that of a folder around it.
bool may_be_inventory(std::string_view path) {
  for (const std::string_view other : {"templates/", "files/", "roles/", "group_vars/", "host_vars/", "tasks/"}) {
    if (path.starts_with(other) || path.find("/" + std::string(other)) != std::string_view::npos) return false;
  }
  constexpr std::string_view names[] = {"production", "staging", "development", "prod", "stage", "dev"};
  const std::string_view own = base_name(path);
  return path.find("hosts") != std::string_view::npos || path.find("inventor") != std::string_view::npos ||
         contains(names, own.substr(0, own.find('.')));
}

// Calls `f` with each line of content and its offset, until it returns false.
template <class F>
void each_line(std::string_view text, F f) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::string_view content = trim(line);
    const bool is_comment = content.empty() || content[0] == '#' || content[0] == ';';
    const auto at = static_cast<std::uint32_t>(is_comment ? begin : content.data() - text.data());
    if (!is_comment && !f(content, at)) return;
    begin = end + 1;
  }
}

class InventoryNames {
 public:
  InventoryNames(Context& context, std::uint32_t file, Reading& reading)
      : context_(context), file_(file), reading_(reading), path_(context.sources.path(file)) {}

  std::uint32_t define_group(std::string_view name, const Stretch& at, const Stretch& whole) {
    const std::uint32_t symbol = reading_.symbol("group", "", name);
    describe(symbol, "a group of `" + path_ + "`");
    reading_.symbols[symbol].is_fixed = contains(usual_groups, name);
    reading_.define(symbol, at, whole);
    return symbol;
  }

  // A range, such as `web[01:10]`, is the place of all of its hosts.
  void define_hosts(std::string_view pattern, const Stretch& at, const Stretch& whole) {
    if (has_tag(pattern)) return;
    constexpr std::size_t most = 100;
    const std::vector<std::string> names =
        recover([&] { return expand_host_pattern(context_, pattern, OriginId()).names; },
                [](const Error&) { return std::vector<std::string>(); });
    for (std::size_t one = 0; one < names.size() && one < most; ++one) {
      const std::uint32_t symbol = reading_.symbol("host", "", names[one]);
      describe(symbol, "a host of `" + path_ + "`");
      const bool is_named = pattern.starts_with(names[one]);  // a port may follow
      if (!is_named) {
        reading_.symbols[symbol].stays =
            "It is written as the range `" + std::string(pattern) + "` in `" + path_ + "`.";
      }
      const auto size = static_cast<std::uint32_t>(names[one].size());
      reading_.define(symbol, is_named ? Stretch{at.file, at.begin, std::min(at.begin + size, at.end)} : at, whole);
    }
  }

  void define_variable(std::string_view name, const std::string& of, const Stretch& at, const Stretch& whole) {
    if (!is_word(name)) return;
    const std::uint32_t symbol = reading_.symbol("variable", "", name);
    describe(symbol, "a variable of " + of + " in `" + path_ + "`");
    reading_.define(symbol, at, whole);
  }

  // ---- INI

  void read_ini() {
    each_line(context_.sources.text(file_), [&](std::string_view line, std::uint32_t at) {
      context_.budget.step(1 + line.size() / 16);
      if (line[0] == '[' && read_section(line, at)) return true;
      if (section_ == "vars") read_variable(line, at);
      if (section_ == "children") read_child(line, at);
      if (section_ == "hosts") read_host(line, at);
      return true;
    });
  }

  // ---- YAML

  void read_groups(const YamlText& yaml, const YamlNode& groups) {
    const Depth depth = context_.budget.enter();
    if (groups.kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : groups.pairs) {
      context_.budget.step();
      if (!is_scalar(*pair.key)) continue;
      const std::string_view name = pair.key->text;
      define_group(name, yaml.inner(*pair.key), whole(yaml, pair));
      const YamlNode& group = *pair.value;
      if (group.kind != YamlNode::Kind::mapping) continue;
      if (const YamlNode* vars = value_of(group, "vars")) {
        read_variables(yaml, *vars, "the group `" + std::string(name) + "`");
      }
      if (const YamlNode* hosts = value_of(group, "hosts")) read_hosts(yaml, *hosts);
      if (const YamlNode* children = value_of(group, "children")) read_groups(yaml, *children);
    }
  }

 private:
  Stretch part(std::uint32_t at, std::size_t begin, std::size_t end) const {
    return {file_, at + static_cast<std::uint32_t>(begin), at + static_cast<std::uint32_t>(end)};
  }
  Stretch whole(const YamlText& yaml, const YamlPair& pair) const {
    return {file_, yaml.place(pair.key->begin), yaml.place(pair.value->end)};
  }

  void describe(std::uint32_t symbol, std::string detail) {
    if (reading_.symbols[symbol].detail.empty()) reading_.symbols[symbol].detail = std::move(detail);
  }

  // "[web]", "[web:vars]"
  bool read_section(std::string_view line, std::uint32_t at) {
    const std::size_t close = line.find(']');
    if (close == std::string_view::npos || close == 1) return false;
    const std::string_view content = line.substr(1, close - 1);
    const std::size_t colon = content.find(':');
    const std::string_view kind = colon == std::string_view::npos ? "hosts" : content.substr(colon + 1);
    if (kind != "hosts" && kind != "vars" && kind != "children") return false;
    section_ = kind;
    group_ = content.substr(0, colon);
    const Stretch place = part(at, 1, 1 + group_.size());
    // The section of its variables is not where a group is defined, unless it has no other.
    if (kind == "vars") {
      reading_.refer(reading_.symbol("group", "", group_), place);
    } else {
      define_group(group_, place, part(at, 0, close + 1));
    }
    return true;
  }

  void read_variable(std::string_view line, std::uint32_t at) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return;
    const std::string_view name = trim(line.substr(0, equals));
    define_variable(name, "the group `" + std::string(group_) + "`", part(at, 0, name.size()),
                    part(at, 0, line.size()));
  }

  void read_child(std::string_view line, std::uint32_t at) {
    const std::string_view name = line.substr(0, line.find_first_of(" \t#"));
    if (!name.empty()) reading_.refer(reading_.symbol("group", "", name), part(at, 0, name.size()));
  }

  void read_host(std::string_view line, std::uint32_t at) {
    std::string problem;
    const auto words = split_shell_words(line, problem);
    if (!words || words->empty()) return;
    const ShellWord& first = words->front();
    if (line.substr(first.begin, first.text.size()) != first.text) return;  // in quotes
    define_hosts(first.text, part(at, first.begin, first.end), part(at, 0, line.size()));
    for (std::size_t i = 1; i < words->size(); ++i) {
      const ShellWord& word = (*words)[i];
      const std::size_t equals = word.text.find('=');
      if (equals == std::string::npos || line.substr(word.begin, equals) != word.text.substr(0, equals)) continue;
      define_variable(word.text.substr(0, equals), "the host `" + first.text + "`",
                      part(at, word.begin, word.begin + equals), part(at, word.begin, word.end));
    }
  }

  void read_hosts(const YamlText& yaml, const YamlNode& hosts) {
    if (hosts.kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : hosts.pairs) {
      context_.budget.step();
      if (!is_scalar(*pair.key)) continue;
      define_hosts(pair.key->text, yaml.inner(*pair.key), whole(yaml, pair));
      read_variables(yaml, *pair.value, "the host `" + std::string(pair.key->text) + "`");
    }
  }

  void read_variables(const YamlText& yaml, const YamlNode& variables, const std::string& of) {
    if (variables.kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : variables.pairs) {
      context_.budget.step();
      if (is_scalar(*pair.key)) define_variable(pair.key->text, of, yaml.inner(*pair.key), whole(yaml, pair));
    }
  }

  Context& context_;
  std::uint32_t file_;
  Reading& reading_;
  const std::string& path_;
  std::string_view section_ = "hosts";
  std::string_view group_ = "ungrouped";
};

// Only a name of an inventory: any other may be made by `add_host` or `group_by`.
bool refer_if_known(std::string_view kind, std::string_view name, const Stretch& at, Reading& reading) {
  if (reading.find(kind, "", name) == nullptr) return false;
  reading.refer(reading.symbol(kind, "", name), at);
  return true;
}

// Finds hosts and groups in the pieces of a template.
class HostsInTemplate {
 public:
  HostsInTemplate(const Pieces& pieces, std::uint32_t file, Reading& reading)
      : pieces_(pieces), file_(file), reading_(reading) {}

  void read() {
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      const bool is_member = at > 0 && is(at - 1, ".");
      if (is_a(at, Piece::Kind::text)) read_text(at);
      if (!is_member && is(at, "groups")) read_member("group", at + 1);
      if (!is_member && is(at, "hostvars")) {
        read_member("host", at + 1);
        read_variable(end_of_member(at + 1));
      }
      if (!is_member && is(at, "vars")) read_variable(at + 1);
      if (!is_member && (is(at, "lookup") || is(at, "query") || is(at, "q"))) read_lookup(at + 1);
      if (!is_member && is(at, "inventory_hostname")) read_comparison(at + 1);
    }
  }

 private:
  bool is(std::size_t at, std::string_view word) const { return at < pieces_.size() && pieces_[at].is(word); }
  bool is_a(std::size_t at, Piece::Kind kind) const { return at < pieces_.size() && pieces_[at].kind == kind; }

  // 'web' in group_names, 'port' in vars, 'port' in hostvars[h]
  void read_text(std::size_t at) {
    const std::size_t after = is(at + 1, "not") ? at + 2 : at + 1;
    if (is(after, "in") && is(after + 1, "group_names")) refer("group", at);
    if (is(after, "in") && is_variable_map(after + 1)) refer("variable", at);
  }

  bool is_variable_map(std::size_t at) const {
    const std::size_t end = is(at, "vars") ? at + 1 : is(at, "hostvars") ? end_of_member(at + 1) : 0;
    return end > 0 && !is(end, ".") && !is(end, "[");
  }

  // groups['web'], groups.web, groups.get('web'); a name in brackets is a variable
  void read_member(std::string_view kind, std::size_t at) {
    if (is(at, "[") && is_a(at + 1, Piece::Kind::text)) return refer(kind, at + 1);
    if (!is(at, ".") || !is_a(at + 1, Piece::Kind::name)) return;
    if (!is(at + 2, "(")) return refer(kind, at + 1);
    if (is(at + 1, "get") && is_a(at + 3, Piece::Kind::text)) refer(kind, at + 3);
  }

  // Behind `[x]`, which may hold brackets, or `.x`.
  std::size_t end_of_member(std::size_t at) const {
    if (is(at, ".")) return at + 2;
    if (!is(at, "[")) return pieces_.size();
    std::size_t depth = 0;
    for (; at < pieces_.size(); ++at) {
      if (is(at, "[")) ++depth;
      if (is(at, "]") && --depth == 0) return at + 1;
    }
    return at;
  }

  // hostvars[h].port, hostvars[h]['port'], vars['port']
  void read_variable(std::size_t at) {
    if (is(at, "[") && is_a(at + 1, Piece::Kind::text)) return refer("variable", at + 1);
    if (is(at, ".") && is_a(at + 1, Piece::Kind::name) && !is(at + 2, "(")) refer("variable", at + 1);
  }

  // lookup('vars', 'port')
  void read_lookup(std::size_t at) {
    if (!is(at, "(") || !is_a(at + 1, Piece::Kind::text) || without_quotes(pieces_[at + 1].text) != "vars") return;
    if (is_a(at + 3, Piece::Kind::text)) refer("variable", at + 3);
  }

  void read_comparison(std::size_t at) {
    if ((is(at, "==") || is(at, "!=")) && is_a(at + 1, Piece::Kind::text)) refer("host", at + 1);
  }

  void refer(std::string_view kind, std::size_t at) {
    const Piece& piece = pieces_[at];
    const std::uint32_t quote = piece.kind == Piece::Kind::text ? 1 : 0;
    refer_if_known(kind, without_quotes(piece.text), {file_, piece.begin + quote, piece.end - quote}, reading_);
  }

  const Pieces& pieces_;
  std::uint32_t file_;
  Reading& reading_;
};

}  // namespace

bool is_ini_inventory(std::string_view path, std::string_view text) {
  const std::string_view extension = path_extension(path);
  if ((!extension.empty() && extension != ".ini") || !may_be_inventory(path)) return false;
  // A section, or hosts with variables. A list such as /etc/hosts has neither.
  bool is_one = false;
  bool is_first = true;
  each_line(text, [&](std::string_view line, std::uint32_t) {
    if (is_first && (line.starts_with("---") || line.starts_with("{") || line.starts_with("- "))) return false;
    is_first = false;
    is_one =
        line[0] == '[' ? line.find(']') != std::string_view::npos : line.find(" ansible_") != std::string_view::npos;
    return !is_one;
  });
  return is_one;
}

// A key at the margin, and below it a key that groups have.
bool is_yaml_inventory(std::string_view path, std::string_view text) {
  if (!is_yaml_path(path) || path.find("_vars/") != std::string_view::npos) return false;
  bool is_one = false;
  bool is_first = true;
  each_line(text, [&](std::string_view line, std::uint32_t at) {
    if (line == "---") return true;
    const bool is_indented = at > 0 && text[at - 1] == ' ';
    if (is_first) {
      is_first = false;
      return !is_indented && line.ends_with(':');
    }
    const std::string_view key = line.substr(0, line.find(':'));
    is_one = is_indented && key.size() < line.size() &&
             (key == "hosts" || key == "children" || (key == "vars" && may_be_inventory(path)));
    return false;
  });
  return is_one;
}

void define_in_ini_inventory(Context& context, std::uint32_t file, Reading& reading) {
  InventoryNames(context, file, reading).read_ini();
}

void read_ini_inventory_names(Context& context, std::uint32_t file, const jinja2::Syntax& syntax, Reading& reading) {
  each_line(context.sources.text(file), [&](std::string_view line, std::uint32_t at) {
    if (!has_tag(line)) return true;
    const Pieces pieces = jinja2::template_pieces(line, {file, at}, syntax, context.budget);
    jinja2::read_template(context, functions(), pieces, file, reading);
    refer_to_hosts(pieces, file, reading);
    return true;
  });
}

void define_in_yaml_inventory(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading) {
  if (yaml.root() != nullptr) InventoryNames(context, file, reading).read_groups(yaml, *yaml.root());
}

void refer_to_hosts(const Pieces& pieces, std::uint32_t file, Reading& reading) {
  HostsInTemplate(pieces, file, reading).read();
}

void refer_to_pattern(std::string_view pattern, const Stretch& at, Reading& reading) {
  if (has_tag(pattern) || pattern.starts_with('~') || pattern.size() != at.end - at.begin) return;
  for (std::size_t begin = 0; begin <= pattern.size();) {
    const std::size_t end = std::min(pattern.find_first_of(",:;", begin), pattern.size());
    const std::string_view item = trim(pattern.substr(begin, end - begin));
    begin = end + 1;
    const std::size_t sign = item.find_first_not_of("&!");
    if (sign == std::string_view::npos) continue;
    const std::string_view name = item.substr(sign, item.find('[', sign) - sign);
    const auto from = at.begin + static_cast<std::uint32_t>(name.data() - pattern.data());
    const Stretch place{at.file, from, from + static_cast<std::uint32_t>(name.size())};
    if (!refer_if_known("group", name, place, reading)) refer_if_known("host", name, place, reading);
  }
}

// Before the first character, so that a question about the text of the file is not about this name.
void refer_by_path(std::string_view path, std::uint32_t file, Reading& reading) {
  if (!reading.has_references(file)) return;
  for (const auto& [folder, kind] : {std::pair("group_vars/", "group"), std::pair("host_vars/", "host")}) {
    const std::size_t found = path.rfind(folder);
    if (found == std::string_view::npos || (found > 0 && path[found - 1] != '/')) continue;
    std::string_view name = path.substr(found + std::string_view(folder).size());
    name = name.substr(0, name.find('/'));
    if (name.ends_with(".yml") || name.ends_with(".yaml")) name = name.substr(0, name.rfind('.'));
    if (reading.find(kind, "", name) == nullptr) continue;
    const std::uint32_t symbol = reading.symbol(kind, "", name);
    if (reading.symbols[symbol].stays.empty()) {
      reading.symbols[symbol].stays = "The name of `" + std::string(path) + "` would not change with it.";
    }
    reading.refer(symbol, {file, 0, 0});
  }
}

}  // namespace evalground::ansible
