#include "dialects/unfurl/expression/unavailable.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view deployed = "needs a deployment, and none runs here";

struct Unavailable {
  std::string_view name;
  std::string_view reason;
};

constexpr Unavailable unavailable[] = {
    {"computed", deployed},
    {"find_connection", deployed},
    {"kubectl", deployed},
    {"kubernetes_current_namespace", deployed},
};

}  // namespace

std::string_view unavailable_function(std::string_view name) {
  for (const Unavailable& function : unavailable) {
    if (function.name == name) return function.reason;
  }
  return {};
}

}  // namespace evalground::unfurl
