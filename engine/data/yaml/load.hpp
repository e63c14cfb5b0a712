// YAML trees to values: scalars by the rules asked for, aliases and merge keys resolved, every value with its origin.
//
//   base: &b {port: 80}        base: {port: 80}
//   web: {<<: *b, tls: no}     web:  {tls: no, port: 80}      YAML 1.2; in 1.1 `no` is false and port comes first
//
// Every value gets an origin: the place of its text, and where it came by an alias or a merge key, a chain behind it to
// the place where it was written, or to the value that it won over. The result is what a page selects when a row is
// clicked, and how "overrides base.yaml 2:9" is known.
//
// Aliases can make a small text huge ("billion laughs": ten aliases of ten aliases of …). Contents are shared, so
// memory does not grow, but walking the value costs time: so each alias is charged as many steps as its anchored node,
// and its height counts for the depth.
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

// Gives the value for a tag that is not YAML's own, such as "!vault", from the value without the tag (of a
// scalar: its text); nothing when the tag means nothing.
using TagReader = std::function<std::optional<Value>(std::string_view tag, const Value& content, OriginId where)>;

struct YamlLoadOptions {
  // A document with `%YAML 1.1` is read by those rules in any case, as ruamel.yaml does.
  YamlRules rules = YamlRules::yaml_1_2;
  // Whether `<<` merges; otherwise it is a key like others.
  bool merge_keys = true;
  // Whether the last of several equal keys of a map wins; otherwise they are an error.
  bool last_duplicate_wins = false;
  // Whether a sequence may be a key: it becomes a tuple, as in ruamel.yaml; for PyYAML it is unhashable.
  bool sequence_keys = true;
  // When empty, every tag that is not YAML's own is an error.
  TagReader read_tag;
  // Gives the value of a plain scalar that is a timestamp under YAML 1.1, from its text; when empty, or when it gives
  // nothing, that is text.
  std::function<std::optional<Value>(std::string_view text)> read_timestamp = {};
  // When given, filled with the value of each anchor by its name; the last of several wins.
  Map* anchors = nullptr;
};

// The value of a document, each part with the origin of its text (Via::literal; keys too). An alias gives the
// anchored value again, with an origin at the alias (Via::alias) whose previous is the anchored one. A value that came
// in by `<<` has Via::merge and leads to the place of the `<<` value; one that beat such a value leads to it as
// overridden. Merged keys stand behind the own ones (YAML 1.2, as ruamel.yaml) or before them (1.1, as PyYAML). A
// sequence as a key becomes a tuple, where it may be one; by the rules of Kubernetes a key is text, and null, a
// sequence or a mapping none. Every node costs a step, aliases as many as the nodes they stand for. Throws Error with
// its place: "duplicate-key", "unhashable-key", "unknown-tag", "invalid-merge", "invalid-scalar",
// "integer-out-of-range"; and LimitError (depth) for nesting by aliases.
Value load_yaml(const Document& document, Sources& sources, Budget& budget, const YamlLoadOptions& options = {});

// The value of a file with at most one document: parse_yaml and load_yaml.
Value load_yaml(Sources& sources, std::uint32_t file, Budget& budget, const YamlLoadOptions& options = {});

}  // namespace evalground
