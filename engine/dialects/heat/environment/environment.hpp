// The environment of a stack: the content of the files that Heat's command line takes with `-e`.
//
//   parameters: {image: ubuntu}              values of the template's parameters
//   parameter_defaults: {zone: nova}         defaults, also for nested templates; unknown names are ignored
//   resource_registry: {My::Web: web.yaml}   maps a type to another type or to a template
//   encrypted_param_names: [password]        parameters that are hidden, even if the template does not say so
//   parameter_merge_strategies: {…}          how values go together with those of earlier environments
//
// The inputs of a workspace are an environment, or simply parameters. `environment_files` names files with further
// environments. Later files win over earlier ones, and the inputs themselves over all files, unless a strategy merges
// them. A key that the template
// declares as a parameter is always that parameter, never a part of an environment.
#pragma once

#include <string>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::heat {

struct Environment {
  Map parameters;
  Map defaults;
  Map registry;      // type -> type, or the name of a file
  Map of_resources;  // name of a resource -> its own registry, with those of resources nested in it
  std::vector<std::string> hidden;

  bool hides(std::string_view parameter) const;
};

// The template that a type stands for, and the registry entry that says so.
struct TypeTemplate {
  std::string path;      // empty: the type is not mapped to a template
  std::string type;      // the type built into Heat that it stands for; empty for a template or an unknown type
  std::string registry;  // its key; empty: the type names the template, or the entry is for this resource only
};

// Reads the environment from the inputs of a template. `declared` are its parameters, or null. Throws Error
// "invalid-environment" or "missing-file".
Environment read_environment(Context& context, const Map& inputs, const Map* declared);

// The template that the type of a resource stands for, following the registry. `folder` is the folder of the template
// that uses the type. Warns when the file is missing.
TypeTemplate template_of(Context& context, const Environment& environment, const Value& type,
                         const std::string& resource, const std::string& folder);

// The environment of a nested stack. It lacks the entry that led to this template, so that the template may use the
// type it replaces. It includes the registry entries for resources within this one.
Environment environment_within(Context& context, const Environment& environment, const std::string& resource,
                               const TypeTemplate& of_type);

}  // namespace evalground::heat
