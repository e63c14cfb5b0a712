// The interface of a language. A dialect is a folder, one line in dialects.cpp, documentation and cases.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/catalogue.hpp"
#include "runtime/context.hpp"
#include "runtime/outcome.hpp"

namespace evalground {

// A coloured stretch of a file: "key", "string", "function", "variable", "operator", "directive", …
struct Token {
  std::uint32_t file;
  std::uint32_t begin;  // bytes, half open
  std::uint32_t end;
  std::string_view kind;  // static lifetime
};

// Of a resource tree, deeper levels are left out, with a note where they would be: a page can show no more, and its
// JSON stays within the depth that every reader allows.
inline constexpr std::uint32_t most_outline_levels = 80;

// One node of the resource tree; written to JSON as OutlineNode (wasm/src/types.ts).
struct OutlineNode {
  std::string id;
  std::string kind;  // "resource", "group", "attribute", …
  std::string name;
  std::string type;
  std::string path;    // in the dialect's notation
  std::string status;  // a word of the tree's statuses
  std::string value;   // short text, redacted
  std::string note;
  OriginId where = 0;
  std::vector<std::string> reads;  // ids
  bool selectable = false;         // can be the current resource
  bool sensitive = false;          // a parameter: what is given for it is secret
  std::vector<OutlineNode> children;
};

class Dialect {
 public:
  virtual ~Dialect() = default;
  virtual std::string_view name() const = 0;
  virtual const FunctionCatalogue& functions() const = 0;
  // Evaluates context.workspace into the outcome. Throws Error, LimitError, Pending; what else was found is in
  // context.diagnostics.
  virtual void evaluate(Context& context, Outcome& outcome) const = 0;
  // The resource tree, after evaluate() on the same context or, for a check, without it. Must not throw Error for a
  // document that does not parse: gives what there is.
  virtual std::vector<OutlineNode> outline(Context& context) const = 0;
  // The coloured stretches of the workspace's texts.
  virtual std::vector<Token> tokens(Context& context) const = 0;
};

}  // namespace evalground
