// `evalground shrink`: reduces a workspace, and disguises it, for a report. The search itself is the engine's
// (shrink/); this file gives it a host, shows its progress, and can be interrupted: the best workspace so far is then
// the result.
#include "cli/shrink/shrink.hpp"

#include <csignal>
#include <cstdio>
#include <unistd.h>

#include "base/generous_budget.hpp"
#include "base/text/text.hpp"
#include "cli/differences.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "cli/outcome_of.hpp"
#include "cli/outside.hpp"
#include "data/yaml/write.hpp"
#include "engine.hpp"
#include "shrink/goal.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"
#include "workspaces/withheld.hpp"

namespace evalground::cli {
namespace {

volatile std::sig_atomic_t is_interrupted = 0;

// Somebody looks at what goes to stderr.
bool is_watched() {
  return isatty(STDERR_FILENO) != 0;
}

// The outside, until somebody interrupts; shows how far the search has come.
// The handler only sets a flag. The engine asks cancelled(), so an interruption never leaves half a result.
class Interruptible final : public Host {
 public:
  explicit Interruptible(const Options& options) : outside_(options) {
    is_interrupted = 0;
    before_ = std::signal(SIGINT, [](int) { is_interrupted = 1; });
  }
  ~Interruptible() override { std::signal(SIGINT, before_); }
  Value call(std::string_view service, const Map& request, Caller* caller) override {
    return outside_.call(service, request, caller);
  }
  bool cancelled() override { return is_interrupted != 0; }
  void progress(const Progress& now) override {
    if (is_watched())
      std::fprintf(stderr, "\r%zu -> %zu bytes, %llu evaluations", now.before, now.now,
                   static_cast<unsigned long long>(now.trials));
  }

 private:
  Outside outside_;
  void (*before_)(int);
};

std::int64_t integer_at(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->kind() == Kind::integer ? value->as_integer() : 0;
}

// "instances.app.url=\"a\"": the path, and a value that is JSON, or text.
Value kept_of(const std::string& text, Budget& budget) {
  const std::size_t equals = shrinking::path_end(text);
  if (equals == 0 || text.empty()) throw UsageError("--keep takes PATH or PATH=VALUE, not " + quote(text));
  Map keep{{"path", Value::string(text.substr(0, equals))}};
  if (equals != std::string::npos) {
    const std::string value = text.substr(equals + 1);
    try {
      keep.set("value", parse_json(value, budget));
    } catch (const Error&) {
      keep.set("value", Value::string(value));
    }
  }
  return Value::map(std::move(keep));
}

// What of an outcome a search keeps, roughly: whether it failed, and by which problems.
std::vector<std::string> failures_of(const Map& outcome) {
  std::vector<std::string> codes;
  if (outcome.find("ok")->as_boolean()) codes.emplace_back("ok");
  const Value* diagnostics = outcome.find("diagnostics");
  for (const Value& one : diagnostics != nullptr ? diagnostics->as_list() : List()) {
    if (text_at(one.as_map(), "severity") == "error") codes.emplace_back(text_at(one.as_map(), "code"));
  }
  return codes;
}

// The workspace with other values for the inputs that are not shared. A search could drop what declares them secret, or
// show pieces of them among the names that it had to keep.
// Other values are tried before the search: first plain ones, then ones of the same shape, and the first that fails in
// the same way is used. So no secret takes part in the search at all.
Map shareable(const Map& workspace, const Options& options) {
  const WithheldInputs withheld = withheld_inputs(workspace);
  const Map placed = with_placeholders(workspace, ReplacedSecrets::declared);
  Budget budget = generous_budget();
  const bool is_plain = json_equal(Value::map(placed), Value::map(workspace), NumberEquality::by_value, budget);
  if (withheld.empty() && is_plain) return workspace;
  const std::vector<std::string> wanted = failures_of(outcome_of(workspace, options));
  for (const bool keeps_shape : {false, true}) {
    Map candidate = with_stand_ins(placed, withheld, keeps_shape);
    if (failures_of(outcome_of(candidate, options)) == wanted) return candidate;
  }
  const std::vector<std::string>& names = withheld.secret.empty() ? withheld.unread : withheld.secret;
  const std::string name = names.empty() ? "a value that is declared secret"
                                         : "the value of inputs." + names.front() + ", which may be secret";
  throw UsageError("the result depends on " + name + " and is not shared; replace it by one that you can share");
}

}  // namespace

Map reduced(const Map& given, const Options& options, bool shrinks, bool disguises) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  require_dialect(given, options);
  const Map workspace = shareable(given, options);
  Map request{{shrinks ? "shrink" : "disguise", Value::map(workspace)}};
  if (options.keep) request.set("keep", kept_of(*options.keep, budget));
  if (options.keep_error) request.set("keep_error", Value::string(*options.keep_error));
  if (options.trials) request.set("trials", Value::integer(static_cast<std::int64_t>(*options.trials)));
  if (options.time_ms != 0) request.set("time_ms", Value::integer(options.time_ms));
  if (shrinks && disguises) request.set("disguise", Value::boolean(true));
  if (options.keeps_lengths) request.set("lengths", Value::boolean(true));
  Interruptible host(options);
  const Value answer = parse_json(shrink(write_json(Value::map(std::move(request)), budget), host), budget);
  if (is_watched()) std::fputs("\r\033[K", stderr);
  const Value* ok = answer.as_map().find("ok");
  if (ok == nullptr || !ok->as_boolean()) {
    const Map& problem = answer.as_map().find("diagnostics")->as_list().front().as_map();
    throw UsageError(std::string(problem.find("message")->as_string()));
  }
  return answer.as_map();
}

std::string reduction_text(const Map& answer) {
  std::string text = std::to_string(integer_at(answer, "before")) + " -> " +
                     std::to_string(integer_at(answer, "after")) + " bytes, " +
                     std::to_string(integer_at(answer, "trials")) + " evaluations; kept: ";
  const Map& kept = answer.find("kept")->as_map();
  if (const Value* code = kept.find("code")) {
    text += "the problem " + quote(code->as_string());
    if (const Value* file = kept.find("file")) text += " in " + std::string(file->as_string());
  } else {
    text += kept.contains("difference") ? "what differs at " : "the value at ";
    std::string_view separator;
    for (const Value& path : kept.find("paths")->as_list()) {
      text.append(separator).append(path_text(path.as_list()));
      separator = ", ";
    }
  }
  if (const Value* bound = answer.find("bound")) {
    const std::string_view word = bound->as_string();
    text += word == "time"     ? "; ended by its time, --time gives more"
            : word == "trials" ? "; ended by --trials"
                               : "; ended because it was interrupted";
  } else if (answer.find("minimal")->as_boolean()) {
    text += "; nothing more can go";
  }
  text += ".\n";
  const Value* stayed = answer.find("stayed");
  if (stayed != nullptr && !stayed->as_list().empty()) {
    text += "These names had to stay:";
    for (const Value& name : stayed->as_list()) text += " " + std::string(name.as_string());
    text += "\n";
  }
  return text;
}

void write_table(const Map& answer, const Options& options) {
  if (!options.table) return;
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  write_named(*options.table, write_json(*answer.find("names"), budget, {.indent = 2}) + "\n");
}

void shrink_workspace(const Options& options) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  const Map answer = reduced(read_input(options), options, true, options.disguises);
  write_table(answer, options);
  const Value& workspace = *answer.find("workspace");
  const std::string text = options.format == Format::json ? write_json(workspace, budget, {.indent = 2}) + "\n"
                                                          : write_yaml(workspace, budget);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputs(reduction_text(answer).c_str(), stderr);
}

}  // namespace evalground::cli
