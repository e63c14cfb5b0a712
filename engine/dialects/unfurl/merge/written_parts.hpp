// What a restored document keeps in its original form, wherever the changes did not affect the value.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// The first list of the document that expansion changes: a directive splices items in, an item is dropped, or the list
// of a base is merged in. Such lists are restored in full. Null when absent.
const Value* rewritten_list(const Value& written, const Value& expanded, Budget& budget);

class WrittenParts {
 public:
  // An original document, its expansion, and the changed expansion. All must outlive this object.
  WrittenParts(const Value& written, const Value& expanded, const Value& changed, Budget& budget)
      : written_(written), expanded_(expanded), changed_(changed), budget_(budget) {}

  // The restored document, with each part that may be kept replaced by its original.
  Value put_into(Value restored);
  // Notes that the value at that path of the changed document is wrong: the part that contains it is no longer kept.
  // Returns false if no kept part contains it.
  bool give_up(const std::vector<std::string>& path);
  // Gives up all parts. Returns false if none was kept.
  bool give_up_all();

 private:
  void put(const Map& written, const Map& expanded, const Map& changed, Value& restored, std::string& pointer);

  const Value& written_;
  const Value& expanded_;
  const Value& changed_;
  Budget& budget_;
  std::unordered_set<std::string> kept_;      // pointers, by the last put_into()
  std::unordered_set<std::string> given_up_;  // pointers
  bool keeps_none_ = false;
};

}  // namespace evalground::unfurl
