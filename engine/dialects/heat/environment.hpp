// The environment of a stack: what Heat's command line reads from the files given by `-e`.
//
//   parameters: {image: ubuntu}              values of the template's parameters
//   parameter_defaults: {zone: nova}         the same, weaker, also for nested templates; unknown names do not matter
//   resource_registry: {My::Web: web.yaml}   types that other types or templates stand for
//   encrypted_param_names: [password]        parameters that are hidden, whatever the template says of them
//
// The inputs of a workspace are an environment, or the plain parameters; `environment_files` among them names files
// with environments, the later of which win, and what stands beside it wins over all of them. A name that the template
// declares as a parameter is that parameter and no part of an environment.
#pragma once

#include <string>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::heat {

struct Environment {
  Map parameters;
  Map defaults;
  Map registry;      // type -> type, or the name of a file
  Map of_resources;  // name of a resource -> a registry for it alone; names of resources nested in it -> theirs
  std::vector<std::string> hidden;

  bool hides(std::string_view parameter) const;
};

// The template that a type stands for, and the entry of the registry that says so.
struct TypeTemplate {
  std::string path;      // empty: the type stands for no template
  std::string registry;  // the key; empty: the type itself names the template, or the entry is for one resource only
};

// The environment that the inputs are, for a template that declares these parameters (null: none). Throws Error
// "invalid-environment", "missing-file".
Environment read_environment(Context& context, const Map& inputs, const Map* declared);

// The template that the type of a resource stands for, after the registry has been followed. `folder` is that of the
// template that names the type. Warns where such a file is not there.
TypeTemplate template_of(Context& context, const Environment& environment, const Value& type,
                         const std::string& resource, const std::string& folder);

// The environment of the stack that a resource is: without the entry that led to its template, so that a template may
// use the type that it stands for, and with what the registry says of resources within this one.
Environment environment_within(Context& context, const Environment& environment, const std::string& resource,
                               const TypeTemplate& of_type);

// The folder of a file, as an absolute path: "/workspace/lib" of "lib/web.yaml".
std::string folder_of(std::string_view file);

}  // namespace evalground::heat
