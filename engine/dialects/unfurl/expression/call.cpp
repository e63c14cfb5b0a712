// Calls a function of an expression map: binds its arguments, evaluates them, and decides what a secret among them does
// to the result and to messages.
//
//   {eval: {concat: [a, b], sep: '-'}}      concat gets the list and `sep`; other keys are left to the expression
//
// Arguments are evaluated before the call, except those of type `expression`. With a secret among them the call leaves
// no warnings (Silence), its result is marked, and the message of an Error is kept only if redaction can clean it.
#include "dialects/unfurl/expression/call.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"
#include "dialects/unfurl/values/external.hpp"
#include "runtime/sensitive.hpp"

namespace evalground::unfurl {

namespace {

// In Unfurl these functions return new text without a mark. `file` and `tempfile` return a path, not the contents.
constexpr std::string_view unmarked_functions[] = {"concat", "join", "add", "mul", "get_property", "file", "tempfile"};

// Marks the result of a function that got a secret argument. If parts of the result are marked, that suffices.
Value made_of_secret(Context& context, std::string_view function, Value result) {
  const bool is_unmarked =
      std::find(std::begin(unmarked_functions), std::end(unmarked_functions), function) != std::end(unmarked_functions);
  if (is_unmarked || holds_sensitive(result, context.budget)) return result;
  if (result.is_number() || object_cast<External>(result) != nullptr) return std::move(result).with_sensitive();
  return marked_sensitive(context, std::move(result));
}

// True when redaction can find every secret of an argument in a message. Only then may the message be shown.
// A short secret, or one that is computed, occurs in no list of known texts, so it could appear in the message
// unnoticed.
bool is_searchable(Context& context, const Value& value, bool is_marked) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  is_marked = is_marked || value.sensitive();
  const auto is_part_searchable = [&](const Value& part) { return is_searchable(context, part, is_marked); };
  switch (value.kind()) {
    case Kind::string: {
      std::string text(is_marked ? value.as_string() : std::string_view());
      context.secrets.redact(text);
      return !is_marked || text == redaction;
    }
    case Kind::list:
    case Kind::tuple: return std::all_of(value.as_list().begin(), value.as_list().end(), is_part_searchable);
    case Kind::set:
    case Kind::map:
      return std::all_of(value.as_map().begin(), value.as_map().end(), [&](const Map::Entry& entry) {
        return is_part_searchable(entry.key) && is_part_searchable(entry.value);
      });
    case Kind::object:
      return !is_marked || (object_cast<External>(value) != nullptr &&
                            is_searchable(context, value.as_object().resolve(context), true));
    default: return !is_marked;
  }
}

}  // namespace

// `q` is handled first and never evaluates its argument. While no secret is known, arguments are not searched for
// secrets.
List Evaluator::call(const FunctionCatalogue::Entry& entry, std::string_view name, const Map& map, const Scope& scope,
                     OriginId where) {
  // Keys of an expression map that stand one level too deep.
  const Signature& signature = entry.signature;
  if (map.contains("var") || (name != "foreach" && map.contains("foreach"))) {
    const std::string_view key = map.contains("var") ? "var" : "foreach";
    context.fail(map.entry(*map.position(key)).key.origin(), "misplaced-key",
                 "Unexpected '" + std::string(key) + "' found, did you intend it for the parent?");
  }
  if (name == "q") return {map.find(name)->with_verbatim()};
  return in_frame(where, "in function", name, [&]() -> List {
    Trace::Scope step(context.trace, "function", where);
    // The first parameter is the value under the function's name, the others are the keys beside it.
    std::vector<Value> arguments;
    bool is_secret = false;
    bool is_given_secret = false;
    bool is_message_open = true;
    for (std::size_t index = 0; index < signature.parameters.size(); ++index) {
      const Parameter& parameter = signature.parameters[index];
      const Value* given = map.find(index == 0 ? name : parameter.name);
      if (given == nullptr) {
        arguments.emplace_back();
      } else {
        const bool is_written = parameter.type == "expression";
        arguments.push_back(is_written ? *given : map_value(*given, scope));
        // Functions only use an `expression` argument to choose. Its value is not part of the result.
        if (is_written || context.secrets.is_empty()) continue;
        is_secret = is_secret || holds_sensitive(arguments.back(), context.budget);
        is_given_secret = is_given_secret || holds_given_secret(context, arguments.back());
        is_message_open = is_message_open && (!is_secret || is_searchable(context, arguments.back(), false));
      }
    }
    UnfurlCall function_call(*this, scope, map, where, signature, std::move(arguments));
    try {
      const Silence silence(context, is_secret);
      Value result = entry.function->call(function_call);
      if (is_given_secret) result = made_of_secret(context, name, std::move(result));
      step.done(result);
      return matches_of(result, scope);
    } catch (Error& error) {
      if (!is_message_open) hide_message(error.diagnostic, quote(name));
      throw;
    }
  });
}

}  // namespace evalground::unfurl
