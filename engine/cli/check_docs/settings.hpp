// Settings of a page: attributes that its examples have in common.
//
//   <!-- evalground: dialect=heat clock=2026-01-01T00:00:00Z -->    for the examples below, until the next such comment
//   evalground: {seed: 1}                                           in the front matter
#pragma once

#include <string_view>
#include <vector>

#include "cli/check_docs/block.hpp"

namespace evalground::cli {

// How a comment of one line begins and ends in a format.
struct CommentForm {
  std::string_view begin, end;
};

// Adds the settings to the blocks that do not have these attributes.
void add_settings(std::vector<Block>& blocks, std::string_view text, CommentForm form);

}  // namespace evalground::cli
