// The names of the language that this one is built on: within this namespace they need no prefix.
#pragma once

namespace evalground::jinja2 {}

namespace evalground::ansible {
using namespace jinja2;
}  // namespace evalground::ansible
