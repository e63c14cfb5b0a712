// Reads an inventory in the INI format, line by line, as ansible.plugins.inventory.ini does:
//
//   web1 ansible_host=10.0.0.1      a host and its variables, before any section: ungrouped
//   [web]                           hosts of a group
//   web[2:5]
//   [web:vars]                      variables of a group
//   port=80
//   [prod:children]                 groups below a group
//   web
#include "dialects/ansible/project/ini_inventory.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "dialects/ansible/project/host_names.hpp"
#include "dialects/ansible/project/shell_words.hpp"
#include "dialects/jinja2/runtime/native.hpp"

namespace evalground::ansible {
namespace {

enum class Section : std::uint8_t { hosts, children, vars };

// A group that is used before its own section.
struct Pending {
  OriginId where;
  Section section;
  std::vector<GroupId> parents;
};

bool is_blank(char c) {
  return ascii_whitespace.find(c) != std::string_view::npos;
}

// Whether only blanks and a comment follow.
bool is_rest_of_line(std::string_view rest) {
  rest = trim_start(rest);
  return rest.empty() || rest[0] == '#';
}

// A section may name groups that come later, so these are pending until their own section, or until the end as an
// error.
class IniInventoryReader {
 public:
  IniInventoryReader(Context& context, Inventory& inventory, std::uint32_t file, std::string_view from)
      : context_(context), inventory_(inventory), file_(file), from_(from) {}

  void read() {
    const std::string_view text = context_.sources.text(file_);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t newline = std::min(text.find_first_of("\n\r", begin), text.size());
      context_.budget.step(1 + (newline - begin) / 16);
      std::string_view line = text.substr(begin, newline - begin);
      const std::string_view whole = trim_start(line);
      at_ = static_cast<std::uint32_t>(begin + (line.size() - whole.size()));
      line = trim_end(whole);
      if (!line.empty() && line[0] != '#' && line[0] != ';') read_line(line);
      begin = newline + 1;
    }
    // Groups that were used but never declared. A group may be declared after its use, so this is only known at the
    // end.
    for (const auto& [name, pending] : pending_) {
      if (pending.section == Section::vars) {
        context_.fail(pending.where, "bad-inventory",
                      "Section [" + name + ":vars] not valid for undefined group: " + name + ".");
      }
      context_.fail(pending.where, "bad-inventory",
                    "Section [" + inventory_.groups[pending.parents.back()].name +
                        ":children] includes undefined group: " + name + ".");
    }
  }

 private:
  OriginId place(std::size_t begin, std::size_t end) {
    return context_.sources.add(
        {file_, at_ + static_cast<std::uint32_t>(begin), at_ + static_cast<std::uint32_t>(end), Via::file, 0, false});
  }

  [[noreturn]] void fail(std::string_view line, std::string message) {
    context_.fail(place(0, line.size()), "bad-inventory", std::move(message));
  }

  // A line that begins with a bracket but is no section may be a host, such as [::1]:22.
  void read_line(std::string_view line) {
    if (line[0] == '[' && read_section(line)) return;
    if (line[0] == '[' && line.back() == ']') {
      fail(line, "Invalid section entry: '" + std::string(line) +
                     "'. There must be no blanks in the section entry, and no other invalid characters.");
    }
    switch (section_) {
      case Section::hosts: return read_host(line);
      case Section::vars: return read_variable(line);
      case Section::children: return read_child(line);
    }
  }

  // Reads "[name]" or "[name:kind]"; false for any other line.
  bool read_section(std::string_view line) {
    const std::size_t end = line.find_first_of(":]", 1);
    if (end == std::string_view::npos || end == 1) return false;
    const std::string_view name = line.substr(1, end - 1);
    if (std::any_of(name.begin(), name.end(), is_blank)) return false;
    std::string_view kind;
    std::size_t close = end;
    if (line[end] == ':') {
      close = line.find(']', end);
      if (close == std::string_view::npos || close == end + 1) return false;
      kind = line.substr(end + 1, close - end - 1);
      const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      };
      if (!std::all_of(kind.begin(), kind.end(), is_word)) return false;
    }
    if (!is_rest_of_line(line.substr(close + 1))) return false;
    if (kind.empty() || kind == "hosts") {
      section_ = Section::hosts;
    } else if (kind == "children") {
      section_ = Section::children;
    } else if (kind == "vars") {
      section_ = Section::vars;
    } else {
      fail(line, "Section [" + std::string(name) + ":" + std::string(kind) +
                     "] has unknown type: " + std::string(kind) + ".");
    }
    begin_section(std::string(name), place(1, end));
    return true;
  }

  void begin_section(const std::string& name, OriginId where) {
    if (!inventory_.find_group(name) && section_ == Section::vars && !pending_.contains(name)) {
      pending_.emplace(name, Pending{where, Section::vars, {}});
    }
    group_ = inventory_.add_group(name, where);
    if (section_ != Section::vars) declare(name, where);
  }

  // The group now has a section of its own, so it is placed below the groups that use it.
  void declare(const std::string& name, OriginId where) {
    const auto found = pending_.find(name);
    if (found == pending_.end()) return;
    const Pending pending = std::move(found->second);
    pending_.erase(found);
    for (const GroupId parent : pending.parents) {
      inventory_.add_child(parent, *inventory_.find_group(name), where);
    }
  }

  // Words are split as a shell does, so a value may have quotes: `web1 motd="a b"`.
  void read_host(std::string_view line) {
    std::string problem;
    const auto words = split_shell_words(line, problem);
    if (!words) fail(line, "Error parsing host definition '" + std::string(line) + "': " + problem + ".");
    if (words->empty()) return;
    const ShellWord& first = words->front();
    const OriginId where = place(first.begin, first.end);
    const HostNames names = expand_host_pattern(context_, first.text, where);
    if (first.text.ends_with(':') && names.port == 0) {
      fail(line, "Invalid host pattern '" + first.text +
                     "' supplied, ending in ':' is not allowed, this character is "
                     "reserved to provide a port.");
    }
    std::vector<Setting> settings;
    for (std::size_t i = 1; i < words->size(); ++i) {
      const ShellWord& word = (*words)[i];
      const std::size_t equals = word.text.find('=');
      if (equals == std::string::npos) {
        fail(line, "Expected key=value host variable assignment, got: " + word.text + ".");
      }
      const OriginId origin = place(word.begin, word.end);
      settings.push_back({Value::string(std::string_view(word.text).substr(0, equals)).with_origin(origin),
                          value_of(std::string_view(word.text).substr(equals + 1)).with_origin(origin), from_});
    }
    // A range such as web[1:3] gives all of its hosts the same variables.
    for (const std::string& name : names.names) {
      if (name == "---") {
        fail(line, "Invalid host pattern '" + first.text + "' supplied, '---' is normally a sign this is a YAML file.");
      }
      const HostId host = inventory_.add_host(name, group_, names.port, from_, where);
      for (const Setting& setting : settings) inventory_.set_host(host, setting);
    }
  }

  // Here the rest of the line is the value, without quoting. In host lines words end at blanks.
  void read_variable(std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) fail(line, "Expected key=value, got: " + std::string(line) + ".");
    const std::string_view name = trim(line.substr(0, equals));
    const std::string_view value = trim(line.substr(equals + 1));
    const auto begin = static_cast<std::size_t>(value.data() - line.data());
    inventory_.set_group(group_, {Value::string(name).with_origin(place(0, name.size())),
                                  value_of(value).with_origin(place(begin, begin + value.size())), from_});
  }

  void read_child(std::string_view line) {
    const std::size_t end = std::min(line.find_first_of(" \t\v\f#:]"), line.size());
    // `#` may be part of a name, but after blanks it starts a comment.
    std::size_t last = std::min(line.find_first_of(" \t\v\f:]"), line.size());
    if (last == 0 || !is_rest_of_line(line.substr(last))) last = end;
    if (last == 0 || !is_rest_of_line(line.substr(last))) {
      fail(line, "Expected group name, got: " + std::string(line) + ".");
    }
    const std::string name(line.substr(0, last));
    const OriginId where = place(0, last);
    const auto child = inventory_.find_group(name);
    if (child) return inventory_.add_child(group_, *child, where);
    const auto found = pending_.emplace(name, Pending{where, Section::children, {}}).first;
    found->second.parents.push_back(group_);
  }

  // The value of a text: a Python literal, otherwise the text itself. As in Python a comment may follow the literal.
  Value value_of(std::string_view text) {
    if (const auto literal = literal_of(text)) return *literal;
    const char first = text.empty() ? ' ' : text[0];
    const bool may_be_literal = first == '\'' || first == '"' || first == '[' || first == '{' || first == '(' ||
                                first == '-' || (first >= '0' && first <= '9') || first == 'T' || first == 'F' ||
                                first == 'N';
    for (std::size_t hash = text.find('#'); may_be_literal && hash != std::string_view::npos;
         hash = text.find('#', hash + 1)) {
      context_.budget.step(1 + hash / 16);
      if (const auto literal = literal_of(trim_end(text.substr(0, hash)))) return *literal;
    }
    return Value::string(text);
  }

  // `80` is a number, `[1, 2]` a list, `yes` a text: unlike YAML, Python knows no such boolean.
  std::optional<Value> literal_of(std::string_view text) {
    if (text.empty() || text.size() > 100'000) return std::nullopt;
    const char first = text[0];
    // Fast path: the first character shows that most texts are not literals.
    if ((first >= 'a' && first <= 'z' && first != 'b' && first != 'r' && first != 'u') || first == '/') {
      return std::nullopt;
    }
    return python_literal(text, context_.budget);
  }

  Context& context_;
  Inventory& inventory_;
  const std::uint32_t file_;
  const std::string_view from_;
  std::uint32_t at_ = 0;  // start of the current line
  Section section_ = Section::hosts;
  GroupId group_ = Inventory::ungrouped;
  std::map<std::string, Pending> pending_;
};

}  // namespace

void read_ini_inventory(Context& context, Inventory& inventory, std::uint32_t file, std::string_view from) {
  IniInventoryReader(context, inventory, file, from).read();
}

}  // namespace evalground::ansible
