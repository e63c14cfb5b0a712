#include "dialects/jinja2/flavor.hpp"

#include <optional>

#include "dialects/jinja2/ansible/environment.hpp"
#include "dialects/jinja2/ansible/files.hpp"
#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/description.hpp"

namespace evalground::jinja2 {
namespace {

template <class T>
std::unique_ptr<Variables> variables(const Map& vars) {
  return std::make_unique<T>(vars);
}

const Flavor& jinja() {
  static const Flavor flavor{.name = "jinja2",
                             .options = {},
                             .functions = jinja_functions,
                             .variables = variables<MapVariables>,
                             .take_header = nullptr,
                             .render = nullptr};
  return flavor;
}

const Flavor& ansible() {
  static const Flavor flavor{
      .name = "ansible",
      .options = ansible_options(),
      .functions = ansible_functions,
      .variables = variables<AnsibleVariables>,
      .take_header = [](Evaluator& evaluator, SourceText& source,
                        Syntax& syntax) { take_header(evaluator, source.text, source.place, syntax); },
      .render =
          [](Evaluator& evaluator, SourceText source) {
            const Options& options = evaluator.options;
            // A file knows of itself, and whatever the workspace calls so is not seen.
            std::optional<AnsibleVariables::Layer> layer;
            auto* variables = dynamic_cast<AnsibleVariables*>(&evaluator.variables);
            if (variables != nullptr && !evaluator.context.workspace.expression) {
              layer.emplace(*variables, template_variables(evaluator, source.name, source.name),
                            evaluator.context.budget);
            }
            const TemplateLoader::Search search(evaluator.loader, main_search(evaluator.context));
            const auto render = options.native || options.convert_data ? convert_ansible : render_ansible;
            return render(evaluator, std::move(source.text), std::move(source.name), std::move(source.place),
                          options.syntax);
          }};
  return flavor;
}

}  // namespace

const Flavor& flavor_of(const Context& context) {
  const Value* given = context.workspace.options.find(flavor_option.name);
  return given != nullptr && text_of(flavor_option, *given) == ansible().name ? ansible() : jinja();
}

}  // namespace evalground::jinja2
