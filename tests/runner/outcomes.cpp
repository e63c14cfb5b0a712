// Answers questions about workspaces and cases one after the other: the native world of tests/runner/worlds.mjs.
// Standard input has a question per line, standard output an answer per line, both in JSON. <text> is JSON in a string.
//
//   {"workspace": <text>, "options": <text>}   {"outcome": <text>, "milliseconds": <processor time>,
//                                              "bytes": <maximum growth of the resident memory meanwhile>}
//   the same with {"case": <text>}             "difference" in addition: how the outcome differs from the case's
//                                              expectation, "" when it does not
//   {"case": <text>}                           the same for a case with a request for language services: the outcome is
//                                              the answer
//   {"change": <text>}                         the answer to a request for changes (docs/change.md) as the outcome
//   {"read": <path>}                           {"cases": [{"id", "case": <text>}, …]} of a case file, or {"error"}
//   {"read": ""}                               the same for the examples in the tables of functions

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "engine.hpp"
#include "runner/assist_case.hpp"
#include "runner/case_file.hpp"
#include "runner/catalogue_cases.hpp"
#include "runner/check.hpp"
#include "runtime/host.hpp"

namespace {

using Json = nlohmann::ordered_json;
namespace runner = evalground::runner;

// Resets the kernel's high-water mark of this process to its current size. Without such a file (not Linux), nothing is
// measured.
void reset_peak() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

// In bytes; 0 when unknown.
std::uint64_t peak() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::stoull(line.substr(6)) * 1024;
  }
  return 0;
}

std::string evaluated(const std::string& workspace, const std::string& options) {
  evalground::ClosedHost host;
  return evalground::evaluate(workspace, options, host);
}

Json measured_outcome(const Json& question) {
  reset_peak();
  const std::uint64_t before = peak();
  const std::clock_t start = std::clock();
  std::string outcome = evaluated(question["workspace"].get<std::string>(), question["options"].get<std::string>());
  const double milliseconds = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const std::uint64_t after = peak();
  return {
      {"outcome", std::move(outcome)}, {"milliseconds", milliseconds}, {"bytes", after > before ? after - before : 0}};
}

Json evaluate(const Json& question) {
  Json answer = measured_outcome(question);
  if (question.contains("case")) {
    answer["difference"] = runner::check(question["case"].get<std::string>(), answer["outcome"].get<std::string>());
  }
  return answer;
}

Json assist(const std::string& one) {
  std::string outcome;
  if (runner::wants_run(one)) outcome = evaluated(runner::asked_workspace(one), R"({"trace": true})");
  std::string answer = evalground::assist(runner::assist_request(one, outcome));
  std::string difference = runner::check_answer(one, answer);
  return {{"outcome", std::move(answer)}, {"difference", std::move(difference)}};
}

std::vector<runner::Case> cases_at(const std::string& path) {
  if (path.empty()) return runner::catalogue_cases();
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error(path + ": cannot be read");
  std::ostringstream text;
  text << stream.rdbuf();
  return runner::read_cases(path, text.str());
}

Json read(const std::string& path) {
  try {
    Json cases = Json::array();
    for (runner::Case& one : cases_at(path)) {
      cases.push_back({{"id", std::move(one.id)}, {"case", std::move(one.json)}});
    }
    return {{"cases", std::move(cases)}};
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  }
}

Json change(const Json& question) {
  evalground::ClosedHost host;
  return {{"outcome", evalground::change(question["change"].get<std::string>(), host)}};
}

Json answer_to(const Json& question) {
  if (question.contains("read")) return read(question["read"].get<std::string>());
  if (question.contains("workspace")) return evaluate(question);
  if (question.contains("change")) return change(question);
  if (question.contains("assist")) return {{"outcome", evalground::assist(question["assist"].get<std::string>())}};
  return assist(question["case"].get<std::string>());
}

}  // namespace

int main() {
  char* line = nullptr;
  std::size_t room = 0;
  for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
    const Json answer = answer_to(Json::parse(line, line + length));
    std::puts(answer.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
  std::free(line);
  return 0;
}
