// Habits from Python, JavaScript and Jinja that are syntax errors in YAQL, and how YAQL writes the same.
//
// The message of a syntax error has the reference's words, which users search for: "unexpected '=' at position 5". They
// do not help somebody who writes `==`. So the text around the error is compared with the usual habits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evalground::yaql {

struct Habit {
  struct Edit {
    std::size_t begin;  // bytes of the expression, half open
    std::size_t end;
    std::string text;
  };
  std::string advice;  // a sentence: "YAQL writes `=`."
  std::string fix;     // the title of the edits
  std::vector<Edit> edits;
};

// The habit that explains an error in the text from `begin` on; nothing where none does.
std::optional<Habit> habit_at(std::string_view text, std::size_t begin);

// How YAQL writes a bare word that is a constant elsewhere, "None" -> "null"; empty for any other word.
std::string_view constant_elsewhere(std::string_view word);

// An expression in which the word `name` is the item: "x.a + x" -> "$.a + $".
std::string with_item(std::string_view text, std::string_view name);

}  // namespace evalground::yaql
