// The report of `snapshot --check` in four forms: text, JUnit, SARIF, and Markdown with links for a pull request.
//
// Each change has a cause where one is known, the line of a document. SARIF puts it there, so a code host shows the
// change beside the line that made it.
#include "cli/snapshot/findings.hpp"

#include <algorithm>

#include "base/text/encoding.hpp"
#include "base/text/text.hpp"
#include "cli/escape.hpp"
#include "cli/report.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

std::string cause_text(const SourceLine& cause) {
  return cause.file.empty() ? "" : cause.file + ":" + std::to_string(cause.line);
}

std::string change_line(const Change& change) {
  const std::string path = path_text(change.difference.path);
  std::string text = (path.empty() ? "" : path + ": ") + change_text(change.difference);
  const std::string cause = cause_text(change.cause);
  if (!cause.empty()) text += "  (" + cause + ")";
  return one_line(text);
}

std::string counted(const std::vector<SnapshotResult>& results) {
  const auto changed = std::count_if(results.begin(), results.end(),
                                     [](const SnapshotResult& result) { return !result.changes.empty(); });
  return std::to_string(results.size() - static_cast<std::size_t>(changed)) + " passed, " + std::to_string(changed) +
         " failed";
}

std::string as_text(const std::vector<SnapshotResult>& results) {
  std::string text;
  for (const SnapshotResult& result : results) {
    if (result.changes.empty()) continue;
    text += one_line(result.name + " " + result.label) + "\n";
    for (const Change& change : result.changes) text += "  " + change_line(change) + "\n";
  }
  return text + counted(results) + "\n";
}

std::string as_junit(const std::vector<SnapshotResult>& results) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (std::size_t at = 0; at < results.size();) {
    std::size_t end = at;
    std::size_t failures = 0;
    std::string cases;
    for (; end < results.size() && results[end].name == results[at].name; ++end) {
      const SnapshotResult& result = results[end];
      cases += "    <testcase classname=\"" + xml_text(result.name) + "\" name=\"" + xml_text(result.label) + "\"";
      if (result.changes.empty()) {
        cases += "/>\n";
        continue;
      }
      ++failures;
      std::string lines;
      for (const Change& change : result.changes) lines += change_line(change) + "\n";
      cases += ">\n      <failure message=\"" + xml_text(change_line(result.changes[0])) + "\">" + xml_text(lines) +
               "</failure>\n    </testcase>\n";
    }
    text += "  <testsuite name=\"" + xml_text(results[at].name) + "\" tests=\"" + std::to_string(end - at) +
            "\" failures=\"" + std::to_string(failures) + "\">\n" + cases + "  </testsuite>\n";
    at = end;
  }
  return text + "</testsuites>\n";
}

Value location(std::string_view file, std::size_t line) {
  Map physical{{"artifactLocation", Value::map({{"uri", Value::string(percent_encode(file, "/"))}})}};
  if (line != 0) physical.set("region", Value::map({{"startLine", Value::integer(static_cast<std::int64_t>(line))}}));
  return Value::map({{"physicalLocation", Value::map(std::move(physical))}});
}

std::string as_sarif(const std::vector<SnapshotResult>& results) {
  List list;
  for (const SnapshotResult& result : results) {
    for (const Change& change : result.changes) {
      const bool has_cause = !change.cause.file.empty();
      list.push_back(Value::map(
          {{"ruleId", Value::string("snapshot-changed")},
           {"level", Value::string("error")},
           {"message", Value::map({{"text", Value::string(sarif_text(result.name + " " + result.label + ": " +
                                                                     path_text(change.difference.path) + ": " +
                                                                     change_text(change.difference)))}})},
           {"locations", Value::list({location(has_cause ? change.cause.file : result.file, change.cause.line)})},
           {"properties", Value::map({{"snapshot", Value::string(result.name + " " + result.label)},
                                      {"link", Value::string(result.link)},
                                      {"before", Value::string(result.before)}})}}));
    }
  }
  const Value rule =
      Value::map({{"id", Value::string("snapshot-changed")},
                  {"shortDescription", Value::map({{"text", Value::string("The result has changed.")}})}});
  const Value driver = Value::map(
      {{"name", Value::string("evalground")}, {"version", Value::string(version())}, {"rules", Value::list({rule})}});
  const Value run = Value::map({{"tool", Value::map({{"driver", driver}})}, {"results", Value::list(std::move(list))}});
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  return write_json(Value::map({{"$schema", Value::string("https://json.schemastore.org/sarif-2.1.0.json")},
                                {"version", Value::string("2.1.0")},
                                {"runs", Value::list({run})}}),
                    budget, {.indent = 2}) +
         "\n";
}

std::string as_markdown(const std::vector<SnapshotResult>& results, const std::string& site) {
  std::string text = "**Snapshots**: " + counted(results) + "\n";
  for (const SnapshotResult& result : results) {
    if (result.changes.empty()) continue;
    text += "\n" + markdown_code(result.name) + " " + markdown_code(result.label);
    std::string links;
    if (!result.before.empty()) links = "[as it was](" + site + result.before + ")";
    if (!result.link.empty()) links += (links.empty() ? "" : ", ") + ("[as it is now](" + site + result.link + ")");
    if (!links.empty() && !site.empty()) text += " (" + links + ")";
    text += "\n\n| what | change | made by |\n| --- | --- | --- |\n";
    for (const Change& change : result.changes) {
      text += "| " + markdown_code(path_text(change.difference.path)) + " | " +
              markdown_code(change_text(change.difference)) + " | " + markdown_code(cause_text(change.cause)) + " |\n";
    }
  }
  return text;
}

}  // namespace

std::string snapshot_report(const std::vector<SnapshotResult>& results, Format format, const std::string& site) {
  switch (format) {
    case Format::junit: return as_junit(results);
    case Format::sarif: return as_sarif(results);
    case Format::markdown: return as_markdown(results, site);
    default: return printable(as_text(results));
  }
}

}  // namespace evalground::cli
