#include "change/places.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "change/wish.hpp"
#include "data/patch/yaml_patch.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/write.hpp"
#include "runtime/context.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"

namespace evalground::changing {
namespace {

bool is_in(const YamlNode& node, std::uint32_t offset) {
  return node.begin <= offset && (offset < node.end || node.begin == offset);
}

Value key_of(const YamlNode& key) {
  if (key.kind != YamlNode::Kind::scalar) return Value::null();
  if (key.is_plain_scalar()) {
    if (const auto number = parse_integer(key.text)) return Value::integer(number.value);
  }
  return Value::string(key.text);
}

// The node around an offset, with its path and the path of the mapping that holds it.
struct Found {
  List path;
  std::optional<List> mapping;
  bool is_key = false;
};

void find_node(const YamlNode& node, std::uint32_t offset, Found& found, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (node.kind == YamlNode::Kind::sequence) {
    for (std::size_t at = 0; at < node.items.size(); ++at) {
      if (!is_in(*node.items[at], offset)) continue;
      found.path.push_back(Value::integer(static_cast<std::int64_t>(at)));
      return find_node(*node.items[at], offset, found, budget);
    }
  }
  if (node.kind != YamlNode::Kind::mapping) return;
  for (const YamlPair& pair : node.pairs) {
    const bool is_key = is_in(*pair.key, offset);
    if (!is_key && !is_in(*pair.value, offset)) continue;
    found.mapping = found.path;
    found.path.push_back(key_of(*pair.key));
    found.is_key = is_key;
    if (!is_key) find_node(*pair.value, offset, found, budget);
    return;
  }
}

void find_entries(const YamlNode& node, std::size_t begin, std::size_t end, List& path, std::vector<List>& found,
                  Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (node.begin > end || node.end < begin) return;
  const auto visit = [&](const Value& key, const YamlNode& item) {
    path.push_back(key);
    find_entries(item, begin, end, path, found, budget);
    path.pop_back();
  };
  if (node.kind == YamlNode::Kind::sequence) {
    for (std::size_t at = 0; at < node.items.size(); ++at) {
      visit(Value::integer(static_cast<std::int64_t>(at)), *node.items[at]);
    }
  }
  if (node.kind != YamlNode::Kind::mapping) return;
  for (const YamlPair& pair : node.pairs) {
    const Value key = key_of(*pair.key);
    if (pair.key->begin >= begin && pair.key->begin < end) {
      found.push_back(path);
      found.back().push_back(key);
    }
    visit(key, *pair.value);
  }
}

bool is_same_key(const Value& a, const Value& b) {
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return a.as_integer() == b.as_integer();
  return a.is_string() && b.is_string() && a.as_string() == b.as_string();
}

// The node at a path; null when absent, or behind an alias.
const YamlNode* node_at(const YamlNode& root, const List& path) {
  const YamlNode* node = &root;
  for (const Value& part : path) {
    const YamlNode* next = nullptr;
    if (node->kind == YamlNode::Kind::sequence && part.kind() == Kind::integer) {
      const auto index = static_cast<std::size_t>(part.as_integer());
      if (index < node->items.size()) next = node->items[index];
    }
    if (node->kind == YamlNode::Kind::mapping) {
      for (const YamlPair& pair : node->pairs) {
        if (is_same_key(key_of(*pair.key), part)) next = pair.value;
      }
    }
    if (next == nullptr) return nullptr;
    node = next;
  }
  return node;
}

// The bytes of a scalar without its anchor.
std::size_t raw_size(const YamlNode& node, std::string_view text) {
  std::size_t begin = node.begin;
  if (!node.anchor().empty()) {
    begin = text.find_first_not_of(" \t\r\n", text.find(node.anchor(), begin) + node.anchor().size());
  }
  return node.end - std::min<std::size_t>(begin, node.end);
}

// A quote, or a digit or sign, begins a literal.
std::optional<std::pair<std::size_t, std::size_t>> literal_at(std::string_view text, std::size_t begin) {
  if (begin >= text.size()) return std::nullopt;
  const char quote = text[begin];
  if (quote == '"' || quote == '\'' || quote == '`') {
    for (std::size_t at = begin + 1; at < text.size(); ++at) {
      if (text[at] == '\\')
        ++at;
      else if (text[at] == quote)
        return std::pair(begin, at + 1);
    }
    return std::nullopt;
  }
  std::size_t end = begin;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || (end == begin && text[end] == '-'))) ++end;
  if (end == begin || !is_digit(text[end - 1])) return std::nullopt;
  return std::pair(begin, end);
}

std::string unescaped(std::string_view quoted) {
  std::string inner;
  for (std::size_t at = 1; at + 1 < quoted.size(); ++at) {
    if (quoted[at] == '\\' && at + 2 < quoted.size() && (quoted[at + 1] == quoted[0] || quoted[at + 1] == '\\')) ++at;
    inner += quoted[at];
  }
  return inner;
}

// A scalar's text with another value, in its style; nothing where the style cannot hold it.
std::optional<std::string> scalar_like(const YamlNode& node, const Value& to, Budget& budget) {
  if (node.kind != YamlNode::Kind::scalar || to.is_map() || to.is_list() || !node.tag().empty()) return std::nullopt;
  const bool is_quoted = node.style == YamlStyle::single_quoted || node.style == YamlStyle::double_quoted;
  if (is_quoted && to.is_string()) return quoted_yaml(to.as_string(), node.style);
  if (node.style != YamlStyle::plain && !is_quoted) return std::nullopt;
  if (to.is_string() && to.as_string().find('\n') != std::string_view::npos) return std::nullopt;
  return write_flow_yaml(to, budget);
}

// The stretch in which two texts differ, as an edit of the first.
Edit difference(const std::string& file, std::string_view before, std::string_view after) {
  std::size_t begin = 0;
  const std::size_t most = std::min(before.size(), after.size());
  while (begin < most && before[begin] == after[begin]) ++begin;
  std::size_t same = 0;
  while (same < most - begin && before[before.size() - same - 1] == after[after.size() - same - 1]) ++same;
  const auto is_inner = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  while (begin > 0 &&
         ((begin < before.size() && is_inner(before[begin])) || (begin < after.size() && is_inner(after[begin]))))
    --begin;
  while (same > 0 && is_inner(before[before.size() - same])) --same;
  return {.file = file,
          .begin = static_cast<std::uint32_t>(begin),
          .end = static_cast<std::uint32_t>(before.size() - same),
          .text = std::string(after.substr(begin, after.size() - same - begin))};
}

}  // namespace

bool is_same_place(const Place& a, const Place& b) {
  return a.kind == b.kind && a.file == b.file && a.begin == b.begin && a.end == b.end &&
         pointer_of(a.path, 0) == pointer_of(b.path, 0);
}

std::string quoted_literal(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') result += '\\';
    result += c;
  }
  return result + quote;
}

Value value_with(const Value& value, const List& path, std::size_t from, const Value& to, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (from == path.size()) return to;
  const Value& key = path[from];
  if (value.is_list() && key.kind() == Kind::integer) {
    List list = value.as_list();
    const auto index = static_cast<std::size_t>(key.as_integer());
    if (index >= list.size()) return {};
    list[index] = value_with(list[index], path, from + 1, to, budget);
    return list[index].is_undefined() ? Value() : Value::list(std::move(list));
  }
  if (!value.is_map() && !value.is_undefined() && !value.is_null()) return {};
  Map map = value.is_map() ? value.as_map() : Map();
  const Value* known = map.find(key);
  Value changed = value_with(known != nullptr ? *known : Value(), path, from + 1, to, budget);
  if (changed.is_undefined()) return {};
  map.set(key, std::move(changed));
  return Value::map(std::move(map));
}

Places::Places(const shrinking::Subject& subject, Budget& budget) : subject_(subject), budget_(budget) {
  const Value* expression = subject.workspace().find("expression");
  if (expression != nullptr && (expression->is_map() || expression->is_list())) {
    expression_ = write_json(*expression, budget);
  }
}

std::optional<std::string_view> Places::text(const std::string& file) const {
  if (expression_ && file == expression_path) return *expression_;
  const std::uint32_t number = subject_.text(file);
  if (number == shrinking::no_text) return std::nullopt;
  return subject_.texts()[number].content;
}

Place Places::node(const std::string& file, List path) const {
  if (!expression_ || file != expression_path) {
    return {.kind = Place::Kind::node, .file = file, .path = std::move(path)};
  }
  path.insert(path.begin(), Value::string("expression"));
  return {.kind = Place::Kind::key, .path = std::move(path)};
}

// Null for a text that cannot be read as one YAML document. A tag leaves its content: unchanged values keep their text.
const Places::Yaml* Places::yaml(const std::string& file) {
  const auto known = yamls_.find(file);
  if (known != yamls_.end()) return known->second.get();
  auto made = std::make_unique<Yaml>();
  const bool is_read = recover(
      [&] {
        const std::uint32_t number = made->sources.add_file(file, std::string(text(file).value_or("")));
        made->document.emplace(parse_yaml(made->sources, number, budget_));
        const YamlNode::Kind kind = made->document->root->kind;
        if (kind != YamlNode::Kind::mapping && kind != YamlNode::Kind::sequence) return false;
        const YamlLoadOptions options{
            .last_duplicate_wins = true,
            .read_tag = [](std::string_view, const Value& content, OriginId) { return std::optional<Value>(content); }};
        made->value = load_yaml(*made->document, made->sources, budget_, options);
        return true;
      },
      [](const Error&) { return false; });
  if (!is_read) made = nullptr;
  return yamls_.emplace(file, std::move(made)).first->second.get();
}

std::optional<Place> Places::at(const std::string& file, std::uint32_t offset) {
  if (const Yaml* own = yaml(file)) {
    Found found;
    find_node(*own->document->root, offset, found, budget_);
    if (found.path.empty() || found.is_key) return std::nullopt;
    return node(file, std::move(found.path));
  }
  return literal(file, offset);
}

std::optional<Place> Places::literal(const std::string& file, std::uint32_t offset) const {
  const auto found = literal_at(text(file).value_or(""), offset);
  if (!found) return std::nullopt;
  return Place{.kind = Place::Kind::literal,
               .file = file,
               .begin = static_cast<std::uint32_t>(found->first),
               .end = static_cast<std::uint32_t>(found->second)};
}

std::optional<Place> Places::mapping_around(const std::string& file, std::uint32_t offset) {
  const Yaml* own = yaml(file);
  if (own == nullptr) return std::nullopt;
  Found found;
  find_node(*own->document->root, offset, found, budget_);
  if (!found.mapping) return std::nullopt;
  return node(file, *std::move(found.mapping));
}

std::vector<List> Places::entries(const std::string& file, std::size_t begin, std::size_t end) {
  std::vector<List> found;
  List path;
  if (const Yaml* own = yaml(file)) find_entries(*own->document->root, begin, end, path, found, budget_);
  return found;
}

// `$.a[0].n` is in the data. A name of inputs may stand below `parameters`, as in an environment of Heat.
std::vector<Place> Places::named(std::string_view name) {
  std::vector<Place> places;
  const Map& workspace = subject_.workspace();
  List path;
  try {
    path = shrinking::read_path(name);
  } catch (const Error&) {
    return places;
  }
  const auto add = [&](List start) {
    List full = std::move(start);
    full.insert(full.end(), path.begin(), path.end());
    if (full.empty() || shrinking::value_at(Value::map(workspace), full).is_undefined()) return;
    places.push_back({.kind = Place::Kind::key, .path = std::move(full)});
  };
  if (name.starts_with('$')) {
    add({Value::string("data")});
    return places;
  }
  for (const std::string_view key : {"vars", "inputs", "data", "env", "secrets"}) add({Value::string(key)});
  add({Value::string("inputs"), Value::string("parameters")});
  return places;
}

Value Places::value(const Place& place) {
  switch (place.kind) {
    case Place::Kind::node: {
      const Yaml* own = yaml(place.file);
      return own == nullptr ? Value() : shrinking::value_at(own->value, place.path);
    }
    case Place::Kind::key: return shrinking::value_at(Value::map(subject_.workspace()), place.path);
    case Place::Kind::fragment: break;
    case Place::Kind::literal: {
      const std::string_view literal = text(place.file)->substr(place.begin, place.end - place.begin);
      if (!is_digit(literal[0]) && literal[0] != '-') return Value::string(unescaped(literal));
      if (const auto integer = parse_integer(literal)) return Value::integer(integer.value);
      if (const auto real = parse_real(literal)) return Value::real(real.value);
      break;
    }
  }
  return Value::string(text(place.file)->substr(place.begin, place.end - place.begin));
}

std::optional<Edit> Places::set(const Place& place, const Value& to) {
  switch (place.kind) {
    case Place::Kind::node: return set_node(place, to);
    case Place::Kind::literal: return set_literal(place, to);
    case Place::Kind::fragment: return set_stretch(place, to.as_string());
    case Place::Kind::key: break;
  }
  if (is_equal(value(place), to, budget_)) return std::nullopt;
  return Edit{.path = place.path, .value = to};
}

// Only what differs is replaced, so that two ways to the same text are one edit.
std::optional<Edit> Places::set_stretch(const Place& place, std::string_view written) const {
  const std::string_view old = *text(place.file);
  std::string after(old.substr(0, place.begin));
  after.append(written).append(old.substr(place.end));
  if (after == old) return std::nullopt;
  return difference(place.file, old, after);
}

bool Places::is_json(std::string_view text) const {
  return recover([&] { return parse_json(text, budget_), true; }, [](const Error&) { return false; });
}

// JSON stays JSON: the text with the value written anew, where the patch is YAML.
std::string Places::like(std::string_view old, std::string after, const Value& value) const {
  if (!is_json(old) || is_json(after)) return after;
  return write_json(value, budget_, {.indent = 2}) + (old.ends_with('\n') ? "\n" : "");
}

// A file that does not exist yet is written as a whole.
std::optional<Edit> Places::set_node(const Place& place, const Value& to) {
  const bool is_known = text(place.file).has_value();
  const Yaml* own = is_known ? yaml(place.file) : nullptr;
  if (is_known && own == nullptr && !trim(*text(place.file)).empty()) return std::nullopt;
  // A scalar is replaced alone: what refers to it by an alias changes with it.
  if (const YamlNode* node = own == nullptr ? nullptr : node_at(*own->document->root, place.path)) {
    const auto written = recover([&] { return scalar_like(*node, to, budget_); },
                                 [](const Error&) { return std::optional<std::string>(); });
    if (written) {
      const std::string_view old = *text(place.file);
      const std::size_t begin = node->end - raw_size(*node, old);
      std::string after = std::string(old.substr(0, begin)) + *written + std::string(old.substr(node->end));
      if (!is_json(old) || is_json(after)) return difference(place.file, old, after);
    }
  }
  const Value wanted = value_with(own == nullptr ? Value::map() : own->value, place.path, 0, to, budget_);
  if (wanted.is_undefined()) return std::nullopt;
  return recover(
      [&]() -> std::optional<Edit> {
        if (own == nullptr) {
          return Edit{.file = place.file, .text = write_yaml(wanted, budget_), .creates = !is_known};
        }
        std::string after = patch_yaml(own->sources, *own->document, own->value, wanted, budget_);
        after = like(*text(place.file), std::move(after), wanted);
        if (after == *text(place.file)) return std::nullopt;
        return difference(place.file, *text(place.file), after);
      },
      [](const Error&) { return std::optional<Edit>(); });
}

std::optional<Edit> Places::set_literal(const Place& place, const Value& to) const {
  const auto plain = scalar_text(to);
  if (!plain) return std::nullopt;
  const char first = (*text(place.file))[place.begin];
  const bool was_number = is_digit(first) || first == '-';
  const std::string written = !was_number      ? quoted_literal(*plain, first)
                              : to.is_string() ? quoted_literal(*plain, '"')
                                               : *plain;
  return set_stretch(place, written);
}

Map Places::workspace_with(const Edit& edit) {
  Map workspace = subject_.workspace();
  if (edit.file.empty())
    return value_with(Value::map(std::move(workspace)), edit.path, 0, edit.value, budget_).as_map();
  const std::uint32_t number = subject_.text(edit.file);
  if (number == shrinking::no_text) {
    return value_with(Value::map(std::move(workspace)), {Value::string("files"), Value::string(edit.file)}, 0,
                      Value::string(edit.text), budget_)
        .as_map();
  }
  const shrinking::Part part{number, {{edit.begin, edit.end, edit.text}}, {}, {}};
  return subject_.without({&part}, budget_);
}

}  // namespace evalground::changing
