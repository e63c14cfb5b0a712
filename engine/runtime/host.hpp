// The host of an evaluation, which handles requests to the outside: fetching a URL, running Python, cancelling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground {

// A request to the outside is unanswered. Not an Error: no fallback of a language may catch it.
class Pending : public std::exception {
 public:
  // `file` is the name of the entry of `files` that would contain the answer.
  Pending(std::string service, Value request, std::string file);
  const char* what() const noexcept override { return message_.c_str(); }

  const std::string service;
  const Value request;  // a map
  const std::string file;

 private:
  std::string message_;
};

// The side that makes a request, and answers questions while a service handles it.
class Caller {
 public:
  virtual ~Caller() = default;
  // The answer to a question, both as plain values. Never throws: an error is part of the answer.
  virtual Value answer(const Map& question) = 0;
};

// The progress of a search for a smaller workspace: bytes at first and now, evaluations so far, and the current
// workspace (JSON, without secrets), for a host that must end the search early.
struct Progress {
  std::size_t before;
  std::size_t now;
  std::uint64_t trials;
  std::string_view workspace;
};

class Host {
 public:
  virtual ~Host() = default;
  // Answers a request to a service with a plain value, or throws Pending. "fetch": {url} returns the content, text or
  // bytes, and throws Error without a place when that fails. "python": runs a function through wasm/python/bridge.py,
  // which documents requests and answers. If Python cannot run, the answer is {unavailable: why}.
  virtual Value call(std::string_view service, const Map& request, Caller* caller = nullptr) = 0;
  // Called every 4096 steps. Returning true ends the evaluation.
  virtual bool cancelled() { return false; }
  // Called by long operations.
  virtual void progress(const Progress&) {}
};

// A host that fetches nothing and does not run Python.
class ClosedHost final : public Host {
 public:
  Value call(std::string_view service, const Map& request, Caller* caller = nullptr) override;
};

}  // namespace evalground
