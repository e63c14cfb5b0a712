// What templates that include, extend or import each other know of each other's names.
//
//   base.j2:  <title>{{ title }}</title>{% block body %}{% endblock %}
//   page.j2:  {% extends 'base.j2' %}{% set title = 'Home' %}{% block body %}{% include 'row.j2' %}{% endblock %}
//   row.j2:   {{ title }}
//
// `title` is one variable in all three, and `body` one block. A block or a variable of a template that has nothing to
// do with these is a different one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/language/language.hpp"

namespace evalground::jinja2 {

// The file that a template names: below the folder `templates` around it, from the top, or beside it or a folder around
// it. Absent when the workspace has no such file.
std::optional<std::string> template_named(const Context& context, std::string_view from, std::string_view name);

// Joins and separates names, once all files are read.
void connect_templates(Context& context, Reading& reading);

}  // namespace evalground::jinja2
