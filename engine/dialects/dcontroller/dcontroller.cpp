#include "dialects/dcontroller/dcontroller.hpp"

#include "dialects/dcontroller/catalogue.hpp"
#include "dialects/dcontroller/evaluator.hpp"
#include "dialects/dcontroller/written.hpp"

namespace evalground::dcontroller {
namespace {

class Dcontroller final : public Dialect {
 public:
  std::string_view name() const override { return "dcontroller"; }
  const FunctionCatalogue& functions() const override { return dcontroller::functions(); }

  void evaluate(Context& context, Outcome& outcome) const override {
    ExpressionTree tree(context);
    const Value written = located_expression(context);
    const Expression& expression = tree.read(written);
    Evaluator evaluator(context);
    const Value data = context.workspace.data.is_undefined() ? Value::null() : context.workspace.data;
    const Value& local = context.workspace.local;
    outcome.value = evaluator.evaluate(expression, {&data, local.is_undefined() ? nullptr : &local});
  }

  std::vector<OutlineNode> outline(Context&) const override { return {}; }
  std::vector<Token> tokens(Context&) const override { return {}; }
};

}  // namespace

const Dialect& dialect() {
  static const Dcontroller dcontroller;
  return dcontroller;
}

}  // namespace evalground::dcontroller
