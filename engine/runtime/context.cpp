// What every part of an evaluation shares: files, sources, budget, clock, trace, secrets, and the problems that were
// found.
//
// Problems are kept once: a loop that warns a thousand times has one warning for each place and message.
#include "runtime/context.hpp"

#include <algorithm>
#include <atomic>

#include "base/hash.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

// More names than anybody would define by hand.
constexpr std::size_t most_asks = 100;

// 53 bits, so that a page can show a run's seed and return it as a number. Only the hash key must be unpredictable.
// Asking a browser for random bytes in each run would take as long as a small evaluation.
std::int64_t new_seed() {
  static std::atomic<std::uint64_t> runs = 0;
  const std::uint64_t run = ++runs;
  return static_cast<std::int64_t>(hash_bytes({reinterpret_cast<const char*>(&run), sizeof run}) >> 11U);
}

}  // namespace

Context::Context(const Workspace& workspace_, const RunOptions& options_, Host& host_)
    : workspace(workspace_),
      options(options_),
      host(host_),
      files(workspace_.files, sources),
      clock(workspace_.clock),
      seed(workspace_.seed ? *workspace_.seed : new_seed()),
      random(seed),
      budget(limits_of(workspace_, options_), [this] { return host.cancelled(); }),
      trace(options_.trace),
      provenance(options_.provenance),
      decisions(sources, provenance, options_.decisions) {
  for (const auto& entry : workspace.secrets) secrets.add(entry.value, SecretTexts::Kind::given);
  quirks_ = flag_option(workspace.options, quirks_option);
}

std::uint32_t Context::expression_source(std::string text) {
  if (!expression_source_) expression_source_ = sources.add_file(std::string(expression_path), std::move(text));
  return *expression_source_;
}

OriginId Context::origin_of_input(Via via, std::string_view name) {
  const std::uint32_t file = sources.add_file(std::string(input_path), std::string(name));
  return sources.add({file, 0, static_cast<std::uint32_t>(name.size()), via, 0, false});
}

bool Context::is_in_text(OriginId where) const {
  return where != 0 && sources.path(sources.origin(where).file) != input_path;
}

void Context::report(Diagnostic problem) {
  problem.where = place_in_text(problem.where, *this);
  const Origin place = sources.origin(problem.where);
  const auto is_same = [&](const Diagnostic& known) {
    if (known.where == 0 || known.severity != problem.severity) return false;
    if (known.code != problem.code || known.message != problem.message) return false;
    const Origin& other = sources.origin(known.where);
    return other.file == place.file && other.begin == place.begin;
  };
  if (std::none_of(diagnostics.begin(), diagnostics.end(), is_same)) diagnostics.push_back(std::move(problem));
}

void Context::fail(OriginId where, std::string_view code, std::string message) const {
  throw Error(std::string(code), std::move(message), where);
}

void Context::fail_name(OriginId where, std::string_view code, std::string message, std::string_view name,
                        std::string_view nearest) {
  throw Error(unknown_name(sources, where, std::string(code), std::move(message), name, nearest));
}

void Context::warn(OriginId where, std::string_view code, std::string message) {
  warn_name(where, code, std::move(message), {}, {});
}

void Context::warn_name(OriginId where, std::string_view code, std::string message, std::string_view name,
                        std::string_view nearest) {
  note_once(Severity::warning, where, code, std::move(message), name, nearest);
}

void Context::hint_name(OriginId where, std::string_view code, std::string message, std::string_view name,
                        std::string_view nearest) {
  note_once(Severity::hint, where, code, std::move(message), name, nearest);
}

void Context::note_once(Severity severity, OriginId where, std::string_view code, std::string message,
                        std::string_view name, std::string_view nearest) {
  if (!warned_.insert(std::to_string(where) + " " + message).second) return;
  Diagnostic diagnostic = unknown_name(sources, where, std::string(code), std::move(message), name, nearest);
  diagnostic.severity = severity;
  diagnostics.push_back(std::move(diagnostic));
}

// An undefined name that the user could supply. Their number is bounded, because a loop can ask for any.
void Context::ask(std::string_view key, std::string_view name, OriginId where, std::string_view owner) {
  const auto is_known = [&](const Ask& known) {
    return known.key == key && known.name == name && known.owner == owner;
  };
  if (asks.size() >= most_asks || std::any_of(asks.begin(), asks.end(), is_known)) return;
  asks.push_back({key, std::string(name), where, std::string(owner)});
}

void Context::warn_of_unknown_options(std::span<const Option> known) {
  if (workspace.options.empty()) return;
  std::vector<std::string_view> names;
  for (const Option& option : known) names.push_back(option.name);
  for (const auto& [key, value] : workspace.options) {
    const std::string name = key.is_string() ? std::string(key.as_string()) : short_text(key, 60);
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    std::string message = "The option " + quote(name) + " is unknown.";
    if (const auto nearest = nearest_name(name, names)) message += " Did you mean " + quote(*nearest) + "?";
    warn(origin_of_input(Via::input, "options." + name), "unknown-option", std::move(message));
  }
}

// A problem must be shown somewhere. In this order: its own place or what that came from, the place being evaluated,
// the start of the main document.
OriginId place_in_text(OriginId where, Context& context) {
  for (OriginId place : {where, context.here}) {
    for (; place != 0; place = context.sources.origin(place).previous) {
      if (context.is_in_text(place)) return place;
    }
  }
  const Budget own;  // reading the text is charged, and the evaluation's steps may be used up
  std::optional<std::uint32_t> text = context.files.source(context.workspace.main);
  if (!text) {
    // A map or a list becomes text only later, and an empty text in the cache would be shown instead.
    const auto& expression = context.workspace.expression;
    text = expression && expression->is_string() ? context.expression_source(std::string(expression->as_string()))
                                                 : context.sources.add_file("<expression>", "");
  }
  return context.sources.add({*text, 0, 0, Via::literal, 0, false});
}

}  // namespace evalground
