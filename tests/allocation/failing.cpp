// Evaluates cases again and again, and each time another allocation fails: memory may end anywhere. What is left must
// be an ordinary outcome that says so, of a process that goes on and evaluates the next workspace as ever.
//
// Usage: failing_allocations [--seconds N] [--turn N] [FILE…]
//
//   --seconds N   how long it goes on; 50 by default, 0: until every allocation of every case has failed
//   --turn N      another order of the cases, and other allocations of those that make many
//   FILE          these case files; by default the project's own and the examples of its functions
//
// A case is evaluated plainly, with everything on, or checked as an editor asks for it: in turn. Each is evaluated in a
// process of its own, so that a crash is a finding like any other.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "engine.hpp"
#include "runner/assist_case.hpp"
#include "runner/case_file.hpp"
#include "runner/catalogue_cases.hpp"
#include "runtime/host.hpp"

namespace {

// Which allocation fails: none while `failing` is 0.
std::uint64_t allocations = 0;
std::uint64_t failing = 0;
bool goes_on = false;  // those behind it fail too

bool is_within = false;  // an allocation, which may be made by another

template <class Allocate>
void* counted(Allocate&& allocate) {
  if (is_within) return allocate();
  ++allocations;
  if (failing != 0 && (goes_on ? allocations >= failing : allocations == failing)) return nullptr;
  is_within = true;
  void* const memory = allocate();
  is_within = false;
  return memory;
}

}  // namespace

// The linker lets all that is linked statically call these: `operator new` is _Znwm.
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* memory, std::size_t size);
void* __real__Znwm(std::size_t size);

void* __wrap_malloc(std::size_t size) {
  return counted([=] { return __real_malloc(size); });
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
  return counted([=] { return __real_calloc(count, size); });
}
void* __wrap_realloc(void* memory, std::size_t size) {
  return counted([=] { return __real_realloc(memory, size); });
}
void* __wrap__Znwm(std::size_t size) {
  void* const memory = counted([=] { return __real__Znwm(size); });
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}

namespace {

using Json = nlohmann::ordered_json;
namespace runner = evalground::runner;

constexpr std::uint64_t most_failures = 60;  // of one case: where it makes more allocations, some of them
constexpr double most_seconds = 5;           // that such a case takes
constexpr unsigned patience = 60;            // seconds after which one evaluation counts as endless

// What a case is asked, and how: the text of its answer.
struct Question {
  enum class Kind : std::uint8_t { evaluate, everything, check };
  Kind kind;
  std::string text;

  std::string answer() const {
    evalground::ClosedHost host;
    switch (kind) {
      case Kind::evaluate: return evalground::evaluate(text, "", host);
      case Kind::everything:
        return evalground::evaluate(text, R"({"trace":true,"provenance":true,"outline":true,"tokens":true})", host);
      case Kind::check: return evalground::assist(text);
    }
    return {};
  }
};

// Chance and time are what may differ from run to run.
std::string with_fixed_chance(const std::string& workspace) {
  const Json json = Json::parse(workspace);
  std::string head = "{";
  if (!json.contains("clock")) head += R"("clock":"2026-01-02T03:04:05Z",)";
  if (!json.contains("seed")) head += R"("seed":1,)";
  return head + workspace.substr(1);
}

Question question_of(const runner::Case& one, std::size_t turn) {
  if (runner::asks(one.json)) return {Question::Kind::check, runner::assist_request(one.json, "")};
  const std::string workspace = with_fixed_chance(one.json);
  const auto kind = static_cast<Question::Kind>(turn % 3);
  if (kind != Question::Kind::check) return {kind, workspace};
  return {kind, R"({"ask":"check","workspace":)" + workspace + "}"};
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Without what it took. Sorting makes more comparisons where it finds no memory for a second list.
void drop_costs(Json& json) {
  if (json.is_object()) {
    for (const char* key : {"ms", "totalMs", "memory", "steps"}) json.erase(key);
  }
  if (json.is_structured()) {
    for (Json& part : json) drop_costs(part);
  }
}

Json outcome_of(const std::string& answer) {
  Json outcome = Json::parse(answer, nullptr, false);
  drop_costs(outcome);
  return outcome;
}

// What is wrong with an answer for which memory had ended; empty: nothing.
std::string judged(const std::string& answer, const Json& expected) {
  const Json outcome = outcome_of(answer);
  if (outcome.is_discarded()) return "no outcome: " + answer.substr(0, 200);
  if (outcome == expected) return {};
  bool says_so = false;
  for (const Json& diagnostic : outcome.value("diagnostics", Json::array())) {
    const std::string code = diagnostic.value("code", "");
    if (code == "internal") return "internal: " + diagnostic.value("message", "");
    says_so = says_so || code == "limit-memory";
  }
  return says_so ? std::string() : "does not say that memory has ended: " + answer.substr(0, 400);
}

// Lets allocations of a question fail and prints what is wrong. `at` is told which one, so that a crash can be traced.
std::size_t fail_in_turn(const std::string& id, const Question& question, std::size_t turn, bool all,
                         volatile std::uint64_t& at) {
  question.answer();  // what is made once stays
  allocations = 0;
  const Json expected = outcome_of(question.answer());
  const std::uint64_t count = allocations;
  const std::uint64_t stride = all ? 1 : std::max<std::uint64_t>(1, count / most_failures);
  std::size_t wrong = 0;
  const auto complain = [&](const std::string& what) {
    if (!what.empty() && ++wrong <= 3) {
      std::printf("FAIL %s\n  allocation %llu of %llu%s: %s\n", id.c_str(), static_cast<unsigned long long>(at),
                  static_cast<unsigned long long>(count), goes_on ? " and all behind it" : "", what.c_str());
    }
  };
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t number = 1 + turn % stride; number <= count; number += stride) {
    if (!all && seconds_since(start) > most_seconds) break;
    alarm(patience);
    for (const bool on : {false, true}) {
      goes_on = on;
      at = number;
      allocations = 0;
      failing = number;
      std::string answer = question.answer();
      failing = 0;
      // The first allocation of all is that of the answer for when there is no memory.
      if (number > 1) complain(judged(answer, expected));
      answer = question.answer();
      if (outcome_of(answer) != expected) complain("the next evaluation gives " + answer.substr(0, 400));
    }
  }
  return wrong;
}

// The same in a process of its own; whether nothing was wrong.
bool survives(const std::string& id, const Question& question, std::size_t turn, bool all, volatile std::uint64_t& at) {
  at = 0;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const bool is_good = fail_in_turn(id, question, turn, all, at) == 0;
    std::fflush(stdout);
    _exit(is_good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    std::printf("FAIL %s\n  %s at allocation %llu\n", id.c_str(), strsignal(WTERMSIG(status)),
                static_cast<unsigned long long>(at));
  } else if (WEXITSTATUS(status) > 1) {
    std::printf("FAIL %s\n  it ended with code %d at allocation %llu\n", id.c_str(), WEXITSTATUS(status),
                static_cast<unsigned long long>(at));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::vector<runner::Case> cases_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return runner::read_cases(path.string(), std::string(std::istreambuf_iterator<char>(stream), {}));
}

std::vector<runner::Case> own_cases() {
  std::vector<std::filesystem::path> files;
  for (const char* root : {"engine/dialects", "web/phrases"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const auto folder = entry.path().parent_path().filename();
      if (folder != "cases" && folder != "gallery" && folder != "lessons" && folder != "phrases") continue;
      const auto ending = entry.path().extension();
      if (ending == ".json" || ending == ".yaml") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<runner::Case> all = runner::catalogue_cases();
  for (const auto& file : files) {
    for (runner::Case& one : cases_of(file)) all.push_back(std::move(one));
  }
  return all;
}

// Another order for each turn, the same on every machine.
void shuffle(std::vector<runner::Case>& cases, std::uint64_t turn) {
  std::uint64_t state = turn;
  for (std::size_t left = cases.size(); left > 1; --left) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    std::swap(cases[left - 1], cases[(state >> 33U) % left]);
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  double seconds = 50;
  std::uint64_t turn = 0;
  std::vector<runner::Case> cases;
  for (int index = 1; index < argument_count; ++index) {
    const std::string_view word = arguments[index];
    if (word == "--seconds" && index + 1 < argument_count) {
      seconds = std::strtod(arguments[++index], nullptr);
    } else if (word == "--turn" && index + 1 < argument_count) {
      turn = std::strtoull(arguments[++index], nullptr, 10);
    } else {
      for (runner::Case& one : cases_of(arguments[index])) cases.push_back(std::move(one));
    }
  }
  if (cases.empty()) cases = own_cases();
  shuffle(cases, turn);
  void* const shared = mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& at = *static_cast<volatile std::uint64_t*>(shared);
  const auto start = std::chrono::steady_clock::now();
  const auto is_over = [&] { return seconds > 0 && seconds_since(start) > seconds; };
  std::size_t passed = 0;
  std::size_t failed = 0;
  for (std::size_t index = 0; index < cases.size() && !is_over(); ++index) {
    const bool is_good =
        survives(cases[index].id, question_of(cases[index], turn + index), turn + index, seconds == 0, at);
    ++(is_good ? passed : failed);
  }
  std::printf("turn %llu: %zu of %zu cases\n", static_cast<unsigned long long>(turn), passed + failed, cases.size());
  std::printf("%zu passed, %zu failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
