#include "dialects/jinja2/flavor.hpp"

namespace evalground::jinja2 {

const Flavor& plain() {
  static const Flavor flavor{.options = {},
                             .variables = [](const Context&, const Map& vars) -> std::unique_ptr<Variables> {
                               return std::make_unique<MapVariables>(vars);
                             },
                             .search = [](const Context&) { return TemplateSearch{}; },
                             .take_header = nullptr,
                             .render = nullptr};
  return flavor;
}

}  // namespace evalground::jinja2
