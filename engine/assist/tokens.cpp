#include "assist/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "base/text/utf8.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

struct Type {
  std::string_view kind;  // of a dialect's token
  std::string_view type;  // in the protocol
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

// Where the names begin that a file defines.
std::unordered_set<std::uint32_t> definitions_in(Question& question, std::uint32_t file) {
  std::unordered_set<std::uint32_t> found;
  for (const Mention& mention : question.reading().mentions) {
    if (mention.defines && mention.at.file == file) found.insert(mention.at.begin);
  }
  return found;
}

// Writes tokens in their order: each is counted from the beginning of the one before, in UTF-16 units.
class TokenWriter {
 public:
  TokenWriter(Budget& budget, std::string_view text, std::unordered_set<std::uint32_t> definitions, std::size_t count)
      : budget_(budget), text_(text), definitions_(std::move(definitions)) {
    data_.reserve(count * 11);  // a token takes ten bytes and more: "0,3,4,1,0,"
  }

  // A token of several lines is one for each line.
  void add_lines(const Token& token, std::size_t type) {
    for (std::uint32_t from = token.begin; from < token.end;) {
      const auto line_end = static_cast<std::uint32_t>(std::min<std::size_t>(text_.find('\n', from), token.end));
      const bool is_return = line_end > from && text_[line_end - 1] == '\r';
      add(from, is_return ? line_end - 1 : line_end, type);
      from = line_end + 1;
    }
  }

  const std::string& data() const { return data_; }

 private:
  void add(std::uint32_t from, std::uint32_t to, std::size_t type) {
    if (from >= to || from < end_) return;
    std::string_view between = text_.substr(last_, from - last_);
    const auto lines = std::count(between.begin(), between.end(), '\n');
    if (lines > 0) between.remove_prefix(between.rfind('\n') + 1);
    budget_.output(11);
    char written[5 * 21];
    char* at = written;
    for (const std::size_t number :
         {static_cast<std::size_t>(lines), count_utf16_units(between), count_utf16_units(text_.substr(from, to - from)),
          type, definitions_.count(from)}) {
      if (at != written || !data_.empty()) *at++ = ',';
      if (number < 10) {
        *at++ = static_cast<char>('0' + number);
      } else {
        at = std::to_chars(at, written + sizeof(written), number).ptr;
      }
    }
    data_.append(written, at);
    last_ = from;
    end_ = to;
  }

  Budget& budget_;
  std::string_view text_;
  std::unordered_set<std::uint32_t> definitions_;  // where they begin
  std::string data_;
  std::uint32_t last_ = 0;  // where the last token begins
  std::uint32_t end_ = 0;   // and ends
};

}  // namespace

std::string semantic_tokens(Question& question) {
  const std::uint32_t file = question.file();
  std::unordered_set<std::uint32_t> definitions = definitions_in(question, file);
  std::vector<Token> tokens = question.dialect->tokens(question.context);
  const auto is_earlier = [](const Token& a, const Token& b) { return a.begin < b.begin; };
  if (!std::is_sorted(tokens.begin(), tokens.end(), is_earlier)) {
    std::stable_sort(tokens.begin(), tokens.end(), is_earlier);
  }
  const std::string_view text = question.context.sources.text(file);
  TokenWriter writer(question.context.budget, text, std::move(definitions), tokens.size());
  for (const Token& token : tokens) {
    const std::size_t type = type_of(token.kind);
    if (token.file != file || type == no_type || token.end > text.size()) continue;
    question.context.budget.step();
    writer.add_lines(token, type);
  }
  std::string names;
  for (const Type& one : types) {
    if (!names.empty()) names += ',';
    append_json_string(names, one.type);
  }
  return "{\"types\":[" + names + "],\"modifiers\":[\"declaration\"],\"data\":[" + writer.data() + "]}";
}

}  // namespace evalground
