#include "dialects/dialects.hpp"

#include "dialects/ansible/ansible.hpp"
#include "dialects/cfengine/cfengine.hpp"
#include "dialects/dcontroller/dcontroller.hpp"
#include "dialects/heat/heat.hpp"
#include "dialects/jinja2/jinja2.hpp"
#include "dialects/jinja2/templates_within.hpp"
#include "dialects/unfurl/unfurl.hpp"
#include "dialects/yaql/workflow_templates.hpp"
#include "dialects/yaql/yaql.hpp"

namespace evalground {

std::span<const Dialect* const> all_dialects() {
  static const bool is_connected = [] {
    yaql::connect_templates(jinja2::templates_within());
    return true;
  }();
  static_cast<void>(is_connected);
  static const Dialect* const dialects[] = {&unfurl::dialect(),     &jinja2::dialect(), &ansible::dialect(),
                                            &yaql::dialect(),       &heat::dialect(),   &cfengine::dialect(),
                                            &dcontroller::dialect()};
  return dialects;
}

}  // namespace evalground
