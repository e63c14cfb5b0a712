#include "runtime/describing.hpp"

#include <algorithm>

#include "value/map.hpp"

namespace evalground {
namespace {

std::size_t count_of(const Value& number) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(number.as_integer(), 0, UINT32_MAX));
}

TextRange range_of(const Map& map) {
  TextRange range;
  if (const Value* file = map.find("file")) range.file = file->as_string();
  if (const Value* from = map.find("from")) range.from = static_cast<std::uint32_t>(count_of(*from));
  if (const Value* to = map.find("to")) range.to = static_cast<std::uint32_t>(count_of(*to));
  return range;
}

}  // namespace

Describing read_describing(const Value& options) {
  Describing describing;
  if (!options.is_map()) return describing;
  const Map& source = options.as_map();
  if (const Value* rows = source.find("rows")) describing.most_rows = count_of(*rows);
  if (const Value* nodes = source.find("nodes")) describing.most_nodes = count_of(*nodes);
  if (const Value* tokens = source.find("tokens"); tokens != nullptr && tokens->is_map()) {
    describing.tokens_in = range_of(tokens->as_map());
  }
  return describing;
}

}  // namespace evalground
