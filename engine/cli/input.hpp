// The workspace from the command line: a file, a link or flags, and further flags that override it.
#pragma once

#include "cli/options.hpp"
#include "source/sources.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The unchecked workspace in its JSON form. Throws UsageError, DiskError, LinkError, and Error for a file that does not
// parse.
Map read_input(const Options& options);

// The engine's reading of a text for a key of a workspace, by the rules of its dialect. "workspace" means a whole
// workspace. Throws UsageError that begins with `name`.
Value read_workspace_text(const std::string& name, const std::string& text, std::string_view key, const Map& workspace);

// The value of a JSON or YAML text. Throws like read_workspace_text().
Value parse_yaml_text(const std::string& name, const std::string& text);

// The place of a dialect's option in the workspace's file, whose text is added to the sources; 0 when it is not in a
// file.
OriginId place_of_option(const std::string& name, const Options& options, Sources& sources);

// Run options in their JSON form.
std::string run_options_json(const Options& options);

}  // namespace evalground::cli
