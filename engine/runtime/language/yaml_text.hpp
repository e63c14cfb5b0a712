// A YAML text during editing: its tree, even if the text is not valid YAML at the moment.
//
// YAML's parser stops at the first error. Then the line of the error is left out, and the rest is parsed again. For a
// position, a word is first inserted there, followed by whatever may be missing, so that the position becomes a node of
// the tree:
//
//   url: {get_param: ¦        url: {get_param: word}
//   si¦                       siword:
//   next: 1                   next: 1
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/yaml/parse.hpp"
#include "runtime/language/language.hpp"
#include "runtime/language/pieces.hpp"

namespace evalground {

// One level of the path to a position: the collection, and the member that contains the position.
struct YamlStep {
  const YamlNode* node;
  const YamlNode* key = nullptr;    // for a mapping
  const YamlNode* value = nullptr;  // the member that contains the position
  std::size_t index = 0;            // of the pair or item
};

// A position in the tree.
struct YamlSpot {
  std::vector<YamlStep> path;        // outermost first
  const YamlNode* scalar = nullptr;  // null: not in a scalar
  bool is_key = false;
  bool may_be_key = false;  // a value that is alone on its line so far

  // The keys on the path, with "" for an item of a list.
  std::vector<std::string_view> keys() const;
};

// The text of a scalar, without the inserted word, and its place in the file.
struct ScalarText {
  std::string text;
  TextPlace place;
};

class YamlText {
 public:
  YamlText(Context& context, std::uint32_t file);
  YamlText(Context& context, std::uint32_t file, std::uint32_t caret);

  // Null when the text cannot be parsed at all.
  const YamlNode* root() const { return document_ ? document_->root : nullptr; }
  // True when no line was left out.
  bool is_whole() const { return is_whole_; }
  // Converts an offset of the tree to one of the file.
  std::uint32_t place(std::uint32_t offset) const;
  Stretch stretch(const YamlNode& node) const { return {file_, place(node.begin), place(node.end)}; }
  // A scalar's text without quotes.
  Stretch inner(const YamlNode& node) const;
  ScalarText scalar(const YamlNode& node) const;
  // Only for a text that was read for a position.
  YamlSpot spot(Budget& budget) const;
  // The typed part of the spot's scalar.
  Stretch word(const YamlNode& node) const;

  // Adds the anchors and aliases of the tree.
  void add_anchors(Reading& reading, Budget& budget) const;

 private:
  bool read(std::string text);
  void read_without_mistakes(std::string text, std::uint32_t kept_line, int rounds);

  Context& context_;
  std::uint32_t file_;
  std::uint32_t caret_ = 0;
  std::uint32_t inserted_ = 0;
  Sources sources_;  // of the repaired text
  std::uint32_t mistake_ = 0;
  bool is_whole_ = true;
  std::optional<Document> document_;
  std::string_view text_;
};

// A tree as plain data, for its keys. Scalars are text, or null because they may be secret. Aliases are unknown.
enum class Scalars : std::uint8_t { null, text };
Value shape_of(const YamlNode& node, Budget& budget, Scalars scalars = Scalars::null);

// The value of a key of a mapping; null when absent.
const YamlNode* value_of(const YamlNode& node, std::string_view key);

inline bool is_scalar(const YamlNode& node) {
  return node.kind == YamlNode::Kind::scalar;
}

// Offers the names of all files of the workspace.
void offer_files(const Context& context, Caret& cursor);

// True when a file of the workspace has the name of a YAML file.
bool is_yaml_path(std::string_view path);

}  // namespace evalground
