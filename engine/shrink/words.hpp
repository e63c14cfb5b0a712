// The words that belong to languages rather than to who wrote a text: they stay when it is disguised.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "runtime/dialect.hpp"
#include "runtime/language/reading.hpp"

namespace evalground::shrinking {

class KnownWords {
 public:
  // Those of every language, and of the dialect.
  explicit KnownWords(const Dialect& dialect);

  // Words of a dialect's documents, functions, their parameters, and options.
  void take(const Dialect& dialect);
  void add(const FunctionCatalogue& catalogue);
  // Each word of a text.
  void add(std::string_view text);

  // Case does not count.
  bool has(std::string_view word) const;

 private:
  std::unordered_set<std::string> words_;
};

// In lower case, of ASCII only.
std::string lower(std::string_view text);

}  // namespace evalground::shrinking
