// What an editor shows at a name, and while arguments of a call are typed. Three things may be known about a name: its
// documentation, its value at rest, and the value of the last run, which the editor sends along.
#include "assist/hover.hpp"

#include <algorithm>

#include "assist/arguments.hpp"
#include "assist/documentation.hpp"
#include "assist/last_run.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

void append(std::string& text, const std::string& part) {
  if (!part.empty()) text += (text.empty() ? "" : "\n\n") + part;
}

std::string type_of(const Value& value) {
  return with_article(kind_name(value.kind()));
}

// A text of the document, shortened if long.
std::string begun(const Question& question, const Stretch& at) {
  constexpr std::size_t most = 60;
  std::string text(question.text(at));
  question.context.secrets.redact(text);
  if (text.size() <= most) return text;
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "…";
}

// The index of the parameter that receives a call's argument.
// By name, where the argument has one; a rest parameter takes all that follow.
std::size_t active_parameter(const Signature& signature, const CallAround& call) {
  const std::vector<Parameter>& parameters = signature.parameters;
  if (!call.argument_name.empty()) {
    for (std::size_t at = 0; at < parameters.size(); ++at) {
      if (parameters[at].name == call.argument_name || parameters[at].is_keywords) return at;
    }
  }
  for (std::size_t at = 0; at < parameters.size(); ++at) {
    if (parameters[at].is_rest && call.argument >= at) return at;
  }
  return call.argument;
}

Value parameter_value(const Parameter& parameter) {
  return Value::map({{"label", Value::string(parameter_label(parameter))}});
}

// "str_replace(template: text, params: map) -> string", for a function that takes a map or a list.
// Some functions take several arguments as one map or list; its parts are shown like parameters.
Value signature_of_parts(const FunctionCatalogue::Entry& entry, const CallAround& call) {
  List parameters;
  std::string label;
  std::size_t active = call.argument;
  for (std::size_t at = 0; at < call.parts.size(); ++at) {
    const std::string_view part = call.parts[at];
    label += (label.empty() ? "" : ", ") + std::string(part);
    parameters.push_back(Value::map({{"label", Value::string(part)}}));
    const std::string_view name = part.substr(0, part.find(':'));
    if (name == call.argument_name || (part.starts_with('*') && call.argument >= at)) active = at;
  }
  Map one{{"label", Value::string(std::string(entry.signature.name) + "(" + label + ") -> " +
                                  std::string(entry.signature.returns))},
          {"parameters", Value::list(std::move(parameters))}};
  if (!entry.function->summary.empty()) one.set("documentation", Value::string(entry.function->summary));
  return Value::map({{"signatures", Value::list({Value::map(std::move(one))})},
                     {"activeSignature", Value::integer(0)},
                     {"activeParameter", Value::integer(static_cast<std::int64_t>(active))}});
}

// Of several overloads, the first that still has room for the argument is shown.
Value signature_of(const std::vector<const FunctionCatalogue::Entry*>& entries, const CallAround& call) {
  List all;
  std::size_t chosen = 0;
  bool is_chosen = false;
  for (const FunctionCatalogue::Entry* entry : entries) {
    List parameters;
    for (const Parameter& parameter : entry->signature.parameters) parameters.push_back(parameter_value(parameter));
    Map one{{"label", Value::string(entry->function->signature)}, {"parameters", Value::list(std::move(parameters))}};
    if (!entry->function->summary.empty()) one.set("documentation", Value::string(entry->function->summary));
    if (!is_chosen && active_parameter(entry->signature, call) < entry->signature.parameters.size()) {
      chosen = all.size();
      is_chosen = true;
    }
    all.push_back(Value::map(std::move(one)));
  }
  const std::size_t active = active_parameter(entries[chosen]->signature, call);
  return Value::map({{"signatures", Value::list(std::move(all))},
                     {"activeSignature", Value::integer(static_cast<std::int64_t>(chosen))},
                     {"activeParameter", Value::integer(static_cast<std::int64_t>(active))}});
}

Value signature_of(const Symbol& symbol, const CallAround& call) {
  List parameters;
  std::string label;
  std::size_t active = call.argument;
  for (std::size_t at = 0; at < symbol.parameters.size(); ++at) {
    label += (label.empty() ? "" : ", ") + symbol.parameters[at];
    parameters.push_back(Value::map({{"label", Value::string(symbol.parameters[at])}}));
    if (symbol.parameters[at] == call.argument_name) active = at;
  }
  List all;
  all.push_back(Value::map(
      {{"label", Value::string(symbol.name + "(" + label + ")")}, {"parameters", Value::list(std::move(parameters))}}));
  return Value::map({{"signatures", Value::list(std::move(all))},
                     {"activeSignature", Value::integer(0)},
                     {"activeParameter", Value::integer(static_cast<std::int64_t>(active))}});
}

// What a name is; empty where nothing is known of it.
// A name of the document explains itself by its definition, a name of the catalogue by its entry. `entry` lets the page
// link to the reference.
std::string said_of(Question& question, const Mention& mention, Map& result) {
  if (mention.symbol != no_symbol) {
    const Symbol& symbol = question.reading().symbols[mention.symbol];
    result.set("symbol", Value::map({{"kind", Value::string(symbol.kind)},
                                     {"scope", Value::string(symbol.scope)},
                                     {"name", Value::string(symbol.name)}}));
    return documentation(symbol, question);
  }
  if (const auto* entry = question.entry(mention)) {
    result.set("entry", Value::map({{"kind", Value::string(entry->function->kind)},
                                    {"name", Value::string(entry->signature.name)}}));
    return documentation(*entry);
  }
  if (mention.kind == "property") return "property " + code(mention.name);
  return mention.kind == "argument" ? argument_documentation(question, mention) : std::string();
}

// The value at a name that is not a symbol.
std::string said_of_value(Question& question, const Mention& mention) {
  if (mention.symbol != no_symbol) return {};
  if (mention.value.sensitive()) return "The value is sensitive.";
  if (mention.value.is_undefined() || mention.value.is_null() || holds_no_values(mention.value)) return {};
  return "value: " + code(question.shown(mention.value)) + ", " + type_of(mention.value);
}

// The smallest step of the run around the position may be larger than the name.
void add_last_value(Question& question, const Mention* mention, const LastValue& last, std::string& contents,
                    Map& result) {
  // The value may be that of a larger expression around: `users | length` for a hover on `users`.
  const bool is_own = mention == nullptr || mention->at.end == last.at.end;
  const std::string of = is_own ? std::string() : " of " + code(begun(question, last.at));
  append(contents, "last run" + of + ": " + code(last.value) +
                       (last.runs > 1 ? ", run " + std::to_string(last.runs) + " times" : std::string()));
  result.set("value", Value::string(last.value));
  result.set("runs", Value::integer(static_cast<std::int64_t>(last.runs)));
}

}  // namespace

Value hover(Question& question) {
  const Mention* mention = question.mention();
  const std::uint32_t offset = question.offset();
  const std::optional<LastValue> last = last_value(question, question.file(), offset);
  if (mention == nullptr && !last) return Value::null();
  std::string contents;
  Map result;
  if (mention != nullptr) {
    contents = said_of(question, *mention, result);
    append(contents, said_of_value(question, *mention));
  }
  if (last) add_last_value(question, mention, *last, contents, result);
  if (contents.empty()) return Value::null();
  result.set("contents", Value::string(contents));
  const Value range = question.range(mention != nullptr ? mention->at : last->at);
  for (const auto& [key, value] : range.as_map()) result.set(key, value);
  return Value::map(std::move(result));
}

// From the innermost call outwards: the first whose function is known.
Value signature(Question& question) {
  const Caret cursor = question.language->at(question.context, question.reading(), question.file(), question.offset());
  for (std::size_t at = cursor.calls.size(); at-- > 0;) {
    const CallAround& call = cursor.calls[at];
    const auto entries = question.entries(call.kind, call.name, call.catalogue);
    if (!entries.empty())
      return call.parts.empty() ? signature_of(entries, call) : signature_of_parts(*entries[0], call);
    for (const Symbol& symbol : question.reading().symbols) {
      const bool is_meant =
          symbol.kind == call.kind && symbol.name == call.name && (call.scope.empty() || symbol.scope == call.scope);
      if (is_meant && !symbol.parameters.empty()) {
        return signature_of(symbol, call);
      }
    }
  }
  return Value::null();
}

}  // namespace evalground
