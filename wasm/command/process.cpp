// Child processes in Node. A separate thread runs the programs (wasm/src/command/programs.ts), and this thread waits
// for its answers. Each program leads a process group, which is killed with its Process.
#include "cli/process.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <emscripten.h>

#include "base/text/text.hpp"
#include "cli/outside.hpp"

// clang-format off
// Starts a program. Returns its number for the functions below. Arguments and variables are each followed by a zero
// byte. Without variables (null) the program inherits those of this process. `memory`: limit in bytes, 0: none.
EM_JS(int, program_start, (const char* command, int command_size, const char* variables, int variables_size,
                           double memory), {
  const given = variables === 0 ? null : HEAPU8.slice(variables, variables + variables_size);
  return Module["programs"].start(HEAPU8.slice(command, command + command_size), given, memory);
})
// These two wait for a time limit in milliseconds, -1: none. They return -1 if it is exceeded, and -2 on failure.
EM_JS(int, program_read, (int program, void* bytes, int room, double milliseconds), {
  return Module["programs"].read(program, HEAPU8.subarray(bytes, bytes + room), milliseconds);
})
EM_JS(int, program_write, (int program, const void* bytes, int size, double milliseconds), {
  return Module["programs"].write(program, HEAPU8.slice(bytes, bytes + size), milliseconds);
})
EM_JS(int, program_wait, (int program), { return Module["programs"].wait(program); })
EM_JS(int, program_complaints, (int program, void* bytes, int room), {
  return Module["programs"].complaints(program, HEAPU8.subarray(bytes, bytes + room));
})
EM_JS(void, program_end, (int program), { Module["programs"].end(program); })
// clang-format on

namespace evalground::cli {
namespace {

constexpr int late = -1;

std::string with_zeros(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all.append(text.c_str(), text.size() + 1);
  return all;
}

double milliseconds_to(const Deadline& deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
  if (left.count() <= 0) throw ProcessTimeout("the program did not end in time");
  return static_cast<double>(left.count());
}

[[noreturn]] void fail(int answer, const std::string& what) {
  if (answer == late) throw ProcessTimeout("the program did not end in time");
  throw ProcessError(what + ": " + std::strerror(EPIPE));
}

}  // namespace

struct Process::Child {
  int program = -1;
};

Process::Process(const std::vector<std::string>& command, const std::optional<std::vector<std::string>>& environment,
                 const ProcessLimits& limits)
    : limits_(limits), child_(std::make_unique<Child>()) {
  const std::string words = with_zeros(command);
  const std::string variables = with_zeros(environment.value_or(std::vector<std::string>()));
  child_->program =
      program_start(words.data(), static_cast<int>(words.size()), environment ? variables.data() : nullptr,
                    static_cast<int>(variables.size()), static_cast<double>(limits.memory));
}

Process::~Process() {
  program_end(child_->program);
}

std::string Process::read_some() {
  std::array<char, 65536> buffer;
  const int size = program_read(child_->program, buffer.data(), buffer.size(), milliseconds_to(limits_.deadline));
  if (size < 0) fail(size, "cannot read what a program gives");
  return std::string(buffer.data(), static_cast<std::size_t>(size));
}

void Process::write(std::string_view text) {
  const int answer =
      program_write(child_->program, text.data(), static_cast<int>(text.size()), milliseconds_to(limits_.deadline));
  if (answer < 0) fail(answer, "the program takes no more");
}

int Process::wait() {
  return program_wait(child_->program);
}

std::string Process::complaints() {
  std::array<char, 4096> buffer;
  const int size = program_complaints(child_->program, buffer.data(), buffer.size());
  return std::string(trim_end(std::string_view(buffer.data(), static_cast<std::size_t>(size))));
}

std::string evaluate_isolated(std::string_view, std::string_view, const Options&) {
  throw UsageError("--isolate is for the native command; here WebAssembly bounds the memory, and --time the time");
}

}  // namespace evalground::cli
