// Reads the main document of 2026 into a Manifest.
//
//   [{"@select": …}, …]                         a pipeline: its sources are the kinds in the data, its target is View
//   {sources: …, pipeline: …, targets: […]}     a controller
//   {kind: Operator, spec: {controllers: …}}    an operator
//   {controllers: …}                            the spec of an operator alone
//
// A controller may also be given as `sql` or `circuit`, which nothing runs.
#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"
#include "dialects/dcontroller/pipeline/branch_reader.hpp"
#include "dialects/dcontroller/pipeline/manifest.hpp"
#include "dialects/dcontroller/pipeline/map_reader.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::string_view watched_types[] = {"Watcher", "Lister"};
constexpr std::string_view one_shot = "OneShot";
constexpr std::string_view periodic = "Periodic";
constexpr std::string_view target_types_2026[] = {"Updater", "Patcher"};
constexpr std::string_view keys_of_controllers[] = {"pipeline", "sources", "target", "targets", "sql", "circuit"};
constexpr std::string_view view_group_end = "view.dcontroller.io";

template <class Words>
bool is_word_of(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// `5m`, `300ms`: digits and a unit.
bool is_period(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos) return false;
  constexpr std::string_view units[] = {"ms", "s", "m", "h"};
  return is_word_of(units, text.substr(digits));
}

class ManifestReader2026 : private MapReader {
 public:
  explicit ManifestReader2026(ExpressionTree& tree) : MapReader(tree.context), tree_(tree), context_(tree.context) {}

  Manifest read(const Value& document, const std::vector<std::string>& kinds) {
    const bool is_one_stage = document.is_map() && document.as_map().size() == 1 &&
                              document.as_map().entry(0).key.as_string().starts_with('@');
    if (document.is_list() || document.is_string() || is_one_stage) return bare(document, kinds);
    if (document.is_map()) {
      const Map& map = document.as_map();
      const Value* kind = map.find("kind");
      if (kind != nullptr && kind->is_string() && kind->as_string() == "Operator") return read_operator(document);
      const bool is_controller = std::any_of(std::begin(keys_of_controllers), std::end(keys_of_controllers),
                                             [&](std::string_view key) { return map.contains(key); });
      if (is_controller) {
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
        "The document must be a pipeline, a controller or an operator: a list of stages or branches, a map with "
        "\"sources\", \"pipeline\" and \"targets\", a manifest of kind Operator, or a map with \"controllers\".",
        document.origin());
  }

 private:
  Manifest bare(const Value& document, const std::vector<std::string>& kinds) {
    Manifest manifest{Manifest::Form::pipeline, std::string(default_operator), {}};
    Controller controller{"", document.origin(), {}, {}, {{"View", view_version(manifest.name), true, 0}}, {}};
    for (const std::string& kind : kinds) controller.sources.push_back({kind, false, {}, {}, 0});
    read_branches(document, controller, tree_, true);
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
    constexpr std::size_t most = 255;
    if (!controllers.is_list() || controllers.as_list().empty() || controllers.as_list().size() > most)
      fail("The operator's controllers must be a list of 1 to 255.", controllers.origin());
    for (const Value& written : controllers.as_list()) {
      context_.budget.step();
      Controller next = controller(written, manifest.name);
      for (const Controller& known : manifest.controllers) {
        if (known.name == next.name)
          fail("There are two controllers named " + quote(next.name) + ".", written.origin());
      }
      manifest.controllers.push_back(std::move(next));
    }
  }

  Controller controller(const Value& written, const std::string& operator_name) {
    required_map(written, "A controller");
    Controller controller{required_text(written, "name", "the controller"), written.origin(), {}, {}, {}, {}};
    const Value& sources = required(written, "sources", "the controller");
    if (!sources.is_list() || sources.as_list().empty())
      fail("The sources of a controller must be a list of at least one.", sources.origin());
    for (const Value& source : sources.as_list()) controller.sources.push_back(read_source(source));
    const Value& targets = required(written, "targets", "the controller");
    if (!targets.is_list() || targets.as_list().empty())
      fail("The targets of a controller must be a list of at least one.", targets.origin());
    for (const Value& target : targets.as_list()) controller.targets.push_back(read_target(target, operator_name));
    check_options(written);
    for (const std::string_view other : {"sql", "circuit"}) {
      if (const Value* program = written.as_map().find(other); program != nullptr && !program->is_null())
        fail("The controller runs a \"pipeline\" only, not \"" + std::string(other) + "\".", program->origin());
    }
    read_branches(required(written, "pipeline", "the controller"), controller, tree_, false);
    return controller;
  }

  // Without the incrementalizer the controller computes from what each event brings alone. Here every run is
  // incremental.
  void check_options(const Value& written) const {
    const Value* options = written.as_map().find("options");
    if (options == nullptr || options->is_null()) return;
    required_map(*options, "The options of a controller");
    const auto is_set = [&](std::string_view name) {
      const Value* option = options->as_map().find(name);
      return option != nullptr && option->kind() == Kind::boolean && option->as_boolean();
    };
    if (!is_set("disableIncrementalizer")) return;
    if (!is_set("disableReconciler"))
      fail("The option \"disableIncrementalizer\" needs \"disableReconciler\" beside it.", options->origin());
    context_.warn(options->origin(), "not-evaluated",
                  "With \"disableIncrementalizer\" the controller computes from what each event brings alone. "
                  "Here the result is that of all objects.");
  }

  Source read_source(const Value& written) {
    required_map(written, "A source");
    context_.budget.step();
    Source source{required_text(written, "kind", "the source"),
                  is_view(optional_text(written, "apiGroup", "the source")),
                  optional_text(written, "namespace", "the source"),
                  {},
                  written.origin()};
    const std::string type = optional_text(written, "type", "the source").value_or("Watcher");
    if (type == one_shot || type == periodic) {
      source.trigger = type;
    } else if (!is_word_of(watched_types, type)) {
      fail("Unknown type of a source " + quote(type) + ": known are Watcher, Lister, OneShot and Periodic.",
           written.origin());
    }
    if (type == periodic) check_period(written);
    const Value* selector = written.as_map().find("labelSelector");
    if (selector != nullptr && !selector->is_null()) {
      // The controller takes `matchLabels` only.
      const Value* labels = required_map(*selector, "The labelSelector").as_map().find("matchLabels");
      if (labels != nullptr && labels->is_map()) source.selector.emplace(labels->as_map(), context_.budget);
    }
    return source;
  }

  void check_period(const Value& written) const {
    const Value* parameters = written.as_map().find("parameters");
    const Value* period = parameters != nullptr && parameters->is_map() ? parameters->as_map().find("period") : nullptr;
    if (period == nullptr || !period->is_string() || !is_period(period->as_string()))
      fail("A Periodic source needs `parameters: {period: …}` with digits and ms, s, m or h.", written.origin());
  }

  static bool is_view(const std::optional<std::string>& group) { return !group || group->ends_with(view_group_end); }

  // The version of a view is always the same. The empty group is the core group of Kubernetes.
  Target read_target(const Value& written, const std::string& operator_name) const {
    required_map(written, "A target");
    const std::string kind = required_text(written, "kind", "the target");
    const std::optional<std::string> group = optional_text(written, "apiGroup", "the target");
    const std::string version = optional_text(written, "version", "the target").value_or("v1");
    const std::string type = optional_text(written, "type", "the target").value_or("Updater");
    if (!is_word_of(target_types_2026, type))
      fail("Unknown type of a target " + quote(type) + ": known are Updater and Patcher.", written.origin());
    std::string api_version = view_version(operator_name);
    if (group && group->empty()) {
      api_version = version;
    } else if (group) {
      api_version = *group + "/" + (is_view(group) ? "v1alpha1" : version);
    }
    return {kind, api_version, api_version == view_version(operator_name), written.origin()};
  }

  ExpressionTree& tree_;
  Context& context_;
};

}  // namespace

Manifest read_manifest_2026(const Value& document, const std::vector<std::string>& kinds, ExpressionTree& tree) {
  return ManifestReader2026(tree).read(document, kinds);
}

}  // namespace evalground::dcontroller
