// A run for an editor. It ends when the editor no longer needs it, and reports its progress when it takes long.
#pragma once

#include <chrono>
#include <string_view>

#include "cli/lsp/rpc.hpp"
#include "runtime/host.hpp"

namespace evalground::cli {

class RunWatch final : public Host {
 public:
  // `request` is the request that the run is for; undefined: a change of a document ends the run. `token` is the
  // editor's progress token; undefined: no progress. `title` is what the editor shows as being done.
  RunWatch(Rpc& rpc, Value request, Value token, std::chrono::milliseconds quiet, std::string_view title)
      : rpc_(rpc), request_(std::move(request)), token_(std::move(token)), quiet_(quiet), title_(title) {}
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;
  ~RunWatch() override;

  // Fetches nothing and runs no Python.
  Value call(std::string_view service, const Map& request, Caller* caller = nullptr) override;
  bool cancelled() override;
  bool was_cancelled() const { return was_cancelled_; }
  bool has_told() const { return has_told_; }

 private:
  void tell(Map value);

  Rpc& rpc_;
  const Value request_;
  const Value token_;
  const std::chrono::milliseconds quiet_;
  const std::string_view title_;
  const std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  bool was_cancelled_ = false;
  bool has_told_ = false;
};

}  // namespace evalground::cli
