// The meaning of scalars. Expectations were compared with PyYAML 6.0 (1.1) and ruamel.yaml 0.17 (1.2).
#include "data/yaml/schema.hpp"

#include <gtest/gtest.h>

#include "value/python_text.hpp"

namespace evalground {
namespace {

constexpr YamlRules v11 = YamlRules::yaml_1_1;
constexpr YamlRules v12 = YamlRules::yaml_1_2;

// The value as Python prints it.
std::string plain(std::string_view text, YamlRules rules) {
  Budget budget;
  return python_repr(read_plain(text, rules, 0), budget);
}

std::string tagged(std::string_view name, std::string_view text, YamlRules rules) {
  Budget budget;
  const auto value = read_tagged("tag:yaml.org,2002:" + std::string(name), text, rules, 0);
  return value ? python_repr(*value, budget) : "nothing";
}

struct Row {
  const char* text;
  const char* under_1_1;
  const char* under_1_2;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.text;
}

class PlainScalar : public testing::TestWithParam<Row> {};

TEST_P(PlainScalar, MeansWhatTheReferencesSay) {
  EXPECT_EQ(plain(GetParam().text, v11), GetParam().under_1_1) << GetParam().text;
  EXPECT_EQ(plain(GetParam().text, v12), GetParam().under_1_2) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    YamlSchema, PlainScalar,
    testing::Values(
        Row{"", "None", "None"}, Row{"~", "None", "None"}, Row{"null", "None", "None"}, Row{"Null", "None", "None"},
        Row{"NULL", "None", "None"}, Row{"nULL", "'nULL'", "'nULL'"}, Row{"true", "True", "True"},
        Row{"True", "True", "True"}, Row{"TRUE", "True", "True"}, Row{"tRUE", "'tRUE'", "'tRUE'"},
        Row{"false", "False", "False"}, Row{"yes", "True", "'yes'"}, Row{"Yes", "True", "'Yes'"},
        Row{"YES", "True", "'YES'"}, Row{"no", "False", "'no'"}, Row{"on", "True", "'on'"},
        Row{"Off", "False", "'Off'"}, Row{"y", "'y'", "'y'"}, Row{"n", "'n'", "'n'"}, Row{"0", "0", "0"},
        Row{"-0", "0", "0"}, Row{"+1", "1", "1"}, Row{"12", "12", "12"}, Row{"-12", "-12", "-12"}, Row{"007", "7", "7"},
        Row{"017", "15", "17"}, Row{"-017", "-15", "-17"}, Row{"09", "'09'", "9"}, Row{"0_7", "7", "7"},
        Row{"1_000", "1000", "1000"}, Row{"1__0", "10", "10"}, Row{"_1", "'_1'", "'_1'"}, Row{"0o17", "'0o17'", "15"},
        Row{"-0o17", "'-0o17'", "-15"}, Row{"0x1F", "31", "31"}, Row{"0x1f_0", "496", "496"},
        Row{"-0x1F", "-31", "-31"}, Row{"0b11", "3", "3"}, Row{"0b12", "'0b12'", "'0b12'"},
        Row{"0xG", "'0xG'", "'0xG'"}, Row{"1:30", "90", "'1:30'"}, Row{"-1:30", "-90", "'-1:30'"},
        Row{"190:20:30", "685230", "'190:20:30'"}, Row{"1:60", "'1:60'", "'1:60'"}, Row{"1:5", "65", "'1:5'"},
        Row{"01:30", "'01:30'", "'01:30'"}, Row{"1:30.5", "90.5", "'1:30.5'"}, Row{"1.5", "1.5", "1.5"},
        Row{"-1.5", "-1.5", "-1.5"}, Row{"+.5", "'+.5'", "0.5"}, Row{".5", "0.5", "0.5"}, Row{"-.5", "'-.5'", "-0.5"},
        Row{"5.", "5.0", "5.0"}, Row{"1e3", "'1e3'", "1000.0"}, Row{"1E3", "'1E3'", "1000.0"},
        Row{"1e+3", "'1e+3'", "1000.0"}, Row{"1.5e3", "'1.5e3'", "1500.0"}, Row{"1.5e+3", "1500.0", "1500.0"},
        Row{"1.e3", "'1.e3'", "1000.0"}, Row{".5e3", "'.5e3'", "'.5e3'"}, Row{".5e-3", "0.0005", "0.0005"},
        Row{"1_0.5_0", "10.5", "10.5"}, Row{"._5", "'._5'", "0.5"}, Row{".inf", "inf", "inf"},
        Row{"-.Inf", "-inf", "-inf"}, Row{"+.INF", "inf", "inf"}, Row{".iNF", "'.iNF'", "'.iNF'"},
        Row{".nan", "nan", "nan"}, Row{".NaN", "nan", "nan"}, Row{"-.nan", "'-.nan'", "'-.nan'"},
        Row{"2001-12-14", "'2001-12-14'", "'2001-12-14'"}, Row{"2001-1-1", "'2001-1-1'", "'2001-1-1'"},
        Row{"2001-12-14 21:59:43", "'2001-12-14 21:59:43'", "'2001-12-14 21:59:43'"},
        Row{"2001-12-14t21:59:43.10-05:00", "'2001-12-14t21:59:43.10-05:00'", "'2001-12-14t21:59:43.10-05:00'"},
        Row{"<<", "'<<'", "'<<'"}, Row{"=", "'='", "'='"}, Row{"-", "'-'", "'-'"}, Row{"+", "'+'", "'+'"},
        Row{".", "'.'", "'.'"}, Row{"-.", "'-.'", "'-.'"}, Row{"1.2.3", "'1.2.3'", "'1.2.3'"},
        Row{"1-2", "'1-2'", "'1-2'"}, Row{"12e", "'12e'", "'12e'"}, Row{"0.", "0.0", "0.0"}, Row{"00", "0", "0"},
        Row{"0x", "'0x'", "'0x'"}, Row{"0b", "'0b'", "'0b'"}, Row{"0o", "'0o'", "'0o'"}, Row{"1e", "'1e'", "'1e'"},
        Row{"e3", "'e3'", "'e3'"}, Row{"1e-07", "'1e-07'", "1e-07"}, Row{"0777_", "511", "777"},
        Row{"0o8", "'0o8'", "'0o8'"}, Row{"+0x1F", "31", "31"}, Row{"Infinity", "'Infinity'", "'Infinity'"},
        Row{"nan", "'nan'", "'nan'"}, Row{"-1_000.5", "-1000.5", "-1000.5"}));

TEST(YamlSchema, ReadsIntegersOfAnyLength) {
  EXPECT_EQ(plain("-9223372036854775808", v12), "-9223372036854775808");
  EXPECT_EQ(plain("9223372036854775808", v12), "9223372036854775808");
  EXPECT_EQ(plain("0xFFFFFFFFFFFFFFFF", v12), "18446744073709551615");
  EXPECT_EQ(plain("-0o7777777777777777777777", v12), "-73786976294838206463");
  EXPECT_EQ(plain("-9999999999999999999:01", v11), "-599999999999999999941");
}

TEST(YamlSchema, RefusesIntegersOfTooManyDigits) {
  EXPECT_THROW(read_plain(std::string(10'001, '9'), v12, 0), Error);
  std::string sixties = "1";
  for (int count = 0; count < 10'000; ++count) sixties += ":00";
  EXPECT_THROW(read_plain(sixties, v11, 0), Error);
}

TEST(YamlSchema, ReadsPlainScalarsAsTheToolsOfKubernetesDo) {
  constexpr YamlRules rules = YamlRules::kubernetes;
  const std::pair<const char*, const char*> rows[] = {{"yes", "True"},
                                                      {"Off", "False"},
                                                      {"y", "True"},
                                                      {"N", "False"},
                                                      {"0xffffffffffffffff", "1.8446744073709552e+19"},
                                                      {"+0xffffffffffffffff", "'+0xffffffffffffffff'"},
                                                      {"~", "None"},
                                                      {"", "None"},
                                                      {"010", "8"},
                                                      {"0o10", "8"},
                                                      {"0x1F", "31"},
                                                      {"-0b11", "-3"},
                                                      {"1_000", "1000"},
                                                      {"+1", "1"},
                                                      {"08", "8"},
                                                      {"1.0", "1"},
                                                      {"1e3", "1000"},
                                                      {"1.5", "1.5"},
                                                      {".5", "0.5"},
                                                      {"1e30", "1e+30"},
                                                      {"12:30", "'12:30'"},
                                                      {"2020-01-01", "'2020-01-01'"},
                                                      {"0x", "'0x'"},
                                                      {"1e400", "'1e400'"},
                                                      {"-", "'-'"},
                                                      {"9223372036854775808", "9.223372036854776e+18"}};
  for (const auto& [text, expected] : rows) EXPECT_EQ(plain(text, rules), expected) << text;
  EXPECT_THROW(read_plain(".inf", rules, 0), Error);
  EXPECT_THROW(read_plain(".nan", rules, 0), Error);
  EXPECT_EQ(tagged("binary", "aGk=", rules), "'hi'");
  EXPECT_EQ(tagged("float", "2", rules), "2");
}

TEST(YamlSchema, ReadsRealNumbersTooBigAsInfinity) {
  EXPECT_EQ(plain("1.0e+999", v11), "inf");
}

TEST(YamlSchema, ReadsScalarsWithATagOfYamlsOwn) {
  EXPECT_EQ(tagged("str", "5", v12), "'5'");
  EXPECT_EQ(tagged("int", "017", v12), "17");
  EXPECT_EQ(tagged("int", "017", v11), "15");
  EXPECT_EQ(tagged("float", "3", v12), "3.0");
  EXPECT_EQ(tagged("float", "1e3", v11), "1000.0");
  EXPECT_EQ(tagged("bool", "yes", v12), "True");
  EXPECT_EQ(tagged("null", "", v12), "None");
  EXPECT_EQ(tagged("binary", "aG k\n=", v12), "b'hi'");
  EXPECT_EQ(tagged("timestamp", "2001-12-14", v12), "'2001-12-14'");
  EXPECT_EQ(tagged("seq", "", v12), "nothing");
}

TEST(YamlSchema, RefusesTextThatDoesNotFitItsTag) {
  for (const char* name : {"int", "float", "bool", "null", "binary"}) {
    EXPECT_THROW(tagged(name, "what?", v12), Error) << name;
  }
}

TEST(YamlSchema, LeavesOtherTagsAlone) {
  EXPECT_FALSE(read_tagged("!vault", "x", v12, 0).has_value());
  EXPECT_EQ(read_tagged("!", "5", v12, 0)->as_string(), "5");
}

}  // namespace
}  // namespace evalground
