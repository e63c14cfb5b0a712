// `evalground`: the engine as a command. Exit codes: 0 success, 1 an evaluation, a case or an example failed, 2
// wrong usage, 3 check-docs found no examples.
//
// Results go to stdout, everything about them to stderr, so that a pipeline gets the result alone.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

#include "base/budget.hpp"
#include "base/text/encoding.hpp"
#include "cli/cases.hpp"
#include "cli/change.hpp"
#include "cli/check_docs/check_docs.hpp"
#include "cli/command_line/completion.hpp"
#include "cli/command_line/help.hpp"
#include "cli/command_line/verbs.hpp"
#include "cli/disk.hpp"
#include "cli/document.hpp"
#include "cli/functions.hpp"
#include "cli/graph.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/lsp/lsp.hpp"
#include "cli/options.hpp"
#include "cli/outside.hpp"
#include "cli/port.hpp"
#include "cli/repl/repl.hpp"
#include "cli/report.hpp"
#include "cli/restore.hpp"
#include "cli/serve/serve.hpp"
#include "cli/shrink/link.hpp"
#include "cli/shrink/shrink.hpp"
#include "cli/snapshot/bisect.hpp"
#include "cli/snapshot/snapshot.hpp"
#include "cli/verify/verify.hpp"
#include "cli/why.hpp"
#include "engine.hpp"
#include "runtime/secrets.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr int worked = 0;
constexpr int failed = 1;
constexpr int wrong_use = 2;
constexpr int nothing_found = 3;

// Throws DiskError if the text cannot be written, for example on a full disk or into a closed pipe.
void print(std::FILE* stream, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() || std::fflush(stream) != 0) {
    throw DiskError(std::string("cannot write the ") + (stream == stdout ? "result" : "problems") + ": " +
                    std::strerror(errno));
  }
}

// A file with a secret has only its redaction in the outcome. Saving that would destroy a good file.
void save_written(const Map& outcome, const std::string& folder, bool follow) {
  const Value* files = outcome.find("files");
  if (files == nullptr) return;
  for (const auto& [name, content] : files->as_map()) {
    const std::string path(name.as_string());
    if (content.is_string() && content.as_string() == redaction) {
      print(stderr, path + " holds a secret and is not saved; with --reveal it is.\n");
    } else if (content.is_string()) {
      write_below(folder, path, content.as_string(), follow);
    } else {
      write_below(
          folder, path,
          decode_base64(content.as_map().find("base64")->as_string(), Base64Alphabet::standard, Padding::present).bytes,
          follow);
    }
  }
}

// Adds fetched files, so that problems in them can be shown.
void add_fetched(Map& workspace, const Map& fetched) {
  if (fetched.empty()) return;
  const Value* given = workspace.find("files");
  Map files = given != nullptr && given->is_map() ? given->as_map() : Map();
  for (const auto& [url, content] : fetched) files.set(url, content);
  workspace.set("files", Value::map(std::move(files)));
}

// What is printed of an outcome: its graph, or its result.
std::string answer_text(const Map& outcome, const Map& workspace, const Options& options) {
  if (options.verb == Verb::graph) {
    const Value* graph = outcome.find("graph");
    return graph == nullptr ? std::string() : graph_text(graph->as_map(), options.format);
  }
  const bool has_answer = outcome.find("value") != nullptr || outcome.find("text") != nullptr;
  // An expression that failed has no result, also where the outcome has parts of its document, as of a policy.
  const bool is_unanswered = workspace.contains("expression") && !has_answer && !outcome.find("ok")->as_boolean();
  return is_unanswered ? std::string() : result_text(outcome, options.format);
}

// What goes to a terminal is made printable, what goes to a file or a pipe is not changed.
int evaluate_input(const Options& options) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  Map workspace = read_input(options);
  Outside host(options);
  if (options.changed)
    workspace = with_changes(std::move(workspace), *options.changed, run_options_json(options), host);
  const std::string text = write_json(Value::map(workspace), budget, {.refuses_not_finite = true});
  const std::string run_options = run_options_json(options);
  const std::string json =
      options.isolates ? evaluate_isolated(text, run_options, options) : evaluate(text, run_options, host);
  const Value value = parse_json(json, budget);
  const Map& outcome = value.as_map();
  const std::string result = answer_text(outcome, workspace, options);
  const bool is_text = options.format == Format::text || options.format == Format::automatic;
  print(stdout, is_text && ::isatty(STDOUT_FILENO) != 0 ? printable(result) : result);
  print(stderr, printable(trace_text(outcome)));
  add_fetched(workspace, host.fetched());
  print(stderr, problems_text(outcome, workspace, wants_color(options.color), &options));
  if (options.verb == Verb::graph && outcome.find("graph") == nullptr) {
    print(stderr, "evalground: there is no graph of this document\n");
    return failed;
  }
  if (options.out) save_written(outcome, *options.out, options.follow);
  return outcome.find("ok")->as_boolean() ? worked : failed;
}

int serve_standard_streams(const Options& options) {
  Rpc rpc(0, stdout);
  EditorSettings settings;
  settings.site = options.site.value_or("");
  return serve_editor(rpc, settings) ? worked : failed;
}

// A verb decides what a failure means: a wrong result is 1, and whatever is thrown is a wrong use, 2.
int run(const std::vector<std::string>& arguments) {
  const Options options = with_document(read_options(arguments));
  switch (options.verb) {
    case Verb::help:
      if (options.format == Format::json) {
        print(stdout, help_json());
      } else {
        print(stdout, options.about.empty() ? help_text() : help_text_of(verb_of(options.about)));
      }
      return worked;
    case Verb::completion: print(stdout, completion_text(options)); return worked;
    case Verb::version: print(stdout, "evalground " + version() + "\n"); return worked;
    case Verb::functions: print(stdout, functions_text(options.dialect.value_or(""), options.format)); return worked;
    case Verb::cases: return run_cases(options, run_options_json(options)) ? worked : failed;
    case Verb::lsp: return serve_standard_streams(options);
    case Verb::port: return port_files(options) ? worked : failed;
    case Verb::change: return change_value(options) ? worked : failed;
    case Verb::why: return tell_why(options) ? worked : failed;
    case Verb::shrink: shrink_workspace(options); return worked;
    case Verb::link: link_workspace(options); return worked;
    case Verb::snapshot: return snapshot(options) ? worked : failed;
    case Verb::bisect: bisect(options); return worked;
    case Verb::verify: return verify(options) ? worked : failed;
    case Verb::serve: serve_folder(options); return worked;
    case Verb::repl: return run_repl(options) ? worked : failed;
    case Verb::check_docs:
      switch (check_docs(options)) {
        case Checked::right: return worked;
        case Checked::wrong: return failed;
        case Checked::too_few: return nothing_found;
        case Checked::unreadable: return wrong_use;
      }
      return wrong_use;
    case Verb::eval:
    case Verb::expand:
    case Verb::host:
    case Verb::matrix:
    case Verb::inventory:
    case Verb::graph:
    case Verb::restore: return evaluate_input(options);
  }
  return wrong_use;
}

}  // namespace
}  // namespace evalground::cli

int main(int count, char** values) {
  using namespace evalground;
  // Report a closed output, or a file beyond the allowed size, as write errors instead of signals.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int code = cli::run(std::vector<std::string>(values + 1, values + count));
    cli::print(stdout, "");  // flush what `cases` has left in the buffer
    return code;
  } catch (const std::exception& error) {
    // UsageError, DiskError, LinkError, ListenError, and Error for a file that does not parse: the input is wrong.
    std::fprintf(stderr, "evalground: %s\n", cli::printable(error.what()).c_str());
    return cli::wrong_use;
  }
}
