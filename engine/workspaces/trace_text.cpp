#include "workspaces/trace_text.hpp"

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "value/map.hpp"

namespace evalground {
namespace {

std::string_view text_of_step(const Map& map, std::string_view key) {
  const Value* text = map.find(key);
  return text != nullptr && text->is_string() ? text->as_string() : std::string_view();
}

std::string place_of_step(const Map& span) {
  return " " + std::string(text_of_step(span, "file")) + ":" + std::to_string(span.find("line")->as_integer()) + ":" +
         std::to_string(span.find("column")->as_integer());
}

}  // namespace

// A parent comes before its children, so one pass finds all depths. A step whose parent is missing is shown at the top.
std::string trace_text(const List& steps, bool has_places) {
  std::string result;
  std::unordered_map<std::int64_t, std::size_t> depths;
  for (const Value& item : steps) {
    const Map& step = item.as_map();
    const Value* parent = step.find("parent");
    const auto outer = parent == nullptr ? depths.end() : depths.find(parent->as_integer());
    const std::size_t depth = outer == depths.end() ? 0 : outer->second + 1;
    depths[step.find("id")->as_integer()] = depth;
    result += std::string(depth * 2, ' ') + std::string(text_of_step(step, "what"));
    if (const Value* span = step.find("span"); span != nullptr && has_places) result += place_of_step(span->as_map());
    if (const auto text = text_of_step(step, "text"); !text.empty()) result += "  " + std::string(text);
    if (step.contains("error")) {
      result += "  failed";
    } else {
      result += "  = " + std::string(text_of_step(step, "value"));
    }
    if (step.contains("cached")) result += "  (remembered)";
    result += "\n";
  }
  return result;
}

}  // namespace evalground
