// The functions that the module, the command and the tests call: text in, text out (engine.hpp). This file connects the
// layers, and is the only one that knows all of them.
//
// evaluate() reads a workspace, finds its dialect, runs it, and writes the outcome. Prepared keeps the first two steps
// for many runs. Each step has its own budget and memory account, because their limits differ: a workspace sets the
// limits of its evaluation, but not those of reading it or of writing the outcome.
//
// Invariant: nothing is thrown out of here. A failure of the evaluation becomes a diagnostic in an outcome that keeps
// the rest (run), any other failure an outcome of its own (guarded).
#include "engine.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <span>

#include "assist/assist.hpp"
#include "assist/coverage.hpp"
#include "assist/graph.hpp"
#include "base/budget.hpp"
#include "base/heap_limit.hpp"
#include "base/memory.hpp"
#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "change/change.hpp"
#include "dialects/dialects.hpp"
#include "runtime/kept.hpp"
#include "runtime/keys.hpp"
#include "runtime/load_workspace.hpp"
#include "runtime/replace_values.hpp"
#include "runtime/unused_options.hpp"
#include "runtime/workspace_problems.hpp"
#include "runtime/write_outcome.hpp"
#include "shrink/shrink.hpp"
#include "value/flat.hpp"
#include "value/json.hpp"

namespace evalground {

// A workspace that was read, and how it is to be evaluated.
struct ReadWorkspace {
  const Dialect* dialect = nullptr;  // null: there is no such dialect
  Workspace workspace;
  RunOptions options;
  Describing describing;
  bool wants_coverage = false;
  bool wants_graph = false;
  std::span<const Option> known_options;
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> keys;  // for each of these, a JSON Pointer to what it is about
  std::optional<Value> too_deep;  // the key whose value is nested deeper than can be read
};

namespace {

// Reading a workspace and writing an outcome have bounds of their own, which no workspace can change.
Limits boundary_limits() {
  Limits limits;
  limits.steps = 1ULL << 32;
  limits.memory = 1ULL << 30;
  limits.output = 64ULL << 20;
  return limits;
}

// A dialect that is built on the one of that name comes before it, where its option is set: `jinja2` with the option
// `flavor: ansible` gives the dialect `ansible`.
const Dialect* find_dialect(std::string_view name, const Map& options) {
  const Dialect* found = nullptr;
  for (const Dialect* dialect : all_dialects()) {
    if (dialect->name() == name) found = dialect;
    const Base& base = dialect->description().base;
    if (base.dialect.empty() || base.dialect != name) continue;
    const Value* value = options.find(base.option);
    if (value != nullptr && value->is_string() && value->as_string() == base.value) return dialect;
  }
  return found;
}

std::string told_with_place(const Sources& sources, OriginId where, std::string_view message) {
  if (where == 0) return std::string(message);
  const Origin& origin = sources.origin(where);
  const Position position = sources.position(origin.file, origin.begin);
  return "line " + std::to_string(position.line) + ", column " + std::to_string(position.column) + ": " +
         std::string(message);
}

// JSON, or YAML when the text does not start as a JSON object. JSON that is nested too deep is cut, so that the outcome
// can name the key below which it is too deep.
Value parse_text(std::string_view text, Budget& budget, std::optional<Value>& cut) {
  if (trim_start(text).starts_with('{')) return parse_json_cut(text, budget, cut);
  Sources sources;
  const std::uint32_t file = sources.add_file("workspace", std::string(text));
  try {
    // The places are in sources that end here: the values must not name them, and the message must say them.
    const Value workspace = load_workspace(sources, file, budget, find_dialect);
    return parse_json(write_json(workspace, budget, {.refuses_not_finite = true}), budget);
  } catch (const Error& error) {
    throw Error(error.diagnostic.code, told_with_place(sources, error.diagnostic.where, error.what()));
  } catch (const LimitError& error) {
    throw Error(error.code(), told_with_place(sources, error.where(), error.what()));
  }
}

// Written before it is needed: then there may be no memory to write it.
constexpr std::string_view no_memory_outcome =
    R"({"ok":false,"diagnostics":[{"severity":"error","code":"limit-memory",)"
    R"("message":"The machine ran out of memory during this request."}]})";

// An outcome for what went wrong before there was a context to evaluate in.
std::string failed_outcome(std::string_view code, std::string_view message) {
  Budget budget;
  Map diagnostic{
      {"severity", Value::string("error")}, {"code", Value::string(code)}, {"message", Value::string(message)}};
  List diagnostics;
  diagnostics.push_back(Value::map(std::move(diagnostic)));
  return write_json(Value::map({{"ok", Value::boolean(false)}, {"diagnostics", Value::list(std::move(diagnostics))}}),
                    budget);
}

bool has_error(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::error) return true;
  }
  return false;
}

std::string unknown_dialect(std::string_view name) {
  std::vector<std::string_view> names;
  std::size_t flavors = 0;
  for (const Dialect* dialect : all_dialects()) {
    names.push_back(dialect->name());
    if (!dialect->description().base.dialect.empty()) ++flavors;
  }
  std::string message = names.size() == flavors + 1
                            ? "This module holds only the dialect " + quote(names[0]) + ", not " + quote(name) + "."
                            : "Unknown dialect " + quote(name) + "; known are " + join(names, ", ") + ".";
  if (const auto nearest = nearest_name(name, names)) message += " Did you mean " + quote(*nearest) + "?";
  return message;
}

void report(Context& context, Outcome& outcome, std::string code, std::string message, OriginId where) {
  outcome.ok = false;
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostic.where = where;
  context.diagnostics.push_back(std::move(diagnostic));
}

// Fails unless the main document is text, as every dialect reads it.
// UTF-16 is named, because editors on Windows save it without saying so.
void require_text(Context& context) {
  const Value* document = context.files.find(context.workspace.main);
  if (document == nullptr || document->is_string()) return;
  const std::string_view bytes = document->as_bytes();
  const bool is_utf16 = bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
  context.fail(0, "binary-file",
               "The file " + quote(context.workspace.main) + " is " +
                   (is_utf16 ? "UTF-16: save it as UTF-8."
                             : "binary: its byte " + std::to_string(find_invalid_utf8(bytes).value_or(0) + 1) +
                                   " is not UTF-8; it must be text."));
}

// The only place where an evaluation ends: whatever is thrown becomes a part of the outcome.
//
// `account.extend()` comes first in a handler: the evaluation may have used up its memory, and the report needs some.
// An out-of-memory error has two causes, the limit of this evaluation or the machine, and the message says which.
void run(const Dialect& dialect, Context& context, Outcome& outcome, MemoryAccount& account) {
  const HeapLimit heap(context.budget.limits().memory);
  try {
    require_text(context);
    dialect.evaluate(context, outcome);
    return;
  } catch (const Error& error) {
    account.extend();
    outcome.ok = false;
    context.report(error.diagnostic);
  } catch (const LimitError& error) {
    account.extend();
    report(context, outcome, error.code(), error.what(), place_in_text(error.where(), context));
  } catch (const Pending& pending) {
    report(context, outcome, "pending", pending.what(), context.here);
    outcome.pending.push_back(pending);
  } catch (const std::bad_alloc&) {
    account.extend();
    const LimitError limit(Limit::memory, context.budget.limits().memory);
    report(context, outcome, limit.code(),
           heap.is_spent() ? limit.what() : "The machine ran out of memory during this evaluation.",
           place_in_text(0, context));
  } catch (const std::exception& error) {
    report(context, outcome, "internal", std::string("The engine failed: ") + error.what(), context.here);
  }
}

bool is_set(const Value& options, std::string_view name) {
  const Value* value = options.is_map() ? options.as_map().find(name) : nullptr;
  return value != nullptr && value->kind() == Kind::boolean && value->as_boolean();
}

// Adds what f finds out about a run; nothing where even that is too much.
template <class F>
void find_out(Outcome& outcome, std::string_view key, F&& f) {
  try {
    Value found = f();
    if (!found.is_undefined()) outcome.found.set(key, std::move(found));
  } catch (const Error&) {
  } catch (const LimitError&) {
  } catch (const Pending&) {
  }
}

// Problems of a workspace are collected, not thrown: the user sees all of them at once, each with its key.
ReadWorkspace read_values(const Value& workspace, const Value& run_options) {
  ReadWorkspace read;
  read.dialect = dialect_for(workspace, find_dialect);
  read.workspace = read_workspace(workspace, read.dialect != nullptr ? &read.dialect->description() : nullptr,
                                  read.diagnostics, read.keys);
  // Here, as it takes memory that the evaluation's limit must not count.
  if (read.dialect != nullptr && !read.workspace.options.empty())
    read.known_options = known_options(*read.dialect, find_dialect);
  read.options = read_run_options(run_options);
  read.describing = read_describing(run_options);
  read.wants_coverage = is_set(run_options, "coverage");
  read.wants_graph = is_set(run_options, "graph");
  if (read.wants_graph) read.options.provenance = true;  // which tells what an attribute was computed from
  if (read.wants_coverage) read.options.trace = true;    // which it is made from
  return read;
}

ReadWorkspace read_texts(std::string_view workspace_text, std::string_view options_text, Budget& budget) {
  std::optional<Value> too_deep;
  const Value workspace = parse_text(workspace_text, budget, too_deep);
  const Value run_options = trim(options_text).empty() ? Value() : parse_json(options_text, budget);
  ReadWorkspace read = read_values(workspace, run_options);
  read.too_deep = std::move(too_deep);
  return read;
}

// Problems of reading a workspace that are shown with their places.
constexpr std::size_t most_placed = 1'000;

using Instant = std::chrono::steady_clock::time_point;

// Evaluates what was read, and gives the outcome as JSON. With `text`, a good outcome that has a text puts it there
// instead, and the result is empty. `diagnostics` are those of reading it.
std::string evaluate_read(const ReadWorkspace& read, const std::vector<Diagnostic>& diagnostics, Host& host,
                          Instant start, std::string* text = nullptr) {
  const Dialect* dialect = read.dialect;
  const Limits limits = limits_of(read.workspace, read.options);
  // Everything allocated from here on counts for the workspace, the context included.
  MemoryAccount account(limits.memory);
  Context context(read.workspace, read.options, host);
  context.diagnostics = diagnostics;
  Outcome outcome;
  std::vector<std::string> keys = read.keys;
  if (read.too_deep) {
    const LimitError error(Limit::depth, boundary_limits().depth);
    report(context, outcome, error.code(), error.what(), place_in_text(0, context));
    context.diagnostics.back().notes.push_back({"in " + quote(read.too_deep->as_string()) + " of the workspace", 0});
    dialect = nullptr;
  } else if (has_error(context.diagnostics)) {
    outcome.ok = false;
    dialect = nullptr;  // what it would show of the workspace is not asked for
  } else if (dialect == nullptr) {
    report(context, outcome, "unknown-dialect", unknown_dialect(read.workspace.dialect), 0);
    keys.resize(context.diagnostics.size());
    keys.back() = "/dialect";
  } else {
    context.warn_of_unknown_options(read.known_options);
    hint_at_unused_options(context, *dialect, find_dialect);
    run(*dialect, context, outcome, account);
  }
  if (text != nullptr && outcome.ok && outcome.text && outcome.text->size() <= limits.output) {
    *text = std::move(*outcome.text);
    return {};
  }
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  const RunCost cost{elapsed.count(), account.peak()};
  account.extend();
  // Not before: the evaluation's memory may be too small even for this.
  for (std::size_t at = 0; at < std::min(keys.size(), most_placed); ++at)
    context.diagnostics[at].where = context.origin_of_input(Via::input, keys[at]);
  if (dialect != nullptr && read.wants_coverage)
    find_out(outcome, "coverage", [&] { return coverage(context, *dialect, dialect->language()); });
  if (dialect != nullptr && read.wants_graph) find_out(outcome, "graph", [&] { return graph(context, *dialect); });
  return write_outcome(context, outcome, dialect, cost, read.describing);
}

std::string evaluate_workspace(std::string_view workspace_text, std::string_view options_text, Host& host) {
  const Instant start = std::chrono::steady_clock::now();
  const Limits boundary = boundary_limits();
  MemoryAccount reading(boundary.memory);
  Budget budget(boundary);
  const ReadWorkspace read = read_texts(workspace_text, options_text, budget);
  return evaluate_read(read, read.diagnostics, host, start);
}

// The values of a prepared workspace: JSON, or flat.
Value parse_values(std::string_view text, Budget& budget) {
  return is_flat(text) ? read_flat(text, budget) : parse_json(text, budget);
}

// f's text; what it throws becomes an outcome that says so.
// The text of the last resort is copied before f runs, because an allocation may be what fails. The outer catch covers
// the handlers themselves.
template <class F>
std::string guarded(F&& f) noexcept {
  std::string last_resort;
  try {
    last_resort = no_memory_outcome;
    try {
      return f();
    } catch (const Error& error) {
      return failed_outcome(error.diagnostic.code, error.what());
    } catch (const LimitError& error) {
      return failed_outcome(error.code(), error.what());
    } catch (const std::bad_alloc&) {
      return last_resort;
    } catch (const std::exception& error) {
      return failed_outcome("internal", std::string("The engine failed: ") + error.what());
    }
  } catch (...) {
    return last_resort;  // not even the report found memory
  }
}

// For a service that works with values. What an outcome says is defined by its JSON, which is read back here.
Map evaluate_map(const Map& workspace, const Map& options, Host& host) {
  const std::string outcome = evaluate(workspace, options, host);
  Limits room;
  room.steps = 1ULL << 40;
  Budget budget(room);
  return parse_json(outcome, budget).as_map();
}

}  // namespace

std::string evaluate(std::string_view workspace, std::string_view options, Host& host) noexcept {
  return guarded([&] { return evaluate_workspace(workspace, options, host); });
}

std::string evaluate(const Map& workspace, const Map& options, Host& host) noexcept {
  return guarded([&] {
    const Instant start = std::chrono::steady_clock::now();
    const ReadWorkspace read = read_values(Value::map(workspace), Value::map(options));
    return evaluate_read(read, read.diagnostics, host, start);
  });
}

struct Prepared::Reading {
  ReadWorkspace read;
  std::unique_ptr<Kept> kept;

  // `values` replaces inputs of the workspace for this run only: ReplacedValues puts the old ones back. What `kept`
  // holds, such as parsed files, stays from run to run.
  std::string evaluate(std::string_view values, Host& outer) {
    const Instant start = std::chrono::steady_clock::now();
    KeepingHost host(outer, kept);
    if (values.empty()) return evaluate_read(read, read.diagnostics, host, start);
    const Limits boundary = boundary_limits();
    MemoryAccount account(boundary.memory);
    Budget budget(boundary);
    std::vector<Diagnostic> diagnostics = read.diagnostics;
    const ReplacedValues replaced(read.workspace, parse_values(values, budget), diagnostics);
    return evaluate_read(read, diagnostics, host, start);
  }

  // The outcome, or nothing where `text` was given one. Who wants nothing but a text is not told how long it took.
  std::string render(std::string_view vars, Host& outer, std::string& text) {
    KeepingHost host(outer, kept);
    if (vars.empty()) return evaluate_read(read, read.diagnostics, host, {}, &text);
    const Limits boundary = boundary_limits();
    MemoryAccount account(boundary.memory);
    Budget budget(boundary);
    const Value map = parse_values(vars, budget);
    // evaluate() has the message for variables that are not a map, so it reports them.
    if (!map.is_map()) return evaluate(R"({"vars":)" + write_json(map, budget) + "}", outer);
    const ScopedValue<Map> replaced(read.workspace.vars, map.as_map());
    return evaluate_read(read, read.diagnostics, host, {}, &text);
  }
};

Prepared::Prepared(std::string_view workspace, std::string_view options) noexcept {
  failure_ = guarded([&] {
    const Limits boundary = boundary_limits();
    // What is read outlives this account: it only bounds how much that may be.
    MemoryAccount account(boundary.memory);
    Budget budget(boundary);
    auto reading = std::make_unique<Reading>();
    reading->read = read_texts(workspace, options, budget);
    reading_ = std::move(reading);
    return std::string();
  });
}

Prepared::~Prepared() = default;

std::string Prepared::evaluate(std::string_view values, Host& host) noexcept {
  return guarded([&] { return reading_ == nullptr ? failure_ : reading_->evaluate(values, host); });
}

Prepared::Rendered Prepared::render(std::string_view vars, Host& host) noexcept {
  std::string text;
  std::string outcome = guarded([&] { return reading_ == nullptr ? failure_ : reading_->render(vars, host, text); });
  return outcome.empty() ? Rendered{true, std::move(text)} : Rendered{false, std::move(outcome)};
}

std::string assist(std::string_view request) noexcept {
  return guarded([&] {
    const Limits boundary = boundary_limits();
    MemoryAccount account(boundary.memory);
    Budget budget(boundary);
    return answer(parse_json(request, budget), find_dialect);
  });
}

std::string assist(const Map& request) noexcept {
  return guarded([&] {
    const MemoryAccount account(boundary_limits().memory);
    return answer(Value::map(request), find_dialect);
  });
}

std::string shrink(std::string_view request, Host& host) noexcept {
  return guarded([&] {
    const Limits boundary = boundary_limits();
    MemoryAccount account(boundary.memory);
    Budget budget(boundary);
    return shrinking::answer(parse_json(request, budget), find_dialect, evaluate_map, host);
  });
}

std::string change(std::string_view request, Host& host) noexcept {
  return guarded([&] {
    const Limits boundary = boundary_limits();
    MemoryAccount account(boundary.memory);
    Budget budget(boundary);
    return changing::answer(parse_json(request, budget), find_dialect, evaluate_map, host);
  });
}

#ifdef EVALGROUND_WITHOUT_PROSE
std::string catalogue(std::string_view) noexcept {
  return guarded([] { return std::string("[]"); });
}
#else
std::string catalogue(std::string_view dialect) noexcept {
  return guarded([&] {
    Budget budget(boundary_limits());
    if (dialect == "workspace") return write_json(describe_keys(), budget);
    if (!dialect.empty()) {
      const Dialect* found = find_dialect(dialect, Map());
      if (found == nullptr) throw Error("unknown-dialect", unknown_dialect(dialect));
      // A flavor has the functions of its base, and more.
      for (const Dialect* flavor : all_dialects()) {
        if (flavor->description().base.dialect == dialect) found = flavor;
      }
      return write_json(found->functions().describe(dialect), budget);
    }
    List descriptions;
    for (const Dialect* known : all_dialects()) {
      if (!known->description().base.dialect.empty()) continue;
      std::vector<Described> flavors;
      for (const Dialect* built : all_dialects()) {
        if (built->description().base.dialect == known->name())
          flavors.push_back({built->name(), &built->description()});
      }
      descriptions.push_back(describe({known->name(), &known->description()}, flavors));
    }
    return write_json(Value::list(std::move(descriptions)), budget);
  });
}
#endif

std::string version() noexcept {
  return guarded([] { return std::string(EVALGROUND_VERSION); });
}

}  // namespace evalground
