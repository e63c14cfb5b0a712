// Runs Python functions in a process of `python3`, which lives as long as one evaluation.
#pragma once

#include <string_view>

#include "cli/process.hpp"
#include "runtime/host.hpp"

namespace evalground::cli {

class Python {
 public:
  // Throws ProcessError when there is no python3.
  explicit Python(const Deadline& deadline);

  // Answers a request as wasm/python/bridge.py has it. Throws ProcessError when the process fails.
  Value call(const Map& request, Caller& caller);

 private:
  void tell(std::string_view kind, const Value& content);

  Process process_;
};

}  // namespace evalground::cli
