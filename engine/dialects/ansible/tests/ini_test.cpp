// INI files as Python's ConfigParser reads them.
#include "dialects/ansible/data/ini.hpp"

#include <gtest/gtest.h>

namespace evalground::ansible {
namespace {

// The interpolated value of a key in the section "s"; "none" for a key without a value, "missing", or the problem.
std::string value(std::string_view text, std::string_view key, const IniFormat& format = {}) {
  Budget budget;
  const IniFile file(text, format, budget);
  if (!file.error().empty()) return "error: " + file.error();
  const IniFile::Section* section = file.section("s");
  if (section == nullptr) return "no section";
  for (const auto& [name, raw] : file.options(*section, budget)) {
    if (name != file.option_name(key)) continue;
    if (!raw) return "none";
    std::string problem;
    const auto interpolated = file.interpolate(*section, *raw, problem, budget);
    return interpolated ? *interpolated : problem;
  }
  return "missing";
}

TEST(Ini, ReadsBothDelimitersAndComments) {
  EXPECT_EQ(value("# c\n[s]\na = 1\nB: 2 = x\n; c\n", "a"), "1");
  EXPECT_EQ(value("[s]\nB: 2 = x\n", "b"), "2 = x");
}

TEST(Ini, GoesOnWithIndentedLines) {
  EXPECT_EQ(value("[s]\na = 1\n  2\n\n  3\nb = 4\n", "a"), "1\n2\n\n3");
}

TEST(Ini, KeepsCaseWhenAsked) {
  EXPECT_EQ(value("[s]\nKey = 1\n", "Key", {.is_case_sensitive = true}), "1");
  EXPECT_EQ(value("[s]\nKey = 1\n", "key", {.is_case_sensitive = true}), "missing");
}

TEST(Ini, TakesDefaultsFromTheirSection) {
  EXPECT_EQ(value("[DEFAULT]\nhome = /h\n[s]\npath = %(home)s/x%%\n", "path"), "/h/x%");
  EXPECT_EQ(value("[DEFAULT]\nhome = /h\n[s]\n", "home"), "/h");
}

TEST(Ini, NamesWhatIsWrong) {
  EXPECT_EQ(value("a = 1\n", "a"), "error: there is no section header before the text in line 1");
  EXPECT_EQ(value("[s]\na\n", "a"), "error: there is neither \"=\" nor \":\" in line 2");
  EXPECT_EQ(value("[s]\na=1\na=2\n", "a"), "error: the option \"a\" appears twice, again in line 3");
  EXPECT_EQ(value("[s]\na = %(b)s\n", "a"), "there is no option \"b\" to refer to");
  EXPECT_EQ(value("[s]\na = 5%\n", "a"), "\"%\" must be followed by \"%\" or by \"(name)s\", not by \"\"");
  EXPECT_EQ(value("[s]\na = %(a)s\n", "a"), "references go deeper than 10 levels");
}

TEST(Ini, AllowsOptionsWithoutValueWhenAsked) {
  EXPECT_EQ(value("[s]\na\n", "a", {.allow_no_value = true}), "none");
}

}  // namespace
}  // namespace evalground::ansible
