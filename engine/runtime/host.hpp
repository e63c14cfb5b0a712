// What only the outside can answer: fetching a URL, running Python, stopping.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground {

// The outside must answer first. Not an Error: no fallback of a language may swallow it.
class Pending : public std::exception {
 public:
  // `file`: the name of the entry of `files` that would hold the answer.
  Pending(std::string service, Value request, std::string file);
  const char* what() const noexcept override { return message_.c_str(); }

  const std::string service;
  const Value request;  // a map
  const std::string file;

 private:
  std::string message_;
};

class Host {
 public:
  virtual ~Host() = default;
  // Answers a request to a service ("fetch": {url}, "python": {…}) with a plain value, or throws Pending.
  virtual Value call(std::string_view service, const Map& request) = 0;
  // Asked every 4096 steps; true ends the evaluation.
  virtual bool cancelled() { return false; }
};

// A host that answers nothing.
class ClosedHost final : public Host {
 public:
  Value call(std::string_view service, const Map& request) override;
};

}  // namespace evalground
