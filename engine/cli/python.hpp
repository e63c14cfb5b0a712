// Runs Python functions in a `python3` process, which lives as long as one evaluation.
#pragma once

#include <string_view>

#include "cli/process.hpp"
#include "runtime/host.hpp"

namespace evalground::cli {

class Python {
 public:
  // Throws ProcessError when python3 is missing.
  explicit Python(const Deadline& deadline);

  // Answers a request in the form of wasm/python/bridge.py. Throws ProcessError if the process fails.
  Value call(const Map& request, Caller& caller);

 private:
  void tell(std::string_view kind, const Value& content);

  Process process_;
};

}  // namespace evalground::cli
