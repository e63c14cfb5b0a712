// Shared by languages that stand in YAML, for the colours of their texts.
#pragma once

#include <optional>
#include <vector>

#include "data/yaml/parse.hpp"
#include "runtime/context.hpp"
#include "runtime/dialect.hpp"

namespace evalground {

// The tree of a YAML text; nothing when it cannot be read: then its parts have no colours.
std::optional<Document> readable_tree(Context& context, std::uint32_t file);

// By file, then by place; of two at one place the one that was added first.
void sort_tokens(std::vector<Token>& tokens);

}  // namespace evalground
