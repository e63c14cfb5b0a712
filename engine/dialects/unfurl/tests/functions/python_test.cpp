// Tests the function `python` against a host played by the test.

#include <functional>

#include "dialects/unfurl/tests/loaded.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

class PlayedHost final : public Host {
 public:
  using Play = std::function<Value(const Map& request, Caller& caller)>;
  explicit PlayedHost(Play play) : play_(std::move(play)) {}
  Value call(std::string_view service, const Map& request, Caller* caller) override {
    EXPECT_EQ(service, "python");
    return play_(request, *caller);
  }

 private:
  Play play_;
};

Value json(std::string_view text) {
  Budget budget;
  return parse_json(text, budget);
}

std::string text(const Value& value) {
  Budget budget;
  return write_json(value, budget);
}

// A document whose attribute `called` of `web` calls Python.
class PythonFunction : public testing::Test {
 protected:
  explicit PythonFunction() {
    workspace.dialect = "unfurl";
    workspace.main = "lib/main.yaml";
    write("lib/main.yaml",
          "instances:\n"
          "  web:\n"
          "    attributes:\n"
          "      port: 80\n"
          "      password: {eval: {sensitive: hunter2}}\n"
          "      called: {eval: {python: ports.py#next_port, args: {eval: .::port}}, vars: {step: 2}}\n");
    write("lib/ports.py", "def next_port(context, port):\n    return port + missing\n");
  }

  void write(std::string_view name, std::string_view content) { workspace.files.set(name, Value::string(content)); }

  // The value of `called`. `play` acts as the host.
  Value called(PlayedHost::Play play) {
    host_ = std::make_unique<PlayedHost>(std::move(play));
    context = std::make_unique<Context>(workspace, options_, *host_);
    ensemble_ = std::make_unique<Ensemble>(*context);
    Evaluator& evaluator = ensemble_->evaluator;
    return evaluator.plain(evaluator.attribute(*evaluator.tree.find("web"), Value::string("called")));
  }
  Value called(std::string_view answer) {
    return called([answer](const Map&, Caller&) { return json(answer); });
  }
  Diagnostic problem(std::string_view answer) {
    try {
      called(answer);
    } catch (const Error& error) {
      return error.diagnostic;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
  }
  // The engine's answer to a question.
  std::string asked(std::string_view question) {
    std::string answer;
    called([&](const Map&, Caller& caller) {
      answer = text(caller.answer(json(question).as_map()));
      return json(R"({"value": 1})");
    });
    return answer;
  }
  std::string source_of(OriginId where) {
    return context->sources.path(context->sources.origin(where).file) + ": " +
           std::string(context->sources.text_of(where));
  }

  Workspace workspace;
  std::unique_ptr<Context> context;

 private:
  const RunOptions options_;
  std::unique_ptr<PlayedHost> host_;
  std::unique_ptr<Ensemble> ensemble_;
};

TEST_F(PythonFunction, AsksForAFunctionOfAFileBesideTheDocument) {
  workspace.seed = 7;
  workspace.env = Map{{"HOME", Value::string("/h")}};
  std::string request;
  called([&](const Map& map, Caller&) {
    request = text(Value::map(map));
    return json(R"({"value": 1})");
  });
  EXPECT_EQ(
      request,
      R"({"function":"next_port","folder":"lib","env":{"HOME":"/h"},"seed":7,)"
      R"("resource":{"$":"resource","key":"::web","name":"web"},"path":"lib/ports.py","args":80,"sensitive":false})");
}

TEST_F(PythonFunction, MarksWhatItAsksForWhereASecretNamesIt) {
  write("lib/main.yaml",
        "instances:\n"
        "  web:\n"
        "    attributes:\n"
        "      password: {eval: {sensitive: hunter2}}\n"
        "      called: {eval: {python: '{{ SELF.password }}.py#f'}}\n");
  write("lib/hunter2.py", "def f(context):\n    return 1\n");
  called([](const Map& request, Caller&) {
    for (const std::string_view key : {"path", "function", "folder"}) {
      const Value* part = request.find(key);
      EXPECT_TRUE(part != nullptr && part->sensitive()) << key;
    }
    return json(R"({"value": 1})");
  });
}

TEST_F(PythonFunction, GivesWhatPythonGave) {
  EXPECT_EQ(text(called(R"({"value": [81, {"a": null}]})")), R"([81,{"a":null}])");
}

TEST_F(PythonFunction, GivesValuesThatJsonHasNoFormFor) {
  const Value value = called(R"({"value": [{"$": "bytes", "base64": "AP8="}, {"$": "real", "text": "-inf"},
                                           {"$": "map", "items": [[1, "one"], ["$", 2]]}]})");
  EXPECT_EQ(value.as_list()[0].as_bytes(), std::string_view("\0\xff", 2));
  EXPECT_LT(value.as_list()[1].as_real(), 0);
  EXPECT_EQ(value.as_list()[2].as_map().find(Value::integer(1))->as_string(), "one");
}

TEST_F(PythonFunction, EvaluatesNothingInAResult) {
  EXPECT_EQ(text(called(R"({"value": {"eval": "::web::port"}})")), R"({"eval":"::web::port"})");
}

TEST_F(PythonFunction, GivesAResourceAsItself) {
  const Value value = called(R"({"value": {"$": "resource", "key": "::web", "name": "web"}})");
  ASSERT_NE(object_cast<Resource>(value), nullptr);
  EXPECT_EQ(object_cast<Resource>(value)->name, "web");
}

TEST_F(PythonFunction, RefusesAFormThatThereIsNot) {
  EXPECT_EQ(problem(R"({"value": {"$": "class"}})").code, "python-failed");
}

TEST_F(PythonFunction, MarksAllOfAResultThatHoldsSomethingSecret) {
  const Value value = called(R"({"value": ["hunter2"], "sensitive": true})");
  EXPECT_TRUE(value.sensitive());
  EXPECT_TRUE(value.as_list()[0].sensitive());
}

TEST_F(PythonFunction, ReportsAnExceptionAtItsLineInPython) {
  const Diagnostic diagnostic = problem(
      R"({"exception": {"type": "NameError", "message": "name 'missing' is not defined",
          "frames": [{"path": "lib/ports.py", "line": 1, "in": "<module>"},
                     {"path": "lib/ports.py", "line": 2, "begin": 18, "end": 25, "in": "next_port"}]}})");
  EXPECT_EQ(diagnostic.code, "python-exception");
  EXPECT_EQ(diagnostic.message, "The Python function \"next_port\" raised NameError: name 'missing' is not defined.");
  EXPECT_EQ(source_of(diagnostic.where), "lib/ports.py: missing");
  ASSERT_FALSE(diagnostic.notes.empty());
  EXPECT_EQ(source_of(diagnostic.notes[0].where), "lib/ports.py: def next_port(context, port):");
}

TEST_F(PythonFunction, FindsTheLineWhateverItEndsWith) {
  write("lib/ports.py", "one\r\ntwo\rthree\n  four  \n");
  EXPECT_EQ(
      source_of(problem(R"({"exception": {"type": "E", "frames": [{"path": "lib/ports.py", "line": 4}]}})").where),
      "lib/ports.py: four");
}

TEST_F(PythonFunction, StaysWithinTheTextWhateverPlaceIsNamed) {
  for (const std::string_view frame :
       {R"({"path": "lib/ports.py", "line": 99})", R"({"path": "lib/ports.py", "line": -1})",
        R"({"path": "gone.py", "line": 1})", R"({"path": "lib/ports.py", "line": 2, "begin": 3, "end": 400})",
        R"({"line": "2"})"}) {
    const std::string answer = R"({"exception": {"type": "E", "frames": [)" + std::string(frame) + "]}}";
    const Diagnostic diagnostic = problem(answer);
    EXPECT_NE(diagnostic.where, 0U) << frame;
    EXPECT_EQ(diagnostic.message, "The Python function \"next_port\" raised E.");
  }
}

TEST_F(PythonFunction, LeavesAMessageOutThatMayShowASecret) {
  const std::string message =
      problem(R"({"exception": {"type": "ValueError", "message": "hunter2"}, "sensitive": true})").message;
  EXPECT_EQ(message.find("hunter2"), std::string::npos);
  EXPECT_NE(message.find("ValueError"), std::string::npos);
}

TEST_F(PythonFunction, SuggestsTheNearestFunction) {
  const Diagnostic diagnostic = problem(R"({"missing": ["next_part", "open"]})");
  EXPECT_EQ(diagnostic.code, "unknown-function");
  EXPECT_NE(diagnostic.message.find("Did you mean \"next_part\"?"), std::string::npos);
  EXPECT_EQ(source_of(diagnostic.where), "lib/main.yaml: next_port");
}

TEST_F(PythonFunction, SaysWhyPythonDoesNotRun) {
  EXPECT_EQ(problem(R"({"unavailable": "Python is not allowed here."})").message, "Python is not allowed here.");
}

TEST_F(PythonFunction, AnswersQueries) {
  EXPECT_EQ(asked(R"({"ask": "query", "expression": "::web::port"})"), R"({"value":80,"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "query", "expression": ".::port", "list": true})"), R"({"value":[80],"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "query", "expression": "port", "resource": "::web"})"),
            R"({"value":80,"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "query", "expression": "::web"})"),
            R"({"value":{"$":"resource","key":"::web","name":"web"},"sensitive":false})");
}

TEST_F(PythonFunction, AnswersForVariablesAndAttributes) {
  EXPECT_EQ(asked(R"({"ask": "variable", "name": "step"})"), R"({"value":[2],"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "variable", "name": "stop"})"), R"({"value":null,"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "names", "of": "variable"})"), R"({"value":["step"],"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "attribute", "resource": "::web", "name": "port"})"),
            R"({"value":[80],"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "names", "of": "attribute", "resource": "::web"})"),
            R"({"value":["port","password","called"],"sensitive":false})");
}

TEST_F(PythonFunction, SaysWhichAnswersAreSecret) {
  EXPECT_EQ(asked(R"({"ask": "query", "expression": "::web::password"})"), R"({"value":"hunter2","sensitive":true})");
}

TEST_F(PythonFunction, AnswersForFilesOfTheWorkspaceOnly) {
  write("data.txt", "text");
  write("https://example.org/a.py", "remote");
  EXPECT_EQ(asked(R"({"ask": "file", "path": "/workspace/data.txt"})"), R"({"value":"text","sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "file", "path": "/workspace/lib"})"), R"({"value":true,"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "file", "path": "/workspace/https://example.org/a.py"})"),
            R"({"value":"remote","sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "file", "path": "/etc/passwd"})"), R"({"value":null,"sensitive":false})");
  EXPECT_EQ(asked(R"({"ask": "file", "path": "/workspace/../etc/passwd"})"), R"({"value":null,"sensitive":false})");
}

TEST_F(PythonFunction, TellsPythonOfAnErrorAndReportsItWhenPythonDoesNotCatchIt) {
  const auto play = [](const Map&, Caller& caller) {
    const Value answer = caller.answer(json(R"({"ask": "query", "expression": {"eval": {"nope": 1}}})").as_map());
    EXPECT_EQ(text(answer), R"({"error":"Function missing in {nope: 1}.","number":0})");
    return json(
        R"({"exception": {"type": "QueryError", "number": 0, "frames": [{"path": "lib/ports.py", "line": 2}]}})");
  };
  try {
    called(play);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic.code, "function-missing");
    EXPECT_EQ(source_of(error.diagnostic.where), "lib/ports.py: return port + missing");
  }
}

TEST_F(PythonFunction, EndsTheEvaluationByALimitThatAQuestionHasSpent) {
  workspace.limits.steps = 200'000;
  const auto play = [](const Map&, Caller& caller) {
    const Value loop = json(R"({"ask": "query", "expression": {"eval": {"q": [1,2,3,4,5,6,7,8,9]}, "foreach":
      {"eval": {"q": [1,2,3,4,5,6,7,8,9]}, "foreach": {"eval": {"q": [1,2,3,4,5,6,7,8,9]}, "foreach":
      {"eval": {"q": [1,2,3,4,5,6,7,8,9]}, "foreach": {"eval": {"q": [1,2,3,4,5,6,7,8,9]}, "foreach": "$item"}}}}}})");
    EXPECT_TRUE(caller.answer(loop.as_map()).as_map().contains("fatal"));
    EXPECT_TRUE(caller.answer(json(R"({"ask": "file", "path": "x"})").as_map()).as_map().contains("fatal"));
    return json(R"({"value": 1})");
  };
  EXPECT_THROW(called(play), LimitError);
}

TEST_F(PythonFunction, CallsItselfByAQueryNoMoreThanTheDepthAllows) {
  const PlayedHost::Play play = [](const Map&, Caller& caller) {
    const Value answer =
        caller.answer(json(R"({"ask": "query", "expression": {"eval": {"python": "ports.py#f"}}})").as_map());
    return answer.as_map().contains("error") ? json(R"({"value": 1})") : answer;
  };
  EXPECT_THROW(called(play), LimitError);
}

TEST_F(PythonFunction, IsNamedByAFileOrModuleAndAFunction) {
  for (const std::string_view wrong : {"ports", "ports.py", "#f", "ports.py#", ".f", "f."}) {
    write("lib/main.yaml", "instances: {web: {attributes: {called: {eval: {python: '" + std::string(wrong) + "'}}}}}");
    EXPECT_EQ(problem(R"({"value": 1})").code, "wrong-argument") << wrong;
  }
}

TEST_F(PythonFunction, NeedsAFileThatThereIs) {
  write("lib/main.yaml", "instances: {web: {attributes: {called: {eval: {python: 'parts.py#f'}}}}}");
  EXPECT_EQ(problem(R"({"value": 1})").code, "missing-file");
  write("lib/main.yaml", "instances: {web: {attributes: {called: {eval: {python: '../../parts.py#f'}}}}}");
  EXPECT_EQ(problem(R"({"value": 1})").code, "missing-file");
}

}  // namespace
}  // namespace evalground::unfurl
