#include "dialects/unfurl/values/sensitive.hpp"

namespace evalground::unfurl {
namespace {

bool holds_secret_part(Context& context, const Value& value, bool is_marked) {
  const Depth depth = context.budget.enter();
  is_marked = is_marked || value.sensitive();
  switch (value.kind()) {
    case Kind::string: return is_marked && context.secrets.are_in(value.as_string());
    case Kind::bytes: return is_marked && context.secrets.are_in(value.as_bytes());
    case Kind::list:
    case Kind::tuple:
      for (const Value& item : value.as_list()) {
        if (holds_secret_part(context, item, is_marked)) return true;
      }
      return false;
    case Kind::map:
      for (const auto& entry : value.as_map()) {
        if (holds_secret_part(context, entry.value, is_marked)) return true;
      }
      return false;
    default: return false;
  }
}

}  // namespace

bool holds_secret(Context& context, const Value& value) {
  return holds_secret_part(context, value, false);
}

}  // namespace evalground::unfurl
