#include "dialects/jinja2/flavor.hpp"

#include <optional>

#include "dialects/jinja2/ansible/conditional.hpp"
#include "dialects/jinja2/ansible/environment.hpp"
#include "dialects/jinja2/ansible/files.hpp"
#include "dialects/jinja2/ansible/waiting.hpp"
#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/description.hpp"
#include "dialects/jinja2/runtime/nodes.hpp"

namespace evalground::jinja2 {
namespace {

const Flavor& jinja() {
  static const Flavor flavor{.name = "jinja2",
                             .options = {},
                             .functions = jinja_functions,
                             .variables = [](const Context&, const Map& vars) -> std::unique_ptr<Variables> {
                               return std::make_unique<MapVariables>(vars);
                             },
                             .search = [](const Context&) { return TemplateSearch{}; },
                             .take_header = nullptr,
                             .render = nullptr};
  return flavor;
}

std::unique_ptr<Variables> ansible_variables(const Context& context, const Map& vars) {
  return std::make_unique<AnsibleVariables>(context, vars);
}

// Renders the workspace's template by f, which is given its text: a file knows of itself, and whatever the workspace
// calls so is not seen.
template <class F>
Value render_main(Evaluator& evaluator, SourceText source, F&& f) {
  std::optional<AnsibleVariables::Layer> layer;
  auto* variables = dynamic_cast<AnsibleVariables*>(&evaluator.variables);
  if (variables != nullptr && !evaluator.context.workspace.expression) {
    const bool is_project = search_folders(evaluator.context) != nullptr;
    const std::string name = is_project ? Files::absolute(source.name) : source.name;
    layer.emplace(*variables, template_variables(evaluator, name, source.name), evaluator.context.budget);
  }
  const TemplateLoader::Search search(evaluator.loader, main_search(evaluator.context));
  return f(std::move(source.text), std::move(source.name), std::move(source.place));
}

const Flavor& ansible() {
  static const Flavor flavor{
      .name = "ansible",
      .options = ansible_options(),
      .functions = ansible_functions,
      .variables = ansible_variables,
      .search = main_search,
      .take_header = [](Evaluator& evaluator, SourceText& source,
                        Syntax& syntax) { take_header(evaluator, source.text, source.place, syntax); },
      .render =
          [](Evaluator& evaluator, SourceText source) {
            const Options& options = evaluator.options;
            if (options.untrusted_expression) return Value::string(source.text);
            return render_main(evaluator, std::move(source), [&](std::string text, std::string name, Place place) {
              const auto render = options.native || options.convert_data ? convert_ansible : render_ansible;
              return render(evaluator, std::move(text), std::move(name), std::move(place), options.syntax);
            });
          },
      .condition = condition_by_truth,
      .evaluate = [](Evaluator& evaluator,
                     const Value& expression) { return template_value(evaluator, expression, "expression"); },
      .has_plugins = true};
  return flavor;
}

const Flavor& ansible_2_21() {
  static const Flavor flavor{
      .name = "ansible",
      .options = ansible_2_21_options(),
      .functions = ansible_2_21_functions,
      .variables = ansible_variables,
      .search = main_search,
      .take_header = ansible().take_header,
      .render =
          [](Evaluator& evaluator, SourceText source) {
            const Options& options = evaluator.options;
            if (options.untrusted_expression) return Value::string(source.text);
            const Value result =
                render_main(evaluator, std::move(source), [&](std::string text, std::string name, Place place) {
                  return finalized(evaluator, render_nodes(evaluator, std::move(text), std::move(name),
                                                           std::move(place), options.syntax));
                });
            if (options.native || options.convert_data || result.is_string()) return result;
            const std::string text = result.is_null() ? std::string() : evaluator.text(result);
            return Value::string(text).with_sensitive(result.sensitive());
          },
      .condition = condition_by_boolean,
      .evaluate =
          [](Evaluator& evaluator, const Value& expression) {
            return finalized(evaluator, waiting_copy(evaluator, expression, "expression"));
          },
      .has_plugins = true};
  return flavor;
}

}  // namespace

const Flavor& flavor_of(const Context& context) {
  return flavor_of(context.workspace.options);
}

const Flavor& flavor_of(const Map& options) {
  const Value* given = options.find(flavor_option.name);
  if (given == nullptr || text_of(flavor_option, *given) != ansible().name) return jinja();
  const Value* reference = options.find(reference_option.name);
  const bool is_old = reference == nullptr || text_of(reference_option, *reference) == reference_option.usual;
  return is_old ? ansible() : ansible_2_21();
}

}  // namespace evalground::jinja2
