// The workspace that the command line describes: a file, a link or flags, and flags over it.
#pragma once

#include "cli/options.hpp"
#include "source/sources.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The workspace in its JSON form, before any check. Throws UsageError, DiskError, LinkError, and Error for a file that
// does not parse.
Map read_input(const Options& options);

// What the engine reads of a text that stands under a key of a workspace, by the rules of its dialect; "workspace" is a
// whole one. Throws UsageError that begins with `name`.
Value read_workspace_text(const std::string& name, const std::string& text, std::string_view key, const Map& workspace);

// The value of a JSON or YAML text. Throws the same.
Value parse_yaml_text(const std::string& name, const std::string& text);

// Where the option of the dialect was written: in the workspace's file, whose text is added to the sources; 0 where it
// is in none.
OriginId place_of_option(const std::string& name, const Options& options, Sources& sources);

// Run options in their JSON form.
std::string run_options_json(const Options& options);

}  // namespace evalground::cli
