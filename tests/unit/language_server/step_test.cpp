#include "language_server/step.hpp"

#include <gtest/gtest.h>

#include "base/generous_budget.hpp"
#include "language_server/message.hpp"
#include "value/json.hpp"

namespace evalground::language_server {
namespace {

std::string json_of(const Value& value) {
  Budget budget = generous_budget();
  return write_json(value, budget);
}

Map step_of(Map request) {
  Budget budget = generous_budget();
  return parse_json(step(json_of(Value::map(std::move(request)))), budget).as_map();
}

Value message(std::string_view json) {
  Budget budget = generous_budget();
  return parse_json(json, budget);
}

const std::string initialize =
    R"({"id":1,"method":"initialize","params":{"capabilities":{},"workspaceFolders":[{"uri":"file:///w/a%20b"}]}})";
const std::string opened =
    R"({"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///w/a b/a.j2","text":"{{ 1 }}"}}})";
const std::string evaluate =
    R"({"id":2,"method":"workspace/executeCommand","params":{"command":"evalground.evaluate","arguments":["file:///w/a b/a.j2"]}})";
const std::string share =
    R"({"id":3,"method":"workspace/executeCommand","params":{"command":"evalground.share","arguments":["file:///w/a b/a.j2"]}})";
const Value files = Value::map({{"file:///w/a%20b", Value::map({{"b.j2", Value::string("b")}})}});

// The session after these messages, none of which wants anything.
std::string session_after(std::initializer_list<std::string> messages) {
  std::string session;
  for (const std::string& each : messages) {
    const Map came = step_of({{"session", Value::string(session)}, {"message", message(each)}});
    EXPECT_FALSE(came.contains("wants")) << each;
    session = text_of(came, "session");
  }
  return session;
}

TEST(Step, KeepsWhatTheServerKeepsInASession) {
  const std::string session = session_after({initialize, opened});
  EXPECT_NE(session.find("{{ 1 }}"), std::string::npos) << session;
  const Map same =
      step_of({{"session", Value::string(session)}, {"message", message(R"({"id":7,"method":"nothing"})")}});
  EXPECT_FALSE(same.contains("session")) << json_of(Value::map(same));
  EXPECT_TRUE(flag_of(same, "hasUnpublished"));
}

TEST(Step, WantsTheFolderAndThenTheRun) {
  const Value session = Value::string(session_after({initialize, opened}));
  Map request{{"session", session}, {"message", message(evaluate)}};
  EXPECT_EQ(text_of(map_of(step_of(request), "wants"), "folder"), "file:///w/a%20b");
  request.set("folders", files);
  // The command does not use a known outcome.
  request.set("runs", Value::map({{"file:///w/a b/a.j2", Value::string(R"({"ok":true,"text":"old"})")}}));
  const Map wanted = map_of(map_of(step_of(request), "wants"), "run");
  EXPECT_EQ(text_of(wanted, "uri"), "file:///w/a b/a.j2");
  EXPECT_NE(text_of(wanted, "workspace").find(R"("b.j2":"b")"), std::string::npos) << json_of(Value::map(wanted));
  EXPECT_TRUE(flag_of(wanted, "isFresh"));
  request.set("run",
              Value::map({{"uri", *wanted.find("uri")}, {"outcome", Value::string(R"({"ok":true,"text":"1"})")}}));
  const List messages = list_of(step_of(request), "messages");
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(json_of(messages[1]), R"({"id":2,"result":{"ok":true,"text":"1"},"jsonrpc":"2.0"})");
}

TEST(Step, PublishesWithoutAMessageByWhatIsKnown) {
  const Value session = Value::string(session_after({initialize, opened}));
  const Value known = Value::map({{"file:///w/a b/a.j2", Value::string(R"({"ok":true,"diagnostics":[]})")}});
  const Map came = step_of({{"session", session}, {"folders", files}, {"runs", known}});
  EXPECT_NE(json_of(*came.find("messages")).find("publishDiagnostics"), std::string::npos);
  EXPECT_FALSE(flag_of(came, "hasUnpublished"));
}

TEST(Step, SendsTheSameProblemsOnlyOnce) {
  const Value session = Value::string(session_after({initialize, opened}));
  const Value known = Value::map({{"file:///w/a b/a.j2", Value::string(R"({"ok":true,"diagnostics":[]})")}});
  const auto report = [&](const std::string& before) {
    const std::string asked =
        R"({"id":4,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///w/a b/a.j2"},)"
        R"("previousResultId":")" +
        before + R"("}})";
    const Map came = step_of({{"session", session}, {"folders", files}, {"runs", known}, {"message", message(asked)}});
    return map_of(list_of(came, "messages")[0].as_map(), "result");
  };
  const Map first = report("");
  EXPECT_EQ(text_of(first, "kind"), "full");
  const Map second = report(text_of(first, "resultId"));
  EXPECT_EQ(text_of(second, "kind"), "unchanged");
  EXPECT_FALSE(second.contains("items"));
}

TEST(Step, KeepsUnpublishedWhatWasCancelled) {
  const Value session = Value::string(session_after({initialize, opened}));
  const Value run = Value::map({{"uri", Value::string("file:///w/a b/a.j2")}, {"isCancelled", Value::boolean(true)}});
  const Map came = step_of({{"session", session}, {"folders", files}, {"run", run}});
  EXPECT_TRUE(flag_of(came, "hasUnpublished"));
  EXPECT_TRUE(list_of(came, "messages").empty());
}

TEST(Step, WantsASearchForAChange) {
  const std::string change = R"({"id":5,"method":"workspace/executeCommand","params":{"command":"evalground.change",)"
                             R"("arguments":["file:///w/a b/a.j2",["text",0],"2"]}})";
  const Value session = Value::string(session_after({initialize, opened}));
  Map request{{"session", session}, {"folders", files}, {"message", message(change)}};
  const Map wanted = map_of(map_of(step_of(request), "wants"), "change");
  EXPECT_NE(text_of(wanted, "request").find(R"("path":["text",0],"toText":"2"})"), std::string::npos)
      << text_of(wanted, "request");
  request.set("change", Value::map({{"isCancelled", Value::boolean(true)}}));
  EXPECT_NE(json_of(*step_of(request).find("messages")).find("-32800"), std::string::npos);
  request.set("change", Value::map({{"answer", Value::string(R"({"ok":true,"now":"1","to":"2","candidates":[]})")}}));
  const Map answer = list_of(step_of(request), "messages")[0].as_map();
  EXPECT_EQ(json_of(map_of(answer, "result").contains("candidates") ? *answer.find("id") : Value()), "5");
}

TEST(Step, WantsALinkToWhatMayBeGivenAway) {
  const Value session = Value::string(session_after({initialize, opened}));
  Map request{{"session", session}, {"folders", files}, {"message", message(share)}};
  EXPECT_NE(json_of(*step_of(request).find("messages")).find("-32803"), std::string::npos) << "no site";
  const std::string settings =
      R"({"method":"workspace/didChangeConfiguration","params":{"settings":{"evalground":{"site":"https://s.test/"}}}})";
  const Map configured = step_of({{"session", session}, {"message", message(settings)}});
  request.set("session", *configured.find("session"));
  request.set("runs", Value::map({{"file:///w/a b/a.j2", Value::string(R"({"ok":true})")}}));
  const std::string wanted = text_of(map_of(step_of(request), "wants"), "link");
  EXPECT_NE(wanted.find("a.j2"), std::string::npos) << wanted;
  EXPECT_EQ(wanted.find("b.j2"), std::string::npos) << "the run has not read it";
  request.set("link", Value::string("w1.x"));
  EXPECT_NE(json_of(*step_of(request).find("messages")).find("https://s.test/#w1.x"), std::string::npos);
}

TEST(Step, SaysWhatDoesNotCountAnyMore) {
  const std::string session = session_after({initialize, opened});
  const auto forgotten = [&](std::string_view json) {
    return text_of(step_of({{"session", Value::string(session)}, {"message", message(json)}}), "forgets");
  };
  EXPECT_EQ(forgotten(opened), "runs");
  EXPECT_EQ(forgotten(R"({"method":"textDocument/didSave","params":{}})"), "files");
  EXPECT_EQ(forgotten(R"({"id":4,"method":"shutdown"})"), "");
}

TEST(Step, RefusesWhatWasTakenBack) {
  const Map came =
      step_of({{"message", message(R"({"id":4,"method":"shutdown"})")}, {"isCancelled", Value::boolean(true)}});
  EXPECT_NE(json_of(*came.find("messages")).find("-32800"), std::string::npos);
}

TEST(Step, AnswersWhatIsNoStep) {
  for (const std::string_view text : {"", "[]", "{", "1"}) {
    EXPECT_TRUE(step(text).starts_with(R"({"error":)")) << text;
  }
  EXPECT_TRUE(step("{\"session\":\"[\"}").starts_with(R"({"error":)"));
}

}  // namespace
}  // namespace evalground::language_server
