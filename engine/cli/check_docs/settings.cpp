#include "cli/check_docs/settings.hpp"

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/example.hpp"
#include "cli/check_docs/lines.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "runtime/keys.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view setting = "evalground:";

// Keys that examples can share; a document or an expression is the block's own.
bool can_be_shared(std::string_view name) {
  if (name == "main" || name == "expression") return false;
  return name == "skip" || find_key(workspace_keys(), name) != nullptr;
}

void keep_shared(Block& settings) {
  std::erase_if(settings.attributes, [](const auto& attribute) { return !can_be_shared(attribute.first); });
}

// The front matter without its delimiters; empty if the page has none.
std::string_view front_matter(std::string_view text) {
  if (!text.starts_with("---\n") && !text.starts_with("---\r\n")) return {};
  const std::size_t end = text.find("\n---", 3);
  return end == std::string_view::npos ? std::string_view() : text.substr(4, end - 3);
}

Block settings_of_front_matter(std::string_view text) {
  Block settings;
  const std::string_view matter = front_matter(text);
  if (matter.find(setting) == std::string_view::npos) return settings;
  try {
    Budget budget;
    Sources sources;
    const std::uint32_t name = sources.add_file("front matter", std::string(matter));
    const Value whole = load_yaml(parse_yaml(sources, name, budget), sources, budget);
    const Value* given = whole.is_map() ? whole.as_map().find("evalground") : nullptr;
    if (given == nullptr) return settings;
    if (given->is_string()) add_attributes(settings, given->as_string());
    if (!given->is_map()) return settings;
    for (const auto& [key, value] : given->as_map()) {
      if (!key.is_string()) continue;
      const std::string shown = value.is_string() ? std::string(value.as_string()) : write_json(value, budget);
      add_attribute(settings, key.as_string(), shown);
    }
  } catch (const std::exception&) {  // the generator of the site reports front matter that is not YAML
    settings.attributes.clear();
  }
  return settings;
}

// The settings in a line, if it is such a comment.
bool read_setting(std::string_view line, CommentForm form, Block& settings) {
  line = trim(line);
  if (!line.starts_with(form.begin) || !line.ends_with(form.end)) return false;
  line = trim(line.substr(form.begin.size()));
  if (!line.starts_with(setting)) return false;
  line.remove_prefix(setting.size());
  settings = {};
  add_attributes(settings, line.substr(0, line.size() - std::min(line.size(), form.end.size())));
  return true;
}

// A block that names its language keeps it.
void add_missing(Block& block, const Block& settings) {
  if (block.is_output()) return;
  for (const auto& [name, value] : settings.attributes) {
    const bool is_given = name == "dialect" && (block.language == "evalground" || is_dialect(block.language));
    if (!is_given && block.attribute(name) == nullptr) block.attributes.emplace_back(name, value);
  }
}

}  // namespace

void add_settings(std::vector<Block>& blocks, std::string_view text, CommentForm form) {
  if (text.find(setting) == std::string_view::npos) return;
  Block settings = settings_of_front_matter(text);
  keep_shared(settings);
  std::size_t next = 0;  // block
  std::size_t code = 0;  // the end of the last block
  for (const Line& line : lines_of(text)) {
    for (; next < blocks.size() && blocks[next].at <= line.begin; ++next) {
      add_missing(blocks[next], settings);
      code = std::max(code, blocks[next].content.end);
    }
    if (line.begin >= code && read_setting(line.text, form, settings)) keep_shared(settings);
  }
  for (; next < blocks.size(); ++next) add_missing(blocks[next], settings);
}

}  // namespace evalground::cli
