// Functions that render texts and ask lookup plugins.
#include <string>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/templates/templates.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

// The text of `template: {path: file}`.
Templates::Source file_source(UnfurlCall& call, const Value& path) {
  if (!path.is_string()) call.context.fail(path.origin(), "wrong-argument", "The path of a template must be a string.");
  const std::string folder = Templates::of(call.evaluator).folder_of(call.where);
  const std::optional<std::string> name = Files::resolve(path.as_string(), Files::absolute(folder));
  const Value* content = name ? call.context.files.find(*name) : nullptr;
  const std::optional<std::uint32_t> file = content != nullptr ? call.context.files.source(*name) : std::nullopt;
  if (!file) {
    call.context.fail(path.origin() != 0 ? path.origin() : call.where, "template-not-found",
                      content == nullptr ? "The template file " + quote(path.as_string()) + " does not exist."
                                         : "The template file " + quote(path.as_string()) + " is not text.");
  }
  Templates::Source source;
  source.text = Value::string(call.context.sources.text(*file)).with_sensitive(content->sensitive());
  source.file = file;
  source.folder = folder;
  return source;
}

// The argument arrives unevaluated. An expression is evaluated here, but text must stay as written, because rendering
// it twice would evaluate what the first rendering made.
Value render(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  Value written = call[0];
  if (is_expression_map(written)) {
    written = call.evaluator.map_value(written, call.scope);
    if (!written.is_string() && !written.is_map()) return written;  // the result of a template
  }
  Templates::Source source;
  source.text = written;
  if (const Value* path = written.is_map() ? written.as_map().find("path") : nullptr) {
    source = file_source(call, call.evaluator.map_value(*path, call.scope));
  } else if (!written.is_string()) {
    call.fail("wrong-argument", "The template source must be a string, not " + kind_text(written) + ".");
  }
  source.where = call.where;
  if (call.given(1) && !call[1].is_null()) source.overrides = &call.map(1);
  return Templates::of(call.evaluator).render(source, call.scope);
}

// `lookup: {env: [NAME, default]}`, as documented.
Value variable_or_default(UnfurlCall& call, const List& terms) {
  call.context.warn(
      call.where, "differs-from-reference",
      "Two texts are two lookups in Unfurl; here, as documented, the second is the default of the first.");
  const Value* value = call.evaluator.environment.variables.find(terms[0]);
  return value != nullptr ? *value : terms[1];
}

// The order of the map counts: the first key is the plugin, all others are options.
Value look_up(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const Map& request = call.map(0);
  if (request.empty() || !request.entry(0).key.is_string()) {
    wrong_form(call, 0, "a map that starts with the name of a lookup plugin");
  }
  const auto& [plugin, argument] = request.entry(0);
  const List terms = argument.is_list() ? argument.as_list() : List{argument};
  if (plugin.as_string() == "env" && terms.size() == 2 && !call.context.quirks()) {
    return variable_or_default(call, terms);
  }
  std::vector<jinja2::Keyword> options;
  for (std::size_t index = 1; index < request.size(); ++index) {
    const auto& [name, value] = request.entry(index);
    if (!name.is_string()) wrong_form(call, 0, "a map whose keys are names");
    options.push_back({name.as_string(), value});
  }
  return Templates::of(call.evaluator).look_up(plugin, terms, options, call.scope, call.where);
}

constexpr std::string_view shop = R"(instances:
  shop: {attributes: {host: shop.example, port: 80}}
environment:
  variables: {STAGE: test}
)";
constexpr std::string_view on_shop = R"({"resource": "shop"})";

constexpr Example template_examples[] = {
    {"eval: {template: 'http://{{ SELF.host }}:{{ SELF.port }}'}", shop, R"("http://shop.example:80")", on_shop},
    {"eval: {template: '[[ 1 + 1 ]]', overrides: {variable_start_string: '[[', variable_end_string: ']]'}}", shop, "2"},
};
constexpr Example lookup_examples[] = {{"eval: {lookup: {env: STAGE}}", shop, R"("test")"},
                                       {"eval: {lookup: {env: REGION, default: none}}", shop, R"("none")"},
                                       {"eval: {lookup: {unfurl: '::shop::port'}}", shop, "80"}};

}  // namespace

std::span<const Function> template_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "template(source: expression, overrides: map = null) -> any",
       .summary = "Renders a text, or the file of `{path: name}`, as a template.",
       .details =
           "The path is relative to the file that the expression is in. `overrides`, and a first line \"#jinja2: "
           "name: value, …\", set options of Jinja's environment.",
       .effects = Effects::reads_files,
       .examples = template_examples,
       .call = render},
      {.kind = "function",
       .signature = "lookup(request: map) -> any",
       .summary = "Asks a lookup plugin: the first key is its name, with one argument or a list of them.",
       .details = "The plugins are those of templates: `env`, `unfurl`, and Ansible's, such as `file` and `url`. The "
                  "other keys are options. For `env`, two arguments are a name and its default.",
       .effects = Effects::env | Effects::reads_files | Effects::host,
       .examples = lookup_examples,
       .call = look_up},
  };
  return all;
}

}  // namespace evalground::unfurl
