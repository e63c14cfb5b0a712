#include "cli/lsp/lsp.hpp"

#include <utility>

#include "base/generous_budget.hpp"
#include "cli/disk.hpp"
#include "cli/link.hpp"
#include "cli/lsp/run_watch.hpp"
#include "engine.hpp"
#include "language_server/server.hpp"
#include "language_server/uri.hpp"
#include "value/json.hpp"
#include "workspaces/settings_name.hpp"

namespace evalground::cli {
namespace {

// Answers immediately, from the disk, and by runs in this thread that check for incoming messages.
class StreamHost final : public language_server::EditorHost {
 public:
  StreamHost(Rpc& rpc, std::chrono::milliseconds quiet) : rpc_(rpc), quiet_(quiet) {}

  void send(Map message) override { rpc_.send(std::move(message)); }

  bool is_cancelled(const Value& id) override { return rpc_.is_cancelled(id); }

  // A folder that is too large or unreadable counts as empty. Open documents are then served without it.
  Map read_folder(const std::string& uri) override {
    const std::string place = language_server::place_of_uri(uri);
    if (!place.starts_with("file://")) return {};
    const std::string path = place.substr(7);
    try {
      Map files = cli::read_folder(path, false);
      // Its name begins with a dot, so it is not among the files that were read.
      const std::string settings = path + "/" + std::string(settings_name);
      if (is_file(settings)) files.set(settings_name, Value::string(read_file(settings)));
      return files;
    } catch (const DiskError&) {
      return {};
    }
  }

  language_server::Ran run(const language_server::Run& run) override {
    language_server::Ran ran;
    RunWatch watch(rpc_, run.request, run.token, quiet_, "Evaluating");
    ran.outcome = evaluate(run.workspace, run.options, watch);
    ran.was_cancelled = watch.was_cancelled();
    ran.has_told = watch.has_told();
    return ran;
  }

  language_server::Ran change(const language_server::Search& search) override {
    language_server::Ran ran;
    RunWatch watch(rpc_, search.request, search.token, quiet_, "Searching for changes");
    Budget budget = generous_budget();
    ran.outcome = evalground::change(write_json(Value::map(search.wish), budget), watch);
    ran.was_cancelled = watch.was_cancelled();
    ran.has_told = watch.has_told();
    return ran;
  }

  std::string link_to(const Map& workspace) override { return write_link(workspace); }

 private:
  Rpc& rpc_;
  const std::chrono::milliseconds quiet_;
};

}  // namespace

bool serve_editor(Rpc& rpc, const EditorSettings& settings) {
  StreamHost host(rpc, settings.quiet);
  language_server::LanguageServer server(host, {}, settings.site);
  while (const std::optional<Map> message = rpc.next()) {
    const Value* method = message->find("method");
    if (method != nullptr && method->as_string() == "exit") break;
    server.read(*message);
    if (server.has_unpublished() && !rpc.has_next()) server.publish();
  }
  return server.is_shut_down();
}

}  // namespace evalground::cli
