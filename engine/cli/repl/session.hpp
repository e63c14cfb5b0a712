// What a prompt is about: a workspace, the variables that were set, and the last evaluation. It knows no terminal.
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
  // An evaluation: the workspace with the expression in it, and what came of it.
  struct Evaluation {
    Map workspace;
    Map outcome;
    double milliseconds = 0;

    bool ok() const;
    // The result: `value`, or else the text.
    const Value* value() const;
  };

  // `stops`: asked while an evaluation runs; true ends it. Throws what open_workspace() throws.
  explicit Session(Options options, std::function<bool()> stops = {});

  const Evaluation& evaluate(const std::string& expression);
  // Null before the first one.
  const Evaluation* last() const { return last_ ? &*last_ : nullptr; }
  // The last one again, by the same clock and seed, with its steps, its outline and the origins of its values. Throws
  // UsageError before the first one.
  const Evaluation& detailed();

  // The workspace with the variables that were set, and with the last expression.
  Map workspace() const;
  const Options& options() const { return options_; }
  // What the dialect says of itself: a map of the catalogue.
  const Map& description() const { return description_; }
  std::string dialect() const;
  bool is_template() const;

  // Opens the workspace with other options; the variables stay. It stays as it was where that throws.
  void reopen(Options options);

  const Map& variables() const { return variables_; }
  // The key of the workspace that holds variables of this dialect. Throws UsageError where it has none.
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
