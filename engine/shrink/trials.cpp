#include "shrink/trials.hpp"

#include <algorithm>

namespace evalground::shrinking {

std::string_view bound_name(Bound bound) {
  switch (bound) {
    case Bound::time: return "time";
    case Bound::trials: return "trials";
    case Bound::stop: return "stop";
    case Bound::none: break;
  }
  return {};
}

std::uint64_t natural_number(const Map& request, std::string_view key, std::uint64_t otherwise) {
  const Value* value = request.find(key);
  if (value == nullptr || value->is_null()) return otherwise;
  if (value->kind() != Kind::integer || value->as_integer() < 0)
    throw Error("bad-request", "`" + std::string(key) + "` must be a natural number.");
  return static_cast<std::uint64_t>(value->as_integer());
}

Trials::Trials(Evaluate evaluate, Host& host, std::uint64_t most, std::uint32_t time_ms)
    : evaluate_(evaluate), host_(host), most_(most), time_ms_(time_ms) {}

Map Trials::timed(Map options) const {
  if (time_ms_ != 0) options.set("timeMs", Value::integer(time_ms_));
  return options;
}

Map Trials::first(const Map& workspace) {
  ++count_;
  Map outcome = evaluate_(with_fixed_chance(workspace),
                          timed({{"provenance", Value::boolean(true)}, {"trace", Value::boolean(true)}}), host_);
  std::uint64_t steps = 0;
  if (const Value* stats = outcome.find("stats")) {
    const Value* used = stats->as_map().find("steps");
    if (used != nullptr && used->kind() == Kind::integer) steps = static_cast<std::uint64_t>(used->as_integer());
  }
  // A smaller workspace that needs much more shows a different problem.
  constexpr std::uint64_t least = 200'000;
  const std::uint64_t most = std::min<std::uint64_t>(Limits().steps, least + 4 * steps);
  options_ = timed({{"limits", Value::map({{"steps", Value::integer(static_cast<std::int64_t>(most))}})}});
  return outcome;
}

Map Trials::uncounted(const Map& workspace) const {
  return evaluate_(workspace, {}, host_);
}

std::optional<Map> Trials::run(const Map& workspace) {
  if (is_over()) return std::nullopt;
  ++count_;
  return evaluate_(with_fixed_chance(workspace), options_, host_);
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
