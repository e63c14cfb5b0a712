#include "dialects/jinja2/runtime/operand.hpp"

#include <string>

namespace evalground::jinja2 {

void require_operand(const Evaluator& evaluator, const Value& value, std::string_view before, std::string_view after) {
  if (!value.is_undefined()) return;
  try {
    evaluator.require(value);
  } catch (Error& error) {
    const bool is_missing = value.undefined_number() > 0 && evaluator.undefined(value).cause == nullptr;
    if (is_missing && error.diagnostic.code == "undefined") {
      error.diagnostic.message =
          std::string(before) + evaluator.type_name(value) + std::string(after) + " (" + error.diagnostic.message + ")";
    }
    throw;
  }
}

}  // namespace evalground::jinja2
