// A YAML text while somebody types in it: its tree, although the text may not be YAML at this moment.
//
// YAML's parser stops at the first mistake. Where there is one, its line is left out and the rest is read again. For a
// position, a word is put there first, and behind it what may be missing, so that the position is a node of the tree:
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

// One level of the way to a position: the collection, and where in it the way goes on.
struct YamlStep {
  const YamlNode* node;
  const YamlNode* key = nullptr;    // of a mapping
  const YamlNode* value = nullptr;  // what the way goes on in
  std::size_t index = 0;            // of the pair or item
};

// Where in a tree a position is.
struct YamlSpot {
  std::vector<YamlStep> path;        // outermost first
  const YamlNode* scalar = nullptr;  // null: in none
  bool is_key = false;
  bool may_be_key = false;  // a value that stands alone on its line so far

  // The keys on the way, "" for an item of a list.
  std::vector<std::string_view> keys() const;
};

// The text of a scalar, without the word that was put in, and its place in the file.
struct ScalarText {
  std::string text;
  TextPlace place;
};

class YamlText {
 public:
  YamlText(Context& context, std::uint32_t file);
  YamlText(Context& context, std::uint32_t file, std::uint32_t caret);

  // Null: the text cannot be read at all.
  const YamlNode* root() const { return document_ ? document_->root : nullptr; }
  // Whether no line was left out.
  bool is_whole() const { return is_whole_; }
  // An offset of the tree as one of the file.
  std::uint32_t place(std::uint32_t offset) const;
  Stretch stretch(const YamlNode& node) const { return {file_, place(node.begin), place(node.end)}; }
  // A scalar's text without quotes.
  Stretch inner(const YamlNode& node) const;
  ScalarText scalar(const YamlNode& node) const;
  // Only of a text that was read for a position.
  YamlSpot spot(Budget& budget) const;
  // What has been typed of the spot's scalar.
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

// A tree as plain data, for the keys that it has: scalars are null, for they may be secret, or text; aliases are
// unknown.
enum class Scalars : std::uint8_t { null, text };
Value shape_of(const YamlNode& node, Budget& budget, Scalars scalars = Scalars::null);

// The value of a key of a mapping; null when absent.
const YamlNode* value_of(const YamlNode& node, std::string_view key);

inline bool is_scalar(const YamlNode& node) {
  return node.kind == YamlNode::Kind::scalar;
}

// Offers the names of all files of the workspace.
void offer_files(const Context& context, Caret& cursor);

// Whether a file of the workspace is YAML by its name.
bool is_yaml_path(std::string_view path);

}  // namespace evalground
