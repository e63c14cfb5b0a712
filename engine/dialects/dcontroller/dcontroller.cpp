#include "dialects/dcontroller/dcontroller.hpp"

#include "dialects/dcontroller/catalogue.hpp"
#include "dialects/dcontroller/description.hpp"
#include "dialects/dcontroller/evaluation.hpp"
#include "dialects/dcontroller/language.hpp"
#include "dialects/dcontroller/outline.hpp"
#include "dialects/dcontroller/port.hpp"
#include "dialects/dcontroller/tokens.hpp"

namespace evalground::dcontroller {
namespace {

// The number of documents after each stage. For an operator, each stage is named with its controller. `is_observed`:
// includes the documents themselves.
// A stage has no count, rather than 0, if an error ended the run before its controller began.
// With several operators, the name of a stage begins with that of its operator.
void add_stage_counts(const Manifest& manifest, bool is_observed, bool is_one_operator_of_many, List& counts) {
  const std::string begin = is_one_operator_of_many ? manifest.name + " " : "";
  for (const Controller& controller : manifest.controllers) {
    for (const Stage& stage : controller.stages) {
      const bool is_one_of_many = manifest.controllers.size() > 1 || is_one_operator_of_many;
      Map count{{"name", Value::string(begin + (is_one_of_many ? controller.name + " " + stage.name : stage.name))}};
      if (stage.documents) count.set("count", Value::integer(*stage.documents));
      if (stage.documents && is_observed) {
        List documents = stage.came;
        for (const auto& entry : stage.kept) {
          const List& kept = entry.value.as_list();
          for (std::int64_t times = 0; times < kept[1].as_integer(); ++times) documents.push_back(kept[0]);
        }
        count.set("value", Value::list(std::move(documents)));
      }
      counts.push_back(Value::map(std::move(count)));
    }
  }
}

Value stage_counts(const std::vector<Manifest>& manifests, bool is_observed) {
  List counts;
  for (const Manifest& manifest : manifests) add_stage_counts(manifest, is_observed, manifests.size() > 1, counts);
  return Value::list(std::move(counts));
}

class Dcontroller final : public Dialect {
 public:
  std::string_view name() const override { return "dcontroller"; }
  const Description& description() const override { return dcontroller::description; }
  YamlRules input_rules(std::string_view) const override { return YamlRules::kubernetes; }
  const FunctionCatalogue& functions() const override { return dcontroller::functions(); }
  const Language& language() const override { return dcontroller::language(); }

  void evaluate(Context& context, Outcome& outcome) const override {
    if (context.workspace.operation != "evaluate") {
      context.fail(0, "unavailable", "The Δ-controller has no operation `" + context.workspace.operation + "`.");
    }
    auto owned = std::make_unique<Evaluation>(context);
    Evaluation& evaluation = *owned;
    context.state = std::move(owned);
    evaluation.read();
    const auto count_stages = [&] {
      if (!evaluation.manifests.empty())
        outcome.details.set(
            "stages", stage_counts(evaluation.manifests, context.options.outline || context.provenance.recording()));
    };
    try {
      outcome.value = evaluation.evaluate();
    } catch (const Error&) {
      count_stages();  // after an error, the counts show how far it came
      throw;
    }
    count_stages();
  }

  std::vector<OutlineNode> outline(Context& context) const override { return outline_of(context); }
  std::vector<Token> tokens(Context& context) const override { return tokens_of(context); }
  std::vector<Diagnostic> port(Context& context, std::string_view to) const override { return port_of(context, to); }
};

}  // namespace

const Dialect& dialect() {
  static const Dcontroller dcontroller;
  return dcontroller;
}

}  // namespace evalground::dcontroller
