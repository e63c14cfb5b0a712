// Walking through the trees of YAML texts, for those who look for secrets in them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/generous_budget.hpp"
#include "data/yaml/parse.hpp"

namespace evalground {

inline std::string_view key_of(const YamlPair& pair) {
  return pair.key->kind == YamlNode::Kind::scalar ? pair.key->text : std::string_view();
}

// The value of a key; null if the node has none.
inline const YamlNode* child(const YamlNode& node, std::string_view key) {
  if (node.kind != YamlNode::Kind::mapping) return nullptr;
  for (const YamlPair& pair : node.pairs) {
    if (key_of(pair) == key) return pair.value;
  }
  return nullptr;
}

// Calls f(map) for each map within a tree, outer ones first.
template <class F>
void each_map(const YamlNode& root, const F& f) {
  std::vector<const YamlNode*> open = {&root};
  while (!open.empty()) {
    const YamlNode& node = *open.back();
    open.pop_back();
    if (node.kind == YamlNode::Kind::sequence) open.insert(open.end(), node.items.begin(), node.items.end());
    if (node.kind != YamlNode::Kind::mapping) continue;
    f(node);
    for (const YamlPair& pair : node.pairs) open.push_back(pair.value);
  }
}

// Calls f(key, value) for each entry within a tree, outer ones first.
template <class F>
void each_entry(const YamlNode& root, const F& f) {
  each_map(root, [&](const YamlNode& map) {
    for (const YamlPair& pair : map.pairs) f(key_of(pair), *pair.value);
  });
}

// Calls f(scalar) for each value within a tree, but not for keys.
template <class F>
void each_scalar(const YamlNode& root, const F& f) {
  std::vector<const YamlNode*> open = {&root};
  while (!open.empty()) {
    const YamlNode& node = *open.back();
    open.pop_back();
    if (node.kind == YamlNode::Kind::scalar) f(node);
    if (node.kind == YamlNode::Kind::sequence) open.insert(open.end(), node.items.begin(), node.items.end());
    if (node.kind != YamlNode::Kind::mapping) continue;
    for (const YamlPair& pair : node.pairs) open.push_back(pair.value);
  }
}

// Where a node's text begins, behind its tag and anchor.
inline std::uint32_t content_begin(const YamlNode& node, std::string_view text) {
  std::size_t at = node.begin;
  while (node.properties != nullptr && at < node.end && (text[at] == '&' || text[at] == '!')) {
    at = std::min<std::size_t>(text.find_first_of(" \t\r\n", at), node.end);
    at = std::min<std::size_t>(text.find_first_not_of(" \t\r\n", at), node.end);
  }
  return static_cast<std::uint32_t>(at);
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

}  // namespace evalground
