// Parses a command line by the tables of verbs and flags.
//
// Flags and operands may stand in any order, `--flag value` and `--flag=value` are the same, and `--` ends the flags.
// Checks follow after the whole line is read, because a flag may come before its verb.
#include <algorithm>

#include "base/text/text.hpp"
#include "cli/command_line/flags.hpp"
#include "cli/command_line/verbs.hpp"
#include "cli/options.hpp"

namespace evalground::cli {
namespace {

// Verbs that pipelines run over documents of many people. Nobody is there to stop an evaluation.
constexpr Verbs unattended = {Verb::check_docs, Verb::snapshot, Verb::cases, Verb::verify};
constexpr std::uint32_t unattended_time_ms = 30'000;

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  Options read() {
    bool flags_are_over = false;
    bool has_verb = false;
    for (; at_ < arguments_.size(); ++at_) {
      const std::string_view argument = arguments_[at_];
      if (!flags_are_over && argument == "--") {
        flags_are_over = true;
      } else if (!flags_are_over && argument.size() > 1 && argument.starts_with('-')) {
        read_flag(argument);
      } else if (!has_verb && !asked_ && argument == "help") {
        asked_ = Verb::help;  // the verb to explain may follow
      } else if (!has_verb) {
        options_.verb = verb_of(argument);
        options_.about = argument;
        has_verb = true;
      } else {
        options_.operands.emplace_back(argument);
      }
    }
    if (!has_verb && !asked_) throw UsageError("a verb is missing; evalground --help lists them");
    if (asked_) {
      options_.verb = *asked_;
    } else {
      check_operands();
      check_flags();
      check_format();
      check_site();
    }
    if (options_.time_ms == 0 && unattended.contains(options_.verb)) options_.time_ms = unattended_time_ms;
    return std::move(options_);
  }

 private:
  // "-h" and "--help" are in no row.
  void read_flag(std::string_view argument) {
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    if (name == "--help" || name == "-h") {
      asked_ = Verb::help;
    } else if (name == "--version") {
      asked_ = Verb::version;
    } else {
      const FlagRow& flag = flag_of(name);
      if (!has(name)) given_.push_back(&flag);
      flag.set(options_, flag, value_of(flag, equals, argument));
      return;
    }
    if (equals != std::string_view::npos) throw UsageError(std::string(name) + " takes no value");
  }

  // The value after "=", or the next argument.
  std::string_view value_of(const FlagRow& flag, std::size_t equals, std::string_view argument) {
    if (flag.value.empty()) {
      if (equals != std::string_view::npos) throw UsageError(std::string(flag.name) + " takes no value");
      return {};
    }
    if (equals != std::string_view::npos) return argument.substr(equals + 1);
    if (at_ + 1 >= arguments_.size()) throw UsageError(std::string(flag.name) + " needs a value");
    return arguments_[++at_];
  }

  bool has(std::string_view name) const {
    return std::any_of(given_.begin(), given_.end(), [&](const FlagRow* flag) { return flag->name == name; });
  }

  void check_operands() const {
    const VerbRow& verb = row_of(options_.verb);
    if (options_.operands.size() <= verb.most_operands) return;
    const std::string one = replace_all(replace_all(verb.operands, "[", ""), "]", "");
    const std::string further = quote(options_.operands[verb.most_operands]);
    if (one.empty()) throw UsageError(std::string(verb.name) + " takes no file, not " + further);
    throw UsageError(std::string(verb.name) + " takes one " + one + ", not " + further + " as well");
  }

  void check_flags() const {
    const VerbRow& verb = row_of(options_.verb);
    for (const FlagRow* flag : given_) {
      if (!flag->verbs.contains(options_.verb))
        throw UsageError(std::string(flag->name) + " is not for " + std::string(verb.name) + alternatives(*flag));
    }
    for (const FlagPair& pair : flag_pairs()) {
      if (!has(pair.first) || has(pair.second) == pair.needs) continue;
      throw UsageError(std::string(pair.first) + (pair.needs ? " needs " : " and ") + std::string(pair.second) +
                       (pair.needs ? "" : " exclude each other; give one"));
    }
    if (options_.verb != Verb::link || !options_.opens) return;
    for (const FlagRow* flag : given_) {
      if (flag->name != "--open" && flag->name != "--format")
        throw UsageError("--open only prints the workspace of a link; give the link to link, without --open, for " +
                         std::string(flag->name));
    }
  }

  // The verb's allowed arguments in one line, or else the verbs that have the flag.
  std::string alternatives(const FlagRow& flag) const {
    constexpr std::size_t few = 6;
    std::vector<std::string_view> taken;
    for (const FlagRow& other : flag_rows()) {
      if (other.verbs.contains(options_.verb)) taken.push_back(other.name);
    }
    return taken.empty() || taken.size() > few ? ", but for " + names_of(flag.verbs) : ", which takes " + joined(taken);
  }

  void check_format() const {
    if (options_.format_name.empty()) return;
    const VerbRow& verb = row_of(options_.verb);
    for (const std::string_view format : Split(verb.formats, " ")) {
      if (format == options_.format_name) return;
    }
    throw UsageError(std::string(verb.name) + " has the formats " + replace_all(verb.formats, " ", ", ") + ", not " +
                     quote(options_.format_name));
  }

  void check_site() const {
    if (!options_.site || options_.verb == Verb::serve) return;
    if (!options_.site->starts_with("https://") && !options_.site->starts_with("http://"))
      throw UsageError("--site takes the address of a page, such as https://example.org/, not " +
                       quote(*options_.site));
  }

  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  std::vector<const FlagRow*> given_;
  std::optional<Verb> asked_;
  Options options_;
};

}  // namespace

Options read_options(const std::vector<std::string>& arguments) {
  return Reader(arguments).read();
}

}  // namespace evalground::cli
