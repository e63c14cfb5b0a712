// What an author probably meant for check-docs, and what it would otherwise pass over in silence.
#pragma once

#include <string>
#include <vector>

#include "cli/check_docs/block.hpp"

namespace evalground::cli {

struct NearMiss {
  std::size_t at = 0;  // in the file
  std::string message;
};

// In the order of the file.
std::vector<NearMiss> near_misses(const std::vector<Block>& blocks);

// Whether a name is a mark with a slip of the keyboard.
bool resembles_mark(std::string_view name);

}  // namespace evalground::cli
