// Outlines and tokens are written directly as text, a node at a time: a document has at least one of each for every
// line, and as values they would take several times the memory of the document.
#include "runtime/outline_json.hpp"

#include "runtime/outcome_parts.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

void append_text(std::string& json, std::string_view key, std::string_view text) {
  if (text.empty()) return;
  append_json_string(json.append(",\"").append(key).append("\":"), text);
}

class OutlineWriter {
 public:
  OutlineWriter(const Sources& sources, Budget& budget, std::size_t most)
      : sources_(sources), budget_(budget), most_(most) {}

  OutlineJson write(const std::vector<OutlineNode>& nodes) {
    append(nodes, 1);
    return {std::move(json_), count_};
  }

 private:
  // `level` is the level of the nodes, from 1.
  void append(const std::vector<OutlineNode>& nodes, std::uint32_t level) {
    json_ += '[';
    for (const OutlineNode& node : nodes) {
      const std::size_t before = count_;
      if (count_ >= most_ && !count(node, level)) continue;
      count_ = before;
      append_node(node, level);
    }
    json_ += ']';
  }

  void append_node(const OutlineNode& node, std::uint32_t level) {
    budget_.step();
    ++count_;
    const bool is_cut = level == most_outline_levels && !node.children.empty();
    const std::size_t length = json_.size();
    if (json_.back() != '[') json_ += ',';
    append_json_string(json_ += R"({"id":)", node.id);
    append_json_string(json_ += R"(,"kind":)", node.kind);
    append_json_string(json_ += R"(,"name":)", node.name);
    append_text(json_, "type", node.type);
    append_text(json_, "path", node.path);
    append_text(json_, "status", node.status);
    append_text(json_, "value", node.value);
    append_text(json_, "note", is_cut ? "Deeper levels are not shown." : node.note);
    append_place("span", node.where);
    append_place("set", node.set);
    append_reads(node.reads);
    if (node.selectable) json_ += R"(,"selectable":true)";
    if (node.sensitive) json_ += R"(,"sensitive":true)";
    budget_.output(json_.size() - length);
    if (!is_cut && !node.children.empty()) {
      json_ += R"(,"children":)";
      append(node.children, level + 1);
    }
    json_ += '}';
  }

  void append_place(std::string_view key, OriginId where) {
    if (where == 0) return;
    const Origin& origin = sources_.origin(where);
    if (sources_.path(origin.file) == input_path) return;
    append_json_string(json_ += ',', key);
    append_span(json_ += ':', origin.file, origin.begin, origin.end, sources_);
  }

  void append_reads(const std::vector<std::string>& reads) {
    if (reads.empty()) return;
    json_ += R"(,"reads":)";
    char opening = '[';
    for (const std::string& id : reads) {
      append_json_string(json_ += opening, id);
      opening = ',';
    }
    json_ += ']';
  }

  // Counts a node and what is below it. True if an input is declared there: what is withheld from links depends on the
  // declared inputs, so none may be missing.
  bool count(const OutlineNode& node, std::uint32_t level) {
    budget_.step();
    ++count_;
    bool declares_input = node.kind == "parameter";
    if (level == most_outline_levels) return declares_input;
    for (const OutlineNode& child : node.children) declares_input |= count(child, level + 1);
    return declares_input;
  }

  const Sources& sources_;
  Budget& budget_;
  const std::size_t most_;
  std::string json_;
  std::size_t count_ = 0;
};

// The byte that a UTF-16 offset stands for.
std::uint32_t byte_of(std::uint32_t file, std::uint32_t units, const Sources& sources) {
  std::uint32_t low = 0;
  auto high = static_cast<std::uint32_t>(sources.text(file).size());
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (sources.utf16_offset(file, middle) < units) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Finds out which tokens overlap a range, whose offsets are converted once for each file.
class RangeFilter {
 public:
  RangeFilter(const std::optional<TextRange>& range, const Sources& sources) : range_(range), sources_(sources) {}

  bool accepts(const Token& token) {
    if (!range_) return true;
    if (token.file != file_) {
      file_ = token.file;
      is_here_ = sources_.path(file_) == range_->file;
      begin_ = is_here_ ? byte_of(file_, range_->from, sources_) : 0;
      end_ = is_here_ ? byte_of(file_, range_->to, sources_) : 0;
    }
    return is_here_ && token.end > begin_ && token.begin < end_;
  }

 private:
  const std::optional<TextRange>& range_;
  const Sources& sources_;
  std::uint32_t file_ = ~0U;
  bool is_here_ = false;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
};

}  // namespace

OutlineJson outline_json(const std::vector<OutlineNode>& nodes, const Sources& sources, Budget& budget,
                         std::size_t most) {
  return OutlineWriter(sources, budget, most).write(nodes);
}

std::string tokens_json(const std::vector<Token>& tokens, const Sources& sources, Budget& budget,
                        const std::optional<TextRange>& range) {
  RangeFilter filter(range, sources);
  std::string json = "[";
  for (const Token& token : tokens) {
    if (!filter.accepts(token)) continue;
    const std::size_t length = json.size();
    json += length == 1 ? R"({"span":)" : R"(,{"span":)";
    append_span(json, token.file, token.begin, token.end, sources);
    append_json_string(json += R"(,"kind":)", token.kind);
    json += '}';
    budget.output(json.size() - length);
  }
  json += ']';
  return json;
}

}  // namespace evalground
