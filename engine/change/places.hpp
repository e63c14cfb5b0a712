// Places of a workspace whose values can be set, and the workspace with another value at one.
//
// A text in YAML is changed by data/patch, so its comments, quotes, anchors and line ends stay. In any other text a
// literal is replaced where it stands. Inputs and data, which are no texts, are replaced in the workspace.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "data/yaml/parse.hpp"
#include "runtime/dialect.hpp"
#include "shrink/subject.hpp"
#include "source/sources.hpp"
#include "value/map.hpp"

namespace evalground::changing {

struct Place {
  enum class Kind : std::uint8_t {
    node,      // a value of a YAML text, by its path; it may be absent
    literal,   // a quoted text or a number of another language
    fragment,  // any stretch of a text; it is set to text
    key        // a value of the workspace, by its path from the workspace on
  };
  Kind kind;
  std::string file = {};    // of a text, as diagnostics name it
  List path = {};           // of a node or key
  std::uint32_t begin = 0;  // of a literal or fragment: bytes, half open
  std::uint32_t end = 0;
};

bool is_same_place(const Place& a, const Place& b);

// A changed stretch of a text, or a changed value of the workspace.
struct Edit {
  std::string file;         // empty: a value of the workspace
  std::uint32_t begin = 0;  // bytes of the old text, half open
  std::uint32_t end = 0;
  std::string text = {};
  List path = {};  // of a value of the workspace
  Value value = {};
  bool creates = false;  // the file does not exist yet
};

// The place that a dialect names.
inline Place place_of(const SettingPlace& setting) {
  return {
      .kind = setting.file.empty() ? Place::Kind::key : Place::Kind::node, .file = setting.file, .path = setting.path};
}

class Places {
 public:
  // The subject must outlive the object.
  Places(const shrinking::Subject& subject, Budget& budget);

  // A text as places name it. An expression that is a map is JSON there. Nothing for a file of the host.
  std::optional<std::string_view> text(const std::string& file) const;

  // The node that begins at an offset, or else the smallest one around it. In a text of another language the literal
  // there. Nothing where neither exists.
  std::optional<Place> at(const std::string& file, std::uint32_t offset);
  // The literal that begins at an offset of any text.
  std::optional<Place> literal(const std::string& file, std::uint32_t offset) const;
  // The mapping that holds the node at an offset, as its key or value; nothing outside of mappings.
  std::optional<Place> mapping_around(const std::string& file, std::uint32_t offset);
  // The paths of the entries of mappings whose keys begin within a stretch of bytes of a YAML text.
  std::vector<List> entries(const std::string& file, std::size_t begin, std::size_t end);
  // Where the workspace holds what an outcome calls `name`: "port", "$.a[0].n". May be a secret, whose value only a
  // change of that secret may tell.
  std::vector<Place> named(std::string_view name);

  // The value at a place; undefined when absent.
  Value value(const Place& place);
  // The edit that sets a place; nothing where the value cannot be written there, or is there already.
  std::optional<Edit> set(const Place& place, const Value& to);
  Map workspace_with(const Edit& edit);

 private:
  struct Yaml {
    Sources sources;
    std::optional<Document> document;
    Value value;
  };
  const Yaml* yaml(const std::string& file);
  // A node by its path: of a text, or of the workspace's expression.
  Place node(const std::string& file, List path) const;
  bool is_json(std::string_view text) const;
  std::string like(std::string_view old, std::string after, const Value& value) const;
  std::optional<Edit> set_node(const Place& place, const Value& to);
  std::optional<Edit> set_literal(const Place& place, const Value& to) const;
  std::optional<Edit> set_stretch(const Place& place, std::string_view written) const;

  const shrinking::Subject& subject_;
  Budget& budget_;
  std::optional<std::string> expression_;  // as JSON, if it is not text
  std::map<std::string, std::unique_ptr<Yaml>> yamls_;
};

// A text as a literal between quotes, which are escaped in it.
std::string quoted_literal(std::string_view text, char quote);

// A value with another one at the end of a path, whose maps are made where they are absent; undefined where a scalar or
// a list is in the way.
Value value_with(const Value& value, const List& path, std::size_t from, const Value& to, Budget& budget);

}  // namespace evalground::changing
