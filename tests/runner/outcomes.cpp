// Evaluates workspaces one after the other: the native world of tests/runner/worlds.mjs. Standard input holds a line of
// JSON each, {"workspace": <text>, "options": <text>}; standard output answers with a line each, {"outcome": <text>,
// "milliseconds": <processor time>, "bytes": <what the memory that was resident grew by meanwhile, at most>}.

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine.hpp"
#include "runtime/host.hpp"

namespace {

using Json = nlohmann::ordered_json;

// The kernel's high-water mark of this process is set back to its present size. Where there is no such file (not Linux)
// nothing is measured.
void reset_peak() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

// Bytes; 0 where the system does not tell.
std::uint64_t peak() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::stoull(line.substr(6)) * 1024;
  }
  return 0;
}

}  // namespace

int main() {
  char* line = nullptr;
  std::size_t room = 0;
  for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
    const Json request = Json::parse(line, line + length);
    evalground::ClosedHost host;
    reset_peak();
    const std::uint64_t before = peak();
    const std::clock_t start = std::clock();
    std::string outcome =
        evalground::evaluate(request["workspace"].get<std::string>(), request["options"].get<std::string>(), host);
    const double milliseconds = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const std::uint64_t after = peak();
    Json answer{{"outcome", std::move(outcome)},
                {"milliseconds", milliseconds},
                {"bytes", after > before ? after - before : 0}};
    std::puts(answer.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
  std::free(line);
  return 0;
}
