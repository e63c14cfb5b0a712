// What check-docs found, in three forms: text for people, SARIF for code hosts, which show it beside the line, and
// JUnit for CI services, which count it.
#include "cli/check_docs/finding.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "cli/escape.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "workspaces/withheld.hpp"

namespace evalground::cli {
namespace {

bool is_wrong(const Finding& finding) {
  return finding.verdict == Verdict::stale || finding.verdict == Verdict::failed;
}

std::string headline(const Finding& finding) {
  switch (finding.verdict) {
    case Verdict::stale:
      return std::string(finding.is_missing ? "the output is missing" : "the output is out of date") +
             (finding.message.empty() ? "" : ", and cannot be updated: " + finding.message);
    case Verdict::updated: return "the output is written anew";
    case Verdict::failed: return "the example fails: " + finding.message;
    case Verdict::known: return "known failure";
    case Verdict::warning: return "warning: " + finding.message;
    case Verdict::skipped: return "not run: " + finding.message;
    case Verdict::same: return "the output is right";
  }
  return {};
}

std::string place_text(const Finding& finding) {
  return finding.file + ":" + std::to_string(finding.line);
}

// An address relative to the repository, percent-encoded.
std::string uri(std::string_view path) {
  constexpr std::string_view hexadecimal = "0123456789ABCDEF";
  std::string result;
  for (const char character : path) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte <= 0x20 || byte >= 0x7F || std::string_view("%#?\"<>\\^`{|}").find(character) != std::string_view::npos) {
      result.append(1, '%').append(1, hexadecimal[byte >> 4]).append(1, hexadecimal[byte & 15]);
    } else {
      result += character;
    }
  }
  return result;
}

Value text_message(std::string_view text) {
  return Value::map({{"text", Value::string(text)}});
}

// SARIF also has lines and columns; bytes are what an edit has.
Value sarif_fix(const Finding& finding) {
  List replacements;
  for (const Edit& edit : finding.edits) {
    const auto offset = static_cast<std::int64_t>(edit.begin);
    const auto length = static_cast<std::int64_t>(edit.end - edit.begin);
    replacements.push_back(Value::map({{"deletedRegion", Value::map({{"byteOffset", Value::integer(offset)},
                                                                     {"byteLength", Value::integer(length)}})},
                                       {"insertedContent", text_message(edit.text)}}));
  }
  const Value change = Value::map({{"artifactLocation", Value::map({{"uri", Value::string(uri(finding.file))}})},
                                   {"replacements", Value::list(std::move(replacements))}});
  return Value::map(
      {{"description", text_message("Show what the example gives.")}, {"artifactChanges", Value::list({change})}});
}

// The workspace is among the properties, so that a tool can offer a link. Its secrets are removed.
Value sarif_result(const Finding& finding) {
  const Value region = Value::map({{"startLine", Value::integer(static_cast<std::int64_t>(finding.line))},
                                   {"endLine", Value::integer(static_cast<std::int64_t>(finding.last_line))}});
  const Value place =
      Value::map({{"artifactLocation", Value::map({{"uri", Value::string(uri(finding.file))}})}, {"region", region}});
  const bool is_warning = finding.verdict == Verdict::warning;
  const std::string_view rule = is_warning                          ? "mark-not-understood"
                                : finding.verdict == Verdict::stale ? "output-out-of-date"
                                                                    : "example-fails";
  std::string text = is_warning ? finding.message : headline(finding);
  if (!finding.difference.empty()) text += "\n" + finding.difference;
  Map result{{"ruleId", Value::string(rule)},
             {"level", Value::string(is_warning ? "warning" : "error")},
             {"message", text_message(sarif_text(text))},
             {"locations", Value::list({Value::map({{"physicalLocation", place}})})}};
  if (!finding.edits.empty()) result.set("fixes", Value::list({sarif_fix(finding)}));
  if (is_warning) return Value::map(std::move(result));
  result.set("properties", Value::map({{"workspace", Value::map(without_secrets(finding.workspace))}}));
  return Value::map(std::move(result));
}

Value sarif_rule(std::string_view id, std::string_view text) {
  return Value::map({{"id", Value::string(id)}, {"shortDescription", text_message(text)}});
}

}  // namespace

// Examples that are right are counted, not listed.
std::string findings_text(const std::vector<Finding>& findings) {
  std::string text;
  std::map<Verdict, std::size_t> counts;
  for (const Finding& finding : findings) {
    ++counts[finding.verdict];
    if (finding.verdict == Verdict::same || finding.verdict == Verdict::known) continue;
    text += place_text(finding) + ": " + headline(finding) + "\n";
    for (const std::string_view line : Split(trim_end(finding.difference, "\n"), "\n")) {
      if (!finding.difference.empty()) text += "  " + std::string(line) + "\n";
    }
  }
  if (counts[Verdict::skipped] > 0) text += std::to_string(counts[Verdict::skipped]) + " not run\n";
  if (counts[Verdict::known] > 0) text += std::to_string(counts[Verdict::known]) + " known to fail\n";
  if (counts[Verdict::updated] > 0) text += std::to_string(counts[Verdict::updated]) + " written anew\n";
  return text + std::to_string(counts[Verdict::same] + counts[Verdict::updated]) + " passed, " +
         std::to_string(counts[Verdict::stale] + counts[Verdict::failed]) + " failed\n";
}

std::string findings_sarif(const std::vector<Finding>& findings) {
  List results;
  for (const Finding& finding : findings) {
    if (is_wrong(finding) || finding.verdict == Verdict::warning) results.push_back(sarif_result(finding));
  }
  const Value driver = Value::map(
      {{"name", Value::string("evalground check-docs")},
       {"version", Value::string(version())},
       {"rules",
        Value::list(
            {sarif_rule("output-out-of-date", "The shown output differs from the result of the example."),
             sarif_rule("example-fails", "An example that shows no error fails."),
             sarif_rule("mark-not-understood", "A mark or an attribute is probably misspelt or misplaced.")})}});
  const Value run =
      Value::map({{"tool", Value::map({{"driver", driver}})}, {"results", Value::list(std::move(results))}});
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  return write_json(Value::map({{"$schema", Value::string("https://json.schemastore.org/sarif-2.1.0.json")},
                                {"version", Value::string("2.1.0")},
                                {"runs", Value::list({run})}}),
                    budget, {.indent = 2}) +
         "\n";
}

std::string findings_junit(const std::vector<Finding>& findings) {
  std::vector<std::string> files;
  for (const Finding& finding : findings) {
    if (std::find(files.begin(), files.end(), finding.file) == files.end()) files.push_back(finding.file);
  }
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const std::string& file : files) {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t skipped = 0;
    std::string cases;
    for (const Finding& finding : findings) {
      if (finding.file != file || finding.verdict == Verdict::warning) continue;
      ++tests;
      const std::string open = "    <testcase classname=\"" + xml_text(file) + "\" name=\"line " +
                               std::to_string(finding.line) + "\" file=\"" + xml_text(file) + "\" line=\"" +
                               std::to_string(finding.line) + "\"";
      if (is_wrong(finding)) {
        ++failures;
        cases += open + ">\n      <failure message=\"" + xml_text(headline(finding)) + "\">" +
                 xml_text(finding.difference) + "</failure>\n    </testcase>\n";
      } else if (finding.verdict == Verdict::skipped || finding.verdict == Verdict::known) {
        ++skipped;
        const std::string why = finding.verdict == Verdict::known ? headline(finding) : finding.message;
        cases += open + ">\n      <skipped message=\"" + xml_text(why) + "\"/>\n    </testcase>\n";
      } else {
        cases += open + "/>\n";
      }
    }
    text += "  <testsuite name=\"" + xml_text(file) + "\" tests=\"" + std::to_string(tests) + "\" failures=\"" +
            std::to_string(failures) + "\" skipped=\"" + std::to_string(skipped) + "\">\n" + cases + "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace evalground::cli
