// The dialect: reads a template, resolves its outputs and resources, and writes the outcome.
//
// A template is read completely before anything is resolved (stack.hpp). After that, each output and each property is
// resolved separately, and a failure of one does not hide the others. Hidden values can appear in messages that were
// made before their parameter was read. So all messages are masked at the end.
#include "dialects/heat/heat.hpp"

#include <algorithm>

#include "data/yaml/load.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/heat/description.hpp"
#include "dialects/heat/input_places.hpp"
#include "dialects/heat/json_keys.hpp"
#include "dialects/heat/language.hpp"
#include "dialects/heat/outline.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/tokens.hpp"
#include "value/json.hpp"

namespace evalground::heat {
namespace {

// Gives the workspace's expression origins in a source of its own. A string that is a map or list in YAML is parsed as
// such.
Value located_expression(Context& context, const Value& expression) {
  const bool is_text = expression.is_string();
  const std::string text = is_text ? std::string(expression.as_string()) : write_json(expression, context.budget);
  const std::uint32_t file = context.expression_source(text);
  YamlLoadOptions options;
  options.rules = is_text ? YamlRules::yaml_1_1 : YamlRules::yaml_1_2;
  options.last_duplicate_wins = true;
  options.sequence_keys = false;
  const auto as_it_is = [&] {
    return expression.with_origin(
        context.sources.add({file, 0, static_cast<std::uint32_t>(text.size()), Via::literal, 0, false}));
  };
  if (!is_text && !expression.is_map() && !expression.is_list()) return as_it_is();
  return recover(
      [&] {
        Value loaded = load_yaml(context.sources, file, context.budget, options);
        return loaded.is_map() || loaded.is_list() ? loaded : as_it_is();
      },
      [&](const Error&) { return as_it_is(); });
}

// Origins of equal places may differ, because each computed value has its own.
bool are_same_place(const Sources& sources, OriginId a, OriginId b) {
  if (a == 0 || b == 0) return a == b;
  const Origin& first = sources.origin(a);
  const Origin& second = sources.origin(b);
  return first.file == second.file && first.begin == second.begin && first.end == second.end;
}

class Heat final : public Dialect {
 public:
  std::string_view name() const override { return "heat"; }
  const Description& description() const override { return heat::description; }
  const FunctionCatalogue& functions() const override { return heat::functions(); }
  const Language& language() const override { return heat::language(); }

  // The stack stays in `context.state`, also after an error: the outline shows how far the evaluation came.
  void evaluate(Context& context, Outcome& outcome) const override {
    if (context.workspace.operation != "evaluate") {
      context.fail(0, "unavailable", "Heat has no operation \"" + context.workspace.operation + "\".");
    }
    auto owned = std::make_unique<Stack>(context);
    Stack& stack = *owned;
    context.state = std::move(owned);
    context.here = stack.document.origin();
    try {
      stack.read_sections();
      if (context.workspace.expression) {
        const Value expression = located_expression(context, *context.workspace.expression);
        context.here = expression.origin();
        const Value resolved = stack.resolve(expression);
        outcome.value =
            resolved.is_undefined() ? Value::null() : with_text_keys(stack.without_marks(resolved), context.budget);
      } else {
        resolve_outputs(stack, outcome);
        resolve_resources(stack, outcome);
      }
    } catch (Error& error) {
      mask(stack, error.diagnostic);
      mask_all(stack);
      throw;
    }
    mask_all(stack);
  }

  // Uses the evaluated stack if there is one. For a check, without an evaluation, it reads the sections and ignores
  // mistakes.
  std::vector<OutlineNode> outline(Context& context) const override {
    if (auto* evaluated = dynamic_cast<Stack*>(context.state.get())) {
      const bool is_whole = evaluated->has_read_all();
      // After an early end the remaining sections are read for the outline only, so their messages are dropped.
      const std::size_t said = context.diagnostics.size();
      evaluated->read_remaining_sections();
      context.diagnostics.erase(context.diagnostics.begin() + static_cast<std::ptrdiff_t>(said),
                                context.diagnostics.end());
      return outline_of(*evaluated, is_whole);
    }
    return recover(
        [&] {
          Stack unevaluated(context);
          unevaluated.read_remaining_sections();
          return outline_of(unevaluated, false);
        },
        [](const Error&) { return std::vector<OutlineNode>(); });
  }

  std::vector<Token> tokens(Context& context) const override { return tokens_of(context); }

  std::vector<SettingPlace> input_places(const Map& workspace, const Value& name) const override {
    return heat::input_places(workspace, name);
  }
  YamlRules input_rules(std::string_view) const override { return YamlRules::yaml_1_1; }

 private:
  static void mask(const Stack& stack, Diagnostic& diagnostic) {
    stack.mask(diagnostic.message);
    for (Note& note : diagnostic.notes) stack.mask(note.message);
  }

  static void mask_all(Stack& stack) {
    for (Diagnostic& diagnostic : stack.context.diagnostics) mask(stack, diagnostic);
  }

  // Resolves each output separately. One that fails is reported and left out. Heat gives its outputs as JSON, so all
  // keys are texts, and of equal ones the later wins.
  static void resolve_outputs(Stack& stack, Outcome& outcome) {
    Context& context = stack.context;
    Map values;
    for (Output& output : stack.outputs) {
      context.here = output.name.origin();
      stack.reads = &output.reads;
      const Value value = recover(
          [&] {
            const Value resolved = stack.output(output);
            return with_text_keys(stack.without_marks(resolved), context.budget);
          },
          [&](const Error& error) {
            outcome.ok = false;
            output.problem = error.diagnostic.message;
            stack.mask(output.problem);
            context.diagnostics.push_back(error.diagnostic);
            outcome.failed.push_back({{output.name}, context.diagnostics.size() - 1, output.name.origin()});
            return Value();
          });
      stack.reads = nullptr;
      if (value.is_undefined()) continue;
      output.value = value;
      values.set(output.name, value);
    }
    outcome.value = Value::map(values);
    outcome.details.set("outputs", Value::map(std::move(values)));
  }

  // Resolves the resources as Heat would create them. The result consists of the outputs only. So a resource that fails
  // adds an error but does not change `ok`.
  static void resolve_resources(Stack& stack, Outcome& outcome) {
    if (stack.resources.empty()) return;
    List path;
    outcome.details.set("resources", resources_of(stack, path, outcome));
  }

  // `path`: the names of the resources that lead from the outermost stack to this one.
  static Value resources_of(Stack& stack, List& path, Outcome& outcome) {
    Context& context = stack.context;
    const Depth depth = context.budget.enter();
    const auto report = [&](const Diagnostic& problem, OriginId where) {
      // An output that read the same value has reported this error already.
      const auto is_same = [&](const Diagnostic& known) {
        return known.message == problem.message && are_same_place(context.sources, known.where, problem.where);
      };
      const auto known = std::find_if(context.diagnostics.begin(), context.diagnostics.end(), is_same);
      const auto at = static_cast<std::size_t>(known - context.diagnostics.begin());
      if (known == context.diagnostics.end()) context.diagnostics.push_back(problem);
      outcome.failed.push_back({path, at, where, "resources"});
    };
    Map resources;
    for (Resource& resource : stack.resources) {
      if (!resource.is_enabled) continue;
      context.here = resource.name.origin();
      stack.resolve_properties(resource);
      path.push_back(resource.name);
      path.push_back(Value::string("properties"));
      Map properties;
      bool has_failed = false;
      for (const Property& property : resource.properties) {
        if (property.failure) {
          has_failed = true;
          path.push_back(property.name);
          report(*property.failure, property.name.origin());
          path.pop_back();
        } else if (!property.value.is_undefined()) {
          properties.set(property.name, with_text_keys(property.value, context.budget));
        }
      }
      path.back() = Value::string("resources");
      const Map& definition = resource.definition.as_map();
      Map shown{{"type", *definition.find("type")}};
      if (const Value* written = definition.find("properties"); written != nullptr && written->is_map()) {
        shown.set("properties", Value::map(std::move(properties)).with_origin(written->origin()));
      }
      Stack* const nested = has_failed ? nullptr
                                       : recover([&] { return stack.nested(resource); },
                                                 [&](const Error& error) -> Stack* {
                                                   report(error.diagnostic, resource.name.origin());
                                                   return nullptr;
                                                 });
      if (nested != nullptr && !nested->resources.empty()) {
        shown.set("resources", resources_of(*nested, path, outcome));
      }
      path.pop_back();
      path.pop_back();
      resources.set(resource.name, Value::map(std::move(shown)).with_origin(resource.definition.origin()));
    }
    return Value::map(std::move(resources));
  }
};

}  // namespace

const Dialect& dialect() {
  static const Heat heat;
  return heat;
}

}  // namespace evalground::heat
