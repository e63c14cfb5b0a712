// Hard classes: those of the fixed machine, and those of the clock. "Friday", "Hr13", "Min05_10" and "Q1" let a policy
// act at certain times. Each also exists with the prefix "GMT_"; both are equal, since the zone is UTC.
#include "dialects/cfengine/agent/classes.hpp"

#include <chrono>

#include "dialects/cfengine/data/characters.hpp"

namespace evalground::cfengine {
namespace {

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

// Bytes beyond ASCII become underscores one by one, so a character of two bytes gives two.
std::string canonify(std::string_view text) {
  std::string name(text);
  for (char& c : name) {
    if (!is_word_byte(c) || (static_cast<unsigned char>(c) & 0x80) != 0) c = '_';
  }
  return name;
}

// The text of a function's boolean result. As a class expression it has the same truth.
Value class_text(Value value) {
  if (value.kind() != Kind::boolean) return value;
  return Value::string(value.as_boolean() ? "any" : "!any");
}

void add_hard_classes(ClassSet& classes, std::int64_t instant) {
  const auto add = [&](std::string_view name) {
    classes.set(name, Value::list({Value::string("source=agent"), Value::string("hardclass")}));
  };
  for (const std::string_view name : system_classes) add(name);
  // The classes that the inventory shows.
  const auto tags_of = [](std::initializer_list<std::string_view> tags) {
    List list;
    for (const std::string_view tag : tags) list.push_back(Value::string(tag));
    return Value::list(std::move(list));
  };
  classes.set("cfengine", tags_of({"inventory", "attribute_name=none", "source=agent", "hardclass"}));
  classes.set("linux",
              tags_of({"inventory", "attribute_name=none", "source=agent", "derived-from=sys.class", "hardclass"}));

  using namespace std::chrono;
  const sys_time<microseconds> now{microseconds(instant)};
  const sys_days day = floor<days>(now);
  const year_month_day date(day);
  const auto minutes_of_day = duration_cast<minutes>(now - day).count();
  const std::int64_t hour = minutes_of_day / 60;
  const std::int64_t minute = minutes_of_day % 60;
  const std::string quarter = "Q" + std::to_string(minute / 15 + 1);
  // The last slot of an hour is "Min55_00".
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
