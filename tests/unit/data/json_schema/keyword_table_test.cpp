#include <gtest/gtest.h>

#include "data/json_schema/keywords.hpp"

namespace evalground {
namespace {

TEST(SchemaKeywords, OfAssertionsHaveAComplaint) {
  for (const SchemaKeywordEntry& entry : schema_keywords()) {
    const bool is_assertion = entry.fill != nullptr && entry.check == nullptr;
    EXPECT_TRUE(!is_assertion || !entry.complaint.empty()) << entry.name;
  }
}

TEST(SchemaKeywords, ThatSayNothingOfAValueLookAtNone) {
  for (const SchemaKeywordEntry& entry : schema_keywords()) {
    EXPECT_EQ(entry.fill == nullptr, entry.types == 0) << entry.name;
  }
}

TEST(SchemaKeywords, AreFoundByTheirDraft) {
  EXPECT_EQ(find_schema_keyword("items", JsonSchemaDraft::draft_7)->shape, SchemaShape::schema_or_list);
  EXPECT_EQ(find_schema_keyword("items", JsonSchemaDraft::draft_2020_12)->shape, SchemaShape::schema);
  EXPECT_EQ(find_schema_keyword("prefixItems", JsonSchemaDraft::draft_7), nullptr);
  EXPECT_EQ(find_schema_keyword("item", JsonSchemaDraft::draft_7), nullptr);
}

}  // namespace
}  // namespace evalground
