// Globals: lookup, query, now, undef (ansible.template.Templar._lookup, and since 2.19 ansible._internal._templating).
//
// A lookup converts its terms to plain lists and maps and calls the plugin. In 2.14 the result is marked as unsafe, so
// that it is never evaluated as a template. `lookup` then joins texts by commas; `query` always returns the list.
#include <algorithm>

#include "base/text/text.hpp"
#include "base/time/datetime.hpp"
#include "dialects/ansible/data/dates.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/jinja2/runtime/nodes.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::ansible {
namespace globals_family {
namespace {

constexpr std::string_view builtin_prefix = "ansible.builtin.";

// The option `errors`: what happens when a lookup fails.
enum class OnError : std::uint8_t { fail, warn, ignore };

struct LookupRequest {
  bool wants_list = false;
  OnError on_error = OnError::fail;
  std::vector<Keyword> options;
};

// Separates the options of every lookup (wantlist, errors) from those of the plugin. An unknown word for `errors`
// counts as strict. allow_unsafe has no effect here, so it is dropped.
LookupRequest request_of(const FunctionCall& call, bool wants_list) {
  LookupRequest request;
  request.wants_list = wants_list;
  for (const Keyword& given : call.keywords) {
    if (given.name == "wantlist") {
      request.wants_list = wants_list || call.evaluator.truth(given.value);
    } else if (given.name == "errors") {
      const std::string text = call.evaluator.text(given.value);
      request.on_error = text == "warn" ? OnError::warn : text == "ignore" ? OnError::ignore : OnError::fail;
    } else if (given.name != "allow_unsafe") {
      request.options.push_back(given);
    }
  }
  return request;
}

// The result of `lookup`: texts are joined by commas, a single item is returned itself, anything else remains a list.
// ['a', 'b'] -> 'a,b', [5] -> 5, [1, 2] -> [1, 2], [] -> []
Value without_list(const List& found) {
  if (found.empty()) return Value::list();
  std::vector<std::string_view> texts;
  for (const Value& item : found) {
    if (item.is_string()) texts.push_back(item.as_string());
  }
  if (found.size() == 1) return found[0];
  return texts.size() == found.size() ? Value::string(join(texts, ",")) : Value::list(found);
}

// A term as plugins receive it: tuples and ranges become lists, at any depth.
Value as_list(Evaluator& evaluator, const Value& term) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  const TemplateObject* object = template_object(term);
  if (object != nullptr && object->shape() == Shape::sequence) {
    List items = evaluator.items(term);
    for (Value& item : items) item = as_list(evaluator, item);
    return Value::list(std::move(items));
  }
  if (term.is_list() || term.kind() == Kind::tuple) {
    List items;
    for (const Value& item : term.as_list()) items.push_back(as_list(evaluator, item));
    return Value::list(std::move(items)).with_sensitive(term.sensitive()).with_verbatim(term.verbatim());
  }
  if (term.is_map()) {
    Map entries;
    for (const auto& [key, item] : term.as_map()) entries.set(key, as_list(evaluator, item));
    return Value::map(std::move(entries)).with_sensitive(term.sensitive()).with_verbatim(term.verbatim());
  }
  return term;
}

// Removes the quotes around text options, for lookups that declare options.
void unquote_options(const FunctionCatalogue::Entry& entry, std::vector<Keyword>& options) {
  const auto& parameters = entry.signature.parameters;
  const auto is_declared = [](const Parameter& one) { return !one.is_rest && !one.is_keywords; };
  if (std::none_of(parameters.begin(), parameters.end(), is_declared)) return;
  for (Keyword& option : options) {
    if (!option.value.is_string()) continue;
    const std::string_view text = option.value.as_string();
    const bool is_quoted = text.size() > 1 && (text.front() == '\'' || text.front() == '"') &&
                           text.front() == text.back() && text[text.size() - 2] != '\\';
    if (!is_quoted) continue;
    const Value plain = Value::string(text.substr(1, text.size() - 2));
    option.value = plain.with_verbatim(option.value.verbatim()).with_sensitive(option.value.sensitive());
  }
}

// Keeps only options that the plugin declares. Most plugins ignore all others.
void drop_unknown(const FunctionCatalogue::Entry& entry, std::vector<Keyword>& options) {
  const auto& parameters = entry.signature.parameters;
  if (!parameters.empty() && parameters.back().is_keywords) return;
  std::erase_if(options, [&](const Keyword& option) {
    return std::none_of(parameters.begin(), parameters.end(),
                        [&](const Parameter& one) { return !one.is_rest && one.name == option.name; });
  });
}

bool holds_markup(Evaluator& evaluator, const Value& value) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  const auto holds = [&](const Value& item) { return holds_markup(evaluator, item); };
  if (value.is_map()) {
    const Map& entries = value.as_map();
    return std::any_of(entries.begin(), entries.end(), [&](const auto& entry) { return holds(entry.value); });
  }
  if (value.is_list() || value.kind() == Kind::tuple) {
    return std::any_of(value.as_list().begin(), value.as_list().end(), holds);
  }
  return value.markup();
}

// Marking a result as unsafe makes a new string from each text, so markup is lost.
Value without_markup(Evaluator& evaluator, const Value& value) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  Value result = value;
  if (value.is_map()) {
    for (std::size_t index = 0; index < value.as_map().size(); ++index) {
      const Value& item = value.as_map().entry(index).value;
      result.edit_map().value_at(index) = without_markup(evaluator, item);
    }
  } else if (value.is_list() || value.kind() == Kind::tuple) {
    for (std::size_t index = 0; index < value.as_list().size(); ++index) {
      const Value& item = value.as_list()[index];
      result.edit_list()[index] = without_markup(evaluator, item);
    }
  } else if (value.markup()) {
    return std::move(result).with_markup(false);
  }
  return result;
}

// Whether the message of a failure already names the plugin.
bool tells_plugin(std::string_view code) {
  return code == "lookup-failed" || code == "unavailable" || code.starts_with("python-");
}

// A name with two dots is one of a collection, none of whose lookups exists here.
[[noreturn]] void fail_unknown_lookup(std::string message, std::string_view name) {
  const bool is_in_collection = std::count(name.begin(), name.end(), '.') >= 2;
  if (is_in_collection) message += " It is in a collection that is not here.";
  throw UnknownName(is_in_collection ? "unavailable" : "unknown-lookup", std::move(message), FunctionKind::lookup,
                    std::string(name));
}

// lookup(name, *terms, **options) as 2.14 runs it:
//
//   1. find the plugin, and keep the options that it declares
//   2. evaluate the terms, which may be templates themselves: lookup('file', '{{ name }}.txt') works
//   3. call the plugin, and remove markup from its result
//   4. join or unpack the list, and mark the result so that it is never evaluated as a template
//
// An undefined variable fails in spite of errors='ignore'.
Value look_up(FunctionCall& call, bool wants_list) {
  Evaluator& evaluator = call.evaluator;
  const PlayVariables world(evaluator);
  LookupRequest request = request_of(call, wants_list);
  const std::string written = call.text(0);
  std::string_view name = written;
  if (name.starts_with(builtin_prefix)) name.remove_prefix(builtin_prefix.size());
  const FunctionCatalogue::Entry* entry = evaluator.functions.find(FunctionKind::lookup, name);
  if (entry == nullptr) {
    fail_unknown_lookup("lookup plugin (" + written + ") not found.", name);
  }
  drop_unknown(*entry, request.options);
  unquote_options(*entry, request.options);
  std::vector<Value> terms;
  for (const Value& term : call.rest) {
    evaluator.require(term);
    if (const Value* missing = evaluator.find_undefined(term)) evaluator.fail_undefined(*missing);
    terms.push_back(template_value(evaluator, as_list(evaluator, term), "lookup"));
  }
  return recover(
      [&] {
        Value found = apply(evaluator, *entry, nullptr, {terms, request.options});
        if (holds_markup(evaluator, found)) found = without_markup(evaluator, found);
        // A text from outside must never be evaluated as a template.
        Value result = request.wants_list || !found.is_list() ? found : without_list(found.as_list());
        const bool is_text = result.is_string() && result.verbatim();
        if (!is_text) evaluator.note_unsafe(result);
        return std::move(result).with_verbatim().with_sensitive(found.sensitive());
      },
      [&](const Error& error) {
        if (error.diagnostic.code == "undefined") throw error;
        Error failed = error;
        if (!tells_plugin(error.diagnostic.code)) {
          failed.diagnostic.message = "An unhandled exception occurred while running the lookup plugin '" + written +
                                      "'. Error was a " + error.diagnostic.code +
                                      ", original message: " + error.diagnostic.message;
        }
        if (request.on_error == OnError::fail) throw failed;
        if (request.on_error == OnError::warn) {
          call.context.warn(error.diagnostic.where, error.diagnostic.code, failed.diagnostic.message);
        }
        return request.wants_list ? Value::list() : Value::null();
      });
}

// ---- Since 2.19: results keep their types, and an undefined value is a possible result

// A term as plugins receive it: tuples and ranges become lists, and `omit` is removed.
Value plain_term(Evaluator& evaluator, const Value& term) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  if (object_cast<Range>(term) != nullptr) return Value::list(evaluator.items(term));
  if (term.is_list() || term.kind() == Kind::tuple) {
    List items;
    for (const Value& item : term.as_list()) {
      if (!is_omit(item)) items.push_back(plain_term(evaluator, item));
    }
    return Value::list(std::move(items)).with_sensitive(term.sensitive());
  }
  if (term.is_map()) {
    Map entries;
    for (const auto& [key, item] : term.as_map()) {
      if (!is_omit(item)) entries.set(key, plain_term(evaluator, item));
    }
    return Value::map(std::move(entries)).with_sensitive(term.sensitive());
  }
  return term;
}

// The same since 2.19. Terms are not evaluated once more, results keep their types, and a failure arrives as a value
// whose cause is the error. Therefore `errors` is applied to this value and not in a handler.
Value look_up_typed(FunctionCall& call, bool wants_list) {
  Evaluator& evaluator = call.evaluator;
  const PlayVariables world(evaluator);
  LookupRequest request = request_of(call, wants_list);
  if (!call[0].is_string()) call.fail("The lookup name must be 'str', not '" + evaluator.type_name(call[0]) + "'.");
  const std::string written = call.text(0);
  std::string_view name = written;
  if (name.starts_with(builtin_prefix)) name.remove_prefix(builtin_prefix.size());
  const FunctionCatalogue::Entry* entry = evaluator.functions.find(FunctionKind::lookup, name);
  if (entry == nullptr) {
    fail_unknown_lookup("The lookup plugin '" + written + "' was not found.", name);
  }
  drop_unknown(*entry, request.options);
  std::vector<Value> terms;
  for (const Value& term : call.rest) {
    if (is_omit(term)) call.fail("A template was resolved to an Omit scalar.");
    terms.push_back(plain_term(evaluator, term));
  }
  const Value found = apply(evaluator, *entry, nullptr, {terms, request.options});
  if (!evaluator.is_failure(found)) {
    if (found.is_undefined() || request.wants_list || !found.is_list()) return found;
    return without_list(found.as_list()).with_sensitive(found.sensitive());
  }
  Error failed = *evaluator.undefined(found).cause;
  if (failed.diagnostic.code != "unavailable" && !failed.diagnostic.code.starts_with("python-")) {
    failed.diagnostic.message = "The lookup plugin '" + written + "' failed: " + failed.diagnostic.message;
  }
  if (request.on_error == OnError::fail) throw failed;
  if (request.on_error == OnError::warn) {
    call.context.warn(failed.diagnostic.where, failed.diagnostic.code, failed.diagnostic.message);
  }
  return request.wants_list ? Value::list() : Value::null();
}

Value typed_lookup(Call& call) {
  return look_up_typed(function_call(call), false);
}

Value typed_query(Call& call) {
  return look_up_typed(function_call(call), true);
}

// undef(hint='Set the port.') in defaults marks a variable that users must override.
Value typed_undef(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.set(0) && !call[0].is_string()) {
    call.fail("The 'hint' argument must be of type 'str' or 'NoneType', not '" + call.evaluator.type_name(call[0]) +
              "'.");
  }
  const std::string hint = call.set(0) ? call.text(0) : std::string();
  return call.evaluator.undefined_hint(hint.empty() ? "Mandatory variable has not been overridden" : hint);
}

Value lookup(Call& call) {
  return look_up(function_call(call), false);
}

Value query(Call& call) {
  return look_up(function_call(call), true);
}

// The clock of the run, never that of the machine, so the same workspace has the same result. The time is UTC whatever
// `utc` says, because a workspace has no local zone.
Value now(Call& base) {
  FunctionCall& call = function_call(base);
  const CivilTime time = civil_time(call.context.clock.now());
  call.evaluator.require(call[0]);
  if (!call.truth(1)) return make_datetime(call.evaluator, time);
  if (!call[1].is_string()) {
    call.fail("strftime() argument 1 must be str, not " + call.evaluator.type_name(call[1]), "type-error");
  }
  return Value::string(format_time(call.text(1), time));
}

Value undef(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string hint = call[0].is_undefined() || call[0].is_null() ? std::string() : call.text(0);
  return call.evaluator.undefined_hint(hint.empty() ? "Mandatory variable has not been overridden" : hint);
}

constexpr std::string_view with_clock = R"({"options": {"flavor": "ansible"}, "clock": "2024-05-06T07:08:09Z"})";

constexpr Example lookup_examples[] = {{"{{ lookup('items', [1, [2, 3]]) }}", "", R"("[1, [2, 3]]")", in_ansible},
                                       {"{{ lookup('list', 'a', 'b') }}", "", R"("a,b")", in_ansible},
                                       {"{{ lookup('nope') }}", "", "error", in_ansible}};
constexpr Example query_examples[] = {{"{{ query('list', 'a') }}", "", R"("['a']")", in_ansible}};
constexpr Example now_examples[] = {
    {"{{ now(utc=true, fmt='%Y-%m-%d') }} {{ now().hour }}", "", R"("2024-05-06 7")", with_clock}};
constexpr Example undef_examples[] = {{"{{ undef(hint='Set the port.') }}", "", "error", in_ansible}};
constexpr std::string_view query_aliases[] = {"q"};

constexpr Function all[] = {
    {.kind = ansible_global,
     .signature = "lookup(name: string, *terms: any, **options: any) -> any",
     .summary = "What a lookup plugin finds: texts joined by commas, a single item as itself, else a list.",
     .details = "Options of all plugins: `wantlist=true` always gives a list; `errors='ignore'` or `'warn'` gives none "
                "where it fails.",
     .examples = lookup_examples,
     .call = lookup},
    {.kind = ansible_global,
     .signature = "query(name: string, *terms: any, **options: any) -> list",
     .summary = "What a lookup plugin finds, as a list.",
     .aliases = query_aliases,
     .examples = query_examples,
     .call = query},
    {.kind = ansible_global,
     .signature = "now(utc: boolean = false, fmt: string = '') -> datetime",
     .summary = "The time of the evaluation, or its text in a format.",
     .effects = Effects::clock,
     .examples = now_examples,
     .call = now},
    {.kind = ansible_global,
     .signature = "undef(hint: string = '') -> any",
     .summary = "A value that must be overridden: using it fails with the hint.",
     .examples = undef_examples,
     .call = undef},
};

constexpr Example typed_lookup_examples[] = {
    {"{{ lookup('items', [4]) + 1 }}", "", R"("5")", in_ansible_2_21},
    {"{{ lookup('items', nothing) | default('none such') }}", "", R"("none such")", in_ansible_2_21},
    {"{{ lookup('nope') }}", "", "error", in_ansible_2_21}};
constexpr Example typed_query_examples[] = {{"{{ query('list', 'a') }}", "", R"("['a']")", in_ansible_2_21}};
constexpr Example typed_undef_examples[] = {{"{{ undef(5) }}", "", "error", in_ansible_2_21}};

constexpr Function newer[] = {
    {.kind = ansible_2_21_global,
     .signature = "lookup(name: string, *terms: any, **options: any) -> any",
     .summary = "What a lookup plugin finds: texts joined by commas, a single item as itself, else a list.",
     .details = "Options of all plugins: `wantlist=true` always gives a list; `errors='ignore'` or `'warn'` gives none "
                "where it fails. An undefined term or result is the result.",
     .changed = "2.19",
     .examples = typed_lookup_examples,
     .call = typed_lookup},
    {.kind = ansible_2_21_global,
     .signature = "query(name: string, *terms: any, **options: any) -> list",
     .summary = "What a lookup plugin finds, as a list.",
     .changed = "2.19",
     .aliases = query_aliases,
     .examples = typed_query_examples,
     .call = typed_query},
    {.kind = ansible_2_21_global,
     .signature = "undef(hint: string = null) -> any",
     .summary = "A value that must be overridden: using it fails with the hint.",
     .changed = "2.19",
     .examples = typed_undef_examples,
     .call = typed_undef},
};

}  // namespace
}  // namespace globals_family

std::span<const Function> ansible_globals() {
  using namespace globals_family;
  return all;
}

std::span<const Function> ansible_newer_globals() {
  using namespace globals_family;
  return newer;
}

}  // namespace evalground::ansible
