#include "shrink/trials.hpp"

#include <algorithm>

#include "value/json.hpp"

namespace evalground::shrinking {

Trials::Trials(Evaluate evaluate, Host& host, std::uint64_t most, std::uint32_t time_ms)
    : evaluate_(evaluate), host_(host), most_(most), time_ms_(time_ms) {}

std::string Trials::options_with(std::string_view limits) const {
  std::string options = "{";
  if (time_ms_ != 0) options += "\"timeMs\":" + std::to_string(time_ms_) + (limits.empty() ? "" : ",");
  if (!limits.empty()) options.append("\"limits\":{").append(limits) += '}';
  return options + "}";
}

Map Trials::first(const Map& workspace, Budget& budget) {
  std::string options = R"({"provenance":true,"trace":true)";
  if (time_ms_ != 0) options += ",\"timeMs\":" + std::to_string(time_ms_);
  ++count_;
  const Value outcome =
      parse_json(evaluate_(write_json(Value::map(with_fixed_chance(workspace)), budget), options + "}", host_), budget);
  std::uint64_t steps = 0;
  if (const Value* stats = outcome.as_map().find("stats")) {
    const Value* used = stats->as_map().find("steps");
    if (used != nullptr && used->kind() == Kind::integer) steps = static_cast<std::uint64_t>(used->as_integer());
  }
  // A smaller workspace that needs much more is another one.
  constexpr std::uint64_t least = 200'000;
  options_ = options_with("\"steps\":" + std::to_string(std::min<std::uint64_t>(Limits().steps, least + 4 * steps)));
  return outcome.as_map();
}

Value Trials::uncounted(const Map& workspace, Budget& budget) const {
  return parse_json(evaluate_(write_json(Value::map(workspace), budget), "", host_), budget);
}

std::optional<Map> Trials::run(const Map& workspace, Budget& budget) {
  if (is_over()) return std::nullopt;
  ++count_;
  const std::string json = write_json(Value::map(with_fixed_chance(workspace)), budget);
  const Value outcome = parse_json(evaluate_(json, options_, host_), budget);
  if (!outcome.is_map()) return std::nullopt;
  return outcome.as_map();
}

bool Trials::is_over() {
  if (bound_ != Bound::none) return true;
  if (count_ >= most_) bound_ = Bound::trials;
  if (time_ms_ != 0 && milliseconds() >= time_ms_) bound_ = Bound::time;
  if (host_.cancelled()) bound_ = Bound::stop;
  return bound_ != Bound::none;
}

double Trials::milliseconds() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

Map with_fixed_chance(Map workspace) {
  const Value* clock = workspace.find("clock");
  if (clock == nullptr || clock->is_null()) workspace.set("clock", Value::string("2001-02-03T04:05:06Z"));
  const Value* seed = workspace.find("seed");
  if (seed == nullptr || seed->is_null()) workspace.set("seed", Value::integer(1));
  return workspace;
}

}  // namespace evalground::shrinking
