#include "cli/check_docs/baseline.hpp"

#include <map>
#include <set>

#include "base/crypto/crypto.hpp"
#include "base/generous_budget.hpp"
#include "base/text/encoding.hpp"
#include "base/text/text.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t digits = 16;

bool is_failure(const Finding& finding) {
  return finding.verdict == Verdict::stale || finding.verdict == Verdict::failed;
}

std::string hash_of(const Finding& finding) {
  Budget budget = generous_budget();
  const std::string identity =
      finding.file + "\n" + write_json(Value::map(finding.workspace), budget) + "\n" + finding.shown;
  return encode_hex(digest(DigestAlgorithm::sha256, identity)).substr(0, digits);
}

// "docs/a.md" of "docs/a.md:12"
std::string_view document_of(std::string_view place) {
  return place.substr(0, place.rfind(':'));
}

}  // namespace

std::string baseline_of(const std::vector<Finding>& findings) {
  std::string text = "# Known failures of evalground check-docs. --update-baseline writes this file.\n";
  for (const Finding& finding : findings) {
    if (is_failure(finding)) text += hash_of(finding) + " " + finding.file + ":" + std::to_string(finding.line) + "\n";
  }
  return text;
}

std::vector<std::string> apply_baseline(std::string_view baseline, std::vector<Finding>& findings) {
  std::map<std::string, std::string> known;  // places, by their hashes
  for (std::string_view line : Split(baseline, "\n")) {
    line = trim(line);
    if (line.size() > digits && line[0] != '#') known.emplace(line.substr(0, digits), trim(line.substr(digits)));
  }
  std::set<std::string, std::less<>> checked;
  std::set<std::string> met;
  for (Finding& finding : findings) {
    checked.insert(finding.file);
    if (known.empty() || !is_failure(finding)) continue;
    const std::string hash = hash_of(finding);
    if (known.count(hash) == 0) continue;
    met.insert(hash);
    finding.verdict = Verdict::known;
    finding.edits.clear();
  }
  std::vector<std::string> mended;
  for (const auto& [hash, place] : known) {
    if (met.count(hash) == 0 && checked.count(document_of(place)) > 0) mended.push_back(place);
  }
  return mended;
}

}  // namespace evalground::cli
