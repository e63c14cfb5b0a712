// YAML's events with their places in bytes: libyaml behind an interface that another parser could implement.
//
// A YAML parser gives a stream of events, like an XML parser. `a: [1, *x]` is
//
//   document_start  mapping_start  scalar "a"  sequence_start  scalar "1"  alias "x"  sequence_end  mapping_end  …
//
// docs/yaml.md says which documents libyaml reads differently from the specification. libyaml counts places in
// characters. byte_at() converts them to bytes by walking on from the previous one. Its messages become a Diagnostic at
// the offending token.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "data/yaml/node.hpp"
#include "source/sources.hpp"

namespace evalground {

struct YamlEvent {
  enum class Type : std::uint8_t {
    stream_end,
    document_start,
    document_end,
    alias,
    scalar,
    sequence_start,
    sequence_end,
    mapping_start,
    mapping_end
  };
  Type type;
  YamlStyle style;      // of scalars and starts of collections
  std::uint32_t begin;  // bytes, half open; for a scalar or start including its anchor and tag
  std::uint32_t end;
  std::string_view anchor;  // without & or *
  std::string_view tag;     // in full: "tag:yaml.org,2002:str", "!vault", "!"; empty when absent
  std::string_view text;    // for a scalar, unescaped
  YamlVersion version;      // for a document's start: its %YAML directive, if there is one
};

// The events of one file. A file that is not UTF-8 or not YAML throws an Error with its place: "yaml-encoding" or
// "yaml-syntax".
class YamlEvents {
 public:
  // The file must be one of `sources`. Both must outlive the events. Throws Error "yaml-encoding".
  YamlEvents(Sources& sources, std::uint32_t file);
  ~YamlEvents();

  // The next event. Its texts live until the next call. Must not be called after stream_end. Throws Error
  // "yaml-syntax".
  YamlEvent next();

 private:
  struct Parser;

  void check_encoding() const;
  std::uint32_t byte_at(std::size_t character);
  [[noreturn]] void fail();
  OriginId place_at(std::size_t begin);
  bool begins_other_block(std::size_t problem_at);

  Sources& sources_;
  std::uint32_t file_;
  std::string_view text_;
  bool is_ascii_;
  // A place with known offsets in characters and in bytes. The next requested place is usually near.
  std::size_t near_character_ = 0;
  std::size_t near_byte_ = 0;
  std::unique_ptr<Parser> parser_;
};

}  // namespace evalground
