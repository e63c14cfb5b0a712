// Another program, run as a child with a pipe in each direction and a deadline that it cannot extend. process_posix.cpp
// starts it natively, wasm/command/process.cpp through Node.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace evalground::cli {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// The path of a program, looked up in PATH.
std::optional<std::string> find_program(std::string_view name);

class ProcessError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The deadline passed while waiting for the program, which has been ended.
class ProcessTimeout : public ProcessError {
  using ProcessError::ProcessError;
};

struct ProcessLimits {
  Deadline deadline;
  std::uint64_t memory = 0;  // address space in bytes; 0: unlimited
  std::size_t output = 0;    // maximum number of bytes to read
};

class Process {
 public:
  // `command` begins with a path. Without an environment ("NAME=value"), the program inherits this process's. Throws
  // ProcessError.
  Process(const std::vector<std::string>& command, const std::optional<std::vector<std::string>>& environment,
          const ProcessLimits& limits);
  ~Process();  // ends the program immediately
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // The next line, without its end; nothing when the program has ended. These three throw ProcessError if the
  // communication fails.
  std::optional<std::string> read_line();
  std::string read_all();
  void write(std::string_view text);

  // Waits for the end. Returns the exit code, or -1 when a signal ended the program.
  int wait();
  // Its standard error so far, without the final line end; at most 4096 bytes.
  std::string complaints();

 private:
  struct Child;  // platform-specific

  std::string read_some();  // waits for more output; empty at the end
  bool read_more();

  ProcessLimits limits_;
  std::unique_ptr<Child> child_;
  std::string unread_;
  std::size_t scanned_ = 0;  // bytes of unread_ without a line end
};

}  // namespace evalground::cli
