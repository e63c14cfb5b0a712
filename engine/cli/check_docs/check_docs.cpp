// `evalground check-docs`: evaluates the examples in documents, compares each with the output that the document shows,
// and rewrites outdated outputs with --update.
//
// Formats differ only in how blocks are found (formats[]); everything after that is common. An update must not break
// the document: the changed text is read again, and if an example is then different, the change that caused it is taken
// back (refuse_broken). The file is written only if nobody has saved it in the meantime.
#include "cli/check_docs/check_docs.hpp"

#include <algorithm>
#include <cstdio>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/baseline.hpp"
#include "cli/check_docs/comparison.hpp"
#include "cli/check_docs/example.hpp"
#include "cli/check_docs/includes.hpp"
#include "cli/check_docs/insertion.hpp"
#include "cli/check_docs/lines.hpp"
#include "cli/check_docs/near_misses.hpp"
#include "cli/check_docs/reasons.hpp"
#include "cli/check_docs/settings.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "cli/outside.hpp"
#include "cli/report.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

using Reader = std::vector<Block> (*)(std::string_view);

struct DocumentFormat {
  std::string_view ending;
  Reader read;
  bool has_sessions;
  CommentForm comment;
};

constexpr CommentForm markup_comment = {"<!--", "-->"};
constexpr CommentForm mdx_comment = {"{/*", "*/}"};

// Sessions are transcripts of a prompt, `yaql> …`, which need no mark.
constexpr DocumentFormat formats[] = {
    {".md", read_markdown, true, markup_comment}, {".markdown", read_markdown, true, markup_comment},
    {".mdx", read_mdx, true, mdx_comment},        {".rst", read_restructured_text, true, {".. ", ""}},
    {".adoc", read_asciidoc, true, {"//", ""}},   {".asciidoc", read_asciidoc, true, {"//", ""}},
    {".html", read_html, false, markup_comment},  {".htm", read_html, false, markup_comment},
    {".cf", read_org, false, {"#", ""}},          {".txt", read_sessions, false, {"#", ""}},
    {".py", read_sessions, false, {"#", ""}},
};

const DocumentFormat* format_of(std::string_view path) {
  const std::string name = lower_case(path);
  for (const DocumentFormat& format : formats) {
    if (std::string_view(name).ends_with(format.ending)) return &format;
  }
  return nullptr;
}

// Adds the output that an example does not show, if the block has a place for it.
void insert(const Map& outcome, const Block& block, std::string_view text, Finding& finding) {
  const std::string output = compare(outcome, Shown{{}, "(none)", "", ""}).text;
  const std::string lines = output.empty() || output.ends_with('\n') ? output : output + "\n";
  const std::optional<Edit> edit = output_behind(text, block, lines);
  if (!edit) return;
  finding.verdict = Verdict::stale;
  finding.is_missing = true;
  finding.difference = difference("", lines);
  finding.expected = lines;
  finding.edits = {*edit};
}

Value outcome_of_example(Map workspace, const Options& options, const std::string& run_options) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  const std::string json = evaluate(write_json(Value::map(std::move(workspace)), budget), run_options, options);
  return parse_json(json, budget);
}

// Whether other seeds or another time give another result. No document can show such a result for long.
bool is_by_chance(const Example& example, const Options& options, const std::string& run_options,
                  const Comparison& comparison) {
  for (std::int64_t seed = 1; seed <= 8; ++seed) {
    Map workspace = example.workspace;
    if (!workspace.contains("seed")) workspace.set("seed", Value::integer(seed));
    if (!workspace.contains("clock")) workspace.set("clock", Value::string("2001-02-03T04:05:06Z"));
    const Value other = outcome_of_example(std::move(workspace), options, run_options);
    if (compare(other.as_map(), *example.shown).text != comparison.text) return true;
  }
  return false;
}

// Whether the output is that of YAQL's legacy mode, which its documentation shows without options.
bool is_of_legacy_mode(const Example& example, const Options& options, const std::string& run_options) {
  Map workspace = example.workspace;
  const Value* dialect = workspace.find("dialect");
  if (dialect == nullptr || !dialect->is_string() || dialect->as_string() != "yaql") return false;
  workspace.set("options", Value::map({{"legacy", Value::boolean(true)}}));
  const Value other = outcome_of_example(std::move(workspace), options, run_options);
  return compare(other.as_map(), *example.shown).is_same;
}

void skip(Finding& finding, std::string_view why) {
  finding.verdict = Verdict::skipped;
  finding.message = why;
}

void fail(Finding& finding, const Map& outcome) {
  finding.verdict = Verdict::failed;
  finding.message = std::string(trim_end(errors_of(outcome), "\n"));
  if (finding.message.starts_with("error: ")) finding.message.erase(0, 7);
}

// Evaluates an example and records the result as a finding.
// An example without an output only has to succeed.
void run(const Example& example, const Options& options, const std::string& run_options, std::string_view text,
         Finding& finding) {
  Map workspace = example.workspace;
  if (!example.is_own && !workspace.contains("seed")) workspace.set("seed", Value::integer(0));  // the same every time
  const Value value = outcome_of_example(std::move(workspace), options, run_options);
  const Map& outcome = value.as_map();
  if (!example.shown) {
    if (outcome.find("ok")->as_boolean()) {
      if (options.insert && example.block != nullptr) insert(outcome, *example.block, text, finding);
      return;
    }
    const std::string reason = reason_to_skip(example, outcome);
    return reason.empty() ? fail(finding, outcome) : skip(finding, reason);
  }
  const Comparison comparison = compare(outcome, *example.shown);
  if (comparison.is_same) return;
  if (const std::string reason = reason_to_skip(example, outcome); !reason.empty()) return skip(finding, reason);
  if (!example.is_own && is_by_chance(example, options, run_options, comparison))
    return skip(finding, "its result depends on chance or on the time: give it a seed and a clock");
  if (!example.is_own && is_of_legacy_mode(example, options, run_options))
    return skip(finding, "it is right in the legacy mode: give it the option");
  finding.verdict = Verdict::stale;
  finding.shown = example.shown->text;
  finding.difference = difference(example.shown->text, comparison.text);
  finding.expected = comparison.text;
  finding.edits = write_place(text, example.shown->place, comparison.text);
}

std::string folder_of(const std::string& path) {
  const std::string_view folder = directory_name(path);
  return folder.empty() ? "." : std::string(folder);
}

// All named files, and those below named folders with the suffix of a document.
std::vector<std::string> documents(const Options& options) {
  if (options.operands.empty()) throw UsageError("check-docs needs files or folders");
  std::vector<std::string> paths;
  for (const std::string& operand : options.operands) {
    if (is_file(operand) || format_of(operand) != nullptr) {
      if (format_of(operand) == nullptr) throw UsageError("check-docs cannot tell the format of " + quote(operand));
      paths.push_back(operand);
      continue;
    }
    for (const auto& [name, content] : read_folder(operand, options.follow)) {
      if (format_of(name.as_string()) != nullptr && content.is_string())
        paths.push_back(join_path(operand, name.as_string()));
    }
  }
  return paths;
}

// The blocks and examples of a document, in its order.
struct Contents {
  std::vector<Block> blocks, sessions;
  std::vector<Example> examples;  // refer to the blocks
};

Contents contents_of(const std::string& path, std::string_view text, const Options& options) {
  Contents contents;
  const DocumentFormat* format = format_of(path);
  if (format == nullptr) return contents;
  // A document may only name files in its folder and below.
  const ReadNamed read_named = [&](const std::string& name) {
    if (is_absolute_path(name) || escapes_root(name) || name.find("://") != std::string::npos)
      throw UsageError(quote(name) + " is not below the document");
    return read_below(folder_of(path), name, options.follow);
  };
  contents.blocks = format->read(text);
  if (format->read == read_org) {  // the policy uses its own name
    for (Block& block : contents.blocks) {
      block.attributes.emplace_back("file", base_name(path));
      block.attributes.emplace_back("main", "");
    }
  }
  read_includes(contents.blocks, read_named, options.every);
  add_settings(contents.blocks, text, format->comment);
  std::vector<Example>& examples = contents.examples;
  examples = examples_of(text, contents.blocks, read_named, options.every);
  if (format->has_sessions) {
    contents.sessions = read_sessions(text);
    for (Example& example : examples_of(text, contents.sessions, read_named)) examples.push_back(std::move(example));
    std::stable_sort(examples.begin(), examples.end(), [](const Example& a, const Example& b) { return a.at < b.at; });
  }
  return contents;
}

// The changes of all stale findings, in the order of the file.
// Findings may share a file but not an order, as sessions are found apart from blocks.
std::vector<Edit> edits_of(const std::vector<Finding>& findings) {
  std::vector<Edit> edits;
  for (const Finding& finding : findings) edits.insert(edits.end(), finding.edits.begin(), finding.edits.end());
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  return edits;
}

std::string with_edits(std::string_view text, const std::vector<Edit>& edits) {
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < at) continue;  // two examples share an output: find_broken() finds the one that is not shown
    result.append(text.substr(at, edit.begin - at)).append(edit.text);
    at = edit.end;
  }
  return result.append(text.substr(at));
}

// The outdated finding whose output the changed document would break: it ends early, or a part of it reads as another
// example. Null if the document shows every output. `before` and `after` are its examples before and after the edits.
// Compares both lists of examples in step, with offsets moved by the edits above. The culprit is the last change before
// the first difference: an output with a fence in it ends its own block.
Finding* find_broken(std::vector<Finding>& findings, const std::vector<Edit>& edits, const std::vector<Example>& before,
                     const std::vector<Example>& after) {
  Finding* last = nullptr;  // with changes
  std::size_t next = 0;     // change
  std::size_t grown = 0;    // by the changes above
  std::size_t shrunk = 0;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    for (; next < edits.size() && edits[next].end <= before[i].at; ++next) {
      grown += edits[next].text.size();
      shrunk += edits[next].end - edits[next].begin;
    }
    if (i == after.size() || after[i].at != before[i].at + grown - shrunk) return last;
    Finding& finding = findings[i];
    const bool is_changed = !finding.edits.empty();
    if (is_changed) last = &finding;
    const std::string_view now = after[i].shown ? std::string_view(after[i].shown->text) : std::string_view();
    const std::string_view was = before[i].shown ? std::string_view(before[i].shown->text) : std::string_view();
    if (!look_same(now, is_changed ? std::string_view(finding.expected) : was)) return last;
  }
  return after.size() > findings.size() ? last : nullptr;
}

// Takes the changes from the stale findings whose outputs their blocks cannot hold, and says so.
void refuse_broken(const std::string& path, std::string_view text, const Options& options,
                   const std::vector<Example>& examples, std::vector<Finding>& findings) {
  constexpr int most = 20;  // the document is read again for each
  for (int count = 0; count < most; ++count) {
    const std::vector<Edit> edits = edits_of(findings);
    if (edits.empty()) return;
    const std::string changed = with_edits(text, edits);
    const Contents after = contents_of(path, changed, options);
    Finding* broken = find_broken(findings, edits, examples, after.examples);
    if (broken == nullptr) return;
    broken->edits.clear();
    broken->message = "this kind of block cannot show such an output; show it in a fenced block";
  }
}

// In the order of the lines.
void add_warnings(const std::string& path, const LineNumbers& lines, const std::vector<NearMiss>& misses,
                  std::vector<Finding>& findings) {
  for (const NearMiss& miss : misses) {
    Finding finding;
    finding.file = path;
    finding.line = finding.last_line = lines.of(miss.at);
    finding.verdict = Verdict::warning;
    finding.message = miss.message;
    findings.push_back(std::move(finding));
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.line < b.line; });
}

}  // namespace

std::vector<Finding> check_document(const std::string& path, std::string_view text, const Options& options) {
  const std::string run_options = run_options_json(options);
  std::vector<Finding> findings;
  const Contents contents = contents_of(path, text, options);
  const std::vector<Example>& examples = contents.examples;
  const LineNumbers lines(text);
  for (const Example& example : examples) {
    Finding finding;
    finding.file = path;
    const std::size_t begin = example.shown ? example.shown->place.begin : example.at;
    const std::size_t end = example.shown ? std::max(begin, example.shown->place.end) : begin;
    finding.line = lines.of(begin);
    finding.last_line = std::max(finding.line, lines.of(end > begin ? end - 1 : end));
    finding.workspace = example.workspace;
    if (!example.problem.empty()) {
      finding.verdict = Verdict::failed;
      finding.message = example.problem;
    } else if (!example.skipped.empty()) {
      finding.verdict = Verdict::skipped;
      finding.message = example.skipped;
    } else {
      run(example, options, run_options, text, finding);
    }
    findings.push_back(std::move(finding));
  }
  refuse_broken(path, text, options, examples, findings);
  add_warnings(path, lines, near_misses(contents.blocks), findings);
  return findings;
}

// All or nothing: with one output that cannot be shown, the document is left alone.
std::string with_outputs(std::string_view text, std::vector<Finding>& findings) {
  const auto is_stale = [](const Finding& finding) { return finding.verdict == Verdict::stale; };
  const auto is_refused = [&](const Finding& finding) { return is_stale(finding) && finding.edits.empty(); };
  if (std::any_of(findings.begin(), findings.end(), is_refused)) return std::string(text);
  for (Finding& finding : findings) {
    if (is_stale(finding)) finding.verdict = Verdict::updated;
  }
  return with_edits(text, edits_of(findings));
}

namespace {

// Changes the document on the disk; where that fails, its findings say so.
// A file that was saved in the meantime is left alone, and its findings become failures, so that nobody takes the
// document for updated.
void update(const std::string& path, std::string_view text, std::vector<Finding>& findings, const Options& options) {
  const std::string written = with_outputs(text, findings);
  if (written == text) return;
  std::string problem;
  try {
    if (replace_below(folder_of(path), std::string(base_name(path)), std::string(text), written, options.follow))
      return;
  } catch (const DiskError& error) {
    problem = error.what();
  }
  for (Finding& finding : findings) {
    if (finding.verdict != Verdict::updated) continue;
    finding.verdict = problem.empty() ? Verdict::failed : Verdict::stale;
    finding.message = problem.empty()
                          ? "the document was saved while its examples ran, and is not updated; run check-docs again"
                          : problem;
  }
  if (!problem.empty()) throw DiskError(problem);
}

std::string read_document(const std::string& path) {
  std::string text = read_file(path);
  if (find_invalid_utf8(text)) throw DiskError(path + " is not UTF-8 text");
  return text;
}

}  // namespace

namespace {

// Applies or writes the file of known failures, and says which of them are right now.
void use_baseline(const Options& options, std::vector<Finding>& findings) {
  if (!options.baseline) return;
  const std::string& path = *options.baseline;
  if (options.update_baseline)
    write_below(folder_of(path), std::string(base_name(path)), baseline_of(findings), options.follow);
  for (const std::string& place : apply_baseline(read_file(path), findings))
    std::fprintf(stderr, "evalground: %s is no longer a failure: --update-baseline removes it from %s\n",
                 printable(place).c_str(), printable(path).c_str());
}

std::string report_of(const std::vector<Finding>& findings, Format format) {
  switch (format) {
    case Format::sarif: return findings_sarif(findings);
    case Format::junit: return findings_junit(findings);
    default: return printable(findings_text(findings));
  }
}

// Whether there are as many examples as there must be. Says what was looked for: a wrong folder and a typo in a mark
// look alike.
bool has_enough(const Options& options, std::size_t documents, const std::vector<Finding>& findings) {
  const auto least = static_cast<std::size_t>(options.allow_empty ? 0 : options.least.value_or(1));
  const auto is_warning = [](const Finding& finding) { return finding.verdict == Verdict::warning; };
  const auto warnings = std::count_if(findings.begin(), findings.end(), is_warning);
  const std::size_t count = findings.size() - static_cast<std::size_t>(warnings);
  if (count >= least) return true;
  std::fprintf(stderr,
               "evalground: found %zu examples in %zu documents, expected at least %zu. Examples are blocks with the "
               "mark `evalground`, blocks in one of the languages with an output after them, and sessions with "
               "`yaql>`.%s\n",
               count, documents, least, least == 1 ? " Use --allow-empty if there may be none." : "");
  return false;
}

}  // namespace

Checked check_docs(const Options& options) {
  std::vector<Finding> findings;
  bool has_problem = false;
  const std::vector<std::string> paths = documents(options);
  for (const std::string& path : paths) {
    std::vector<Finding> found;
    try {
      const std::string text = read_document(path);
      found = check_document(path, text, options);
      if (options.update) update(path, text, found, options);
    } catch (const DiskError& error) {  // the other documents are still checked
      has_problem = true;
      std::fprintf(stderr, "evalground: %s\n", printable(error.what()).c_str());
    }
    for (Finding& finding : found) findings.push_back(std::move(finding));
  }
  use_baseline(options, findings);
  const std::string report = report_of(findings, options.format);
  std::fwrite(report.data(), 1, report.size(), stdout);
  if (has_problem) return Checked::unreadable;
  const bool is_wrong = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.verdict == Verdict::stale || finding.verdict == Verdict::failed;
  });
  if (is_wrong) return Checked::wrong;
  return has_enough(options, paths.size(), findings) ? Checked::right : Checked::too_few;
}

}  // namespace evalground::cli
