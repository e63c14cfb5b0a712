// The command's Host: fetches and runs Python if flags allow it.
#pragma once

#include <memory>

#include "cli/options.hpp"
#include "cli/python.hpp"
#include "runtime/host.hpp"

namespace evalground::cli {

// For one evaluation, whose time starts with the object.
class Outside final : public Host {
 public:
  explicit Outside(const Options& options);

  Value call(std::string_view service, const Map& request, Caller* caller = nullptr) override;

  // Fetched contents, by URL.
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

// The outcome of one evaluation with the options' settings.
std::string evaluate(std::string_view workspace, std::string_view run_options, const Options& options);

// Evaluates in a separate process. The system ends it after one and a half times the time limit, or at twice the memory
// limit plus 64 MiB. Native only (outside_posix.cpp). Throws ProcessError if no process can be created.
std::string evaluate_isolated(std::string_view workspace, std::string_view run_options, const Options& options);

}  // namespace evalground::cli
