// Expression maps: maps that stand for the value they evaluate to.
//
//   {eval: people, vars: {least: 21}, foreach: name}
//
// The value under `eval` is the source. Text is a query or a template. A map calls the function that its first known
// key names. A list stands for its items. The source gives an ordered list of matches, and `foreach` or `select` passes
// each of them through a loop. Where one value is needed, reduce() makes it: null for no match, the value for one, a
// list for several.
//
// Invariants: nested expressions see the variables around them. They see the item of a loop around them only if it is a
// resource. Text that came out of a template is verbatim and never evaluated again.
//
// The rules are those of `Ref` and `eval_ref` in Unfurl's eval.py.
#include "dialects/unfurl/expression/expression.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.hpp"
#include "dialects/unfurl/expression/documented.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/unavailable.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/vault.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::array<std::string_view, 12> standalone_functions = {"q",
                                                                   "get_input",
                                                                   "concat",
                                                                   "token",
                                                                   "join",
                                                                   "get_property",
                                                                   "has_env",
                                                                   "get_env",
                                                                   "get_attribute",
                                                                   "get_nodes_of_type",
                                                                   "get_artifact",
                                                                   "_generate"};

constexpr std::string_view service = R"(port: 80
sizes: [3, 1, 2]
people: [{name: ann, age: 30}, {name: bob, age: 20}]
)";

constexpr Example eval_examples[] = {{"eval: port", service, "80"}, {"eval: [{eval: port}, 1]", service, "[80, 1]"}};
constexpr Example vars_examples[] = {
    {"eval: {add: [{eval: $low}, {eval: $high}]}\nvars: {low: 1, high: {eval: port}}", service, "81"}};
constexpr Example select_examples[] = {{"eval: people\nselect: age", service, "[30, 20]"}};
constexpr Example foreach_examples[] = {
    {"eval: sizes\nforeach: {value: {eval: {mul: [{eval: $item}, 10]}}}", service, "[30, 10, 20]"},
    {"eval: people\nforeach: {key: name, value: age}", service, R"([{"ann": 30, "bob": 20}])"}};
constexpr Example strict_examples[] = {{"eval: port\nstrict: required", service, "80"}};
constexpr Example trace_examples[] = {{"eval: port\ntrace: 1", service, "80"}};

constexpr std::string_view eval_aliases[] = {"ref"};

// Records the trace during its lifetime if an expression asks for it by `trace: 1`.
class Recording {
 public:
  Recording(Trace& trace, const Value* level)
      : trace_(level != nullptr && level->kind() == Kind::integer && level->as_integer() > 0 ? &trace : nullptr),
        was_on_(trace_ != nullptr && trace_->record(true)) {}
  ~Recording() {
    if (trace_ != nullptr) trace_->record(was_on_);
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  Trace* trace_;  // null if not requested
  bool was_on_;
};

// The state of one expression map, from the scope around it to its matches.
struct Evaluation {
  Evaluator& evaluator;
  const Map& map;
  const Scope& outer;
  OriginId where;
  Scope scope;  // of the source
  Matches result;
};

// Puts `vars` into the scope. The variable `start` sets the resource where the expression starts.
void define_variables(Evaluation& evaluation, const Value& variables) {
  Evaluator& evaluator = evaluation.evaluator;
  Scope& scope = evaluation.scope;
  if (!variables.is_map()) {
    evaluator.context.fail(variables.origin(), "wrong-vars",
                           "`vars` must be a map of variables, not " + kind_text(variables) + ".");
  }
  scope.variables = Ref<Variables>(new Variables(evaluator.memos, scope, variables));
  if (!variables.as_map().contains("start")) return;
  const Value start = evaluator.read(Variables::find(scope.variables.get(), "start").second->attribute, scope);
  if (start.is_null()) return;  // without a match, the start does not change
  if (auto* resource = object_cast<Resource>(start)) {
    scope.resource = resource;
  } else {
    scope.item = start;
  }
}

void set_strictness(Evaluation& evaluation, const Value& strict) {
  evaluation.scope.strictness = python_truth(strict) ? Strictness::strict : Strictness::lenient;
}

// `base_dir` is evaluated in the scope around the expression.
void set_directory(Evaluation& evaluation, const Value& directory) {
  evaluation.scope.base_dir = evaluation.evaluator.map_value(directory, evaluation.outer);
}

// `foreach` always gives a list, even for no match or one match.
void loop(Evaluation& evaluation, const Value& form) {
  Matches& result = evaluation.result;
  result.stays_list = true;
  if (result.list.empty()) return;
  result.list = evaluation.evaluator.loop(form, std::move(result.list), evaluation.scope, evaluation.where);
}

// `select` is a loop whose matches are reduced. It has no effect beside `foreach`.
void select(Evaluation& evaluation, const Value& form) {
  List& matches = evaluation.result.list;
  if (matches.empty() || evaluation.map.contains("foreach")) return;
  matches = evaluation.evaluator.loop(form, std::move(matches), evaluation.scope, evaluation.where);
}

// `strict: required` and `strict: notnull`.
void check_strict(Evaluation& evaluation, const Value& strict) {
  const List& matches = evaluation.result.list;
  if (evaluation.result.stays_list || !strict.is_string()) return;
  const std::string_view word = strict.as_string();
  if (word != "required" && word != "notnull") return;
  const auto fail = [&](std::string_view code, std::string_view what) {
    evaluation.evaluator.context.fail(
        evaluation.where, code,
        "The expression " + short_text(*source_of(evaluation.map), 80) + " " + std::string(what) + ".");
  };
  if (matches.empty()) fail("no-result", "must return results");
  if (word == "notnull" && matches.size() == 1 && matches.front().is_null()) fail("null-result", "must not be null");
}

// A key of expression maps: its documentation, whose signature begins with its name, and its code. Before the source is
// evaluated, keys apply from the last row to the first, so that `vars` are evaluated in a complete scope. After it,
// they apply from the first to the last, so that `strict` checks the result of a loop.
struct ExpressionKey {
  using Apply = void (*)(Evaluation&, const Value&);

  constexpr ExpressionKey(Function entry_, Apply before_ = nullptr, Apply after_ = nullptr)
      : name(entry_.signature.substr(0, entry_.signature.find(' '))), entry(entry_), before(before_), after(after_) {}

  std::string_view name;
  Function entry;
  Apply before;  // null: no effect
  Apply after;
};

constexpr ExpressionKey expression_keys[] = {
    // The source, evaluated between `before` and `after`.
    {{.kind = "keyword",
      .signature = "eval -> any",
      .summary = "Makes a map an expression: text is a query, a map a function call, a list gives its items.",
      .details = "Beside it only `vars`, `select`, `foreach`, `strict`, `trace` and `base_dir`; with another key the "
                 "map is plain data.",
      .aliases = eval_aliases,
      .examples = eval_examples}},
    {{.kind = "keyword",
      .signature = "vars -> map",
      .summary = "Variables for the expression, read as `$name`; their values are evaluated when first used.",
      .details = "`start` among them replaces the current resource. `$start` is always where the expression starts.",
      .examples = vars_examples},
     define_variables},
    {{.kind = "keyword",
      .signature = "select -> any",
      .summary = "A query or a loop applied to the result; what comes out is reduced to one result as usual.",
      .examples = select_examples},
     nullptr,
     select},
    {{.kind = "keyword",
      .signature = "foreach -> list",
      .summary = "A query or a map with `value`, and `key` if wanted, evaluated for each item of the result.",
      .details = "The variables are $item, $index, $key, $collection, and $break and $continue as values that end the "
                 "loop or leave the item out. Without `key` the result is a list, with it one map in a list.",
      .examples = foreach_examples},
     nullptr,
     loop},
    {{.kind = "keyword",
      .signature = "strict -> any",
      .summary = "`required`: no match is an error; `notnull`: null is one too; false: templates are lenient.",
      .examples = strict_examples},
     set_strictness,
     check_strict},
    // Handled by the class Recording, around the whole expression.
    {{.kind = "keyword",
      .signature = "trace -> integer",
      .summary = "A value above 0 records this expression's evaluation in the trace.",
      .examples = trace_examples}},
    // Not documented.
    {{.kind = "keyword", .signature = "base_dir -> string", .summary = {}}, set_directory},
};

constexpr std::string_view source_key = expression_keys[0].name;

constexpr auto expression_entries = documented_entries<expression_keys>();

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const Value* source_of(const Map& map) {
  const Value* source = map.find(source_key);
  return source != nullptr ? source : map.find("ref");
}

bool is_standalone_function(std::string_view name) {
  return contains(standalone_functions, name);
}

void note_misspelt_function(Context& context, const Value& value) {
  constexpr std::size_t least_length = 5;  // almost any short word resembles "join"
  if (!value.is_map() || value.as_map().size() != 1 || !value.as_map().entry(0).key.is_string()) return;
  const Value& key = value.as_map().entry(0).key;
  const std::string_view name = key.as_string();
  if (name.size() < least_length || is_standalone_function(name)) return;
  const std::string_view nearest = nearest_name(name, standalone_functions).value_or(std::string_view());
  if (nearest.empty() || name == std::string(nearest) + "s" || !is_slip_of(name, nearest)) return;
  context.hint_name(key.origin(), "unknown-function",
                    "Unknown function " + quote(name) + ", so this map is plain data.", name, nearest);
}

bool is_expression_key(std::string_view name) {
  return name == "ref" || std::any_of(std::begin(expression_keys), std::end(expression_keys),
                                      [&](const ExpressionKey& key) { return key.name == name; });
}

bool is_expression_map(const Value& value) {
  if (!value.is_map() || value.verbatim()) return false;
  const Map& map = value.as_map();
  if (source_of(map) != nullptr) {
    std::size_t known = 1;
    for (const ExpressionKey& key : expression_keys) {
      if (key.name != source_key) known += map.contains(key.name) ? 1 : 0;
    }
    return known == map.size();
  }
  return map.size() == 1 && map.entry(0).key.is_string() && is_standalone_function(map.entry(0).key.as_string());
}

bool is_template(const Value& value) {
  if (!value.is_string() || value.verbatim()) return false;
  const std::string_view text = value.as_string();
  for (std::size_t at = text.find_first_of("{}%"); at != std::string_view::npos && at + 1 < text.size();
       at = text.find_first_of("{}%", at + 1)) {
    const std::string_view pair = text.substr(at, 2);
    if (pair == "{{" || pair == "}}" || pair == "{%" || pair == "%}") return true;
  }
  return false;
}

bool holds_expressions(const Value& value, Budget& budget) {
  budget.step();
  if (value.verbatim()) return false;
  if (is_template(value) || is_expression_map(value)) return true;
  if (object_cast<EncryptedValue>(value) != nullptr) return true;
  if (value.is_map()) {
    const Depth depth = budget.enter();
    return std::any_of(value.as_map().begin(), value.as_map().end(),
                       [&](const Map::Entry& entry) { return holds_expressions(entry.value, budget); });
  }
  if (value.is_list()) {
    const Depth depth = budget.enter();
    return std::any_of(value.as_list().begin(), value.as_list().end(),
                       [&](const Value& item) { return holds_expressions(item, budget); });
  }
  return false;
}

std::span<const Function> expression_key_entries() {
  return expression_entries;
}

Value Evaluator::one(const Value& expression, const Scope& scope) {
  Provenance::Computation computation(context.provenance);
  const OriginId origin = computed(expression.origin());
  Value result = reduce(evaluate(expression, scope)).with_origin(origin);
  computation.made(origin);
  return result;
}

Value Evaluator::argument(const Value& expression, const Scope& scope) {
  List matches = inner_matches(expression, scope);
  if (matches.empty()) return {};
  if (matches.size() == 1) return matches.front();
  return Value::list(std::move(matches)).with_origin(expression.origin());
}

List Evaluator::inner_matches(const Value& expression, const Scope& scope) {
  if (is_expression_map(expression)) return evaluate_map(expression, scope, true).list;
  return source_matches(expression, scope, expression.origin());
}

Matches Evaluator::evaluate(const Value& expression, const Scope& scope) {
  context.budget.step();
  if (is_expression_map(expression)) return evaluate_map(expression, scope, false);
  return {source_matches(expression, scope, expression.origin()), false};
}

Matches Evaluator::evaluate_map(const Value& expression, const Scope& outer, bool is_inner) {
  const Depth depth = context.budget.enter();
  const OriginId where = expression.origin();
  const Map& map = expression.as_map();
  const Value* source = source_of(map);
  const Recording recording(context.trace, source != nullptr ? map.find("trace") : nullptr);
  Trace::Scope step(context.trace, "expression", where);
  // Not restored when an exception passes: a limit is reported at the place where it was reached.
  const OriginId outside = std::exchange(context.here, where);

  Evaluation evaluation{*this, map, outer, where, outer, {}};
  Scope& scope = evaluation.scope;
  Matches& result = evaluation.result;
  // Nested expressions see the item of a loop only if it is a resource.
  scope.item = {};
  scope.start = {};
  if (source == nullptr) {
    result.list = source_matches(expression, scope, where);
  } else {
    // The scope of the source.
    for (std::size_t row = std::size(expression_keys); row-- > 0;) {
      const ExpressionKey& key = expression_keys[row];
      if (key.before == nullptr) continue;
      if (const Value* value = field(map, key.name)) key.before(evaluation, *value);
    }
    // The items of a loop do not change where the expression started.
    scope.start = scope.current();
    result.list = source_matches(*source, scope, where);
    // Pass the matches through the loop and the strict check, which only applies to an expression that stands for a
    // value.
    for (const ExpressionKey& key : expression_keys) {
      if (key.after == nullptr || (is_inner && key.after == check_strict)) continue;
      if (const Value* value = field(map, key.name)) key.after(evaluation, *value);
    }
  }
  if (context.trace) {
    step.done(result.list.size() == 1 && !result.stays_list ? result.list.front() : Value::list(result.list));
  }
  context.here = outside;
  return std::move(result);
}

List Evaluator::source_matches(const Value& source, const Scope& scope, OriginId where) {
  if (source.verbatim()) return {source};
  switch (source.kind()) {
    case Kind::undefined:
    case Kind::null: return {};
    case Kind::string: return query(source, scope);
    case Kind::list: {
      List result;
      for (const Value& item : source.as_list()) result.push_back(lazy(item, scope));
      return result;
    }
    case Kind::map: break;
    default: return {source};
  }
  // A map: the first key that names a function is called, the others are its keyword arguments.
  const Map& map = source.as_map();
  for (const auto& [key, argument] : map) {
    if (!key.is_string()) continue;
    if (const auto* entry = functions.find("function", key.as_string())) {
      return call(*entry, key.as_string(), map, scope, source.origin() != 0 ? source.origin() : where);
    }
    if (const std::string_view reason = unavailable_function(key.as_string()); !reason.empty()) {
      context.fail(key.origin() != 0 ? key.origin() : where, "unavailable",
                   "The function " + quote(key.as_string()) + " " + std::string(reason) + ".");
    }
  }
  // The source may also be a nested expression map.
  if (source_of(map) == nullptr) fail_function_missing(source, where);
  if (is_expression_map(source)) return evaluate_map(source, scope, true).list;
  return matches_of(lazy(source, scope), scope);
}

void Evaluator::fail_function_missing(const Value& source, OriginId where) {
  const std::string message = "Function missing in " + short_text(source, 80) + ".";
  for (const auto& [key, argument] : source.as_map()) {
    const std::string_view nearest = key.is_string() ? functions.nearest("function", key.as_string()) : "";
    if (nearest.empty()) continue;
    context.fail_name(key.origin() != 0 ? key.origin() : where, "function-missing", message, key.as_string(), nearest);
  }
  context.fail(source.origin() != 0 ? source.origin() : where, "function-missing", message);
}

List Evaluator::matches_of(const Value& result, const Scope& scope) {
  if (result.is_undefined() || result.is_null()) return {};
  if (is_template(result)) return {render(result, scope)};
  if (result.is_list() && !result.sensitive()) {
    List items = result.as_list();
    for (Value& item : items) {
      if (result.verbatim()) item = std::move(item).with_verbatim();
      item = lazy(item, scope);
    }
    return items;
  }
  if (auto* collection = object_cast<Collection>(result);
      collection != nullptr && collection->is_list() && !result.sensitive()) {
    List items;
    for (std::size_t index = 0; index < collection->size(); ++index) items.push_back(collection->item(index));
    return items;
  }
  return {result.is_map() ? lazy(result, scope) : result};
}

}  // namespace evalground::unfurl
