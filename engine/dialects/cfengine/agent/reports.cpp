// Promises of type `reports`: they print a line, append it to a file, or return it to the caller of the bundle. A
// report with an unresolved reference waits for the last pass. It is then printed as it stands, with a hint that says
// why the reference has no value.
#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/agent.hpp"
#include "dialects/cfengine/data/documents.hpp"

namespace evalground::cfengine {

// A report counts as output of the run and is charged as such. It is shown in the result and in the record of its pass.
void Agent::print(const Promise& promise, std::string_view text) {
  evaluator.context.budget.output(text.size() + 1);
  const Value line = Value::string(text).with_origin(promise.where);
  reports_.push_back(line);
  if (is_recording()) current_pass().reports.push_back(line);
  note(promise, PromiseStatus::repaired, std::string(text));
}

// Appends the line to a file of the workspace. The folder must exist already.
void Agent::write_report(const Promise& promise, std::string_view path, std::string_view text) {
  Files& files = evaluator.context.files;
  const std::optional<std::string> name = path.starts_with('/') ? Files::resolve(path) : std::nullopt;
  if (!name || name->empty() || files.is_directory(*name) || !files.is_directory(directory_name(*name))) {
    evaluator.set_reason(true, promise.where,
                         "The file " + quote(path) + " cannot be written: its folder must exist below /workspace.");
    return note_reason(promise);
  }
  const Value* known = files.find(*name);
  std::string content = known != nullptr && known->is_string() ? std::string(known->as_string()) : std::string();
  content.append(text).append("\n");
  evaluator.context.budget.output(text.size() + 1);
  files.write(*name, Value::string(content));
  note(promise, PromiseStatus::repaired, std::string(text));
}

// `number_of_lines => "2"` prints the first two lines, "-2" the last two, "inf" all lines. A missing file is a warning,
// and the promise remains kept.
void Agent::print_file(const Promise& promise, const Rvalue& body) {
  const std::optional<std::string> path = body_text("printfile", body, "file_to_print");
  if (!path) return;
  const std::string count = body_text("printfile", body, "number_of_lines").value_or("inf");
  const std::optional<std::string_view> content = file_text(evaluator.context, *path);
  if (!content) {
    evaluator.log(Severity::warning, "no-file", "The file " + quote(*path) + " to print does not exist.", body.where);
    return;
  }
  const std::vector<std::string_view> lines = lines_of(*content);
  // A negative count starts from the end.
  const std::int64_t wanted = evaluator.integer(count).value_or(0);
  const std::size_t shown =
      std::min<std::size_t>(lines.size(), static_cast<std::size_t>(wanted < 0 ? -wanted : wanted));
  const std::size_t first = wanted < 0 ? lines.size() - shown : 0;
  for (std::size_t i = first; i < first + shown; ++i) print(promise, lines[i]);
}

// Why a variable of a bundle has no value, if a promise of the bundle should set it: the note of that promise.
std::string_view Agent::missing_value(const Bundle& bundle, std::string_view local) const {
  for (const Section& section : bundle.sections) {
    if (section.type != "vars" && section.type != "meta" && section.type != "defaults") continue;
    for (const Promise* promise : section.promises) {
      evaluator.context.budget.step();
      const std::string_view note = records[promise->number].note;
      if (promise->promiser.source == local && !note.empty()) return note;
    }
  }
  return {};
}

// Records a reference that is printed verbatim because its variable does not exist.
void Agent::note_unresolved(const Promise& promise, std::string_view text) {
  Arena arena;
  const Text parsed = parse_text(arena, text, evaluator.context.budget);
  for (const Segment& segment : parsed.segments) {
    if (segment.reference == nullptr || segment.reference->name.has_references) continue;
    const std::string_view name = segment.reference->name.source;
    if (name.starts_with("this.") || evaluator.find(name)) continue;
    const bool is_with = name == "with" && promise.attribute("with") != nullptr;
    const Name parts = parse_name(name);
    const Bundle* bundle = parts.bundle.empty() ? promise.bundle : find_bundle(parts.bundle);
    const std::string_view why = is_with             ? std::string_view(with_note_)
                                 : bundle != nullptr ? missing_value(*bundle, parts.local)
                                                     : std::string_view();
    if (is_with || !why.empty()) {
      evaluator.log(
          Severity::hint, "unknown-variable",
          "The variable " + quote(name) + " has no value, so its reference is printed unchanged. " + std::string(why),
          promise.where);
      continue;
    }
    // Similar names in the bundle itself, and those of other bundles with the bundle's name.
    std::vector<std::string> names;
    for (const VariableScope& scope : evaluator.variables.scopes()) {
      const bool is_own = &scope == evaluator.frame->scope;
      if (parts.bundle.empty() && !is_own) continue;
      for (const Variable& variable : scope.all()) {
        evaluator.context.budget.step();
        const std::string local(variable.name.as_string());
        names.push_back(parts.bundle.empty() ? local : scope.shown_name() + "." + local);
      }
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    evaluator.context.hint_name(
        promise.where, "unknown-variable",
        "The variable " + quote(name) + " is not defined, so its reference is printed unchanged.", name,
        nearest_name(name, known).value_or(std::string_view()));
  }
}

// True for `action_policy => "warn"` or `"nop"`: the agent would report the change and not make it.
bool Agent::only_warns(const Promise& promise) {
  const Rvalue* action = promise.attribute("action");
  if (action == nullptr) return false;
  const std::string policy = body_text("action", *action, "action_policy").value_or("fix");
  return policy == "warn" || policy == "nop";
}

void Agent::note_warning(const Promise& promise) {
  effect_.outcome = PromiseOutcome::failed;
  note(promise, PromiseStatus::skipped, "Its action only warns.");
}

// The steps: wait until the text is resolved, or for the last pass; then hand it to the caller as a return value; else
// print it once. A return value is stored before the check for repeats, so each call of a bundle returns its own.
void Agent::keep_report(const Promise& promise) {
  Provenance::Computation computation(evaluator.context.provenance);
  const std::string text = expand_promiser(promise);
  computation.made(promise.where);
  effect_.satisfies = false;
  if (pass_ != passes && mentions_reference(text)) {
    return note(promise, PromiseStatus::waiting,
                quote(text) + " is not resolved; it is printed as it stands in the last pass.");
  }
  if (only_warns(promise)) return note_warning(promise);
  // If the index is an unresolved call, this is an ordinary report.
  const Rvalue* index = promise.attribute("bundle_return_value_index");
  const Value name = index != nullptr ? text_of(*index) : Value();
  if (name.is_string()) {
    const std::string element = std::string(returned_array) + "[" + std::string(name.as_string()) + "]";
    evaluator.frame->scope->set(element, DataType::string, Value::string(text), &promise, {}, evaluator.context.budget);
    effect_.satisfies = true;
    return note(promise, PromiseStatus::kept, text);
  }
  if (mentions_reference(text)) note_unresolved(promise, text);
  if (!is_first("report " + identity(promise) + "\n" + text)) return note(promise, PromiseStatus::repaired, text);
  effect_.satisfies = true;
  effect_.outcome = PromiseOutcome::kept;
  const Rvalue* file = promise.attribute("report_to_file");
  const Value path = file != nullptr ? text_of(*file) : Value();
  if (path.is_string()) return write_report(promise, path.as_string(), text);
  print(promise, text);
  if (const Rvalue* body = promise.attribute("printfile")) print_file(promise, *body);
}

}  // namespace evalground::cfengine
