#include "cli/check_docs/near_misses.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"
#include "cli/check_docs/marks.hpp"
#include "runtime/keys.hpp"

namespace evalground::cli {
namespace {

std::string_view meant_mark(std::string_view name) {
  const std::string_view marks[] = {example_mark(), output_mark()};
  if (std::find(std::begin(marks), std::end(marks), name) != std::end(marks)) return {};
  const auto meant =
      std::find_if(std::begin(marks), std::end(marks), [&](std::string_view mark) { return is_slip_of(name, mark); });
  return meant == std::end(marks) ? std::string_view() : *meant;
}

bool is_known(std::string_view name) {
  const std::span<const std::string_view> known = known_attributes();
  return std::find(known.begin(), known.end(), name) != known.end() || name == "src" || name == "language" ||
         find_key(workspace_keys(), name) != nullptr;
}

std::string_view meant_attribute(std::string_view name) {
  if (name.size() < 3 || is_known(name)) return {};
  for (const std::string_view known : known_attributes()) {
    if (is_slip_of(name, known)) return known;
  }
  return {};
}

std::string did_you_mean(std::string_view what, std::string_view name, std::string_view meant) {
  return std::string(what) + " " + quote(name) + " is unknown. Did you mean " + quote(meant) + "?";
}

void add_slips(const Block& block, std::vector<NearMiss>& misses) {
  const auto check_mark = [&](std::string_view name) {
    const std::string_view meant = meant_mark(name);
    if (!meant.empty()) misses.push_back({block.at, did_you_mean("the mark", name, meant)});
  };
  check_mark(block.language);
  for (const std::string& name : block.classes) check_mark(name);
  for (const auto& [name, value] : block.attributes) {
    check_mark(name);
    const std::string_view meant = block.is_marked() ? meant_attribute(name) : std::string_view();
    if (!meant.empty()) misses.push_back({block.at, did_you_mean("the attribute", name, meant)});
  }
}

// Only with the mark of this project: `output` alone may be that of any program.
bool is_marked_output(const Block& block) {
  const std::string_view mark = output_mark();
  return block.language == mark || block.attribute(mark) != nullptr || block.has_class(mark);
}

}  // namespace

bool resembles_mark(std::string_view name) {
  return !meant_mark(name).empty();
}

std::vector<NearMiss> near_misses(const std::vector<Block>& blocks) {
  std::vector<NearMiss> misses;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    add_slips(blocks[i], misses);
    if (!is_marked_output(blocks[i])) continue;
    const Block* before = i > 0 && blocks[i - 1].container == blocks[i].container ? &blocks[i - 1] : nullptr;
    if (before == nullptr) {
      misses.push_back({blocks[i].at, "this output has no example before it"});
    } else if (before->is_output()) {
      misses.push_back({blocks[i].at, "this output follows another output. An example has one, directly after it"});
    }
  }
  return misses;
}

}  // namespace evalground::cli
