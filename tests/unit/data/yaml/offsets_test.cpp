#include "data/yaml/offsets.hpp"

#include <gtest/gtest.h>

#include "base/budget.hpp"
#include "data/yaml/load.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

// The position of the first `needle` in the value under "k", found through the offsets.
std::string found_by_offsets(const std::string& document, std::string_view needle, std::size_t length) {
  Sources sources;
  Budget budget;
  const std::uint32_t file = sources.add_file("x.yaml", document);
  const Value value = *load_yaml(sources, file, budget).as_map().find("k");
  const Origin& origin = sources.origin(value.origin());
  const auto offsets = scalar_offsets(sources.text_of(value.origin()), origin.begin, value.as_string());
  EXPECT_EQ(offsets.size(), value.as_string().size() + 1);
  const std::size_t at = value.as_string().find(needle);
  EXPECT_NE(at, std::string_view::npos);
  return document.substr(offsets[at], length);
}

// A document, what is looked for in its value, and what stands at its place in the document.
constexpr struct {
  const char* document;
  std::string_view needle;
  std::size_t length;
  std::string_view found;
} documents[] = {
    // Follows plain text
    {"k: $.a.where(x)\n", "where", 5, "where"},
    // Passes an anchor and a tag
    {"k: &x !!str where\n", "where", 5, "where"},
    // Counts escapes of double quotes
    {"k: \"a\\t\\u00e9\\\"b where\"\n", "where", 5, "where"},
    // Points to the escape itself
    {"k: \"a\\u00e9b\"\n", "\xC3\xA9", 6, "\\u00e9"},
    // Counts doubled single quotes
    {"k: 'it''s where'\n", "where", 5, "where"},
    // Skips the indentation of a literal block
    {"k: |\n  $.a\n    .b\n  where\n", "where", 5, "where"},
    // Keeps deeper indentation of a literal block
    {"k: |\n  $.a\n    .first()\n", ".first", 6, ".first"},
    // Follows a folded block
    {"k: >-\n   $.a\n   .b\n\n   where\n", "where", 5, "where"},
    // Follows folded quoted text
    {"k: 'a\n    b\n\n    where'\n", "where", 5, "where"},
    // Follows plain text on several lines
    {"k: $.data[\n  int(x) mod y]\n", "int", 3, "int"},
};

TEST(ScalarOffsets, AreAsListed) {
  for (const auto& [document, needle, length, found] : documents)
    EXPECT_EQ(found_by_offsets(document, needle, length), found) << document << " " << needle;
}

TEST(ScalarOffsets, GivesPlacesWithinTheSourceForForeignText) {
  const auto offsets = scalar_offsets("abc", 10, "xyz and more");
  for (const std::uint32_t offset : offsets) EXPECT_LE(offset, 13U);
}

}  // namespace
}  // namespace evalground
