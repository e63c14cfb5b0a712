// Lists and maps, choices, and YAQL: the functions of heat.engine.hot.functions from `repeat` to `yaql`.
//
// Each function has a check, which runs on every call that is written, and the function itself, which runs only where
// the value is needed. Heat separates them in the same way: the constructor of a function object rejects a wrong form,
// result() computes the value.

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/yaml/offsets.hpp"
#include "dialects/heat/call.hpp"
#include "dialects/heat/functions/families.hpp"
#include "dialects/yaql/catalogue.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground::heat {
namespace functions_data_family {
namespace {

// Equality is Python's: 1, 1.0 and true are equal.
bool is_among(const Value& value, const List& list, Budget& budget) {
  return std::any_of(list.begin(), list.end(), [&](const Value& item) {
    budget.step();
    return python_equal(item, value, budget);
  });
}

// Evaluates `repeat`. With placeholders {a: [1, 2], b: [x, y]} the template is filled for every combination, (1, x),
// (1, y), (2, x), (2, y). With `permutations: false` it is filled for (1, x) and (2, y).
class Repetition {
 public:
  // The number of results is the product of the lists' lengths. filled() charges a step for each node of each copy, so
  // a large product ends at a limit.
  explicit Repetition(HeatCall& call) : call_(call), budget_(call.context.budget) {}

  // Resolves the lists, then the template once. Placeholders are therefore replaced in the results of functions within
  // the template also.
  Value run() {
    const Map& arguments = call_.argument().as_map();
    call_.check_other_keys({"for_each", "template"});
    const Value for_each = call_.resolve_part(*arguments.find("for_each"));
    if (!for_each.is_map() || for_each.as_map().empty()) fail(for_each, "\"for_each\" must be a map with placeholders");
    const Value* permutations = arguments.find("permutations");
    const bool is_parallel =
        call_.stack.version >= Version::v2017_09_01 && permutations != nullptr && !permutations->as_boolean();
    for (const auto& [key, values] : for_each.as_map()) {
      names_.push_back(key);
      lists_.push_back(list_of(values, is_parallel));
    }
    // Without permutations all lists must have the same length. Null has no length, and makes the result empty.
    std::optional<std::size_t> length;
    std::size_t list_number = 0;
    for (const auto& entry : for_each.as_map()) {
      const std::size_t size = lists_[list_number++].size();
      if (!is_parallel || entry.value.is_null()) continue;
      if (length && *length != size) fail(for_each, "without permutations all lists must have the same length");
      length = size;
    }
    const Value pattern = call_.resolve_part(*arguments.find("template"));
    if (std::any_of(lists_.begin(), lists_.end(), [](const List& list) { return list.empty(); })) return Value::list();
    List results;
    // Without permutations: the first items of all lists, then the second items …
    if (is_parallel) {
      for (std::size_t at = 0; at < lists_[0].size(); ++at) {
        results.push_back(filled(pattern, std::vector<std::size_t>(lists_.size(), at)));
      }
      return Value::list(std::move(results));
    }
    // … or every combination.
    std::vector<std::size_t> places(lists_.size());
    for (;;) {
      results.push_back(filled(pattern, places));
      // Counts like an odometer: the last placeholder varies fastest.
      std::size_t column = places.size();
      while (column > 0 && ++places[column - 1] == lists_[column - 1].size()) places[--column] = 0;
      if (column == 0) return Value::list(std::move(results));
    }
  }

 private:
  [[noreturn]] void fail(const Value& part, const std::string& problem) const {
    call_.context.fail(part.origin() != 0 ? part.origin() : call_.where, "wrong-argument",
                       "Arguments to \"repeat\" are wrong: " + problem + ".");
  }

  // The values of one placeholder. A map stands for its keys, from 2016-10-14 on and only with permutations. Null is an
  // empty list.
  List list_of(const Value& values, bool is_parallel) {
    List list;
    if (values.is_null()) return list;
    if (values.is_map() && !is_parallel && call_.stack.version >= Version::v2016_10_14) {
      for (const auto& entry : values.as_map()) list.push_back(entry.key);
    } else if (values.is_list()) {
      list = values.as_list();
    } else {
      fail(values, "a placeholder stands for a list" + std::string(is_parallel ? "" : " or a map") + ", not for " +
                       short_text(values, 60));
    }
    return list;
  }

  // Placeholders and items need to be strings only where the template contains a string. Placeholders are replaced one
  // after the other. A later one therefore also replaces text that an earlier one inserted, as in Heat.
  std::string filled_text(std::string_view text, const std::vector<std::size_t>& places) {
    std::string result(text);
    for (std::size_t column = 0; column < names_.size(); ++column) {
      const Value& item = lists_[column][places[column]];
      budget_.step(1 + result.size() / 64);
      if (!names_[column].is_string()) fail(names_[column], "a placeholder must be text");
      if (!item.is_string()) fail(item, "an item must be text, not " + short_text(item, 60));
      const std::string_view name = names_[column].as_string();
      result = name.empty() ? spread(result, item.as_string()) : replace_all(result, name, item.as_string());
    }
    return result;
  }

  // An empty placeholder matches before each character and at the end, as in Python: "ab".replace("", "-") -> "-a-b-".
  std::string spread(std::string_view text, std::string_view item) {
    std::string result(item);
    const std::uint64_t limit = budget_.limits().memory;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = decode_code_point(text, at).size;
      budget_.step(1 + item.size() / 64);
      result.append(text.substr(at, size)).append(item);
      if (result.size() > limit) throw LimitError(Limit::memory, limit);
      at += size;
    }
    return result;
  }

  // A copy of the template with the placeholders of one combination. Keys are replaced as well. Two keys may become
  // equal; the later entry wins.
  Value filled(const Value& pattern, const std::vector<std::size_t>& places) {
    const Depth depth = budget_.enter();
    budget_.step();
    if (pattern.is_string())
      return Value::string(filled_text(pattern.as_string(), places)).with_origin(pattern.origin());
    if (pattern.is_list()) {
      List items;
      for (const Value& item : pattern.as_list()) items.push_back(filled(item, places));
      return Value::list(std::move(items)).with_origin(pattern.origin());
    }
    if (!pattern.is_map()) return pattern;
    Map entries;
    for (const auto& [key, value] : pattern.as_map()) {
      Value name = filled(key, places);
      entries.set(std::move(name), filled(value, places));
    }
    return Value::map(std::move(entries)).with_origin(pattern.origin());
  }

  HeatCall& call_;
  Budget& budget_;
  List names_;
  std::vector<List> lists_;
};

// Heat refuses a wrong form even in a resource whose condition is false. Only the type of `for_each` is tested later,
// because it may be a call.
void check_repeat(const WrittenCall& call) {
  constexpr std::string_view form = "a map with the keys \"template\", \"for_each\" and \"permutations\"";
  if (!call.is_map()) call.wrong_form(form);
  // Unknown keys are ignored. In versions without `permutations` that key is unknown as well.
  const Value* for_each = call.argument.as_map().find("for_each");
  if (for_each == nullptr || !call.argument.as_map().contains("template")) call.wrong_form(form);
  if (call.is_used() && !for_each->is_map()) call.wrong_form(form);
  const Value* permutations = call.argument.as_map().find("permutations");
  const bool is_known = call.stack.version >= Version::v2017_09_01 && permutations != nullptr;
  if (is_known && permutations->kind() != Kind::boolean) {
    call.stack.context.fail(permutations->origin(), "wrong-argument",
                            "Arguments to \"repeat\" are wrong: \"permutations\" must be true or false.");
  }
}

Value repeat(Call& generic) {
  return Repetition(heat_call(generic)).run();
}

// Null items are skipped: `{map_merge: [{a: 1}, null]}` -> `{a: 1}`, which lets a list contain optional parts.
Value map_merge(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of maps";
  Map result;
  // Heat iterates over a string as a list of its characters, so an empty string is an empty list of maps.
  if (call.argument().is_string() && call.argument().as_string().empty()) return Value::map();
  for (const Value& item : call.items(0, SIZE_MAX, form)) {
    if (item.is_null()) continue;
    if (!item.is_map()) call.wrong_form(form);
    for (const auto& [key, value] : item.as_map()) {
      call.context.budget.step();
      result.set(key, value);
    }
  }
  return Value::map(std::move(result));
}

// `[{a: x}, {keys: {a: b}, values: {x: z}}]` -> `{b: z}`. Only the values of this map are replaced, not those within
// nested collections.
Value map_replace(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [map, {keys: map, values: map}]";
  const List& arguments = call.items(2, 2, form);
  const auto map_of = [&](const Value* value, std::string_view name) {
    if (value == nullptr || value->is_null()) return Map();
    if (!value->is_map()) call.wrong_form(form, wrong_part(name, *value));
    return value->as_map();
  };
  const Map input = map_of(&arguments[0], "map");
  const Map replacements = map_of(&arguments[1], "replacements");
  for (const auto& entry : replacements) {
    constexpr std::string_view known[] = {"keys", "values"};
    const bool is_known =
        entry.key.is_string() && (entry.key.as_string() == known[0] || entry.key.as_string() == known[1]);
    if (!is_known) call.wrong_form(form, arguments[1].sensitive() ? FormMistake() : unknown_key(entry.key, known));
  }
  const Map keys = map_of(replacements.find("keys"), "keys");
  const Map values = map_of(replacements.find("values"), "values");
  Map result;
  for (const auto& [key, value] : input) {
    call.context.budget.step();
    // Rename the key first. Two keys that become equal are an error.
    const Value* renamed = keys.find(key);
    const Value name = renamed == nullptr || renamed->is_null() ? key : *renamed;
    const auto collide = [&](std::string_view where) {
      call.context.fail(call.where, "key-collision",
                        "key replacement " + (name.is_string() ? std::string(name.as_string()) : short_text(name, 60)) +
                            " collides with a key in the " + std::string(where) + " map.");
    };
    if (!equal_keys(name, key) && input.contains(name)) collide("input");
    if (result.contains(name)) collide("output");
    const Value* replaced = value.is_map() || value.is_list() ? nullptr : values.find(value);
    result.set(name, replaced == nullptr ? value : *replaced);
  }
  return Value::map(std::move(result));
}

// `list_concat` and `list_concat_unique`. The second compares each item with all results, so its time is quadratic. The
// comparisons are charged.
template <bool is_unique>
Value list_concat(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of lists";
  List result;
  for (const Value& list : call.items(0, SIZE_MAX, form)) {
    if (list.is_null()) continue;
    if (!list.is_list()) call.wrong_form(form);
    for (const Value& item : list.as_list()) {
      call.context.budget.step();
      if (!is_unique || !is_among(item, result, call.context.budget)) result.push_back(item);
    }
  }
  return Value::list(std::move(result));
}

constexpr std::string_view filter_form = "a list of the form [values, list]";

void check_filter(const WrittenCall& call) {
  if (!call.is_list(2, 2)) call.wrong_form(filter_form);
}

// An empty or false list is the result itself. Empty or false values remove nothing from the list.
Value filter(Call& generic) {
  HeatCall& call = heat_call(generic);
  const List& arguments = call.argument().as_list();
  const Value list = call.resolve_part(arguments[1]);
  if (!python_truth(list)) {
    call.stack.check(arguments[0]);
    return list;
  }
  if (!list.is_list()) call.wrong_form(filter_form, wrong_part("list", list));
  const Value values = call.resolve_part(arguments[0]);
  if (!python_truth(values)) return list;
  if (!values.is_list()) call.wrong_form(filter_form, wrong_part("values", values));
  List result;
  for (const Value& item : list.as_list()) {
    if (!is_among(item, values.as_list(), call.context.budget)) result.push_back(item);
  }
  return Value::list(std::move(result));
}

void check_contains(const WrittenCall& call) {
  if (!call.is_list(2, 2)) call.wrong_form("a list of the form [value, list or text]");
}

// In a list by equality, in a text by substring: `{contains: [a, abc]}` -> true.
Value contains(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [value, list or text]";
  const List& arguments = call.items(2, 2, form);
  if (arguments[1].is_list())
    return Value::boolean(is_among(arguments[0], arguments[1].as_list(), call.context.budget));
  if (!arguments[1].is_string()) call.wrong_form(form);
  if (!arguments[0].is_string()) {
    call.wrong_form(form, {"Within a text only a text can be found.", arguments[0].origin(), {}, {}});
  }
  return Value::boolean(arguments[1].as_string().find(arguments[0].as_string()) != std::string_view::npos);
}

void check_choice(const WrittenCall& call) {
  const bool may_be_short = call.stack.version >= Version::v2021_04_16;
  if (call.is_list(may_be_short ? 2 : 3, 3)) return;
  call.wrong_form(may_be_short ? "a list of the form [condition, value] or [condition, value, other value]"
                               : "a list of the form [condition, value, other value]");
}

// Arguments are raw: only the chosen value is resolved, so the other may be a call that would fail.
Value choose(Call& generic) {
  HeatCall& call = heat_call(generic);
  const List& arguments = call.argument().as_list();
  const Value otherwise = arguments.size() == 3 ? arguments[2] : Value();
  if (call.stack.decides(arguments[0], arguments[1], otherwise)) return call.resolve(arguments[1]);
  // An `if` without a second value, when its condition is false, removes the item or property that contains it.
  return arguments.size() == 3 ? call.resolve(otherwise) : Value();
}

// The place of a YAQL expression: within the scalar that holds it, or in a source of its own if it was computed.
yaql::Place place_of(Context& context, const Value& expression) {
  yaql::Place place;
  const std::string_view text = expression.as_string();
  if (expression.origin() == 0) {
    place.file = context.sources.add_file("<yaql>", std::string(text));
    return place;
  }
  const Origin& origin = context.sources.origin(expression.origin());
  place.file = origin.file;
  place.offsets = scalar_offsets(context.sources.text_of(expression.origin()), origin.begin, text);
  return place;
}

constexpr std::string_view yaql_form = "a map with the keys \"expression\", a text, and \"data\"";

// Heat's defaults: an expression may draw 200 items, and no value may exceed 10,000 bytes (limits of heat.conf).
yaql::Settings yaql_settings(const Workspace& workspace) {
  yaql::Settings settings;
  settings.iterators = workspace.iterators.value_or(200);
  settings.quota = workspace.quota.value_or(10'000);
  if (settings.quota == 0U) settings.quota.reset();
  return settings;
}

const yaql::Node& read_yaql(Context& context, yaql::Evaluator& evaluator, const Value& expression) {
  try {
    return evaluator.read(expression.as_string(), place_of(context, expression));
  } catch (Error& error) {
    error.diagnostic.message = "Bad expression " + error.diagnostic.message;
    throw;
  }
}

// A literal expression is parsed during the check, since Heat refuses a template with a syntax error in an expression
// that is never evaluated. A computed expression is parsed only when it is evaluated.
void check_yaql(const WrittenCall& call) {
  if (!call.is_map()) call.wrong_form(yaql_form);
  for (const auto& entry : call.argument.as_map()) {
    const std::string_view key = entry.key.is_string() ? entry.key.as_string() : std::string_view();
    if (key != "expression" && key != "data") call.wrong_form(yaql_form);
  }
  const Value* expression = call.argument.as_map().find("expression");
  if (expression == nullptr) call.wrong_form(yaql_form);
  if (!call.is_used() || call.is_call(*expression)) return;
  if (!expression->is_string()) call.wrong_form(yaql_form);
  if (call.use == Use::evaluated) return;  // evaluation parses it
  yaql::Evaluator evaluator(call.stack.context, yaql::library(), yaql_settings(call.stack.context.workspace));
  read_yaql(call.stack.context, evaluator, *expression);
}

// Runs the YAQL engine of this project in the context of the template: with its budget, and with Heat's limits. `$` is
// a map with the single key `data`.
Value evaluate_yaql(Call& generic) {
  HeatCall& call = heat_call(generic);
  const Value expression = call.resolve_part(*call.argument().as_map().find("expression"));
  if (!expression.is_string()) call.wrong_form(yaql_form, wrong_part("expression", expression));
  yaql::Evaluator evaluator(call.context, yaql::library(), yaql_settings(call.context.workspace));
  const yaql::Node& root = read_yaql(call.context, evaluator, expression);
  const Value* data = call.argument().as_map().find("data");
  Value resolved = data == nullptr ? Value::map() : call.resolve_part(*data);
  const Ref<yaql::Scope> scope = make_ref<yaql::Scope>();
  scope->set(1, Value::map({{"data", std::move(resolved)}}));
  if (!call.has_secret_part()) return evaluator.result(root, scope);
  // A message, hint or trace of YAQL could reveal a hidden value it works on. So the run leaves none of them, and the
  // result gets no provenance.
  const Silence silence(call.context, true);
  const Provenance::Computation apart(call.context.provenance, Provenance::Computation::Kind::apart);
  return evaluator.result(root, scope).with_origin(0);
}

constexpr std::string_view sample = R"(heat_template_version: 2021-04-16
parameters:
  sizes: {type: comma_delimited_list, default: 'small,large'}
conditions:
  is_prod: {equals: [a, b]}
)";

constexpr Example repeat_examples[] = {
    {"{repeat: {template: {port: '%p%'}, for_each: {'%p%': ['80', '443']}}}", "",
     R"([{"port": "80"}, {"port": "443"}])"},
    {"{repeat: {template: '%a%%b%', for_each: {'%a%': [x, y], '%b%': [u, v]}, permutations: false}}", "",
     R"(["xu", "yv"])"}};
constexpr Example merge_examples[] = {{"{map_merge: [{a: 1, b: 2}, {b: 3}]}", "", R"({"a": 1, "b": 3})"}};
constexpr Example replace_examples[] = {
    {"{map_replace: [{a: x}, {keys: {a: b}, values: {x: z}}]}", "", R"({"b": "z"})"}};
constexpr Example concat_examples[] = {{"{list_concat: [[1], [1, 2]]}", "", "[1, 1, 2]"}};
constexpr Example unique_examples[] = {{"{list_concat_unique: [[1], [1, 2]]}", "", "[1, 2]"}};
constexpr Example filter_examples[] = {{"{filter: [[b], [a, b, c, b]]}", "", R"(["a", "c"])"}};
constexpr Example contains_examples[] = {{"{contains: [a, [a, b]]}", "", "true"}};
constexpr Example if_examples[] = {{"{if: [is_prod, 3, 1]}", sample, "1"},
                                   {"[1, {if: [is_prod, 2]}, 3]", sample, "[1, 3]"}};
constexpr Example yaql_examples[] = {
    {"{yaql: {expression: '$.data.s.select($.toUpper())', data: {s: {get_param: sizes}}}}", sample,
     R"(["SMALL", "LARGE"])"}};

}  // namespace
}  // namespace functions_data_family

std::span<const IntrinsicRow> data_functions() {
  using namespace functions_data_family;
  static constexpr IntrinsicRow all[] = {
      {.function =
           {.kind = "function",
            .signature = "repeat(arguments: raw) -> list",
            .summary = "A template for each combination of values: `{template: any, for_each: {placeholder: list}}`.",
            .details =
                "Placeholders are replaced in every text, keys included. A map gives its keys (from 2016-10-14 on); "
                "`permutations: false` goes through the lists side by side (from 2017-09-01 on).",
            .since = "2015-04-30",
            .changed = "2017-09-01",
            .examples = repeat_examples,
            .call = repeat},
       .check = check_repeat},
      {.function = {.kind = "function",
                    .signature = "map_merge(maps: list) -> map",
                    .summary = "The entries of several maps; later ones win.",
                    .since = "2016-04-08",
                    .examples = merge_examples,
                    .call = map_merge}},
      {.function = {.kind = "function",
                    .signature = "map_replace(arguments: list) -> map",
                    .summary = "A map with keys and values replaced: `[map, {keys: {old: new}, values: {old: new}}]`.",
                    .since = "2016-10-14",
                    .examples = replace_examples,
                    .call = map_replace}},
      {.function = {.kind = "function",
                    .signature = "list_concat(lists: list) -> list",
                    .summary = "The items of several lists.",
                    .since = "2017-09-01",
                    .examples = concat_examples,
                    .call = list_concat<false>}},
      {.function = {.kind = "function",
                    .signature = "list_concat_unique(lists: list) -> list",
                    .summary = "The items of several lists, each once.",
                    .since = "2017-09-01",
                    .examples = unique_examples,
                    .call = list_concat<true>}},
      {.function = {.kind = "function",
                    .signature = "filter(arguments: raw) -> list",
                    .summary = "A list without certain values: `[values, list]`.",
                    .since = "2017-02-24",
                    .examples = filter_examples,
                    .call = filter},
       .check = check_filter},
      {.function = {.kind = "function",
                    .signature = "contains(arguments: list) -> boolean",
                    .summary = "Whether a list contains a value, or a text contains another: `[value, list or text]`.",
                    .details = "Also in conditions.",
                    .since = "2017-09-01",
                    .examples = contains_examples,
                    .call = contains},
       .check = check_contains,
       .in_conditions = Version::v2017_09_01},
      {.function =
           {.kind = "function",
            .signature = "if(arguments: raw) -> any",
            .summary = "One of two values: `[condition, value, other value]`.",
            .details =
                "The condition is a name, true, false or a function of conditions. Only the value that is chosen is "
                "resolved. Without the other value the item itself disappears (from 2021-04-16 on).",
            .since = "2016-10-14",
            .changed = "2021-04-16",
            .examples = if_examples,
            .call = choose},
       .check = check_choice},
      {.function =
           {.kind = "function",
            .signature = "yaql(arguments: raw) -> any",
            .summary = "What a YAQL expression gives: `{expression: text, data: any}`, where the data are `$.data`.",
            .details =
                "Collections may have up to 200 items and single values up to 10,000 bytes unless the limits of the "
                "workspace say otherwise. Also in conditions from 2017-09-01 on.",
            .since = "2016-10-14",
            .examples = yaql_examples,
            .call = evaluate_yaql},
       .check = check_yaql,
       .in_conditions = Version::v2017_09_01},
  };
  return all;
}

}  // namespace evalground::heat
