#include "assist/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "base/text/utf8.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

struct Type {
  std::string_view kind;  // of the dialects' tokens
  std::string_view type;  // of the protocol
};
constexpr Type types[] = {{"keyword", "keyword"},   {"function", "function"}, {"variable", "variable"},
                          {"property", "property"}, {"string", "string"},     {"number", "number"},
                          {"operator", "operator"}, {"comment", "comment"},   {"type", "type"},
                          {"directive", "macro"},   {"name", "class"},        {"special", "property"},
                          {"key", "property"}};

constexpr std::size_t no_type = std::size(types);

std::size_t type_of(std::string_view kind) {
  for (std::size_t at = 0; at < std::size(types); ++at) {
    if (types[at].kind == kind) return at;
  }
  return no_type;
}

}  // namespace

std::string semantic_tokens(Question& question) {
  const std::uint32_t file = question.file();
  const Sources& sources = question.context.sources;
  std::unordered_set<std::uint32_t> definitions;
  for (const Mention& mention : question.reading().mentions) {
    if (mention.defines && mention.at.file == file) definitions.insert(mention.at.begin);
  }
  std::vector<Token> tokens = question.dialect->tokens(question.context);
  const std::string_view text = sources.text(file);
  // A token takes ten bytes and more: "0,3,4,1,0,".
  std::string data;
  data.reserve(tokens.size() * 11);
  // Tokens come in their order: each is counted from the beginning of the one before, in UTF-16 units.
  std::uint32_t last = 0;
  std::uint32_t end = 0;
  const auto add = [&](std::uint32_t from, std::uint32_t to, std::size_t type) {
    if (from >= to || from < end) return;
    std::string_view between = text.substr(last, from - last);
    const auto lines = std::count(between.begin(), between.end(), '\n');
    if (lines > 0) between.remove_prefix(between.rfind('\n') + 1);
    question.context.budget.output(11);
    char written[5 * 21];
    char* at = written;
    for (const std::size_t number : {static_cast<std::size_t>(lines), count_utf16_units(between),
                                     count_utf16_units(text.substr(from, to - from)), type, definitions.count(from)}) {
      if (at != written || !data.empty()) *at++ = ',';
      if (number < 10) {
        *at++ = static_cast<char>('0' + number);
      } else {
        at = std::to_chars(at, written + sizeof(written), number).ptr;
      }
    }
    data.append(written, at);
    last = from;
    end = to;
  };
  const auto is_earlier = [](const Token& a, const Token& b) { return a.begin < b.begin; };
  if (!std::is_sorted(tokens.begin(), tokens.end(), is_earlier)) {
    std::stable_sort(tokens.begin(), tokens.end(), is_earlier);
  }
  for (const Token& token : tokens) {
    const std::size_t type = type_of(token.kind);
    if (token.file != file || type == no_type || token.end > text.size()) continue;
    question.context.budget.step();
    for (std::uint32_t from = token.begin; from < token.end;) {
      const auto line_end = static_cast<std::uint32_t>(std::min<std::size_t>(text.find('\n', from), token.end));
      const bool is_return = line_end > from && text[line_end - 1] == '\r';
      add(from, is_return ? line_end - 1 : line_end, type);
      from = line_end + 1;
    }
  }
  std::string names;
  for (const Type& one : types) {
    if (!names.empty()) names += ',';
    append_json_string(names, one.type);
  }
  return "{\"types\":[" + names + "],\"modifiers\":[\"declaration\"],\"data\":[" + data + "]}";
}

}  // namespace evalground
