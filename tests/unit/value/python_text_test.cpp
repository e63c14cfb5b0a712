// Values as Python prints them.
#include "value/python_text.hpp"

#include <gtest/gtest.h>

#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

std::string repr(const Value& value) {
  Budget budget;
  return python_repr(value, budget);
}

std::string str(const Value& value) {
  Budget budget;
  return python_str(value, budget);
}

TEST(PythonText, PrintsScalars) {
  EXPECT_EQ(repr(Value::null()), "None");
  EXPECT_EQ(repr(Value::boolean(true)), "True");
  EXPECT_EQ(repr(Value::integer(-3)), "-3");
  EXPECT_EQ(repr(Value::real(2.5)), "2.5");
  EXPECT_EQ(repr(Value::real(1e16)), "1e+16");
}

TEST(PythonText, PrintsContainers) {
  Map map;
  map.set("k", Value::string("v"));
  map.set(Value::integer(1), Value::list({}));
  EXPECT_EQ(repr(Value::map(map)), "{'k': 'v', 1: []}");
  EXPECT_EQ(repr(Value::list({Value::string("a"), Value::integer(1)})), "['a', 1]");
  EXPECT_EQ(repr(Value::tuple({Value::integer(1)})), "(1,)");
  EXPECT_EQ(repr(Value::tuple({Value::integer(1), Value::null()})), "(1, None)");
  EXPECT_EQ(repr(Value::tuple({})), "()");
  EXPECT_EQ(repr(Value::set({})), "set()");
  Map members;
  members.set("a", Value::null());
  EXPECT_EQ(repr(Value::set(members)), "{'a'}");
}

TEST(PythonText, ChoosesTheQuoteThatNeedsNoEscape) {
  EXPECT_EQ(repr(Value::string("it's")), "\"it's\"");
  EXPECT_EQ(repr(Value::string("\"it\"")), "'\"it\"'");
  EXPECT_EQ(repr(Value::string("\"it's\"")), "'\"it\\'s\"'");
}

TEST(PythonText, EscapesWhatIsNotPrintable) {
  EXPECT_EQ(repr(Value::string("a\n\t\\\x7F\xC3\xA9")), "'a\\n\\t\\\\\\x7f\xC3\xA9'");
  EXPECT_EQ(repr(Value::string("\xC2\xA0")), "'\\xa0'");
  EXPECT_EQ(repr(Value::string("\xE2\x80\x8B")), "'\\u200b'");
  EXPECT_EQ(repr(Value::string("\xF3\xA0\x80\x81")), "'\\U000e0001'");
  EXPECT_EQ(repr(Value::bytes(std::string_view("\0a'\xFF", 4))), "b\"\\x00a'\\xff\"");
}

TEST(PythonText, StrOfTextIsTheTextItself) {
  EXPECT_EQ(str(Value::string("it's")), "it's");
  EXPECT_EQ(str(Value::list({Value::string("it")})), "['it']");
  EXPECT_EQ(str(Value()), "");
}

class Resource final : public Object {
 public:
  std::string_view type_name() const override { return "resource"; }
  Value resolve(Context&) override { return Value::null(); }
};

TEST(PythonText, PrintsAnObjectByItsTypeName) {
  EXPECT_EQ(repr(Value::list({Value::object(make_ref<Resource>())})), "[<resource>]");
}

TEST(PythonText, EndsAtTheDepthLimit) {
  Value nested = Value::list();
  for (int level = 0; level < 300; ++level) nested = Value::list({nested});
  EXPECT_THROW(repr(nested), LimitError);
}

TEST(PythonText, ChargesWhatItWrites) {
  Limits limits;
  limits.output = 10;
  Budget budget(limits);
  EXPECT_THROW(python_str(Value::string("12345678901"), budget), LimitError);
  EXPECT_THROW(python_repr(Value::list({Value::string("12345678901")}), budget), LimitError);
}

}  // namespace
}  // namespace evalground
