// What templates have beyond Jinja2 and Ansible: Unfurl's filters, lookups and variables.
//
//   {{ '::db::host' | eval }}     {{ lookup('unfurl', '::db::host') }}     {{ SELF.port | to_label }}
//
// Values pass a border twice. Templates::taken() turns what a template holds into values of this dialect, and
// Templates::given() turns results into what templates can use, and notes which are sensitive.
#include "dialects/unfurl/templates/filters.hpp"

#include "data/yaml/write.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/templates/templates.hpp"

namespace evalground::unfurl {
namespace {

Templates& templates_of(jinja2::FunctionCall& call) {
  return Templates::of(call.evaluator);
}

// A value that a template made is data and never evaluated, but the argument of the filter `eval` is meant as an
// expression.
Value as_expression(Templates& templates, const Value& value) {
  return templates.taken(value).with_verbatim(false);
}

// Here a map with `eval` is always an expression, and unknown keys are ignored.
Value expression_of(Value value) {
  if (!value.is_map() || source_of(value.as_map()) == nullptr || is_expression_map(value)) return value;
  Map expression;
  for (const auto& [key, member] : value.as_map()) {
    if (key.is_string() && is_expression_key(key.as_string())) expression.set(key, member);
  }
  return Value::map(std::move(expression)).with_origin(value.origin());
}

// Keyword arguments become variables of the expression. One match is that value, as for every expression.
Value eval(Call& base) {
  jinja2::FunctionCall& call = jinja2::function_call(base);
  Templates& templates = templates_of(call);
  Matches matches = templates.evaluator.evaluate(expression_of(as_expression(templates, call[0])),
                                                 templates.scope_with(call.keywords));
  matches.stays_list = matches.stays_list || call.truth(1);
  return templates.given(call.evaluator, Evaluator::reduce(std::move(matches)));
}

Value map_value(Call& base) {
  jinja2::FunctionCall& call = jinja2::function_call(base);
  Templates& templates = templates_of(call);
  const Value mapped =
      templates.evaluator.map_value(as_expression(templates, call[0]), templates.scope_with(call.keywords));
  return templates.given(call.evaluator, mapped);
}

// Calls the function of the same name with the value, or with a list of the value and the arguments.
Value of_function(Call& base) {
  jinja2::FunctionCall& call = jinja2::function_call(base);
  Value argument = call[0];
  if (!call.rest.empty()) {
    List list{std::move(argument)};
    list.insert(list.end(), call.rest.begin(), call.rest.end());
    argument = Value::list(std::move(list));
  }
  return templates_of(call).call(call.evaluator, call.signature().name, std::move(argument), call.keywords);
}

// Always empty: no command is installed where templates are rendered.
Value which(Call&) {
  return Value::null();
}

// Takes the place of Ansible's filter of the same name. The result is text for good: without the mark it would be read
// as a literal.
Value to_yaml(Call& base) {
  jinja2::FunctionCall& call = jinja2::function_call(base);
  call.evaluator.require(call[0]);
  return Value::string(write_yaml(templates_of(call).taken(call[0]), call.context.budget)).with_verbatim();
}

Value look_up_expressions(Call& base) {
  jinja2::FunctionCall& call = jinja2::function_call(base);
  Templates& templates = templates_of(call);
  const Scope scope = templates.scope_with({});
  List found;
  for (const Value& term : call.rest) {
    Matches matches = templates.evaluator.evaluate(as_expression(templates, term), scope);
    found.push_back(templates.given(call.evaluator, Evaluator::reduce(std::move(matches))));
  }
  return Value::list(std::move(found));
}

// The document's environment, and not the machine's. An unset variable is "", as in Ansible.
Value look_up_env(Call& base) {
  jinja2::FunctionCall& call = jinja2::function_call(base);
  List found;
  for (const Value& term : call.rest) {
    const std::string name = call.evaluator.text(term);
    const Value* value = templates_of(call).evaluator.environment.variables.find(name);
    if (value == nullptr && !call.given(1)) call.context.ask("env", name, call.where);
    if (value != nullptr) {
      found.push_back(templates_of(call).given(call.evaluator, *value));
    } else {
      found.push_back(call.given(1) ? call[1] : Value::string(""));
    }
  }
  return Value::list(std::move(found));
}

constexpr std::string_view shop = R"(instances:
  shop:
    attributes: {port: 80, hosts: [a, b]}
    instances:
      web: {attributes: {path: /cart}}
inputs: {stage: test}
environment:
  variables: {STAGE: test}
)";
constexpr std::string_view on_web = R"({"resource": "web"})";

constexpr Example eval_examples[] = {{"{{ 'port' | eval + 1 }}", shop, "81", on_web},
                                     {"{{ '$low' | eval(low=7) }}", shop, "7", on_web},
                                     {"{{ {'concat': ['a', 'b']} | eval }}", shop, R"("ab")", on_web}};
constexpr Example map_value_examples[] = {
    {"{{ {'port': {'eval': 'port'}, 'up': true} | map_value }}", shop, R"({"port": 80, "up": true})", on_web}};
constexpr Example abspath_examples[] = {{"{{ 'a/../b' | abspath }}", shop, R"("/workspace/b")"}};
constexpr Example get_dir_examples[] = {{"{{ 'local' | get_dir }}", shop, R"("/workspace/local/web")", on_web}};
constexpr Example which_examples[] = {{"{{ 'terraform' | which }}", shop, "null"}};
constexpr Example sensitive_examples[] = {{"{{ 'hunter2' | sensitive }}", shop, R"("<<REDACTED>>")"}};
constexpr Example label_examples[] = {{"{{ 'Hello World!' | to_label }}", shop, R"("HelloWorld")"}};
constexpr Example dns_examples[] = {{"{{ 'Web_1' | to_dns_label }}", shop, R"("web--1")"}};
constexpr Example kubernetes_examples[] = {{"{{ 'a b' | to_kubernetes_label }}", shop, R"("a__b")"}};
constexpr Example googlecloud_examples[] = {{"{{ 'A b' | to_googlecloud_label }}", shop, R"("a__b")"}};
constexpr Example scalar_examples[] = {
    {"{{ '1 GB' | scalar + '500 MB' | scalar }}", shop, R"({"eval": {"scalar": "1.5 GB"}})"}};
constexpr Example to_yaml_examples[] = {{"{{ {'ports': [80]} | to_yaml }}", shop, R"("ports:\n- 80\n")"}};
constexpr Example unfurl_examples[] = {
    {"{{ lookup('unfurl', '::web::path', '::shop::port') }}", shop, R"(["/cart", 80])"}};
constexpr Example env_examples[] = {{"{{ lookup('env', 'STAGE') }}", shop, R"("test")"},
                                    {"{{ lookup('env', 'REGION', default='none') }}", shop, R"("none")"}};
constexpr Example self_examples[] = {{"{{ SELF.path }}", shop, R"("/cart")", on_web}};
constexpr Example nodes_examples[] = {{"{{ NODES.shop.port }}", shop, "80"}};
constexpr Example root_examples[] = {{"{{ ROOT.inputs.stage }}", shop, R"("test")"}};
constexpr Example context_examples[] = {{"{{ __unfurl.to_label('a', 'b', sep='.') }}", shop, R"("a.b")"}};
constexpr Example now_examples[] = {{"{{ __now }}", shop, "1714979289.0", R"({"clock": "2024-05-06T07:08:09Z"})"}};
constexpr Example python_examples[] = {{"{{ __python_executable is string }}", shop, "true"}};

constexpr std::string_view eval_aliases[] = {"ref"};
constexpr std::string_view map_value_aliases[] = {"mapValue"};
constexpr std::string_view root_aliases[] = {"TOPOLOGY"};

constexpr Function all[] = {
    {.kind = "filter",
     .signature = "eval(expression: any, wantList: boolean = false, **vars: any) -> any",
     .summary =
         "The result of a query, an expression map or a function call: none without a match, a list for several.",
     .details = "Named arguments are variables of the expression. `wantList=True` gives the matches as a list.",
     .aliases = eval_aliases,
     .examples = eval_examples,
     .call = eval},
    {.kind = "filter",
     .signature = "map_value(value: any, **vars: any) -> any",
     .summary = "The value with each expression in it replaced by its result.",
     .aliases = map_value_aliases,
     .examples = map_value_examples,
     .call = map_value},
    {.kind = "filter",
     .signature = "abspath(path: any, *place: any) -> any",
     .summary = "As the function `abspath`.",
     .examples = abspath_examples,
     .call = of_function},
    {.kind = "filter",
     .signature = "get_dir(place: any, *make: any) -> any",
     .summary = "As the function `get_dir`.",
     .examples = get_dir_examples,
     .call = of_function},
    {.kind = "filter",
     .signature = "which(command: string) -> any",
     .summary = "The path of a command; never found, as no commands exist here.",
     .examples = which_examples,
     .call = which},
    {.kind = "filter",
     .signature = "sensitive(value: any) -> any",
     .summary = "Marks the value, and all that the template gives, as sensitive.",
     .examples = sensitive_examples,
     .call = of_function},
    {.kind = "filter",
     .signature = "to_label(value: any, **options: any) -> any",
     .summary = "As the function `to_label`.",
     .examples = label_examples,
     .call = of_function},
    {.kind = "filter",
     .signature = "to_dns_label(value: any, **options: any) -> any",
     .summary = "As the function `to_dns_label`.",
     .examples = dns_examples,
     .call = of_function},
    {.kind = "filter",
     .signature = "to_kubernetes_label(value: any, **options: any) -> any",
     .summary = "As the function `to_kubernetes_label`.",
     .examples = kubernetes_examples,
     .call = of_function},
    {.kind = "filter",
     .signature = "to_googlecloud_label(value: any, **options: any) -> any",
     .summary = "As the function `to_googlecloud_label`.",
     .examples = googlecloud_examples,
     .call = of_function},
    {.kind = "filter",
     .signature = "scalar(text: any) -> scalar",
     .summary = "The number with a unit that a text writes; none when it writes none.",
     .examples = scalar_examples,
     .call = of_function},
    {.kind = "filter",
     .signature = "to_yaml(value: any, **options: any) -> string",
     .summary = "The value as YAML in block style.",
     .examples = to_yaml_examples,
     .call = to_yaml},
    {.kind = "lookup",
     .signature = "unfurl(*expressions: any) -> list",
     .summary = "What expressions give, one result for each.",
     .examples = unfurl_examples,
     .call = look_up_expressions},
    {.kind = "lookup",
     .signature = "env(*names: string, default: any = '') -> list",
     .summary = "Environment variables; the default for those that are not set.",
     .effects = Effects::env,
     .examples = env_examples,
     .call = look_up_env},
    {.kind = "variable",
     .signature = "SELF -> map",
     .summary = "The attributes of the current resource, not of its ancestors.",
     .examples = self_examples},
    {.kind = "variable",
     .signature = "NODES -> map",
     .summary = "The attributes of every resource, by its name.",
     .examples = nodes_examples},
    {.kind = "variable",
     .signature = "ROOT -> map",
     .summary = "The `inputs` and `outputs` of the topology.",
     .aliases = root_aliases,
     .examples = root_examples},
    {.kind = "variable",
     .signature = "__unfurl -> any",
     .summary = "The context: every function is a method of it.",
     .details = "One argument is the function's, several are its list; named arguments are its keywords.",
     .examples = context_examples},
    {.kind = "variable",
     .signature = "__now -> number",
     .summary = "The seconds since 1970.",
     .effects = Effects::clock,
     .examples = now_examples},
    {.kind = "variable",
     .signature = "__python_executable -> string",
     .summary = "The path of a Python interpreter.",
     .examples = python_examples},
};

}  // namespace

std::span<const Function> template_entries() {
  return all;
}

}  // namespace evalground::unfurl
