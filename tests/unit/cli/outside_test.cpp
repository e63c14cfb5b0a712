// The command's host with real programs: python3, and curl against a server of the test. Tests are skipped on machines
// without them.

#include "cli/outside.hpp"

#include <gtest/gtest.h>

#include "base/budget.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

Value json(std::string_view text) {
  Budget budget;
  return parse_json(text, budget);
}

std::string text(const Value& value) {
  Budget budget;
  return write_json(value, budget);
}

Options allowing(bool fetch, bool python) {
  Options options;
  options.allow_fetch = fetch;
  options.allow_private = fetch;  // from a server of the test
  options.allow_python = python;
  return options;
}

// --- Python

class RunningPython : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_program("python3")) GTEST_SKIP() << "needs python3, which is not installed";
  }

  // The outcome of a document with this code in f.py.
  static Map outcome(std::string_view code, const Options& options = allowing(false, true),
                     std::string_view call = "{python: f.py#f, args: 4}") {
    const std::string main =
        "port: 80\nsecret: {eval: {secret: password}}\nresult: {eval: " + std::string(call) + "}\n";
    const Value workspace =
        Value::map({{"dialect", Value::string("unfurl")},
                    {"files", Value::map({{"main.yaml", Value::string(main)},
                                          {"f.py", Value::string(code)},
                                          {"lib/sub.py", Value::string("NAME = 'sub'\nfrom . import other\n")},
                                          {"lib/other.py", Value::string("NAME = __name__\n")}})},
                    {"env", Value::map({{"REGION", Value::string("eu")}})},
                    {"secrets", Value::map({{"password", Value::string("hunter2")}})},
                    {"seed", Value::integer(3)},
                    {"expression", Value::string("result")}});
    Outside host(options);
    const std::string run = "{\"timeMs\": " + std::to_string(options.time_ms) + "}";
    return json(evaluate(text(workspace), run, host)).as_map();
  }
  static std::string result(std::string_view code, std::string_view call = "{python: f.py#f, args: 4}") {
    const Map map = outcome(code, allowing(false, true), call);
    const Value* value = map.find("value");
    return map.find("ok")->as_boolean() && value != nullptr ? text(*value) : text(*map.find("diagnostics"));
  }
  static std::string code_of(const Map& map) {
    return std::string(map.find("diagnostics")->as_list()[0].as_map().find("code")->as_string());
  }
};

TEST_F(RunningPython, GivesAFunctionTheContextAndItsArguments) {
  EXPECT_EQ(result("def f(context, n):\n  return [n + 1, context.currentResource.name]"), R"([5,"main"])");
}

TEST_F(RunningPython, GivesNoSecondArgumentWhereThereIsNone) {
  EXPECT_EQ(result("def f(context):\n  return context.query('port')", "{python: f.py#f}"), "80");
}

TEST_F(RunningPython, ReadsAttributesAndVariables) {
  EXPECT_EQ(result("def f(context, n):\n"
                   "  attributes = context.currentResource.attributes\n"
                   "  return [attributes['port'], attributes.get('gone', 0), list(attributes), len(context.vars)]"),
            R"([80,0,["port","secret","result"],0])");
}

TEST_F(RunningPython, ImportsModulesOfTheWorkspace) {
  EXPECT_EQ(result("import lib.sub\ndef f(context, n):\n  return [lib.sub.NAME, lib.sub.other.NAME]"),
            R"(["sub","lib.other"])");
  EXPECT_EQ(result("", "{python: lib.g.f}").find("\"value\""), std::string::npos);
}

TEST_F(RunningPython, CallsAFunctionOfAModule) {
  EXPECT_EQ(result("def f(context):\n  return 'module'", "{python: f.f}"), R"("module")");
}

TEST_F(RunningPython, OpensFilesOfTheWorkspaceForReadingOnly) {
  EXPECT_EQ(result("def f(context, n):\n  return open('lib/other.py').read()"), R"("NAME = __name__\n")");
  EXPECT_NE(result("def f(context, n):\n  return open('lib/other.py', 'w')").find("PermissionError"),
            std::string::npos);
  EXPECT_NE(result("def f(context, n):\n  return open('gone')").find("FileNotFoundError"), std::string::npos);
}

TEST_F(RunningPython, SeesTheWorkspacesEnvironmentAndSeed) {
  EXPECT_EQ(result("import os\ndef f(context, n):\n  return dict(os.environ)"), R"({"REGION":"eu"})");
  const std::string random = "import random\ndef f(context, n):\n  return random.random()";
  EXPECT_EQ(result(random), result(random));
}

TEST_F(RunningPython, MayPrintAndRead) {
  EXPECT_EQ(result("import sys, os\ndef f(context, n):\n  print('x')\n  os.write(1, b'y')\n  return sys.stdin.read()"),
            R"("")");
}

TEST_F(RunningPython, PointsAtTheLineOfAnException) {
  const Map map = outcome("def f(context, n):\n  return n / 0\n");
  EXPECT_EQ(code_of(map), "python-exception");
  const Map& span = map.find("diagnostics")->as_list()[0].as_map().find("span")->as_map();
  EXPECT_EQ(span.find("file")->as_string(), "f.py");
  EXPECT_EQ(span.find("line")->as_integer(), 2);
}

TEST_F(RunningPython, PointsAtASyntaxError) {
  const Map map = outcome("def f(context, n):\n  return (\n");
  EXPECT_EQ(map.find("diagnostics")->as_list()[0].as_map().find("span")->as_map().find("line")->as_integer(), 2);
}

TEST_F(RunningPython, MarksWhatComesOfASecret) {
  const std::string leak = "def f(context, n):\n  return context.currentResource.attributes['secret'].upper()";
  EXPECT_EQ(result(leak), R"("<<REDACTED>>")");
  EXPECT_EQ(result("def f(context, n):\n  raise ValueError(context.query('secret'))").find("hunter2"),
            std::string::npos);
}

TEST_F(RunningPython, MarksASecretThatAGlobalHasKept) {
  const std::string keep =
      "kept = []\n"
      "def f(context, n):\n"
      "  if kept:\n"
      "    return 'it is ' + kept[0]\n"
      "  kept.append(context.query('secret'))\n"
      "  return context.query({'eval': {'python': 'f.py#f', 'args': 1}}) and f(context, n)\n";
  EXPECT_EQ(result(keep), R"("<<REDACTED>>")");
}

TEST_F(RunningPython, EndsCallsThatCallEachOtherForEver) {
  const Map map = outcome("def f(context, n):\n  return context.query({'eval': {'python': 'f.py#f', 'args': n}})");
  EXPECT_FALSE(map.find("ok")->as_boolean());
}

TEST_F(RunningPython, IsEndedAtTheTimeLimit) {
  Options options = allowing(false, true);
  options.time_ms = 300;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(code_of(outcome("def f(context, n):\n  while True: pass", options)), "limit-time");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(RunningPython, SaysWhenPythonHasEnded) {
  EXPECT_EQ(code_of(outcome("import os\ndef f(context, n):\n  os._exit(1)")), "python-unavailable");
}

TEST_F(RunningPython, NeedsTheFlag) {
  EXPECT_EQ(code_of(outcome("def f(context, n):\n  return 1", allowing(false, false))), "python-unavailable");
}

// --- fetch

// Serves "port: 81" at /a.yaml, bytes at /b, a redirection to /a.yaml at /moved and one to a file at /away.
constexpr const char* server_program = R"(
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        place = {'/moved': '/a.yaml', '/away': 'file:///etc/passwd'}.get(self.path)
        self.send_response(302 if place else 200 if self.path in ('/a.yaml', '/b') else 404)
        if place: self.send_header('Location', place)
        self.end_headers()
        self.wfile.write(b'\xff\x00' if self.path == '/b' else b'port: 81\n')
    def log_message(self, *args): pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
)";

class Fetching : public testing::Test {
 protected:
  void SetUp() override {
    const auto python = find_program("python3");
    if (!find_program("curl") || !python) GTEST_SKIP() << "needs curl and python3, and one of them is not installed";
    ProcessLimits limits;
    limits.output = 1000;
    server_ = std::make_unique<Process>(std::vector<std::string>{*python, "-c", server_program}, std::nullopt, limits);
    address_ = "http://127.0.0.1:" + server_->read_line().value() + "/";
  }

  std::string url(std::string_view name) const { return address_ + std::string(name); }
  Value fetched(const std::string& from) { return host_.call("fetch", Map{{"url", Value::string(from)}}); }
  std::string problem(const std::string& from) {
    try {
      return text(fetched(from));
    } catch (const Error& error) {
      return error.what();
    }
  }

  Outside host_{allowing(true, false)};

 private:
  std::unique_ptr<Process> server_;
  std::string address_;
};

TEST_F(Fetching, GivesTextOrBytes) {
  EXPECT_EQ(fetched(url("a.yaml")).as_string(), "port: 81\n");
  EXPECT_EQ(fetched(url("b")).as_bytes(), std::string_view("\xff\0", 2));
  EXPECT_EQ(host_.fetched().size(), 2U);
}

TEST_F(Fetching, FollowsRedirectionsToTheWebOnly) {
  EXPECT_EQ(fetched(url("moved")).as_string(), "port: 81\n");
  EXPECT_NE(problem(url("away")).find("could not be fetched"), std::string::npos);
  EXPECT_NE(problem("file:///etc/passwd").find("only http and https"), std::string::npos);
}

TEST_F(Fetching, SaysWhatWentWrong) {
  EXPECT_EQ(problem(url("gone")),
            "The URL \"" + url("gone") + "\" could not be fetched: The requested URL returned error: 404.");
}

TEST_F(Fetching, AnswersAnIncludeOfAUrl) {
  const std::string workspace =
      R"({"dialect": "unfurl", "main": "+include: )" + url("a.yaml") + R"(\nhost: x\n", "expression": "port"})";
  const Map outcome = json(evaluate(workspace, "", host_)).as_map();
  EXPECT_EQ(text(*outcome.find("value")), "81");
}

TEST(Outside, LeavesAUrlOpenWithoutTheFlag) {
  Outside host(allowing(false, false));
  EXPECT_THROW(host.call("fetch", Map{{"url", Value::string("http://127.0.0.1:1/")}}), Pending);
}

TEST(Outside, ShowsWhereAUrlIsAskedForThatIsLeftOpen) {
  Outside host(allowing(false, false));
  const Map outcome =
      json(evaluate(R"({"dialect": "unfurl", "main": "a: 1\n+include: http://127.0.0.1:1/\n"})", "", host)).as_map();
  const Map& diagnostic = outcome.find("diagnostics")->as_list()[0].as_map();
  EXPECT_EQ(diagnostic.find("code")->as_string(), "pending");
  EXPECT_EQ(diagnostic.find("span")->as_map().find("line")->as_integer(), 2);
  EXPECT_EQ(diagnostic.find("span")->as_map().find("column")->as_integer(), 11);
  EXPECT_EQ(text(*outcome.find("pending")),
            R"([{"service":"fetch","request":{"url":"http://127.0.0.1:1/"},"file":"http://127.0.0.1:1/"}])");
}

// --- Separate processes

#ifdef __EMSCRIPTEN__
TEST(Isolated, EvaluationsNeedTheNativeCommand) {
  EXPECT_THROW(evaluate_isolated("{}", "", Options()), UsageError);
}
#else
constexpr const char* endless =
    R"({"dialect": "jinja2", "main": "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}"})";

std::string first_code(const std::string& outcome) {
  return std::string(json(outcome).as_map().find("diagnostics")->as_list()[0].as_map().find("code")->as_string());
}

TEST(Isolated, EvaluationsGiveTheSame) {
  const std::string workspace = R"({"dialect": "jinja2", "main": "{{ 1 + 1 }}{{ nope.x }}"})";
  Options options;
  const Map here = json(evaluate(workspace, "", options)).as_map();
  options.isolates = true;
  const Map there = json(evaluate(workspace, "", options)).as_map();
  for (const char* key : {"ok", "diagnostics"}) EXPECT_EQ(text(*here.find(key)), text(*there.find(key)));
}

// The engine's own limits act first. Here it has no time limit, and a memory limit beyond the process's.
TEST(Isolated, EvaluationsAreEndedBeyondTheirLimits) {
  Options options;
  options.time_ms = 200;
  EXPECT_EQ(first_code(evaluate_isolated(endless, R"({"limits": {"steps": 100000000000}})", options)), "limit-time");
  options.limits = {{"memory", "1000000"}};
  const std::string large = R"({"dialect": "jinja2", "main": "{{ ('x' * 200000000) | length }}"})";
  const std::string run = R"({"limits": {"memory": 4000000000, "output": 4000000000}})";
  EXPECT_EQ(first_code(evaluate_isolated(large, run, options)), "limit-memory");
}
#endif

}  // namespace
}  // namespace evalground::cli
