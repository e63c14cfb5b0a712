// Python's date, datetime and timedelta as values of templates: `{{ (now() - start).days }}`. Names, messages and
// repr() are those of the module datetime. A Duration counts microseconds, as timedelta does.
// Python's date, datetime and timedelta as values of templates: `{{ (now() - start).days }}`. Names, messages and
// repr() are those of the module datetime. A Duration counts microseconds, as timedelta does.
//
// A datetime without a UTC offset is *naive*: it has no place on the time line. So it can neither be compared with an
// aware one nor subtracted from it. instant_of() treats it as UTC, which is right for differences of two naive values.

#include "dialects/ansible/data/dates.hpp"

#include <algorithm>
#include <array>

#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/compare.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace {

using Method = Value (*)(Evaluator& evaluator, const Value& self, const Arguments& arguments);

// A method of a value that has not been called yet: `date.isoformat`.
class BoundMethod final : public TemplateObject {
 public:
  BoundMethod(Evaluator& evaluator, Value self, Method method)
      : TemplateObject(evaluator), self_(std::move(self)), method_(method) {}
  std::string_view type_name() const override { return "builtin_function_or_method"; }
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override { return method_(evaluator, self_, arguments); }
  std::string text(Evaluator&) override { return "<built-in method>"; }

 private:
  const Value self_;
  const Method method_;
};

// Python's timedelta, in microseconds.
class Duration final : public TemplateObject {
 public:
  Duration(Evaluator& evaluator, std::int64_t microseconds_) : TemplateObject(evaluator), microseconds(microseconds_) {}
  const std::int64_t microseconds;

  std::string_view type_name() const override { return "timedelta"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  std::optional<Value> operate(Evaluator& evaluator, PythonOperator operation, const Value& right) override;
  std::optional<int> compare(const Value& other) override {
    const auto* duration = object_cast<Duration>(other);
    if (duration == nullptr) return std::nullopt;
    return microseconds == duration->microseconds ? 0 : microseconds < duration->microseconds ? -1 : 1;
  }
  bool truth(Evaluator&) override { return microseconds != 0; }
  std::string text(Evaluator&) override { return duration_text(microseconds); }
  std::string repr(Evaluator&) override { return python_repr(); }
  std::string python_repr() const override;
  bool equals(const Object& other) const override {
    const auto* duration = dynamic_cast<const Duration*>(&other);
    return duration != nullptr && duration->microseconds == microseconds;
  }
  std::size_t hash() const override { return static_cast<std::size_t>(microseconds); }

  // Python normalizes so that only the days are negative: -1 microsecond is -1 day, 86399 seconds and 999999
  // microseconds.
  std::int64_t days() const { return *floor_divide(microseconds, microseconds_per_day); }
  std::int64_t seconds() const { return *floor_modulo(microseconds, microseconds_per_day) / microseconds_per_second; }
  std::int64_t rest() const { return *floor_modulo(microseconds, microseconds_per_second); }
};

// Python's datetime, or without a time of day its date.
class Date final : public TemplateObject {
 public:
  Date(Evaluator& evaluator, const CivilTime& time_, bool has_time_)
      : TemplateObject(evaluator), time(time_), has_time(has_time_) {}
  const CivilTime time;
  const bool has_time;
  // Dates count as data, as YAML has them. A Duration does not.
  bool is_data() const override { return true; }

  std::string_view type_name() const override { return has_time ? "datetime" : "date"; }
  std::optional<std::string> formatted(std::string_view spec) override { return format_time(std::string(spec), time); }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  std::optional<Value> operate(Evaluator& evaluator, PythonOperator operation, const Value& right) override;
  // In Python a date has no order with a datetime, nor an aware datetime with a naive one.
  std::optional<int> compare(const Value& other) override {
    const auto* date = object_cast<Date>(other);
    if (date == nullptr || date->has_time != has_time) return std::nullopt;
    if (date->time.utc_offset.has_value() != time.utc_offset.has_value()) return std::nullopt;
    const std::int64_t a = instant_of(time);
    const std::int64_t b = instant_of(date->time);
    return a == b ? 0 : a < b ? -1 : 1;
  }
  // str() has a blank between date and time, isoformat() a `T`.
  std::string iso(char separator) const {
    std::string text = iso_text(time, separator);
    return has_time ? text : text.substr(0, 10);
  }
  std::string text(Evaluator&) override { return iso(' '); }
  // In JSON it has the form of isoformat().
  Value resolve(Context&) override { return Value::string(iso('T')); }
  std::string repr(Evaluator&) override { return python_repr(); }
  std::string python_repr() const override;
  bool equals(const Object& other) const override {
    const auto* date = dynamic_cast<const Date*>(&other);
    if (date == nullptr || date->has_time != has_time) return false;
    if (date->time.utc_offset.has_value() != time.utc_offset.has_value()) return false;
    return instant_of(date->time) == instant_of(time);
  }
  std::size_t hash() const override { return static_cast<std::size_t>(instant_of(time)); }
};

Value value_of(TemplateObject& object) {
  return Value::object(Ref<Object>(&object));
}

Value integer(std::int64_t number) {
  return Value::integer(number);
}

// ---- Duration

Value duration_total_seconds(Evaluator&, const Value& self, const Arguments&) {
  const auto* duration = object_cast<Duration>(self);
  return Value::real(static_cast<double>(duration->microseconds) / static_cast<double>(microseconds_per_second));
}

std::optional<Value> Duration::attribute(Evaluator& evaluator, std::string_view name) {
  if (name == "days") return integer(days());
  if (name == "seconds") return integer(seconds());
  if (name == "microseconds") return integer(rest());
  if (name == "total_seconds") return make_object<BoundMethod>(evaluator, value_of(*this), duration_total_seconds);
  return std::nullopt;
}

// datetime.timedelta(days=1, seconds=30): parts that are zero are left out.
std::string Duration::python_repr() const {
  std::string parts;
  const auto add = [&](std::string_view name, std::int64_t number) {
    if (number == 0) return;
    if (!parts.empty()) parts += ", ";
    parts.append(name).append("=").append(std::to_string(number));
  };
  add("days", days());
  add("seconds", seconds());
  add("microseconds", rest());
  return "datetime.timedelta(" + (parts.empty() ? "0" : parts) + ")";
}

// The left operand decides. Where it returns nullopt, the caller reports unsupported operands. Overflow of 64 bits
// becomes Python's OverflowError.
std::optional<Value> Duration::operate(Evaluator& evaluator, PythonOperator operation, const Value& right) {
  const auto result = [&](std::optional<std::int64_t> microseconds_) -> std::optional<Value> {
    if (!microseconds_) evaluator.fail("overflow-error", "date value out of range");
    return make_duration(evaluator, *microseconds_);
  };
  if (const auto* other = object_cast<Duration>(right)) {
    switch (operation) {
      case PythonOperator::add: return result(checked_add(microseconds, other->microseconds));
      case PythonOperator::subtract: return result(checked_subtract(microseconds, other->microseconds));
      case PythonOperator::true_divide:
      case PythonOperator::floor_divide:
        return python_calculate(operation, integer(microseconds), integer(other->microseconds),
                                evaluator.context.budget);
      default: return std::nullopt;
    }
  }
  if (object_cast<Date>(right) != nullptr && operation == PythonOperator::add) {
    return template_object(right)->operate(evaluator, operation, value_of(*this));
  }
  if (right.kind() != Kind::integer) return std::nullopt;
  if (operation == PythonOperator::multiply) return result(checked_multiply(microseconds, right.as_integer()));
  if (operation == PythonOperator::floor_divide && right.as_integer() != 0) {
    return result(floor_divide(microseconds, right.as_integer()));
  }
  return std::nullopt;
}

// ---- Date

// '%Z' of an aware datetime is Python's name of a fixed zone: UTC, or UTC+02:00.
Value date_strftime(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
  const auto* date = object_cast<Date>(self);
  if (arguments.positional.size() + arguments.keywords.size() != 1) {
    evaluator.fail("type-error", "strftime() takes exactly 1 argument");
  }
  const Value& format = arguments.positional.empty() ? arguments.keywords[0].value : arguments.positional[0];
  const std::string zone =
      date->time.utc_offset ? "UTC" + (*date->time.utc_offset == 0 ? "" : offset_text(*date->time.utc_offset)) : "";
  return Value::string(format_time(evaluator.text(format), date->time, zone));
}

Value date_isoformat(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
  const std::string separator = arguments.positional.empty() ? "T" : evaluator.text(arguments.positional[0]);
  return Value::string(object_cast<Date>(self)->iso(separator.empty() ? 'T' : separator[0]));
}

Value date_date(Evaluator& evaluator, const Value& self, const Arguments&) {
  return make_date(evaluator, object_cast<Date>(self)->time);
}

Value date_time(Evaluator&, const Value& self, const Arguments&) {
  CivilTime time = object_cast<Date>(self)->time;
  time.utc_offset.reset();
  return Value::string(iso_text(time).substr(11));
}

Value date_timestamp(Evaluator&, const Value& self, const Arguments&) {
  const auto microseconds = static_cast<double>(instant_of(object_cast<Date>(self)->time));
  return Value::real(microseconds / static_cast<double>(microseconds_per_second));
}

Value date_isoweekday(Evaluator&, const Value& self, const Arguments&) {
  return integer(iso_weekday(object_cast<Date>(self)->time));
}

Value date_weekday(Evaluator&, const Value& self, const Arguments&) {
  return integer(std::int64_t{iso_weekday(object_cast<Date>(self)->time)} - 1);
}

// The number of days since 0000-12-31: 0001-01-01 is day 1.
Value date_toordinal(Evaluator&, const Value& self, const Arguments&) {
  constexpr std::int64_t of_1970 = 719'163;
  CivilTime time = object_cast<Date>(self)->time;
  time.utc_offset.reset();
  return Value::integer(*floor_divide(instant_of(time), microseconds_per_day) + of_1970);
}

Value date_ctime(Evaluator&, const Value& self, const Arguments&) {
  return Value::string(format_time("%a %b %e %H:%M:%S %Y", object_cast<Date>(self)->time));
}

// Python's struct_time as a plain tuple. The last number says that daylight saving time is unknown.
Value date_timetuple(Evaluator&, const Value& self, const Arguments&) {
  const CivilTime& time = object_cast<Date>(self)->time;
  return Value::tuple({integer(time.year), integer(time.month), integer(time.day), integer(time.hour),
                       integer(time.minute), integer(time.second), integer(std::int64_t{iso_weekday(time)} - 1),
                       integer(day_of_year(time)), integer(-1)});
}

// now().replace(day=1): fields come by position or by name. All are set before the date is checked, so an intermediate
// 31 February does no harm.
Value date_replace(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
  const auto* date = object_cast<Date>(self);
  CivilTime time = date->time;
  const std::array<std::string_view, 7> names = {"year", "month", "day", "hour", "minute", "second", "microsecond"};
  const std::array<std::uint32_t*, 6> fields = {&time.month,  &time.day,    &time.hour,
                                                &time.minute, &time.second, &time.microsecond};
  const auto set = [&](std::size_t field, const Value& value) {
    if (value.kind() != Kind::integer || value.as_integer() < 0 || value.as_integer() > 999'999) {
      evaluator.fail("value-error", std::string(names[field]) + " is out of range");
    }
    if (field == 0) {
      time.year = static_cast<std::int32_t>(value.as_integer());
    } else {
      *fields[field - 1] = static_cast<std::uint32_t>(value.as_integer());
    }
  };
  for (std::size_t i = 0; i < std::min(arguments.positional.size(), names.size()); ++i) set(i, arguments.positional[i]);
  for (const Keyword& keyword : arguments.keywords) {
    const auto found = std::find(names.begin(), names.end(), keyword.name);
    if (found == names.end()) {
      evaluator.fail("type-error", "'" + std::string(keyword.name) + "' is an invalid keyword argument for replace()");
    }
    set(static_cast<std::size_t>(found - names.begin()), keyword.value);
  }
  if (!is_valid(time) || time.year < 1 || time.year > 9999)
    evaluator.fail("value-error", "day is out of range for month");
  return date->has_time ? make_datetime(evaluator, time) : make_date(evaluator, time);
}

struct NamedMethod {
  std::string_view name;
  Method method;
  bool needs_time;
};
constexpr NamedMethod date_methods[] = {
    {"strftime", date_strftime, false},  {"isoformat", date_isoformat, false},
    {"date", date_date, true},           {"time", date_time, true},
    {"timestamp", date_timestamp, true}, {"isoweekday", date_isoweekday, false},
    {"weekday", date_weekday, false},    {"timetuple", date_timetuple, false},
    {"replace", date_replace, false},    {"toordinal", date_toordinal, false},
    {"ctime", date_ctime, false},
};

// Methods are bound when they are read, so `date.isoformat` without brackets is a value, as in Python.
std::optional<Value> Date::attribute(Evaluator& evaluator, std::string_view name) {
  if (name == "year") return integer(time.year);
  if (name == "month") return integer(time.month);
  if (name == "day") return integer(time.day);
  if (has_time) {
    if (name == "hour") return integer(time.hour);
    if (name == "minute") return integer(time.minute);
    if (name == "second") return integer(time.second);
    if (name == "microsecond") return integer(time.microsecond);
    if (name == "fold") return integer(0);
    if (name == "tzinfo" && !time.utc_offset) return Value::null();
  }
  for (const NamedMethod& method : date_methods) {
    if (method.name == name && (has_time || !method.needs_time)) {
      return make_object<BoundMethod>(evaluator, value_of(*this), method.method);
    }
  }
  return std::nullopt;
}

std::string Date::python_repr() const {
  std::string text = "datetime." + std::string(type_name()) + "(" + std::to_string(time.year) + ", " +
                     std::to_string(time.month) + ", " + std::to_string(time.day);
  if (has_time) {
    text += ", " + std::to_string(time.hour) + ", " + std::to_string(time.minute);
    if (time.second != 0 || time.microsecond != 0) text += ", " + std::to_string(time.second);
    if (time.microsecond != 0) text += ", " + std::to_string(time.microsecond);
    if (time.utc_offset) {
      const std::int64_t offset = std::int64_t{*time.utc_offset} * microseconds_per_second;
      const Duration duration(evaluator_, offset);
      text += ", tzinfo=datetime.timezone" + (offset == 0 ? std::string(".utc") : "(" + duration.python_repr() + ")");
    }
  }
  return text + ")";
}

// date + timedelta -> date, and date - date -> timedelta. Python's years are 1 to 9999, so a result outside of them is
// an error although 64 bits could hold it.
std::optional<Value> Date::operate(Evaluator& evaluator, PythonOperator operation, const Value& right) {
  if (operation != PythonOperator::add && operation != PythonOperator::subtract) return std::nullopt;
  if (const auto* duration = object_cast<Duration>(right)) {
    const std::int64_t start = instant_of(time);
    const auto instant = operation == PythonOperator::add ? checked_add(start, duration->microseconds)
                                                          : checked_subtract(start, duration->microseconds);
    // Instants of the start of year 1 and of year 10000.
    constexpr std::int64_t first = -62'135'596'800 * microseconds_per_second;
    constexpr std::int64_t last = 253'402'300'800 * microseconds_per_second;
    if (!instant || *instant < first || *instant >= last) {
      evaluator.fail("overflow-error", "date value out of range");
    }
    const CivilTime moved = civil_time(*instant, time.utc_offset);
    return has_time ? make_datetime(evaluator, moved) : make_date(evaluator, moved);
  }
  const auto* other = object_cast<Date>(right);
  if (other == nullptr || operation == PythonOperator::add || other->has_time != has_time) return std::nullopt;
  if (other->time.utc_offset.has_value() != time.utc_offset.has_value()) {
    evaluator.fail("type-error", "can't subtract offset-naive and offset-aware datetimes");
  }
  return make_duration(evaluator, instant_of(time) - instant_of(other->time));
}

}  // namespace

std::optional<std::string> date_iso_text(const Value& value) {
  const auto* date = object_cast<Date>(value);
  return date == nullptr ? std::nullopt : std::optional(date->iso('T'));
}

Value make_date(Evaluator& evaluator, const CivilTime& date) {
  CivilTime time;
  time.year = date.year;
  time.month = date.month;
  time.day = date.day;
  return make_object<Date>(evaluator, time, false);
}

Value make_datetime(Evaluator& evaluator, const CivilTime& time) {
  return make_object<Date>(evaluator, time, true);
}

Value make_duration(Evaluator& evaluator, std::int64_t microseconds) {
  return make_object<Duration>(evaluator, microseconds);
}

// PyYAML's construct_yaml_timestamp(). The caller has matched the text against YAML's pattern for timestamps, so only
// the values of the fields are checked here.
// "2001-12-14t21:59:43.10-05:00" is a datetime with an offset, "2001-12-14" a date. Digits of the fraction beyond
// microseconds are cut off.
std::optional<Value> read_yaml_timestamp(Evaluator& evaluator, std::string_view text) {
  Scanner scanner(text);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto number = [&] {
    return static_cast<std::uint32_t>(parse_digits(scanner.take_while(is_digit).substr(0, 9), 10, false).value);
  };
  CivilTime time;
  time.year = static_cast<std::int32_t>(number());
  scanner.skip();
  time.month = number();
  scanner.skip();
  time.day = number();
  if (!is_valid(time) || time.year < 1) return std::nullopt;
  if (scanner.at_end()) return make_date(evaluator, time);
  scanner.skip_whitespace("Tt \t");
  time.hour = number();
  scanner.skip();
  time.minute = number();
  scanner.skip();
  time.second = number();
  if (scanner.take('.')) {
    std::string fraction(scanner.take_while(is_digit).substr(0, 6));
    fraction.resize(6, '0');
    time.microsecond = static_cast<std::uint32_t>(parse_digits(fraction, 10, false).value);
  }
  scanner.skip_whitespace(" \t");
  if (scanner.take('Z')) {
    time.utc_offset = 0;
  } else if (!scanner.at_end()) {
    const bool is_negative = scanner.take('-');
    if (!is_negative) scanner.take('+');
    auto offset = static_cast<std::int32_t>(number() * 3600);
    if (scanner.take(':')) offset += static_cast<std::int32_t>(number() * 60);
    time.utc_offset = is_negative ? -offset : offset;
  }
  return is_valid(time) ? std::optional(make_datetime(evaluator, time)) : std::nullopt;
}

}  // namespace evalground::ansible
