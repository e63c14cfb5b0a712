#include "dialects/dialects.hpp"

#include "dialects/dcontroller/dcontroller.hpp"
#include "dialects/jinja2/jinja2.hpp"
#include "dialects/unfurl/unfurl.hpp"

namespace evalground {

std::span<const Dialect* const> all_dialects() {
  static const Dialect* const dialects[] = {&unfurl::dialect(), &jinja2::dialect(), &dcontroller::dialect()};
  return dialects;
}

const Dialect* find_dialect(std::string_view name) {
  for (const Dialect* dialect : all_dialects()) {
    if (dialect->name() == name) return dialect;
  }
  return nullptr;
}

}  // namespace evalground
