// Shared by languages within YAML, for syntax colors.
#pragma once

#include <optional>
#include <vector>

#include "data/yaml/parse.hpp"
#include "runtime/context.hpp"
#include "runtime/dialect.hpp"

namespace evalground {

// The tree of a YAML text; nothing when it cannot be parsed, so its parts have no colors.
std::optional<Document> readable_tree(Context& context, std::uint32_t file);

// By file, then by place. At the same place, the token that was added first comes first.
void sort_tokens(std::vector<Token>& tokens);

}  // namespace evalground
