// operations list              each operation with the size at which its instructions are counted (0: not) and whether
//                              it grows, and what the counts depend on
// operations run NAME SIZE     prepares it, then runs it once
// operations time NAME SIZE    the least processor time of a few runs, in milliseconds
// operations evaluate FILE     the same of a workspace: of evaluating it, and of rendering it prepared with its vars
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "engine.hpp"
#include "operations.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

// Maps hash under a key that is new in every process (base/hash.hpp). Here it is always the same, so that the same
// buckets collide: this definition takes the place of the library's. In wasm nothing is counted.
#ifdef __GLIBC__
std::random_device::result_type std::random_device::_M_getval() {
  return 0x9E3779B9;
}
#else
const char* gnu_get_libc_version() {
  return "none";
}
#endif

// What Callgrind counts: it is told this name.
extern "C" __attribute__((noinline)) void measured(const evalground::bench::Run& run) {
  run();
}

namespace evalground::bench {
namespace {

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (const auto& family : {layer_operations(), unfurl_operations(), template_operations(), yaql_operations(),
                             heat_operations(), cfengine_operations(), dcontroller_operations(), service_operations()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

void print_list() {
  std::printf("{\"compiler\": \"%s\", \"library\": \"glibc %s\", \"operations\": [", __VERSION__,
              gnu_get_libc_version());
  const char* separator = "";
  for (const Operation& one : all_operations()) {
    std::printf("%s\n  {\"name\": \"%s\", \"size\": %d, \"grows\": %s}", separator, std::string(one.name).c_str(),
                one.size, one.grows ? "true" : "false");
    separator = ",";
  }
  std::printf("\n]}\n");
}

// Of the processor; in wasm, which has no such clock, of the wall.
double milliseconds() {
#ifdef __EMSCRIPTEN__
  constexpr clockid_t clock = CLOCK_MONOTONIC;
#else
  constexpr clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;
#endif
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// Of one run, and of more where it is short.
double least_time(const Run& run) {
  double least = 1e300;
  const double begin = milliseconds();
  for (int i = 0; i < 1 || (i < 50 && milliseconds() - begin < 500); ++i) {
    const double start = milliseconds();
    measured(run);
    least = std::min(least, milliseconds() - start);
  }
  return least;
}

// Two numbers: from the workspace's text to the outcome's, and from the text of its variables to the rendered text.
int time_workspace(const char* path) {
  const std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  Budget budget = wide_budget();
  Map workspace = parse_json(text.str(), budget).as_map();
  const Run whole = evaluation(workspace);
  const Value* vars = workspace.find("vars");
  const std::string values = vars == nullptr ? "" : write_json(*vars, budget);
  workspace.erase("vars");
  Prepared prepared(write_json(Value::map(std::move(workspace)), budget), wide_options());
  ClosedHost host;
  const Run again = [&] {
    const Prepared::Rendered rendered = prepared.render(values, host);
    if (!rendered.is_text) throw std::runtime_error(rendered.content.substr(0, 400));
  };
  std::printf("%.4f %.4f\n", least_time(whole), least_time(again));
  return 0;
}

int run(std::string_view verb, std::string_view name, int size) {
  for (const Operation& one : all_operations()) {
    if (one.name != name) continue;
    const Run run = one.prepare(size);
    if (verb == "time") {
      std::printf("%.4f\n", least_time(run));
    } else {
      measured(run);
    }
    return 0;
  }
  std::fprintf(stderr, "operations: there is no %s\n", std::string(name).c_str());
  return 2;
}

}  // namespace
}  // namespace evalground::bench

int main(int count, char** arguments) {
  try {
    if (count == 3 && std::string_view(arguments[1]) == "evaluate")
      return evalground::bench::time_workspace(arguments[2]);
    if (count == 4) return evalground::bench::run(arguments[1], arguments[2], std::atoi(arguments[3]));
    evalground::bench::print_list();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "operations: %s\n", error.what());
    return 1;
  }
}
