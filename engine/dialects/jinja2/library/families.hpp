// The families of functions in the catalogue.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::jinja2 {

std::span<const Function> text_filters();    // upper, replace, truncate, wordwrap, …
std::span<const Function> markup_filters();  // escape, urlize, xmlattr, tojson, …
std::span<const Function> list_filters();    // sort, unique, batch, join, …
std::span<const Function> map_filters();     // map, select, groupby, dictsort, …
std::span<const Function> number_filters();  // round, int, filesizeformat, …
std::span<const Function> tests();
std::span<const Function> globals();
std::span<const Function> string_methods();           // methods that return text
std::span<const Function> string_question_methods();  // find, startswith, isdigit, …
std::span<const Function> container_methods();        // methods of list, tuple, dict, set
std::span<const Function> number_methods();           // methods of int and float
std::span<const Function> statement_entries();        // documentation of statements
std::span<const Function> operator_entries();

}  // namespace evalground::jinja2
