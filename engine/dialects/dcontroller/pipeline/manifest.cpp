// Reads the main document into a Manifest: controllers with their sources, stages and target.
//
//   [{"@select": …}, …]                        a pipeline: one controller, whose sources are the kinds in the data
//   {sources: …, pipeline: …, target: …}       a controller
//   {kind: Operator, spec: {controllers: …}}   an operator
//   {controllers: …}                           the spec of an operator alone, as programs load it from files
//
// Keys that matter only in a cluster are not read. The shape of all stages is checked before the first object is seen,
// so a stage that no object would reach is an error as well.
#include "dialects/dcontroller/pipeline/manifest.hpp"

#include <iterator>

#include "base/text/text.hpp"
#include "dialects/dcontroller/expression/versions.hpp"
#include "dialects/dcontroller/pipeline/map_reader.hpp"
#include "dialects/dcontroller/values/clock_text.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

// The name of the object that a one-shot source gives.
constexpr std::string_view trigger_name = "one-shot-trigger";

struct StageName {
  std::string_view name;
  Stage::Kind kind;
};

constexpr StageName stage_names[] = {{"@join", Stage::Kind::join},       {"@select", Stage::Kind::select},
                                     {"@project", Stage::Kind::project}, {"@unwind", Stage::Kind::unwind},
                                     {"@demux", Stage::Kind::unwind},    {"@gather", Stage::Kind::gather},
                                     {"@mux", Stage::Kind::gather}};

class ManifestReader : private MapReader {
 public:
  ManifestReader(ExpressionTree& tree, Context& context) : MapReader(context), tree_(tree), context_(context) {}

  // `kinds` are those of the input objects, in their order.
  Manifest read(const Value& document, const std::vector<std::string>& kinds) {
    if (document.is_list() || is_stage(document)) return bare(document, kinds);
    if (document.is_map()) {
      const Map& map = document.as_map();
      const Value* kind = map.find("kind");
      if (kind != nullptr && kind->is_string() && kind->as_string() == "Operator") return read_operator(document);
      if (map.contains("pipeline") || map.contains("sources") || map.contains("target")) {
        Manifest manifest{Manifest::Form::controller, std::string(default_operator), {}};
        manifest.controllers.push_back(controller(document, manifest.name));
        return manifest;
      }
      if (const Value* controllers = map.find("controllers")) {
        Manifest manifest{Manifest::Form::operator_, std::string(default_operator), {}};
        add_controllers(*controllers, manifest);
        return manifest;
      }
    }
    fail(
        "The document must be a pipeline, a controller or an operator: a list of stages, a map with \"sources\", "
        "\"pipeline\" and \"target\", a manifest of kind Operator, or a map with \"controllers\".",
        document.origin());
  }

 private:
  static bool is_stage(const Value& value) {
    return value.is_map() && value.as_map().size() == 1 && value.as_map().entry(0).key.as_string().starts_with('@');
  }

  // A pipeline alone has no target, so its results get the kind and version of a view of the operator "test".
  Manifest bare(const Value& document, const std::vector<std::string>& kinds) {
    Manifest manifest{Manifest::Form::pipeline, std::string(default_operator), {}};
    Controller controller{"", document.origin(), {}, {}, {{"View", view_version(manifest.name), true, 0}}, {}};
    for (const std::string& kind : kinds) controller.sources.push_back({kind, false, {}, {}, 0});
    add_stages(document, controller);
    manifest.controllers.push_back(std::move(controller));
    return manifest;
  }

  Manifest read_operator(const Value& document) {
    const Value& metadata = required_map(required(document, "metadata", "the operator"), "The operator's metadata");
    Manifest manifest{Manifest::Form::operator_, required_text(metadata, "name", "the operator's metadata"), {}};
    const Value& spec = required_map(required(document, "spec", "the operator"), "The operator's spec");
    add_controllers(required(spec, "controllers", "the operator's spec"), manifest);
    return manifest;
  }

  void add_controllers(const Value& controllers, Manifest& manifest) {
    if (!controllers.is_list()) fail("The operator's controllers must be a list.", controllers.origin());
    for (const Value& written : controllers.as_list()) {
      context_.budget.step();
      Controller next = controller(written, manifest.name);
      if (next.name.empty()) fail("Each controller of an operator needs a \"name\".", written.origin());
      for (const Controller& known : manifest.controllers) {
        if (known.name == next.name)
          fail("There are two controllers named " + quote(next.name) + ".", written.origin());
      }
      manifest.controllers.push_back(std::move(next));
    }
  }

  Controller controller(const Value& written, const std::string& operator_name) {
    required_map(written, "A controller");
    Controller controller{
        optional_text(written, "name", "the controller").value_or(""), written.origin(), {}, {}, {}, {}};
    const Value& sources = required(written, "sources", "the controller");
    if (!sources.is_list()) fail("The sources of a controller must be a list.", sources.origin());
    for (const Value& source : sources.as_list()) add_source(source, operator_name, controller);
    if (sources.as_list().empty()) fail("A controller needs at least one source.", sources.origin());
    controller.targets.push_back(
        read_target(required_map(required(written, "target", "the controller"), "The target"), operator_name));
    // Without a pipeline, objects pass unchanged.
    const Value* pipeline = written.as_map().find("pipeline");
    const bool is_absent = pipeline == nullptr || pipeline->is_null();
    add_stages(is_absent ? Value::list().with_origin(written.origin()) : *pipeline, controller);
    return controller;
  }

  // A periodic source only repeats the computation, and is no input of the pipeline.
  void add_source(const Value& written, const std::string& operator_name, Controller& controller) {
    Source source = read_source(written);
    const std::optional<std::string> type = optional_text(written, "type", "the source");
    if (type == "Periodic") return;
    if (type == "OneShot") {
      source.object = trigger(source, version_of(written, operator_name, "the source"));
    }
    controller.sources.push_back(std::move(source));
  }

  // The label is the time as Go prints it.
  Value trigger(const Source& source, const std::string& version) const {
    const std::string now = replace_all(replace_all(clock_text(context_).as_string(), "T", " "), "Z", " +0000 UTC");
    Map labels{{"dcontroller.io/last-triggered", Value::string(now)}};
    Map metadata{{"name", Value::string(trigger_name)}, {"labels", Value::map(std::move(labels))}};
    return Value::map({{"apiVersion", Value::string(version)},
                       {"kind", Value::string(source.kind)},
                       {"metadata", Value::map(std::move(metadata))}})
        .with_origin(source.where);
  }

  Source read_source(const Value& written) {
    required_map(written, "A source");
    context_.budget.step();
    Source source{required_text(written, "kind", "the source"),
                  !optional_text(written, "apiGroup", "the source"),
                  optional_text(written, "namespace", "the source"),
                  {},
                  written.origin()};
    const Value* selector = written.as_map().find("labelSelector");
    if (selector != nullptr && !selector->is_null()) {
      source.selector.emplace(required_map(*selector, "The labelSelector").as_map(), context_.budget);
    }
    return source;
  }

  // Without `apiGroup` it is that of a view. The empty group is the core group of Kubernetes, whose version stands
  // alone: `v1`, but `apps/v1`.
  std::string version_of(const Value& written, const std::string& operator_name, std::string_view of) const {
    const std::optional<std::string> group = optional_text(written, "apiGroup", of);
    const std::string version = optional_text(written, "version", of).value_or("v1");
    return !group ? view_version(operator_name) : group->empty() ? version : *group + "/" + version;
  }

  Target read_target(const Value& written, const std::string& operator_name) {
    return {required_text(written, "kind", "the target"), version_of(written, operator_name, "the target"),
            !optional_text(written, "apiGroup", "the target"), written.origin()};
  }

  void add_stages(const Value& pipeline, Controller& controller) {
    if (pipeline.is_list()) {
      for (const Value& stage : pipeline.as_list()) controller.stages.push_back(read_stage(stage));
    } else if (pipeline.is_map()) {
      controller.stages.push_back(read_stage(pipeline));
    } else {
      fail("A pipeline must be a list of stages or one stage, not " + short_text(pipeline, 60) + ".",
           pipeline.origin());
    }
    for (std::size_t index = 1; index < controller.stages.size(); ++index) {
      const Stage& stage = controller.stages[index];
      if (stage.kind == Stage::Kind::join) fail("A @join must be the first stage of its pipeline.", stage.where);
    }
    const bool joins = !controller.stages.empty() && controller.stages.front().kind == Stage::Kind::join;
    if (controller.sources.size() > 1 && !joins) {
      fail("A pipeline with several sources must begin with a @join.", pipeline.origin());
    }
  }

  // `@demux` and `@mux` are other names of @unwind and @gather.
  Stage read_stage(const Value& written) {
    context_.budget.step();
    if (!written.is_map() || written.as_map().size() != 1) {
      fail("A stage must be a map with one key, such as {\"@select\": …}, not " + short_text(written, 60) + ".",
           written.origin());
    }
    const auto& [key, argument] = written.as_map().entry(0);
    const std::string_view name = key.as_string();
    const StageName* known = std::find_if(std::begin(stage_names), std::end(stage_names),
                                          [&](const StageName& each) { return each.name == name; });
    if (known == std::end(stage_names)) {
      const std::string hint = hint_of_other_version(name, tree_.version);
      context_.fail_name(key.origin(), "unknown-stage", "Unknown stage " + quote(name) + "." + hint, name,
                         hint.empty() ? tree_.catalogue.nearest(tree_.version.stage_kind, name) : "");
    }
    Stage stage{known->kind, std::string(name), key.origin(), nullptr, nullptr};
    if (stage.kind == Stage::Kind::unwind) {
      stage.path = &path_argument(argument, stage);
    } else if (stage.kind == Stage::Kind::gather) {
      if (!argument.is_list() || argument.as_list().size() != 2) {
        fail("The stage " + quote(name) + " needs a list of 2 arguments, a key and a path, not " +
                 short_text(argument, 60) + ".",
             argument.origin());
      }
      stage.expression = &tree_.read(argument.as_list()[0]);
      // The plain name of a member is both the value and the target of the list.
      const Value& path = argument.as_list()[1];
      const bool is_name = path.is_string() && path.text_size() != 0 && !path.as_string().starts_with('$');
      stage.path = is_name ? &tree_.read(path) : &path_argument(path, stage);
    } else {
      stage.expression = &tree_.read(argument);
    }
    return stage;
  }

  const Expression& path_argument(const Value& argument, const Stage& stage) {
    if (!argument.is_string() || !argument.as_string().starts_with('$')) {
      fail("The stage " + quote(stage.name) + " needs a path such as \"$.spec.ports\", not " +
               short_text(argument, 60) + ".",
           argument.origin());
    }
    return tree_.read(argument);
  }

  ExpressionTree& tree_;
  Context& context_;
};

}  // namespace

Manifest read_manifest(const Value& document, const std::vector<std::string>& kinds, ExpressionTree& tree,
                       Context& context) {
  if (&tree.version == &version_2026) return read_manifest_2026(document, kinds, tree);
  return ManifestReader(tree, context).read(document, kinds);
}

}  // namespace evalground::dcontroller
