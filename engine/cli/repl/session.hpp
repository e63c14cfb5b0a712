// The state behind a prompt: a workspace, the variables that were set, and the last evaluation. Independent of the
// terminal.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

class Session {
 public:
  // An evaluation: the workspace with the expression, and the outcome.
  struct Evaluation {
    Map workspace;
    Map outcome;
    double milliseconds = 0;

    bool ok() const;
    // The result: `value`, or else the text.
    const Value* value() const;
  };

  // `stops` is called during an evaluation; returning true ends it. Throws the errors of open_workspace().
  explicit Session(Options options, std::function<bool()> stops = {});

  const Evaluation& evaluate(const std::string& expression);
  // Null before the first evaluation.
  const Evaluation* last() const { return last_ ? &*last_ : nullptr; }
  // Repeats the last evaluation with the same clock and seed, and with its steps, its outline and the origins of its
  // values. Throws UsageError before the first one.
  const Evaluation& detailed();

  // The workspace with the variables that were set, and the last expression.
  Map workspace() const;
  const Options& options() const { return options_; }
  // The dialect's description: a map from the catalogue.
  const Map& description() const { return description_; }
  std::string dialect() const;
  bool is_template() const;

  // Opens the workspace with other options and keeps the variables. If it throws, nothing changes.
  void reopen(Options options);

  const Map& variables() const { return variables_; }
  // The workspace's key for variables of this dialect. Throws UsageError if the dialect has no variables.
  std::string_view variables_key() const;
  void set(std::string_view name, Value value);
  bool unset(std::string_view name) { return variables_.erase(name); }

 private:
  Map base() const;
  Evaluation run(Map workspace, bool with_details);

  Options options_;
  std::function<bool()> stops_;
  Map workspace_;
  Map description_;
  Map variables_;
  Map fetched_;
  std::optional<Evaluation> last_;
  std::optional<Evaluation> detailed_;
};

}  // namespace evalground::cli
