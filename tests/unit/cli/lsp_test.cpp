#include "cli/lsp/lsp.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <vector>

#include "value/json.hpp"

namespace evalground::cli {
namespace {

std::string framed(const std::string& json) {
  return "Content-Length: " + std::to_string(json.size()) + "\r\n\r\n" + json;
}

// What the server says to these messages, in order; it ends with them.
std::vector<Map> session(const std::vector<std::string>& messages) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::string all;
  for (const std::string& message : messages) all += framed(message);
  EXPECT_LT(all.size(), 60'000U);  // what a pipe holds
  EXPECT_EQ(write(ends[1], all.data(), all.size()), static_cast<ssize_t>(all.size()));
  close(ends[1]);
  std::FILE* output = std::tmpfile();
  Rpc rpc(ends[0], output);
  serve_editor(rpc);
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

// The answer to the request of that number, as JSON.
std::string answer_to(const std::vector<Map>& answers, int id) {
  Budget budget;
  for (const Map& answer : answers) {
    const Value* number = answer.find("id");
    if (number != nullptr && number->kind() == Kind::integer && number->as_integer() == id) {
      return write_json(Value::map(answer), budget);
    }
  }
  return {};
}

TEST(Lsp, SaysWhatItCanDo) {
  const auto answers = session({initialize, R"({"jsonrpc":"2.0","id":2,"method":"shutdown"})"});
  EXPECT_NE(answer_to(answers, 1).find("completionProvider"), std::string::npos);
  EXPECT_NE(answer_to(answers, 2).find("\"result\":null"), std::string::npos);
}

TEST(Lsp, CompletesAndHoversInAnOpenDocument) {
  const auto answers = session({initialize, opened("a.j2", "{{ host | up }}"),
                                asked(2, "completion", "a.j2", at(0, 12)), asked(3, "hover", "a.j2", at(0, 4))});
  EXPECT_NE(answer_to(answers, 2).find("\"label\":\"upper\""), std::string::npos) << answer_to(answers, 2);
  EXPECT_NE(answer_to(answers, 3).find("variable `host`"), std::string::npos) << answer_to(answers, 3);
}

TEST(Lsp, FollowsChangesOfARange) {
  const std::string change =
      R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///nowhere/a.j2","version":2},)"
      R"("contentChanges":[{"range":{"start":{"line":0,"character":10},"end":{"line":0,"character":12}},"text":"low"}]}})";
  const auto answers =
      session({initialize, opened("a.j2", "{{ host | up }}"), change, asked(2, "completion", "a.j2", at(0, 13))});
  EXPECT_NE(answer_to(answers, 2).find("\"label\":\"lower\""), std::string::npos) << answer_to(answers, 2);
}

TEST(Lsp, RenamesWithEditsByDocument) {
  const auto answers = session({initialize, opened("a.j2", "{% set a = 1 %}{{ a }}"),
                                asked(2, "rename", "a.j2", at(0, 7) + R"(,"newName":"b")")});
  EXPECT_NE(answer_to(answers, 2).find("file:///nowhere/a.j2"), std::string::npos) << answer_to(answers, 2);
  EXPECT_NE(answer_to(answers, 2).find("\"newText\":\"b\""), std::string::npos);
}

TEST(Lsp, SendsTheProblemsOfARun) {
  const auto answers = session({initialize, opened("a.j2", "{{ 1 | uper }}")});
  Budget budget;
  std::string all;
  for (const Map& answer : answers) all += write_json(Value::map(answer), budget);
  EXPECT_NE(all.find("publishDiagnostics"), std::string::npos);
  EXPECT_NE(all.find("uper"), std::string::npos) << all;
}

TEST(Lsp, RefusesWhatItDoesNotKnowAndWhatWasTakenBack) {
  const auto answers = session({initialize, R"({"jsonrpc":"2.0","id":2,"method":"textDocument/nonsense","params":{}})",
                                asked(3, "hover", "a.j2", at(0, 0)),
                                R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}})"});
  EXPECT_NE(answer_to(answers, 2).find("-32601"), std::string::npos);
  EXPECT_NE(answer_to(answers, 3).find("-32800"), std::string::npos);
}

TEST(Lsp, RecognisesADialectByItsText) {
  const auto answers = session({initialize,
                                opened("stack.yaml",
                                       "heat_template_version: wallaby\\nparameters: {size: {type: number}}\\noutputs: "
                                       "{a: {value: {get_param: s}}}\\n"),
                                asked(2, "completion", "stack.yaml", at(2, 34))});
  EXPECT_NE(answer_to(answers, 2).find("\"label\":\"size\""), std::string::npos) << answer_to(answers, 2);
}

}  // namespace
}  // namespace evalground::cli
