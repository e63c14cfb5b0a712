// YAML trees to values: origins, aliases, merge keys, tags, keys, limits.
#include "data/yaml/load.hpp"

#include <gtest/gtest.h>
#include <string>

#include "value/python_text.hpp"

namespace evalground {
namespace {

// A file and the value of its document.
struct Loaded {
  explicit Loaded(std::string yaml, const YamlLoadOptions& options = {}, const Limits& limits = {})
      : budget(limits), value(load_yaml(sources, sources.add_file("in.yaml", std::move(yaml)), budget, options)) {}

  std::string text() { return python_repr(value, budget); }
  std::string origin_text(const Value& part) const { return std::string(sources.text_of(part.origin())); }
  const Origin& origin(const Value& part) const { return sources.origin(part.origin()); }
  const Value& at(std::string_view key) const { return *value.as_map().find(key); }

  Sources sources;
  Budget budget;
  Value value;
};

YamlLoadOptions with_rules(YamlRules rules) {
  YamlLoadOptions options;
  options.rules = rules;
  return options;
}

Diagnostic problem_of(const std::string& yaml, const YamlLoadOptions& options = {}) {
  try {
    Loaded loaded(yaml, options);
  } catch (const Error& error) {
    EXPECT_NE(error.diagnostic.where, 0U);
    return error.diagnostic;
  }
  return {};
}

// The code of the limit that loading exceeds. Its place must be the alias.
std::string limit_of(const std::string& yaml) {
  try {
    Loaded loaded(yaml);
  } catch (const LimitError& error) {
    EXPECT_NE(error.where(), 0U);
    return error.code();
  }
  return "none";
}

TEST(YamlLoad, GivesValuesAndKeysTheOriginOfTheirText) {
  const Loaded loaded("a:\n  b: [1, 'x']\n");
  EXPECT_EQ(loaded.origin_text(loaded.at("a")), "b: [1, 'x']");
  const Map& a = loaded.at("a").as_map();
  EXPECT_EQ(loaded.origin_text(a.entry(0).key), "b");
  EXPECT_EQ(loaded.origin_text(a.entry(0).value.as_list()[1]), "'x'");
  EXPECT_EQ(loaded.origin(a.entry(0).value).via, Via::literal);
}

TEST(YamlLoad, ReadsPlainScalarsByTheRulesAskedFor) {
  EXPECT_EQ(Loaded("[yes, 017, 1e3, ~]").text(), "['yes', 17, 1000.0, None]");
  EXPECT_EQ(Loaded("[yes, 017, 1e3, ~]", with_rules(YamlRules::yaml_1_1)).text(), "[True, 15, '1e3', None]");
  EXPECT_EQ(Loaded("%YAML 1.1\n---\nyes").text(), "True");
  EXPECT_EQ(Loaded("['1', \"true\"]").text(), "['1', 'true']") << "quoted scalars are text";
}

TEST(YamlLoad, MakesKeysTextByTheRulesOfKubernetes) {
  EXPECT_EQ(Loaded("{1: a, true: b, 1.5: c}", with_rules(YamlRules::kubernetes)).text(),
            "{'1': 'a', 'true': 'b', '1.5': 'c'}");
  EXPECT_THROW(Loaded("{~: a}", with_rules(YamlRules::kubernetes)), Error);
  EXPECT_THROW(Loaded("{[a]: b}", with_rules(YamlRules::kubernetes)), Error);
}

TEST(YamlLoad, LetsTheLastOfEqualKeysWinWhenAsked) {
  YamlLoadOptions options;
  options.last_duplicate_wins = true;
  EXPECT_EQ(Loaded("{a: 1, b: 2, a: 3}", options).text(), "{'a': 3, 'b': 2}");
}

TEST(YamlLoad, GivesAnAliasTheAnchoredValueAndAChainedOrigin) {
  const Loaded loaded("a: &x {b: 1}\nc: *x\n");
  EXPECT_TRUE(loaded.at("a").same_as(loaded.at("c")));
  const Origin& alias = loaded.origin(loaded.at("c"));
  EXPECT_EQ(alias.via, Via::alias);
  EXPECT_EQ(loaded.origin_text(loaded.at("c")), "*x");
  EXPECT_EQ(alias.previous, loaded.at("a").origin());
}

TEST(YamlLoad, CollectsAnchorsWhenAsked) {
  Map anchors;
  YamlLoadOptions options;
  options.anchors = &anchors;
  Loaded loaded("[&a 1, &b {c: &a 2}]", options);
  EXPECT_EQ(python_repr(Value::map(anchors), loaded.budget), "{'a': 2, 'b': {'c': 2}}");
}

TEST(YamlLoad, MergesBehindOwnKeysAsRuamelDoes) {
  Loaded one("- &a {x: 1, y: 2}\n- {z: 0, <<: *a, x: 5}");
  EXPECT_EQ(one.text(), "[{'x': 1, 'y': 2}, {'z': 0, 'x': 5, 'y': 2}]");
  Loaded two("- &a {x: 1, y: 2}\n- &c {x: 3, w: 1}\n- {z: 0, <<: [*a, *c], y: 5}");
  EXPECT_EQ(python_repr(two.value.as_list()[2], two.budget), "{'z': 0, 'y': 5, 'x': 1, 'w': 1}");
}

TEST(YamlLoad, MergesBeforeOwnKeysAsPyYamlDoes) {
  Loaded loaded("- &a {x: 1, y: 2}\n- &c {x: 3, w: 1}\n- {z: 0, <<: [*a, *c], y: 5}", with_rules(YamlRules::yaml_1_1));
  EXPECT_EQ(python_repr(loaded.value.as_list()[2], loaded.budget), "{'x': 1, 'w': 1, 'y': 5, 'z': 0}");
}

TEST(YamlLoad, TellsWhereMergedAndOverridingValuesComeFrom) {
  const Loaded loaded("a: &a {x: 1, y: 2}\nb: {<<: *a, x: 5}\n");
  const Map& b = loaded.at("b").as_map();
  const Origin& merged = loaded.origin(*b.find("y"));
  EXPECT_EQ(loaded.origin_text(*b.find("y")), "2");
  EXPECT_EQ(merged.via, Via::merge);
  EXPECT_EQ(loaded.sources.text_of(merged.previous), "*a");
  const Origin& own = loaded.origin(*b.find("x"));
  EXPECT_TRUE(own.overrides);
  EXPECT_EQ(loaded.sources.text_of(own.previous), "1");
}

TEST(YamlLoad, LeavesMergeKeysAloneWhenQuotedOrNotWanted) {
  EXPECT_EQ(Loaded("{'<<': {x: 1}}").text(), "{'<<': {'x': 1}}");
  YamlLoadOptions options;
  options.merge_keys = false;
  EXPECT_EQ(Loaded("{<<: {x: 1}}", options).text(), "{'<<': {'x': 1}}");
}

TEST(YamlLoad, RefusesSignsOfYaml11AsText) {
  const YamlLoadOptions like_pyyaml = with_rules(YamlRules::yaml_1_1);
  for (const char* yaml : {"a: <<", "a: [=]", "? [<<]\n: 1", "a: ="})
    EXPECT_EQ(problem_of(yaml, like_pyyaml).code, "invalid-scalar") << yaml;
  EXPECT_EQ(Loaded("=: '<<'", like_pyyaml).text(), "{'=': '<<'}");
  EXPECT_EQ(Loaded("a: <<", with_rules(YamlRules::yaml_1_2)).text(), "{'a': '<<'}");
}

TEST(YamlLoad, RefusesToMergeWhatIsNoMap) {
  EXPECT_EQ(problem_of("{<<: 1}").code, "invalid-merge");
  EXPECT_EQ(problem_of("{<<: [{a: 1}, 2]}").code, "invalid-merge");
}

TEST(YamlLoad, RefusesADuplicateKeyShowingBoth) {
  const Diagnostic problem = problem_of("a: 1\nb: 2\n\"a\": 3\n");
  EXPECT_EQ(problem.code, "duplicate-key");
  ASSERT_EQ(problem.notes.size(), 1U);
  EXPECT_NE(problem.notes[0].where, problem.where);
  EXPECT_EQ(problem_of("{1: a, true: b}").code, "duplicate-key");
  EXPECT_EQ(problem_of("{<<: {}, <<: {}}").code, "duplicate-key");
}

TEST(YamlLoad, KeepsKeysThatAreNotText) {
  EXPECT_EQ(Loaded("{1: a, null: b, 2.5: c, false: d}").text(), "{1: 'a', None: 'b', 2.5: 'c', False: 'd'}");
}

TEST(YamlLoad, MakesTuplesOfListsAsKeys) {
  EXPECT_EQ(Loaded("? [a, [1]]\n: c\n").text(), "{('a', (1,)): 'c'}");
  EXPECT_EQ(problem_of("? {a: b}\n: c\n").code, "unhashable-key");
  EXPECT_EQ(problem_of("? [{a: b}]\n: c\n").code, "unhashable-key");
}

TEST(YamlLoad, SaysThatATemplateAsAMapNeedsQuotes) {
  EXPECT_EQ(problem_of("a: {{ b }}").message, "A template that begins a value must be in quotes: \"{{ b }}\".");
  EXPECT_EQ(problem_of("{{a: b}: c}").message, "A map cannot be a key of a map. If it is text, put it in quotes.");
}

TEST(YamlLoad, MergesWhereTheKeyStandsInKubernetes) {
  const auto merged = [](const std::string& map) {
    YamlLoadOptions options = with_rules(YamlRules::kubernetes);
    options.last_duplicate_wins = true;
    return Loaded("- &a {p: 1, q: 1}\n- &b {q: 2, s: 2}\n- " + map, options).value.as_list()[2];
  };
  Budget budget;
  EXPECT_EQ(python_repr(merged("{p: 5, <<: *a}"), budget), "{'p': 1, 'q': 1}");
  EXPECT_EQ(python_repr(merged("{<<: *a, p: 5}"), budget), "{'p': 5, 'q': 1}");
  EXPECT_EQ(python_repr(merged("{<<: *a, <<: *b}"), budget), "{'p': 1, 'q': 2, 's': 2}");
  EXPECT_EQ(python_repr(merged("{<<: [*a, *b]}"), budget), "{'q': 1, 's': 2, 'p': 1}");
  EXPECT_EQ(python_repr(merged("{p: 5, <<: []}"), budget), "{'p': 5}");
  const YamlLoadOptions options = with_rules(YamlRules::kubernetes);
  for (const char* wrong : {"{<<: 5}", "{<<: null}", "{<<: [{}, 1]}"}) {
    EXPECT_EQ(problem_of(wrong, options).code, "invalid-merge") << wrong;
  }
}

TEST(YamlLoad, ReadsTheTagsAndKeysOfKubernetes) {
  const auto read = [](const std::string& yaml) { return Loaded(yaml, with_rules(YamlRules::kubernetes)).text(); };
  EXPECT_EQ(read("!!set {a, b}"), "{'a': None, 'b': None}");
  EXPECT_EQ(read("!!omap [x: 1, z: 2]"), "[{'x': 1}, {'z': 2}]");
  EXPECT_EQ(read("{.inf: 1, -.Inf: 2, .NaN: 3}"), "{'.inf': 1, '-.inf': 2, '.nan': 3}");
}

TEST(YamlLoad, RefusesWhatOnlyYaml12Reads) {
  for (const YamlRules rules : {YamlRules::yaml_1_1, YamlRules::kubernetes}) {
    const YamlLoadOptions options = with_rules(rules);
    for (const char* yaml : {"a: &v1.2 1", "[:0]", "{a: :b}", "{:a: b}"}) {
      EXPECT_EQ(problem_of(yaml, options).code, "yaml-syntax") << yaml;
      EXPECT_EQ(problem_of(yaml).code, "") << yaml;
    }
    EXPECT_EQ(Loaded("a: :b", options).text(), "{'a': ':b'}");
  }
  EXPECT_EQ(
      problem_of("a: &v1.2 1", with_rules(YamlRules::yaml_1_1)).message,
      "The anchor \"v1.2\" contains \".\". Here the names of anchors have only letters from A to Z, digits, `-` and "
      "`_`.");
}

TEST(YamlLoad, RefusesTheEscapeOfASlashInKubernetes) {
  const YamlLoadOptions kubernetes = with_rules(YamlRules::kubernetes);
  EXPECT_EQ(problem_of(R"(a: "b\/c")", kubernetes).code, "yaml-syntax");
  EXPECT_EQ(Loaded(R"(a: "b\\/c")", kubernetes).text(), R"({'a': 'b\\/c'})");
  EXPECT_EQ(Loaded(R"(a: "b\/c")").text(), "{'a': 'b/c'}");
}

TEST(YamlLoad, RefusesTabsBetweenTokensWhereTheyDoNotSeparate) {
  YamlLoadOptions options;
  options.tabs_separate = false;
  for (const char* yaml : {"a:\tb", "a: b\t# c", "a: b\t\n", "a: b\tc", "[1,\t2]", "a: 'x'\t", "a: |\t\n  x",
                           "a: &b\tc", "a: 1\n\t\nb: 2", "a: b\n  \tc"}) {
    EXPECT_EQ(problem_of(yaml, options).code, "yaml-syntax") << yaml;
  }
  for (const char* yaml : {"a: b # x\ty", "a: 'b\tc'", "a: \"b\n \tc\"", "a: |\n  b\tc\n  \td\n", "a: b\n#\tx\nc: d"}) {
    EXPECT_EQ(problem_of(yaml, options).code, "") << yaml;
  }
  EXPECT_EQ(Loaded("a:\tb").text(), "{'a': 'b'}");
}

TEST(YamlLoad, ReadsCollectionsWithATagOfYamlsOwn) {
  EXPECT_EQ(Loaded("!!set {a, b}").text(), "{'a', 'b'}");
  EXPECT_EQ(Loaded("!!omap [x: 1, y: 2]").text(), "{'x': 1, 'y': 2}");
  EXPECT_EQ(Loaded("[!!seq [1], !!map {a: 1}]").text(), "[[1], {'a': 1}]");
  EXPECT_EQ(problem_of("!!omap [1]").code, "invalid-scalar");
  EXPECT_EQ(problem_of("!!str [1]").code, "unknown-tag");
}

TEST(YamlLoad, NamesAnUnknownTag) {
  const Diagnostic problem = problem_of("a: !vault 1");
  EXPECT_EQ(problem.code, "unknown-tag");
  EXPECT_EQ(problem.message, "The tag \"!vault\" has no meaning here.");
}

TEST(YamlLoad, GivesTagsToTheReaderOfTags) {
  YamlLoadOptions options;
  options.read_tag = [](std::string_view tag, const Value& content, OriginId) -> std::optional<Value> {
    if (tag != "!secret") return std::nullopt;
    return content.with_sensitive();
  };
  const Loaded loaded("a: !secret 5\nb: !secret [x]\n", options);
  EXPECT_EQ(loaded.at("a").as_string(), "5");
  EXPECT_TRUE(loaded.at("a").sensitive());
  EXPECT_TRUE(loaded.at("b").sensitive());
  EXPECT_EQ(loaded.origin_text(loaded.at("a")), "!secret 5");
  EXPECT_THROW(Loaded("!other x", options), Error);
}

// Each line names the previous line nine times.
std::string laughs(int lines, const std::string& first, const std::string& open, const std::string& item,
                   const std::string& close) {
  std::string yaml = "- &a0 " + first + "\n";
  for (int line = 1; line <= lines; ++line) {
    yaml += "- &a" + std::to_string(line) + " " + open;
    for (int time = 0; time < 9; ++time) yaml += (time == 0 ? "" : ", ") + item + "*a" + std::to_string(line - 1);
    yaml += close + "\n";
  }
  return yaml;
}

TEST(YamlLoad, ChargesAliasesForWhatTheyStandFor) {
  EXPECT_EQ(limit_of(laughs(12, "lol", "[", "", "]")), "limit-steps");
  EXPECT_EQ(Loaded(laughs(2, "lol", "[", "", "]")).value.as_list().size(), 3U);
}

TEST(YamlLoad, EndsAtTheDepthLimitWhenAliasesNest) {
  std::string yaml = "- &a0 " + std::string(150, '[') + std::string(150, ']') + "\n";
  EXPECT_EQ(Loaded(yaml + "- [*a0]").value.as_list().size(), 2U);
  EXPECT_EQ(limit_of(yaml + "- &a1 " + std::string(100, '[') + "*a0" + std::string(100, ']')), "limit-depth");
}

TEST(YamlLoad, ReadsAnEmptyDocumentAsNull) {
  EXPECT_TRUE(Loaded("").value.is_null());
}

}  // namespace
}  // namespace evalground
