// Markdown is parsed by md4c. It passes the lines of code as pointers into the document, and says nothing of the fences
// themselves. Their places follow from the pointers:
//
//   > ~~~yaql         lang: on the line of the fence     without a word here, the fence is above the first line that
//   >                 blank: no pointer, but counted     has text, and else the next line that looks like a fence
//   > $.sum()         text: on its own line
//   > ~~~             after as many lines as were reported
#include "cli/check_docs/fences.hpp"

#include <algorithm>
#include <functional>
#include <md4c.h>
#include <optional>

#include "base/text/text.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view line_breaks = "\r\n";

std::size_t line_begin(std::string_view text, std::size_t at) {
  const std::size_t end_before = at == 0 ? std::string_view::npos : text.find_last_of(line_breaks, at - 1);
  return end_before == std::string_view::npos ? 0 : end_before + 1;
}

std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find_first_of(line_breaks, at), text.size());
}

// The begin of the line after the one that holds `at`.
std::size_t next_line(std::string_view text, std::size_t at) {
  const std::size_t end = line_end(text, at);
  return std::min(end + (text.substr(end).starts_with("\r\n") ? 2 : 1), text.size());
}

// The begin of the line before the one that begins at `begin`.
std::size_t previous_line(std::string_view text, std::size_t begin) {
  if (begin == 0) return 0;
  return line_begin(text, begin - (text.substr(0, begin).ends_with("\r\n") ? 2 : 1));
}

// Where the run of a fence begins in this line, after the marks of lists and quotations. npos: nowhere.
std::size_t run_in(std::string_view line, char character) {
  const std::size_t at = line.find(character);
  if (at == std::string_view::npos || !line.substr(at).starts_with(std::string(3, character)))
    return std::string_view::npos;
  const bool is_first = line.substr(0, at).find_first_not_of(" \t>-+*.)0123456789") == std::string_view::npos;
  return is_first ? at : std::string_view::npos;
}

// Blanks `width` columns wide before `at`, as they are in the document: md4c replaces tabs by spaces.
std::string indentation_before(std::string_view text, std::size_t at, std::size_t width) {
  const std::size_t begin = line_begin(text, at);
  std::size_t column = 0;
  std::vector<std::size_t> columns;  // of each byte up to `at`
  for (std::size_t i = begin; i < at; ++i) {
    columns.push_back(column);
    column += text[i] == '\t' ? 4 - column % 4 : 1;
  }
  std::size_t from = at;
  while (from > begin && (text[from - 1] == ' ' || text[from - 1] == '\t') &&
         columns[from - 1 - begin] + width >= column)
    --from;
  const bool is_exact = from < at && columns[from - begin] + width == column;
  return is_exact ? std::string(text.substr(from, at - from)) : std::string(width, ' ');
}

class CodeReader {
 public:
  CodeReader(std::string_view text, Tags tags) : text_(text), tags_(tags), parsed_(text) {
    std::replace(parsed_.begin(), parsed_.end(), '[', 'x');
  }

  MarkdownCode read() {
    MD_PARSER parser = {};
    parser.flags = MD_FLAG_NOINDENTEDCODEBLOCKS | (tags_ == Tags::are_jsx ? MD_FLAG_NOHTMLBLOCKS : 0);
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* reader) {
      if (type == MD_BLOCK_CODE)
        static_cast<CodeReader*>(reader)->enter_code(*static_cast<MD_BLOCK_CODE_DETAIL*>(detail));
      return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* reader) {
      if (type == MD_BLOCK_CODE) static_cast<CodeReader*>(reader)->leave_code();
      return 0;
    };
    parser.enter_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.leave_span = parser.enter_span;
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* begin, MD_SIZE size, void* reader) {
      static_cast<CodeReader*>(reader)->take_text(type, {begin, size});
      return 0;
    };
    md_parse(parsed_.data(), static_cast<MD_SIZE>(parsed_.size()), &parser, this);
    drop_shared_fences();
    return std::move(code_);
  }

 private:
  // The place of a part of the document; nothing for md4c's own texts.
  std::optional<std::size_t> place_of(const char* part) const {
    const std::less<> is_before;
    const char* begin = parsed_.data();
    if (part == nullptr || is_before(part, begin) || is_before(begin + parsed_.size(), part)) return std::nullopt;
    return static_cast<std::size_t>(part - begin);
  }

  void enter_code(const MD_BLOCK_CODE_DETAIL& detail) {
    in_fence_ = true;
    current_ = {};
    current_.content.fence.character = detail.fence_char;
    lines_ = 0;
    opening_.reset();
    if (const auto lang = place_of(detail.lang.text)) opening_ = line_begin(text_, *lang);
  }

  void take_text(MD_TEXTTYPE type, std::string_view part) {
    const std::optional<std::size_t> at = place_of(part.data());
    if (in_fence_) {
      take_code(type, part, at);
    } else if (at) {
      known_ = std::max(known_, *at + part.size());
      if (type == MD_TEXT_CODE) code_.spans.emplace_back(*at, *at + part.size());
    }
  }

  void take_code(MD_TEXTTYPE type, std::string_view part, std::optional<std::size_t> at) {
    if (!at && type == MD_TEXT_NULLCHAR) {
      current_.text += '\0';
    } else if (!at && part == "\n") {
      current_.text.append(width_, ' ').append("\n");
      width_ = 0;
      ++lines_;
    } else if (!at) {
      width_ += part.size();
    } else {
      if (!opening_) opening_ = above(*at, lines_ + 1);
      if (width_ > 0) current_.text += indentation_before(text_, *at, width_);
      width_ = 0;
      current_.text += text_.substr(*at, part.size());
    }
  }

  std::size_t above(std::size_t at, std::size_t lines) const {
    std::size_t begin = line_begin(text_, at);
    for (; lines > 0; --lines) begin = previous_line(text_, begin);
    return begin;
  }

  // The first line from what is known on that looks like a fence.
  std::optional<std::size_t> search(char character) const {
    std::size_t begin = known_ == 0 || text_[known_ - 1] == '\n' ? known_ : line_begin(text_, known_);
    for (; begin < text_.size(); begin = next_line(text_, begin)) {
      const std::string_view line = text_.substr(begin, line_end(text_, begin) - begin);
      if (run_in(line, character) != std::string_view::npos) return begin;
    }
    return std::nullopt;
  }

  void leave_code() {
    in_fence_ = false;
    Fence& fence = current_.content.fence;
    if (!opening_) opening_ = search(fence.character);
    if (!opening_) return;
    const std::size_t end = line_end(text_, *opening_);
    const std::string_view line = text_.substr(*opening_, end - *opening_);
    const std::size_t run = line.find(fence.character);
    if (run == std::string_view::npos) return;
    const std::size_t run_end = std::min(line.find_first_not_of(fence.character, run), line.size());
    current_.at = *opening_;
    current_.info = trim(line.substr(run_end));
    fence.opening = *opening_ + run;
    fence.length = run_end - run;
    Place& content = current_.content;
    content.prefix = line.substr(0, run);
    for (char& mark : content.prefix) {  // further lines of an item are indented
      if (mark != '\t' && mark != '>') mark = ' ';
    }
    content.begin = content.end = next_line(text_, *opening_);
    for (std::size_t i = 0; i < lines_; ++i) content.end = next_line(text_, content.end);
    find_closing(content);
    known_ = content.end;
    code_.fences.push_back(std::move(current_));
  }

  void find_closing(Place& content) const {
    const std::string_view line = text_.substr(content.end, line_end(text_, content.end) - content.end);
    const std::string_view run = trim(trim_start(line, " \t>"), " \t");
    if (run.size() < content.fence.length || run.find_first_not_of(content.fence.character) != std::string_view::npos)
      return;
    content.fence.closing = content.end + line.find(content.fence.character);
  }

  // A fence that ends with its list or quotation may have the opening of the next one behind it.
  void drop_shared_fences() {
    for (std::size_t i = 1; i < code_.fences.size(); ++i) {
      Place& before = code_.fences[i - 1].content;
      if (before.end == code_.fences[i].at) before.fence.closing = 0;
    }
  }

  std::string_view text_;
  Tags tags_;
  std::string parsed_;  // without links, for which md4c needs quadratic time; blocks and code spans are the same
  MarkdownCode code_;
  std::size_t known_ = 0;  // the end of what has been reported
  bool in_fence_ = false;
  FencedCode current_;
  std::optional<std::size_t> opening_;  // the line of its opening fence
  std::size_t lines_ = 0;               // of its content so far
  std::size_t width_ = 0;               // of the indentation before the next text
};

}  // namespace

MarkdownCode code_of(std::string_view text, Tags tags) {
  return CodeReader(text, tags).read();
}

}  // namespace evalground::cli
