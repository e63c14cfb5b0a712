// Process on POSIX: fork, pipes and poll.
//
// The program runs in a process group of its own, so that a timeout also ends what it has started. Nothing may be
// allocated between fork and exec: the lists of pointers are made before.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/text/text.hpp"
#include "cli/process.hpp"

extern char** environ;  // in POSIX, but in no header

namespace evalground::cli {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw ProcessError(what + ": " + std::strerror(errno));
}

// Ends that nobody has taken are closed, so the program sees the end of its input.
struct Pipe {
  Pipe() {
    if (::pipe(ends) != 0) fail("cannot make a pipe");
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int take(int end) { return std::exchange(ends[end], -1); }

  int ends[2] = {-1, -1};
};

// For exec: pointers into the texts, followed by null.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}
std::vector<char*> pointers_to(std::vector<std::string>&&) = delete;  // the texts must outlive them

}  // namespace

struct Process::Child {
  pid_t pid = -1;
  int input = -1;  // of the program
  int output = -1;
  int errors = -1;

  void await(int file, short events, const Deadline& deadline) const;
};

Process::Process(const std::vector<std::string>& command, const std::optional<std::vector<std::string>>& environment,
                 const ProcessLimits& limits)
    : limits_(limits), child_(std::make_unique<Child>()) {
  std::signal(SIGPIPE, SIG_IGN);  // a program that ends early is a write error, not a signal
  Pipe input;
  Pipe output;
  Pipe errors;
  const std::vector<char*> arguments = pointers_to(command);
  const std::vector<char*> variables = environment ? pointers_to(*environment) : std::vector<char*>();
  child_->pid = ::fork();
  if (child_->pid < 0) fail("cannot start " + command.front());
  if (child_->pid == 0) {
    ::setpgid(0, 0);  // ends its own children along with it
    ::dup2(input.ends[0], STDIN_FILENO);
    ::dup2(output.ends[1], STDOUT_FILENO);
    ::dup2(errors.ends[1], STDERR_FILENO);
    std::signal(SIGPIPE, SIG_DFL);
    if (limits.memory > 0) {
      const rlimit bound{static_cast<rlim_t>(limits.memory), static_cast<rlim_t>(limits.memory)};
      ::setrlimit(RLIMIT_AS, &bound);
    }
    ::execve(arguments.front(), arguments.data(), environment ? variables.data() : environ);
    ::_exit(127);
  }
  child_->input = input.take(1);
  child_->output = output.take(0);
  child_->errors = errors.take(0);
  ::fcntl(child_->input, F_SETFL, O_NONBLOCK);
  ::fcntl(child_->errors, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  for (const int file : {child_->input, child_->output, child_->errors}) ::close(file);
  if (child_->pid > 0) {
    ::setpgid(child_->pid, child_->pid);  // in case the child has not done so yet
    ::kill(-child_->pid, SIGKILL);
    ::waitpid(child_->pid, nullptr, 0);
  }
}

void Process::Child::await(int file, short events, const Deadline& deadline) const {
  while (true) {
    int milliseconds = -1;
    if (deadline) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0) throw ProcessTimeout("the program did not end in time");
      milliseconds = static_cast<int>(std::min<std::int64_t>(left.count(), 60'000));
    }
    pollfd one{file, events, 0};
    const int ready = ::poll(&one, 1, milliseconds);
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) fail("cannot wait for a program");
  }
}

std::string Process::read_some() {
  child_->await(child_->output, POLLIN, limits_.deadline);
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(child_->output, buffer.data(), buffer.size());
  if (count < 0) fail("cannot read what a program gives");
  return std::string(buffer.data(), static_cast<std::size_t>(count));
}

void Process::write(std::string_view text) {
  while (!text.empty()) {
    child_->await(child_->input, POLLOUT, limits_.deadline);
    const ssize_t count = ::write(child_->input, text.data(), text.size());
    if (count < 0 && errno != EAGAIN && errno != EINTR) fail("the program takes no more");
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
}

int Process::wait() {
  int status = 0;
  while (::waitpid(child_->pid, &status, 0) < 0 && errno == EINTR) {
  }
  child_->pid = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// At most one portion of stderr, without waiting: it is only for a message.
std::string Process::complaints() {
  std::array<char, 4096> buffer;
  const ssize_t count = ::read(child_->errors, buffer.data(), buffer.size());
  return std::string(trim_end(std::string_view(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0)));
}

}  // namespace evalground::cli
