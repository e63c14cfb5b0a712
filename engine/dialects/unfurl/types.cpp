#include "dialects/unfurl/types.hpp"

#include <algorithm>

namespace evalground::unfurl {

bool Type::is(std::string_view wanted) const {
  return name == wanted ||
         std::any_of(bases.begin(), bases.end(), [wanted](const Type* base) { return base->name == wanted; });
}

}  // namespace evalground::unfurl
