// Requests to shrink() and what they must not do: lose what must be kept, or reveal a secret.
#include <gtest/gtest.h>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

Value ask(const std::string& request) {
  ClosedHost host;
  Budget budget;
  return parse_json(shrink(request, host), budget);
}

std::string part(const Value& answer, std::string_view key) {
  const Value* value = answer.as_map().find(key);
  Limits limits;
  Budget budget(limits);
  return value == nullptr ? "nothing" : write_json(*value, budget);
}

std::string problem(const Value& answer) {
  return std::string(answer.as_map().find("diagnostics")->as_list().front().as_map().find("message")->as_string());
}

TEST(Shrink, KeepsAFailureAtItsPlace) {
  const Value answer = ask(R"j({"shrink": {"dialect": "jinja2", "main": "t.j2", "title": "x",
      "files": {"t.j2": "{% set a = 1 %}\nfirst {{ a | upper }}\n{% if a %}\n  {{ missing.y | lower }}\n{% endif %}\n", "b": "c"},
      "vars": {"a": 1, "b": 2}}, "trials": 1000})j");
  EXPECT_EQ(part(answer, "workspace"), R"j({"dialect":"jinja2","main":"t.j2","files":{"t.j2":"{{ missing.y }}"}})j");
  EXPECT_EQ(part(answer, "minimal"), "true");
}

TEST(Shrink, KeepsTheWordsOfAFailure) {
  const Value answer = ask(R"j({"shrink": {"dialect": "jinja2", "main": "t.j2",
      "files": {"t.j2": "{% for s in sites %}\n  {{ s.name }} {{ s.cert.path }}\n{% endfor %}\n"},
      "options": {"undefined": "strict"},
      "vars": {"sites": [{"name": "a", "cert": {"path": "/a"}}, {"name": "b", "port": 1}]}}, "trials": 1000})j");
  // `{{ s }}` alone also fails with the code "undefined".
  EXPECT_EQ(part(answer, "kept"), R"j({"code":"undefined","file":"t.j2"})j");
  const std::string text = part(answer, "workspace");
  EXPECT_NE(text.find("cert"), std::string::npos) << text;
  EXPECT_NE(text.find("sites"), std::string::npos) << text;
  EXPECT_EQ(text.find("port"), std::string::npos) << text;
}

TEST(Shrink, KeepsAValueByItsPath) {
  const Value answer = ask(R"j({"shrink": {"dialect": "unfurl", "main":
      "instances:\n  db:\n    attributes:\n      # the port\n      port: 5432  # of it\n      host: a\n  app:\n    attributes:\n      x: 1\n"},
      "keep": {"path": "instances.db.port"}, "trials": 1000})j");
  const std::string text = part(answer, "workspace");
  EXPECT_NE(text.find("port: 5432"), std::string::npos) << text;
  EXPECT_EQ(text.find("host"), std::string::npos) << text;
  EXPECT_EQ(text.find("app"), std::string::npos) << text;
}

TEST(Shrink, KeepsCommentsOfWhatStays) {
  const Value answer = ask(R"j({"shrink": {"dialect": "unfurl", "expression": "::db::port", "main":
      "instances:\n  db:\n    attributes:\n      # the port\n      port: 5432  # of it\n      # gone\n      host: a\n"},
      "trials": 1000})j");
  const std::string text = part(answer, "workspace");
  EXPECT_NE(text.find("# the port"), std::string::npos) << text;
  EXPECT_NE(text.find("# of it"), std::string::npos) << text;
  EXPECT_EQ(text.find("# gone"), std::string::npos) << text;
}

TEST(Shrink, KeepsWhatDiffersFromTheExpectation) {
  const Value answer =
      ask(R"j({"shrink": {"dialect": "yaql", "expression": "dict(a => 1 + 1, b => $.x)", "data": {"x": 5, "y": 6},
      "expect": {
  "value" : {
    "a" : 3, "b" : 5
  }}}, "trials": 1000
})j");
  EXPECT_EQ(part(answer, "workspace"),
            R"j({"dialect":"yaql","expression":"dict(a => 1 + 1)","expect":{"value":{"a":3}}})j");
}

TEST(Shrink, IsTheSameEachTime) {
  const std::string request = R"j({"shrink": {"dialect": "yaql", "expression": "[1, 2, 3].select($ + $.x).where($ > 1)",
  "data" : {"a" : [ 1, 2 ]}
},
    "trials" : 40
})j";
  const Value first = ask(request);
  EXPECT_EQ(part(first, "workspace"), part(ask(request), "workspace"));
  EXPECT_EQ(part(first, "bound"), part(ask(request), "bound"));
}

TEST(Shrink, StopsWhereItsHostSaysSo) {
  class Stopped final : public Host {
   public:
    Value call(std::string_view, const Map&, Caller*) override { return {}; }
    bool cancelled() override { return ++asked_ > 3; }
    int asked_ = 0;
  } host;
  Budget budget;
  const Value answer = parse_json(
      shrink(
          R"j({"shrink": {"dialect": "jinja2", "main": "{{ a }}\n{{ b }}\n{{ c.d }}\n", "vars": {"a": 1, "b": 2}}})j",
          host),
      budget);
  EXPECT_EQ(part(answer, "bound"), "\"stop\"");
  EXPECT_NE(part(answer, "workspace").find("c.d"), std::string::npos);
}

TEST(Shrink, SaysWhatCannotBeKept) {
  EXPECT_EQ(problem(ask(R"j({"shrink": {"dialect": "yaql", "expression": "1"}, "keep_error": "syntax"})j")),
            "The workspace gives no problem \"syntax\"; it does not fail.");
  EXPECT_EQ(problem(ask(R"j({"shrink": {"dialect": "yaql", "expression": "1"}, "keep": {"path": "a", "value": 1}})j")),
            "The result has nothing at \"a\".");
  EXPECT_EQ(
      problem(ask(R"j({"shrink": {"dialect": "yaql", "expression": "[1]"}, "keep": {"path": "[0]", "value": 2}})j")),
      "The result has 1 at \"[0]\", not 2.");
  EXPECT_EQ(problem(ask(R"j({"shrink": {"dialect": "nothing"}})j")), "The workspace names an unknown dialect.");
  EXPECT_EQ(problem(ask(R"j({"shrink": 1})j")), "A request needs a workspace under `shrink` or `disguise`.");
}

TEST(Shrink, WithholdsSecrets) {
  const std::string workspace =
      R"j({"dialect": "unfurl", "main": "instances:\n  db:\n    attributes:\n      password: {eval: {secret: pw}}\n      port: 1\n",
      "expression": "::db::password", "secrets": {"pw": "hunter2-and-more", "other": "swordfish-too"}})j";
  for (const char* how : {"shrink", "disguise"}) {
    ClosedHost host;
    const std::string text = shrink(std::string("{\"") + how + "\": " + workspace + "}", host);
    EXPECT_NE(text.find("\"ok\":true"), std::string::npos) << text;
    EXPECT_EQ(text.find("hunter"), std::string::npos) << text;
    EXPECT_EQ(text.find("swordfish"), std::string::npos) << text;
  }
}

TEST(Disguise, RenamesAlikeAndKeepsShapes) {
  const Value answer =
      ask(R"j({"disguise": {"dialect": "jinja2", "main": "{{ shop_host }} {{ shop_net }} {{ absentee_shop.x }}\n",
      "vars": {"shop_host": "web01.shop.example.org", "shop_net": "10.20.30.0/24", "shop_dns": "10.20.30.41", "release": "2.14.3",
      "unused_key": "Zk3v9Qx7Lm2Np8Rt5Wy1"}}})j");
  const std::string text = part(answer, "workspace");
  for (const char* word : {"shop", "web0", "20.30", "2.14.3", "Zk3v9", "absentee"}) {
    EXPECT_EQ(text.find(word), std::string::npos) << word << " in " << text;
  }
  EXPECT_NE(text.find(".example.org"), std::string::npos) << text;
  EXPECT_NE(text.find(".0/24"), std::string::npos) << text;
  EXPECT_EQ(part(answer, "stayed"), "[]");
  EXPECT_EQ(part(answer, "kept"), R"j({"code":"undefined","file":"main.j2"})j");
}

TEST(Disguise, SaysWhichNamesHadToStay) {
  const Value answer = ask(
      R"j({"disguise": {"dialect": "jinja2", "main": "{{ secretword | hash('md5') }} {{ other }}\n", "options": {"flavor": "ansible"},
      "vars": {"secretword": "abcdefgh", "other": "harmless"}}})j");
  EXPECT_EQ(part(answer, "stayed"), R"(["abcdefgh"])");
  EXPECT_EQ(part(answer, "workspace").find("harmless"), std::string::npos);
}

}  // namespace
}  // namespace evalground
