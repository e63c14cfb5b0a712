#include "language_server/step.hpp"

#include <exception>
#include <utility>

#include "base/generous_budget.hpp"
#include "language_server/message.hpp"
#include "language_server/server.hpp"
#include "value/json.hpp"

namespace evalground::language_server {
namespace {

// Answers from the data of the step.
class StepHost final : public EditorHost {
 public:
  explicit StepHost(const Map& step) : step_(step) {}

  void send(Map message) override {
    message.set("jsonrpc", Value::string("2.0"));
    messages.push_back(Value::map(std::move(message)));
  }

  bool is_cancelled(const Value&) override { return flag_of(step_, "isCancelled"); }

  Map read_folder(const std::string& uri) override {
    const Map& folders = map_of(step_, "folders");
    if (!folders.contains(uri)) throw NotYet{{{"folder", Value::string(uri)}}};
    return map_of(folders, uri);
  }

  Ran run(const Run& run) override {
    if (const Map& own = map_of(step_, "run"); text_of(own, "uri") == run.uri) {
      return {text_of(own, "outcome"), flag_of(own, "isCancelled"), flag_of(own, "hasTold")};
    }
    const Map& known = map_of(step_, "runs");
    if (!run.is_fresh && known.contains(run.uri)) return {text_of(known, run.uri)};
    Budget budget = generous_budget();
    Map wanted{{"uri", Value::string(run.uri)},
               {"workspace", Value::string(write_json(Value::map(run.workspace), budget))},
               {"options", Value::string(write_json(Value::map(run.options), budget))},
               {"isFresh", Value::boolean(run.is_fresh)}};
    if (!run.token.is_undefined()) wanted.set("token", run.token);
    throw NotYet{{{"run", Value::map(std::move(wanted))}}};
  }

  Ran change(const Search& search) override {
    if (step_.contains("change")) {
      const Map& own = map_of(step_, "change");
      return {text_of(own, "answer"), flag_of(own, "isCancelled"), flag_of(own, "hasTold")};
    }
    Budget budget = generous_budget();
    Map wanted{{"request", Value::string(write_json(Value::map(search.wish), budget))}};
    if (!search.token.is_undefined()) wanted.set("token", search.token);
    throw NotYet{{{"change", Value::map(std::move(wanted))}}};
  }

  std::string link_to(const Map& workspace) override {
    if (step_.contains("link")) return text_of(step_, "link");
    Budget budget = generous_budget();
    throw NotYet{{{"link", Value::string(write_json(Value::map(workspace), budget))}}};
  }

  List messages;

 private:
  const Map& step_;
};

Map taken(const Map& step) {
  Budget budget = generous_budget();
  const std::string before = text_of(step, "session");
  const Value session = before.empty() ? Value::map() : parse_json(before, budget);
  StepHost host(step);
  LanguageServer server(host, session.as_map(), text_of(step, "site"));
  if (step.contains("message")) {
    server.read(map_of(step, "message"));
  } else {
    server.publish();
  }
  Map result{{"messages", Value::list(std::move(host.messages))},
             {"hasUnpublished", Value::boolean(server.has_unpublished())}};
  if (server.has_forgotten_files()) {
    result.set("forgets", Value::string("files"));
  } else if (server.has_forgotten_runs()) {
    result.set("forgets", Value::string("runs"));
  }
  const std::string after = write_json(Value::map(server.session()), budget);
  if (after != before) result.set("session", Value::string(after));
  return result;
}

}  // namespace

std::string step(std::string_view request) noexcept {
  Budget budget = generous_budget();
  const auto failed = [&](const char* why) { return write_json(Value::map({{"error", Value::string(why)}}), budget); };
  try {
    const Value read = parse_message(request);
    if (!read.is_map()) return failed("A step must be an object.");
    try {
      return write_json(Value::map(taken(read.as_map())), budget);
    } catch (NotYet& later) {
      return write_json(Value::map({{"wants", Value::map(std::move(later.wanted))}}), budget);
    }
  } catch (const std::exception& error) {
    return failed(error.what());
  }
}

}  // namespace evalground::language_server
