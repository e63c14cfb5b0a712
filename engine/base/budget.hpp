// The budget of one evaluation: steps, nesting depth, produced text and time. Memory is counted in memory.hpp.
//
// A document comes from a stranger and must neither hang the page nor crash it, whatever it says: `range(10 ** 9)`, a
// thousand brackets, an alias of an alias of an alias. So each kind of growth is paid for where it happens:
//
//   for (const Value& item : items) { budget.step(); … }       every loop over user data
//   const Depth depth = budget.enter();                        every recursion over it, while the guard lives
//   budget.output(text.size());                                every producer of result text
//   Budget::pass_over(text.size());                            what goes through bytes without a step for each
//
// A spent limit throws LimitError. It is no Error, so that no construct of a language (`default`, `??`) takes it for a
// failure that it may handle: only the engine's entry point catches it. Steps are counted the same on every machine, so
// that a share link ends in the same result everywhere; time is the only limit that is not.
//
// Invariants: step() is a comparison and a subtraction, as it runs for everything; the clock and the host's wish to
// stop are asked every 4096 steps. The stack suffices for the default depth, in wasm too; who allows more gets what the
// stack bears, at most 2,000 levels (400 in wasm).
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

// The limits of one evaluation; the defaults are the same in every host, so that a link gives the same everywhere.
struct Limits {
  std::uint64_t steps = 20'000'000;
  std::uint64_t memory = 128ULL << 20;  // bytes held by values and trees at one time
  std::uint64_t output = 16ULL << 20;   // bytes of result
  std::uint32_t depth = 200;            // nested constructs
  std::uint32_t time_ms = 0;            // 0: no limit
};

// `digits` has one value for all evaluations: BigInt's.
enum class Limit : std::uint8_t { steps, depth, memory, output, time, digits, cancelled };

// The name of a limit as a workspace writes it: "steps", "depth", …
std::string_view limit_name(Limit limit) noexcept;

// A limit was reached. Deliberately not an Error: no fallback of a language (`default`, `??`, `strict: false`) swallows
// it. Making and copying one allocates nothing, since it also says that no memory is left.
class LimitError : public std::exception {
 public:
  // `allowed` is the limit's value in its own unit (steps, levels, bytes, milliseconds, digits); `where` is the
  // OriginId (source/sources.hpp) of what spent it, 0 when that is not known.
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
  std::array<char, 96> message_;  // ends with a NUL
};

class Budget;

// One level of nesting; the level ends with the guard's life.
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
  // `cancelled` is asked every 4096 steps, as is the clock; it may be empty.
  explicit Budget(const Limits& limits = {}, std::function<bool()> cancelled = {});
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Spends n units of the evaluation that this thread runs, if it runs one: for what is too far down to be handed a
  // budget, and does work only now and then.
  static void step_current(std::uint64_t n = 1);

  // Spends the work of going once through so many bytes, on the same evaluation: a step for each 256 of them, which is
  // about what a step costs otherwise. Reading or making a large text as a Value does it (value/value.hpp).
  static void pass_over(std::size_t bytes) {
    if (bytes >= bytes_of_step) step_current(bytes / bytes_of_step);
  }
  static constexpr std::size_t bytes_of_step = 256;

  // Spends n units of work. Throws LimitError (steps, time or cancelled).
  void step(std::uint64_t n = 1) {
    if (n >= until_check_) {
      check(n);
    } else {
      until_check_ -= n;
    }
  }

  // One level deeper while the result lives. Throws LimitError (depth), also where the stack ends before the limit.
  Depth enter() { return Depth(*this); }

  // Spends n bytes of result text. Throws LimitError (output).
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
  std::uint64_t checked_steps_;  // steps used once until_check_ has run down to 0
  std::uint64_t until_check_;
  std::uint64_t output_used_ = 0;
  std::uint32_t depth_ = 0;
  std::uint32_t unchecked_depth_;  // levels that need no check: the limit, or those that every stack bears
  std::uintptr_t stack_;           // where the stack stood when the evaluation began
  Budget* outer_;                  // of an evaluation around this one
};

inline Depth::Depth(Budget& budget) : budget_(budget) {
  if (budget.depth_ >= budget.unchecked_depth_) budget.check_depth();
  ++budget.depth_;
}

inline Depth::~Depth() {
  --budget_.depth_;
}

}  // namespace evalground
