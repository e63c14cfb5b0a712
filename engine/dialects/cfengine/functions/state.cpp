// Functions on the state of the run: its variables, their types and tags, its bundles.
//
// These functions read what other promises have defined, so their results depend on the order of evaluation. Calls that
// look at many variables therefore count as unsettled, so that another walk evaluates them again. Variables carry tags,
// which say where they came from (`source=promise`) and what they are for.
#include "dialects/cfengine/functions/state.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/order.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace state_family {
namespace {

// A variable's value in the form that functions return: containers and lists unchanged, including real numbers.
const Value& value_of(const Variable& variable) {
  return variable.value;
}

// "default:main.port". Patterns are matched with this form, always with the namespace.
std::string full_name(const VariableScope& scope, const Variable& variable) {
  return scope.space + ":" + scope.name + "." + std::string(variable.name.as_string());
}

// A variable without tags of its own has the tag "source=promise". Each of the other arguments is a pattern that some
// tag must match as a whole.
bool tags_fit(const PolicyCall& call, const Value& tags) {
  for (std::size_t i = 1; i < call.size(); ++i) {
    bool fits = tags.is_undefined() && matches(call.context, call.text(i), "source=promise");
    if (tags.is_list()) {
      for (const Value& tag : tags.as_list()) fits = fits || matches(call.context, call.text(i), tag.as_string());
    }
    if (!fits) return false;
  }
  return true;
}

struct Match {
  std::string name;  // with the namespace and the bundle
  const Variable* variable;
};

// The variables whose qualified names and tags match, in the order of the agent's table. Any later definition may
// change the result, so these calls ask for another evaluation.
std::vector<Match> matching_variables(const PolicyCall& call) {
  const Regex* regex = pattern_or_warning(call.context, call.text(0), call.where);
  if (regex == nullptr) return {};
  ++call.evaluator.unsettled;
  std::vector<std::pair<TableOrder::Place, Match>> found;
  for (const VariableScope& scope : call.evaluator.variables.scopes()) {
    for (const Variable& variable : scope.all()) {
      call.budget().step();
      std::string name = full_name(scope, variable);
      if (regex->matches(name, RegexAnchor::both, call.budget()) && tags_fit(call, variable.tags))
        found.push_back({scope.place_of(variable), {std::move(name), &variable}});
    }
  }
  return call.evaluator.variables.order.walk(std::move(found), call.budget());
}

// The agent's list begins at the end of the table.
Value variablesmatching(Call& call) {
  const std::vector<Match> matches = matching_variables(policy_call(call));
  List names;
  names.reserve(matches.size());
  for (auto match = matches.rbegin(); match != matches.rend(); ++match) names.push_back(Value::string(match->name));
  return Value::list(std::move(names));
}

Value variablesmatching_as_data(Call& call) {
  Map values;
  for (const Match& match : matching_variables(policy_call(call))) values.set(match.name, value_of(*match.variable));
  return Value::map(std::move(values));
}

// All classes and variables as one container, which templates use as their data. Its keys are in byte order.
Value datastate(Call& call) {
  return state_of(policy_call(call).evaluator);
}

// A bundle of the namespace `default` is listed by its name, others as "namespace:name".
Value bundlestate(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::string_view name = policy.text(0);
  ++policy.evaluator.unsettled;
  for (const VariableScope& scope : policy.evaluator.variables.scopes()) {
    policy.budget().step();
    if (scope.shown_name() != name) continue;
    Value state = scope_state(scope, policy.budget());
    if (state.as_map().empty()) policy.fail("The bundle " + quote(name) + " has no variables.");
    return state;
  }
  policy.fail("The bundle " + quote(name) + " is not defined.");
}

// The tags of a bundle: the variable of its `meta:` promise `tags`.
const Variable* bundle_tags(const PolicyCall& call, std::string_view space, std::string_view name) {
  const VariableScope* scope = call.evaluator.variables.find_scope(space, std::string(name) + "_meta");
  return scope == nullptr ? nullptr : scope->find("tags");
}

// Names are matched with their namespace, "default:main". The tags come from the bundle's `meta:` promise.
Value bundlesmatching(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Regex& regex = compile_pattern(call.context, policy.text(0));
  List names;
  for (const Bundle& bundle : policy.evaluator.policy.bundles) {
    policy.budget().step();
    const std::string name = std::string(bundle.space) + ":" + std::string(bundle.name);
    if (!regex.matches(name, RegexAnchor::both, policy.budget())) continue;
    const Variable* tags = bundle_tags(policy, bundle.space, bundle.name);
    const auto has_tag = [&](std::string_view pattern) {
      if (tags == nullptr) return false;
      if (!tags->value.is_list()) return matches(call.context, pattern, tags->value.as_string());
      const List& list = tags->value.as_list();
      return std::any_of(list.begin(), list.end(),
                         [&](const Value& tag) { return matches(call.context, pattern, tag.as_string()); });
    };
    bool fits = true;
    for (std::size_t i = 1; i < call.size(); ++i) fits = fits && has_tag(policy.text(i));
    if (fits) names.push_back(Value::string(name));
  }
  std::reverse(names.begin(), names.end());  // the last bundle of the policy comes first
  return Value::list(std::move(names));
}

// All tags, or with a key the values of the tags "key=value". Tags are a set, in the order of the agent's sets.
Value tags_with_key(const PolicyCall& call, const List& tags) {
  std::vector<std::string> texts;
  texts.reserve(tags.size());
  for (const Value& tag : tags) texts.emplace_back(tag.as_string());
  List values;
  for (const std::string& text : set_order(std::move(texts), call.budget())) {
    const std::string_view key = call.text(1);
    if (!call.given(1)) {
      values.push_back(Value::string(text));
    } else if (text.size() > key.size() && text.starts_with(key) && text[key.size()] == '=') {
      values.push_back(Value::string(std::string_view(text).substr(key.size() + 1)));
    }
  }
  return Value::list(std::move(values));
}

// `getvariablemetatags("main.name", "role")` -> {"front"} for the tag "role=front". Without a key all tags are listed.
Value getvariablemetatags(Call& call) {
  const PolicyCall& policy = policy_call(call);
  std::optional<Found> found = policy.evaluator.find(policy.text(0));
  if (!found) {
    // Anything in a container has the container's tags, whether or not it exists.
    found = policy.evaluator.find(policy.text(0).substr(0, policy.text(0).find('[')));
    if (found && found->type != DataType::data) found.reset();
  }
  if (!found) policy.fail("The variable " + quote(policy.text(0)) + " is not defined.");
  const Value& tags = found->variable->tags;
  return tags_with_key(policy, tags.is_list() ? tags.as_list() : List{Value::string("source=promise")});
}

// Local classes of the bundle and of those it inherits from come before global ones.
Value getclassmetatags(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::string_view name = policy.text(0);
  for (const Frame* frame = policy.evaluator.frame; frame != nullptr; frame = frame->inherited) {
    if (const Value* tags = frame->classes.find(name)) return tags_with_key(policy, tags->as_list());
  }
  const std::string_view known = name.starts_with("default:") ? name.substr(8) : name;
  const Value* tags = policy.evaluator.global_classes.find(known);
  if (tags == nullptr) policy.fail("The class " + quote(name) + " is not defined.");
  return tags_with_key(policy, tags->as_list());
}

// Tags of a bundle are an ordinary variable, so they may be one text instead of a list.
Value getbundlemetatags(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Name name = parse_name(policy.text(0));
  const std::string_view space = name.space.empty() ? policy.evaluator.frame->bundle->space : name.space;
  const Variable* tags = bundle_tags(policy, space, name.local);
  if (tags == nullptr) policy.fail("The bundle " + quote(policy.text(0)) + " has no `meta:` promise \"tags\".");
  return tags_with_key(policy, tags->value.is_list() ? tags->value.as_list() : List{tags->value});
}

// Only this dialect's Number distinguishes integers beyond 64 bits from reals.
std::string_view data_kind(const Value& value) {
  switch (value.kind()) {
    case Kind::map: return "object";
    case Kind::list: return "array";
    case Kind::string: return "string";
    case Kind::integer: return "int";
    case Kind::boolean: return "boolean";
    case Kind::null: return "null";
    default: break;
  }
  const auto* number = object_cast<Number>(value);
  return number != nullptr && !number->is_real() ? "int" : "real";
}

// "slist" in the short form, "policy slist" or "data object" in the detailed one. "none" for an unknown variable.
std::string type_text(const PolicyCall& call, bool is_detailed) {
  ++call.evaluator.unsettled;
  const std::optional<Found> found = call.evaluator.find(call.text(0));
  if (!found) return "none";
  const std::string plain(type_name(found->type));
  if (!is_detailed) return plain;
  return found->type == DataType::data ? "data " + std::string(data_kind(found->value)) : "policy " + plain;
}

Value type_of_variable(Call& call) {
  return Value::string(type_text(policy_call(call), policy_call(call).flag(1)));
}

// Either form of a type name is accepted.
Value is_type(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return Value::boolean(type_text(policy, false) == policy.text(1) || type_text(policy, true) == policy.text(1));
}

// The frames from the outermost to the current one.
std::vector<const Frame*> stack_of(const PolicyCall& call) {
  std::vector<const Frame*> stack;
  for (const Frame* frame = call.evaluator.frame; frame != nullptr; frame = frame->caller) {
    call.budget().step();
    stack.push_back(frame);
  }
  std::reverse(stack.begin(), stack.end());
  return stack;
}

// A bundle in the form of the function's JSON.
Value described(const Bundle& bundle) {
  List parameters;
  for (const std::string_view parameter : bundle.parameters) parameters.push_back(Value::string(parameter));
  return Value::map({{"type", Value::string("bundle")},
                     {"bundle", Value::map({{"namespace", Value::string(bundle.space)},
                                            {"name", Value::string(bundle.name)},
                                            {"bundleType", Value::string(bundle.type)},
                                            {"arguments", Value::list(std::move(parameters))}})}});
}

// For each bundle, its promise type and the promise that is being evaluated.
Value callstack_callers(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::vector<const Frame*> stack = stack_of(policy);
  List frames;
  for (std::size_t level = 0; level < stack.size(); ++level) {
    frames.push_back(described(*stack[level]->bundle));
    const Promise* promise = level + 1 < stack.size() ? stack[level + 1]->call : policy.evaluator.promise;
    if (promise == nullptr) continue;
    frames.push_back(
        Value::map({{"type", Value::string("promise_type")}, {"promise_type", Value::string(promise->type)}}));
    frames.push_back(Value::map({{"type", Value::string("promise")},
                                 {"promise_type", Value::string(promise->type)},
                                 {"promiser", Value::string(promise->promiser.source)}}));
  }
  return Value::list(std::move(frames));
}

// The promisers of the enclosing calls, as written.
Value callstack_promisers(Call& call) {
  List promisers;
  for (const Frame* frame : stack_of(policy_call(call))) {
    if (frame->call != nullptr) promisers.push_back(Value::string(frame->call->promiser.source));
  }
  return Value::list(std::move(promisers));
}

constexpr std::string_view two_variables =
    R"(bundle agent main { vars: "port" int => "80"; "name" string => "web", meta => { "role=front" }; })";

constexpr Example matching_examples[] = {
    {R"(variablesmatching("default:main\.p.*"))", two_variables, R"(["default:main.port"])"}};
constexpr Example matching_data_examples[] = {
    {R"(variablesmatching_as_data("default:main\.p.*"))", two_variables, R"({"default:main.port": "80"})"}};
constexpr Example datastate_examples[] = {
    {R"(mergedata(bundlestate("main")))", two_variables, R"({"port": "80", "name": "web"})"},
    {R"(type("s[vars][main][port]"))", R"(bundle agent main { vars: "port" int => "80"; "s" data => datastate(); })",
     R"("data")"}};
constexpr Example bundlestate_examples[] = {
    {R"(bundlestate("main"))", two_variables, R"({"port": "80", "name": "web"})"}};
constexpr Example bundles_examples[] = {{R"(bundlesmatching("default:ma.*"))", two_variables, R"(["default:main"])"}};
constexpr Example variable_tags_examples[] = {
    {R"(getvariablemetatags("main.name"))", two_variables, R"(["source=promise", "role=front"])"},
    {R"(getvariablemetatags("main.name", "role"))", two_variables, R"(["front"])"}};
constexpr Example class_tags_examples[] = {
    {R"(getclassmetatags("c"))", R"(bundle agent main { classes: "c" expression => "any", meta => { "mine" }; })",
     R"(["source=promise", "mine"])"}};
constexpr Example bundle_tags_examples[] = {{R"(getbundlemetatags("main"))",
                                             R"(bundle agent main { meta: "tags" slist => { "autorun" }; })",
                                             R"(["autorun"])"}};
constexpr Example type_examples[] = {{R"(type("port"))", two_variables, R"("int")"},
                                     {R"(type("port", "true"))", two_variables, R"("policy int")"}};
constexpr Example is_type_examples[] = {{R"(is_type("port", "int"))", two_variables, R"("any")"}};
constexpr Example callers_examples[] = {{R"(length(callstack_callers()))", "", R"("3")"}};
constexpr Example promisers_examples[] = {{R"(callstack_promisers())", "", "[]"}};

}  // namespace
}  // namespace state_family

Value scope_state(const VariableScope& scope, Budget& budget) {
  using namespace state_family;
  std::vector<const Variable*> sorted;
  for (const Variable& variable : scope.all()) {
    budget.step();
    sorted.push_back(&variable);
  }
  std::sort(sorted.begin(), sorted.end(), [](const Variable* left, const Variable* right) {
    return left->name.as_string() < right->name.as_string();
  });
  Map variables;
  for (const Variable* variable : sorted) variables.set(variable->name.as_string(), value_of(*variable));
  return Value::map(std::move(variables));
}

Value state_of(Evaluator& evaluator) {
  using namespace state_family;
  Budget& budget = evaluator.context.budget;
  ++evaluator.unsettled;
  List classes;
  const auto add_classes = [&](const ClassSet& set) {
    budget.step(set.size());
    for (const auto& [name, tags] : set) classes.push_back(name);
  };
  add_classes(evaluator.global_classes);
  for (const Frame* frame = evaluator.frame; frame != nullptr; frame = frame->inherited) add_classes(frame->classes);
  Map defined;
  for (const Value& name : sorted(classes, "lex", budget)) defined.set(name, Value::boolean(true));
  std::vector<const VariableScope*> scopes;
  for (const VariableScope& scope : evaluator.variables.scopes()) scopes.push_back(&scope);
  std::sort(scopes.begin(), scopes.end(),
            [](const VariableScope* a, const VariableScope* b) { return a->shown_name() < b->shown_name(); });
  Map variables;
  for (const VariableScope* scope : scopes) variables.set(scope->shown_name(), scope_state(*scope, budget));
  return Value::map({{"classes", Value::map(std::move(defined))}, {"vars", Value::map(std::move(variables))}});
}

std::span<const Function> state_functions() {
  using namespace state_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "variablesmatching(pattern: text, *tags: text) -> slist",
       .summary = "The qualified names of the variables that match a pattern.",
       .examples = matching_examples,
       .call = variablesmatching},
      {.kind = "function",
       .signature = "variablesmatching_as_data(pattern: text, *tags: text) -> data",
       .summary = "The variables whose qualified names match a pattern, with their values.",
       .examples = matching_data_examples,
       .call = variablesmatching_as_data},
      {.kind = "function",
       .signature = "datastate() -> data",
       .summary = "All classes and variables: `{\"classes\": …, \"vars\": …}`.",
       .examples = datastate_examples,
       .call = datastate},
      {.kind = "function",
       .signature = "bundlestate(bundle: id) -> data",
       .summary = "The variables of a bundle.",
       .examples = bundlestate_examples,
       .call = bundlestate},
      {.kind = "function",
       .signature = "bundlesmatching(pattern: text, *tags: text) -> slist",
       .summary = "The qualified names of the bundles that match a pattern.",
       .examples = bundles_examples,
       .call = bundlesmatching},
      {.kind = "function",
       .signature = "getvariablemetatags(variable: id, key: text = '') -> slist",
       .summary = "The tags of a variable, or the values of those with a key.",
       .examples = variable_tags_examples,
       .call = getvariablemetatags},
      {.kind = "function",
       .signature = "getclassmetatags(class: id, key: text = '') -> slist",
       .summary = "The tags of a class, or the values of those with a key.",
       .examples = class_tags_examples,
       .call = getclassmetatags},
      {.kind = "function",
       .signature = "getbundlemetatags(bundle: id, key: text = '') -> slist",
       .summary = "The tags of a bundle, or the values of those with a key.",
       .since = "3.25",
       .examples = bundle_tags_examples,
       .call = getbundlemetatags},
      {.kind = "function",
       .signature = "type(name: text, detail: boolean = 'false') -> string",
       .summary = "The type of a variable; `none` when it is undefined.",
       .examples = type_examples,
       .call = type_of_variable},
      {.kind = "function",
       .signature = "is_type(name: text, type: text) -> context",
       .summary = "True when the variable is of that type.",
       .since = "3.26",
       .examples = is_type_examples,
       .call = is_type},
      {.kind = "function",
       .signature = "callstack_callers() -> data",
       .summary = "The bundles and promises that are being evaluated.",
       .examples = callers_examples,
       .call = callstack_callers},
      {.kind = "function",
       .signature = "callstack_promisers() -> slist",
       .summary = "The promisers of the calls that led to the bundle.",
       .examples = promisers_examples,
       .call = callstack_promisers},
  };
  return all;
}

}  // namespace evalground::cfengine
