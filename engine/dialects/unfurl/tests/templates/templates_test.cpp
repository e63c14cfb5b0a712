#include "dialects/unfurl/templates/templates.hpp"

#include "dialects/unfurl/tests/loaded.hpp"
#include "dialects/unfurl/values/external.hpp"

namespace evalground::unfurl {
namespace {

// The error of reading an attribute of a document of attributes.
Diagnostic problem_of(Loaded& loaded, std::string_view attribute, std::string_view resource = "main") {
  try {
    loaded.attribute(resource, attribute);
  } catch (const Error& error) {
    return error.diagnostic;
  }
  return {};
}

// "12: nope": where the error of the attribute `t` is in the document, and the text there.
std::string place_of(std::string_view document) {
  Loaded loaded(document);
  const Diagnostic problem = problem_of(loaded, "t");
  if (problem.where == 0) return "nowhere";
  const Origin& origin = loaded.context.sources.origin(problem.where);
  return std::to_string(origin.begin) + ": " + std::string(loaded.context.sources.text_of(problem.where));
}

// The position of a text in the document.
std::string at(std::string_view document, std::string_view text) {
  return std::to_string(document.find(text)) + ": " + std::string(text);
}

TEST(Template, FailsAtTheCharactersOfAPlainScalar) {
  constexpr std::string_view document = "a: 1\nt: x {{ nope }}\n";
  EXPECT_EQ(place_of(document), at(document, "nope"));
}

TEST(Template, FailsAtTheCharactersOfAQuotedScalar) {
  constexpr std::string_view single = "t: 'it''s {{ nope }}'\n";
  EXPECT_EQ(place_of(single), at(single, "nope"));
  constexpr std::string_view escaped = "t: \"\\u00e4\\t\\\"{{ nope }}\"\n";
  EXPECT_EQ(place_of(escaped), at(escaped, "nope"));
  constexpr std::string_view within = "t: \"{{ [\\\"b\\\"] }}{{ no\\x70e }}\"\n";
  EXPECT_EQ(place_of(within), at(within, "no\\x70e"));
}

TEST(Template, FailsAtTheCharactersOfAScalarOverSeveralLines) {
  constexpr std::string_view plain = "t: one\n  two {{ nope\n  }} three\n";
  EXPECT_EQ(place_of(plain), at(plain, "nope"));
  constexpr std::string_view quoted = "t: \"one \\\n  two\n\n  {{ nope }}\"\n";
  EXPECT_EQ(place_of(quoted), at(quoted, "nope"));
}

TEST(Template, FailsAtTheCharactersOfABlockScalar) {
  constexpr std::string_view literal = "t: |\n\n  one\n    {{ nope }}\n";
  EXPECT_EQ(place_of(literal), at(literal, "nope"));
  constexpr std::string_view folded = "t: >-\n  one\n  {% if nope %}\n  x{% endif %}\n";
  EXPECT_EQ(place_of(folded), at(folded, "nope"));
}

TEST(Template, FailsAtTheCharactersOfAScalarWithOtherAlphabetsAndLineEnds) {
  constexpr std::string_view document = "a: \xC3\xA4\r\nt: |\r\n  \xF0\x9F\x98\x80 \xC3\xA4\r\n  {{ nope }}\r\n";
  EXPECT_EQ(place_of(document), at(document, "nope"));
}

TEST(Template, FailsWhereItsSyntaxIsWrong) {
  constexpr std::string_view document = "t: \"a\\n {% iff x %}\"\n";
  EXPECT_EQ(place_of(document), at(document, "iff"));
}

TEST(Template, FailsWhereItIsWrittenThoughTheSameTextIsElsewhere) {
  constexpr std::string_view document =
      "instances:\n  a: {attributes: {t: 'x{{ SELF.nope }}', nope: 1}}\n  b: {attributes: {t: \"x{{ SELF.nope }}\"}}\n";
  Loaded loaded(document);
  EXPECT_EQ(Loaded::text(loaded.attribute("a", "t")), "\"x1\"");
  const Diagnostic problem = problem_of(loaded, "t", "b");
  EXPECT_EQ(loaded.context.sources.origin(problem.where).begin, document.rfind("nope"));
}

TEST(Template, FailsAtTheExpressionThatMadeItsText) {
  Loaded loaded("t: {concat: ['{', '{ 1 / 0 }}']}\n");
  const Diagnostic problem = problem_of(loaded, "t");
  EXPECT_EQ(loaded.context.sources.text_of(problem.where), "{concat: ['{', '{ 1 / 0 }}']}");
}

TEST(Template, ThatReadsAFailedOneFailsThere) {
  constexpr std::string_view document = "t: '{{ SELF.u }}!'\nu: 'x{{ nope }}'\n";
  EXPECT_EQ(place_of(document), at(document, "nope"));
}

TEST(Template, IsReadOnceForAllResources) {
  Loaded loaded(
      "instances:\n  a: {attributes: {n: 1, t: '{{ SELF.n }}'}}\n  b: {attributes: {n: 2, t: '{{ SELF.n }}'}}\n");
  EXPECT_EQ(Loaded::text(loaded.attribute("a", "t")), "1");
  const std::uint32_t files = loaded.context.sources.file_count();
  EXPECT_EQ(Loaded::text(loaded.attribute("b", "t")), "2");
  EXPECT_EQ(loaded.context.sources.file_count(), files);
}

TEST(Template, StandsAtItsOwnPlacesInATrace) {
  RunOptions options;
  options.trace = true;
  Loaded loaded("a: {eval: '{{ \"x\" | upper }}'}\nt: '{{ 1 }} {{ nope }}'\n", options);
  EXPECT_EQ(Loaded::text(loaded.attribute("main", "a")), "\"X\"");
  const Diagnostic problem = problem_of(loaded, "t");
  EXPECT_EQ(loaded.context.sources.text_of(problem.where), "nope");
}

TEST(Template, NamesWhatIsLikeAMissingName) {
  Loaded loaded("port: 80\nv: {eval: '{{ staeg }}', vars: {stage: 1}}\ns: '{{ SELF.prot }}'\nt: '{{ port }}'\n");
  const auto message = [&](std::string_view name) { return problem_of(loaded, name).message; };
  EXPECT_EQ(message("v"), "<<Error rendering template: missing variable: \"staeg\". Did you mean \"stage\"?>>");
  EXPECT_EQ(message("s"), "<<Error rendering template: missing attribute or key: \"prot\". Did you mean \"port\"?>>");
  EXPECT_EQ(message("t"), "<<Error rendering template: missing variable: \"port\". Did you mean \"SELF.port\"?>>");
}

TEST(Template, OfALenientScopeWarnsOfWhatFails) {
  Loaded loaded("t: {eval: '{{ 1 / 0 }}', strict: false}\n");
  EXPECT_EQ(Loaded::text(loaded.attribute("main", "t")), "\"<<Error rendering template: division by zero>>\"");
  ASSERT_EQ(loaded.context.diagnostics.size(), 1U);
  EXPECT_EQ(loaded.context.sources.text_of(loaded.context.diagnostics[0].where), "1 / 0");
}

TEST(Template, AsksForAMissingVariable) {
  Loaded loaded("t: '{{ region }}'\n");
  problem_of(loaded, "t");
  ASSERT_EQ(loaded.context.asks.size(), 1U);
  EXPECT_EQ(loaded.context.asks[0].name, "region");
}

TEST(Template, KeepsAnExternalValueThatIsAllOfIt) {
  Loaded loaded("t: \"{{ {'container_image': 'A/b:1'} | eval }}\"\nu: \"{{ SELF.t }}!\"\n");
  EXPECT_NE(object_cast<External>(loaded.attribute("main", "t")), nullptr);
  EXPECT_EQ(Loaded::text(loaded.attribute("main", "u")), "\"a/b:1!\"");
}

TEST(Template, MarksWhatItReadsOfSomethingSensitive) {
  Loaded loaded("pw: {eval: {sensitive: x}}\nt: '{% if SELF.pw %}yes{% endif %}'\nn: '{{ SELF.pw | length }}'\n");
  EXPECT_TRUE(loaded.attribute("main", "t").sensitive());
  EXPECT_FALSE(loaded.attribute("main", "n").sensitive());
}

TEST(Template, IsNullWhereItReadsItself) {
  Loaded loaded("a: '{{ SELF.b }}'\nb: '{{ SELF.a }}'\n");
  EXPECT_TRUE(loaded.attribute("main", "a").is_null());
}

}  // namespace
}  // namespace evalground::unfurl
