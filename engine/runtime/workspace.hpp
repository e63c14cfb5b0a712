// The workspace: the one object that a draft, a link, an embed, an example, the command's input and a test case are.
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

// The keys of a workspace (keys.hpp), one member each; an absent key is its default.
struct Workspace {
  std::string dialect;
  std::string operation = "evaluate";
  Map files;         // path -> string or bytes
  std::string main;  // the path of an entry of `files`, always (a document given in place has been made one)
  std::optional<Value> expression;
  Value data;   // undefined: absent
  Value local;  // undefined: absent
  std::optional<std::string> resource;
  Map vars, inputs, attributes, env, secrets, options;
  List classes, changes;
  std::optional<std::int64_t> clock;  // microseconds since 1970 UTC
  std::optional<std::int64_t> seed;
  Limits limits;
  std::optional<std::uint64_t> iterators;  // `limits.iterators` of yaql and heat
  std::optional<std::uint64_t> quota;      // `limits.memory` where it means YAQL's quota
};

// The caller's wishes for a run; never part of a link.
struct RunOptions {
  bool trace = false;
  bool provenance = false;
  bool outline = false;
  bool tokens = false;
  std::optional<List> reveal;  // the path of one value to give in the clear: keys and indexes
  bool reveal_all = false;     // the command's --reveal
  bool mask_vaults = false;    // what was decrypted counts as sensitive where the dialect gives it in the clear
  std::uint32_t time_ms = 0;   // 0: no limit
  Map limits;                  // as the workspace's, and may raise them
};

// The name of the dialect of a workspace in its JSON form; empty when it has none.
std::string_view dialect_of(const Value& json);

// A workspace from its JSON form. Wrong keys and types become diagnostics (an unknown key a warning, a wrong type an
// error); where there is an error the result is not to be evaluated. `description` is its dialect's, which says
// what a document given in place is called and what `limits.memory` means; null where there is no such dialect.
Workspace read_workspace(const Value& json, const Description* description, std::vector<Diagnostic>& diagnostics);

// Run options from their JSON form; undefined and null give the defaults, and unknown keys are ignored.
// Throws Error "wrong-kind" for a value of another type.
RunOptions read_run_options(const Value& json);

// The limits of a run: the workspace's, which may only lower the defaults, then the options', which may also raise
// them.
Limits limits_of(const Workspace& workspace, const RunOptions& options);

}  // namespace evalground
