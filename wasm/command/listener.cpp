// The listener of `evalground serve` in Node (wasm/src/command/listener.ts). It uses the event loop of the first
// thread, the only thread that receives signals. So main() never returns, and each event calls listener_step().
#include "cli/serve/listener.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <emscripten.h>
#include <string_view>
#include <utility>

#include "base/text/text.hpp"
#include "cli/process.hpp"
#include "cli/serve/service.hpp"

// clang-format off
EM_JS(void, listener_start, (const int* ports, int count), {
  Module["listener"].start(Array.from(HEAP32.subarray(ports >> 2, (ports >> 2) + count)), Module);
})
// The next event: its kind (Event), its request, and the sizes of its texts. 0: no event.
EM_JS(int, listener_next, (double* numbers), {
  return Module["listener"].next(HEAPF64.subarray(numbers >> 3, (numbers >> 3) + 3));
})
EM_JS(void, listener_take, (char* head, int head_size, char* body, int body_size), {
  Module["listener"].take(HEAPU8.subarray(head, head + head_size), HEAPU8.subarray(body, body + body_size));
})
EM_JS(void, listener_receive, (double request), { Module["listener"].receive(request); })
EM_JS(void, listener_answer, (double request, int status, const char* headers, int headers_size, const char* body,
                              int size), {
  Module["listener"].answer(request, status, HEAPU8.slice(headers, headers + headers_size), HEAPU8.slice(body, body + size));
})
EM_JS(void, listener_failure, (char* name, int room), { stringToUTF8(Module["listener"].failure, name, room); })
EM_JS(int, listener_site, (char* path, int room), {
  return Module["listener"].siteFolder(HEAPU8.subarray(path, path + room));
})
EM_JS(void, listener_open, (const char* program, int program_size, const char* address, int size), {
  Module["listener"].open(HEAPU8.slice(program, program + program_size), HEAPU8.slice(address, address + size));
})
// clang-format on

namespace evalground::cli {
namespace {

// The same as in listener.ts.
enum Event { head = 1, whole = 2, gone = 3 };

// The arguments of serve_on(). They cannot stay on the stack because that is unwound.
std::vector<int> tried_ports;
Service* served = nullptr;
void (*has_begun)(Service&) = nullptr;

// The text contains the method, the target, and names and values of headers, each followed by a zero byte.
Request request_of(std::uint64_t id, std::string_view text, std::string body) {
  Request request;
  request.id = id;
  request.body = std::move(body);
  std::vector<std::string> parts;
  for (const std::string_view part : Split(text, std::string_view("\0", 1))) parts.emplace_back(part);
  if (parts.size() < 2) return request;
  request.method = std::move(parts[0]);
  request.target = std::move(parts[1]);
  for (std::size_t at = 2; at + 2 < parts.size(); at += 2)
    request.headers.emplace_back(std::move(parts[at]), std::move(parts[at + 1]));
  return request;
}

void answer(std::uint64_t id, const Response& response) {
  std::string headers;
  for (const auto& [name, value] : response.headers) {
    headers.append(name.c_str(), name.size() + 1);
    headers.append(value.c_str(), value.size() + 1);
  }
  listener_answer(static_cast<double>(id), response.status, headers.data(), static_cast<int>(headers.size()),
                  response.body.data(), static_cast<int>(response.body.size()));
}

}  // namespace

void serve_on(const std::vector<int>& ports, Service& service, void (*listening)(Service&)) {
  tried_ports = ports;
  served = &service;
  has_begun = listening;
  listener_start(ports.data(), static_cast<int>(ports.size()));
  emscripten_exit_with_live_runtime();
}

std::vector<std::string> places_of_site() {
  std::string place(static_cast<std::size_t>(listener_site(nullptr, 0)), '\0');
  listener_site(place.data(), static_cast<int>(place.size()));
  return {place};
}

bool open_in_browser(const std::string& address) {
  for (const std::string_view name : {"xdg-open", "open"}) {
    const std::optional<std::string> program = find_program(name);
    if (!program) continue;
    listener_open(program->data(), static_cast<int>(program->size()), address.data(), static_cast<int>(address.size()));
    return true;
  }
  return false;
}

}  // namespace evalground::cli

extern "C" {

EMSCRIPTEN_KEEPALIVE void listener_listening(int port) {
  using namespace evalground::cli;
  served->set_port(port);
  has_begun(*served);
}

// Prints the error. The process ends with exit code 2, as for ListenError.
EMSCRIPTEN_KEEPALIVE void listener_failed(int are_taken) {
  using namespace evalground::cli;
  char name[32];
  listener_failure(name, sizeof name);
  const std::string why =
      why_not_listening(tried_ports, are_taken != 0, name == std::string_view("EACCES") ? std::strerror(EACCES) : name);
  std::fprintf(stderr, "evalground: %s\n", why.c_str());
}

// Handles all pending events. Returns the milliseconds until the next call, or -1.
EMSCRIPTEN_KEEPALIVE double listener_step() {
  using namespace evalground::cli;
  Service::Answers answers;
  double numbers[3];
  while (const int event = listener_next(numbers)) {
    const auto id = static_cast<std::uint64_t>(numbers[0]);
    if (event == gone) {
      served->forget(id);
      continue;
    }
    std::string text(static_cast<std::size_t>(numbers[1]), '\0');
    std::string body(static_cast<std::size_t>(numbers[2]), '\0');
    listener_take(text.data(), static_cast<int>(text.size()), body.data(), static_cast<int>(body.size()));
    const Request request = request_of(id, text, std::move(body));
    if (event == whole) {
      served->take(request, Clock::now(), answers);
    } else if (const std::optional<Response> refused = served->refusal(request)) {
      answers.emplace_back(id, *refused);
    } else if (request.method == "POST") {
      listener_receive(static_cast<double>(id));
    } else {
      served->take(request, Clock::now(), answers);
    }
  }
  const std::optional<Milliseconds> wait = served->tick(Clock::now(), answers);
  for (const auto& [id, response] : answers) answer(id, response);
  return wait ? static_cast<double>(wait->count()) : -1;
}
}
