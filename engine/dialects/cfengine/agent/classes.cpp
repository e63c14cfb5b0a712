// Hard classes: those of the fixed machine, and those of the clock. "Friday", "Hr13", "Min05_10" and "Q1" let a policy
// act at certain times. Each also exists with the prefix "GMT_"; both are equal, since the zone is UTC.
//
// Also the order of classes: the agent has one table for those that are defined everywhere, and one for each running
// bundle. It is computed from the order of definition. A class that was cancelled counts as if it had never been there.
#include "dialects/cfengine/agent/classes.hpp"

#include <algorithm>
#include <chrono>

#include "dialects/cfengine/data/characters.hpp"
#include "dialects/cfengine/data/table_order.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::string_view system_classes[] = {
    "any",   "agent",  "cfengine", "cfengine_3",  "cfengine_3_28", "cfengine_3_28_0", "community_edition",
    "linux", "64_bit", "x86_64",   "inform_mode", "notice_mode",   "warning_mode",    "error_mode"};
// How many hard classes the agent defines on a bare machine. Where fewer are defined here, others that are never listed
// take their places in the table.
constexpr std::size_t hard_classes = 83;
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

  for (const std::string_view prefix : {"", "GMT_"}) {
    for (const TimeClass& time : time_classes(instant)) add(std::string(prefix) + time.name);
  }
}

std::vector<TimeClass> time_classes(std::int64_t instant) {
  using namespace std::chrono;
  const sys_time<microseconds> now{microseconds(instant)};
  const sys_days day = floor<days>(now);
  const year_month_day date(day);
  const auto minutes_of_day = duration_cast<minutes>(now - day).count();
  const std::int64_t hour = minutes_of_day / 60;
  const std::int64_t minute = minutes_of_day % 60;
  const int year = static_cast<int>(date.year());
  const std::string quarter = "Q" + std::to_string(minute / 15 + 1);
  // The last slot of an hour is "Min55_00".
  const std::int64_t slot = minute / 5 * 5;
  return {
      {"lcycle", "Lcycle_" + std::to_string((year % 3 + 3) % 3)},
      {"yr", "Yr" + std::to_string(year)},
      {"month", std::string(month_names[static_cast<unsigned>(date.month()) - 1])},
      {"dow", std::string(day_names[weekday(day).c_encoding()])},
      {"dom", "Day" + std::to_string(static_cast<unsigned>(date.day()))},
      {"pod", std::string(shift_names[hour / 6])},
      {"hr", "Hr" + two_digits(hour)},
      {"hr_2", "Hr" + std::to_string(hour)},
      {"qoh", quarter},
      {"hr_qoh", "Hr" + two_digits(hour) + "_" + quarter},
      {"min", "Min" + two_digits(minute)},
      {"min_span_5", "Min" + two_digits(slot) + "_" + two_digits((slot + 5) % 60)},
  };
}

namespace {

bool is_hard(const Value& tags) {
  const List& list = tags.as_list();
  return std::any_of(list.begin(), list.end(), [](const Value& tag) { return tag.as_string() == "hardclass"; });
}

// `space` is the namespace of names without one.
std::vector<std::string> walk(TableOrder table, const ClassSet& classes, std::string_view space, const ClassTest& fits,
                              Budget& budget) {
  std::vector<std::pair<TableOrder::Place, std::string>> found;
  for (const auto& [key, tags] : classes) {
    budget.step();
    const std::uint64_t number = table.put();
    std::string name(key.as_string());
    if (space != "default" && name.find(':') == std::string::npos) name = std::string(space) + ":" + name;
    if (!fits(name, tags)) continue;
    const bool is_qualified = name.find(':') != std::string::npos;
    const std::uint32_t hash = key_hash(is_qualified ? name : "default:" + name);
    found.push_back({{hash, number}, std::move(name)});
  }
  return table.walk(std::move(found), budget);
}

}  // namespace

std::vector<std::string> walk_global_classes(const ClassSet& classes, const ClassTest& fits, Budget& budget) {
  std::size_t hard = 0;
  for (const auto& [name, tags] : classes) {
    budget.step();
    if (is_hard(tags)) ++hard;
  }
  TableOrder table;
  table.start_with(hard_classes - std::min(hard, hard_classes));
  return walk(std::move(table), classes, "default", fits, budget);
}

std::vector<std::string> walk_local_classes(const ClassSet& classes, std::string_view space, const ClassTest& fits,
                                            Budget& budget) {
  return walk(TableOrder(), classes, space, fits, budget);
}

}  // namespace evalground::cfengine
