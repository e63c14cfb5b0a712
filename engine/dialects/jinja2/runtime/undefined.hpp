// Missing values: the name, attribute or element that is missing, and what may be done with it.
//
// In Jinja a missing name is an object of a class that the environment chooses. It prints nothing, or fails, or returns
// itself for its attributes. Here it is a Value of kind undefined whose number (Value::undefined_number) is an index
// into this table. So values stay small, and a missing value is passed on like any other:
//
//   {{ user.mail | default('none') }}     user is {}: undefined 1 = {leniency, holder "dict object", name "mail"}
//                                         `default` sees that it is undefined; printed, it would be "" or fail
//
// The number 0 means "absent" instead of undefined: an argument that was not given, a slot that was not yet read, an
// unknown variable. The same missing thing always has the same number, so a loop over many rows without a key makes one
// entry. Evaluator decides by the leniency which uses fail.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/jinja2/syntax/options.hpp"
#include "source/diagnostic.hpp"
#include "value/value.hpp"

namespace evalground::jinja2 {

// Absent instead of undefined: an argument that was not given, a name that was not found.
inline bool is_absent(const Value& value) {
  return value.is_undefined() && value.undefined_number() <= 0;
}

struct Undefined {
  Leniency leniency;
  bool is_unsafe = false;  // forbidden by the sandbox
  std::string hint;        // the whole message; empty: it is made from the fields below
  std::string holder;      // "dict object", "None"; empty: a variable
  Value name;              // text, or the key of an element
  Value object = {};       // the holder, if the text of a missing value shows it
  // If failures are carried: the error that using the value throws. Null: it is made from the fields above.
  std::shared_ptr<const Error> cause = {};
  bool is_failure = false;  // the cause is a failure: `default` does not replace it
  Value map = {};           // the map that last lacked the key, for suggestions

  // Whether it counts as empty instead of failing.
  bool is_lenient() const { return leniency < Leniency::strict; }
};

class Undefineds {
 public:
  // A value for a missing thing. The same thing always gets the same number.
  Value add(Undefined undefined);
  // Invariant: add() has made the value's number.
  const Undefined& of(const Value& value) const { return all_[static_cast<std::size_t>(value.undefined_number() - 1)]; }
  // "'x' is undefined", "'dict object' has no attribute 'a'", "list object has no element 0"
  std::string message(const Value& value, Budget& budget) const;
  // The text that DebugUndefined prints: "{{ x }}".
  std::string debug_text(const Value& value, Budget& budget) const;

 private:
  std::vector<Undefined, CountingAllocator<Undefined>> all_;
  std::unordered_map<std::string, std::int64_t> numbers_;
};

}  // namespace evalground::jinja2
