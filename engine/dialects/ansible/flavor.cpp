#include "dialects/ansible/flavor.hpp"

#include <optional>

#include "dialects/ansible/runtime/conditional.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/ansible/runtime/options.hpp"
#include "dialects/ansible/runtime/waiting.hpp"
#include "dialects/jinja2/runtime/nodes.hpp"

namespace evalground::ansible {
namespace {

std::unique_ptr<Variables> ansible_variables(const Context& context, const Map& vars) {
  return std::make_unique<AnsibleVariables>(context, vars);
}

// Calls f with the text of the workspace's template. Ansible's variables about the template file hide those of the
// workspace.
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
  return f(std::move(source));
}

const Flavor& oldest() {
  static const Flavor flavor{
      .options = ansible_options(),
      .variables = ansible_variables,
      .search = main_search,
      .take_header = [](Evaluator& evaluator, SourceText& source,
                        Syntax& syntax) { take_header(evaluator, source.text, source.place, syntax); },
      .render =
          [](Evaluator& evaluator, SourceText source) {
            const Options& options = evaluator.options;
            if (options.untrusted_expression) return Value::string(source.text);
            return render_main(evaluator, std::move(source), [&](SourceText main) {
              const auto render = options.native || options.convert_data ? convert_ansible : render_ansible;
              return render(evaluator, std::move(main), options.syntax);
            });
          },
      .condition = condition_by_truth,
      .evaluate = [](Evaluator& evaluator,
                     const Value& expression) { return template_value(evaluator, expression, "expression"); }};
  return flavor;
}

const Flavor& with_data_tagging() {
  static const Flavor flavor{.options = ansible_2_21_options(),
                             .variables = ansible_variables,
                             .search = main_search,
                             .take_header = oldest().take_header,
                             .render =
                                 [](Evaluator& evaluator, SourceText source) {
                                   const Options& options = evaluator.options;
                                   if (options.untrusted_expression) return Value::string(source.text);
                                   const Value result = render_main(evaluator, std::move(source), [&](SourceText main) {
                                     return finalized(evaluator,
                                                      render_nodes(evaluator, std::move(main), options.syntax));
                                   });
                                   if (options.native || options.convert_data || result.is_string()) return result;
                                   return result.is_null() ? Value::string("") : evaluator.noted_text(result);
                                 },
                             .condition = condition_by_boolean,
                             .evaluate =
                                 [](Evaluator& evaluator, const Value& expression) {
                                   return finalized(evaluator, waiting_copy(evaluator, expression, "expression"));
                                 }};
  return flavor;
}

// 2.19 and 2.20 already have the rules of 2.21, but with differences that nobody has recorded.
void refuse_between(const Value& reference) {
  const bool is_number = reference.kind() == Kind::real && (reference.as_real() == 2.19 || reference.as_real() == 2.2);
  const bool is_text = reference.is_string() && (reference.as_string() == "2.19" || reference.as_string() == "2.20");
  if (!is_number && !is_text) return;
  throw Error("bad-options",
              "The option `reference` must be 2.14 or 2.21. The rules of 2.19 and 2.20 are not recorded: those of 2.21 "
              "are the nearest, and apply from 2.19 on with few exceptions.");
}

}  // namespace

bool follows_2_21(const Map& options) {
  const Value* reference = options.find(reference_option.name);
  if (reference != nullptr) refuse_between(*reference);
  return reference != nullptr && text_of(reference_option, *reference) != reference_option.usual;
}

const Flavor& flavor_of(const Map& options) {
  return follows_2_21(options) ? with_data_tagging() : oldest();
}

Options options_of_flavor(Context& context) {
  Options options = read_options(context, flavor_of(context.workspace.options).options, option_rows());
  if (options.reading == ExpressionReading::expression) options.convert_data = true;
  return options;
}

}  // namespace evalground::ansible
