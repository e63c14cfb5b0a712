// Hot: compiled for speed in every module.
#include "base/budget.hpp"

#include <algorithm>
#include <charconv>

namespace evalground {
namespace {

constexpr std::uint64_t check_interval = 4096;

// Levels that fit every stack: the default limit.
constexpr std::uint32_t borne_depth = Limits().depth;

#ifdef __EMSCRIPTEN__
// The maximum that may be allowed. WebAssembly cannot see the browser's stack below it. The smallest one, a worker's
// megabyte, has room for four times as many levels of the costliest construct (e2e/depth.spec.ts).
constexpr std::uint32_t most_depth = 2 * borne_depth;

bool bears(std::uintptr_t) {
  return true;
}

std::uintptr_t stack_position() {
  return 0;
}
#else
// The maximum that may be allowed: 3 KB of stack for each counted level.
constexpr std::uint32_t most_depth = 2'000;

// Bytes of stack for nested constructs. Systems give a program's first thread 8 MB. The rest is for the calls within
// one level.
constexpr std::uintptr_t most_stack = 6U << 20;

std::uintptr_t stack_position() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

bool bears(std::uintptr_t start) {
  return start - stack_position() < most_stack;  // stacks grow downwards
}
#endif

thread_local Budget* current_budget = nullptr;

// The words of a message before and after the limit's value.
struct Words {
  std::string_view before;
  std::string_view after;
};

constexpr Words words_of(Limit limit) {
  switch (limit) {
    case Limit::steps: return {"The evaluation took more than the allowed ", " steps."};
    case Limit::depth: return {"Nested more than the allowed ", " levels deep."};
    case Limit::memory: return {"The evaluation needed more than the allowed ", " bytes of memory."};
    case Limit::output: return {"The result is longer than the allowed ", " bytes."};
    case Limit::time: return {"The evaluation took longer than the allowed ", " milliseconds."};
    case Limit::digits: return {"An integer would have more than the allowed ", " digits."};
    case Limit::cancelled: return {"The evaluation was stopped.", {}};
  }
  return {};
}

// The bytes of the longest message, including NUL.
constexpr std::size_t most_message_bytes() {
  constexpr std::size_t number = std::string_view("18,446,744,073,709,551,615").size();
  std::size_t most = 0;
  for (auto limit = Limit::steps; limit <= Limit::cancelled; limit = Limit(std::uint8_t(limit) + 1)) {
    most = std::max(most, words_of(limit).before.size() + number + words_of(limit).after.size() + 1);
  }
  return most;
}

// Writes 20000000 as "20,000,000" and returns the end.
char* write_grouped(char* to, std::uint64_t number) {
  std::array<char, 20> digits;
  const char* const end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  for (const char* digit = digits.begin(); digit != end; ++digit) {
    if (digit != digits.begin() && (end - digit) % 3 == 0) *to++ = ',';
    *to++ = *digit;
  }
  return to;
}

}  // namespace

std::string_view limit_name(Limit limit) noexcept {
  switch (limit) {
    case Limit::steps: return "steps";
    case Limit::depth: return "depth";
    case Limit::memory: return "memory";
    case Limit::output: return "output";
    case Limit::time: return "time";
    case Limit::digits: return "digits";
    case Limit::cancelled: return "cancelled";
  }
  return {};
}

LimitError::LimitError(Limit limit, std::uint64_t allowed, std::uint32_t where) noexcept
    : limit_(limit), allowed_(allowed), where_(where) {
  static_assert(most_message_bytes() <= std::tuple_size_v<decltype(message_)>);
  const Words words = words_of(limit);
  char* end = std::copy(words.before.begin(), words.before.end(), message_.begin());
  if (!words.after.empty()) end = write_grouped(end, allowed);
  *std::copy(words.after.begin(), words.after.end(), end) = '\0';
}

std::string LimitError::code() const {
  return limit_ == Limit::cancelled ? "cancelled" : "limit-" + std::string(limit_name(limit_));
}

Budget::Budget(const Limits& limits, std::function<bool()> cancelled)
    : limits_(limits),
      cancelled_(std::move(cancelled)),
      unchecked_depth_(std::min(limits.depth, borne_depth)),
      stack_(stack_position()),
      outer_(current_budget) {
  limits_.depth = std::min(limits.depth, most_depth);
  current_budget = this;
  // In a browser, reading the clock costs as much as a hundred steps.
  if (limits_.time_ms != 0) start_ = std::chrono::steady_clock::now();
  // One more than the limit, because step() calls check() when it reaches zero: exactly `steps` steps are allowed.
  until_check_ = std::min(limits_.steps + 1, check_interval);
  checked_steps_ = until_check_;
}

// Budgets usually end in reverse order, but two with different owners may not.
Budget::~Budget() {
  Budget** link = &current_budget;
  while (*link != nullptr && *link != this) link = &(*link)->outer_;
  if (*link == this) *link = outer_;
}

void Budget::step_current(std::uint64_t n) {
  if (current_budget != nullptr) current_budget->step(n);
}

// Called when until_check_ runs out: at the next multiple of the interval, or at the limit.
void Budget::check(std::uint64_t n) {
  const std::uint64_t used = steps_used();
  if (n > limits_.steps || used > limits_.steps - n) throw LimitError(Limit::steps, limits_.steps);
  if (cancelled_ && cancelled_()) throw LimitError(Limit::cancelled, 0);
  if (limits_.time_ms != 0) {
    const auto elapsed = std::chrono::steady_clock::now() - start_;
    if (elapsed > std::chrono::milliseconds(limits_.time_ms)) throw LimitError(Limit::time, limits_.time_ms);
  }
  until_check_ = std::min(limits_.steps + 1 - (used + n), check_interval);
  checked_steps_ = used + n + until_check_;
}

// The message names the depth that was reached. That is the limit, unless the stack is smaller.
void Budget::check_depth() {
  if (depth_ >= limits_.depth || !bears(stack_)) throw LimitError(Limit::depth, depth_);
}

void Budget::output(std::uint64_t n) {
  if (n > limits_.output - output_used_) throw LimitError(Limit::output, limits_.output);
  output_used_ += n;
}

}  // namespace evalground
