#include "value/value.hpp"

#include <functional>
#include <gtest/gtest.h>

#include "base/budget.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

class Thing final : public Object {
 public:
  explicit Thing(int& alive) : alive_(alive) { ++alive_; }
  ~Thing() override { --alive_; }
  std::string_view type_name() const override { return "thing"; }
  Value resolve(Context&) override { return Value::integer(1); }

 private:
  int& alive_;
};

TEST(Value, KeepsItsContents) {
  EXPECT_TRUE(Value().is_undefined());
  EXPECT_TRUE(Value::null().is_null());
  EXPECT_TRUE(Value::boolean(true).as_boolean());
  EXPECT_EQ(Value::integer(INT64_MIN).as_integer(), INT64_MIN);
  EXPECT_EQ(Value::real(0.1).as_real(), 0.1);
  EXPECT_EQ(Value::string(std::string_view("a\0b", 3)).as_string(), std::string_view("a\0b", 3));
  EXPECT_EQ(Value::bytes("\xFF").as_bytes(), "\xFF");
}

TEST(Value, NamesBothKindsWhenOneIsWrong) {
  try {
    Value::integer(1).with_origin(7).as_string();
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "Expected a string, found an integer.");
    EXPECT_EQ(error.diagnostic.where, 7u);
  }
}

TEST(Value, CarriesMarksAndOriginOnTheHandle) {
  const Value text = Value::string("x").with_origin(3);
  const Value secret = text.with_sensitive();
  EXPECT_TRUE(secret.sensitive());
  EXPECT_FALSE(text.sensitive());
  EXPECT_EQ(secret.origin(), 3u);
  EXPECT_TRUE(secret.same_as(text));
  EXPECT_TRUE(secret.with_verbatim().sensitive());
  EXPECT_FALSE(secret.with_sensitive(false).sensitive());
}

TEST(Value, UnsharesBeforeItIsWritten) {
  Value first = Value::list();
  first.edit_list().push_back(Value::integer(1));
  Value second = first;
  second.edit_list().push_back(Value::integer(2));
  EXPECT_EQ(first.as_list().size(), 1u);
  EXPECT_EQ(second.as_list().size(), 2u);

  Value map = Value::map({{"a", Value::integer(1)}});
  const Value copy = map;
  map.edit_map().set("b", Value::null());
  EXPECT_EQ(copy.as_map().size(), 1u);
}

TEST(Value, WritesUnsharedContentsInPlace) {
  Value list = Value::list();
  list.edit_list().push_back(Value::integer(1));
  const List* before = &list.as_list();
  list.edit_list().push_back(Value::integer(2));
  EXPECT_EQ(before, &list.as_list());
}

TEST(Value, FreesDeepNestingWithoutDeepRecursion) {
  Value value = Value::list();
  for (int i = 0; i < 1'000'000; ++i) {
    Value outer = Value::list();
    outer.edit_list().push_back(std::move(value));
    value = std::move(outer);
  }
  EXPECT_TRUE(value.is_list());
}

TEST(Value, GivesAllItsMemoryBack) {
  MemoryAccount account(1 << 20);
  {
    Value map = Value::map();
    for (int i = 0; i < 100; ++i) map.edit_map().set("key " + std::to_string(i), Value::string("some text"));
    const Value copy = map;
    Value list = Value::list({map, copy, Value::real(1)});
    EXPECT_GT(account.used(), 5000u);
  }
  EXPECT_EQ(account.used(), 0u);
}

TEST(Value, IsEndedByTheMemoryLimit) {
  MemoryAccount account(10'000);
  EXPECT_THROW(Value::string(std::string(20'000, 'x')), LimitError);
  EXPECT_EQ(account.used(), 0u);
}

TEST(Object, LivesAsLongAsAHandle) {
  int alive = 0;
  {
    const Value thing = Value::object(make_ref<Thing>(alive));
    const Value copy = thing;
    EXPECT_EQ(alive, 1);
    EXPECT_NE(object_cast<Thing>(copy), nullptr);
    EXPECT_EQ(object_cast<Thing>(Value::null()), nullptr);
  }
  EXPECT_EQ(alive, 0);
}

// The steps that f spends.
std::uint64_t steps_of(const std::function<void()>& f) {
  Budget budget;
  f();
  return budget.steps_used();
}

TEST(Value, ChargesEachLookAtALargeText) {
  const std::string large(1 << 20, 'x');
  Value text;
  EXPECT_EQ(steps_of([&] { text = Value::string(large); }), 4096u);
  EXPECT_EQ(steps_of([&] { text.as_string(); }), 4096u);
  const Value marked = Value(text).with_sensitive().with_origin(3);
  EXPECT_EQ(steps_of([&] { marked.as_string(); }), 4096u);
  EXPECT_EQ(steps_of([&] { Value::bytes(large).as_bytes(); }), 8192u);
  EXPECT_EQ(steps_of([&] { Value copy = text; }), 0u);
}

TEST(Value, ChargesTheMakingAndTheCopyOfAContainer) {
  Value list;
  EXPECT_EQ(steps_of([&] { list = Value::list(List(16'000)); }), 1000u);
  const Value shared = list;
  EXPECT_EQ(steps_of([&] { list.edit_list().push_back(Value()); }), 1000u);
  EXPECT_EQ(steps_of([&] { list.edit_list().push_back(Value()); }), 0u);
  EXPECT_EQ(steps_of([&] { Value::tuple(List(16'000)); }), 1000u);
  Value map = Value::map();
  for (int key = 0; key < 8000; ++key) map.edit_map().set(Value::integer(key), Value());
  const Value held = map;
  EXPECT_EQ(steps_of([&] { map.edit_map().set("one more", Value()); }), 1000u);
}

TEST(Value, ChargesNothingForASmallText) {
  EXPECT_EQ(steps_of([] { Value::string(std::string(1000, 'x')).as_string(); }), 0u);
}

TEST(Value, SaysWhatALargeTextIsNot) {
  EXPECT_THROW(Value::bytes(std::string(5000, 'x')).as_string(), Error);
  EXPECT_THROW(Value::string(std::string(5000, 'x')).as_bytes(), Error);
}

}  // namespace
}  // namespace evalground
