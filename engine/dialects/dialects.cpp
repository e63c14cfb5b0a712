#include "dialects/dialects.hpp"

#include "dialects/cfengine/cfengine.hpp"
#include "dialects/cfengine/language.hpp"
#include "dialects/dcontroller/dcontroller.hpp"
#include "dialects/dcontroller/language.hpp"
#include "dialects/heat/heat.hpp"
#include "dialects/heat/language.hpp"
#include "dialects/jinja2/jinja2.hpp"
#include "dialects/jinja2/language.hpp"
#include "dialects/unfurl/language.hpp"
#include "dialects/unfurl/unfurl.hpp"
#include "dialects/yaql/language.hpp"
#include "dialects/yaql/yaql.hpp"

namespace evalground {

std::span<const Dialect* const> all_dialects() {
  static const Dialect* const dialects[] = {&unfurl::dialect(), &jinja2::dialect(),   &yaql::dialect(),
                                            &heat::dialect(),   &cfengine::dialect(), &dcontroller::dialect()};
  return dialects;
}

const Language* language_of(std::string_view dialect) {
  struct Named {
    std::string_view name;
    const Language& (*language)();
  };
  static constexpr Named all[] = {{"unfurl", unfurl::language},     {"jinja2", jinja2::language},
                                  {"yaql", yaql::language},         {"heat", heat::language},
                                  {"cfengine", cfengine::language}, {"dcontroller", dcontroller::language}};
  for (const Named& one : all) {
    if (one.name == dialect) return &one.language();
  }
  return nullptr;
}

}  // namespace evalground
