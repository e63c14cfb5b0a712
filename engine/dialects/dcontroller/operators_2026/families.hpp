// The families of operators of 2026, and its stages, each in its own file.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::dcontroller {

// The kinds of their entries. They differ from those of 2025, because most names occur in both.
inline constexpr std::string_view operator_2026 = "operator-2026";
inline constexpr std::string_view stage_2026 = "stage-2026";

// Additional keys of every example.
inline constexpr std::string_view in_2026 = R"({"options": {"reference": "2026"}})";

std::span<const Function> logic_operators_2026();
std::span<const Function> compare_operators_2026();
std::span<const Function> number_operators_2026();
std::span<const Function> list_operators_2026();
std::span<const Function> text_operators_2026();
std::span<const Function> value_operators_2026();
std::span<const Function> field_operators_2026();
std::span<const Function> pipeline_stages_2026();

}  // namespace evalground::dcontroller
