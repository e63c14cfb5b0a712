// The flags of the command, as one table: name, value, section of the help, the verbs that accept it, text of the help,
// and the function that stores the value.
//
// Everything that knows flags follows from the table: reading the command line, the help, completion in shells, and the
// suggestion for a misspelt name. Most functions are templates over a member of Options, so a new flag is usually one
// row. Checks that need the whole line, such as a format that the verb cannot write, happen after reading it.
#include "cli/command_line/flags.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/number.hpp"
#include "base/text/text.hpp"

namespace evalground::cli {
namespace {

using V = Verb;

// Groups of verbs that take the same flags, each built on the one before.
constexpr Verbs evaluating = {V::eval, V::expand, V::restore, V::host, V::matrix, V::inventory};
constexpr Verbs reading =
    evaluating + Verbs{V::graph, V::shrink, V::change, V::why, V::link, V::bisect, V::verify, V::repl};
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

// The functions below store a value: the table names them with the member of Options that they fill.
template <bool Options::*member>
void turn_on(Options& options, const FlagRow&, std::string_view) {
  options.*member = true;
}

template <std::optional<std::string> Options::*member>
void take_text(Options& options, const FlagRow&, std::string_view value) {
  options.*member = value;
}

// For a flag of which a second one would need to be obeyed too.
template <std::optional<std::string> Options::*member>
void take_only_text(Options& options, const FlagRow& flag, std::string_view value) {
  if (options.*member) throw UsageError(std::string(flag.name) + " can be given once");
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

// Sets the repository option with the flag's name, or the given name.
// `--playbook-dir x` is the option playbook_dir. --limit-hosts has another name, because --limit is for limits.
void set_option(Options& options, const FlagRow& flag, std::string_view value) {
  std::string name(flag.name == "--limit-hosts" ? "limit" : flag.name.substr(2));
  std::replace(name.begin(), name.end(), '-', '_');
  options.repository.emplace_back(std::move(name), value);
}

// Rounded up to milliseconds, or 0.0001 would become 0.
void take_seconds(Options& options, const FlagRow& flag, std::string_view value) {
  const auto seconds = parse_real(value);
  if (!seconds || seconds.value <= 0 || seconds.value > 1e6)
    throw UsageError(not_taken(flag, "a number of seconds above 0", value));
  options.time_ms = static_cast<std::uint32_t>(std::ceil(seconds.value * 1000));  // 0 would mean unlimited
}

// Unknown names are refused here, as the engine would only warn.
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
  // Formats of all verbs. The verb is only known after the whole line has been read.
  static constexpr std::pair<std::string_view, Format> known[] = {
      {"json", Format::json},   {"yaml", Format::yaml},         {"text", Format::text},       {"sarif", Format::sarif},
      {"junit", Format::junit}, {"markdown", Format::markdown}, {"mermaid", Format::mermaid}, {"dot", Format::dot},
      {"svg", Format::svg},     {"diff", Format::diff}};
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

// "cf3", or "yaml=heat"
void add_language(Options& options, const FlagRow&, std::string_view value) {
  const std::size_t equals = std::min(value.find('='), value.size());
  const std::string_view dialect = value.substr(std::min(equals + 1, value.size()));
  options.every.emplace_back(std::string(value.substr(0, equals)), std::string(dialect));
}

// In the order of the help, by sections.
constexpr FlagRow all_flags[] = {
    {"--dialect", "NAME", Section::workspace, reading + Verbs{V::functions}, "one of the dialects below",
     take_text<&Options::dialect>},
    {"--main", "PATH", Section::workspace, reading, "the document", take_text<&Options::main>},
    {"--file", "PATH", Section::workspace, reading, "another file that the document may include; may be repeated",
     add_text<&Options::files>},
    {"--expression", "TEXT", Section::workspace, reading, "the expression to evaluate; the whole document by default",
     take_text<&Options::expression>},
    {"--resource", "NAME", Section::workspace, reading, "the current resource", take_text<&Options::resource>},
    {"--data", "JSON|@PATH", Section::workspace, reading, "the data that the expression queries",
     take_text<&Options::data>},
    {"--var", "NAME=VALUE", Section::workspace, reading,
     "a variable; a VALUE that is valid JSON is read as JSON; may be repeated", add_pair<&Options::vars>},
    {"--input", "NAME=VALUE", Section::workspace, reading, "an input or parameter; may be repeated",
     add_pair<&Options::inputs>},
    {"--env", "NAME=VALUE", Section::workspace, reading, "an environment variable; may be repeated",
     add_pair<&Options::env>},
    {"--option", "NAME=VALUE", Section::workspace, reading,
     "an option of the dialect, such as flavor=ansible; evalground functions --dialect NAME lists them",
     add_pair<&Options::dialect_options>},
    {"--quirks", "", Section::workspace, reading,
     "where the reference implementation contradicts its documentation, follow the implementation",
     turn_on<&Options::quirks>},
    {"--root", "DIR", Section::workspace, reading,
     "use the files below DIR as the file system, except symbolic links and hidden files", take_text<&Options::root>},
    {"--follow", "", Section::workspace, reading + Verbs{V::check_docs, V::snapshot, V::port},
     "follow symbolic links below --root and --out, and include hidden files", turn_on<&Options::follow>},

    {"--inventory", "PATH", Section::repository, reading,
     "a file, a folder or a list of hosts such as web1,web2; may be repeated; that of ansible.cfg by default",
     add_text<&Options::inventories>},
    {"--host", "NAME", Section::repository, reading, "the host to evaluate for", set_option},
    {"--play", "NAME", Section::repository, reading, "the play, as a playbook such as site.yml#2", set_option},
    {"--role", "NAME", Section::repository, reading, "the role", set_option},
    {"--variable", "NAME", Section::repository, reading,
     "a variable that host and matrix show; may be repeated; all by default", add_text<&Options::variables>},
    {"--facts", "PATH", Section::repository, reading, "a folder or file with facts of hosts", set_option},
    {"--limit-hosts", "PATTERN", Section::repository, reading, "the hosts that the play runs on", set_option},
    {"--playbook-dir", "DIR", Section::repository, reading, "the folder whose group_vars and host_vars apply",
     set_option},
    {"--hash-behaviour", "WORD", Section::repository, reading,
     "whether later maps replace earlier ones or merge with them", set_option, "replace merge"},
    {"--vault-password-file", "PATH", Section::repository, reading, "the file with the password of vaults",
     take_text<&Options::vault_password_file>},

    {"--limit", "NAME=VALUE", Section::running, running, "steps, depth, memory (bytes), output (bytes)", add_limit},
    {"--time", "SECONDS", Section::running, running,
     "stop each evaluation after this time; 30 by default for check-docs, snapshot, cases and verify", take_seconds},
    {"--allow-fetch", "", Section::running, running, "fetch URLs that the document names, with curl",
     turn_on<&Options::allow_fetch>},
    {"--allow-private", "", Section::running, running, "also fetch URLs of this machine and of private networks",
     turn_on<&Options::allow_private>},
    {"--allow-python", "", Section::running, running,
     "run the document's Python functions with python3 and your permissions", turn_on<&Options::allow_python>},
    {"--isolate",
     "",
     Section::running,
     {V::eval, V::graph, V::link, V::check_docs, V::snapshot, V::cases, V::verify},
     "evaluate in child processes, on which the system enforces the limits",
     turn_on<&Options::isolates>},
    {"--trace", "", Section::running, evaluating + Verbs{V::cases, V::repl}, "print the steps of the evaluation",
     turn_on<&Options::trace>},
    {"--reveal", "", Section::running, evaluating + Verbs{V::cases, V::check_docs, V::repl}, "show sensitive values",
     turn_on<&Options::reveal>},
    {"--format", "WORD", Section::running,
     evaluating +
         Verbs{V::graph, V::functions, V::repl, V::check_docs, V::shrink, V::change, V::why, V::link, V::snapshot},
     "json, yaml or text; check-docs also writes sarif and junit, snapshot also markdown, graph mermaid, dot and svg, "
     "change diff",
     take_format},
    {"--out", "DIR", Section::running, evaluating, "save the files that the evaluation wrote to DIR",
     take_text<&Options::out>},
    {"--color", "WORD", Section::running, evaluating + Verbs{V::graph, V::port, V::repl}, "when to color problems",
     take_color, "auto always never"},

    {"--changed", "PATH", Section::verb, {V::restore}, "the edited expanded document", take_text<&Options::changed>},
    {"--changes",
     "JSON|@PATH",
     Section::verb,
     {V::restore},
     "changes to the expanded document, [{\"path\": \"/a/b\", \"value\": 1}, {\"path\": \"/c\", \"delete\": true}]",
     take_text<&Options::changes>},
    {"--coverage",
     "",
     Section::verb,
     {V::cases},
     "list the lines of the documents that no case used",
     turn_on<&Options::coverage>},
    {"--to",
     "VERSION",
     Section::verb,
     {V::port},
     "the version to move to: 2.21 (Ansible) or 2026 (Δ-controller)",
     take_text<&Options::to>},
    {"--fix", "", Section::verb, {V::port}, "apply the changes that need no decision", turn_on<&Options::fix>},
    {"--update", "", Section::verb, {V::check_docs}, "rewrite outdated outputs", turn_on<&Options::update>},
    {"--insert",
     "",
     Section::verb,
     {V::check_docs},
     "also write the outputs that marked examples do not show",
     turn_on<&Options::insert>},
    {"--all",
     "LANGUAGE",
     Section::verb,
     {V::check_docs},
     "run all blocks in this language, marked or not; yaml=heat sets the dialect; may be repeated",
     add_language},
    {"--min",
     "N",
     Section::verb,
     {V::check_docs},
     "exit code 3 if there are fewer than N examples; 1 by default",
     take_count<&Options::least>},
    {"--allow-empty",
     "",
     Section::verb,
     {V::check_docs},
     "do not fail if there are no examples",
     turn_on<&Options::allow_empty>},
    {"--baseline",
     "PATH",
     Section::verb,
     {V::check_docs},
     "do not fail because of the failures in this file",
     take_text<&Options::baseline>},
    {"--update-baseline",
     "",
     Section::verb,
     {V::check_docs},
     "write the current failures to the file of --baseline",
     turn_on<&Options::update_baseline>},
    {"--shrink", "", Section::verb, reducing, "reduce the workspace first", turn_on<&Options::shrinks>},
    {"--disguise", "", Section::verb, reducing, "replace names, hosts and addresses", turn_on<&Options::disguises>},
    {"--lengths", "", Section::verb, reducing, "keep the lengths of replaced names", turn_on<&Options::keeps_lengths>},
    {"--table", "PATH", Section::verb, reducing, "save the table of replaced names as JSON",
     take_text<&Options::table>},
    {"--keep", "PATH=VALUE", Section::verb, reducing + Verbs{V::bisect}, "preserve the value at this path",
     take_text<&Options::keep>},
    {"--keep-error", "CODE", Section::verb, reducing + Verbs{V::bisect}, "preserve a problem with this code",
     take_text<&Options::keep_error>},
    {"--set",
     "PATH=VALUE",
     Section::verb,
     {V::change},
     "the value to change and what it should be; a VALUE that is valid JSON is read as JSON",
     take_only_text<&Options::set>},
    {"--apply", "N", Section::verb, {V::change}, "write candidate N", take_count<&Options::apply>},
    {"--trials", "N", Section::verb, reducing + Verbs{V::change, V::why}, "stop after N evaluations",
     take_count<&Options::trials>},
    {"--markdown",
     "",
     Section::verb,
     {V::link},
     "the workspace, its result and the link, for an issue",
     turn_on<&Options::markdown>},
    {"--replace-secrets",
     "",
     Section::verb,
     {V::link},
     "replace whatever looks like a secret with a placeholder",
     turn_on<&Options::replaces_secrets>},
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
     "the address of the page that links open; with serve, the folder with the page's files",
     take_text<&Options::site>},
    {"--check", "", Section::verb, {V::snapshot}, "compare with the recorded results", turn_on<&Options::check>},
    {"--since",
     "REV",
     Section::verb,
     {V::snapshot},
     "add links to the results at this revision",
     take_text<&Options::since>},
    {"--good", "REV", Section::verb, {V::bisect}, "a revision with the right result", take_text<&Options::good>},
    {"--bad", "REV", Section::verb, {V::bisect}, "a later revision with a wrong result", take_text<&Options::bad>},
    {"--allow-original",
     "",
     Section::verb,
     {V::verify},
     "run the document in the original implementation, with your permissions",
     turn_on<&Options::allow_original>},
    {"--random", "N", Section::verb, {V::verify}, "compare N random workspaces", take_count<&Options::random>},
    {"--seed", "N", Section::verb, {V::verify}, "the seed of the random choice", take_seed},
    {"--material",
     "DIR",
     Section::verb,
     {V::verify},
     "a folder of generators, or of workspaces to choose from",
     take_text<&Options::material>},
    {"--port", "N", Section::verb, {V::serve}, "the port; 8750 or the next free one by default, 0 for any", take_port},
    {"--no-history", "", Section::verb, {V::repl}, "do not save the lines for the next prompt", keep_no_history},
};

// Flags that exclude each other (false), and flags that need a second flag (true).
constexpr FlagPair all_pairs[] = {
    {"--changed", "--changes", false}, {"--keep", "--keep-error", false}, {"--table", "--disguise", true},
    {"--lengths", "--disguise", true}, {"--since", "--check", true},      {"--allow-private", "--allow-fetch", true},
    {"--insert", "--update", true},    {"--min", "--allow-empty", false}, {"--update-baseline", "--baseline", true},
};

constexpr auto flag_words = [] {
  std::array<std::string_view, std::size(all_flags)> all;
  std::transform(std::begin(all_flags), std::end(all_flags), all.begin(), [](const FlagRow& row) { return row.name; });
  return all;
}();

}  // namespace

std::string_view title_of(Section section) {
  switch (section) {
    case Section::workspace: return "Workspace";
    case Section::repository: return "Ansible repository (paths below --root)";
    case Section::running: return "Running";
    default: return "For single verbs";
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
