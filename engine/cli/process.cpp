#include "cli/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/text/path.hpp"
#include "base/text/text.hpp"

extern char** environ;  // of POSIX, in no header

namespace evalground::cli {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw ProcessError(what + ": " + std::strerror(errno));
}

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

// For exec: pointers into the texts, then null.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}
std::vector<char*> pointers_to(std::vector<std::string>&&) = delete;  // the texts must outlive them

}  // namespace

std::optional<std::string> find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return std::nullopt;
  for (const std::string_view folder : Split(path, ":")) {
    std::string file = join_path(folder, name);
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

Process::Process(const std::vector<std::string>& command, const std::optional<std::vector<std::string>>& environment,
                 const ProcessLimits& limits)
    : limits_(limits) {
  std::signal(SIGPIPE, SIG_IGN);  // a program that ends early is an error of write()
  Pipe input;
  Pipe output;
  Pipe errors;
  const std::vector<char*> arguments = pointers_to(command);
  const std::vector<char*> variables = environment ? pointers_to(*environment) : std::vector<char*>();
  pid_ = ::fork();
  if (pid_ < 0) fail("cannot start " + command.front());
  if (pid_ == 0) {
    ::setpgid(0, 0);  // its own children end with it
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
  input_ = input.take(1);
  output_ = output.take(0);
  errors_ = errors.take(0);
  ::fcntl(input_, F_SETFL, O_NONBLOCK);
  ::fcntl(errors_, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  for (const int file : {input_, output_, errors_}) ::close(file);
  if (pid_ > 0) {
    ::setpgid(pid_, pid_);  // in case it has not come so far
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

void Process::await(int file, short events) {
  while (true) {
    int milliseconds = -1;
    if (limits_.deadline) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(*limits_.deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0) throw ProcessTimeout("the program did not end in time");
      milliseconds = static_cast<int>(std::min<std::int64_t>(left.count(), 60'000));
    }
    pollfd one{file, events, 0};
    const int ready = ::poll(&one, 1, milliseconds);
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) fail("cannot wait for a program");
  }
}

bool Process::read_more() {
  await(output_, POLLIN);
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(output_, buffer.data(), buffer.size());
  if (count < 0) fail("cannot read what a program gives");
  unread_.append(buffer.data(), static_cast<std::size_t>(count));
  if (unread_.size() > limits_.output)
    throw ProcessError("the program gave more than " + std::to_string(limits_.output) + " bytes");
  return count > 0;
}

std::optional<std::string> Process::read_line() {
  while (true) {
    const std::size_t end = unread_.find('\n', scanned_);
    if (end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      scanned_ = 0;
      return line;
    }
    scanned_ = unread_.size();
    if (!read_more()) return std::nullopt;
  }
}

std::string Process::read_all() {
  while (read_more()) {
  }
  return std::exchange(unread_, {});
}

void Process::write(std::string_view text) {
  while (!text.empty()) {
    await(input_, POLLOUT);
    const ssize_t count = ::write(input_, text.data(), text.size());
    if (count < 0 && errno != EAGAIN && errno != EINTR) fail("the program takes no more");
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
}

int Process::wait() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string Process::complaints() {
  std::array<char, 4096> buffer;
  const ssize_t count = ::read(errors_, buffer.data(), buffer.size());
  return std::string(trim_end(std::string_view(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0)));
}

}  // namespace evalground::cli
