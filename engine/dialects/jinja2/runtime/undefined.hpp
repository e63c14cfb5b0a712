// Missing values: which name, attribute or element is missing, and what may be done with it.
//
// In Jinja a missing name is an object of a class that the environment chooses: it prints as nothing, or fails, or
// gives itself for its attributes. Here it is a Value of kind undefined with a number (Value::undefined_number) that is
// a place in this table, so that values stay small and a missing value is passed on like any other:
//
//   {{ user.mail | default('none') }}     user is {}: undefined 1 = {leniency, holder "dict object", name "mail"}
//                                         `default` sees that it is undefined; printed, it would be "" or fail
//
// The number 0 is "absent" rather than undefined: an argument that was not given, a slot not yet read, a variable that
// there is not. The same missing thing has the same number however often it is met, so that a loop over many rows
// without a key makes one entry. Which uses fail is decided by the leniency, in Evaluator.
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

// Not there, rather than undefined: an argument that was not given, a name that was not found.
inline bool is_absent(const Value& value) {
  return value.is_undefined() && value.undefined_number() <= 0;
}

struct Undefined {
  Leniency leniency;
  bool is_unsafe = false;  // the sandbox forbids it, which a failure says
  std::string hint;        // the whole message; empty: made from what follows
  std::string holder;      // "dict object", "None"; empty: a variable
  Value name;              // text, or the key of an element
  Value object = {};       // what the holder is, where the text of a missing value shows it
  // Where failures are carried: the one that using the value throws; null: one is made of the above.
  std::shared_ptr<const Error> cause = {};
  bool is_failure = false;  // the cause is no missing value: `default` does not replace it

  // Whether it counts as empty rather than as a failure.
  bool is_lenient() const { return leniency < Leniency::strict; }
};

class Undefineds {
 public:
  // A value for what is missing; the same number for the same missing thing.
  Value add(Undefined undefined);
  // Invariant: the value's number came from add().
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
