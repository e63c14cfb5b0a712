// The values that YAQL has beyond plain data, and equality, truth, keys and text of all values.
//
// Plain data are the engine's own values: null to real, text, list, map, and Kind::set for sets. Everything else is a
// YaqlObject of one of these kinds:
//
//   iterator    lazy and single pass: `$.where(…)`, `range(5)`; reading a variable that holds one uses it up
//   ordering    orderBy(…): may be drawn again, but is not a list (ordering.hpp)
//   view        keys(), values() and items() of a dictionary; keys and items are sets as well
//   regex, datetime, timespan
//   function    lambda(…) (lambda.hpp)
//   context     let(…), with(…): a scope, for the left side of `->`
//
// Keys: in YAQL any value may be a key of a dictionary or a member of a set, even a list or a dictionary. The engine's
// maps take only scalars and objects as keys. So lists and dictionaries are wrapped in an object that compares by
// content. Invariant: every key goes in through key_of() and comes out through plain_key().
//
// Equality and text are Python's, in which the reference is written: 1, 1.0 and true are one key, and `str([a])` is
// "('a',)".
#pragma once

#include <string>

#include "base/regex/regex.hpp"
#include "base/time/datetime.hpp"
#include "dialects/yaql/evaluation/scope.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground::yaql {

enum class ObjectKind : std::uint8_t { iterator, ordering, view, regex, datetime, timespan, function, context, key };

class YaqlObject : public Object {
 public:
  explicit YaqlObject(ObjectKind kind_) noexcept : kind(kind_) {}
  std::string_view type_name() const override;
  // Results are converted before they leave the evaluator. An object that is resolved later has no plain form.
  Value resolve(Context& context) override;

  const ObjectKind kind;
};

// The YaqlObject within a value; null for other values, a long integer included.
YaqlObject* yaql_object(const Value& value);
bool is_a(const Value& value, ObjectKind kind);

// Lazy and single pass.
class Iterator : public YaqlObject {
 public:
  Iterator() noexcept : YaqlObject(ObjectKind::iterator) {}
  // A new iterator for each pass if several passes are possible; undefined for a single pass.
  virtual Value start() { return {}; }
};

// An iterator made of a function `bool(Value& item)` that sets the next item, or returns false at the end.
template <class Step>
class Generator final : public Iterator {
 public:
  explicit Generator(Step step) : step_(std::move(step)) {}
  bool next(Context&, Value& item) override { return step_(item); }

 private:
  Step step_;
};

template <class Step>
Value generator(Step step) {
  return Value::object(Ref<Object>(new Generator<Step>(std::move(step))));
}

// The views of a dictionary: keys(), values() and items(). Keys and items are sets too.
class View final : public YaqlObject {
 public:
  enum class Part : std::uint8_t { keys, values, items };
  View(Value dict_, Part part_) : YaqlObject(ObjectKind::view), dict(std::move(dict_)), part(part_) {}
  bool equals(const Object& other) const override;
  // The item at an index of the dictionary.
  Value at(std::size_t index) const;

  const Value dict;
  const Part part;
};

class RegexValue final : public YaqlObject {
 public:
  explicit RegexValue(Ref<const Regex> regex_) : YaqlObject(ObjectKind::regex), regex(std::move(regex_)) {}
  bool equals(const Object& other) const override;

  const Ref<const Regex> regex;
};

class Datetime final : public YaqlObject {
 public:
  // The instant in microseconds since 1970 UTC, and the offset of its clock in microseconds. An offset of a day or more
  // is accepted here and refused where it is used.
  Datetime(std::int64_t instant_, std::int64_t offset_)
      : YaqlObject(ObjectKind::datetime), instant(instant_), offset(offset_) {}
  bool equals(const Object& other) const override;
  std::size_t hash() const override { return static_cast<std::size_t>(instant); }
  // The date and time that its clock shows, without the offset.
  CivilTime civil() const;
  // The offset, for code that depends on it. Throws Error "value-error" if it is a day or more.
  std::int64_t checked_offset() const;

  const std::int64_t instant;
  const std::int64_t offset;
};

// A time span in microseconds: up to 999,999,999 days in either direction.
__extension__ using Microseconds = __int128;

class Timespan final : public YaqlObject {
 public:
  explicit Timespan(Microseconds microseconds_) : YaqlObject(ObjectKind::timespan), microseconds(microseconds_) {}
  bool equals(const Object& other) const override;
  std::size_t hash() const override { return static_cast<std::size_t>(microseconds); }

  const Microseconds microseconds;
};

// A context: the value of let, with, def and unpack.
class ContextValue final : public YaqlObject {
 public:
  explicit ContextValue(Ref<Scope> scope_) : YaqlObject(ObjectKind::context), scope(std::move(scope_)) {}

  const Ref<Scope> scope;
};

// Throws Error "overflow-error" beyond the longest time span.
Value timespan_value(Microseconds microseconds);
// Throws Error "value-error" outside the years 1 to 9999.
Value datetime_value(std::int64_t instant, std::int64_t offset);

const Datetime& as_datetime(const Value& value);
Microseconds as_timespan(const Value& value);
// The time span in seconds, rounded once.
double seconds_of(Microseconds microseconds);
// The number as an integer value, and the reverse; absent when 128 bits cannot hold it.
Value integer_of(Microseconds number);
std::optional<Microseconds> wide_integer(const Value& value);
// The date as Python's isoformat() writes it, with that character before the time of day.
std::string iso_text_of(const Datetime& datetime, char separator);
const Regex& as_regex(const Value& value);

// True for a set, and for a view of keys or items.
bool is_set(const Value& value);
// The members of such a value as a set.
Value set_of(const Value& value, Budget& budget);

// Wraps a value for use as a key, and unwraps it.
Value key_of(const Value& value, Budget& budget);
Value plain_key(const Value& key);

// An integer or boolean as 64 bits, clamped: a longer integer becomes the nearest one.
std::int64_t clamped_integer(const Value& value);

bool is_true(const Value& value);
bool are_equal(const Value& a, const Value& b, Budget& budget);

// str(): null, true and false as YAQL writes them, everything else as Python prints it.
std::string text_of(const Value& value, Budget& budget);

}  // namespace evalground::yaql
