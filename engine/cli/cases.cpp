#include "cli/cases.hpp"

#include <cstdio>

#include "base/text.hpp"
#include "cli/disk.hpp"
#include "cli/options.hpp"
#include "engine.hpp"
#include "runner/case_file.hpp"
#include "runner/check.hpp"
#include "runtime/host.hpp"

namespace evalground::cli {

bool run_cases(const std::vector<std::string>& paths, const std::string& run_options) {
  if (paths.empty()) throw UsageError("cases needs at least one file");
  ClosedHost host;
  std::size_t passed = 0;
  std::size_t failed = 0;
  for (const std::string& path : paths) {
    for (const runner::Case& one : runner::read_cases(path, read_file(path))) {
      const std::string difference = runner::check(one.json, evaluate(one.json, run_options, host));
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
