// Templates of Jinja2 within the documents of another language.
#pragma once

#include "runtime/language/templates_within.hpp"

namespace evalground::jinja2 {

const TemplatesWithin& templates_within();

}  // namespace evalground::jinja2
