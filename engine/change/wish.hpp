// A wish for one value of an outcome: which one, and what it should be.
#pragma once

#include <optional>
#include <string>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::changing {

struct Wish {
  // Keys and indexes from the outcome on, ["value", "url"]. For a line of a text: ["text", 3], counted from 0.
  List path;
  Value to;
  Value now;               // undefined when absent; redacted when secret
  bool is_secret = false;  // nothing may show the old value
};

// The wish of a request, {path, to}: the path is a list, or written as "instances.app.url", "$.a[0]" or "/a/0". Without
// a part of the outcome at its start it is looked up in the value, then in the outputs and the variables. A number
// wished for a text becomes text. With `toText` in place of `to` it is read as a person writes it. Throws Error
// "bad-request" or "nothing-to-change", which says what does not hold.
Wish wish_of(const Map& request, const Map& outcome, Budget& budget);

// A path from the outcome on, where the outcome has a value there; else the same path.
List full_path(List path, const Map& outcome);

// Why an outcome has no result, as its first error says: a sentence with a space before it. Empty if it has one.
std::string failure_of(const Map& outcome);

// Whether the value there, or one that holds it, is a secret that the outcome does not show.
bool is_redacted(const Map& outcome, const List& path);

// What an outcome has at the path of a wish; undefined when absent.
Value value_of(const Map& outcome, const List& path);

// Equal as JSON: 1 is not 1.0.
bool is_equal(const Value& a, const Value& b, Budget& budget);

// A scalar as plain text, `80` and `web`; nothing for lists, maps and null.
std::optional<std::string> scalar_text(const Value& value);

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A JSON pointer for a part of a path.
std::string pointer_of(const List& path, std::size_t from);

}  // namespace evalground::changing
