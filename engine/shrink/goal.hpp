// What must stay the same while a workspace is made smaller: a failure with its words at its place, or values of the
// result.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shrink/subject.hpp"

namespace evalground::shrinking {

// A value of an outcome, by the way to it.
struct KeptValue {
  List path;    // keys and indexes from the outcome on: ["value", "url"]
  Value value;  // undefined when absent
};

struct Goal {
  std::string code;                // of the diagnostic; empty: values are kept
  std::vector<std::string> words;  // of its message
  std::optional<Place> place;      // where it stands; nothing: anywhere
  std::vector<KeptValue> values;
  bool is_ok = true;           // what the outcome that they are of says
  bool is_difference = false;  // the values are those that differ from what the workspace expects
};

// The part of a value at the end of a way; undefined when absent.
Value value_at(const Value& value, const List& path, std::size_t from = 0);

// Of a path as people write it, "instances.app.url", "$.a[0]", "/a/0" or "a['x.y']": keys and indexes. Throws Error
// "bad-request".
List read_path(std::string_view text);

// Where the path of "PATH=VALUE" ends: at the first `=` that is in no bracket, as in `a['x=y']=1`. npos without one.
std::size_t path_end(std::string_view text);

// The goal for a workspace that gave that outcome: the code that is asked for (`keep_error`), a value (`keep`: {path,
// value}), else what the outcome shows: its first error, what differs from `expect`, or the result. Throws Error
// "nothing-to-keep", which says what does not hold.
Goal goal_of(const Map& request, const Subject& subject, const Map& outcome, Budget& budget);

// Whether an outcome reaches the goal, whose place is now `place`, in these texts; `found` is then where it is.
bool is_reached(const Goal& goal, const std::optional<Place>& place, const Subject& subject, const Map& outcome,
                Budget& budget, std::optional<Place>* found = nullptr);

}  // namespace evalground::shrinking
