// Values beyond plain data: their equality, their order as keys, and their text.
//
// Python decides all three. In Python a list cannot be a key of a dict, but yaql turns lists into tuples and
// dictionaries into FrozenDicts, which can. The class Key stands for both here. str() prints lists as tuples for the
// same reason: `str([a])` -> "('a',)".

#include "dialects/yaql/evaluation/values.hpp"

#include <limits>

#include "base/hash.hpp"
#include "base/text/number.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"
#include "value/python_text.hpp"

namespace evalground::yaql {
namespace {

// A list or dictionary as a key, compared by its content. The hash is computed once, because a key is compared often.
class Key final : public YaqlObject {
 public:
  Key(Value value_, std::size_t hash, Budget& budget)
      : YaqlObject(ObjectKind::key), value(std::move(value_)), hash_(hash), budget_(budget) {}
  bool equals(const Object& other) const override {
    const auto* key = dynamic_cast<const Key*>(&other);
    return key != nullptr && hash_ == key->hash_ && python_equal(value, key->value, budget_);
  }
  std::size_t hash() const override { return hash_; }

  const Value value;

 private:
  const std::size_t hash_;
  Budget& budget_;
};

// The order of a list's items counts. Entries of a dictionary are added up, so their order does not count: equal
// dictionaries must have equal hashes.
std::uint64_t hash_of(const Value& value, Budget& budget) {
  budget.step();
  if (value.is_list()) {
    const Depth depth = budget.enter();
    std::uint64_t hash = 5;
    for (const Value& item : value.as_list()) hash = hash_integer(hash ^ hash_of(item, budget));
    return hash;
  }
  if (value.is_map()) {
    const Depth depth = budget.enter();
    std::uint64_t hash = 6;
    for (const auto& [key, item] : value.as_map()) {
      hash += hash_integer(hash_of(plain_key(key), budget) ^ (hash_of(item, budget) << 1U));
    }
    return hash_integer(hash);
  }
  return hash_key(value);
}

// Microseconds as whole days and the rest. The rest is never negative, as in Python's timedelta: -1 hour is -1 day and
// 23 hours.
struct Days {
  std::int64_t days;
  std::int64_t rest;
};

Days days_of(Microseconds microseconds) {
  auto days = static_cast<std::int64_t>(microseconds / microseconds_per_day);
  auto rest = static_cast<std::int64_t>(microseconds % microseconds_per_day);
  if (rest < 0) {
    --days;
    rest += microseconds_per_day;
  }
  return {days, rest};
}

// Python's str() of a time span: "-1 day, 1:02:03".
std::string duration_text_of(Microseconds microseconds) {
  const Days split = days_of(microseconds);
  const std::string rest = duration_text(split.rest);
  if (split.days == 0) return rest;
  return std::to_string(split.days) + (split.days == 1 || split.days == -1 ? " day, " : " days, ") + rest;
}

// Python's repr() of objects that str() shows within a list or dictionary.
std::string repr_of(Microseconds microseconds) {
  const Days split = days_of(microseconds);
  std::string parts;
  const auto add = [&](std::string_view name, std::int64_t number) {
    if (number != 0) parts += (parts.empty() ? "" : ", ") + std::string(name) + "=" + std::to_string(number);
  };
  add("days", split.days);
  add("seconds", split.rest / microseconds_per_second);
  add("microseconds", split.rest % microseconds_per_second);
  return "datetime.timedelta(" + (parts.empty() ? "0" : parts) + ")";
}

std::string repr_of(const Datetime& datetime) {
  const CivilTime time = datetime.civil();
  std::string text = "datetime.datetime(" + std::to_string(time.year);
  const auto add = [&](std::uint32_t number) { text += ", " + std::to_string(number); };
  add(time.month);
  add(time.day);
  add(time.hour);
  add(time.minute);
  if (time.second != 0 || time.microsecond != 0) add(time.second);
  if (time.microsecond != 0) add(time.microsecond);
  if (datetime.offset == 0) return text + ", tzinfo=tzutc())";
  return text + ", tzinfo=tzoffset(None, " + std::to_string(datetime.offset / microseconds_per_second) + "))";
}

std::string repr_of(const Regex& regex, Budget& budget) {
  std::string text = "re.compile(" + python_repr(Value::string(regex.pattern()), budget);
  std::string flags;
  const auto add = [&](bool is_set, std::string_view name) {
    if (is_set) flags += (flags.empty() ? ", re." : "|re.") + std::string(name);
  };
  add(regex.flags().ignore_case, "IGNORECASE");
  add(regex.flags().multi_line, "MULTILINE");
  add(regex.flags().dot_all, "DOTALL");
  return text + flags + ")";
}

// Python's repr() of a value. Lists are written as tuples and sets as frozensets, because yaql converts them to those.
class TextWriter {
 public:
  explicit TextWriter(Budget& budget) : budget_(budget) {}

  void add(const Value& value) {
    const Depth depth = budget_.enter();
    budget_.step();
    switch (value.kind()) {
      case Kind::list: {
        const List& items = value.as_list();
        add_text("(");
        for (std::size_t index = 0; index < items.size(); ++index) {
          if (index != 0) add_text(", ");
          add(items[index]);
        }
        return add_text(items.size() == 1 ? ",)" : ")");
      }
      case Kind::set: {
        if (value.as_map().empty()) return add_text("frozenset()");
        add_text("frozenset({");
        bool is_first = true;
        for (const auto& entry : value.as_map()) {
          if (!is_first) add_text(", ");
          is_first = false;
          add(plain_key(entry.key));
        }
        return add_text("})");
      }
      case Kind::map: {
        add_text("{");
        bool is_first = true;
        for (const auto& [key, item] : value.as_map()) {
          if (!is_first) add_text(", ");
          is_first = false;
          add(plain_key(key));
          add_text(": ");
          add(item);
        }
        return add_text("}");
      }
      case Kind::object: break;
      default: text += python_repr(value, budget_); return;
    }
    const YaqlObject* object = yaql_object(value);
    if (object == nullptr) return add_text(value.as_object().python_repr());
    switch (object->kind) {
      case ObjectKind::datetime: return add_text(repr_of(*static_cast<const Datetime*>(object)));
      case ObjectKind::timespan: return add_text(repr_of(static_cast<const Timespan*>(object)->microseconds));
      case ObjectKind::regex: return add_text(repr_of(*static_cast<const RegexValue*>(object)->regex, budget_));
      case ObjectKind::view: {
        constexpr std::string_view names[] = {"KeysView(", "ValuesView(", "ItemsView("};
        const auto* view = static_cast<const View*>(object);
        add_text(names[static_cast<std::size_t>(view->part)]);
        add(view->dict);
        return add_text(")");
      }
      default: add_text("<" + std::string(object->type_name()) + ">");
    }
  }

  std::string text;

 private:
  void add_text(std::string_view more) {
    budget_.output(more.size());
    text += more;
  }

  Budget& budget_;
};

}  // namespace

std::string_view YaqlObject::type_name() const {
  switch (kind) {
    case ObjectKind::iterator: return "iterator";
    case ObjectKind::ordering: return "ordering";
    case ObjectKind::view: return "view";
    case ObjectKind::regex: return "regex";
    case ObjectKind::datetime: return "datetime";
    case ObjectKind::timespan: return "timespan";
    case ObjectKind::function: return "function";
    case ObjectKind::context: return "context";
    case ObjectKind::key: return "key";
  }
  return {};
}

// The text of an object that ends up in the result.
Value YaqlObject::resolve(Context&) {
  return Value::string("<" + std::string(type_name()) + ">");
}

YaqlObject* yaql_object(const Value& value) {
  return object_cast<YaqlObject>(value);
}

bool is_a(const Value& value, ObjectKind kind) {
  const YaqlObject* object = yaql_object(value);
  return object != nullptr && object->kind == kind;
}

// As in Python, two views are equal only if they are views of the same dictionary. Sets compare by content instead
// (are_equal).
bool View::equals(const Object& other) const {
  const auto* view = dynamic_cast<const View*>(&other);
  return view != nullptr && part == view->part && dict.same_as(view->dict);
}

Value View::at(std::size_t index) const {
  const Map::Entry& entry = dict.as_map().entry(index);
  switch (part) {
    case Part::keys: return plain_key(entry.key);
    case Part::values: return entry.value;
    case Part::items: return Value::list({plain_key(entry.key), entry.value});
  }
  return {};
}

bool RegexValue::equals(const Object& other) const {
  const auto* value = dynamic_cast<const RegexValue*>(&other);
  return value != nullptr && regex.get() == value->regex.get();
}

// The offset does not count: the same instant in two time zones is equal.
bool Datetime::equals(const Object& other) const {
  const auto* datetime = dynamic_cast<const Datetime*>(&other);
  return datetime != nullptr && instant == datetime->instant;
}

CivilTime Datetime::civil() const {
  return civil_time(instant + offset);
}

std::int64_t Datetime::checked_offset() const {
  if (offset <= -microseconds_per_day || offset >= microseconds_per_day) {
    throw Error("value-error", "An offset must be shorter than a day.");
  }
  return offset;
}

bool Timespan::equals(const Object& other) const {
  const auto* timespan = dynamic_cast<const Timespan*>(&other);
  return timespan != nullptr && microseconds == timespan->microseconds;
}

// The limits are those of Python's timedelta.
Value timespan_value(Microseconds microseconds) {
  constexpr Microseconds least = Microseconds{-999'999'999} * microseconds_per_day;
  constexpr Microseconds beyond = Microseconds{1'000'000'000} * microseconds_per_day;
  if (microseconds < least || microseconds >= beyond) throw Error("overflow-error", "The time span is too long.");
  return Value::object(Ref<Object>(new Timespan(microseconds)));
}

// The limit applies to the local time, as a date is shown with its offset.
Value datetime_value(std::int64_t instant, std::int64_t offset) {
  constexpr std::int64_t first = -62'135'596'800LL * microseconds_per_second;   // 0001-01-01
  constexpr std::int64_t beyond = 253'402'300'800LL * microseconds_per_second;  // 10000-01-01
  const std::int64_t shown = instant + offset;
  if (shown < first || shown >= beyond) throw Error("value-error", "A date must lie in the years 1 to 9999.");
  return Value::object(Ref<Object>(new Datetime(instant, offset)));
}

const Datetime& as_datetime(const Value& value) {
  return static_cast<const Datetime&>(value.as_object());
}

Microseconds as_timespan(const Value& value) {
  return static_cast<const Timespan&>(value.as_object()).microseconds;
}

// 128 bits do not fit an integer value directly. The number is split at 10^18, whose halves fit 64 bits.
Value integer_of(Microseconds number) {
  const auto small = static_cast<std::int64_t>(number);
  if (small == number) return Value::integer(small);
  constexpr std::int64_t base = 1'000'000'000'000'000'000;
  return integer_value(BigInt(static_cast<std::int64_t>(number / base)) * BigInt(base) +
                       BigInt(static_cast<std::int64_t>(number % base)));
}

// Nothing above 100 bits: no time span is that long, and the caller reports an overflow.
std::optional<Microseconds> wide_integer(const Value& value) {
  if (!value.is_object()) return clamped_integer(value);
  const BigInt number = big_integer_of(value);
  if (number.bit_length() > 100) return std::nullopt;
  const std::int64_t base = std::int64_t{1} << 62;
  const auto parts = BigInt::divide(number, BigInt(base));
  return Microseconds{*parts->first.to_int64()} * base + *parts->second.to_int64();
}

// Up to 2^53 a double holds the number exactly, so one division rounds once. Beyond that a long division is needed.
double seconds_of(Microseconds microseconds) {
  constexpr Microseconds exact = Microseconds{1} << 53;
  if (microseconds > -exact && microseconds < exact) return static_cast<double>(microseconds) / 1e6;
  return *BigInt::true_quotient(big_integer_of(integer_of(microseconds)), BigInt(microseconds_per_second));
}

// "2020-01-01T10:00:00+01:00". Python shows seconds and microseconds of an offset only if they are not zero.
std::string iso_text_of(const Datetime& datetime, char separator) {
  const std::int64_t offset = datetime.checked_offset();
  std::string text = iso_text(datetime.civil(), separator);
  text += offset < 0 ? '-' : '+';
  const std::int64_t size = offset < 0 ? -offset : offset;
  // "+01:00", "-00:30:15", "+00:00:00.007000"
  text += offset_text(static_cast<std::int32_t>(size / microseconds_per_second)).substr(1);
  const std::string fraction = std::to_string(size % microseconds_per_second);
  if (size % microseconds_per_second == 0) return text;
  if (size / microseconds_per_second % 60 == 0) text += ":00";
  return text + "." + std::string(6 - fraction.size(), '0') + fraction;
}

const Regex& as_regex(const Value& value) {
  return *static_cast<const RegexValue&>(value.as_object()).regex;
}

// The values of a dictionary are no set in Python, because they may repeat.
bool is_set(const Value& value) {
  if (value.kind() == Kind::set) return true;
  const YaqlObject* object = yaql_object(value);
  return object != nullptr && object->kind == ObjectKind::view &&
         static_cast<const View*>(object)->part != View::Part::values;
}

// A set is returned unchanged. For a view the members are copied, with lists and dictionaries as keys.
Value set_of(const Value& value, Budget& budget) {
  if (value.kind() == Kind::set) return value;
  const auto& view = static_cast<const View&>(value.as_object());
  Map members;
  for (std::size_t index = 0; index < view.dict.as_map().size(); ++index) {
    budget.step();
    members.set(key_of(view.at(index), budget), Value::null());
  }
  return Value::set(std::move(members));
}

// Scalars are keys already. Only collections need the wrapper, which makes its hash.
Value key_of(const Value& value, Budget& budget) {
  if (!value.is_list() && !value.is_map()) return value;
  const auto hash = static_cast<std::size_t>(hash_of(value, budget));
  return Value::object(Ref<Object>(new Key(value, hash, budget)));
}

// The reverse of key_of().
Value plain_key(const Value& key) {
  if (!key.is_object()) return key;
  const auto* wrapped = object_cast<Key>(key);
  return wrapped == nullptr ? key : wrapped->value;
}

// For counts and limits, where any huge number has the effect of the largest.
std::int64_t clamped_integer(const Value& value) {
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1 : 0;
  if (value.kind() == Kind::integer) return value.as_integer();
  return big_integer_of(value).is_negative() ? std::numeric_limits<std::int64_t>::min()
                                             : std::numeric_limits<std::int64_t>::max();
}

// Python's truth: a time span of zero and an empty view are false, any other object is true.
bool is_true(const Value& value) {
  if (!value.is_object()) return python_truth(value);
  const YaqlObject* object = yaql_object(value);
  if (object == nullptr) return true;
  if (object->kind == ObjectKind::timespan) return static_cast<const Timespan*>(object)->microseconds != 0;
  if (object->kind == ObjectKind::view) return !static_cast<const View*>(object)->dict.as_map().empty();
  return true;
}

// Views of keys and items are compared with sets and with each other by their members. Texts are by far the most
// frequent operands. Their sizes are compared first, which reads neither text.
bool are_equal(const Value& a, const Value& b, Budget& budget) {
  if (a.kind() == Kind::string && b.kind() == Kind::string) {
    if (a.text_size() != b.text_size()) return false;
    return a.as_string() == b.as_string();
  }
  if (a.is_object() != b.is_object() && (is_set(a) && is_set(b))) {
    return python_equal(set_of(a, budget), set_of(b, budget), budget);
  }
  if (a.is_object() && b.is_object() && !a.same_as(b) && is_set(a) && is_set(b)) {
    return python_equal(set_of(a, budget), set_of(b, budget), budget);
  }
  if (is_a(a, ObjectKind::datetime) && is_a(b, ObjectKind::datetime) &&
      as_datetime(a).offset != as_datetime(b).offset) {
    as_datetime(a).checked_offset();
    as_datetime(b).checked_offset();
  }
  return python_equal(a, b, budget);
}

// What `str()` gives. Null and booleans are written in YAQL's notation, everything else in Python's.
std::string text_of(const Value& value, Budget& budget) {
  switch (value.kind()) {
    case Kind::string: budget.output(value.text_size()); return std::string(value.as_string());
    case Kind::null: return "null";
    case Kind::boolean: return value.as_boolean() ? "true" : "false";
    default: break;
  }
  // On its own a date or time span is written as str() does: "2020-01-01 00:00:00+00:00". Within a list it is its
  // repr().
  if (is_a(value, ObjectKind::datetime)) return iso_text_of(as_datetime(value), ' ');
  if (is_a(value, ObjectKind::timespan)) return duration_text_of(as_timespan(value));
  TextWriter writer(budget);
  writer.add(value);
  return std::move(writer.text);
}

}  // namespace evalground::yaql
