// Messages for failures, in the words of the user's own expression.
//
// The reference's messages contain its internal names: `Unknown function "#property#tasks"` means that a value has no
// `tasks`. Here the message says what happened and to which part of the expression. The reference's message is kept as
// a note. Users can search for it, and recorded cases compare it.

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/host_functions.hpp"
#include "dialects/yaql/evaluation/library.hpp"
#include "dialects/yaql/evaluation/properties.hpp"
#include "dialects/yaql/evaluation/values.hpp"
#include "value/big_integer.hpp"

namespace evalground::yaql {
namespace {

constexpr std::size_t most_shown_text = 60;  // characters of an expression or a value in a message

// The kind of a value by its name in YAQL's documentation: "a list", "a dictionary".
std::string kind_of(const Value& value) {
  if (is_set(value)) return "a set";
  switch (value.kind()) {
    case Kind::undefined:
    case Kind::null: return "null";
    case Kind::boolean: return "a boolean";
    case Kind::integer:
    case Kind::real: return "a number";
    case Kind::string: return "a string";
    case Kind::map: return "a dictionary";
    default: break;
  }
  if (is_integer(value)) return "a number";
  const YaqlObject* object = yaql_object(value);
  return object == nullptr ? "a list" : with_article(object->type_name());
}

// "a string ("web")" for a value short enough to show, otherwise only "a list".
std::string described(const Value& value) {
  std::string text = kind_of(value);
  if (value.is_string() || value.is_number() || value.kind() == Kind::boolean) {
    text += " (" + short_text(value, most_shown_text) + ")";
  }
  return text;
}

// The reference's words are a note, so the message itself can be about the user's expression.
Diagnostic failure(std::string_view code, std::string message, std::string_view reference) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.notes.push_back({"YAQL's own words: " + std::string(reference), 0});
  return diagnostic;
}

// The signatures of all overloads, written as in the reference.
constexpr std::string_view no_formatting =
    " YAQL 3.0 removed the formatting of texts: join them with `+`, and make texts of other values with `str(…)`.";

// Four are enough for a message: some functions have more overloads than a reader can compare.
std::string signatures_of(const Family& family, std::string_view separator) {
  constexpr std::size_t most = 4;
  std::string text;
  std::size_t count = 0;
  for (const Overload& overload : family.overloads) {
    if (count == most) break;
    if (count++ != 0) text += separator;
    text += std::string(overload.function->signature);
  }
  return text;
}

}  // namespace

// For internal functions of the reference, such as "#indexer", which have no signature to show.
void Evaluator::no_match(std::string_view function, std::string message) {
  throw Error(failure("no-matching-function", std::move(message),
                      "No function \"" + std::string(function) + "\" matches supplied arguments."));
}

// `1 + 'a'`: "`+` does not go with a number (1) and a string ("a")." Adding text to something else is the usual
// mistake, so that message also names the remedy.
void Evaluator::no_operator(Operator op, const Value& left, const Value& right) {
  const std::string sign(operator_text(op));
  std::string message = "`" + sign + "` does not go with " + described(left) + " and " + described(right) + ".";
  if (op == Operator::add && left.is_string() != right.is_string() && !left.is_null() && !right.is_null() &&
      (left.is_string() || right.is_string())) {
    message += " `str(…)` makes a string of a value.";
  }
  no_match("#operator_" + sign, std::move(message));
}

// The part of the expression as written, on one line and shortened, in backticks.
std::string Evaluator::code_of(const Node& node) const {
  if (node.end <= node.begin) return "this";
  const std::uint32_t begin = place_.offset(node.begin);
  const std::string_view source = context.sources.text(place_.file);
  const std::string_view written = source.substr(begin, place_.offset(node.end) - begin);
  std::string text;
  for (const char c : written) {
    const bool is_space = ascii_whitespace.find(c) != std::string_view::npos;
    if (!is_space) {
      text += c;
    } else if (!text.ends_with(' ')) {
      text += ' ';
    }
  }
  const std::size_t end = byte_offset_of_code_point(text, most_shown_text);
  if (end < text.size()) text = text.substr(0, end) + "…";
  return "`" + text + "`";
}

// The function exists, but no overload accepts the arguments. The message shows the signatures.
void Evaluator::no_match(const Node& node, const Value* receiver) {
  const std::string& name = names.text(node.name);
  std::string reference = receiver == nullptr ? "No function " : "No method ";
  reference += "\"" + name + "\"";
  if (receiver != nullptr) reference += " for receiver " + shown(*receiver);
  reference += " matches supplied arguments";
  std::string message;
  if (receiver == nullptr) {
    message = "`" + name + "` does not take these arguments.";
  } else {
    const Node* left = node.kind == NodeKind::method ? node.left : nullptr;
    const std::string subject = left == nullptr ? "The value" : code_of(*left);
    message = receiver->is_null() && left != nullptr && is_empty_data(*left)
                  ? "`$` is null: the data is empty."
                  : subject + " is " + described(*receiver) + ", and `." + name + "` does not take it so.";
  }
  if (node.family != nullptr) {
    const bool is_removed = name == "format" && receiver != nullptr && receiver->is_string();
    message += is_removed ? std::string(no_formatting) : " It is written " + signatures_of(*node.family, " or ") + ".";
    reference += ": " + signatures_of(*node.family, "; ");
  }
  Diagnostic diagnostic =
      failure(receiver == nullptr ? "no-matching-function" : "no-matching-method", std::move(message), reference + ".");
  advise_on_call(node, receiver, diagnostic);
  throw Error(std::move(diagnostic));
}

void Evaluator::bad_keyword(const Node& call) {
  Diagnostic diagnostic;
  diagnostic.code = "bad-keyword";
  diagnostic.message = "Cannot convert mapping to keyword argument: the name before => must be a bare word.";
  advise_on_call(call, nullptr, diagnostic);
  throw Error(std::move(diagnostic));
}

// The function does not exist. Three cases have a remedy: functions of a workflow engine, whose values the workspace
// may give; a method called as a function or the reverse; and a similar name.
void Evaluator::unknown(const Node& node, const Value* receiver) {
  const std::string& name = names.text(node.name);
  const bool is_function = receiver == nullptr;
  const std::string_view code = is_function ? "unknown-function" : "unknown-method";
  std::string reference = is_function ? "Unknown function \"" + name + "\""
                                      : "Unknown method \"" + name + "\" for receiver " + shown(*receiver);
  const FunctionCatalogue& all = library.catalogue;
  const OriginId where = origin_of(node);
  const FunctionCatalogue::Entry* known = is_function ? all.find("function", name) : nullptr;
  const bool is_of_workflow = known != nullptr && known->group == workflow_group;
  if (is_function && settings.host_values != nullptr && !is_of_workflow) {
    if (const HostFunction* host = find_host_function(name)) {
      const std::string call = code_of(node);
      Diagnostic diagnostic = failure(
          code,
          call + " is a function of " + std::string(host->engine) + ": " + std::string(host->gives) +
              ". The workflow engine answers it, so give its value in the inputs: under `functions`, by this text.",
          reference + ".");
      diagnostic.where = where;
      context.ask("inputs", std::string_view(call).substr(1, call.size() - 2), where, host_functions_input);
      throw Error(std::move(diagnostic));
    }
  }
  std::string message = is_function ? "Unknown function `" + name + "`."
                                    : "Unknown method `" + name + "`, called on " + described(*receiver) + ".";
  std::string_view nearest;
  if (is_of_workflow) {
    message.pop_back();
    message += ", which only workflow engines add.";
    if (settings.host_values != nullptr) message += " Within `<% … %>` it is computed.";
  } else if (name == "format") {
    message += no_formatting;
  } else if (all.find(is_function ? "method" : "function", name) != nullptr) {
    message.pop_back();
    message += is_function ? "; it is a method: write it behind a dot." : "; it is a plain function.";
  } else {
    nearest = all.nearest(is_function ? "function" : "method", name);
  }
  Diagnostic diagnostic = unknown_name(context.sources, where, std::string(code), std::move(message), name, nearest);
  diagnostic.notes.push_back({"YAQL's own words: " + reference + ".", 0});
  throw Error(std::move(diagnostic));
}

void Evaluator::missing_key(OriginId where, const Value& dict, const Value& key, const Node* node) {
  std::string message = "The dictionary has no key " + shown(key) + ".";
  if (!key.is_string()) throw Error("missing-key", std::move(message), where);
  Diagnostic diagnostic = unknown_name(context.sources, where, "missing-key", std::move(message), key.as_string(),
                                       nearest_key(dict, key.as_string()));
  if (node != nullptr) advise_on_item(*node, diagnostic);
  throw Error(std::move(diagnostic));
}

// Looks at the first keys only. Comparing names is slow, and data may have very many keys.
std::string_view Evaluator::nearest_key(const Value& dict, std::string_view name) {
  constexpr std::size_t most_known = 200;
  std::vector<std::string_view> known;
  for (const auto& entry : dict.as_map()) {
    if (entry.key.is_string() && known.size() < most_known) known.push_back(entry.key.as_string());
  }
  return nearest_name(name, known).value_or(std::string_view());
}

// `.name` of a value that has none. Null is the usual cause, and its fix is `?.name`. Methods without parentheses come
// next.
void Evaluator::no_property(const Node& node, const Value& receiver, bool is_item) {
  const std::string name(node.constant->as_string());
  std::string reference = is_time_property(name) ? "No function \"#property#" + name + "\" matches supplied arguments."
                                                 : "Unknown function \"#property#" + name + "\".";
  const std::string subject = (is_item ? "An item of " : "") + code_of(*node.left);
  const std::string_view code = is_time_property(name) ? "no-matching-function" : "unknown-function";
  Diagnostic diagnostic =
      failure(code, subject + " is " + described(receiver) + " and has no `" + name + "`.", reference);
  diagnostic.where = origin_of(node);
  const std::string_view source = context.sources.text(place_.file);
  const std::uint32_t dot = place_.offset(node.mark) - 1;
  if (receiver.is_null()) {
    if (!is_item && is_empty_data(*node.left)) {
      diagnostic.message = "`$` is null: the data is empty.";
    } else if (dot < source.size() && source[dot] == '.') {
      const OriginId where = context.sources.add({place_.file, dot, dot + 1, Via::expression, 0, false});
      diagnostic.fixes.push_back({"Give null when it is missing: `?." + name + "`", {{where, "?."}}});
    }
  } else if (library.catalogue.find("method", name) != nullptr) {
    diagnostic.message += " It is a method: write `." + name + "()`.";
    diagnostic.fixes.push_back({"Call the method", {{diagnostic.where, name + "()"}}});
  }
  advise_on_item(node, diagnostic);
  throw Error(std::move(diagnostic));
}

// Fails for collection[arguments] when the collection cannot be indexed or the index has a wrong type.
void Evaluator::no_index(const Node& node, const Value& collection, const Value* index) {
  const std::string subject = code_of(*node.left);
  Diagnostic diagnostic = failure("no-matching-function", {}, "No function \"#indexer\" matches supplied arguments.");
  std::string& message = diagnostic.message;
  if (collection.is_null() && is_empty_data(*node.left)) {
    message = "`$` is null: the data is empty.";
  } else if (!collection.is_list() && !collection.is_map()) {
    message = subject + " is " + described(collection) + ", of which no item can be taken by `[…]`.";
    if (is_iterable(collection)) message += " `.toList()` makes a list of it.";
  } else if (collection.is_list() && index != nullptr && index->is_string()) {
    const std::string name(index->as_string());
    message = subject + " is a list and has no key " + quote(name) + "; for that of each item write `.select($." +
              name + ")`.";
    const std::size_t from = place_.offset(node.left->end);
    const std::string_view source = context.sources.text(place_.file);
    const std::size_t to = place_.offset(node.end);
    const bool is_word = std::all_of(name.begin(), name.end(), [](char c) { return c == '_' || (c | 0x20) >= 'a'; });
    if (is_word && from < to && source.substr(from).starts_with('[') && source.substr(0, to).ends_with(']')) {
      const OriginId where = context.sources.add(
          {place_.file, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), Via::expression, 0, false});
      diagnostic.fixes.push_back({"Take it from each item", {{where, ".select($." + name + ")"}}});
    }
  } else if (collection.is_list() && index != nullptr) {
    message = "The index of a list is a whole number, not " + described(*index) + ".";
  } else {
    message = collection.is_list() ? "Index a list with one number: `[index]`."
                                   : "Index a dictionary with one key: `[key]`, or with a default: `[key, default]`.";
  }
  diagnostic.where = origin_of(node);
  throw Error(std::move(diagnostic));
}

// True for `$` in a run without data, where every access fails for the same reason.
bool Evaluator::is_empty_data(const Node& node) const {
  return settings.is_data_null && node.kind == NodeKind::variable && node.position == 1;
}

// Not an error, because the value is null in the reference. Each place gets one hint, however often it is evaluated.
void Evaluator::note_undefined(const Node& node, const Scope& scope) {
  // A lambda may receive fewer values than it names, so an absent $2 is no mistake.
  if (node.position != 0 || !noted_.insert(&node).second) return;
  const OriginId where = origin_of(node);
  const std::string& name = names.text(node.name);
  std::vector<std::string_view> known;
  scope.each_name([&](Name other) { known.push_back(names.text(other)); });
  context.hint_name(where, "undefined-variable", "The variable `$" + name + "` is not defined, so it is null.", name,
                    nearest_name(name, known).value_or(std::string_view()));
  if (settings.host_values != nullptr) context.ask("vars", name, where);
}

// Legacy queries read missing keys as null. A hint appears only if a similar key exists.
void Evaluator::note_absent(const Node& node, const Value& dict, const Value& key) {
  if (!key.is_string() || !noted_.insert(&node).second) return;
  const std::string_view nearest = nearest_key(dict, key.as_string());
  if (nearest.empty()) return;
  context.hint_name(origin_of(node), "missing-key", "The dictionary has no key " + shown(key) + ", so this is null.",
                    key.as_string(), nearest);
}

}  // namespace evalground::yaql
