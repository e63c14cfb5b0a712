// The workspace: the single form of a draft, a link, an embed, an example, the command's input and a test case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground {

struct Description;

// The keys of a workspace (keys.hpp), one member each. An absent key has its default.
struct Workspace {
  std::string dialect;
  std::string operation = "evaluate";
  Map files;         // path -> string or bytes
  std::string main;  // always the path of an entry of `files` (a document given in place becomes one)
  std::optional<Value> expression;
  Value data;   // undefined when absent
  Value local;  // undefined when absent
  std::optional<std::string> resource;
  Map vars, inputs, attributes, env, secrets, options;
  List classes, changes;
  std::optional<std::int64_t> clock;  // microseconds since 1970 UTC
  std::optional<std::int64_t> seed;
  Limits limits;
  std::optional<std::uint64_t> iterators;  // `limits.iterators` for yaql and heat
  std::optional<std::uint64_t> quota;      // `limits.memory` if it means YAQL's quota
};

// The caller's options for a run; never part of a link.
struct RunOptions {
  bool trace = false;
  bool provenance = false;
  bool decisions = false;  // which the reads of provenance belong to
  bool outline = false;
  bool tokens = false;
  std::optional<List> reveal;  // the path of one value to reveal: keys and indexes
  bool reveal_all = false;     // the command's --reveal
  bool mask_vaults = false;    // decrypted values count as sensitive even if the dialect shows them
  std::uint32_t time_ms = 0;   // 0: no limit
  Map limits;                  // like the workspace's, but may raise them
};

// The name of the dialect of a workspace in its JSON form; empty when absent.
std::string_view dialect_of(const Value& json);

// A workspace from its JSON form. Wrong keys and types become diagnostics (an unknown key a warning, a wrong type an
// error). A workspace with an error must not be evaluated. `description` belongs to its dialect, and says what a
// document given in place is called and what `limits.memory` means; null for an unknown dialect.
Workspace read_workspace(const Value& json, const Description* description, std::vector<Diagnostic>& diagnostics);

// Run options from their JSON form. Undefined and null give the defaults, and unknown keys are ignored. Throws Error
// "wrong-kind" for a value of another type.
RunOptions read_run_options(const Value& json);

// The limits of a run: the workspace's, which may only lower the defaults, then those of the options, which may also
// raise them.
Limits limits_of(const Workspace& workspace, const RunOptions& options);

}  // namespace evalground
