#include "shrink/names.hpp"

#include <gtest/gtest.h>

namespace evalground::shrinking {
namespace {

class NoDialect final : public Dialect {
 public:
  explicit NoDialect(std::span<const std::string_view> words) { description_.words = words; }
  std::string_view name() const override { return "none"; }
  const Description& description() const override { return description_; }
  const FunctionCatalogue& functions() const override { return functions_; }
  void evaluate(Context&, Outcome&) const override {}
  std::vector<OutlineNode> outline(Context&) const override { return {}; }
  std::vector<Token> tokens(Context&) const override { return {}; }

 private:
  Description description_;
  FunctionCatalogue functions_;
};

constexpr std::string_view words[] = {"ansible_hostname get_attribute owner", "inventory endif"};

std::string disguised(const std::string& text, bool lengths = false,
                      std::span<const std::string_view> of_language = words) {
  const NoDialect dialect(of_language);
  const KnownWords known(dialect);
  Disguise disguise(known);
  disguise.meet(text);
  disguise.choose(lengths);
  return disguise.text(text, {});
}

TEST(Names, KeepTheirCaseAndTheirOrder) {
  EXPECT_EQ(disguised("alpha ALPHA Alpha AlphaBravo alpha_bravo2"), "baba BABA Baba BabaBabe baba_babe2");
}

TEST(Names, OfLanguagesStay) {
  EXPECT_EQ(disguised("{% if ansible_hostname %}get_attribute"), "{% if ansible_hostname %}get_attribute");
  EXPECT_EQ(disguised("\\nacme %Yacme"), "\\nbaba %Ybaba");
}

TEST(Names, OfOneLanguageAreOnesOwnInAnother) {
  const std::string text = "{% for owner in inventory %}";
  EXPECT_EQ(disguised(text, false, {}), "{% for babe in baba %}");
  EXPECT_EQ(disguised(text), text);
}

TEST(Names, OfNetworksStayNetworks) {
  const std::string text = disguised("10.20.30.0/24 10.20.30.41 10.20.31.41 127.0.0.1 255.255.255.0");
  EXPECT_EQ(text, "10.2.2.0/24 10.2.2.2 10.2.3.2 127.0.0.1 255.255.255.0");
}

TEST(Names, OfVersionsKeepTheirOrder) {
  EXPECT_EQ(disguised("1.2.3 2.0.1 1.2.3"), "1.0.0 1.1.0 1.0.0");
}

TEST(Names, KeepTheirLengthsWhenAsked) {
  const std::string text = disguised("acme enterprise", true);
  EXPECT_EQ(text.size(), std::string("acme enterprise").size());
  EXPECT_EQ(text.find("acme"), std::string::npos);
}

TEST(Names, ThatAreKeysStayAsLong) {
  const std::string key = "Zk3v9Qx7Lm2Np8Rt5Wy1";
  const std::string text = disguised(key);
  EXPECT_EQ(text.size(), key.size());
  EXPECT_NE(text, key);
}

}  // namespace
}  // namespace evalground::shrinking
