#include "dialects/ansible/ansible.hpp"

#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/description.hpp"
#include "dialects/ansible/language.hpp"
#include "dialects/ansible/port.hpp"
#include "dialects/ansible/repository.hpp"
#include "dialects/ansible/run.hpp"
#include "dialects/ansible/setting_places.hpp"
#include "dialects/jinja2/jinja2.hpp"

namespace evalground::ansible {
namespace {

class Ansible final : public TemplateDialect {
 public:
  std::string_view name() const override { return "ansible"; }
  const Description& description() const override { return ansible::description(); }
  // Ansible reads variable files with PyYAML, which implements YAML 1.1.
  YamlRules input_rules(std::string_view) const override { return YamlRules::yaml_1_1; }
  const FunctionCatalogue& functions() const override { return ansible::functions(); }
  const Language& language() const override { return ansible::language(); }

  void evaluate(Context& context, Outcome& outcome) const override {
    if (is_project(context.workspace)) return evaluate_repository(context, outcome);
    TemplateDialect::evaluate(context, outcome);
  }
  std::vector<OutlineNode> outline(Context& context) const override {
    return is_project(context.workspace) ? repository_outline(context) : TemplateDialect::outline(context);
  }
  std::vector<OutlineNode> graph_outline(Context& context) const override {
    return is_project(context.workspace) ? repository_graph_outline(context) : TemplateDialect::outline(context);
  }
  Passed passed(Context& context) const override {
    return is_project(context.workspace) ? Passed() : TemplateDialect::passed(context);
  }
  Elsewhere elsewhere(const Map& workspace) const override { return other_hosts(workspace); }
  std::vector<SettingPlace> setting_places(const Map& workspace, const Map& outcome, const List& path) const override {
    return ansible::setting_places(workspace, outcome, path);
  }
  std::vector<Diagnostic> port(Context& context, std::string_view to) const override { return port_of(context, to); }

 private:
  MakeRun run_maker() const override { return make_run; }
};

}  // namespace

const Dialect& dialect() {
  static const Ansible ansible;
  return ansible;
}

}  // namespace evalground::ansible
