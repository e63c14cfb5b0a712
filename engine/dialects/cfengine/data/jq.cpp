// The part of jq's language that policies usually give to mapdata(): paths, iteration, commas, pipes and integer
// arithmetic.
//
//   .[] | .name, .size * 2
//
// A filter turns one value into a list of values. It is evaluated while it is read. `is_known_` becomes false at
// anything outside of this part. The caller then reports that jq is not available, and no wrong result is given.
#include "dialects/cfengine/data/jq.hpp"

#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "dialects/cfengine/data/characters.hpp"
#include "dialects/cfengine/data/container.hpp"

namespace evalground::cfengine {
namespace {

// Pipe := Comma { '|' Comma };  Comma := Sum { ',' Sum };  Sum := Product { ('+' | '-') Product };
// Product := Term { '*' Term };  Term := number | '(' Pipe ')' | '.' { name | '[' number ']' | '[]' | '.' }
class Filter {
 public:
  Filter(std::string_view text, Budget& budget) : scanner_(text), budget_(budget) {}

  std::optional<List> run(const Value& input) {
    List results = pipe({input});
    scanner_.skip_whitespace();
    if (!is_known_ || !scanner_.at_end()) return std::nullopt;
    return results;
  }

 private:
  bool take(char mark) {
    scanner_.skip_whitespace();
    return scanner_.take(mark);
  }

  // Each stage gets all results of the stage before.
  List pipe(List inputs) {
    const Depth depth = budget_.enter();
    List results = comma(std::move(inputs));
    while (is_known_ && take('|')) results = comma(std::move(results));
    return results;
  }

  // All alternatives for each input in turn. The filter's text is parsed again for each.
  List comma(const List& inputs) {
    const std::size_t begin = scanner_.offset();
    List results;
    // The stage is read once even without an input, so that the scanner passes it.
    if (inputs.empty()) {
      alternatives(Value::null(), results);
      return {};
    }
    for (const Value& input : inputs) {
      scanner_.rewind(begin);
      alternatives(input, results);
    }
    return results;
  }

  void alternatives(const Value& input, List& results) {
    do {
      for (Value& value : sum(input)) results.push_back(std::move(value));
    } while (is_known_ && take(','));
  }

  List sum(const Value& input) {
    List left = product(input);
    while (is_known_) {
      const bool is_plus = take('+');
      if (!is_plus && !take('-')) break;
      const List right = product(input);
      left = {combined(left, right, is_plus ? checked_add : checked_subtract)};
    }
    return left;
  }

  List product(const Value& input) {
    List left = term(input);
    while (is_known_ && take('*')) {
      const List right = term(input);
      left = {combined(left, right, checked_multiply)};
    }
    return left;
  }

  // Only single integers can be combined. jq's other types, and overflow, are outside of this part.
  Value combined(const List& left, const List& right,
                 std::optional<std::int64_t> (*operation)(std::int64_t, std::int64_t)) {
    const auto is_integer = [](const List& list) { return list.size() == 1 && list[0].kind() == Kind::integer; };
    is_known_ = is_known_ && is_integer(left) && is_integer(right);
    const std::optional<std::int64_t> number =
        is_known_ ? operation(left[0].as_integer(), right[0].as_integer()) : std::nullopt;
    is_known_ = number.has_value();
    return Value::integer(number.value_or(0));
  }

  List term(const Value& input) {
    budget_.step();
    if (take('(')) {
      List results = pipe({input});
      if (!take(')')) is_known_ = false;
      return results;
    }
    const std::string_view digits = scanner_.take_while([](char c) { return '0' <= c && c <= '9'; });
    if (!digits.empty()) {
      const auto number = parse_integer(digits);
      is_known_ = static_cast<bool>(number);
      return {Value::integer(number.value)};
    }
    if (!scanner_.take('.')) {
      is_known_ = false;
      return {};
    }
    return path({input});
  }

  // `.a.b[0][]`: each step replaces the values by their elements.
  List path(List values) {
    while (is_known_) {
      const std::string_view name = scanner_.take_while(is_word_byte);
      if (!name.empty()) {
        values = items(values, name);
      } else if (scanner_.take("[]")) {
        values = all_items(values);
      } else if (scanner_.take('[')) {
        const std::string_view index = scanner_.take_while(is_word_byte);
        if (index.empty() || !scanner_.take(']')) is_known_ = false;
        values = items(values, index);
      } else if (!scanner_.take('.')) {
        break;
      }
    }
    return values;
  }

  // A missing key or index is null, as in jq.
  List items(const List& values, std::string_view key) const {
    List found;
    for (const Value& value : values) {
      budget_.step();
      const Value* item = item_of(value, key);
      found.push_back(item == nullptr ? Value::null() : *item);
    }
    return found;
  }

  List all_items(const List& values) {
    List found;
    for (const Value& value : values) {
      if (value.is_list()) {
        found.insert(found.end(), value.as_list().begin(), value.as_list().end());
      } else if (value.is_map()) {
        for (const auto& [key, item] : value.as_map()) found.push_back(item);
      } else {
        is_known_ = false;
      }
      budget_.step(found.size());
    }
    return found;
  }

  Scanner scanner_;
  Budget& budget_;
  bool is_known_ = true;
};

}  // namespace

// The command line: the program, its options, and the filter with or without quotes.
std::optional<List> run_jq(std::string_view command, const Value& input, Budget& budget) {
  Scanner words(command);
  words.skip_whitespace();
  const std::string_view program = words.take_while([](char c) { return c != ' '; });
  if (program != "jq" && !program.ends_with("/jq")) return std::nullopt;
  while (true) {
    words.skip_whitespace();
    if (!words.sees("-")) break;
    words.take_while([](char c) { return c != ' '; });
  }
  std::string_view filter = words.rest();
  if (filter.size() >= 2 && filter[0] == '\'' && filter.back() == '\'') filter = filter.substr(1, filter.size() - 2);
  return Filter(filter, budget).run(input);
}

}  // namespace evalground::cfengine
