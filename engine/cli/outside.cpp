#include "cli/outside.hpp"

#include "base/budget.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/fetch/fetch.hpp"
#include "engine.hpp"

namespace evalground::cli {

Outside::Outside(const Options& options)
    : may_fetch_(options.allow_fetch),
      may_fetch_private_(options.allow_private),
      may_run_python_(options.allow_python),
      time_ms_(options.time_ms) {
  if (time_ms_ > 0) deadline_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(time_ms_);
}

Value Outside::call(std::string_view service, const Map& request, Caller* caller) {
  try {
    if (service == "fetch" && may_fetch_) return fetch_once(std::string(request.find("url")->as_string()));
    if (service == "python" && may_run_python_ && caller != nullptr) return run_python(request, *caller);
  } catch (const ProcessTimeout&) {
    python_.reset();
    throw LimitError(Limit::time, time_ms_);
  }
  return closed_.call(service, request, caller);
}

Value Outside::fetch_once(const std::string& url) {
  if (const Value* known = fetched_.find(url)) return *known;
  try {
    const std::string content = fetch(url, deadline_, may_fetch_private_);
    Value value = find_invalid_utf8(content) ? Value::bytes(content) : Value::string(content);
    fetched_.set(url, value);
    return value;
  } catch (const ProcessTimeout&) {
    throw;
  } catch (const ProcessError& error) {
    throw Error("fetch-failed", "The URL " + quote(url) + " could not be fetched: " + error.what() + ".");
  }
}

Value Outside::run_python(const Map& request, Caller& caller) {
  try {
    if (!python_) python_ = std::make_unique<Python>(deadline_);
    return python_->call(request, caller);
  } catch (const ProcessTimeout&) {
    throw;
  } catch (const ProcessError& error) {
    python_.reset();
    return Value::map({{"unavailable", Value::string(std::string("Python could not run: ") + error.what() + ".")}});
  }
}

std::string evaluate(std::string_view workspace, std::string_view run_options, const Options& options) {
  if (options.isolates) return evaluate_isolated(workspace, run_options, options);
  Outside host(options);
  return evalground::evaluate(workspace, run_options, host);
}

}  // namespace evalground::cli
