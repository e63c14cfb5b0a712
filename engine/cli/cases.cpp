#include "cli/cases.hpp"

#include <cstdio>

#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/outside.hpp"
#include "engine.hpp"
#include "runner/assist_case.hpp"
#include "runner/case_file.hpp"
#include "runner/check.hpp"

namespace evalground::cli {

namespace {

std::string difference_of(const runner::Case& one, const Options& options, const std::string& run_options) {
  Outside host(options);
  if (!runner::asks(one.json)) return runner::check(one.json, evaluate(one.json, run_options, host));
  std::string outcome;
  if (runner::wants_run(one.json)) outcome = evaluate(runner::asked_workspace(one.json), R"({"trace": true})", host);
  return runner::check_answer(one.json, assist(runner::assist_request(one.json, outcome)));
}

}  // namespace

bool run_cases(const Options& options, const std::string& run_options) {
  if (options.operands.empty()) throw UsageError("cases needs at least one file");
  std::size_t passed = 0;
  std::size_t failed = 0;
  for (const std::string& path : options.operands) {
    for (const runner::Case& one : runner::read_cases(path, read_file(path))) {
      const std::string difference = difference_of(one, options, run_options);
      if (difference.empty()) {
        ++passed;
        continue;
      }
      ++failed;
      std::printf("FAIL %s\n", one.id.c_str());
      for (const std::string_view line : Split(trim_end(difference, "\n"), "\n")) {
        std::printf("  %.*s\n", static_cast<int>(line.size()), line.data());
      }
    }
  }
  std::printf("%zu passed, %zu failed\n", passed, failed);
  return failed == 0;
}

}  // namespace evalground::cli
