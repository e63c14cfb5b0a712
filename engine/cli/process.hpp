// Another program, run as a child with a pipe each way and an end that it cannot put off. process_posix.cpp starts it
// by the system, wasm/command/process.cpp by Node.
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

// The path of a program that PATH finds.
std::optional<std::string> find_program(std::string_view name);

class ProcessError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The deadline passed while the program was waited for; it has been ended.
class ProcessTimeout : public ProcessError {
  using ProcessError::ProcessError;
};

struct ProcessLimits {
  Deadline deadline;
  std::uint64_t memory = 0;  // bytes of address space; 0: any
  std::size_t output = 0;    // bytes that are read of it
};

class Process {
 public:
  // `command` begins with a path. Without an environment ("NAME=value") the program has this one's. Throws
  // ProcessError.
  Process(const std::vector<std::string>& command, const std::optional<std::vector<std::string>>& environment,
          const ProcessLimits& limits);
  ~Process();  // ends it at once
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // The next line, without its end. Nothing when the program has ended. These three throw ProcessError when the program
  // does not take or give what it should.
  std::optional<std::string> read_line();
  std::string read_all();
  void write(std::string_view text);

  // Waits for the end: the exit code, or -1 when the program was ended by a signal.
  int wait();
  // The text of its standard error so far, without the last line's end; 4096 bytes at most.
  std::string complaints();

 private:
  struct Child;  // each platform has its own

  std::string read_some();  // what is next, as soon as there is any; empty at the end
  bool read_more();

  ProcessLimits limits_;
  std::unique_ptr<Child> child_;
  std::string unread_;
  std::size_t scanned_ = 0;  // of unread_: has no line's end
};

}  // namespace evalground::cli
