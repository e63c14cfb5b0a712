// The listener, using cpp-httplib. Its threads read requests and write responses. The thread that calls serve_on()
// decides.
//
// This file adds limits that this version of the library lacks. It reads at most 64 KiB of a request before the body,
// and the body only after the service has allowed it, never in chunks. A connection serves one request, so the unread
// body of a refused request is never mistaken for the next request.
#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <mutex>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "cli/serve/listener.hpp"

#define CPPHTTPLIB_USE_POLL  // select() cannot handle file descriptors above 1023
#include <httplib.h>

#include "base/text/number.hpp"
#include "cli/process.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t most_head = 64U << 10;  // bytes of a request before its body
// A head must be read within the sum of these two: after its time, no further read begins.
constexpr std::chrono::seconds longest_head{4};
constexpr int longest_pause = 1;  // seconds without a byte
constexpr std::chrono::seconds longest_body{30};
constexpr std::size_t threads = 96;      // each serves one request, and several tabs may wait for changes
constexpr std::size_t most_queued = 64;  // connections; further ones are closed
constexpr std::chrono::milliseconds between_looks_at_the_client{250};

// Limits the bytes and the time for reading one connection.
class LimitedStream final : public httplib::Stream {
 public:
  explicit LimitedStream(httplib::Stream& stream) : stream_(stream) {}

  void allow_body(std::size_t bytes) {
    left_ = bytes;
    until_ = Clock::now() + longest_body;
  }

  bool is_readable() const override { return stream_.is_readable(); }
  bool is_writable() const override { return stream_.is_writable(); }
  ssize_t read(char* bytes, std::size_t size) override {
    if (left_ == 0 || Clock::now() > until_) return -1;
    const ssize_t count = stream_.read(bytes, std::min(size, left_));
    if (count > 0) left_ -= static_cast<std::size_t>(count);
    return count;
  }
  ssize_t write(const char* bytes, std::size_t size) override { return stream_.write(bytes, size); }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  int socket() const override { return stream_.socket(); }

 private:
  httplib::Stream& stream_;
  std::size_t left_ = most_head;
  Clock::time_point until_ = Clock::now() + longest_head;
};

thread_local LimitedStream* connection = nullptr;  // the one that this thread serves

// A request for the deciding thread, and its response.
struct Exchange {
  Request request;
  std::optional<Response> response;
  std::condition_variable answered;
};

// The queue between the network threads and the deciding thread. Only one thread decides, so the service and its folder
// need no locks. An Exchange lives on the stack of the network thread, which removes it from `open_` before it returns.
// The queue between the network threads and the deciding thread.
class Counter {
 public:
  // Waits for the response; nothing when the client has gone.
  // A client that has gone is looked for every quarter of a second. Its request must be forgotten, or it would wait for
  // changes forever.
  template <class Gone>
  std::optional<Response> ask(Request request, const Gone& gone) {
    Exchange exchange;
    exchange.request = std::move(request);
    std::unique_lock lock(mutex_);
    exchange.request.id = ++last_;
    open_[last_] = &exchange;
    const std::uint64_t id = last_;
    arrived_.push_back(id);
    wake_.notify_one();
    while (
        !exchange.answered.wait_for(lock, between_looks_at_the_client, [&] { return exchange.response.has_value(); })) {
      if (!gone()) continue;
      gone_.push_back(id);
      break;
    }
    open_.erase(id);
    return std::move(exchange.response);
  }

  // Waits for requests, at most this long. Requests in `gone` no longer need a response.
  std::vector<Request> next(std::optional<Milliseconds> longest, std::vector<std::uint64_t>& gone) {
    std::unique_lock lock(mutex_);
    const auto is_there = [&] { return !arrived_.empty(); };
    if (longest)
      wake_.wait_for(lock, *longest, is_there);
    else
      wake_.wait(lock, is_there);
    std::vector<Request> requests;
    for (const std::uint64_t id : arrived_) {
      if (const auto found = open_.find(id); found != open_.end())
        requests.push_back(std::move(found->second->request));
    }
    arrived_.clear();
    gone = std::move(gone_);
    gone_.clear();
    return requests;
  }

  void answer(std::uint64_t id, Response response) {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(id);
    if (found == open_.end()) return;
    found->second->response = std::move(response);
    found->second->answered.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::uint64_t, Exchange*> open_;
  std::vector<std::uint64_t> arrived_, gone_;
  std::uint64_t last_ = 0;
};

class HttpServer final : public httplib::Server {
 public:
  HttpServer() {
    set_keep_alive_max_count(1);
    set_keep_alive_timeout(5);  // seconds; browsers connect before they send a request
    set_read_timeout(longest_pause);
    set_write_timeout(10);
    new_task_queue = [] { return new httplib::ThreadPool(threads, most_queued); };
  }

  // The library would let other programs take the same port, and reports no reason.
  int bind_and_listen(int port) {
    const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0) return errno;
    const int on = 1;
    ::setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || ::listen(file, 128) != 0) {
      const int why = errno;
      ::close(file);
      return why;
    }
    svr_sock_ = file;
    return 0;
  }

  int port() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(svr_sock_, reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
  }

 private:
  // The library's own step, repeated here to put a LimitedStream between the socket and the parser.
  bool process_and_close_socket(int file) override {
    const int on = 1;
    ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const bool worked = httplib::detail::process_server_socket(
        svr_sock_, file, 1, keep_alive_timeout_sec_, read_timeout_sec_, read_timeout_usec_, write_timeout_sec_,
        write_timeout_usec_, [&](httplib::Stream& stream, bool closes, bool& is_closed) {
          LimitedStream limited(stream);
          connection = &limited;
          const bool served = process_request(limited, "", 0, "", 0, closes, is_closed,
                                              [](httplib::Request& request) { request.ranges.clear(); });
          connection = nullptr;
          return served;
        });
    drain(file);
    ::close(file);
    return worked;
  }

  // The system discards the response when a connection is closed with unread bytes.
  // Bounded in bytes and in time, since a client could send forever.
  static void drain(int file) {
    ::shutdown(file, SHUT_WR);
    const timeval longest{0, 100'000};
    ::setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    char rest[16384];
    for (int reads = 0; reads < 64 && ::recv(file, rest, sizeof rest, 0) > 0; ++reads) {
    }
  }
};

Request head_of(const httplib::Request& from) {
  Request request;
  request.method = from.method;
  request.target = from.target;
  for (const auto& [name, value] : from.headers) request.headers.emplace_back(name, value);
  return request;
}

void give(Response response, httplib::Response& to) {
  to.status = response.status;
  for (auto& [name, value] : response.headers) to.set_header(name, value);
  to.body = std::move(response.body);
}

// Returns false when less than the announced length arrives.
bool read_body(Request& request) {
  std::size_t size = 0;
  for (const auto& [name, value] : request.headers) {
    if (httplib::detail::case_ignore::equal(name, "Content-Length"))
      size = static_cast<std::size_t>(parse_integer(value).value);
  }
  connection->allow_body(size);
  request.body.resize(size);
  for (std::size_t at = 0; at < size;) {
    const ssize_t count = connection->read(request.body.data() + at, size - at);
    if (count <= 0) return false;
    at += static_cast<std::size_t>(count);
  }
  return true;
}

extern "C" void end_at_once(int) {
  ::_exit(0);
}

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

// Takes requests and answers them, forever. The process can be ended while this waits, but not while it decides.
// A signal in the middle of a save would leave half of it. While the service decides, signals wait.
[[noreturn]] void decide(Service& service, Counter& counter) {
  const sigset_t ending = ending_signals();
  std::optional<Milliseconds> longest;
  while (true) {
    std::vector<std::uint64_t> gone;
    ::pthread_sigmask(SIG_UNBLOCK, &ending, nullptr);
    const std::vector<Request> requests = counter.next(longest, gone);
    ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
    Service::Answers answers;
    for (const std::uint64_t id : gone) service.forget(id);
    for (const Request& request : requests) service.take(request, Clock::now(), answers);
    longest = service.tick(Clock::now(), answers);
    for (auto& [id, response] : answers) counter.answer(id, std::move(response));
  }
}

}  // namespace

void serve_on(const std::vector<int>& ports, Service& service, void (*listening)(Service&)) {
  HttpServer server;
  int why = 0;
  for (const int port : ports) {
    why = server.bind_and_listen(port);
    if (why != EADDRINUSE) break;
  }
  if (why != 0) throw ListenError(why_not_listening(ports, why == EADDRINUSE, std::strerror(why)));
  service.set_port(server.port());

  Counter counter;
  server.set_pre_routing_handler([&](const httplib::Request& from, httplib::Response& to) {
    Request request = head_of(from);
    std::optional<Response> response = service.refusal(request);
    if (!response && request.method == "POST" && !read_body(request)) response = Response{400, {}, ""};
    if (!response) response = counter.ask(std::move(request), [&] { return from.is_connection_closed(); });
    give(response ? std::move(*response) : Response{503, {}, ""}, to);
    return httplib::Server::HandlerResponse::Handled;
  });
  // Called before a body is sent.
  server.set_expect_100_continue_handler([&](const httplib::Request& from, httplib::Response& to) {
    std::optional<Response> response = service.refusal(head_of(from));
    if (!response) return 100;
    give(std::move(*response), to);
    return to.status;
  });
  server.set_exception_handler([](const httplib::Request&, httplib::Response& to, std::exception_ptr) {
    give({500, {}, ""}, to);
  });

  // Block signals here: threads inherit that, so only the deciding thread gets them.
  const sigset_t ending = ending_signals();
  ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  std::signal(SIGINT, end_at_once);
  std::signal(SIGTERM, end_at_once);
  std::thread([&] { server.listen_after_bind(); }).detach();
  listening(service);
  decide(service, counter);
}

std::vector<std::string> places_of_site() {
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  if (error) return {};
  return {own / "../share/evalground/site", own / "../../web/dist", own / "../page"};  // installed, or in a clone
}

bool open_in_browser(const std::string& address) {
  for (const std::string_view name : {"xdg-open", "open"}) {
    const std::optional<std::string> program = find_program(name);
    if (!program) continue;
    const pid_t child = ::fork();
    if (child < 0) return false;
    if (child == 0) {
      // A child that outlives this process, so that the browser stays when the server ends.
      if (::setsid() < 0 || ::fork() != 0) ::_exit(0);
      const sigset_t ending = ending_signals();
      ::sigprocmask(SIG_UNBLOCK, &ending, nullptr);
      std::signal(SIGINT, SIG_DFL);
      std::signal(SIGTERM, SIG_DFL);
      for (int file = 0; file <= 2; ++file) ::close(file);
      ::open("/dev/null", O_RDWR);
      ::dup(0);
      ::dup(0);
      ::execl(program->c_str(), program->c_str(), address.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::waitpid(child, nullptr, 0);
    return true;
  }
  return false;
}

}  // namespace evalground::cli
