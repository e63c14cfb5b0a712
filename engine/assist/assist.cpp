// The table of language services, and the few questions that need no document of a language: parsing a text, and
// changes between two documents. JSON comes in, JSON goes out, for the page, the package, the language server and the
// command.
#include "assist/assist.hpp"

#include "assist/check.hpp"
#include "assist/complete.hpp"
#include "assist/explain.hpp"
#include "assist/format.hpp"
#include "assist/hints.hpp"
#include "assist/hover.hpp"
#include "assist/last_run.hpp"
#include "assist/navigate.hpp"
#include "assist/port.hpp"
#include "assist/question.hpp"
#include "assist/rename.hpp"
#include "assist/secrets.hpp"
#include "assist/tokens.hpp"
#include "base/text/text.hpp"
#include "data/patch/document_changes.hpp"
#include "data/patch/yaml_patch.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/read_data.hpp"
#include "data/yaml/write.hpp"
#include "runtime/load_workspace.hpp"
#include "runtime/outcome_parts.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

// Calls f, and returns {ok, value, diagnostics}. Diagnostics refer to these sources. An infinite number would be null.
template <class F>
std::string answer_of(Sources& sources, Budget& budget, F&& f) {
  try {
    return "{\"ok\":true,\"value\":" + write_json(f(), budget, {.refuses_not_finite = true}) + "}";
  } catch (const Error& error) {
    const Value problem = Value::list({diagnostic_value(error.diagnostic, sources)});
    return "{\"ok\":false,\"diagnostics\":" + write_json(problem, budget) + "}";
  }
}

Value load(Sources& sources, Budget& budget, const Map& request, std::string_view key) {
  return load_yaml(sources, sources.add_file("", std::string(required(request, key).as_string())), budget);
}

// With the `key` of a workspace, the text is a value for that key, read by the rules of its `dialect` with these
// `options`. The key "workspace" means a whole workspace.
std::string parse(const Map& request, FindDialect find) {
  Budget budget;
  Sources sources;
  const Value* key = request.find("key");
  if (key == nullptr) return answer_of(sources, budget, [&] { return load(sources, budget, request, "text"); });
  return answer_of(sources, budget, [&] {
    const std::uint32_t file = sources.add_file("", std::string(required(request, "text").as_string()));
    if (key->as_string() == "workspace") return load_workspace(sources, file, budget, find);
    const Dialect* found = dialect_for(Value::map(Map(request)), find);
    const YamlRules rules = found == nullptr ? YamlRules::yaml_1_2 : found->input_rules(key->as_string());
    return read_data(sources, file, budget, rules);
  });
}

std::string changes(const Map& request) {
  Budget budget;
  Sources sources;
  return answer_of(sources, budget, [&] {
    const Value before = load(sources, budget, request, "before");
    const Value after = load(sources, budget, request, "after");
    if (!after.is_map()) {
      throw Error("not-a-map", "The document must stay a map; this is " + with_article(kind_name(after.kind())) + ".",
                  after.origin());
    }
    return Value::list(changes_between(before, after, budget));
  });
}

// The text of a document with other values, and everything else in it as it was.
Value patched(Sources& sources, Budget& budget, const Map& request, const List& changes) {
  const std::uint32_t file = sources.add_file("", std::string(required(request, "before").as_string()));
  const Document document = parse_yaml(sources, file, budget);
  const Value before = load_yaml(document, sources, budget);
  return Value::string(patch_yaml(sources, document, before, apply_changes(before, changes, budget), budget));
}

std::string change(const Map& request) {
  Budget budget;
  Sources sources;
  return answer_of(sources, budget, [&] {
    const List& changes = required(request, "changes").as_list();
    const Value* keeps = request.find("keepsText");
    const bool keeps_text = keeps != nullptr && keeps->kind() == Kind::boolean && keeps->as_boolean();
    if (keeps_text) return patched(sources, budget, request, changes);
    const Value changed = apply_changes(load(sources, budget, request, "before"), changes, budget);
    return Value::string(write_yaml(changed, budget));
  });
}

Value hints_value(Question& question) {
  const std::vector<Diagnostic> found = hints(question);
  return diagnostics_value(found, question.context.sources);
}

// The names that a service needs: in all files, in the requested file, at a position, or only where they are defined.
// Reading all mentions of a large workspace takes long, and most services do not need them.
enum class Scope : std::uint8_t { everywhere, in_file, at_caret, at_definitions };

struct Service {
  std::string_view ask;
  Value (*answer)(Question&);
  Scope scope = Scope::everywhere;
  std::string (*write)(Question&) = nullptr;  // in place of `answer`: what is JSON already
};
constexpr Service services[] = {{"complete", complete, Scope::at_caret},
                                {"hover", hover, Scope::in_file},
                                {"signature", signature, Scope::at_caret},
                                {"definition", definition},
                                {"references", references},
                                {"rename", rename},
                                {"symbols", symbols, Scope::at_definitions},
                                {"tokens", nullptr, Scope::at_definitions, semantic_tokens},
                                {"inlay", inlay, Scope::in_file},
                                {"explain", explain, Scope::in_file},
                                {"format", format, Scope::in_file},
                                {"code_actions", code_actions, Scope::in_file},
                                {"hints", hints_value, Scope::in_file}};

void choose_names(Question& question, const Service& service) {
  const Language& language = *question.language;
  const bool is_at_caret = service.scope == Scope::at_caret && language.looks_at_references();
  if (is_at_caret || (service.scope == Scope::in_file && language.is_used_in_own_file())) {
    const bool names_file = question.has_position() || question.request.contains("file");
    // An unknown file is reported by the services that read it.
    if (names_file) recover([&] { return question.only = question.file(), true; }, [](const Error&) { return false; });
  } else if (service.scope == Scope::at_caret || service.scope == Scope::at_definitions) {
    question.keeps = Reading::Keeps::definitions;
  }
}

// {ok, version, value}, or {ok, version, diagnostics} if the request fails.
// A failure of the question is an answer, with the version of the document that it belongs to. A request that is
// malformed is the caller's mistake, and is thrown.
std::string serve(const Service& service, const Map& request, FindDialect find) {
  Question question(request, find);
  std::string written;
  Map result{{"ok", Value::boolean(true)}};
  if (const Value* version = request.find("version")) result.set("version", *version);
  try {
    choose_names(question, service);
    if (service.write != nullptr) {
      written = service.write(question);
    } else {
      result.set("value", service.answer(question));
    }
  } catch (const Error& error) {
    if (error.diagnostic.code == "bad-request") throw;
    result.set("ok", Value::boolean(false));
    result.set("diagnostics", Value::list({diagnostic_value(error.diagnostic, question.context.sources)}));
  }
  Limits room;
  room.output = 64ULL << 20;
  Budget closing(room);
  std::string answer = write_json(Value::map(std::move(result)), closing);
  if (!written.empty()) answer.insert(answer.size() - 1, ",\"value\":" + written);
  return answer;
}

}  // namespace

// `check`, `secrets`, `parse`, `changes`, `change` and `port` have answers of their own form; all others are services
// of the table.
std::string answer(const Value& request, FindDialect find) {
  if (!request.is_map()) throw Error("bad-request", "A request must be a map.");
  const std::string_view ask = required(request.as_map(), "ask").as_string();
  if (ask == "check") return check(request.as_map(), find);
  if (ask == "secrets") return secrets(request.as_map(), find);
  if (ask == "parse") return parse(request.as_map(), find);
  if (ask == "changes") return changes(request.as_map());
  if (ask == "change") return change(request.as_map());
  if (ask == "port") {
    const Value& to = required(request.as_map(), "to");
    if (!to.is_string()) throw Error("bad-request", "`to` must be the text of a version.");
    return port(required(request.as_map(), "workspace"), to.as_string(), find);
  }
  for (const Service& service : services) {
    if (service.ask == ask) return serve(service, request.as_map(), find);
  }
  throw Error("bad-request", "Unknown question " + quote(ask) + ".");
}

}  // namespace evalground
