// The directories with names, as `get_dir` and `abspath` know them, for an ensemble in /workspace and an instance app:
//
//   artifacts   /workspace/artifacts/app         tasks        /workspace/planned/tasks/app
//   src         of the file with the expression  spec.local   /workspace/spec/<template>/local
//
// Unfurl has several folders for these on a machine: a project, a home, an ensemble. The workspace is all of them, so
// some locations are the same.
#include "dialects/unfurl/functions/location.hpp"

#include <vector>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/files/directory.hpp"
#include "dialects/unfurl/files/include.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

// Whose name ends the path of a location: E/artifacts/<instance>.
enum class Owner : std::uint8_t { none, instance, node_template };

struct Location {
  std::string_view name;
  std::string_view folder;  // below the ensemble's directory
  Owner owner;
  std::string_view below_owner = {};
};

constexpr Location locations[] = {
    {".", "", Owner::none},
    {"ensemble", "", Owner::none},
    {"project", "", Owner::none},
    {"unfurl.home", "", Owner::none},
    {"self", "", Owner::none},
    {"spec", "", Owner::none},
    {"ensemble.secrets", "secrets", Owner::none},
    {"project.secrets", "secrets", Owner::none},
    {"tmp", Files::temporary, Owner::instance},
    {"artifacts", "artifacts", Owner::instance},
    {"secrets", "secrets", Owner::instance},
    {"local", "local", Owner::instance},
    {"tasks", "planned/tasks", Owner::instance},
    {"spec.home", "spec", Owner::node_template},
    {"spec.local", "spec", Owner::node_template, "local"},
};

// The directory of the file of a place. For a place in an expression or input, the ensemble's directory.
std::string source_directory(const Context& context, OriginId where) {
  if (where == 0) return main_directory(context);
  const std::string& path = context.sources.path(context.sources.origin(where).file);
  if (path == expression_path || path == input_path) return main_directory(context);
  return std::string(directory_name(Files::absolute(path)));
}

// Any other name is a repository, with or without the prefix `repository.`.
std::string repository_directory(Evaluator& evaluator, std::string_view location, OriginId where) {
  const Context& context = evaluator.context;
  const Map& repositories = evaluator.environment.repositories;
  const std::string_view name = location.starts_with("repository.") ? location.substr(11) : location;
  const Value* url = repositories.find(name);
  if (url == nullptr) {
    std::vector<std::string_view> known{"src", "spec.src"};
    for (const Location& one : locations) known.push_back(one.name);
    for (const auto& entry : repositories) known.push_back(entry.key.as_string());
    evaluator.context.fail_name(where, "unknown-directory",
                                "Named directory or repository " + quote(location) + " not found.", location,
                                nearest(location, known));
  }
  const auto folder =
      file_in_repository({std::string(name), std::string(url->as_string()), context.workspace.main}, "");
  if (!folder) {
    context.fail(where, "unknown-directory", "The repository " + quote(name) + " is outside of the workspace.");
  }
  return Files::absolute(trim_end(*folder, "/."));
}

}  // namespace

// The keyword `dir` of an enclosing expression changes it.
std::string base_directory(const Context& context, const Scope& scope) {
  const std::string ensemble = main_directory(context);
  return scope.base_dir.is_string() ? path_below(ensemble, scope.base_dir.as_string()) : ensemble;
}

std::string directory_of(Evaluator& evaluator, const Scope& scope, std::string_view location, OriginId where) {
  const Context& context = evaluator.context;
  const Resource& instance = *scope.resource;
  if (location == "src") {
    return scope.base_dir.is_string() ? base_directory(context, scope) : source_directory(context, where);
  }
  if (location == "spec.src") return source_directory(context, instance.where);
  if (location == "operation" || location == "workflow") {
    context.fail(where, "unavailable", "The directory " + quote(location) + " is one of a job, and no job runs here.");
  }
  if (location.empty()) location = ".";
  for (const Location& known : locations) {
    if (known.name != location) continue;
    // Temporary files are directly below the mount, not in the ensemble's directory.
    std::string path = location == "tmp" ? std::string(Files::mount) : main_directory(context);
    path = join_path(path, known.folder);
    if (known.owner == Owner::instance) path = join_path(path, instance.name);
    if (known.owner == Owner::node_template) {
      path = join_path(path, instance.template_name.empty() ? instance.name : instance.template_name);
    }
    return normalise_path(join_path(path, known.below_owner));
  }
  return repository_directory(evaluator, location, where);
}

}  // namespace evalground::unfurl
