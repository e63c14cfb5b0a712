#include "dialects/unfurl/functions/portspec.hpp"

#include <gtest/gtest.h>

#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

std::string text_of(const Value& value) {
  switch (value.kind()) {
    case Kind::null: return "-";
    case Kind::integer: return std::to_string(value.as_integer());
    case Kind::string: return std::string(value.as_string());
    case Kind::list: {
      std::string text;
      for (const Value& item : value.as_list()) text += (text.empty() ? "" : "..") + text_of(item);
      return text;
    }
    default: return "?";
  }
}

// protocol source source_range target target_range
std::string parts(std::string_view text) {
  const Value value = parse_portspec(text);  // must outlive the loop over its entries
  std::string result;
  for (const Map::Entry& entry : value.as_map()) {
    result += (result.empty() ? "" : " ") + text_of(entry.value);
  }
  return result;
}

TEST(Portspec, MapsASourceToATarget) {
  EXPECT_EQ(parts("80:81"), "tcp 80 - 81 -");
}

TEST(Portspec, HasItsSourceAsTargetWhenThereIsNone) {
  EXPECT_EQ(parts("80/udp"), "udp 80 - 80 -");
}

TEST(Portspec, KeepsRangesAsTexts) {
  EXPECT_EQ(parts("8000-9000:80"), "tcp - 8000..9000 80 -");
  EXPECT_EQ(parts("10-20:30-40/sctp"), "sctp - 10..20 - 30..40");
}

TEST(Portspec, RefusesWhatIsNone) {
  for (const std::string_view text : {"", "a", ":80", "80/", "80 ", "9-1", "70000", "1:2:3", "80-"}) {
    EXPECT_THROW(parse_portspec(text), Error) << text;
  }
}

}  // namespace
}  // namespace evalground::unfurl
