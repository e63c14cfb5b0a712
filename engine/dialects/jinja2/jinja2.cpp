#include "dialects/jinja2/jinja2.hpp"

#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/description.hpp"
#include "dialects/jinja2/language.hpp"
#include "dialects/jinja2/other_problems.hpp"
#include "dialects/jinja2/outline.hpp"
#include "dialects/jinja2/tokens.hpp"

namespace evalground::jinja2 {
namespace {

class Jinja2 final : public TemplateDialect {
 public:
  std::string_view name() const override { return "jinja2"; }
  const Description& description() const override { return jinja2::description; }
  const FunctionCatalogue& functions() const override { return jinja2::functions(); }
  const Language& language() const override { return jinja2::language(); }

 private:
  MakeRun run_maker() const override { return plain_run; }
};

}  // namespace

void TemplateDialect::evaluate(Context& context, Outcome& outcome) const {
  if (context.workspace.operation != "evaluate") {
    context.fail(0, "unavailable",
                 "Templates have no operation `" + context.workspace.operation +
                     "`; repositories of Ansible (the option `flavor`) have `host`, `matrix` and `inventory`.");
  }
  auto owned = run_maker()(context);
  Run& run = *owned;
  context.state = std::move(owned);
  try {
    run.evaluate(outcome);
  } catch (const Error& failure) {
    report_all_problems(run, failure);
    throw;
  }
}

std::vector<OutlineNode> TemplateDialect::outline(Context& context) const {
  return outline_of(context, run_maker());
}

Passed TemplateDialect::passed(Context& context) const {
  return passed_of(context);
}

std::vector<evalground::Token> TemplateDialect::tokens(Context& context) const {
  return tokens_of(context, run_maker());
}

const Dialect& dialect() {
  static const Jinja2 jinja2;
  return jinja2;
}

}  // namespace evalground::jinja2
