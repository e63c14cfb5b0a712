// Functions for the environment: its variables, local values and secrets.
#include "dialects/unfurl/values/environment.hpp"

#include <algorithm>
#include <string>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/expression/secret.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "runtime/sensitive.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

// A variable that is not set is null. It is also an `ask`, so that the page can offer to set it.
Value get_env(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const Map& environment = call.evaluator.environment.variables;
  if (!python_truth(call[0])) return Value::map(environment);
  const Value& name = call[0].is_list() ? call[0].as_list().front() : call[0];
  if (!name.is_string() || (call[0].is_list() && call[0].as_list().size() > 2)) {
    wrong_form(call, 0, "a name, or a list of a name and a default");
  }
  if (const Value* value = environment.find(name)) return *value;
  if (call[0].is_list() && call[0].as_list().size() == 2) return call[0].as_list()[1];
  call.context.ask("env", name.as_string(), name.origin());
  return {};
}

Value has_env(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  return Value::boolean(call.evaluator.environment.variables.contains(call.string(0)));
}

// The application's attributes as environment variables: ${APP_URL} is the attribute `url` of the node that substitutes
// the topology, ${DB_HOST} the attribute `host` of the target of its requirement `db`.
Value application_text(Evaluator& evaluator, std::string_view name) {
  const std::size_t underscore = name.find('_');
  Resource* node = evaluator.tree.application;
  if (node == nullptr || underscore == 0 || underscore == std::string_view::npos) return {};
  Budget& budget = evaluator.context.budget;
  if (const std::string_view owner = name.substr(0, underscore); owner != "APP") {
    const std::vector<Resource*>& all = node->requirements;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Resource* one) {
      budget.step();
      return one->target != nullptr && to_upper(one->name) == owner;
    });
    if (found == all.end()) return {};
    node = (*found)->target;
  }
  for (const Value& attribute : node->attribute_names()) {
    budget.step();
    if (!attribute.is_string() || to_upper(attribute.as_string()) != name.substr(underscore + 1)) continue;
    return variable_text(evaluator.plain(evaluator.attribute(*node, attribute)), budget);
  }
  return {};
}

// With `update_os_environ` the variables are set for all expressions that are evaluated later. The order is that of the
// evaluation and not of the document.
Value to_env(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  Budget& budget = call.context.budget;
  const Map rules = call.given(0) && !call[0].is_null() ? rules_as_text(call.map(0), budget) : Map();
  Map& environment = call.evaluator.environment.variables;
  const NamedText others = [&](std::string_view name) { return application_text(call.evaluator, name); };
  Map variables = apply_environment_rules(rules, environment, {}, budget, others);
  if (call.given(1) && python_truth(call[1])) {
    for (const Map::Entry& variable : variables) environment.set(variable.key, variable.value);
  }
  return Value::map(std::move(variables));
}

Value local(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  return stored_value(call.evaluator, Store::locals, call[0]);
}

Value secret(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  return stored_value(call.evaluator, Store::secrets, call[0]);
}

// The whole store as one value that is read by key. That of the secrets is sensitive as a whole.
Value external(Call& base) {
  static constexpr std::string_view imports[] = {"local", "secret"};
  UnfurlCall& call = unfurl_call(base);
  const std::string_view name = call.string(0);
  if (name == "local") return Value::object(make_ref<StoredValue>(call.evaluator, Store::locals));
  if (name != "secret") {
    call.fail_name(call[0], "unknown-import", "Can't find import " + quote(name) + "; there are `local` and `secret`.",
                   nearest(name, imports));
  }
  return Value::object(make_ref<StoredValue>(call.evaluator, Store::secrets)).with_sensitive();
}

Value sensitive(Call& call) {
  // A value computed from a secret is not a literal that the document shows, so it stays hidden.
  const bool is_made = holds_sensitive(call[0], call.context.budget);
  return marked_sensitive(call.context, call[0], is_made ? SecretTexts::Kind::given : SecretTexts::Kind::declared);
}

constexpr std::string_view service = R"(instances:
  app: {attributes: {port: 80}}
environment:
  variables: {STAGE: test, LANG: C}
  locals: {home: /home/me}
  secrets: {password: s3cret}
)";

constexpr Example get_env_examples[] = {{"get_env: STAGE", service, R"("test")"},
                                        {"get_env: [REGION, nowhere]", service, R"("nowhere")"}};
constexpr Example has_env_examples[] = {{"has_env: REGION", service, "false"}};
constexpr Example to_env_examples[] = {
    {R"(eval: {to_env: {PORT: 80, ON: true, OFF: false, GONE: null, URL: 'http://localhost:${PORT}'}})", "",
     R"({"PORT": "80", "ON": "true", "OFF": "", "URL": "http://localhost:80"})"},
    {"eval: {to_env: {+L*: null, ^STAGE: my}}", service, R"({"LANG": "C", "STAGE": "my:test"})"},
};
constexpr Example local_examples[] = {{"eval: {local: home}", service, R"("/home/me")"}};
constexpr Example secret_examples[] = {{"eval: {secret: password}", service, R"("<<REDACTED>>")"}};
constexpr Example external_examples[] = {{"eval: {external: local}\nselect: home", service, R"("/home/me")"}};
constexpr Example sensitive_examples[] = {{"eval: {sensitive: hunter2}", "", R"("<<REDACTED>>")"}};

}  // namespace

std::span<const Function> environment_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "get_env(name: any = null) -> any",
       .summary = "The value of an environment variable.",
       .details = "The argument is a name, or a name and a default; without one, the result is the whole environment. "
                  "May stand without `eval`. The environment is the workspace's `env` and the document's "
                  "`environment::variables`.",
       .effects = Effects::env,
       .examples = get_env_examples,
       .call = get_env},
      {.kind = "function",
       .signature = "has_env(name: string) -> boolean",
       .summary = "Whether an environment variable is set.",
       .details = "May stand without `eval`.",
       .effects = Effects::env,
       .examples = has_env_examples,
       .call = has_env},
      {.kind = "function",
       .signature = "to_env(rules: map = null, update_os_environ: boolean = false) -> map",
       .summary = "Makes environment variables by rules, applied in their order.",
       .details =
           "`NAME: value` sets; null leaves it out, true is `true`, false empty; `${NAME}`, `${A|B}` and "
           "`${NAME:default}` in the value are replaced. `+pattern` copies matching variables of the environment, "
           "`+!pattern` the others; `-pattern` and `-!pattern` remove; `^NAME: value` puts the value and a colon "
           "before the environment's. With `update_os_environ` the environment has them from then on.",
       .effects = Effects::env,
       .examples = to_env_examples,
       .call = to_env},
      {.kind = "function",
       .signature = "local(name: string) -> any",
       .summary = "A value of `environment::locals`; null when undefined.",
       .details = "A `select` beside it asks for other names of the same place, not for keys within the value.",
       .examples = local_examples,
       .call = local},
      {.kind = "function",
       .signature = "secret(name: string) -> any",
       .summary = "A secret of the workspace or of `environment::secrets`, marked as sensitive; null when undefined.",
       .details = "A `select` beside it asks for other secrets, not for keys within this one.",
       .effects = Effects::secret,
       .examples = secret_examples,
       .call = secret},
      {.kind = "function",
       .signature = "external(name: string) -> any",
       .summary = "All local values (`local`) or all secrets (`secret`), to select from.",
       .effects = Effects::secret,
       .examples = external_examples,
       .call = external},
      {.kind = "function",
       .signature = "sensitive(value: any) -> any",
       .summary = "Marks a text, list or map as sensitive: outcomes show it as <<REDACTED>>.",
       .details =
           "Numbers, booleans and null cannot be marked. Members of a marked list or map are not marked individually.",
       .examples = sensitive_examples,
       .call = sensitive},
  };
  return all;
}

}  // namespace evalground::unfurl
