// Rows and origins of a presented value: a row for each of its parts, in document order, with its history from its
// origins. Written directly as JSON, because as values they would take several times as long as the result.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "runtime/outcome.hpp"
#include "runtime/outcome_parts.hpp"

namespace evalground {

class Ledger {
 public:
  // Describes at most `most` parts, and those that failed. `part` is the detail that is described; empty for the
  // result.
  Ledger(Context& context, Budget& budget, std::size_t most, const List& sensitive,
         const std::vector<FailedKey>& failed, std::string_view part);

  void add(const Value& value);
  // A failed part has no value, but a row with its error, at the place in the tree where the value would be.
  void add_failed(const FailedKey& failed);

  // A list of rows, and a map of origins by JSON pointer.
  std::string rows() const { return "[" + rows_ + "]"; }
  std::string origins() const { return "{" + origins_ + "}"; }
  // How many rows there are with those that were left out, and how many of them are values that are no list and no map.
  std::size_t row_count() const { return row_count_; }
  std::size_t value_count() const { return value_count_; }

 private:
  void walk(const Value& value);
  void describe_part(const Value& item);
  std::string_view end_of_row(const Value& item);
  void add_row(std::string_view path, std::string_view end);
  void add_origins(std::string_view pointer, OriginId where);

  Context& context_;
  Budget& budget_;  // of the output
  const std::size_t most_;
  OriginWriter writer_;
  std::unordered_set<std::string> sensitive_;  // JSON pointers, escaped as in JSON, like failed_
  std::unordered_set<std::string> failed_;
  std::string rows_;
  std::size_t row_count_ = 0;
  std::size_t value_count_ = 0;
  std::string origins_;
  std::string path_;                          // the path to the current part, as JSON
  std::string pointer_;                       // the same as a pointer, escaped as in JSON
  std::array<std::string, 16 * 3> row_ends_;  // the end of a row after its path, by type and kind; filled on first use
};

}  // namespace evalground
