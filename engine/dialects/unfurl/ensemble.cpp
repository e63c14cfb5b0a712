// Loads a document: from the source of `main` to a resource tree on which expressions are evaluated.
//
// Merge directives are expanded first, so no later step has to know them. Then the document's top-level keys say what
// it is (shape_of()): a service template, an ensemble around one, a tree of instances, or the bare attributes of one
// resource. In each case the environment is read before the tree, because building the tree may already evaluate
// definitions.
#include "dialects/unfurl/ensemble.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/unfurl/catalogue.hpp"
#include "dialects/unfurl/ensemble_checks.hpp"
#include "dialects/unfurl/merge/expand.hpp"
#include "dialects/unfurl/templates/templates.hpp"
#include "dialects/unfurl/values/environment.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view ensemble_versions[] = {"unfurl/v1alpha1", "unfurl/v1.0.0"};

// The name of the single resource of a document that consists of attributes only.
constexpr std::string_view only_resource = "main";

// A map of the document, with its origin; an empty map when absent.
// A copy, because inputs of the workspace are added to it.
Value section(const Map& document, std::string_view key) {
  const Value* value = field(document, key);
  return value != nullptr ? Value::map(map_field(document, key)).with_origin(value->origin()) : Value::map();
}

// The values of a workspace key, each with an origin that names the key.
// A message can then say that a value came from `inputs.port` of the workspace, which is in no file.
Map given(Context& context, const Map& values, Via via) {
  Map result;
  for (const auto& [name, value] : values) {
    result.set(name, value.with_origin(context.origin_of_input(via, name.is_string() ? name.as_string() : "")));
  }
  return result;
}

// The main document, expanded. Optional when the workspace has an expression.
Value main_document(Context& context) {
  const Workspace& workspace = context.workspace;
  if (workspace.main.empty() && workspace.expression) return Value::map();
  return expand_document(context, workspace.main);
}

}  // namespace

// The first test that holds decides. A tree of instances may have `inputs` and `outputs` like a template, so
// `instances` is looked at last.
Shape shape_of(const Map& document) {
  for (const std::string_view key : {"tosca_definitions_version", "topology_template", "node_templates"}) {
    if (document.contains(key)) return Shape::service_template;
  }
  if (text_field(document, "kind") == "Ensemble" || document.contains("apiVersion") || document.contains("spec")) {
    return Shape::ensemble;
  }
  return document.contains("instances") ? Shape::instances : Shape::attributes;
}

Ensemble::Ensemble(Context& context)
    : evaluator(context, functions(), make_templates),
      document(main_document(context)),
      shape(shape_of(document.as_map())),
      context_(context),
      types_(context),
      declarer_(evaluator, types_) {
  const Map& map = document.as_map();
  Resource& root = evaluator.tree.root();
  switch (shape) {
    case Shape::attributes: {
      read_environment({});
      Resource& only = evaluator.tree.add_node(std::string(only_resource), root, document.origin());
      only.type = types_.find(TypeKind::node, "tosca.nodes.Root", types_.builtin_names());
      only.status = Status::ok;
      for (const auto& [name, value] : map) only.attributes.define(name, value);
      root.attributes.define(Value::string("inputs"), Value::map(given(context, context.workspace.inputs, Via::input)));
      root.attributes.define(Value::string("outputs"), Value::map());
      break;
    }
    case Shape::instances: {
      read_environment(map_field(map, "environment"));
      Value inputs = section(map, "inputs");
      for (const auto& [name, value] : given(context, context.workspace.inputs, Via::input)) {
        inputs.edit_map().set(name, value);
      }
      root.attributes.define(Value::string("inputs"), std::move(inputs));
      root.attributes.define(Value::string("outputs"), section(map, "outputs"));
      read_instances(evaluator, declarer_, map);
      break;
    }
    case Shape::service_template: {
      read_environment({});
      read_service_template(document, {}, {}, nullptr);
      break;
    }
    case Shape::ensemble: {
      // Other files of a project, such as unfurl.yaml, have a different `kind`.
      const Value* kind = field(map, "kind");
      if (kind != nullptr && key_text(*kind) != "Ensemble" && key_text(*kind) != "Manifest") {
        context.fail(kind->origin(), "wrong-kind",
                     "The `kind` of an ensemble is \"Ensemble\", not " + quote(key_text(*kind)) + ".");
      }
      for (const std::string_view key : {"apiVersion", "kind", "spec"}) {
        if (!map.contains(key)) {
          context.fail(document.origin(), "missing-field", "An ensemble needs the key " + quote(key) + ".");
        }
      }
      const Value& version = *map.find("apiVersion");
      if (!version.is_string() || !is_among(ensemble_versions, version.as_string())) {
        context.fail(version.origin(), "wrong-version",
                     "The `apiVersion` of an ensemble is one of " + join(ensemble_versions, ", ") + ", not " +
                         quote(key_text(version)) + ".");
      }
      check_ensemble(context, map);
      const Map& environment = map_field(map, "environment");
      const Map& spec = map_field(map, "spec");
      const Value* service_template = field(spec, "service_template");
      read_environment(environment);
      read_service_template(service_template != nullptr ? *service_template : Value::map(), spec, environment,
                            field(map_field(map, "status"), "instances"));
      break;
    }
  }
}

void Ensemble::read_service_template(const Value& service_template, const Map& spec, const Map& environment,
                                     const Value* instances) {
  const std::vector<Value> inputs{Value::map(given(context_, context_.workspace.inputs, Via::input)),
                                  section(environment, "inputs"), section(spec, "inputs"),
                                  section(map_or_nothing(&service_template), "input_values")};
  // First load the imports as if every `when` held. Then evaluate the conditions in that tree, and load again without
  // the imports whose condition is not met.
  topology_.emplace(evaluator, declarer_, service_template, context_.workspace.main, inputs);
  if (!topology_->conditions().empty()) {
    std::vector<OriginId> dropped = unmet_conditions(service_template, inputs);
    if (!dropped.empty()) {
      topology_.emplace(evaluator, declarer_, service_template, context_.workspace.main, inputs, std::move(dropped));
    }
  }
  // Define inputs before instances: the expressions of a node filter may read them.
  Resource& root = evaluator.tree.root();
  root.attributes.define(Value::string("inputs"), Value::map(topology_->inputs()));
  read_ensemble_instances(evaluator, declarer_, *topology_, field(spec, "instances"), instances);
  // Only now are the types known that outputs are checked against.
  root.attributes.define(Value::string("outputs"), Value::map(topology_->outputs()));
}

// The origins of imports whose `when` matches nothing in the tree that includes them.
std::vector<OriginId> Ensemble::unmet_conditions(const Value& service_template,
                                                 const std::vector<Value>& inputs) const {
  Evaluator trial(context_, functions(), make_templates);
  trial.environment = evaluator.environment;
  Types types(context_);
  Declarer declarer(trial, types);
  Topology topology(trial, declarer, service_template, context_.workspace.main, inputs);
  topology.complete();
  std::vector<OriginId> unmet;
  for (const ImportCondition& condition : topology.conditions()) {
    const List matches = trial.matches(condition.expression, Evaluator::scope_of(trial.tree.root()));
    const bool is_met =
        std::any_of(matches.begin(), matches.end(), [](const Value& match) { return !match.is_null(); });
    if (!is_met) unmet.push_back(condition.item);
  }
  return unmet;
}

const Map& Ensemble::declared_inputs() const {
  static const Map none;
  return topology_ ? topology_->declared_inputs() : none;
}

// The topology goes on after a mistake, to find several at once. A problem that the evaluation has reported is not
// repeated.
bool Ensemble::report_problems() const {
  if (!topology_ || topology_->problems().empty()) return true;
  for (const Diagnostic& problem : topology_->problems()) {
    const bool is_known =
        std::any_of(context_.diagnostics.begin(), context_.diagnostics.end(), [&](const Diagnostic& one) {
          return one.code == problem.code && one.where == problem.where && one.message == problem.message;
        });
    if (!is_known) context_.diagnostics.push_back(problem);
  }
  return false;
}

// The workspace's variables are what the rules of the document start from. Its secrets come last and override the
// document's.
void Ensemble::read_environment(const Map& section) {
  Environment& environment = evaluator.environment;
  environment.variables = given(context_, context_.workspace.env, Via::env);
  const Value variables = evaluator.plain(Value::map(map_field(section, "variables")));
  environment.variables = apply_environment_rules(rules_as_text(variables.as_map(), context_.budget),
                                                  environment.variables, environment.variables, context_.budget);
  environment.locals = map_field(section, "locals");
  environment.secrets = map_field(section, "secrets");
  for (const auto& [name, value] : given(context_, context_.workspace.secrets, Via::secret)) {
    environment.secrets.set(name, value);
  }
  // Repositories, whose directories expressions may name. Those of the document override the others.
  for (const Map* declaring :
       {&map_field(map_field(document.as_map(), "spec"), "service_template"), &document.as_map()}) {
    for (const auto& [name, repository] : map_field(*declaring, "repositories")) {
      const std::string_view url = text_field(map_or_nothing(&repository), "url");
      if (name.is_string() && !url.empty()) environment.repositories.set(name, Value::string(url));
    }
  }
}

// Where expressions start: `resource` of the workspace, by name or by a query. Without it, the only resource or the
// root.
Resource& Ensemble::current_resource() {
  const auto& wanted = context_.workspace.resource;
  if (!wanted) {
    return shape == Shape::attributes ? *evaluator.tree.find(only_resource) : evaluator.tree.root();
  }
  if (Resource* named = evaluator.tree.find(*wanted)) return *named;
  const OriginId where = context_.origin_of_input(Via::input, "resource");
  const List matches =
      evaluator.evaluate(Value::string(*wanted).with_origin(where), Evaluator::scope_of(evaluator.tree.root())).list;
  Resource* found = matches.size() == 1 ? object_cast<Resource>(matches.front()) : nullptr;
  if (found == nullptr) {
    context_.fail_name(where, "unknown-resource",
                       "The resource " + quote(*wanted) + " is neither a name nor a query that gives one resource.",
                       *wanted, evaluator.tree.nearest(*wanted));
  }
  return *found;
}

Scope Ensemble::scope() {
  Scope scope = Evaluator::scope_of(current_resource());
  if (!context_.workspace.vars.empty()) {
    scope.variables = Ref<Variables>(
        new Variables(evaluator.memos, scope, Value::map(given(context_, context_.workspace.vars, Via::variable))));
  }
  return scope;
}

}  // namespace evalground::unfurl
