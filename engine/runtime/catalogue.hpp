// The functions of a dialect: families in, look-up and JSON out.
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
  std::string_view example_data = "main";  // the key of a workspace that examples' data go under: "data" takes JSON
};

// Built once per dialect, on first use; immutable afterwards.
class FunctionCatalogue {
 public:
  explicit FunctionCatalogue(CatalogueStyle style = {}) : style_(style) {}

  struct Entry {
    std::string_view group;
    const Function* function;
    Signature signature;
  };

  // `functions` must live for ever: a static table. Throws Error when a name of a kind is taken and there are no
  // overloads.
  FunctionCatalogue& add(std::string_view group, std::span<const Function> functions);

  // Finds a function by name or alias, the first of its overloads; null when unknown.
  const Entry* find(std::string_view kind, std::string_view name) const;
  // The known name of that kind nearest to a misspelt one; empty when none is near.
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
