#include "dialects/cfengine/agent/classes.hpp"

#include <chrono>

#include "base/text/scanner.hpp"
#include "dialects/cfengine/data/characters.hpp"

namespace evalground::cfengine {
namespace {

// Expression := And { '|' And };  And := Not { '.' Not };  Not := '!' Not | '(' Expression ')' | name
class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, Blanks blanks, Budget& budget,
                   const std::function<bool(std::string_view)>& is_defined)
      : scanner_(text), blanks_(blanks), budget_(budget), is_defined_(is_defined) {}

  Truth read() {
    const bool value = read_or();
    skip_blanks();
    if (!scanner_.at_end()) is_valid_ = false;
    if (!is_valid_) return Truth::unknown;
    return value ? Truth::yes : Truth::no;
  }

 private:
  void skip_blanks() {
    if (blanks_ == Blanks::allowed) scanner_.skip_whitespace(" \t");
  }

  bool take_operator(char one, char other) {
    skip_blanks();
    const char c = scanner_.peek();
    if (c != one && c != other) return false;
    scanner_.skip();
    if (c == one) scanner_.take(c);  // "||", "&&"
    return true;
  }

  bool read_or() {
    bool value = read_and();
    while (is_valid_ && take_operator('|', '|')) value = read_and() || value;
    return value;
  }

  bool read_and() {
    bool value = read_not();
    while (is_valid_ && take_operator('&', '.')) value = read_not() && value;
    return value;
  }

  bool read_not() {
    const Depth depth = budget_.enter();
    budget_.step();
    skip_blanks();
    if (scanner_.take('!')) return !read_not();
    if (scanner_.take('(')) {
      const bool value = read_or();
      skip_blanks();
      if (!scanner_.take(')')) is_valid_ = false;
      return value;
    }
    const std::size_t begin = scanner_.offset();
    scanner_.take_while([](char c) { return is_word_byte(c) || c == ':'; });
    const std::string_view name = scanner_.between(begin, scanner_.offset());
    if (name.empty()) is_valid_ = false;
    return is_valid_ && is_defined_(name);
  }

  Scanner scanner_;
  Blanks blanks_;
  Budget& budget_;
  const std::function<bool(std::string_view)>& is_defined_;
  bool is_valid_ = true;
};

constexpr std::string_view system_classes[] = {"any",           "agent",           "cfengine",          "cfengine_3",
                                               "cfengine_3_28", "cfengine_3_28_0", "community_edition", "linux",
                                               "64_bit",        "x86_64",          "inform_mode"};
constexpr std::string_view day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
constexpr std::string_view month_names[] = {"January", "February", "March",     "April",   "May",      "June",
                                            "July",    "August",   "September", "October", "November", "December"};
constexpr std::string_view shift_names[] = {"Night", "Morning", "Afternoon", "Evening"};

std::string two_digits(std::int64_t number) {
  std::string text = std::to_string(number);
  return text.size() < 2 ? "0" + text : text;
}

}  // namespace

Truth evaluate_expression(std::string_view text, Blanks blanks, Budget& budget,
                          const std::function<bool(std::string_view)>& is_defined) {
  return ExpressionReader(text, blanks, budget, is_defined).read();
}

std::string canonify(std::string_view text) {
  std::string name(text);
  for (char& c : name) {
    if (!is_word_byte(c) || (static_cast<unsigned char>(c) & 0x80) != 0) c = '_';
  }
  return name;
}

Value class_text(Value value) {
  if (value.kind() != Kind::boolean) return value;
  return Value::string(value.as_boolean() ? "any" : "!any");
}

void add_hard_classes(ClassSet& classes, std::int64_t instant) {
  const auto add = [&](std::string_view name) {
    classes.set(name, Value::list({Value::string("source=agent"), Value::string("hardclass")}));
  };
  for (const std::string_view name : system_classes) add(name);

  using namespace std::chrono;
  const sys_time<microseconds> now{microseconds(instant)};
  const sys_days day = floor<days>(now);
  const year_month_day date(day);
  const auto minutes_of_day = duration_cast<minutes>(now - day).count();
  const std::int64_t hour = minutes_of_day / 60;
  const std::int64_t minute = minutes_of_day % 60;
  const std::string quarter = "Q" + std::to_string(minute / 15 + 1);
  const std::int64_t slot = minute / 5 * 5;
  for (const std::string_view prefix : {"", "GMT_"}) {
    const auto add_time = [&](const std::string& name) { add(std::string(prefix) + name); };
    add_time(std::string(day_names[weekday(day).c_encoding()]));
    add_time(std::string(month_names[static_cast<unsigned>(date.month()) - 1]));
    add_time("Day" + std::to_string(static_cast<unsigned>(date.day())));
    add_time("Yr" + std::to_string(static_cast<int>(date.year())));
    add_time("Hr" + two_digits(hour));
    add_time("Hr" + std::to_string(hour));
    add_time("Min" + two_digits(minute));
    add_time("Min" + two_digits(slot) + "_" + two_digits((slot + 5) % 60));
    add_time(quarter);
    add_time("Hr" + two_digits(hour) + "_" + quarter);
    add_time(std::string(shift_names[hour / 6]));
  }
}

}  // namespace evalground::cfengine
