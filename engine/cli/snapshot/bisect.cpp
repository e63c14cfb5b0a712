// Each commit that is looked at is unpacked into a folder for the time being, in which the workspace is read as the
// command line describes it; the repository and its working tree are only read.
#include "cli/snapshot/bisect.hpp"

#include <cstdio>
#include <filesystem>

#include "base/text/text.hpp"
#include "cli/escape.hpp"
#include "cli/input.hpp"
#include "cli/outcome_of.hpp"
#include "cli/report.hpp"
#include "cli/snapshot/repository.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

// What is looked for: a value, a code, or that the evaluation works.
class Question {
 public:
  explicit Question(const Options& options) : options_(options) {
    if (!options.keep) return;
    const std::size_t equals = shrinking::path_end(*options.keep);
    path_ = shrinking::read_path(options.keep->substr(0, equals));
    if (path_.empty()) throw UsageError("--keep needs the path of a value");
    if (equals == std::string::npos) return;
    const std::string text = options.keep->substr(equals + 1);
    Budget budget;
    try {
      wanted_ = parse_json(text, budget);
    } catch (const Error&) {
      wanted_ = Value::string(text);
    }
  }

  // In words, for a commit; equal words are equal states. Where the workspace `must_be_read` and cannot be, it throws.
  std::string state(const Repository& repository, const std::string& commit, bool must_be_read = false) const {
    const Scratch scratch;
    const fs::path before = fs::current_path();
    fs::current_path(repository.unpack(commit, scratch));
    std::string result;
    bool is_read = true;
    try {
      result = state_of(outcome_of(read_input(options_), options_));
    } catch (const std::exception& error) {
      result = error.what();
      is_read = false;
    }
    fs::current_path(before);
    if (!is_read && must_be_read) throw UsageError("at --good the workspace cannot be read: " + result);
    if (!is_read) return "cannot be read: " + result;
    return result;
  }

  // Whether a state is the good one; `good` is that of the good commit.
  bool is_good(const std::string& state, const std::string& good) const {
    if (!wanted_.is_undefined()) return state == short_json(wanted_, most_shown);
    return state == good;
  }

 private:
  static constexpr std::size_t most_shown = 2000;

  std::string state_of(const Map& outcome) const {
    if (options_.keep_error) {
      const Value* diagnostics = outcome.find("diagnostics");
      if (diagnostics != nullptr) {
        for (const Value& one : diagnostics->as_list()) {
          if (text_at(one.as_map(), "code") == *options_.keep_error) return "has the problem " + *options_.keep_error;
        }
      }
      return "has no problem " + *options_.keep_error;
    }
    if (options_.keep) {
      const Value whole = Value::map(outcome);
      for (const std::string_view root : {"value", "outputs", "variables", ""}) {
        List path;
        if (!root.empty()) path.push_back(Value::string(root));
        path.insert(path.end(), path_.begin(), path_.end());
        const Value value = shrinking::value_at(whole, path);
        if (!value.is_undefined()) return short_json(value, most_shown);
      }
      const Map* error = first_error(outcome);
      return error != nullptr ? "fails: " + std::string(text_at(*error, "message")) : "has no such value";
    }
    return outcome.find("ok")->as_boolean() ? "works" : "fails";
  }

  const Options& options_;
  List path_;
  Value wanted_;
};

}  // namespace

void bisect(const Options& options) {
  if (!options.good || !options.bad) throw UsageError("bisect needs --good and --bad, each a revision");
  const Repository repository("bisect", fs::current_path().string());
  const Question question(options);
  const std::string good = repository.commit("--good", *options.good);
  const std::string bad = repository.commit("--bad", *options.bad);
  const std::vector<std::string> commits = repository.between(good, bad);
  if (commits.empty()) throw UsageError("there is no commit behind --good that leads to --bad");
  const std::string at_good = question.state(repository, good, true);
  std::string at_bad = question.state(repository, bad);
  if (!question.is_good(at_good, at_good)) throw UsageError("--good does not hold; there: " + at_good);
  if (question.is_good(at_bad, at_good))
    throw UsageError("--bad is as --good, there is nothing to find; both times: " + at_bad);
  // The first commit at which it is no more as at the good one; states[high] is bad.
  std::size_t low = 0;
  std::size_t high = commits.size() - 1;
  std::size_t looked_at = 2;
  std::string before = at_good;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    std::string state = question.state(repository, commits[middle]);
    ++looked_at;
    if (question.is_good(state, at_good)) {
      low = middle + 1;
      before = std::move(state);
    } else {
      high = middle;
      at_bad = std::move(state);
    }
  }
  print_report(repository.subject(commits[high]) + "\n  before: " + one_line(before) +
               "\n  since:  " + one_line(at_bad) + "\n" + std::to_string(looked_at) + " of " +
               std::to_string(commits.size() + 1) + " commits looked at\n");
}

}  // namespace evalground::cli
