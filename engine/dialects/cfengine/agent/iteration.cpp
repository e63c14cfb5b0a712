// Hot: compiled for speed in every module.
#include "dialects/cfengine/agent/iteration.hpp"

#include <algorithm>

#include "base/scoped_value.hpp"
#include "dialects/cfengine/data/container.hpp"
#include "dialects/cfengine/policy/arguments.hpp"

namespace evalground::cfengine {
namespace {

class Iteration {
 public:
  Iteration(Evaluator& evaluator, const std::function<void()>& run) : evaluator_(evaluator), run_(run) {}

  // Collects the wheels.
  void collect(const Promise& promise) {
    collect(promise.promiser);
    if (promise.promisee != nullptr) collect(*promise.promisee);
    for (const Attribute& attribute : promise.attributes) collect(*attribute.value);
  }

  bool turn() {
    std::vector<Wheel> wheels;
    for (const Reference* reference : references_) wheels.push_back({reference->name.source, Value()});
    const ScopedValue<std::vector<Wheel>> turning(evaluator_.wheels, std::move(wheels));
    turn(0);
    return has_run_;
  }

 private:
  void collect(const Rvalue& value) {
    const Depth depth = evaluator_.context.budget.enter();
    if (value.kind != RvalueKind::list) collect(value.text);
    // The arguments of these mention $(this), which exists only while they run.
    if (value.kind == RvalueKind::call && value.function != nullptr && takes_pattern(value.function->signature)) return;
    for (const Rvalue* item : value.items) collect(*item);
  }

  void collect(const Text& text) {
    for (const Segment& segment : text.segments) {
      if (segment.reference == nullptr) continue;
      evaluator_.context.budget.step();
      const Reference& reference = *segment.reference;
      collect(reference.name);
      const bool is_known = std::any_of(references_.begin(), references_.end(), [&](const Reference* known) {
        return known->name.source == reference.name.source;
      });
      if (!is_known && is_wheel(reference.name)) references_.push_back(&reference);
    }
  }

  bool is_wheel(const Text& name) const {
    if (name.has_references) return true;
    const std::optional<Found> found = evaluator_.find(name.source);
    if (!found) return false;
    if (is_list_type(found->type)) return true;
    return found->type == DataType::data && (!is_primitive(found->value));
  }

  void turn(std::size_t index) {
    const Depth depth = evaluator_.context.budget.enter();
    if (index == references_.size()) {
      has_run_ = true;
      run_();
      return;
    }
    const Text& text = references_[index]->name;
    const std::string name = text.has_references ? evaluator_.expand(text) : std::string(text.source);
    const auto set = [&](Value value) { evaluator_.wheels[index].value = std::move(value); };
    const std::optional<Found> found = is_unresolved(name) ? std::nullopt : evaluator_.find(name);
    if (!found) {
      // `$(this.…)` and the like stand for one text.
      if (const std::optional<std::string> scalar = evaluator_.scalar(name)) {
        set(Value::string(*scalar));
        turn(index + 1);
      }
    } else if (found->type != DataType::data) {
      if (!is_list_type(found->type)) {
        set(found->value);
        turn(index + 1);
      } else {
        for (const Value& item : found->value.as_list()) {
          evaluator_.context.budget.step();
          set(item);
          turn(index + 1);
        }
      }
    } else if (found->value.is_list()) {
      for (const Value& item : found->value.as_list()) turn_item(index, item);
    } else if (found->value.is_map()) {
      for (const auto& [key, item] : found->value.as_map()) turn_item(index, item);
    } else {
      turn_item(index, found->value);
    }
    set(Value());
  }

  void turn_item(std::size_t index, const Value& item) {
    evaluator_.context.budget.step();
    if (!is_primitive(item)) return;
    evaluator_.wheels[index].value = item.is_string() ? item : Value::string(scalar_text(item));
    turn(index + 1);
  }

  Evaluator& evaluator_;
  const std::function<void()>& run_;
  std::vector<const Reference*> references_;
  bool has_run_ = false;
};

}  // namespace

bool for_each_combination(Evaluator& evaluator, const Promise& promise, const std::function<void()>& run) {
  Iteration iteration(evaluator, run);
  iteration.collect(promise);
  return iteration.turn();
}

}  // namespace evalground::cfengine
