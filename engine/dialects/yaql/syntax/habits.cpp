#include "dialects/yaql/syntax/habits.hpp"

#include <algorithm>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/yaql/syntax/lexer.hpp"

namespace evalground::yaql {
namespace {

bool is_word_byte(char c) {
  return is_ascii_digit(c) || is_ascii_letter(c) || c == '_';
}

bool is_operand_byte(char c) {
  return is_word_byte(c) || c == '$' || c == '.';
}

bool is_blank(char c) {
  return ascii_whitespace.find(c) != std::string_view::npos;
}

char at(std::string_view text, std::size_t place) {
  return place < text.size() ? text[place] : '\0';
}

// An edit that puts a word in place of signs, with a blank where a word would touch it.
Habit::Edit spaced(std::string_view text, std::size_t begin, std::size_t end, std::string_view word) {
  std::string put(word);
  if (begin > 0 && !is_blank(text[begin - 1])) put.insert(0, " ");
  if (end < text.size() && !is_blank(text[end])) put += ' ';
  return {begin, end, std::move(put)};
}

Habit replaced(std::string advice, Habit::Edit edit) {
  std::string title = "Change to `" + std::string(trim(edit.text)) + "`";
  return {std::move(advice), std::move(title), {std::move(edit)}};
}

// The bracket that encloses a place; npos when none does. Brackets within quotes do not count.
std::size_t opening_before(std::string_view text, std::size_t place) {
  std::vector<std::size_t> open;
  char quote = '\0';
  for (std::size_t index = 0; index < place; ++index) {
    const char c = text[index];
    if (quote != '\0') {
      if (c == '\\') ++index;
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"' || c == '`') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      open.push_back(index);
    } else if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
      open.pop_back();
    }
  }
  return open.empty() ? std::string_view::npos : open.back();
}

// The bracket that closes the one at `opening`; npos without one.
std::size_t closing_of(std::string_view text, std::size_t opening) {
  for (std::size_t index = opening + 1; index < text.size(); ++index) {
    const bool is_closing = text[index] == ')' || text[index] == ']' || text[index] == '}';
    if (is_closing && opening_before(text, index) == opening) return index;
    // A quadratic search is for short expressions only.
    constexpr std::size_t most = 2000;
    if (index > most) break;
  }
  return std::string_view::npos;
}

struct SignHabit {
  std::string_view written;
  std::string_view yaql;
  std::string_view advice;
};

// Signs of other languages. Longer ones stand before those that begin with the same.
constexpr SignHabit sign_habits[] = {
    {"===", "=", "YAQL compares with `=`."},
    {"!==", "!=", "YAQL writes `!=`."},
    {"==", "=", "YAQL compares with `=`."},
    {"<>", "!=", "YAQL writes `!=`."},
    {"&&", "and", "YAQL writes `and`."},
    {"||", "or", "YAQL writes `or`."},
    {"//", "/", "`/` of two whole numbers gives a whole number in YAQL."},
    {"%", "mod", "YAQL writes `mod`."},
};

// The sign that the error lies in: its parser reads `==` as `=` and stumbles over the second.
std::optional<Habit> sign_habit(std::string_view text, std::size_t begin) {
  for (const SignHabit& habit : sign_habits) {
    for (std::size_t back = 0; back < habit.written.size() && back <= begin; ++back) {
      const std::size_t from = begin - back;
      if (!text.substr(from).starts_with(habit.written)) continue;
      // The delimiters of a workflow's expression are no operators.
      const std::size_t behind = from + habit.written.size();
      if (habit.written == "%" && ((from > 0 && text[from - 1] == '<') || at(text, behind) == '>')) continue;
      const bool is_word = is_ascii_letter(habit.yaql.front());
      Habit::Edit edit =
          is_word ? spaced(text, from, behind, habit.yaql) : Habit::Edit{from, behind, std::string(habit.yaql)};
      return replaced(std::string(habit.advice), std::move(edit));
    }
  }
  return std::nullopt;
}

std::optional<Habit> negation_habit(std::string_view text, std::size_t begin) {
  if (at(text, begin) != '!' || at(text, begin + 1) == '=') return std::nullopt;
  return replaced("YAQL writes `not`.", {begin, begin + 1, at(text, begin + 1) == ' ' ? "not" : "not "});
}

// The operand that touches a sign: a number, or a path such as `$.a`. Empty for anything longer.
std::pair<std::size_t, std::size_t> operand_before(std::string_view text, std::size_t end) {
  while (end > 0 && is_blank(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_operand_byte(text[begin - 1])) --begin;
  return {begin, end};
}

std::pair<std::size_t, std::size_t> operand_behind(std::string_view text, std::size_t begin) {
  while (begin < text.size() && is_blank(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && is_operand_byte(text[end])) ++end;
  if (at(text, end) == '(' || at(text, end) == '[') end = begin;
  return {begin, end};
}

std::optional<Habit> power_habit(std::string_view text, std::size_t begin) {
  if (begin == 0 || at(text, begin) != '*' || text[begin - 1] != '*') return std::nullopt;
  Habit habit{"YAQL writes `pow(a, b)`.", {}, {}};
  const auto [left, left_end] = operand_before(text, begin - 1);
  const auto [right, right_end] = operand_behind(text, begin + 1);
  if (left == left_end || right == right_end) return habit;
  return replaced(std::move(habit.advice), {left, right_end,
                                            "pow(" + std::string(text.substr(left, left_end - left)) + ", " +
                                                std::string(text.substr(right, right_end - right)) + ")"});
}

// A number without its exponent, base or underscores, such as "1000" for "1e3". Empty for anything else.
std::string plain_number(std::string digits) {
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    const ParsedNumber<std::int64_t> number = parse_digits(std::string_view(digits).substr(2), 16, false);
    return number ? std::to_string(number.value) : std::string();
  }
  const ParsedNumber<double> number = parse_real(digits);
  constexpr double most_whole = 1e15;
  if (!number || number.value > most_whole) return {};
  const auto whole = static_cast<std::int64_t>(number.value);
  if (static_cast<double>(whole) == number.value) return std::to_string(whole);
  const std::string text = real_text(number.value);
  return text.find('e') == std::string::npos ? text : std::string();
}

// `1e3`, `0x1f`, `1_000`.
std::optional<Habit> number_habit(std::string_view text, std::size_t begin) {
  if (!is_ascii_digit(at(text, begin))) return std::nullopt;
  while (begin > 0 && (is_ascii_digit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
  std::size_t end = begin;
  const auto is_part = [&](std::size_t place) {
    const char c = at(text, place);
    return is_word_byte(c) || c == '.' ||
           ((c == '+' || c == '-') && (text[place - 1] == 'e' || text[place - 1] == 'E') && place > begin + 1);
  };
  while (end < text.size() && (end == begin || is_part(end))) ++end;
  std::string plain = plain_number(std::string(text.substr(begin, end - begin)));
  if (plain.empty() || plain == text.substr(begin, end - begin)) return std::nullopt;
  return replaced("YAQL has no such notation of numbers; write it out.", {begin, end, std::move(plain)});
}

// `$.l[1:3]`: `.skip(1).limit(2)`.
Habit slice_habit(std::string_view text, std::size_t opening, std::size_t colon) {
  Habit habit{"YAQL has no slices: `.skip(from).limit(count)` takes a part of a list.", {}, {}};
  const std::size_t closing = closing_of(text, opening);
  if (closing == std::string_view::npos) return habit;
  const std::string_view from = trim(text.substr(opening + 1, colon - opening - 1));
  const std::string_view to = trim(text.substr(colon + 1, closing - colon - 1));
  const ParsedNumber<std::int64_t> first = parse_digits(from.empty() ? "0" : from, 10, false);
  const ParsedNumber<std::int64_t> last = parse_digits(to.empty() ? "0" : to, 10, false);
  if (!first || !last || (!to.empty() && last.value < first.value)) return habit;
  std::string put = first.value > 0 || to.empty() ? ".skip(" + std::to_string(first.value) + ")" : "";
  if (!to.empty()) put += ".limit(" + std::to_string(last.value - first.value) + ")";
  return replaced(std::move(habit.advice), {opening, closing + 1, put});
}

// `:` separates keys and values, parts of slices, or the parts of `a ? b : c`, whose `?` comes first.
std::optional<Habit> colon_habit(std::string_view text, std::size_t begin) {
  if (at(text, begin) != ':') return std::nullopt;
  const std::size_t opening = opening_before(text, begin);
  if (text.substr(0, begin).find("lambda ") != std::string_view::npos) {
    return Habit{"YAQL has no `lambda x:`. An argument is an expression of `$`: `.select($ + 1)`.", {}, {}};
  }
  if (opening == std::string_view::npos) return std::nullopt;
  if (text[opening] == '[') return slice_habit(text, opening, begin);
  std::size_t from = begin;
  while (from > 0 && is_blank(text[from - 1])) --from;
  return Habit{text[opening] == '{' ? "Between a key and its value YAQL writes `=>`."
                                    : "Between the name of an argument and its value YAQL writes `=>`.",
               "Change to `=>`",
               {{from, begin + 1, is_blank(at(text, begin + 1)) ? " =>" : " => "}}};
}

// `a ? b : c` and `a ?? b`. The choice binds loosest, so its condition is the whole text before it.
std::optional<Habit> choice_habit(std::string_view text, std::size_t begin) {
  if (at(text, begin) != '?') return std::nullopt;
  if (at(text, begin + 1) == '?') return Habit{"YAQL writes `coalesce(a, b)`.", {}, {}};
  Habit habit{"YAQL writes `switch(condition => value, true => other)`.", {}, {}};
  const std::size_t colon = text.find(':', begin);
  if (colon == std::string_view::npos || opening_before(text, begin) != std::string_view::npos ||
      opening_before(text, colon) != std::string_view::npos) {
    return habit;
  }
  const std::string_view condition = trim(text.substr(0, begin));
  const std::string_view value = trim(text.substr(begin + 1, colon - begin - 1));
  const std::string_view other = trim(text.substr(colon + 1));
  if (condition.empty() || value.empty() || other.empty() || other.find('?') != std::string_view::npos) return habit;
  habit.fix = "Write it as `switch(…)`";
  habit.edits.push_back(
      {0, text.size(),
       "switch(" + std::string(condition) + " => " + std::string(value) + ", true => " + std::string(other) + ")"});
  return habit;
}

std::optional<Habit> comma_habit(std::string_view text, std::size_t begin) {
  const char c = at(text, begin);
  if (c != ']' && c != '}' && c != ')') return std::nullopt;
  std::size_t comma = begin;
  while (comma > 0 && is_blank(text[comma - 1])) --comma;
  if (comma == 0 || text[comma - 1] != ',') return std::nullopt;
  return Habit{"No comma may stand behind the last item.", "Remove the comma", {{comma - 1, comma, ""}}};
}

std::optional<Habit> pipe_habit(std::string_view text, std::size_t begin) {
  if (at(text, begin) != '|') return std::nullopt;
  return Habit{"YAQL has no filters behind `|`: a method stands behind a dot, as in `$.name.toUpper()`.", {}, {}};
}

struct WordHabit {
  std::string_view written;  // in lower case
  std::string_view yaql;
};

constexpr WordHabit word_habits[] = {{"and", "and"}, {"or", "or"}, {"not", "not"}, {"in", "in"},
                                     {"mod", "mod"}, {"is", "="},  {"eq", "="},    {"ne", "!="}};

// `AND`, `is`: a word where an operator is expected, or directly before the error.
std::optional<Habit> word_habit(std::string_view text, std::size_t begin) {
  std::size_t from = begin;
  if (!is_word_byte(at(text, begin))) {
    while (from > 0 && is_blank(text[from - 1])) --from;
    begin = from;
    while (from > 0 && is_word_byte(text[from - 1])) --from;
    if (from == begin) return std::nullopt;
  }
  if (from > 0 && (is_operand_byte(text[from - 1]))) return std::nullopt;
  std::size_t end = from;
  while (end < text.size() && is_word_byte(text[end])) ++end;
  const std::string word = to_lower(text.substr(from, end - from));
  for (const WordHabit& habit : word_habits) {
    if (word != habit.written || text.substr(from, end - from) == habit.yaql) continue;
    const std::string_view behind = text.substr(end);
    const bool is_negated = word == "is" && to_lower(trim_start(behind)).starts_with("not ");
    if (is_negated) end = text.size() - trim_start(behind).size() + std::string_view("not").size();
    const std::string yaql(is_negated ? "!=" : habit.yaql);
    return replaced(
        habit.written == habit.yaql ? "Operators are in lower case: `" + yaql + "`." : "YAQL writes `" + yaql + "`.",
        {from, end, yaql});
  }
  return std::nullopt;
}

// `1 2`: two operands beside each other.
std::optional<Habit> operand_habit(std::string_view text, std::size_t begin) {
  const char first = at(text, begin);
  if (!is_operand_byte(first) && first != '\'' && first != '"' && first != '`') return std::nullopt;
  const std::string_view before = trim_end(text.substr(0, begin));
  if (before.empty()) return std::nullopt;
  const char last = before.back();
  const bool ends_operand = is_operand_byte(last) || std::string_view(")]}'\"`").find(last) != std::string_view::npos;
  if (!ends_operand) return std::nullopt;
  return Habit{"An operator or a comma is missing before it.", {}, {}};
}

}  // namespace

std::optional<Habit> habit_at(std::string_view text, std::size_t begin) {
  constexpr std::optional<Habit> (*habits[])(std::string_view, std::size_t) = {
      choice_habit, sign_habit,  negation_habit, power_habit, number_habit,
      colon_habit,  comma_habit, pipe_habit,     word_habit,  operand_habit};
  for (const auto habit : habits) {
    if (std::optional<Habit> found = habit(text, begin)) return found;
  }
  return std::nullopt;
}

std::string_view constant_elsewhere(std::string_view word) {
  struct Constant {
    std::string_view written;
    std::string_view yaql;
  };
  constexpr Constant constants[] = {{"True", "true"},      {"TRUE", "true"}, {"False", "false"},
                                    {"FALSE", "false"},    {"None", "null"}, {"nil", "null"},
                                    {"undefined", "null"}, {"Null", "null"}, {"NULL", "null"}};
  for (const Constant& constant : constants) {
    if (constant.written == word) return constant.yaql;
  }
  return {};
}

std::string with_item(std::string_view text, std::string_view name) {
  Lexer lexer(text);
  std::string result;
  std::size_t taken = 0;
  bool is_member = false;
  for (std::optional<LexToken> token = lexer.next(); token && token->kind != Lexeme::end; token = lexer.next()) {
    if (token->kind == Lexeme::word && token->text == name && !is_member) {
      result += text.substr(taken, token->begin - taken);
      result += '$';
      taken = token->end;
    }
    is_member = token->kind == Lexeme::sign && (token->text == "." || token->text == "?.");
  }
  return result.append(text.substr(taken));
}

}  // namespace evalground::yaql
