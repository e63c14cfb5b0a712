// Evaluations in separate processes.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text/number.hpp"
#include "cli/disk.hpp"
#include "cli/outside.hpp"
#include "cli/report.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::uint32_t longest_ms = 30'000;  // without --time
constexpr std::uint64_t spare_memory = 64U << 20;

std::uint64_t memory_limit(const Options& options) {
  std::uint64_t bytes = Limits().memory;
  for (const auto& [name, text] : options.limits) {
    if (name == "memory") bytes = static_cast<std::uint64_t>(parse_integer(text).value);
  }
  return bytes;
}

// The address space of this process in bytes; 0 when unknown.
std::uint64_t address_space() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void set_limit(int resource, rlim_t soft, rlim_t hard) {
  rlimit limit{soft, hard};
  ::setrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit);
}

// Limits beyond the engine's own, so that the engine's act first and report a place.
void bound_process(const Options& options) {
  const std::uint32_t time_ms = options.time_ms != 0 ? options.time_ms : longest_ms;
  const rlim_t seconds = time_ms * 3ULL / 2000 + 1;
  set_limit(RLIMIT_CPU, seconds, seconds + 1);
  set_limit(RLIMIT_CORE, 0, 0);
  const std::uint64_t own = address_space();
  const rlim_t most = own + 2 * memory_limit(options) + spare_memory;
  if (own != 0) set_limit(RLIMIT_AS, most, most);
}

// The output of the child until it ends; nothing on a timeout.
std::optional<std::string> receive(int pipe, std::chrono::milliseconds longest) {
  const auto end = std::chrono::steady_clock::now() + longest;
  std::string text;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return std::nullopt;
    char buffer[65536];
    const ssize_t count = ::read(pipe, buffer, sizeof buffer);
    if (count == 0) return text;
    if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
  }
}

std::string failure(std::string_view code, std::string_view message) {
  const Value diagnostic = Value::map(
      {{"severity", Value::string("error")}, {"code", Value::string(code)}, {"message", Value::string(message)}});
  Budget budget;
  return write_json(Value::map({{"ok", Value::boolean(false)}, {"diagnostics", Value::list({diagnostic})}}), budget);
}

}  // namespace

std::string evaluate_isolated(std::string_view workspace, std::string_view run_options, const Options& options) {
  int ends[2];
  if (::pipe(ends) != 0) throw ProcessError(std::string("cannot make a pipe: ") + std::strerror(errno));
  std::fflush(nullptr);  // otherwise the child would print it again
  const pid_t child = ::fork();
  if (child < 0) throw ProcessError(std::string("cannot start a process: ") + std::strerror(errno));
  if (child == 0) {
    ::close(ends[0]);
    bound_process(options);
    Outside host(options);
    ::_exit(write_all(ends[1], evaluate(workspace, run_options, host)) ? 0 : 1);
  }
  ::close(ends[1]);
  const std::uint32_t time_ms = options.time_ms != 0 ? options.time_ms : longest_ms;
  const std::optional<std::string> outcome = receive(ends[0], std::chrono::milliseconds(2ULL * time_ms + 5000));
  ::close(ends[0]);
  if (!outcome) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (outcome && !outcome->empty() && WIFEXITED(status) && WEXITSTATUS(status) == 0) return *outcome;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (!outcome || signal == SIGXCPU || signal == SIGKILL)
    return failure("limit-time", "The evaluation process exceeded its time limit and was stopped.");
  if (signal == 0)
    return failure("limit-memory", "The evaluation process ran out of memory while writing its outcome.");
  return failure("internal", std::string("The process of the evaluation was ended by the signal ") +
                                 std::to_string(signal) + " (" + ::strsignal(signal) + ").");
}

}  // namespace evalground::cli
