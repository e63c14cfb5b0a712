// The values that YAQL has beyond data: iterators, orderings, views of dictionaries, regular expressions, dates, time
// spans, functions and contexts; and what equality, truth, keys and text mean for all of them.
//
// A set is Kind::set. Lists and dictionaries as keys or members are wrapped, since the engine's maps take none: every
// key goes in through key_of() and comes out through plain_key().
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
  // Results are converted before they leave the evaluator; what is asked later has no plain form.
  Value resolve(Context& context) override;

  const ObjectKind kind;
};

// The object of the language within a value, or null (a long integer is none).
YaqlObject* yaql_object(const Value& value);
bool is_a(const Value& value, ObjectKind kind);

// Lazy and single pass.
class Iterator : public YaqlObject {
 public:
  Iterator() noexcept : YaqlObject(ObjectKind::iterator) {}
  // What to go through instead, where each pass starts anew; the iterator itself where there is one pass only.
  virtual Value start() { return {}; }
};

// An iterator made of a function `bool(Value& item)` that gives the next item or false.
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

// What keys(), values() and items() give; keys and items are sets too.
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
  // Microseconds since 1970 UTC, and the offset of its clock in microseconds.
  Datetime(std::int64_t instant_, std::int64_t offset_)
      : YaqlObject(ObjectKind::datetime), instant(instant_), offset(offset_) {}
  bool equals(const Object& other) const override;
  std::size_t hash() const override { return static_cast<std::size_t>(instant); }
  CivilTime civil() const;

  const std::int64_t instant;
  const std::int64_t offset;
};

class Timespan final : public YaqlObject {
 public:
  explicit Timespan(std::int64_t microseconds_) : YaqlObject(ObjectKind::timespan), microseconds(microseconds_) {}
  bool equals(const Object& other) const override;
  std::size_t hash() const override { return static_cast<std::size_t>(microseconds); }

  const std::int64_t microseconds;
};

// What let, with, def and unpack give.
class ContextValue final : public YaqlObject {
 public:
  explicit ContextValue(Ref<Scope> scope_) : YaqlObject(ObjectKind::context), scope(std::move(scope_)) {}

  const Ref<Scope> scope;
};

Value timespan_value(std::int64_t microseconds);
// Throws Error "value-error" outside of the years 1 to 9999.
Value datetime_value(std::int64_t instant, std::int64_t offset);

const Datetime& as_datetime(const Value& value);
std::int64_t as_timespan(const Value& value);
const Regex& as_regex(const Value& value);

// A set, or a view that is one.
bool is_set(const Value& value);
// The members of a set or of a view that is one.
Value set_of(const Value& value, Budget& budget);

// The value as a key of a map or member of a set, and back.
Value key_of(const Value& value, Budget& budget);
Value plain_key(const Value& key);

// An integer or boolean as 64 bits; a longer integer is the nearest one.
std::int64_t clamped_integer(const Value& value);

bool is_true(const Value& value);
bool are_equal(const Value& a, const Value& b, Budget& budget);

// str(): null, true and false in the words of the language, the rest as Python prints it.
std::string text_of(const Value& value, Budget& budget);

}  // namespace evalground::yaql
