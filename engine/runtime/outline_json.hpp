// The outline and the tokens of a document as JSON, with the shapes of wasm/src/types.ts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/context.hpp"
#include "runtime/describing.hpp"
#include "runtime/outline.hpp"

namespace evalground {

struct OutlineJson {
  std::string json;
  std::size_t count = 0;  // of all nodes, also those that were left out
};

// At most `most` nodes in the order of the document, and all declared inputs. It is cut at `most_outline_levels`.
OutlineJson outline_json(const std::vector<OutlineNode>& nodes, const Sources& sources, Budget& budget,
                         std::size_t most = SIZE_MAX);

// With `range`, only the tokens that overlap it.
std::string tokens_json(const std::vector<Token>& tokens, const Sources& sources, Budget& budget,
                        const std::optional<TextRange>& range = {});

}  // namespace evalground
