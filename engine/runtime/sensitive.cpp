#include "runtime/sensitive.hpp"

#include <utility>

namespace evalground {

Value marked_sensitive(Context& context, Value value) {
  const Kind kind = value.kind();
  const bool can_be = kind == Kind::string || kind == Kind::bytes || kind == Kind::list || kind == Kind::map ||
                      kind == Kind::tuple || kind == Kind::set;
  if (!can_be) return value;
  context.secrets.add(value, SecretTexts::Kind::marked);
  return std::move(value).with_sensitive();
}

}  // namespace evalground
