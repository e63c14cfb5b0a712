// Ansible's flavor of Jinja: parses and evaluates templates like ansible-core 2.14 or 2.21, by the option `reference`.
#pragma once

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/flavor.hpp"

namespace evalground::ansible {

// Whether the options select ansible-core 2.21. Throws Error "bad-options".
bool follows_2_21(const Map& options);

const Flavor& flavor_of(const Map& options);

// The options of a workspace, over those of its flavor. Throws Error "bad-options".
Options options_of_flavor(Context& context);

}  // namespace evalground::ansible
