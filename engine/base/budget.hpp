// The budget of one evaluation: steps, nesting depth, produced text and time. Memory is counted in memory.hpp.
//
// A document may come from a stranger and must neither hang nor crash the page, whatever it contains: `range(10 ** 9)`,
// a thousand brackets, an alias of an alias of an alias. So each kind of growth is charged where it happens:
//
//   for (const Value& item : items) { budget.step(); … }       every loop over user data
//   const Depth depth = budget.enter();                        every recursion over user data, until the guard ends
//   budget.output(text.size());                                every producer of result text
//   Budget::pass_over(text.size());                            passes over bytes without a step for each
//
// An exceeded limit throws LimitError. It is not an Error, so no construct of a language (`default`, `??`) can handle
// it as a failure: only the engine's entry point catches it. Steps are counted identically on every machine, so a share
// link gives the same result everywhere. Time is the only limit that differs.
//
// Invariants: step() is one comparison and one subtraction, because it runs for everything. The clock and the host's
// cancellation are checked every 4096 steps. The stack suffices for the default depth, including in WebAssembly. A
// higher limit is bounded by the stack, and by 2,000 levels (400 in WebAssembly).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <string_view>

namespace evalground {

// The limits of one evaluation. The defaults are the same in every host, so that a link gives the same result
// everywhere.
struct Limits {
  std::uint64_t steps = 20'000'000;
  std::uint64_t memory = 128ULL << 20;  // bytes of values and trees at any time
  std::uint64_t output = 16ULL << 20;   // bytes of result
  std::uint32_t depth = 200;            // nested constructs
  std::uint32_t time_ms = 0;            // 0: no limit
};

// `digits` is not configurable: it is BigInt's cap.
enum class Limit : std::uint8_t { steps, depth, memory, output, time, digits, cancelled };

// The name of a limit in a workspace: "steps", "depth", …
std::string_view limit_name(Limit limit) noexcept;

// A limit was exceeded. Not an Error on purpose: no fallback of a language (`default`, `??`, `strict: false`) may catch
// it. Creating and copying it allocates nothing, because it also reports that memory has run out.
class LimitError : public std::exception {
 public:
  // `allowed` is the limit's value in its own unit (steps, levels, bytes, milliseconds, digits). `where` is the
  // OriginId (source/sources.hpp) of the part that exceeded it, or 0 if unknown.
  LimitError(Limit limit, std::uint64_t allowed, std::uint32_t where = 0) noexcept;

  const char* what() const noexcept override { return message_.data(); }
  Limit limit() const noexcept { return limit_; }
  std::uint64_t allowed() const noexcept { return allowed_; }
  std::uint32_t where() const noexcept { return where_; }
  // The diagnostic code, such as "limit-steps".
  std::string code() const;

 private:
  Limit limit_;
  std::uint64_t allowed_;
  std::uint32_t where_;
  std::array<char, 96> message_;  // NUL-terminated
};

class Budget;

// One level of nesting, for the guard's lifetime.
class [[nodiscard]] Depth {
 public:
  explicit Depth(Budget& budget);
  ~Depth();
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  Budget& budget_;
};

class Budget {
 public:
  // `cancelled` is called every 4096 steps, when the clock is also read. It may be empty.
  explicit Budget(const Limits& limits = {}, std::function<bool()> cancelled = {});
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Charges n units to the evaluation of this thread, if there is one. For rarely expensive code at the bottom that is
  // not given a budget.
  static void step_current(std::uint64_t n = 1);

  // Charges one pass over that many bytes to the same evaluation: a step for each 256 bytes, which takes about as long
  // as other steps. Reading or creating a large text as a Value charges this (value/value.hpp).
  static void pass_over(std::size_t bytes) {
    if (bytes >= bytes_of_step) step_current(bytes / bytes_of_step);
  }
  static constexpr std::size_t bytes_of_step = 256;

  // Charges n units of work. Throws LimitError (steps, time or cancelled).
  void step(std::uint64_t n = 1) {
    if (n >= until_check_) {
      check(n);
    } else {
      until_check_ -= n;
    }
  }

  // Enters one level, for the lifetime of the result. Throws LimitError (depth), also if the stack ends before the
  // limit.
  Depth enter() { return Depth(*this); }

  // Charges n bytes of result text. Throws LimitError (output).
  void output(std::uint64_t n);

  const Limits& limits() const noexcept { return limits_; }
  std::uint64_t steps_used() const noexcept { return checked_steps_ - until_check_; }
  std::uint32_t depth_used() const noexcept { return depth_; }

 private:
  friend class Depth;
  void check(std::uint64_t n);
  void check_depth();

  Limits limits_;
  std::function<bool()> cancelled_;
  std::chrono::steady_clock::time_point start_;
  std::uint64_t checked_steps_;  // steps used when until_check_ reaches 0
  std::uint64_t until_check_;
  std::uint64_t output_used_ = 0;
  std::uint32_t depth_ = 0;
  std::uint32_t unchecked_depth_;  // levels that need no check: the limit, or the levels that fit every stack
  std::uintptr_t stack_;           // the stack position when the evaluation began
  Budget* outer_;                  // of an enclosing evaluation
};

inline Depth::Depth(Budget& budget) : budget_(budget) {
  if (budget.depth_ >= budget.unchecked_depth_) budget.check_depth();
  ++budget.depth_;
}

inline Depth::~Depth() {
  --budget_.depth_;
}

}  // namespace evalground
