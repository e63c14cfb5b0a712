// The host of an evaluation, which answers for the outside: fetching a URL, running Python, stopping.
#pragma once

#include <cstddef>
#include <cstdint>
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

// Who makes a request, and can be asked back while a service works on it.
class Caller {
 public:
  virtual ~Caller() = default;
  // The answer to a question, both plain values. Never throws: what goes wrong is said in the answer.
  virtual Value answer(const Map& question) = 0;
};

// How far a search for a smaller workspace has come: bytes at first and now, evaluations so far, and the workspace as
// it is now (JSON, secrets withheld), for a host that must end it without an answer.
struct Progress {
  std::size_t before;
  std::size_t now;
  std::uint64_t trials;
  std::string_view workspace;
};

class Host {
 public:
  virtual ~Host() = default;
  // Answers a request to a service with a plain value, or throws Pending.
  // "fetch": {url} gives the content, text or bytes; throws Error without a place when it cannot be fetched.
  // "python": runs a function as wasm/python/bridge.py does, which says what is asked and answered; where Python cannot
  // run the answer is {unavailable: why}.
  virtual Value call(std::string_view service, const Map& request, Caller* caller = nullptr) = 0;
  // Asked every 4096 steps; true ends the evaluation.
  virtual bool cancelled() { return false; }
  // Told by what takes long.
  virtual void progress(const Progress&) {}
};

// A host that fetches nothing and lets no Python run.
class ClosedHost final : public Host {
 public:
  Value call(std::string_view service, const Map& request, Caller* caller = nullptr) override;
};

}  // namespace evalground
