// A run on behalf of an editor: it ends when the editor has no use for it any more, and tells of itself when it takes
// long.
#pragma once

#include <chrono>
#include <string_view>

#include "cli/lsp/rpc.hpp"
#include "runtime/host.hpp"

namespace evalground::cli {

class RunWatch final : public Host {
 public:
  // `request`: the one that the run is for; undefined: none, and a change of a text ends it. `token`: the editor's for
  // progress; undefined: it shows none.
  RunWatch(Rpc& rpc, Value request, Value token, std::chrono::milliseconds quiet)
      : rpc_(rpc), request_(std::move(request)), token_(std::move(token)), quiet_(quiet) {}
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;
  ~RunWatch() override;

  // Nothing is fetched, and no Python run.
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
  const std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  bool was_cancelled_ = false;
  bool has_told_ = false;
};

}  // namespace evalground::cli
