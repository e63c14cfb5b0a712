#include "runtime/trace.hpp"

#include <gtest/gtest.h>

#include "value/big_integer.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

TEST(Trace, RecordsNestedStepsWithTheirValues) {
  Trace trace(true);
  {
    Trace::Scope outer(trace, "function", 1);
    {
      Trace::Scope inner(trace, "query", 2);
      inner.done(Value::integer(5), true);
    }
    Trace::Scope failing(trace, "query", 3);
  }
  ASSERT_EQ(trace.first_steps().size(), 3u);
  EXPECT_EQ(trace.first_steps()[1].parent, 1u);
  EXPECT_EQ(trace.first_steps()[1].value, "5");
  EXPECT_TRUE(trace.first_steps()[1].cached);
  EXPECT_TRUE(trace.first_steps()[2].failed);
  EXPECT_TRUE(trace.first_steps()[0].failed);
}

TEST(Trace, SaysHowLongALongIntegerIs) {
  Trace trace(true);
  Trace::Scope(trace, "query", 1).done(integer_value(BigInt(10).power(100)));
  Trace::Scope(trace, "query", 2).done(integer_value(BigInt(10).power(9'000)));
  EXPECT_EQ(trace.first_steps()[0].value.substr(0, 5), "10000");
  EXPECT_EQ(trace.first_steps()[1].value, "an integer of about 9000 digits");
}

TEST(Trace, HidesWhatSensitiveValuesAreMadeOf) {
  Trace trace(true);
  Trace::Scope(trace, "query", 1).done(Value::string("seen"));
  Trace::Scope outer(trace, "function", 2);
  {
    Trace::Scope inner(trace, "function", 3);
    Trace::Scope(trace, "query", 4).done(Value::string("hun"));
    inner.done(Value::string("hunter2"));
  }
  outer.done(Value::string("hunter2").with_sensitive());
  Trace::Scope(trace, "query", 5).done(Value::string("after"));
  std::vector<std::string> values;
  for (const Trace::Step& step : trace.first_steps()) values.push_back(step.value);
  EXPECT_EQ(values,
            (std::vector<std::string>{"\"seen\"", "<<REDACTED>>", "<<REDACTED>>", "<<REDACTED>>", "\"after\""}));
}

TEST(Trace, RecordsNothingWhileOff) {
  Trace trace(false);
  Trace::Scope(trace, "query", 1).done(Value::null());
  EXPECT_TRUE(trace.first_steps().empty());
  EXPECT_FALSE(trace.record(true));
  Trace::Scope(trace, "query", 1).done(Value::null());
  EXPECT_EQ(trace.first_steps().size(), 1u);
}

TEST(Trace, KeepsTheFirstAndTheLastStepsOfMany) {
  Trace trace(true);
  Trace::Scope outer(trace, "loop", 1);
  for (int i = 0; i < 50'000; ++i) Trace::Scope(trace, "query", 2).done(Value::integer(i));
  EXPECT_EQ(trace.first_steps().size(), Trace::most_steps / 2);
  EXPECT_EQ(trace.last_steps().size(), Trace::most_steps / 2);
  EXPECT_EQ(trace.last_steps().back().value, "49999");
  EXPECT_EQ(trace.dropped(), 50'001 - Trace::most_steps);
  outer.done(Value::null());
  EXPECT_EQ(trace.first_steps()[0].value, "null");
}

TEST(ShortText, CutsLongValues) {
  EXPECT_EQ(short_text(Value::string("a\nb"), 20), "\"a\\nb\"");
  EXPECT_EQ(short_text(Value::map({{"a", Value::list({Value::integer(1), Value::null()})}}), 40), "{a: [1, null]}");
  Value long_list = Value::list();
  for (int i = 0; i < 1000; ++i) long_list.edit_list().push_back(Value::integer(i));
  const std::string text = short_text(long_list, 20);
  EXPECT_TRUE(text.ends_with("…"));
  EXPECT_LE(text.size(), 22u);
}

TEST(ShortText, ShowsNothingSensitive) {
  EXPECT_EQ(short_text(Value::list({Value::string("pw").with_sensitive()}), 80), "[<<REDACTED>>]");
}

}  // namespace
}  // namespace evalground
