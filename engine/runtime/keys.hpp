// The keys of a workspace, of a case, of limits and of an outcome. The reader of workspaces and the runner of cases use
// this single list, and a test compares types.ts, links.ts and the README of cases with it (wasm/test/keys.test.ts).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/prose.hpp"
#include "value/value.hpp"

namespace evalground {

// `text` is a JSON string. `any` is any value, and the only type for which null does not mean absent.
enum class KeyType : std::uint8_t { any, text, integer, boolean, list, map };

struct Key {
  std::string_view name;
  KeyType type;
  Prose summary = {};
};

std::span<const Key> workspace_keys();
// The keys of a case in addition to its workspace.
std::span<const Key> case_keys();
// All are integers.
std::span<const Key> limit_keys();
std::span<const Key> outcome_keys();

// Null where the list has no such key.
const Key* find_key(std::span<const Key> keys, std::string_view name);

// "text", "map", …
std::string_view key_type_name(KeyType type);

// A list of maps {group, name, type, signature, summary}, where the group is "workspace", "case", "limits" or
// "outcome" and the signature "expression: any".
Value describe_keys();

}  // namespace evalground
