// Functions on containers: keys and values, mapping, merging, JSON and YAML.
#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/documents.hpp"
#include "dialects/cfengine/data/jq.hpp"
#include "dialects/cfengine/functions/families.hpp"
#include "value/transform.hpp"

namespace evalground::cfengine {
namespace data_family {
namespace {

// True for the argument `@(arr)` with the name of a classic array.
bool is_array_by_reference(PolicyCall& call) {
  const Rvalue& argument = *call.node.items[0];
  if (argument.kind != RvalueKind::text) return false;
  const std::string text = call.evaluator.expand(argument.text);
  const std::string_view name = list_reference(trim(text));
  return !name.empty() && call[0].is_map() && !call.evaluator.find(name);
}

// True for the name of an slist, ilist or rlist, `l` or `@(l)`. They had no indices before 3.26.
bool names_plain_list(PolicyCall& call) {
  const Rvalue& argument = *call.node.items[0];
  if (argument.kind != RvalueKind::text) return false;
  const std::string text = call.evaluator.expand(argument.text);
  const std::string_view referred = list_reference(trim(text));
  const auto found = call.evaluator.find(referred.empty() ? std::string_view(text) : referred);
  return found && is_list_type(found->type);
}

// The keys of the top level: `{"x": 1, "y": 2}` -> {"x", "y"}, and a list of two items -> {"0", "1"}.
Value getindices(Call& call) {
  PolicyCall& policy = policy_call(call);
  if (is_array_by_reference(policy)) {
    if (call.context.quirks()) return Value::list({});
    policy.evaluator.log(Severity::warning, "differs-from-reference",
                         "CFEngine gives no indices of a classic array by `@(name)`. Write the name alone.",
                         call.where);
  }
  List keys;
  if (call[0].is_map()) {
    for (const auto& [key, value] : call[0].as_map()) keys.push_back(key);
  } else if (call[0].is_list() && !(policy.evaluator.release == Release::r3_21 && names_plain_list(policy))) {
    for (std::size_t i = 0; i < call[0].as_list().size(); ++i) keys.push_back(Value::string(std::to_string(i)));
  }
  policy.budget().step(keys.size());
  return Value::list(std::move(keys));
}

// The primitives of a container at any depth, in order.
void flatten(const Value& value, List& texts, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list()) {
    for (const Value& item : value.as_list()) flatten(item, texts, budget);
  } else if (value.is_map()) {
    for (const auto& [key, item] : value.as_map()) flatten(item, texts, budget);
  } else if (is_primitive(value)) {
    texts.push_back(value.is_string() ? value : Value::string(scalar_text(value)));
  }
}

// `{"a": [1, "b"], "c": true}` -> {"1", "b", "true"}.
Value getvalues(Call& call) {
  const PolicyCall& policy = policy_call(call);
  List texts;
  // A scalar variable counts as a list of one item, even if an array has the same name.
  const Rvalue& argument = *policy.node.items[0];
  const std::optional<Found> found =
      argument.kind == RvalueKind::text ? policy.evaluator.find(policy.evaluator.expand(argument.text)) : std::nullopt;
  flatten(found && is_primitive(found->value) ? found->value : call[0], texts, policy.budget());
  return Value::list(std::move(texts));
}

// The pattern for one element, expanded twice, because a variable in it may itself contain a pattern, such as
// "$(price[$(this)])". A result that is not text becomes a message about that, as in the reference. Fails if a
// reference to the element is left.
Value mapped(PolicyCall& call, std::size_t pattern, const MapItem& item) {
  Evaluator& evaluator = call.evaluator;
  evaluator.context.budget.step();
  const ScopedValue<const MapItem*> mapping(evaluator.item, &item);
  const Value value = class_text(evaluator.evaluate(*call.node.items[pattern]));
  if (!value.is_string()) return Value::string("[not printable]");
  const Value text = evaluator.expand_again(value);
  for (const std::string_view name : {"$(this)", "${this}", "$(this.k)", "${this.k}", "$(this.v)", "${this.v}"}) {
    const bool is_own = (name.size() == 7) == !item.item.is_undefined();
    if (is_own && text.as_string().find(name) != std::string_view::npos)
      call.fail("The pattern still holds " + std::string(name) + " when it has been expanded.");
  }
  return text.with_origin(0);
}

// `maplist("<$(this)>", {"a", "b"})` -> {"<a>", "<b>"}. The pattern is an unevaluated argument, which may be a call: it
// is evaluated for each item.
Value maplist(Call& call) {
  PolicyCall& policy = policy_call(call);
  const Value texts = policy.primitives(1);
  List results;
  results.reserve(texts.as_list().size());
  for (const Value& text : texts.as_list()) {
    results.push_back(mapped(policy, 0, {.item = text, .key = {}, .second_key = {}, .value = {}}));
  }
  return Value::list(std::move(results));
}

// Calls visit(item, is_nested) for each primitive of a container, with both keys for those one level down:
// {a: 1, b: {c: 2, d: [3]}} gives a = 1 and b, c = 2. Deeper values are skipped, as in the reference.
template <class F>
void for_each_leaf(const Value& collection, F&& visit) {
  const auto visit_entry = [&](const Value& key, const Value& value) {
    if (value.is_list()) {
      for (const Value& item : value.as_list()) {
        if (is_primitive(item)) visit(MapItem{{}, key, {}, Value::string(primitive_text(item))}, true);
      }
    } else if (value.is_map()) {
      for (const auto& [second, item] : value.as_map()) {
        if (is_primitive(item)) visit(MapItem{{}, key, second, Value::string(primitive_text(item))}, true);
      }
    } else {
      visit(MapItem{{}, key, {}, Value::string(primitive_text(value))}, false);
    }
  };
  if (collection.is_list()) {
    const List& items = collection.as_list();
    for (std::size_t i = 0; i < items.size(); ++i) visit_entry(Value::string(std::to_string(i)), items[i]);
    return;
  }
  for (const auto& [key, value] : collection.as_map()) visit_entry(key, value);
}

// Maps each leaf by the pattern. A result from a nested container is not added if the list already contains it.
List mapped_leaves(PolicyCall& call, std::size_t pattern, std::size_t collection) {
  // For mapdata, the first argument says how each text is interpreted.
  const std::string_view how = pattern == 1 ? call.text(0) : std::string_view();
  const bool is_json = how == "json";
  const bool is_name = how == "canonify";
  List results;
  Map known;
  // A list becomes an object with its indexes as keys, and so a copy.
  const Value& given = call.collection(collection);
  for_each_leaf(given.is_list() ? stored(given, call.budget()) : given, [&](MapItem item, bool is_nested) {
    if (is_json) {
      for (Value* part : {&item.key, &item.second_key, &item.value}) {
        if (part->is_string()) *part = Value::string(json_escaped(part->as_string()));
      }
    }
    Value result = mapped(call, pattern, item);
    if (is_name) result = Value::string(canonify(result.as_string()));
    const bool is_known = known.contains(result);
    if (!is_known) known.set(result, Value::null());
    if (!is_nested || !is_known) results.push_back(std::move(result));
  });
  return results;
}

// `$(this.k)` is the key, `$(this.k[1])` the key one level down, `$(this.v)` the value.
Value maparray(Call& call) {
  return Value::list(mapped_leaves(policy_call(call), 0, 1));
}

// Like maparray, but interprets each text: as JSON, as a name, or as it stands. With `json_pipe` the reference starts
// jq. No process can run here, so simple filters of jq are evaluated by data/jq.cpp and others are unavailable. An item
// with invalid JSON is left out, with a warning.
Value mapdata(Call& call) {
  PolicyCall& policy = policy_call(call);
  const std::string_view how = policy.text(0);
  if (how == "json_pipe") {
    const Value command = policy.evaluator.evaluate(*policy.node.items[1]);
    if (!command.is_string() || is_unresolved(command.as_string())) return {};
    std::optional<List> results = run_jq(command.as_string(), policy.collection(2), policy.budget());
    if (results) return Value::list(std::move(*results));
    throw Error(
        "unavailable",
        "mapdata() with json_pipe is not available in the sandbox (needs processes); only simple filters of jq are.",
        call.where);
  }
  const List texts = mapped_leaves(policy, 1, 2);
  if (how != "json") return Value::list(texts);
  JsonReading reading;
  reading.may_trail = true;
  JsonReading with_words = reading;  // a variable's name stands for its value only within a list or a map
  with_words.word = [&](std::string_view word) { return policy.evaluator.word_value(word); };
  List results;
  for (const Value& text : texts) {
    const std::string_view json = trim(text.as_string());
    const bool is_container = json.starts_with('{') || json.starts_with('[');
    const Value value =
        recover([&] { return read_json(text.as_string(), policy.budget(), is_container ? with_words : reading); },
                [&](const Error& error) {
                  policy.evaluator.log(Severity::warning, "json-syntax", error.diagnostic.message, call.where);
                  return Value();
                });
    if (!value.is_undefined()) results.push_back(value);
  }
  return Value::list(std::move(results));
}

// A container as the reference copies it: integers are truncated to 32 bits.
Value copied(const Value& container, PolicyCall& call) {
  return transform(container, call.budget(), [&](const Value& value) {
    if (value.kind() != Kind::integer) return value;
    const std::int64_t number = value.as_integer();
    const auto wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(number)));
    if (wrapped == number) return value;
    call.evaluator.log(Severity::warning, "integer-wrapped",
                       "Copying a container keeps 32 bits of an integer: " + std::to_string(number) + " becomes " +
                           std::to_string(wrapped) + "; write it as text to keep it.",
                       call.where);
    return Value::integer(wrapped);
  });
}

// Adds items with their indexes as keys.
void add_items(const PolicyCall& call, const List& items, Map& entries) {
  for (std::size_t at = 0; at < items.size(); ++at) {
    call.budget().step();
    entries.set(std::to_string(at), items[at]);
  }
}

// Two lists are concatenated; in all other cases the result is an object whose later keys win. A list in it counts as
// an object with the indexes as keys.
Value mergedata(Call& call) {
  PolicyCall& policy = policy_call(call);
  Value merged = policy.collection(0);
  for (std::size_t i = 1; i < call.size(); ++i) {
    const Value& part = policy.collection(i);
    if (merged.is_list() && part.is_list()) {
      policy.budget().step(part.as_list().size());
      List& all = merged.edit_list();
      all.insert(all.end(), part.as_list().begin(), part.as_list().end());
    } else if (merged.is_list()) {
      // Items of the list override keys of the object, in either order.
      const Value items = std::exchange(merged, part);
      add_items(policy, items.as_list(), merged.edit_map());
    } else if (part.is_list()) {
      add_items(policy, part.as_list(), merged.edit_map());
    } else {
      Map& entries = merged.edit_map();
      for (const auto& [key, value] : part.as_map()) {
        policy.budget().step();
        entries.set(key, value);
      }
    }
  }
  return stored(copied(merged, policy), policy.budget());
}

// Expands the references in all texts of a container, keys included. A reference without a scalar value stays.
Value expanded(PolicyCall& call, const Value& value) {
  const Depth depth = call.budget().enter();
  call.budget().step();
  const auto expand = [&](std::string_view text) { return call.evaluator.expand(text); };
  if (value.is_string()) {
    return value.as_string().find('$') == std::string_view::npos ? value : Value::string(expand(value.as_string()));
  }
  if (value.is_list()) {
    List items;
    items.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) items.push_back(expanded(call, item));
    return Value::list(std::move(items));
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) {
      // evaluate the key first: the evaluation order of arguments is unspecified
      const std::string name = expand(key.as_string());
      entries.set(name, expanded(call, item));
    }
    return Value::map(std::move(entries));
  }
  return value;
}

Value data_expand(Call& call) {
  PolicyCall& policy = policy_call(call);
  return expanded(policy, policy.collection_or_element(0));
}

// Only lists and objects are values of type `data`; a single JSON number or text is not.
bool is_container(const Value& value) {
  return value.is_list() || value.is_map();
}

// Text after the JSON value is ignored. An unquoted word within a list or object is the name of a variable, as in `[
// list, { "n": n } ]`.
Value parsejson(Call& call) {
  const PolicyCall& policy = policy_call(call);
  JsonReading reading;
  reading.may_trail = true;
  // A bare word names a variable only within a list or a map.
  const std::string_view text = trim(policy.text(0));
  if (text.starts_with('[') || text.starts_with('{'))
    reading.word = [&](std::string_view word) { return policy.evaluator.word_value(word); };
  Value value = read_json(text, policy.budget(), reading);
  if (!is_container(value)) policy.fail("The JSON text is no list or object, but " + quote(policy.text(0), 40) + ".");
  return value;
}

Value parseyaml(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return yaml_container(policy, policy.text(0));
}

Value storejson(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return Value::string(json_text(policy.collection(0), policy.budget(), true));
}

bool is_valid_json(const PolicyCall& call, bool is_strict) {
  return recover(
      [&] {
        const Value value = read_json(call.text(0), call.budget());
        return !is_strict || is_container(value);
      },
      [](const Error&) { return false; });
}

// Tests by parsing. Strict means that the value must be a list or object.
Value validjson(Call& call) {
  return Value::boolean(is_valid_json(policy_call(call), policy_call(call).flag(1)));
}

// A third argument with either value makes it strict, as in the reference.
Value validdata(Call& call) {
  if (policy_call(call).text(1).empty()) return Value::boolean(false);
  return Value::boolean(is_valid_json(policy_call(call), call.given(2)));
}

// The class expression of an entry; undefined when absent.
Value condition_of(const PolicyCall& call, const Value& key, const Value& entry) {
  if (!call.given(2)) return key;
  const Value* item = item_of(entry, call.text(2));
  return item == nullptr || !is_primitive(*item) ? Value() : Value::string(primitive_text(*item));
}

bool entry_holds(const PolicyCall& call, const Value& key, const Value& entry) {
  const Value condition = condition_of(call, key, entry);
  if (condition.is_undefined()) {
    call.fail("An entry has no class expression under " + quote(call.given(2) ? call.text(2) : "its key") + ".");
  }
  call.budget().step();
  return call.evaluator.holds(condition.as_string(), call.where);
}

// Keeps the entries whose class expression holds. The expression is the key of an entry, or its value at the third
// argument.
Value classfilterdata(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Value& data = policy.collection(0);
  const std::string_view shape = policy.text(1);
  if (shape != "auto" && data.is_list() != shape.starts_with("array")) {
    policy.fail("The container is no " + std::string(shape) + ".");
  }
  if (data.is_list()) {
    if (!call.given(2)) policy.fail("An array needs the key or index of its class expressions.");
    List kept;
    for (const Value& entry : data.as_list()) {
      if (entry_holds(policy, {}, entry)) kept.push_back(entry);
    }
    return Value::list(std::move(kept));
  }
  Map kept;
  for (const auto& [key, entry] : data.as_map()) {
    if (entry_holds(policy, key, entry)) kept.set(key, entry);
  }
  return Value::map(std::move(kept));
}

constexpr Example indices_examples[] = {{R"(getindices('{"x": 1, "y": 2}'))", "", R"(["x", "y"])"}};
constexpr Example values_examples[] = {{R"(getvalues('{"a": [1, "b"], "c": true}'))", "", R"(["1", "b", "true"])"}};
constexpr Example maplist_examples[] = {
    {R"x(maplist("<$(this)>", '["a", "b"]'))x", "", R"(["<a>", "<b>"])"},
    {R"x(maplist(format("%03d", "$(this)"), '[7, 42]'))x", "", R"(["007", "042"])"}};
constexpr Example maparray_examples[] = {
    {R"x(maparray("$(this.k)=$(this.v)", '{"p": 1, "q": [5, 6]}'))x", "", R"(["p=1", "q=5", "q=6"])"}};
constexpr Example mapdata_examples[] = {
    {R"x(mapdata("json", '{"id": "$(this.k)"}', '{"a": 1, "b": 2}'))x", "", R"([{"id": "a"}, {"id": "b"}])"}};
constexpr Example mergedata_examples[] = {
    {R"(mergedata('{"a": 1, "b": 2}', '{"b": 3}'))", "", R"({"a": 1, "b": 3})"},
    {R"(mergedata('[ list, { "n": n } ]'))", R"(bundle agent main { vars: "list" slist => { "a" }; "n" int => "5"; })",
     R"([["a"], {"n": "5"}])"}};
constexpr Example expand_examples[] = {{R"x(data_expand('{"port": "$(port)"}'))x",
                                        R"(bundle agent main { vars: "port" int => "80"; })", R"({"port": "80"})"}};
constexpr Example parsejson_examples[] = {{R"(parsejson('{"a": [1, null]}'))", "", R"({"a": [1, null]})"}};
constexpr Example parseyaml_examples[] = {{R"(parseyaml("a: [1, yes]"))", "", R"({"a": [1, true]})"}};
constexpr Example storejson_examples[] = {{R"(storejson('[1, "x"]'))", "", R"("[\n  1,\n  \"x\"\n]")"}};
constexpr Example validjson_examples[] = {{R"(validjson('{"a": 1}'))", "", R"("any")"},
                                          {R"(validjson('{"a": 1'))", "", R"("!any")"}};
constexpr Example validdata_examples[] = {{R"(validdata('[1]', "JSON"))", "", R"("any")"}};
constexpr Example classfilter_examples[] = {
    {R"(classfilterdata('[["linux", "a"], ["windows", "b"]]', "array_of_arrays", "0"))", "", R"([["linux", "a"]])"}};

}  // namespace
}  // namespace data_family

Value yaml_container(const PolicyCall& call, std::string_view text) {
  using namespace data_family;
  YamlReading reading = read_yaml(text, call.budget());
  if (!is_container(reading.value)) {
    if (!reading.mistake.empty()) throw Error("yaml-syntax", std::move(reading.mistake));
    call.fail("The YAML text is no list or map.");
  }
  if (!reading.mistake.empty()) {
    call.evaluator.log(Severity::warning, "yaml-syntax", reading.mistake + " What stands before it is taken.",
                       call.where);
  }
  return std::move(reading.value);
}

std::span<const Function> data_functions() {
  using namespace data_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "getindices(collection: collection) -> slist",
       .summary = "The keys of a container or array, the positions of a list.",
       .changed = "3.26",
       .examples = indices_examples,
       .call = getindices},
      {.kind = "function",
       .signature = "getvalues(collection: collection) -> slist",
       .summary = "The primitives of a container at any depth.",
       .examples = values_examples,
       .call = getvalues},
      {.kind = "function",
       .signature = "maplist(pattern: pattern, list: collection) -> slist",
       .summary = "Each element put into a pattern, or given to a call, as `$(this)`.",
       .examples = maplist_examples,
       .call = maplist},
      {.kind = "function",
       .signature = "maparray(pattern: pattern, array: collection) -> slist",
       .summary = "Each entry put into a pattern, or given to a call, as `$(this.k)` and `$(this.v)`.",
       .examples = maparray_examples,
       .call = maparray},
      {.kind = "function",
       .signature =
           "mapdata(how: option{none|canonify|json|json_pipe}, pattern: pattern, container: collection) -> data",
       .summary = "Like `maparray`, as a container; with `json` each result is read as JSON.",
       .examples = mapdata_examples,
       .call = mapdata},
      {.kind = "function",
       .signature = "mergedata(first: collection, *more: collection) -> data",
       .summary = "Lists one after the other, or objects of which the later win.",
       .examples = mergedata_examples,
       .call = mergedata},
      {.kind = "function",
       .signature = "data_expand(container: collection) -> data",
       .summary = "The container with the references in its texts resolved.",
       .examples = expand_examples,
       .call = data_expand},
      {.kind = "function",
       .signature = "parsejson(text: text) -> data",
       .summary = "Reads JSON.",
       .examples = parsejson_examples,
       .call = parsejson},
      {.kind = "function",
       .signature = "parseyaml(text: text) -> data",
       .summary = "Reads YAML 1.1.",
       .examples = parseyaml_examples,
       .call = parseyaml},
      {.kind = "function",
       .signature = "storejson(container: collection) -> string",
       .summary = "Writes a collection as JSON on several lines.",
       .examples = storejson_examples,
       .call = storejson},
      {.kind = "function",
       .signature = "validjson(text: text, strict: boolean = 'false') -> context",
       .summary = "True when the text is JSON; when strict, of a list or object.",
       .examples = validjson_examples,
       .call = validjson},
      {.kind = "function",
       .signature = "validdata(text: text, format: option{JSON}, strict: boolean = 'false') -> context",
       .summary = "True when the text is of the format.",
       .examples = validdata_examples,
       .call = validdata},
      {.kind = "function",
       .signature =
           "classfilterdata(data: collection, shape: "
           "option{array_of_arrays|array_of_objects|object_of_arrays|object_of_objects|auto}, key: text = '') -> data",
       .summary = "The entries whose class expression holds.",
       .since = "3.27",
       .examples = classfilter_examples,
       .call = classfilterdata},
  };
  return all;
}

}  // namespace evalground::cfengine
