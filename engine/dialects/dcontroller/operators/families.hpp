// The families of operators, the stages and the words, each in its own file.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::dcontroller {

std::span<const Function> logic_operators();
std::span<const Function> compare_operators();
std::span<const Function> list_operators();
std::span<const Function> number_operators();
std::span<const Function> string_operators();
std::span<const Function> object_operators();
std::span<const Function> pipeline_stages();
std::span<const Function> text_words();

}  // namespace evalground::dcontroller
