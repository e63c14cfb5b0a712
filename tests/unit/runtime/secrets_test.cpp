#include "runtime/secrets.hpp"

#include <gtest/gtest.h>

#include "runtime/host.hpp"
#include "runtime/sensitive.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

std::string redacted(const SecretTexts& secrets, std::string message) {
  secrets.redact(message);
  return message;
}

TEST(SecretTexts, AreRedactedWhereverTheyStandByThemselves) {
  SecretTexts secrets;
  secrets.add(Value::string("pass"), SecretTexts::Kind::given);
  EXPECT_EQ(redacted(secrets, "No file \"pass\": pass."), "No file \"<<REDACTED>>\": <<REDACTED>>.");
  EXPECT_EQ(redacted(secrets, "The password is no bypass."), "The password is no bypass.");
}

TEST(SecretTexts, AreFoundWithinListsAndMaps) {
  SecretTexts secrets;
  secrets.add(Value::list({Value::map({{"k", Value::string("inner")}}), Value::bytes("bytes")}),
              SecretTexts::Kind::given);
  EXPECT_EQ(redacted(secrets, "inner bytes k"), "<<REDACTED>> <<REDACTED>> k");
}

TEST(SecretTexts, AreRedactedAsMessagesShowThem) {
  SecretTexts secrets;
  secrets.add(Value::string("two\nlines"), SecretTexts::Kind::given);
  EXPECT_EQ(redacted(secrets, "Not \"two\\nlines\"."), "Not \"<<REDACTED>>\".");
}

TEST(SecretTexts, AreRedactedWhenOnlyTheirStartIsShown) {
  SecretTexts secrets;
  secrets.add(Value::string(std::string(100, 'x')), SecretTexts::Kind::given);
  EXPECT_EQ(redacted(secrets, "Not \"" + std::string(60, 'x') + "…\"."), "Not \"<<REDACTED>>…\".");
}

TEST(SecretTexts, AreLeftWhenTheyAreVeryShort) {
  SecretTexts secrets;
  secrets.add(Value::string("a"), SecretTexts::Kind::given);
  EXPECT_EQ(redacted(secrets, "Not a list."), "Not a list.");
}

TEST(SecretTexts, KeepTheKindThatTheyWereFirst) {
  SecretTexts secrets;
  secrets.add(Value::string("declared"), SecretTexts::Kind::declared);
  secrets.add(Value::string("given"), SecretTexts::Kind::given);
  for (const char* text : {"declared", "given"}) {
    secrets.add(Value::string(text), SecretTexts::Kind::given);
    secrets.add(Value::string(text), SecretTexts::Kind::declared);
  }
  EXPECT_TRUE(secrets.is_declared("declared"));
  EXPECT_FALSE(secrets.is_declared("given"));
  EXPECT_FALSE(secrets.is_declared("a declared text"));
}

TEST(SecretTexts, AreRedactedInAllOfADiagnostic) {
  SecretTexts secrets;
  secrets.add(Value::string("hush"), SecretTexts::Kind::given);
  Diagnostic diagnostic{Severity::error, "x", "No hush.", 0, {{"in hush", 0}}, {{"Write hush", {}}}};
  secrets.redact(diagnostic);
  EXPECT_EQ(diagnostic.message + diagnostic.notes[0].message + diagnostic.fixes[0].title,
            "No <<REDACTED>>.in <<REDACTED>>Write <<REDACTED>>");
}

// What an evaluation marks.
struct Marking {
  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context{workspace, options, host};

  bool marks(Value value) { return marked_sensitive(context, std::move(value)).sensitive(); }
};

TEST(MarkedSensitive, IsANumberWhoseDigitsAreASecret) {
  Marking run;
  EXPECT_FALSE(run.marks(Value::integer(37593759)));
  EXPECT_TRUE(run.marks(Value::string("37593759")));
  EXPECT_TRUE(run.marks(Value::integer(37593759)));
  EXPECT_FALSE(run.marks(Value::integer(8)));  // its length
  EXPECT_FALSE(run.marks(Value::boolean(true)));
}

TEST(HoldsGivenSecret, ButNotWhatTheDocumentDeclares) {
  Marking run;
  EXPECT_FALSE(holds_given_secret(run.context, Value::string("anything")));
  const Value declared =
      marked_sensitive(run.context, Value::map({{"pw", Value::string("declared")}}), SecretTexts::Kind::declared);
  EXPECT_FALSE(holds_given_secret(run.context, Value::list({declared})));
  const Value given = marked_sensitive(run.context, Value::string("given"));
  EXPECT_TRUE(holds_given_secret(run.context, Value::list({declared, given})));
  Map keyed;
  keyed.set(given, Value::null());
  EXPECT_TRUE(holds_given_secret(run.context, Value::map(keyed)));
  EXPECT_TRUE(holds_given_secret(run.context, Value::set(keyed)));
}

TEST(Silence, LeavesWhatWasSaidBeforeIt) {
  Marking run;
  run.context.warn(0, "x", "before");
  {
    const Silence silence(run.context, true);
    run.context.warn(0, "x", "within");
    run.context.ask("env", "within", 0);
  }
  {
    const Silence none(run.context, false);
    run.context.ask("env", "after", 0);
  }
  ASSERT_EQ(run.context.diagnostics.size(), 1U);
  EXPECT_EQ(run.context.diagnostics[0].message, "before");
  ASSERT_EQ(run.context.asks.size(), 1U);
  EXPECT_EQ(run.context.asks[0].name, "after");
}

}  // namespace
}  // namespace evalground
