#include "cli/command_line/flags.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/number.hpp"
#include "base/text/text.hpp"

namespace evalground::cli {
namespace {

using V = Verb;

constexpr Verbs evaluating = {V::eval, V::expand, V::restore, V::host, V::matrix, V::inventory};
constexpr Verbs reading = evaluating + Verbs{V::shrink, V::link, V::bisect, V::verify, V::repl};
constexpr Verbs running = reading + Verbs{V::cases, V::check_docs, V::snapshot};
constexpr Verbs reducing = {V::shrink, V::link};

std::string not_taken(const FlagRow& flag, std::string_view wanted, std::string_view value) {
  return std::string(flag.name) + " takes " + std::string(wanted) + ", not " + quote(value);
}

// "name=value"
std::pair<std::string, std::string> pair_of(const FlagRow& flag, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) throw UsageError(not_taken(flag, "name=value", text));
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

std::int64_t integer_of(const FlagRow& flag, std::string_view text, std::int64_t least, std::int64_t most,
                        std::string_view wanted) {
  const auto number = parse_integer(text);
  if (!number || number.value < least || number.value > most) throw UsageError(not_taken(flag, wanted, text));
  return number.value;
}

template <bool Options::*member>
void turn_on(Options& options, const FlagRow&, std::string_view) {
  options.*member = true;
}

template <std::optional<std::string> Options::*member>
void take_text(Options& options, const FlagRow&, std::string_view value) {
  options.*member = value;
}

template <std::vector<std::string> Options::*member>
void add_text(Options& options, const FlagRow&, std::string_view value) {
  (options.*member).emplace_back(value);
}

template <Options::Pairs Options::*member>
void add_pair(Options& options, const FlagRow& flag, std::string_view value) {
  (options.*member).push_back(pair_of(flag, value));
}

template <std::optional<std::uint64_t> Options::*member>
void take_count(Options& options, const FlagRow& flag, std::string_view value) {
  options.*member = static_cast<std::uint64_t>(integer_of(flag, value, 1, INT64_MAX, "a number above 0"));
}

// Sets the option of a repository that is called as the flag, or as given.
void set_option(Options& options, const FlagRow& flag, std::string_view value) {
  std::string name(flag.name == "--limit-hosts" ? "limit" : flag.name.substr(2));
  std::replace(name.begin(), name.end(), '-', '_');
  options.repository.emplace_back(std::move(name), value);
}

void take_seconds(Options& options, const FlagRow& flag, std::string_view value) {
  const auto seconds = parse_real(value);
  if (!seconds || seconds.value <= 0 || seconds.value > 1e6)
    throw UsageError(not_taken(flag, "a number of seconds above 0", value));
  options.time_ms = static_cast<std::uint32_t>(std::ceil(seconds.value * 1000));  // 0 would mean no limit
}

void add_limit(Options& options, const FlagRow& flag, std::string_view value) {
  static constexpr std::string_view known[] = {"steps", "depth", "memory", "output", "iterators"};
  auto limit = pair_of(flag, value);
  if (std::find(std::begin(known), std::end(known), limit.first) == std::end(known)) {
    const auto nearest = nearest_name(limit.first, known);
    throw UsageError("unknown limit " + quote(limit.first) +
                     (nearest ? "; did you mean " + std::string(*nearest) + "?" : ""));
  }
  const auto number = parse_integer(limit.second);
  if (!number || number.value < 0)
    throw UsageError("--limit " + limit.first + " takes a whole number, not " + quote(limit.second));
  options.limits.push_back(std::move(limit));
}

void take_format(Options& options, const FlagRow&, std::string_view value) {
  // Which of them a verb has is known when the whole line is read.
  static constexpr std::pair<std::string_view, Format> known[] = {
      {"json", Format::json},   {"yaml", Format::yaml},   {"text", Format::text},
      {"sarif", Format::sarif}, {"junit", Format::junit}, {"markdown", Format::markdown}};
  options.format = Format::automatic;
  options.format_name = value;
  for (const auto& [name, format] : known) {
    if (name == value) options.format = format;
  }
}

void take_color(Options& options, const FlagRow& flag, std::string_view value) {
  if (value == "auto") {
    options.color = Color::automatic;
  } else if (value == "always") {
    options.color = Color::always;
  } else if (value == "never") {
    options.color = Color::never;
  } else {
    throw UsageError(not_taken(flag, "auto, always or never", value));
  }
}

void keep_no_history(Options& options, const FlagRow&, std::string_view) {
  options.keeps_history = false;
}

void take_port(Options& options, const FlagRow& flag, std::string_view value) {
  options.port = static_cast<int>(integer_of(flag, value, 0, 65535, "a number from 0 to 65535"));
}

void take_seed(Options& options, const FlagRow& flag, std::string_view value) {
  options.seed = static_cast<std::uint64_t>(integer_of(flag, value, 0, INT64_MAX, "a number from 0 on"));
}

constexpr FlagRow all_flags[] = {
    {"--dialect", "NAME", Section::workspace, reading + Verbs{V::functions}, "one of those below",
     take_text<&Options::dialect>},
    {"--main", "PATH", Section::workspace, reading, "the document", take_text<&Options::main>},
    {"--file", "PATH", Section::workspace, reading, "another file it may include; may be repeated",
     add_text<&Options::files>},
    {"--expression", "TEXT", Section::workspace, reading, "what to evaluate; without it the whole document is",
     take_text<&Options::expression>},
    {"--resource", "NAME", Section::workspace, reading, "the current resource", take_text<&Options::resource>},
    {"--data", "JSON|@PATH", Section::workspace, reading, "the value that the expression runs against",
     take_text<&Options::data>},
    {"--var", "NAME=VALUE", Section::workspace, reading,
     "a variable; may be repeated, as the next two; a value that is JSON is taken as such", add_pair<&Options::vars>},
    {"--input", "NAME=VALUE", Section::workspace, reading, "an input or parameter", add_pair<&Options::inputs>},
    {"--env", "NAME=VALUE", Section::workspace, reading, "a variable of the environment", add_pair<&Options::env>},
    {"--option", "NAME=VALUE", Section::workspace, reading,
     "an option of the dialect, such as flavor=ansible; evalground functions --dialect NAME lists them",
     add_pair<&Options::dialect_options>},
    {"--quirks", "", Section::workspace, reading,
     "do as a reference implementation does where it contradicts its documentation", turn_on<&Options::quirks>},
    {"--root", "DIR", Section::workspace, reading,
     "the files below DIR are the virtual file system, but for links and names that begin with a dot",
     take_text<&Options::root>},
    {"--follow", "", Section::workspace, reading + Verbs{V::check_docs, V::snapshot, V::port},
     "follow symbolic links below --root and --out, and take hidden files", turn_on<&Options::follow>},

    {"--inventory", "PATH", Section::repository, reading,
     "a file, a folder or a list of hosts such as web1,web2; may be repeated; else ansible.cfg's",
     add_text<&Options::inventories>},
    {"--host", "NAME", Section::repository, reading, "the host in whose context is evaluated", set_option},
    {"--play", "NAME", Section::repository, reading, "the play, as a playbook such as site.yml#2", set_option},
    {"--role", "NAME", Section::repository, reading, "the role", set_option},
    {"--variable", "NAME", Section::repository, reading, "what host and matrix report; may be repeated; else all",
     add_text<&Options::variables>},
    {"--facts", "PATH", Section::repository, reading, "facts of hosts, a folder or a file", set_option},
    {"--limit-hosts", "PATTERN", Section::repository, reading, "the hosts that the play runs on", set_option},
    {"--playbook-dir", "DIR", Section::repository, reading, "the folder beside which variables are looked for",
     set_option},
    {"--hash-behaviour", "WORD", Section::repository, reading, "whether maps are replaced or merged", set_option,
     "replace merge"},
    {"--vault-password-file", "PATH", Section::repository, reading, "the password of vaults",
     take_text<&Options::vault_password_file>},

    {"--limit", "NAME=VALUE", Section::running, running, "steps, depth, memory (bytes), output (bytes)", add_limit},
    {"--time", "SECONDS", Section::running, running,
     "end each evaluation after that time; else check-docs, snapshot, cases and verify after 30", take_seconds},
    {"--allow-fetch", "", Section::running, running, "fetch the URLs that the document asks for, by curl",
     turn_on<&Options::allow_fetch>},
    {"--allow-private", "", Section::running, running, "and those of this machine and of its network",
     turn_on<&Options::allow_private>},
    {"--allow-python", "", Section::running, running,
     "run the Python functions of the document, by python3 and with your rights", turn_on<&Options::allow_python>},
    {"--isolate",
     "",
     Section::running,
     {V::eval, V::link, V::check_docs, V::snapshot, V::cases, V::verify},
     "evaluate in processes of their own, which the system holds to the limits",
     turn_on<&Options::isolates>},
    {"--trace", "", Section::running, evaluating + Verbs{V::cases, V::repl}, "print the steps of the evaluation",
     turn_on<&Options::trace>},
    {"--reveal", "", Section::running, evaluating + Verbs{V::cases, V::check_docs, V::repl}, "show sensitive values",
     turn_on<&Options::reveal>},
    {"--format", "WORD", Section::running,
     evaluating + Verbs{V::functions, V::repl, V::check_docs, V::shrink, V::link, V::snapshot},
     "json, yaml or text; with check-docs sarif or junit, with snapshot markdown, too", take_format},
    {"--out", "DIR", Section::running, evaluating, "save the files that the evaluation wrote below DIR",
     take_text<&Options::out>},
    {"--color", "WORD", Section::running, evaluating + Verbs{V::port, V::repl}, "whether problems are colored",
     take_color, "auto always never"},

    {"--changed",
     "PATH",
     Section::verb,
     {V::restore},
     "the expanded document as it was edited",
     take_text<&Options::changed>},
    {"--changes",
     "JSON|@PATH",
     Section::verb,
     {V::restore},
     "its changes, [{\"path\": \"/a/b\", \"value\": 1}, {\"path\": \"/c\", \"delete\": true}]",
     take_text<&Options::changes>},
    {"--coverage",
     "",
     Section::verb,
     {V::cases},
     "list the lines of the documents that were never used",
     turn_on<&Options::coverage>},
    {"--to", "VERSION", Section::verb, {V::port}, "the version, such as 2.21", take_text<&Options::to>},
    {"--fix", "", Section::verb, {V::port}, "make the mechanical changes", turn_on<&Options::fix>},
    {"--update",
     "",
     Section::verb,
     {V::check_docs},
     "write outputs that are out of date anew",
     turn_on<&Options::update>},
    {"--shrink", "", Section::verb, reducing, "make the workspace smaller first", turn_on<&Options::shrinks>},
    {"--disguise", "", Section::verb, reducing, "give names, hosts and addresses others", turn_on<&Options::disguises>},
    {"--lengths", "", Section::verb, reducing, "the other names are as long", turn_on<&Options::keeps_lengths>},
    {"--table", "PATH", Section::verb, reducing, "write down what became what, as JSON", take_text<&Options::table>},
    {"--keep", "PATH=VALUE", Section::verb, reducing + Verbs{V::bisect}, "keep the value at that path",
     take_text<&Options::keep>},
    {"--keep-error", "CODE", Section::verb, reducing + Verbs{V::bisect}, "keep a problem of that code",
     take_text<&Options::keep_error>},
    {"--trials", "N", Section::verb, reducing, "end after that many evaluations", take_count<&Options::trials>},
    {"--markdown",
     "",
     Section::verb,
     {V::link},
     "the workspace, its result and the link, for an issue",
     turn_on<&Options::markdown>},
    {"--open",
     "",
     Section::verb,
     {V::link, V::serve},
     "print the workspace of a link; with serve, open the browser",
     turn_on<&Options::opens>},
    {"--site",
     "URL",
     Section::verb,
     {V::link, V::snapshot, V::verify, V::lsp, V::serve, V::repl},
     "the page that links open in; with serve, the folder of the page's files",
     take_text<&Options::site>},
    {"--check", "", Section::verb, {V::snapshot}, "compare with what is written down", turn_on<&Options::check>},
    {"--since",
     "REV",
     Section::verb,
     {V::snapshot},
     "add links to what was at that revision",
     take_text<&Options::since>},
    {"--good", "REV", Section::verb, {V::bisect}, "a revision at which it is right", take_text<&Options::good>},
    {"--bad", "REV", Section::verb, {V::bisect}, "a later revision at which it is not", take_text<&Options::bad>},
    {"--allow-original",
     "",
     Section::verb,
     {V::verify},
     "run the document in its original, with your rights",
     turn_on<&Options::allow_original>},
    {"--random",
     "N",
     Section::verb,
     {V::verify},
     "so many workspaces, made or taken by chance",
     take_count<&Options::random>},
    {"--seed", "N", Section::verb, {V::verify}, "which of them", take_seed},
    {"--material",
     "DIR",
     Section::verb,
     {V::verify},
     "the folder of what makes them, or of workspaces",
     take_text<&Options::material>},
    {"--port", "N", Section::verb, {V::serve}, "8750 by default, or the next free one; 0: any", take_port},
    {"--no-history", "", Section::verb, {V::repl}, "keep no lines for the next prompt", keep_no_history},
};

constexpr FlagPair all_pairs[] = {
    {"--changed", "--changes", false}, {"--keep", "--keep-error", false}, {"--table", "--disguise", true},
    {"--lengths", "--disguise", true}, {"--since", "--check", true},      {"--allow-private", "--allow-fetch", true},
};

constexpr auto flag_words = [] {
  std::array<std::string_view, std::size(all_flags)> all;
  std::transform(std::begin(all_flags), std::end(all_flags), all.begin(), [](const FlagRow& row) { return row.name; });
  return all;
}();

}  // namespace

std::string_view title_of(Section section) {
  switch (section) {
    case Section::workspace: return "A workspace";
    case Section::repository: return "An Ansible repository, paths as they are below --root";
    case Section::running: return "Running";
    default: return "Of one verb";
  }
}

std::span<const FlagRow> flag_rows() {
  return all_flags;
}

std::span<const FlagPair> flag_pairs() {
  return all_pairs;
}

const FlagRow& flag_of(std::string_view name) {
  for (const FlagRow& row : all_flags) {
    if (row.name == name) return row;
  }
  const auto nearest = nearest_name(name, flag_words);
  throw UsageError("unknown flag " + quote(name) + (nearest ? "; did you mean " + std::string(*nearest) + "?" : ""));
}

}  // namespace evalground::cli
