#include "dialects/cfengine/policy/text_types.hpp"

#include <gtest/gtest.h>

namespace evalground::cfengine {
namespace {

struct Row {
  std::string_view type;
  std::string_view text;
  bool is_valid;
};

// Each row was asked of cf-promises 3.21, as the value of an attribute of that type.
constexpr Row rows[] = {
    {"access", "user:a:rw", true},
    {"access", "group:a:rw(D):deny", true},
    {"access", "mask:rw:allow", true},
    {"access", "user::rw", false},
    {"access", "user:a:rz", false},
    {"access", "user:a", false},
    {"access", "x:a:rw", false},
    {"account", "root", true},
    {"account", "ro ot", false},
    {"account", "", false},
    {"address", "a@b", true},
    {"address", "b", false},
    {"bsdflags", "+uappnd", true},
    {"bsdflags", "+zz", false},
    {"character", ",", true},
    {"character", ",,", false},
    {"disabled_mode", "u", true},
    {"disabled_mode", "z", false},
    {"file_result", "leaf_name.!size", true},
    {"file_result", "leaf name", false},
    {"host", "a.b", true},
    {"host", "a b", false},
    {"log", "stdout", true},
    {"log", "/x", true},
    {"log", "c:\\x", true},
    {"log", "x", false},
    {"log_level", "info", true},
    {"log_level", "debug", false},
    {"log_level", "", false},
    {"mode", "600", true},
    {"mode", "0000", true},
    {"mode", "689", true},
    {"mode", "100644", true},
    {"mode", "u+rw,go-w", true},
    {"mode", "a=rwxs,u-t", true},
    {"mode", "", false},
    {"mode", "00", false},
    {"mode", "77777777", false},
    {"mode", "u", false},
    {"mode", "+r", false},
    {"mode", "u+r+w", false},
    {"mode", "a=rwx,", false},
    {"mode", "$(m)0", false},
    {"namespace", "a9", true},
    {"namespace", "9a", false},
    {"option{a|b}", "", true},
    {"option{a|b}", "c", false},
    {"path", "\"/x", true},
    {"path", "x", false},
    {"process_result", "pid|!tty", true},
    {"process_result", "pid tty", false},
    {"range[-20,20]", "-20,20", true},
    {"range[-20,20]", "-21,20", false},
    {"range[-20,20]", "1", false},
    {"range[-20,20]", "1,", false},
    {"range[-20,20]", "1,2,3", false},
    {"range[-20,20]", "a,1", false},
    {"range[0,inf]", "0,inf", true},
    {"real[0,1]", "0.5", true},
    {"real[0,1]", "2", false},
    {"real[0,1]", "inf", false},
    {"row", "a,b", true},
    {"row", "a", false},
    {"server", "a.b", true},
    {"server", "a b", false},
    {"signal", "term", true},
    {"signal", "5s", true},
    {"signal", "TERM", false},
    {"signal", "s", false},
    {"some", "a", true},
    {"some", "", false},
    {"space", "20%", true},
    {"space", "20", false},
    {"space", "%", false},
    {"word", "a.b", false},
};

TEST(TextTypes, AcceptWhatTheAgentsPatternsMatch) {
  for (const Row& row : rows) {
    EXPECT_EQ(wrong_literal(row.type, row.text).empty(), row.is_valid) << row.type << ": " << row.text;
  }
}

TEST(TextTypes, WaitForReferences) {
  EXPECT_TRUE(is_open("account", "$(o) a"));
  EXPECT_TRUE(is_open("mode", "$(m)"));
  EXPECT_FALSE(is_open("mode", "$(m)0"));
  EXPECT_TRUE(is_open("boolean", ""));
  EXPECT_FALSE(is_open("boolean", "$(x)e"));
}

}  // namespace
}  // namespace evalground::cfengine
