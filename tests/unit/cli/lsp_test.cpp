#include "cli/lsp/lsp.hpp"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>
#include <vector>

#include "cli/disk.hpp"
#include "cli/link.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

std::string framed(const std::string& json) {
  return "Content-Length: " + std::to_string(json.size()) + "\r\n\r\n" + json;
}

// The server's messages in answer to these and to the bytes `behind` them.
std::vector<Map> session(const std::vector<std::string>& messages, const EditorSettings& settings = {},
                         const std::string& behind = {}) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::string all;
  for (const std::string& message : messages) all += framed(message);
  all += behind;
  EXPECT_LT(all.size(), 60'000U);  // the capacity of a pipe
  EXPECT_EQ(write(ends[1], all.data(), all.size()), static_cast<ssize_t>(all.size()));
  close(ends[1]);
  std::FILE* output = std::tmpfile();
  Rpc rpc(ends[0], output);
  serve_editor(rpc, settings);
  close(ends[0]);
  std::rewind(output);
  std::string text(1 << 20, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), output));
  std::fclose(output);
  std::vector<Map> answers;
  Budget budget;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t head = text.find("\r\n\r\n", at);
    const std::size_t length = std::stoul(text.substr(at + 16, head - at - 16));
    answers.push_back(parse_json(std::string_view(text).substr(head + 4, length), budget).as_map());
    at = head + 4 + length;
  }
  return answers;
}

const std::string initialize = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}})";

std::string opened(const std::string& name, const std::string& text) {
  return R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///nowhere/)" +
         name + R"(","languageId":"","version":1,"text":")" + text + R"("}}})";
}

std::string asked(int id, const std::string& method, const std::string& name, const std::string& more) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"textDocument/)" + method +
         R"(","params":{"textDocument":{"uri":"file:///nowhere/)" + name + R"("})" + more + "}}";
}

std::string at(int line, int character) {
  return R"(,"position":{"line":)" + std::to_string(line) + R"(,"character":)" + std::to_string(character) + "}";
}

// The answer to the request with that id, as JSON.
std::string answer_to(const std::vector<Map>& answers, int id) {
  Budget budget;
  for (const Map& answer : answers) {
    const Value* number = answer.contains("method") ? nullptr : answer.find("id");
    if (number != nullptr && number->kind() == Kind::integer && number->as_integer() == id) {
      return write_json(Value::map(answer), budget);
    }
  }
  return {};
}

std::string all_of(const std::vector<Map>& answers) {
  Budget budget;
  std::string all;
  for (const Map& answer : answers) all += write_json(Value::map(answer), budget) + "\n";
  return all;
}

// Editors written in JavaScript send this while one half of an emoji is deleted.
TEST(Frames, MayHoldHalfACharacter) {
  for (const std::string half : {R"(x\ud83d)", R"(\uDE00y)", R"(\ude00\ud83d)", R"(\\\ud83d)"}) {
    const std::vector<Map> answers = session(
        {initialize, opened("a.j2", half), asked(2, "documentSymbol", "a.j2", ""), R"({"id":9,"method":"shutdown"})"});
    EXPECT_TRUE(std::none_of(answers.begin(), answers.end(), [](const Map& answer) {
      return answer.contains("error");
    })) << half;
    EXPECT_TRUE(std::any_of(answers.begin(), answers.end(), [](const Map& answer) {
      const Value* id = answer.find("id");
      return id != nullptr && id->as_integer() == 2 && answer.contains("result");
    })) << half;
  }
}

// Whatever is sent, the next message is answered, and an error tells the sender that something was not.
TEST(Frames, ThatAreBrokenAreSkipped) {
  Budget budget;
  const std::string huge = "Content-Length: 99999999999999999999\r\n\r\n{}";
  for (const std::string broken :
       {"Content-Length: x\r\n\r\n", "Content-Length: -5\r\n\r\n{}", "Other: 1\r\n\r\n{}", "garbage", "garbage\r\n\r\n",
        "Content-Length: 3\n\n{}\n", huge.c_str(), "Content-Length: 9\r\n\r\n{\"id\": 1}{}{}"}) {
    const std::string hover = asked(2, "hover", "a.j2", at(0, 0));
    const std::vector<Map> answers = session({initialize}, {}, broken + framed(hover));
    EXPECT_FALSE(answer_to(answers, 1).empty()) << broken;
    EXPECT_FALSE(answer_to(answers, 2).empty()) << broken;
    const std::string all = all_of(answers);
    if (broken != "garbage") {
      EXPECT_NE(all.find("-32700"), std::string::npos) << broken << all;
    }
  }
}

TEST(Frames, HaveHeadersInAnyCaseAndOrder) {
  const std::string shutdown = R"({"id":2,"method":"shutdown"})";
  for (const std::string header : {"content-length: ", "Content-Type: text/x\r\nCONTENT-LENGTH:"}) {
    const std::string frame = header + std::to_string(shutdown.size()) + "\r\n\r\n" + shutdown;
    EXPECT_FALSE(answer_to(session({initialize}, {}, frame), 2).empty()) << header;
  }
}

// Broken JSON, bytes that are no UTF-8, a batch, a text, and a method that is a number.
TEST(Frames, WithoutAMessageAreAnsweredWithAnError) {
  for (const std::string body : {"{\"id\":", "{\"id\": \"\xff\xfe\"}", "", "[{\"id\": 3}]", "[]", "\"text\"",
                                 "{\"method\": 5}", "\xef\xbb\xbf{", "nul"}) {
    const std::vector<Map> answers = session({body, initialize});
    ASSERT_EQ(answers.size(), 2U) << body;
    EXPECT_TRUE(answers[0].find("id")->is_null()) << body;
    EXPECT_TRUE(answers[0].contains("error")) << body;
    EXPECT_FALSE(answer_to(answers, 1).empty()) << body;
  }
}

TEST(Lsp, RefusesWhatItDoesNotKnowAndWhatWasTakenBack) {
  const auto answers = session({initialize, R"({"jsonrpc":"2.0","id":2,"method":"textDocument/nonsense","params":{}})",
                                asked(3, "hover", "a.j2", at(0, 0)),
                                R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}})"});
  EXPECT_NE(answer_to(answers, 2).find("-32601"), std::string::npos);
  EXPECT_NE(answer_to(answers, 3).find("-32800"), std::string::npos);
}

std::string command(int id, const std::string& name, const std::string& document, const std::string& more = "") {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"method":"workspace/executeCommand","params":{"command":"evalground.)" + name +
         R"(","arguments":["file:///nowhere/)" + document + R"("])" + more + "}}";
}

TEST(Lsp, SharesALinkWithoutSecrets) {
  const std::string text =
      "heat_template_version: wallaby\\nparameters: {size: {type: number, default: 1}, key: {type: string, hidden: "
      "true}}"
      "\\noutputs: {a: {value: "
      "{get_param: size}}}\\n";
  const std::string settings =
      R"(secrets: {token: hunter2}\ninputs: {size: 2, key: quiet}\ndialect: heat\nmain: stack.yaml\n)";
  const std::string configured =
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"window":{"showDocument":{"support":true}}},)"
      R"("initializationOptions":{"site":"https://site.test/"}}})";
  const auto answers = session({configured, opened("stack.yaml", text), opened(".evalground.yaml", settings),
                                opened("other.yaml", "a: 1"), asked(2, "codeLens", "stack.yaml", ""),
                                command(3, "share", "stack.yaml")});
  EXPECT_NE(answer_to(answers, 2).find("evalground.share"), std::string::npos);
  const std::string answer = answer_to(answers, 3);
  const std::size_t begin = answer.find("https://site.test/#w1.");
  ASSERT_NE(begin, std::string::npos) << answer;
  const std::string workspace = read_link(answer.substr(begin, answer.find('"', begin) - begin));
  EXPECT_NE(workspace.find(R"("token":null)"), std::string::npos) << workspace;
  EXPECT_NE(workspace.find(R"("size":2)"), std::string::npos) << workspace;
  EXPECT_EQ(workspace.find("hunter2"), std::string::npos) << "secrets are withheld";
  EXPECT_EQ(workspace.find("quiet"), std::string::npos) << "and inputs that the document hides";
  EXPECT_EQ(workspace.find("other.yaml"), std::string::npos) << "what the run has not read stays at home";
  EXPECT_NE(all_of(answers).find("window/showDocument"), std::string::npos);
}

TEST(Lsp, TellsOfARunThatTakesLong) {
  const std::string loop = "{% for i in range(100000) %}{% endfor %}";
  const auto answers =
      session({initialize, opened("a.j2", loop), command(2, "evaluate", "a.j2", R"(,"workDoneToken":7)")},
              {{}, std::chrono::milliseconds(0)});
  const std::string all = all_of(answers);
  const std::size_t begin = all.find(R"("params":{"token":7,"value":{"kind":"begin")");
  const std::size_t end = all.find(R"("params":{"token":7,"value":{"kind":"end"}})");
  ASSERT_NE(begin, std::string::npos) << all;
  EXPECT_LT(begin, end);
  EXPECT_LT(end, all.find(R"("id":2,"result")"));
}

TEST(Lsp, MakesRoomForProgressAheadOfTime) {
  const std::string able =
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"window":{"workDoneProgress":true}}}})";
  const auto answers = session(
      {able, R"({"jsonrpc":"2.0","method":"initialized","params":{}})", R"({"jsonrpc":"2.0","id":1,"result":null})",
       opened("a.j2", "{% for i in range(100000) %}{% endfor %}"), command(2, "evaluate", "a.j2")},
      {{}, std::chrono::milliseconds(0)});
  const std::string all = all_of(answers);
  EXPECT_NE(all.find(R"("method":"window/workDoneProgress/create","params":{"token":"evalground/1"})"),
            std::string::npos);
  EXPECT_NE(all.find(R"("token":"evalground/1","value":{"kind":"begin")"), std::string::npos) << all;
  EXPECT_NE(all.find(R"("params":{"token":"evalground/2"})"), std::string::npos) << "the next one";
}

TEST(Lsp, EndsARunThatIsTakenBack) {
  // The request is already being processed when the cancellation is read.
  const auto answers = session({initialize, opened("a.j2", "{% for i in range(100000) %}{% endfor %}"),
                                command(2, "evaluate", "a.j2", R"(,"workDoneToken":7)"),
                                R"({"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":7}})"});
  EXPECT_NE(answer_to(answers, 2).find("-32800"), std::string::npos) << answer_to(answers, 2);
}

TEST(Lsp, EndsASearchThatIsTakenBack) {
  const std::string change =
      R"({"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":{"command":"evalground.change",)"
      R"("arguments":["file:///nowhere/a.j2",["text",0],"b"],"workDoneToken":7}})";
  const auto answers = session({initialize, opened("a.j2", "{% for i in range(100000) %}{% endfor %}a"), change,
                                R"({"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":7}})"});
  EXPECT_NE(answer_to(answers, 2).find("-32800"), std::string::npos) << answer_to(answers, 2);
}

TEST(Lsp, WatchesFilesAndFolders) {
  const std::string able =
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}},)"
      R"("workspaceFolders":[{"uri":"file://FOLDER","name":"a"}]}})";
  std::string folder = ::testing::TempDir() + "evalground_lsp_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  write_below(folder, "lib.j2", "{% macro m() %}{% endmacro %}", false);
  std::string started = able;
  started.replace(started.find("FOLDER"), 6, folder);
  const std::string open =
      R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://)" + folder +
      R"(/a.j2","languageId":"","version":1,"text":"{% include 'lib.j2' %}{% include 'new.j2' %}"}}})";
  const std::string problems =
      R"({"jsonrpc":"2.0","id":ID,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file://)" +
      folder + R"(/a.j2"}}})";
  const auto numbered = [&](const char* id) {
    std::string text = problems;
    return text.replace(text.find("ID"), 2, id);
  };
  const std::string removed =
      R"({"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[],"removed":[{"uri":"file://)" +
      folder + R"(","name":"a"}]}}})";
  const auto answers = session({started, R"({"jsonrpc":"2.0","method":"initialized","params":{}})", open, numbered("2"),
                                removed, numbered("3")});
  EXPECT_NE(all_of(answers).find(R"("method":"client/registerCapability")"), std::string::npos);
  EXPECT_NE(answer_to(answers, 2).find("new.j2"), std::string::npos) << answer_to(answers, 2);
  EXPECT_EQ(answer_to(answers, 2).find("lib.j2\\\" "), std::string::npos);
  EXPECT_NE(answer_to(answers, 3).find("lib.j2"), std::string::npos) << "the folder is no workspace any more";
  unlink((folder + "/lib.j2").c_str());
  rmdir(folder.c_str());
}

// True when a value contains the wanted parts: keys of maps, and for each item of a list a matching one.
bool holds(const Value& value, const Value& wanted) {
  if (wanted.is_map()) {
    if (!value.is_map()) return false;
    for (const auto& [key, part] : wanted.as_map()) {
      const Value* own = value.as_map().find(key);
      if (own == nullptr || !holds(*own, part)) return false;
    }
    return true;
  }
  if (wanted.is_list() && value.is_list()) {
    const List& all = value.as_list();
    if (wanted.as_list().empty()) return all.empty();
    return std::all_of(wanted.as_list().begin(), wanted.as_list().end(), [&](const Value& item) {
      return std::any_of(all.begin(), all.end(), [&](const Value& one) { return holds(one, item); });
    });
  }
  Budget budget;
  return write_json(value, budget) == write_json(wanted, budget);
}

// The package's path is tested in wasm/test/lsp.test.ts.
TEST(Sessions, AreAsRecorded) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/editors/sessions")) {
    ++count;
    Budget budget;
    const Value recorded = parse_json(read_file(entry.path().string()), budget);
    std::vector<std::string> messages;
    for (const Value& message : recorded.as_map().find("messages")->as_list()) {
      messages.push_back(write_json(message, budget));
    }
    const std::vector<Map> answers = session(messages);
    for (const auto& [id, wanted] : recorded.as_map().find("answers")->as_map()) {
      const std::string given = answer_to(answers, std::stoi(std::string(id.as_string())));
      ASSERT_FALSE(given.empty()) << entry.path() << " " << id.as_string();
      EXPECT_TRUE(holds(parse_json(given, budget), wanted)) << entry.path() << "\n" << given;
    }
    if (const Value* equal = recorded.as_map().find("equal")) {
      for (const auto& [id, wanted] : equal->as_map()) {
        Map given = parse_json(answer_to(answers, std::stoi(std::string(id.as_string()))), budget).as_map();
        for (const std::string_view key : {"id", "jsonrpc"}) given.erase(key);
        EXPECT_EQ(write_json(Value::map(given), budget), write_json(wanted, budget)) << entry.path();
      }
    }
    const Value* notices = recorded.as_map().find("notices");
    if (notices == nullptr) continue;
    for (const Value& wanted : notices->as_list()) {
      const bool is_there =
          std::any_of(answers.begin(), answers.end(), [&](const Map& one) { return holds(Value::map(one), wanted); });
      EXPECT_TRUE(is_there) << entry.path() << "\n" << write_json(wanted, budget) << "\n" << all_of(answers);
    }
  }
  EXPECT_GE(count, 12U);
}

}  // namespace
}  // namespace evalground::cli
