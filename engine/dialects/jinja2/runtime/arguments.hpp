// The arguments of a call, positional and named, before they are bound to a signature.
#pragma once

#include <span>
#include <string_view>

#include "value/value.hpp"

namespace evalground::jinja2 {

// A named argument: "indent=2".
struct Keyword {
  std::string_view name;
  Value value;
};

// The caller owns the arguments.
struct Arguments {
  std::span<const Value> positional = {};
  std::span<const Keyword> keywords = {};

  // The named argument of that name; null when absent.
  const Value* find(std::string_view name) const {
    for (const Keyword& keyword : keywords) {
      if (keyword.name == name) return &keyword.value;
    }
    return nullptr;
  }
};

}  // namespace evalground::jinja2
