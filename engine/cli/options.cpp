#include "cli/options.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/text/number.hpp"
#include "base/text/text.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view verbs[] = {"eval",  "expand",    "restore", "host",   "matrix",     "inventory",
                                      "cases", "functions", "port",    "lsp",    "check-docs", "shrink",
                                      "link",  "snapshot",  "bisect",  "verify", "serve",      "repl"};
constexpr std::string_view flags[] = {"--dialect",
                                      "--main",
                                      "--file",
                                      "--expression",
                                      "--resource",
                                      "--data",
                                      "--var",
                                      "--env",
                                      "--input",
                                      "--format",
                                      "--limit",
                                      "--time",
                                      "--trace",
                                      "--reveal",
                                      "--quirks",
                                      "--color",
                                      "--root",
                                      "--out",
                                      "--changes",
                                      "--changed",
                                      "--help",
                                      "--allow-fetch",
                                      "--allow-private",
                                      "--isolate",
                                      "--allow-python",
                                      "--version",
                                      "--follow",
                                      "--to",
                                      "--fix",
                                      "--host",
                                      "--play",
                                      "--role",
                                      "--inventory",
                                      "--facts",
                                      "--limit-hosts",
                                      "--variable",
                                      "--playbook-dir",
                                      "--hash-behaviour",
                                      "--vault-password-file",
                                      "--update",
                                      "--site",
                                      "--coverage",
                                      "--keep",
                                      "--keep-error",
                                      "--trials",
                                      "--random",
                                      "--seed",
                                      "--material",
                                      "--shrink",
                                      "--disguise",
                                      "--lengths",
                                      "--table",
                                      "--open",
                                      "--markdown",
                                      "--check",
                                      "--good",
                                      "--bad",
                                      "--since",
                                      "--allow-original",
                                      "--port",
                                      "--no-history"};

constexpr std::string_view serve_flags[] = {"--open", "--port", "--site"};

// Flags that set one option of a repository, and its name.
constexpr std::pair<std::string_view, std::string_view> repository_flags[] = {{"--host", "host"},
                                                                              {"--play", "play"},
                                                                              {"--role", "role"},
                                                                              {"--facts", "facts"},
                                                                              {"--limit-hosts", "limit"},
                                                                              {"--playbook-dir", "playbook_dir"},
                                                                              {"--hash-behaviour", "hash_behaviour"}};

[[noreturn]] void unknown(std::string_view what, std::string_view name, std::span<const std::string_view> known) {
  std::string message = "unknown " + std::string(what) + " " + quote(name);
  if (const auto nearest = nearest_name(name, known)) message += "; did you mean " + std::string(*nearest) + "?";
  throw UsageError(message);
}

// "name=value"
std::pair<std::string, std::string> pair_of(std::string_view flag, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw UsageError(std::string(flag) + " takes name=value, not " + quote(text));
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

// "1.5" (seconds) -> 1500
std::uint32_t milliseconds_of(std::string_view text) {
  const auto seconds = parse_real(text);
  if (!seconds || seconds.value <= 0 || seconds.value > 1e6) {
    throw UsageError("--time takes a number of seconds above 0, not " + quote(text));
  }
  return static_cast<std::uint32_t>(std::ceil(seconds.value * 1000));  // 0 would mean no limit
}

Format format_of(std::string_view text) {
  if (text == "json") return Format::json;
  if (text == "yaml") return Format::yaml;
  if (text == "text") return Format::text;
  if (text == "sarif") return Format::sarif;
  if (text == "junit") return Format::junit;
  if (text == "markdown") return Format::markdown;
  throw UsageError("--format takes json, yaml or text, not " + quote(text));
}

std::uint64_t number_of(std::string_view flag, std::string_view text, std::int64_t least) {
  const auto number = parse_integer(text);
  if (!number || number.value < least)
    throw UsageError(std::string(flag) + " takes a number " + (least == 0 ? "from 0 on" : "above 0") + ", not " +
                     quote(text));
  return static_cast<std::uint64_t>(number.value);
}

int port_of(std::string_view text) {
  const auto number = parse_integer(text);
  if (!number || number.value < 0 || number.value > 65535)
    throw UsageError("--port takes a number from 0 to 65535, not " + quote(text));
  return static_cast<int>(number.value);
}

Color color_of(std::string_view text) {
  if (text == "auto") return Color::automatic;
  if (text == "always") return Color::always;
  if (text == "never") return Color::never;
  throw UsageError("--color takes auto, always or never, not " + quote(text));
}

std::pair<std::string, std::string> limit_of(std::string_view text) {
  auto limit = pair_of("--limit", text);
  static constexpr std::string_view names[] = {"steps", "depth", "memory", "output", "iterators"};
  if (std::find(std::begin(names), std::end(names), limit.first) == std::end(names))
    unknown("limit", limit.first, names);
  const auto number = parse_integer(limit.second);
  if (!number || number.value < 0)
    throw UsageError("--limit " + limit.first + " takes a whole number, not " + quote(limit.second));
  return limit;
}

Verb verb_of(std::string_view word) {
  if (word == "eval") return Verb::eval;
  if (word == "expand") return Verb::expand;
  if (word == "restore") return Verb::restore;
  if (word == "host") return Verb::host;
  if (word == "matrix") return Verb::matrix;
  if (word == "inventory") return Verb::inventory;
  if (word == "cases") return Verb::cases;
  if (word == "functions") return Verb::functions;
  if (word == "port") return Verb::port;
  if (word == "lsp") return Verb::lsp;
  if (word == "check-docs") return Verb::check_docs;
  if (word == "shrink") return Verb::shrink;
  if (word == "link") return Verb::link;
  if (word == "snapshot") return Verb::snapshot;
  if (word == "bisect") return Verb::bisect;
  if (word == "verify") return Verb::verify;
  if (word == "serve") return Verb::serve;
  if (word == "repl") return Verb::repl;
  if (word == "site") throw UsageError("there is no site in this command; npx evalground site writes it");
  unknown("verb", word, verbs);
}

// The verbs that pipelines run over documents of many people; nobody is there to stop an evaluation.
constexpr std::uint32_t unattended_time_ms = 30'000;

bool is_unattended(Verb verb) {
  return verb == Verb::check_docs || verb == Verb::snapshot || verb == Verb::cases || verb == Verb::verify;
}

// Reads the flag at `at`, and its value, which may follow a "=" or be the next argument.
class Reader {
 public:
  explicit Reader(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  Options read() {
    if (arguments_.empty()) throw UsageError("a verb is missing; evalground --help lists them");
    bool flags_are_over = false;
    bool has_verb = false;
    for (; at_ < arguments_.size(); ++at_) {
      const std::string_view argument = arguments_[at_];
      if (!flags_are_over && argument == "--") {
        flags_are_over = true;
      } else if (!flags_are_over && argument.size() > 1 && argument.starts_with('-')) {
        read_flag(argument);
      } else if (!has_verb) {
        options_.verb = verb_of(argument);
        options_.about = argument;
        has_verb = true;
      } else {
        options_.operands.emplace_back(argument);
      }
    }
    if (asked_) options_.verb = *asked_;
    if (!has_verb && !asked_) throw UsageError("a verb is missing; evalground --help lists them");
    if (options_.verb != Verb::restore && (options_.changes || options_.changed)) {
      throw UsageError("--changes and --changed are for restore");
    }
    if (options_.verb != Verb::port && (options_.to || options_.fix)) throw UsageError("--to and --fix are for port");
    if (options_.verb != Verb::cases && options_.coverage) throw UsageError("--coverage is for cases");
    check_formats();
    check_repro();
    check_serve();
    if (options_.changes && options_.changed) throw UsageError("--changes and --changed say the same; give one");
    if (options_.isolates && !is_unattended(options_.verb) && options_.verb != Verb::eval &&
        options_.verb != Verb::link)
      throw UsageError("--isolate is for eval, link, check-docs, snapshot, cases and verify");
    if (options_.allow_private && !options_.allow_fetch) throw UsageError("--allow-private needs --allow-fetch");
    if (options_.time_ms == 0 && is_unattended(options_.verb)) options_.time_ms = unattended_time_ms;
    return std::move(options_);
  }

 private:
  // Findings have other forms than results.
  void check_formats() const {
    if (options_.verb == Verb::snapshot) {
      if (options_.format == Format::json || options_.format == Format::yaml)
        throw UsageError("snapshot has the formats text, junit, sarif and markdown");
      return;
    }
    if (options_.format == Format::markdown) throw UsageError("the format markdown is for snapshot");
    const bool is_of_findings = options_.format == Format::sarif || options_.format == Format::junit;
    const bool is_of_results = options_.format == Format::json || options_.format == Format::yaml;
    if (options_.verb == Verb::check_docs && is_of_results)
      throw UsageError("check-docs has the formats text, sarif and junit");
    if (options_.verb != Verb::check_docs && is_of_findings)
      throw UsageError("the formats sarif and junit are for check-docs and snapshot");
    if (options_.verb != Verb::check_docs && options_.update) throw UsageError("--update is for check-docs");
  }

  // Flags that only some verbs know.
  void check_repro() const {
    const Verb verb = options_.verb;
    if (verb == Verb::lsp && !options_.operands.empty())
      throw UsageError("lsp takes no file, not " + quote(options_.operands.front()) +
                       ": an editor names what it opens");
    const bool reduces = verb == Verb::shrink || verb == Verb::link;
    if ((options_.keep || options_.keep_error) && !reduces && verb != Verb::bisect)
      throw UsageError("--keep and --keep-error are for shrink, link and bisect");
    if (options_.keep && options_.keep_error) throw UsageError("--keep and --keep-error are two goals; give one");
    if ((options_.disguises || options_.shrinks || options_.keeps_lengths || options_.table || options_.trials) &&
        !reduces)
      throw UsageError("--shrink, --disguise, --lengths, --table and --trials are for shrink and link");
    if ((options_.table || options_.keeps_lengths) && !options_.disguises)
      throw UsageError("--table and --lengths are for --disguise");
    if (options_.opens && verb != Verb::serve &&
        (options_.shrinks || options_.disguises || options_.markdown || options_.keep || options_.keep_error ||
         options_.site))
      throw UsageError("--open only prints the workspace of a link; give the link to link, without --open, for more");
    if (options_.site && verb != Verb::serve && !options_.site->starts_with("https://") &&
        !options_.site->starts_with("http://"))
      throw UsageError("--site takes the address of a page, such as https://example.org/, not " +
                       quote(*options_.site));
    if (options_.markdown && verb != Verb::link) throw UsageError("--markdown is for link");
    if (options_.opens && verb != Verb::link && verb != Verb::serve) throw UsageError("--open is for link and serve");
    if (options_.site && verb != Verb::link && verb != Verb::snapshot && verb != Verb::verify && verb != Verb::lsp &&
        verb != Verb::serve && verb != Verb::repl)
      throw UsageError("--site is for link, snapshot, verify, lsp, serve and repl");
    if (!options_.keeps_history && verb != Verb::repl) throw UsageError("--no-history is for repl");
    if (verb == Verb::repl && options_.expression)
      throw UsageError("repl takes no --expression: each line that it reads is one");
    if (options_.since && !options_.check) throw UsageError("--since is for snapshot --check");
    if (options_.check && verb != Verb::snapshot) throw UsageError("--check is for snapshot");
    if ((options_.good || options_.bad) && verb != Verb::bisect) throw UsageError("--good and --bad are for bisect");
    if ((options_.allow_original || options_.random || options_.material || options_.seed != 0) && verb != Verb::verify)
      throw UsageError("--allow-original, --random, --seed and --material are for verify");
  }

  void check_serve() const {
    if (options_.verb == Verb::serve) {
      for (const std::string& flag : given_) {
        if (std::find(std::begin(serve_flags), std::end(serve_flags), flag) == std::end(serve_flags))
          throw UsageError(flag + " is not for serve, which takes --port, --open and --site");
      }
    }
    if (options_.verb == Verb::serve && options_.operands.size() > 1)
      throw UsageError("serve takes one folder, not " + quote(options_.operands[1]) + " as well");
    if (options_.verb != Verb::serve && options_.port) throw UsageError("--port is for serve");
  }

  std::string_view value(std::string_view flag) {
    if (inline_value_) return *inline_value_;
    if (at_ + 1 >= arguments_.size()) throw UsageError(std::string(flag) + " needs a value");
    return arguments_[++at_];
  }

  void read_flag(std::string_view argument) {
    const std::size_t equals = argument.find('=');
    const std::string_view flag = argument.substr(0, equals);
    inline_value_.reset();
    given_.emplace_back(flag);
    if (equals != std::string_view::npos) inline_value_ = argument.substr(equals + 1);

    // Flags without a value, then those that take one.
    if (flag == "--help" || flag == "-h") return ask(Verb::help);
    if (flag == "--version") return ask(Verb::version);
    if (flag == "--trace") return set(flag, options_.trace);
    if (flag == "--reveal") return set(flag, options_.reveal);
    if (flag == "--allow-fetch") return set(flag, options_.allow_fetch);
    if (flag == "--allow-private") return set(flag, options_.allow_private);
    if (flag == "--isolate") return set(flag, options_.isolates);
    if (flag == "--allow-python") return set(flag, options_.allow_python);
    if (flag == "--quirks") return set(flag, options_.quirks);
    if (flag == "--follow") return set(flag, options_.follow);
    if (flag == "--fix") return set(flag, options_.fix);
    if (flag == "--update") return set(flag, options_.update);
    if (flag == "--coverage") return set(flag, options_.coverage);
    if (flag == "--shrink") return set(flag, options_.shrinks);
    if (flag == "--disguise") return set(flag, options_.disguises);
    if (flag == "--lengths") return set(flag, options_.keeps_lengths);
    if (flag == "--open") return set(flag, options_.opens);
    if (flag == "--markdown") return set(flag, options_.markdown);
    if (flag == "--check") return set(flag, options_.check);
    if (flag == "--allow-original") return set(flag, options_.allow_original);
    if (flag == "--no-history") {
      bool is_off = false;
      set(flag, is_off);
      options_.keeps_history = !is_off;
      return;
    }
    if (flag == "--dialect") {
      options_.dialect = value(flag);
    } else if (flag == "--main") {
      options_.main = value(flag);
    } else if (flag == "--file") {
      options_.files.emplace_back(value(flag));
    } else if (flag == "--expression") {
      options_.expression = value(flag);
    } else if (flag == "--resource") {
      options_.resource = value(flag);
    } else if (flag == "--data") {
      options_.data = value(flag);
    } else if (flag == "--var") {
      options_.vars.push_back(pair_of(flag, value(flag)));
    } else if (flag == "--env") {
      options_.env.push_back(pair_of(flag, value(flag)));
    } else if (flag == "--input") {
      options_.inputs.push_back(pair_of(flag, value(flag)));
    } else if (flag == "--format") {
      options_.format = format_of(value(flag));
    } else if (flag == "--limit") {
      options_.limits.push_back(limit_of(value(flag)));
    } else if (flag == "--time") {
      options_.time_ms = milliseconds_of(value(flag));
    } else if (flag == "--color") {
      options_.color = color_of(value(flag));
    } else if (flag == "--changes") {
      options_.changes = value(flag);
    } else if (flag == "--changed") {
      options_.changed = value(flag);
    } else if (flag == "--root") {
      options_.root = value(flag);
    } else if (flag == "--out") {
      options_.out = value(flag);
    } else if (flag == "--to") {
      options_.to = value(flag);
    } else if (flag == "--site") {
      options_.site = value(flag);
    } else if (flag == "--inventory") {
      options_.inventories.emplace_back(value(flag));
    } else if (flag == "--variable") {
      options_.variables.emplace_back(value(flag));
    } else if (flag == "--keep") {
      options_.keep = value(flag);
    } else if (flag == "--keep-error") {
      options_.keep_error = value(flag);
    } else if (flag == "--trials") {
      options_.trials = number_of(flag, value(flag), 1);
    } else if (flag == "--random") {
      options_.random = number_of(flag, value(flag), 1);
    } else if (flag == "--seed") {
      options_.seed = number_of(flag, value(flag), 0);
    } else if (flag == "--material") {
      options_.material = value(flag);
    } else if (flag == "--table") {
      options_.table = value(flag);
    } else if (flag == "--good") {
      options_.good = value(flag);
    } else if (flag == "--bad") {
      options_.bad = value(flag);
    } else if (flag == "--since") {
      options_.since = value(flag);
    } else if (flag == "--port") {
      options_.port = port_of(value(flag));
    } else if (flag == "--vault-password-file") {
      options_.vault_password_file = value(flag);
    } else if (const auto* option = repository_option(flag)) {
      options_.repository.emplace_back(option->second, value(flag));
    } else {
      unknown("flag", flag, flags);
    }
  }

  static const std::pair<std::string_view, std::string_view>* repository_option(std::string_view flag) {
    const auto* found = std::find_if(std::begin(repository_flags), std::end(repository_flags),
                                     [&](const auto& one) { return one.first == flag; });
    return found == std::end(repository_flags) ? nullptr : found;
  }

  void ask(Verb verb) { asked_ = verb; }

  void set(std::string_view flag, bool& on) {
    if (inline_value_) throw UsageError(std::string(flag) + " takes no value");
    on = true;
  }

  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  std::optional<std::string_view> inline_value_;
  std::vector<std::string> given_;  // flags
  std::optional<Verb> asked_;
  Options options_;
};

}  // namespace

Options read_options(const std::vector<std::string>& arguments) {
  return Reader(arguments).read();
}

}  // namespace evalground::cli
