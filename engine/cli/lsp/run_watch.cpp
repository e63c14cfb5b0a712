#include "cli/lsp/run_watch.hpp"

namespace evalground::cli {

RunWatch::~RunWatch() {
  if (has_told_) tell({{"kind", Value::string("end")}});
}

Value RunWatch::call(std::string_view service, const Map& request, Caller* caller) {
  return ClosedHost().call(service, request, caller);
}

bool RunWatch::cancelled() {
  if (was_cancelled_) return true;
  if (request_.is_undefined()) {
    was_cancelled_ = rpc_.is_waiting("textDocument/didChange");
  } else {
    was_cancelled_ = rpc_.is_cancelled(request_);
  }
  if (!token_.is_undefined()) {
    was_cancelled_ = was_cancelled_ || rpc_.is_waiting("window/workDoneProgress/cancel", "token", token_);
    if (!has_told_ && std::chrono::steady_clock::now() - since_ >= quiet_) {
      has_told_ = true;
      tell({{"kind", Value::string("begin")}, {"title", Value::string(title_)}, {"cancellable", Value::boolean(true)}});
    }
  }
  return was_cancelled_;
}

void RunWatch::tell(Map value) {
  rpc_.send({{"method", Value::string("$/progress")},
             {"params", Value::map({{"token", token_}, {"value", Value::map(std::move(value))}})}});
}

}  // namespace evalground::cli
