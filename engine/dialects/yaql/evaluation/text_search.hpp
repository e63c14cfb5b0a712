// Substring search in linear time, charged to the budget.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground::yaql {

// The first place of `sub` at or after byte `from`; npos when absent. The C library searches in linear time.
// std::string_view::find would need quadratic time for `'aaa…' in 'aaa…'`.
inline std::size_t find_text(std::string_view text, std::string_view sub, std::size_t from, Budget& budget) {
  if (from > text.size()) return std::string_view::npos;
  if (sub.empty()) return from;
  const void* found = memmem(text.data() + from, text.size() - from, sub.data(), sub.size());
  const std::size_t at = found == nullptr ? std::string_view::npos
                                          : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
  budget.step(1 + ((found == nullptr ? text.size() : at) - from) / 64);
  return at;
}

// The last place of `sub`; npos when absent.
inline std::size_t find_last_text(std::string_view text, std::string_view sub, Budget& budget) {
  budget.step(1 + text.size() / 64);
  // A short `sub` is searched directly. For a long one both texts are reversed, so that the linear search applies.
  if (sub.size() < 16 || sub.size() > text.size()) return text.rfind(sub);
  const std::string reversed(text.rbegin(), text.rend());
  const std::string wanted(sub.rbegin(), sub.rend());
  const std::size_t at = find_text(reversed, wanted, 0, budget);
  return at == std::string_view::npos ? at : text.size() - at - sub.size();
}

}  // namespace evalground::yaql
