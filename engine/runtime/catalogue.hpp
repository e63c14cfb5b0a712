// The functions of a dialect: collected from families, looked up by name, and described in JSON.
#pragma once

#include <deque>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/function.hpp"

namespace evalground {

// How a dialect's catalogue differs from the others.
struct CatalogueStyle {
  bool has_overloads = false;              // several entries may share a kind and a name
  std::string_view example_data = "main";  // the workspace's key for the examples' data: "data" takes JSON
};

// Built once per dialect, on first use. Immutable afterwards.
class FunctionCatalogue {
 public:
  explicit FunctionCatalogue(CatalogueStyle style = {}) : style_(style) {}

  struct Entry {
    std::string_view group;
    const Function* function;
    Signature signature;
  };

  // `functions` must live forever: a static table. Throws Error for a duplicate name of a kind, unless there are
  // overloads.
  FunctionCatalogue& add(std::string_view group, std::span<const Function> functions);

  // Finds a function by name or alias; the first of its overloads; null when unknown.
  const Entry* find(std::string_view kind, std::string_view name) const;
  // The known name of that kind that is most similar to a misspelt one; empty when none is similar.
  std::string_view nearest(std::string_view kind, std::string_view name) const;
  const std::deque<Entry>& entries() const noexcept { return entries_; }
  // A list of CatalogueEntry maps (wasm/src/types.ts).
  Value describe(std::string_view dialect) const;

 private:
  // Views into the static tables.
  struct Key {
    std::string_view kind, name;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };

  CatalogueStyle style_;
  std::deque<Entry> entries_;
  std::unordered_map<Key, const Entry*, KeyHash> by_name_;
};

}  // namespace evalground
