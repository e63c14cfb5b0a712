// The meaning of scalars: the types of plain text under each set of rules, and of scalars with a core tag.
#pragma once

#include <optional>
#include <string_view>

#include "value/value.hpp"

namespace evalground {

// The prefix of YAML's own tags: `!!int` stands for "tag:yaml.org,2002:int".
inline constexpr std::string_view core_prefix = "tag:yaml.org,2002:";

// Which plain scalars are more than text.
enum class YamlRules : std::uint8_t {
  yaml_1_1,  // like PyYAML: yes, on, octals without 0o (017), 1:30 in base 60; 1e3 is text
  yaml_1_2,  // like ruamel.yaml: only true and false, 0o17, 1e3; but like YAML 1.1 also 0b11 and 1_000
  // Like the tools of Kubernetes, which read YAML 1.1 with go-yaml and then convert to JSON: yes and on, but not y;
  // 017, 0o17, 1e3; 1:30 and dates are text; 1.0 becomes the integer 1; keys become text.
  kubernetes
};

enum class PlainType : std::uint8_t { text, null, boolean, integer, real, timestamp, merge };

// The type of plain text without a tag. A timestamp's value is its text; `merge` is the key `<<`.
PlainType plain_type(std::string_view text, YamlRules rules);

// The value of plain text without a tag. Throws Error "integer-out-of-range" for integers beyond BigInt's digits. By
// the rules of Kubernetes, an integer beyond 64 bits is a real number, and a non-finite value throws "invalid-scalar".
Value read_plain(std::string_view text, YamlRules rules, OriginId where);

// The text that stands for an infinity or NaN as a key of a map, by the rules of Kubernetes: ".inf", "-.inf" or ".nan";
// empty for other text.
std::string_view go_special_text(std::string_view text);

// The value of a scalar with one of YAML's own tags ("tag:yaml.org,2002:int"; "!" means text); nothing for any other
// tag. Throws Error "invalid-scalar" when the text does not fit the tag, or "integer-out-of-range".
std::optional<Value> read_tagged(std::string_view tag, std::string_view text, YamlRules rules, OriginId where);

}  // namespace evalground
