// The keys of a workspace, of the case around one, of its limits and of an outcome: the one list that the reader of
// workspaces and the runner of cases go by, and that types.ts, links.ts and the README of cases are held against
// (wasm/test/keys.test.ts).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/prose.hpp"
#include "value/value.hpp"

namespace evalground {

// `text` is a JSON string; `any` is any value, and the only type of which null is no absence.
enum class KeyType : std::uint8_t { any, text, integer, boolean, list, map };

struct Key {
  std::string_view name;
  KeyType type;
  Prose summary = {};
};

std::span<const Key> workspace_keys();
// Those of a case beside its workspace.
std::span<const Key> case_keys();
// All are integers.
std::span<const Key> limit_keys();
std::span<const Key> outcome_keys();

// "text", "map", …
std::string_view key_type_name(KeyType type);

// A list of maps {group, name, type, signature, summary}, where the group is "workspace", "case", "limits" or
// "outcome" and the signature "expression: any".
Value describe_keys();

}  // namespace evalground
