// The Host of the command: fetches and runs Python where a flag allows it.
#pragma once

#include <memory>

#include "cli/options.hpp"
#include "cli/python.hpp"
#include "runtime/host.hpp"

namespace evalground::cli {

// For one evaluation, whose time starts with it.
class Outside final : public Host {
 public:
  explicit Outside(const Options& options);

  Value call(std::string_view service, const Map& request, Caller* caller = nullptr) override;

  // Contents that were fetched, by their URLs.
  const Map& fetched() const noexcept { return fetched_; }

 private:
  Value fetch_once(const std::string& url);
  Value run_python(const Map& request, Caller& caller);

  const bool may_fetch_;
  const bool may_fetch_private_;
  const bool may_run_python_;
  const std::uint32_t time_ms_;  // 0: no limit
  Deadline deadline_;
  ClosedHost closed_;
  Map fetched_;
  std::unique_ptr<Python> python_;
};

// The outcome of one evaluation, as the options want it.
std::string evaluate(std::string_view workspace, std::string_view run_options, const Options& options);

// The same in a process of its own, which the system ends when it takes half as much time again as the limit, or twice
// the memory and 64 MiB. Natively alone (outside_posix.cpp). Throws ProcessError where there can be no further process.
std::string evaluate_isolated(std::string_view workspace, std::string_view run_options, const Options& options);

}  // namespace evalground::cli
