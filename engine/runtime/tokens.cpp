#include "runtime/tokens.hpp"

#include <algorithm>

namespace evalground {

std::optional<Document> readable_tree(Context& context, std::uint32_t file) {
  return recover([&] { return std::optional(parse_yaml(context.sources, file, context.budget)); },
                 [](const Error&) { return std::optional<Document>(); });
}

void sort_tokens(std::vector<Token>& tokens) {
  std::stable_sort(tokens.begin(), tokens.end(), [](const Token& a, const Token& b) {
    return a.file != b.file ? a.file < b.file : a.begin < b.begin;
  });
}

}  // namespace evalground
