// Makes the names of the namespace jinja2 available without a prefix.
#pragma once

namespace evalground::jinja2 {}

namespace evalground::ansible {
using namespace jinja2;
}  // namespace evalground::ansible
