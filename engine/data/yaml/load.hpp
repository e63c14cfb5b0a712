// Converts YAML trees to values: scalars by the selected rules, aliases and merge keys resolved, every value with its
// origin.
//
//   base: &b {port: 80}        base: {port: 80}
//   web: {<<: *b, tls: no}     web:  {tls: no, port: 80}      YAML 1.2; in 1.1 `no` is false and port comes first
//
// Every value gets an origin: the place of its text. If it came through an alias or a merge key, a chain leads on to
// its original place, or to the value that it overrides. A page selects these places when a row is clicked, and shows
// "overrides base.yaml 2:9" from them.
//
// Aliases can make a small text huge ("billion laughs": ten aliases of ten aliases of …). Contents are shared, so
// memory does not grow, but walking the value takes time. So each alias is charged as many steps as its anchored node,
// and its height counts towards the depth.
//
// Sources: YAML 1.1 with PyYAML's constructors, YAML 1.2 with ruamel.yaml's, the merge key draft, and for Kubernetes
// sigs.k8s.io/yaml.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "base/budget.hpp"
#include "data/yaml/parse.hpp"
#include "data/yaml/schema.hpp"
#include "source/sources.hpp"
#include "value/map.hpp"
#include "value/value.hpp"

namespace evalground {

// Returns the value for a tag that is not YAML's own, such as "!vault", given the value without the tag (for a scalar:
// its text). Nothing for an unknown tag.
using TagReader = std::function<std::optional<Value>(std::string_view tag, const Value& content, OriginId where)>;

struct YamlLoadOptions {
  // A document with `%YAML 1.1` is always read by those rules, as in ruamel.yaml.
  YamlRules rules = YamlRules::yaml_1_2;
  // True: `<<` merges. False: it is an ordinary key.
  bool merge_keys = true;
  // True: the last of several equal keys of a map wins. False: they are an error.
  bool last_duplicate_wins = false;
  // True: tabs may separate tokens. False: they are refused, as in ruamel.yaml.
  bool tabs_separate = true;
  // True: a sequence may be a key and becomes a tuple, as in ruamel.yaml. False: it is unhashable, as in PyYAML.
  bool sequence_keys = true;
  // When empty, every tag that is not YAML's own is an error.
  TagReader read_tag;
  // Returns the value of a plain scalar that is a timestamp in YAML 1.1, given its text. When empty, or when it returns
  // nothing, the scalar is text.
  std::function<std::optional<Value>(std::string_view text)> read_timestamp = {};
  // If set, receives the value of each anchor by name. The last of several wins.
  Map* anchors = nullptr;
};

// The value of a document. Each part has the origin of its text (Via::literal), including keys. An alias gives the
// anchored value again, with an origin at the alias (Via::alias) whose previous origin is the anchor's. A value merged
// by `<<` has Via::merge, and leads to the place of the `<<` value. A value that overrides a merged one leads to that
// as overridden. Merged keys come after a map's own keys (YAML 1.2, like ruamel.yaml) or before them (1.1, like
// PyYAML). A sequence as a key becomes a tuple, if allowed. By the rules of Kubernetes a merge acts where it stands, so
// the last of equal keys wins, merged or not; and a key must be text: null, a sequence or a mapping cannot be a key.
// Every node costs a step, an alias as many as the nodes it stands for. Throws Error with its place: "yaml-syntax" for
// what only some rules refuse, "duplicate-key", "unhashable-key", "unknown-tag", "invalid-merge", "invalid-scalar",
// "integer-out-of-range"; and LimitError (depth) for nesting by aliases.
Value load_yaml(const Document& document, Sources& sources, Budget& budget, const YamlLoadOptions& options = {});

// The value of a file with at most one document: parse_yaml and load_yaml.
Value load_yaml(Sources& sources, std::uint32_t file, Budget& budget, const YamlLoadOptions& options = {});

}  // namespace evalground
