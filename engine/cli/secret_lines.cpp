// Literal secrets in documents: values that stand in the text itself, and that a declaration calls secret.
//
// They cannot be withheld like inputs, since they are the document. So they are found by their places: reports cover
// them, and a link says where they are. Reading is generous: a name that is declared secret in one file is secret in
// all, and a document that declares something and cannot be read is covered as a whole.
#include "cli/secret_lines.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"
#include "data/yaml/parse.hpp"
#include "workspaces/generous_budget.hpp"

namespace evalground::cli {
namespace {

// A document that declares secrets holds one of these words.
constexpr std::string_view declaring_words[] = {"hidden", "ensitive", "encrypted_param_names"};
// A map with one of these keys is an expression, which other values are computed by.
constexpr std::string_view computing_keys[] = {"eval",         "get_input", "get_param", "get_attr", "get_attribute",
                                               "get_property", "get_env",   "concat",    "q",        "ref"};
constexpr std::string_view workspace_secrets[] = {"secrets", "inputs", "env"};

bool is_secret_word(std::string_view text) {
  return std::any_of(std::begin(declaring_words), std::end(declaring_words),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

std::string_view key_of(const YamlPair& pair) {
  return pair.key->kind == YamlNode::Kind::scalar ? pair.key->text : std::string_view();
}

const YamlNode* child(const YamlNode& node, std::string_view key) {
  if (node.kind != YamlNode::Kind::mapping) return nullptr;
  for (const YamlPair& pair : node.pairs) {
    if (key_of(pair) == key) return pair.value;
  }
  return nullptr;
}

// Whether a flag is set. Anything but a known false value counts as set.
bool is_set(const YamlNode* flag) {
  static constexpr std::string_view unset[] = {"", "false", "False", "FALSE", "no", "No", "off", "0", "null", "~"};
  if (flag == nullptr) return false;
  return flag->kind != YamlNode::Kind::scalar ||
         std::find(std::begin(unset), std::end(unset), flag->text) == std::end(unset);
}

// Whether a map declares that something is secret.
bool declares_secret(const YamlNode& node) {
  if (is_set(child(node, "hidden"))) return true;
  const YamlNode* metadata = child(node, "metadata");
  if (metadata != nullptr && is_set(child(*metadata, "sensitive"))) return true;
  const YamlNode* type = child(node, "type");
  return type != nullptr && type->kind == YamlNode::Kind::scalar && type->text.find("ensitive") != std::string::npos;
}

// `default: {get_input: password}` shows no secret.
bool is_computed(const YamlNode& node) {
  return std::any_of(std::begin(computing_keys), std::end(computing_keys),
                     [&](std::string_view key) { return child(node, key) != nullptr; });
}

// `sensitive: hunter2`, which is the function and no flag.
bool is_marked(std::string_view key, const YamlNode& value) {
  return key == "sensitive" && value.kind == YamlNode::Kind::scalar && value.text != "true" && is_set(&value);
}

// Calls f(key, value) for each entry within a tree, outer ones first.
template <class F>
void each_entry(const YamlNode& root, const F& f) {
  std::vector<const YamlNode*> open = {&root};
  while (!open.empty()) {
    const YamlNode& node = *open.back();
    open.pop_back();
    if (node.kind == YamlNode::Kind::sequence) open.insert(open.end(), node.items.begin(), node.items.end());
    if (node.kind != YamlNode::Kind::mapping) continue;
    for (const YamlPair& pair : node.pairs) {
      f(key_of(pair), *pair.value);
      open.push_back(pair.value);
    }
  }
}

// Calls f(root) for each document of a text; false where it cannot be read.
template <class F>
bool each_document(std::string_view text, const F& f) {
  Budget budget = generous_budget();
  Sources sources;
  try {
    for (const Document& document : parse_yaml_stream(sources, sources.add_file("", std::string(text)), budget)) {
      f(*document.root);
    }
    return true;
  } catch (const Error&) {
    return false;
  } catch (const LimitError&) {
    return false;
  }
}

// Each character is replaced by one with as many bytes, and line breaks stay, so all offsets remain right.
std::string covered_between(std::string_view text, std::size_t begin, std::size_t end) {
  std::string covered(text.substr(0, begin));
  for (std::size_t at = begin; at < end;) {
    const CodePoint point = decode_code_point(text, at);
    const bool is_blank = point.value == '\n' || point.value == '\r' || point.value == ' ';
    static constexpr std::string_view covers[] = {"", "*", "·", "…", "🔒"};
    covered += is_blank ? text.substr(at, point.size) : covers[std::min<std::size_t>(point.size, 4)];
    at += point.size;
  }
  return covered.append(text.substr(end));
}

// Whether a line is that of a key of the outermost map.
bool begins_entry(std::string_view line) {
  std::size_t at = line.starts_with('"') || line.starts_with('\'') ? 1 : 0;
  const std::size_t begin = at;
  while (at < line.size() && (line[at] == '_' || (line[at] >= 'a' && line[at] <= 'z'))) ++at;
  if (at == begin) return false;
  if (begin == 1 && at < line.size() && line[at] == line[0]) ++at;
  return at < line.size() && line[at] == ':' && line.find_first_of(" \r\n", at) == at + 1;
}

template <class F>
void each_text(const Map& workspace, const F& f) {
  const Value* files = workspace.find("files");
  const Value* main = workspace.find("main");
  const bool has_files = files != nullptr && files->is_map();
  if (main != nullptr && main->is_string() && !(has_files && files->as_map().contains(*main)))
    f(std::string_view("main"), main->as_string());
  if (!has_files) return;
  for (const auto& [name, content] : files->as_map()) {
    if (name.is_string() && content.is_string()) f(name.as_string(), content.as_string());
  }
}

}  // namespace

DeclaredSecrets::DeclaredSecrets(const Map& workspace) {
  each_text(workspace, [&](std::string_view, std::string_view text) {
    if (!is_secret_word(text)) return;
    has_any_ = true;
    each_document(text, [&](const YamlNode& root) {
      each_entry(root, [&](std::string_view key, const YamlNode& value) {
        if (declares_secret(value)) names_.emplace(key);
        if (key != "encrypted_param_names" || value.kind != YamlNode::Kind::sequence) return;
        for (const YamlNode* name : value.items) {
          if (name->kind == YamlNode::Kind::scalar) names_.emplace(name->text);
        }
      });
    });
  });
}

// Two kinds: the default or value of a declaration, and a value whose name is declared elsewhere, or that has a tag or
// mark of its own.
std::vector<SecretLiteral> DeclaredSecrets::in(std::string_view text) const {
  std::vector<SecretLiteral> found;
  if (!has_any_) return found;
  const auto add = [&](std::string_view name, const YamlNode& value) {
    if (value.begin < value.end && value.kind != YamlNode::Kind::alias && !is_computed(value))
      found.push_back({std::string(name), value.begin, value.end});
  };
  const bool is_read = each_document(text, [&](const YamlNode& root) {
    each_entry(root, [&](std::string_view key, const YamlNode& value) {
      if (declares_secret(value)) {
        for (const std::string_view part : {"default", "value"}) {
          if (const YamlNode* literal = child(value, part)) add(key, *literal);
        }
      } else if ((names_.find(key) != names_.end() && child(value, "type") == nullptr) ||
                 value.tag().find("ensitive") != std::string_view::npos || is_marked(key, value)) {
        add(key, value);
      }
    });
  });
  if (!is_read && is_secret_word(text)) found.push_back({"", 0, static_cast<std::uint32_t>(text.size())});
  std::sort(found.begin(), found.end(),
            [](const SecretLiteral& one, const SecretLiteral& other) { return one.begin < other.begin; });
  return found;
}

std::string DeclaredSecrets::covered(std::string_view text) const {
  std::string result(text);
  for (const SecretLiteral& literal : in(text)) result = covered_between(result, literal.begin, literal.end);
  return result;
}

std::vector<std::string> secret_line_notes(const Map& workspace) {
  std::vector<std::string> notes;
  const DeclaredSecrets secrets(workspace);
  each_text(workspace, [&](std::string_view path, std::string_view text) {
    for (const SecretLiteral& literal : secrets.in(text)) {
      if (literal.name.empty()) continue;
      const auto line = 1 + std::count(text.begin(), text.begin() + literal.begin, '\n');
      notes.push_back(std::string(path) + ":" + std::to_string(line) + " holds a value of " + literal.name +
                      ", which is declared secret. It is a part of the document and is in the link.");
    }
  });
  return notes;
}

// Works on text that is not valid YAML, where no parser can help: from a key such as `secrets` on, everything is
// covered until a line begins a new key at the top level.
std::string without_inputs(std::string_view text) {
  std::string result(text);
  bool is_covering = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string_view line = text.substr(begin, end - begin);
    std::size_t from = begin;
    if (begins_entry(line)) is_covering = false;
    if (!is_covering) {
      // In JSON and in flow maps a key may stand anywhere, and what belongs to it ends nobody knows where.
      for (const std::string_view key : workspace_secrets) {
        std::size_t at = line.find(key);
        while (at != std::string_view::npos && !is_covering) {
          const std::size_t behind = line.find_first_not_of("\"' \t", at + key.size());
          const bool begins = at == 0 || std::string_view(" \t\"'{,?").find(line[at - 1]) != std::string_view::npos;
          if (begins && behind != std::string_view::npos && line[behind] == ':') {
            is_covering = true;
            from = begin + behind + 1;
          }
          at = line.find(key, at + 1);
        }
      }
    }
    if (is_covering) result = covered_between(result, from, end);
    begin = end;
  }
  return result;
}

}  // namespace evalground::cli
