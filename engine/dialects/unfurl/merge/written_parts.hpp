// What a restored document keeps as it was written, wherever the changes left what that stands for.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// The first list of the document that is another when it is expanded: by a directive that splices items in, by an
// item that is left out, or merged with the list of a base. Such lists are restored in full. Null when absent.
const Value* rewritten_list(const Value& written, const Value& expanded, Budget& budget);

class WrittenParts {
 public:
  // A document as it was written, what it expands to, and what that was changed to; all outlive the object.
  WrittenParts(const Value& written, const Value& expanded, const Value& changed, Budget& budget)
      : written_(written), expanded_(expanded), changed_(changed), budget_(budget) {}

  // The restored document with each part that may be kept in place of what stands there.
  Value put_into(Value restored);
  // Takes note that the value at that path, of the changed document, is not what it has to be: the part that holds it
  // is not kept any more. False when none holds it.
  bool give_up(const std::vector<std::string>& path);
  // The same for all parts. False when absent.
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
