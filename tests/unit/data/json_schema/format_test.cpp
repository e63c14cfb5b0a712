#include "data/json_schema/format.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace evalground {
namespace {

struct FormatCase {
  std::string_view format;
  std::vector<std::string_view> valid, invalid;
};

class JsonSchemaFormat : public testing::TestWithParam<FormatCase> {};

TEST_P(JsonSchemaFormat, TellsValidTextsFromOthers) {
  const FormatCheck check = find_format(GetParam().format);
  ASSERT_NE(check, nullptr);
  for (const std::string_view text : GetParam().valid) EXPECT_TRUE(check(text)) << text;
  for (const std::string_view text : GetParam().invalid) EXPECT_FALSE(check(text)) << text;
}

std::string name_of(const testing::TestParamInfo<FormatCase>& info) {
  std::string name(info.param.format);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    All, JsonSchemaFormat,
    testing::Values(FormatCase{"date-time",
                               {"2024-02-29T12:00:00Z", "1998-12-31t23:59:60.5z", "1998-12-31T15:59:60-08:00"},
                               {"2023-02-29T12:00:00Z", "2024-02-29 12:00:00Z", "1998-12-31T22:59:60Z",
                                "2024-01-01T00:00:00"}},
                    FormatCase{"date", {"2024-02-29"}, {"2023-02-29", "2024-2-29", "2024-W01-1", "20240229", ""}},
                    FormatCase{"time",
                               {"08:30:06Z", "23:59:60Z", "08:30:06.283185+02:00"},
                               {"24:00:00Z", "08:30Z", "08:30:06", "08:30:06+0200", "08:30:06.Z"}},
                    FormatCase{"duration",
                               {"P4DT12H30M5S", "PT0S", "P1Y", "P2W", "PT1M", "P1M2D"},
                               {"P", "PT", "P1YT", "P1H", "PT1D", "P1Y2W", "4DT12H", "P1D2M", "PT1H2S", "P1"}},
                    FormatCase{"email",
                               {"joe.bloggs@example.com", "\"joe b\"@example.com", "a+b@[127.0.0.1]", "a@[IPv6:::1]"},
                               {"2962", "@example.com", ".joe@example.com", "a..b@c", "joe@", "joe b@c", "a@[1.2.3]"}},
                    FormatCase{"hostname",
                               {"www.example.com", "xn--4gbwdl.xn--wgbh1c", "a"},
                               {"", "-a", "a-", "a..b", "a_b", "not valid",
                                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com"}},
                    FormatCase{"ipv4",
                               {"192.168.0.1", "0.0.0.0"},
                               {"256.0.0.1", "127.0.0", "127.0.0.0.1", "087.10.0.1", "0x7f.0.0.1", "1.1.1.1 "}},
                    FormatCase{"ipv6",
                               {"::1", "::", "1:2:3:4:5:6:7:8", "::ffff:192.168.0.1", "1::3:4:5:6:7:8", "d6::"},
                               {"12345::", "1:2:3:4:5:6:7:8:9", "1::2::3", ":2:3:4:5:6:7:8",
                                "1:2:3:4:5:6:7:", "1.2.3.4", "::1%eth0", "1:2:3:4:5:6:7::8"}},
                    FormatCase{"uri",
                               {"http://foo.bar/?baz=qux#quux", "urn:oasis:names", "tel:+1-816-555-1212"},
                               {"/abc", "\\\\WINDOWS", "a b:c", ":// no"}},
                    FormatCase{"uri-reference", {"/abc", "#frag", "http://a"}, {"\\\\WINDOWS", "#a\\b"}},
                    FormatCase{"uuid",
                               {"2EB8AA08-aa98-11ea-b4aa-73b441d16380"},
                               {"2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08aa98-11ea-b4aa73b441d16380",
                                "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380"}},
                    FormatCase{"json-pointer", {"", "/", "/a~0b/c~1d/0"}, {"a", "/~", "/~2", "#/a"}},
                    FormatCase{"relative-json-pointer", {"0", "1/a", "120#"}, {"/a", "01/a", "-1/a", "0##", ""}},
                    FormatCase{"regex", {"^a+$", "\\p{Letter}"}, {"^(abc]", "\\a"}}),
    name_of);

TEST(JsonSchemaFormatName, IsNothingForAnUnknownOne) {
  EXPECT_EQ(find_format("color"), nullptr);
}

}  // namespace
}  // namespace evalground
