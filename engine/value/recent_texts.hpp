// A cache of short texts for readers of data. The rows of a table share their keys, and frequent values.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "value/value.hpp"

namespace evalground {

class RecentTexts {
 public:
  // `places`: a power of two.
  explicit RecentTexts(std::size_t places) : texts_(places) {}

  // One place for each hash, so a collision only forgets the older text: no look-up is longer than one comparison.
  Value shared(std::string_view text) {
    constexpr std::size_t longest = 32;
    if (text.empty() || text.size() > longest) return Value::string(text);
    std::size_t sum = text.size();
    for (const char c : text) sum = sum * 31 + static_cast<unsigned char>(c);
    Value& known = texts_[(sum ^ sum >> 8) & (texts_.size() - 1)];
    if (!known.is_string() || known.as_string() != text) known = Value::string(text);
    return known;
  }

 private:
  std::vector<Value> texts_;
};

}  // namespace evalground
