#include "runtime/unused_options.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground {
namespace {

bool has_option(const Dialect& dialect, std::string_view name) {
  const auto& options = dialect.description().options;
  return std::any_of(options.begin(), options.end(), [&](const Option& option) { return option.name == name; });
}

}  // namespace

void hint_at_unused_options(Context& context, const Dialect& dialect, FindDialect find) {
  for (const auto& [key, value] : context.workspace.options) {
    if (!key.is_string() || has_option(dialect, key.as_string())) continue;
    const std::string name(key.as_string());
    each_flavor(dialect, find, [&](const Dialect& flavor, const Option& option, std::string_view chosen) {
      if (!has_option(flavor, name)) return;
      const std::string setting = std::string(option.name) + ": " + std::string(chosen);
      context.diagnostics.push_back(
          {.severity = Severity::hint,
           .code = "unknown-option",
           .message = "The option " + quote(name) + " is read only with the option `" + setting + "`.",
           .where = context.origin_of_input(Via::input, "options." + name)});
    });
  }
}

}  // namespace evalground
