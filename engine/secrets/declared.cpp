// Literal secrets in documents: values that stand in the text itself, and that a declaration calls secret.
//
// They cannot be withheld like inputs, since they are the document. So they are found by their places: reports cover
// them, and a link says where they are. Reading is generous: a name that is declared secret in one file is secret in
// all, and a document that declares something and cannot be read is covered as a whole.
#include "secrets/declared.hpp"

#include <algorithm>

#include "secrets/covered.hpp"
#include "secrets/trees.hpp"

namespace evalground {
namespace {

// A document that declares secrets holds one of these words.
constexpr std::string_view declaring_words[] = {"hidden", "ensitive", "encrypted_param_names"};
// A map with one of these keys is an expression, which other values are computed by.
constexpr std::string_view computing_keys[] = {"eval",         "get_input", "get_param", "get_attr", "get_attribute",
                                               "get_property", "get_env",   "concat",    "q",        "ref"};

bool is_secret_word(std::string_view text) {
  return std::any_of(std::begin(declaring_words), std::end(declaring_words),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
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
template <class F>
bool DeclaredSecrets::each(std::string_view text, const F& f) const {
  const auto meet = [&](std::string_view name, const YamlNode& value) {
    if (value.begin < value.end && value.kind != YamlNode::Kind::alias && !is_computed(value)) f(name, value);
  };
  return each_document(text, [&](const YamlNode& root) {
    each_entry(root, [&](std::string_view key, const YamlNode& value) {
      if (declares_secret(value)) {
        for (const std::string_view part : {"default", "value"}) {
          if (const YamlNode* literal = child(value, part)) meet(key, *literal);
        }
      } else if ((names_.find(key) != names_.end() && child(value, "type") == nullptr) ||
                 value.tag().find("ensitive") != std::string_view::npos || is_marked(key, value)) {
        meet(key, value);
      }
    });
  });
}

std::vector<SecretLiteral> DeclaredSecrets::scalars_in(std::string_view text) const {
  std::vector<SecretLiteral> found;
  if (!has_any_) return found;
  each(text, [&](std::string_view name, const YamlNode& value) {
    each_scalar(value, [&](const YamlNode& scalar) {
      const std::uint32_t begin = content_begin(scalar, text);
      if (begin < scalar.end) found.push_back({std::string(name), begin, scalar.end});
    });
  });
  return found;
}

std::string DeclaredSecrets::covered(std::string_view text) const {
  std::string result(text);
  if (!has_any_) return result;
  const bool is_read = each(
      text, [&](std::string_view, const YamlNode& value) { result = covered_between(result, value.begin, value.end); });
  return is_read || !is_secret_word(text) ? result : covered_between(text, 0, text.size());
}

}  // namespace evalground
