#include "dialects/unfurl/expression/evaluator.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

TEST(Attributes, AreEvaluatedOnce) {
  Loaded loaded("a: {eval: {generate_string: {}, preset: number}}\nb: 1\nc: {eval: b}\n");
  loaded.attribute("main", "c");
  const std::uint64_t steps = loaded.context.budget.steps_used();
  loaded.attribute("main", "c");
  EXPECT_EQ(loaded.context.cache_hits, 1U);
  EXPECT_LE(loaded.context.budget.steps_used() - steps, 1U);
}

TEST(Attributes, FailTheSameWayAgain) {
  Loaded loaded("a: {eval: .wrong}\n");
  EXPECT_EQ(error_code([&] { loaded.attribute("main", "a"); }), "unknown-special-key");
  EXPECT_EQ(error_code([&] { loaded.attribute("main", "a"); }), "unknown-special-key");
}

TEST(Errors, NameTheAttributeAndThePlace) {
  Loaded loaded("a: {eval: {konkat: []}}\n");
  try {
    loaded.attribute("main", "a");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(loaded.context.sources.text_of(error.diagnostic.where), "konkat");
    ASSERT_EQ(error.diagnostic.notes.size(), 1U);
    EXPECT_EQ(error.diagnostic.notes[0].message, "in attribute of ::main \"a\"");
  }
}

TEST(Asks, AreForWhatIsReadAndNotDefined) {
  Loaded loaded("a: {eval: $v}\nb: {eval: {get_env: E}}\nc: {eval: {secret: s}}\nd: {eval: {get_env: [F, 1]}}\n");
  for (const char* name : {"a", "b", "c", "d"}) loaded.attribute("main", name);
  std::string asks;
  for (const Ask& ask : loaded.context.asks) {
    asks += std::string(ask.key) + " " + ask.name + " " + std::string(loaded.context.sources.text_of(ask.where)) + "\n";
  }
  EXPECT_EQ(asks, "vars v $v\nenv E E\nsecrets s s\n");
}

TEST(Origins, OfComputedValuesAreTheExpressions) {
  Loaded loaded("a: 1\nb: {eval: a}\nc: [{eval: a}, 2]\n");
  const Value computed = loaded.attribute("main", "b");
  EXPECT_EQ(loaded.source_of(computed), "{eval: a}");
  EXPECT_EQ(loaded.context.sources.origin(computed.origin()).via, Via::expression);
  const Value list = loaded.ensemble.evaluator.plain(loaded.attribute("main", "c"));
  EXPECT_EQ(loaded.source_of(list), "[{eval: a}, 2]");
  EXPECT_EQ(loaded.source_of(list.as_list()[0]), "{eval: a}");
  EXPECT_EQ(loaded.source_of(list.as_list()[1]), "2");
}

TEST(Origins, SayWhatAComputedValueRead) {
  RunOptions options;
  options.provenance = true;
  Loaded loaded("a: 1\nb: {eval: a}\nc: {concat: [{eval: b}, x]}\n", options);
  const Value computed = loaded.attribute("main", "c");
  auto reads = loaded.context.provenance.reads(computed.origin());
  // Reads of the parts of an expression count as reads of the whole.
  ASSERT_EQ(reads.size(), 1U);
  EXPECT_EQ(loaded.source_of(loaded.attribute("main", "b")), loaded.context.sources.text_of(reads.front()));
  const Value inner = loaded.attribute("main", "b");
  reads = loaded.context.provenance.reads(inner.origin());
  ASSERT_EQ(reads.size(), 1U);
  EXPECT_EQ(loaded.context.sources.text_of(reads.front()), "1");
}

TEST(Sensitivity, StaysOnWhatAQueryPasses) {
  Loaded loaded("pw: {eval: {sensitive: x}}\nother: {eval: pw}\nmap: {eval: {sensitive: {a: b}}}\n");
  EXPECT_TRUE(loaded.attribute("main", "other").sensitive());
  EXPECT_TRUE(loaded.attribute("main", "map").sensitive());
  EXPECT_EQ(loaded.one("::main::map::a"), "\"b\"");
}

TEST(Quoted, PartsStayQuoted) {
  Loaded loaded("a: {q: {b: {eval: c}}}\nd: {eval: '.::a::b'}\n");
  EXPECT_EQ(loaded.one("::main::d"), "{eval: \"c\"}");
}

TEST(Trace, IsRecordedForAnExpressionThatAsksForIt) {
  Loaded loaded("a: 1\nb: {eval: a, trace: 1}\nc: {eval: a}\n");
  loaded.attribute("main", "c");
  EXPECT_EQ(loaded.context.trace.first_steps().size(), 0U);
  loaded.attribute("main", "b");
  EXPECT_EQ(loaded.context.trace.first_steps().size(), 2U);
  EXPECT_FALSE(loaded.context.trace);
}

TEST(Chains, OfAHundredAttributesFitTheDefaultDepth) {
  std::string document = "a0: {n: 1}\n";
  for (int i = 1; i <= 100; ++i) {
    document += "a" + std::to_string(i) + ": {eval: a" + std::to_string(i - 1) + "}\n";
  }
  Loaded loaded(document);
  EXPECT_EQ(loaded.one("::main::a100::n"), "1");
}

}  // namespace
}  // namespace evalground::unfurl
