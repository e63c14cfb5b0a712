#include "dialects/jinja2/jinja2.hpp"

#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/description.hpp"
#include "dialects/jinja2/outline.hpp"
#include "dialects/jinja2/port.hpp"
#include "dialects/jinja2/repository.hpp"
#include "dialects/jinja2/run.hpp"
#include "dialects/jinja2/tokens.hpp"

namespace evalground::jinja2 {
namespace {

class Jinja2 final : public Dialect {
 public:
  std::string_view name() const override { return "jinja2"; }
  const Description& description() const override { return jinja2::description; }
  // Ansible reads the files of its variables by PyYAML.
  YamlRules input_rules(std::string_view, const Map& options) const override {
    return flavor_of(options).name == "ansible" ? YamlRules::yaml_1_1 : YamlRules::yaml_1_2;
  }
  const FunctionCatalogue& functions() const override { return jinja2::functions(); }

  void evaluate(Context& context, Outcome& outcome) const override {
    if (ansible::is_project(context.workspace)) return evaluate_repository(context, outcome);
    if (context.workspace.operation != "evaluate") {
      context.fail(0, "unavailable",
                   "Templates have no operation `" + context.workspace.operation +
                       "`; repositories of Ansible (the option `flavor`) have `host`, `matrix` and `inventory`.");
    }
    auto owned = std::make_unique<Run>(context);
    Run& run = *owned;
    context.state = std::move(owned);
    run.evaluate(outcome);
  }

  std::vector<OutlineNode> outline(Context& context) const override { return outline_of(context); }
  Passed passed(Context& context) const override { return passed_of(context); }
  std::vector<Token> tokens(Context& context) const override { return tokens_of(context); }
  std::vector<Diagnostic> port(Context& context, std::string_view to) const override { return port_of(context, to); }
};

}  // namespace

const Dialect& dialect() {
  static const Jinja2 jinja2;
  return jinja2;
}

}  // namespace evalground::jinja2
