// libyaml's events with byte offsets and readable errors.
//
// libyaml counts characters, the sources count bytes (byte_at). Its messages name a problem and a context, whose places
// are often those of the next token; fail() finds the place that helps. What libyaml would accept or take forever for
// is refused before (check_encoding).
//
// Hot: compiled for speed in every module.
#include "data/yaml/events.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <yaml.h>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/yaml/complaint.hpp"
#include "source/diagnostic.hpp"

namespace evalground {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// libyaml compares each %TAG directive with all before it. No document needs this many.
constexpr std::size_t most_tag_directives = 256;

std::string_view text_or_empty(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

std::string_view text_or_empty(const yaml_char_t* text) {
  return text_or_empty(reinterpret_cast<const char*>(text));
}

YamlStyle style_of(yaml_scalar_style_t style) {
  switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: return YamlStyle::single_quoted;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return YamlStyle::double_quoted;
    case YAML_LITERAL_SCALAR_STYLE: return YamlStyle::literal;
    case YAML_FOLDED_SCALAR_STYLE: return YamlStyle::folded;
    default: return YamlStyle::plain;
  }
}

std::string code_point_name(char32_t code_point) {
  std::string digits;
  for (char32_t rest = code_point; rest != 0 || digits.size() < 4; rest /= 16) {
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest % 16]);
  }
  return "U+" + digits;
}

}  // namespace

struct YamlEvents::Parser {
  Parser() {
    if (yaml_parser_initialize(&parser) == 0) throw std::bad_alloc();
  }
  ~Parser() {
    yaml_event_delete(&event);
    yaml_parser_delete(&parser);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  yaml_parser_t parser;
  yaml_event_t event{};
};

YamlEvents::YamlEvents(Sources& sources, std::uint32_t file)
    : sources_(sources),
      file_(file),
      text_(sources.text(file)),
      is_ascii_(evalground::is_ascii(text_)),
      parser_(std::make_unique<Parser>()) {
  check_encoding();
  if (text_.substr(0, byte_order_mark.size()) == byte_order_mark) near_byte_ = byte_order_mark.size();
  yaml_parser_set_encoding(&parser_->parser, YAML_UTF8_ENCODING);
  const std::string_view content = text_.substr(near_byte_);
  yaml_parser_set_input_string(&parser_->parser, reinterpret_cast<const unsigned char*>(content.data()),
                               content.size());
}

YamlEvents::~YamlEvents() = default;

// Two bytes with one NUL among them are UTF-16 without a mark: YAML begins with an ASCII character.
void YamlEvents::check_encoding() const {
  const auto fail_at = [&](std::size_t offset, std::size_t size, const char* code, std::string message) {
    const auto begin = static_cast<std::uint32_t>(offset);
    const auto end = static_cast<std::uint32_t>(std::min(offset + size, text_.size()));
    throw Error(code, std::move(message), sources_.add({file_, begin, end, Via::literal, 0, false}));
  };
  const std::string_view start = text_.substr(0, 2);
  if (start == "\xFF\xFE" || start == "\xFE\xFF" || (start.size() == 2 && (start[0] == '\0') != (start[1] == '\0'))) {
    fail_at(0, 2, "yaml-encoding", "The document is encoded in UTF-16; only UTF-8 is read.");
  }
  if (!is_ascii_) {
    if (const auto wrong = find_invalid_utf8(text_)) {
      fail_at(*wrong, 1, "yaml-encoding", "The document is not UTF-8: a byte here belongs to no character.");
    }
  }
  const std::size_t nul = text_.find('\0');
  if (nul != std::string_view::npos) {
    fail_at(nul, 1, "yaml-encoding", "The document holds a NUL character (U+0000), which YAML does not allow.");
  }
  std::size_t directives = 0;
  for (std::size_t at = text_.find("%TAG"); at != std::string_view::npos; at = text_.find("%TAG", at + 4)) {
    const bool starts_line = at == 0 || text_[at - 1] == '\n' || text_[at - 1] == '\r';
    if (starts_line && ++directives > most_tag_directives) {
      fail_at(at, 4, "yaml-syntax",
              "The document has more than " + std::to_string(most_tag_directives) + " %TAG directives.");
    }
  }
}

// libyaml counts characters.
// Events come nearly in order, so the offset is counted from the last one, in both directions. Linear for the whole
// document.
std::uint32_t YamlEvents::byte_at(std::size_t character) {
  if (is_ascii_) return static_cast<std::uint32_t>(std::min(character, text_.size()));
  const auto continues = [&](std::size_t byte) { return (static_cast<unsigned char>(text_[byte]) & 0xC0U) == 0x80U; };
  while (near_character_ < character && near_byte_ < text_.size()) {
    ++near_character_;
    ++near_byte_;
    while (near_byte_ < text_.size() && continues(near_byte_)) ++near_byte_;
  }
  while (near_character_ > character) {
    --near_character_;
    --near_byte_;
    while (continues(near_byte_)) --near_byte_;
  }
  return static_cast<std::uint32_t>(near_byte_);
}

// From an offset to the end of the word or indicator that stands there.
OriginId YamlEvents::place_at(std::size_t begin) {
  std::size_t end = begin;
  if (begin < text_.size() && text_[begin] != '\n' && text_[begin] != '\r') {
    end = std::min(text_.find_first_of(" \t\r\n,[]{}", begin), text_.size());
    if (end == begin) ++end;
  }
  return sources_.add(
      {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), Via::literal, 0, false});
}

// Whether a line begins at the problem that is indented otherwise than the block of the context.
bool YamlEvents::begins_other_block(std::size_t problem_at) {
  const yaml_parser_t& parser = parser_->parser;
  if (parser.error != YAML_PARSER_ERROR || parser.context == nullptr) return false;
  const yaml_mark_t& problem = parser.problem_mark;
  const yaml_mark_t& context = parser.context_mark;
  if (problem.line <= context.line || problem.column == context.column) return false;
  const std::uint32_t context_at = byte_at(context.index);
  if (context_at < text_.size() && std::string_view("{[\"'").find(text_[context_at]) != std::string_view::npos) {
    return false;
  }
  const std::string_view before = text_.substr(0, problem_at);
  const std::size_t line = before.find_last_of("\r\n");
  return problem_at < text_.size() && before.find_first_not_of(' ', line == before.npos ? 0 : line + 1) == before.npos;
}

void YamlEvents::fail() {
  const yaml_parser_t& parser = parser_->parser;
  // Not everywhere does libyaml say that it is memory that it lacks.
  if (parser.error == YAML_MEMORY_ERROR || parser.error == YAML_NO_ERROR) throw std::bad_alloc();
  if (parser.error == YAML_READER_ERROR) {
    const std::size_t mark = text_.substr(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0;
    const auto character = static_cast<char32_t>(parser.problem_value);
    throw Error(
        "yaml-syntax",
        "The document holds the control character " + code_point_name(character) + ", which YAML does not allow.",
        place_at(static_cast<std::uint32_t>(std::min(parser.problem_offset + mark, text_.size()))));
  }
  const std::uint32_t problem_at = byte_at(parser.problem_mark.index);
  YamlProblem problem{text_, text_or_empty(parser.problem), problem_at, text_or_empty(parser.context)};
  if (parser.context != nullptr) problem.context_at = byte_at(parser.context_mark.index);
  const YamlComplaint complaint = explain(problem);
  Diagnostic diagnostic;
  diagnostic.code = "yaml-syntax";
  diagnostic.message = complaint.message;
  if (begins_other_block(problem_at)) {
    diagnostic.message = "This line is indented by " + std::to_string(parser.problem_mark.column) + ", line " +
                         std::to_string(parser.context_mark.line + 1) + " by " +
                         std::to_string(parser.context_mark.column) + ". Lines of one block need the same indentation.";
  }
  if (complaint.edit) {
    const OriginId place = sources_.add({file_, static_cast<std::uint32_t>(complaint.edit->begin),
                                         static_cast<std::uint32_t>(complaint.edit->end), Via::literal, 0, false});
    diagnostic.fixes.push_back({"Write " + complaint.edit->text, {{place, complaint.edit->text}}});
  }
  // The context, "while parsing a flow sequence", becomes a note at its own place.
  diagnostic.where = place_at(problem_at);
  if (parser.context != nullptr) {
    if (problem.context_at != problem_at) diagnostic.notes.push_back({parser.context, place_at(problem.context_at)});
    // Report an unclosed bracket or quote where it opens: the end of the document shows nothing useful. For a key
    // without a colon, libyaml stands at the line after it.
    const bool is_at_end = trim(text_.substr(problem_at)).empty() && problem.context_at < problem_at;
    if (is_at_end || problem.context == "while scanning a simple key") diagnostic.where = place_at(problem.context_at);
  }
  throw Error(std::move(diagnostic));
}

// The views in the result are valid until the next call.
YamlEvent YamlEvents::next() {
  // The next event, skipping the start of the stream.
  yaml_event_t& event = parser_->event;
  do {
    yaml_event_delete(&event);
    if (yaml_parser_parse(&parser_->parser, &event) == 0) fail();
  } while (event.type == YAML_STREAM_START_EVENT);

  // Convert it. Texts are views of libyaml's event, which lives until the next one.
  YamlEvent result{};
  result.begin = byte_at(event.start_mark.index);
  result.end = byte_at(event.end_mark.index);
  switch (event.type) {
    case YAML_DOCUMENT_START_EVENT:
      result.type = YamlEvent::Type::document_start;
      if (const yaml_version_directive_t* directive = event.data.document_start.version_directive) {
        result.version = {directive->major, directive->minor};
      }
      break;
    case YAML_DOCUMENT_END_EVENT: result.type = YamlEvent::Type::document_end; break;
    case YAML_ALIAS_EVENT:
      result.type = YamlEvent::Type::alias;
      result.anchor = text_or_empty(event.data.alias.anchor);
      break;
    case YAML_SCALAR_EVENT:
      result.type = YamlEvent::Type::scalar;
      result.style = style_of(event.data.scalar.style);
      result.anchor = text_or_empty(event.data.scalar.anchor);
      result.tag = text_or_empty(event.data.scalar.tag);
      result.text = {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length};
      break;
    case YAML_SEQUENCE_START_EVENT:
      result.type = YamlEvent::Type::sequence_start;
      result.style = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE ? YamlStyle::flow : YamlStyle::block;
      result.anchor = text_or_empty(event.data.sequence_start.anchor);
      result.tag = text_or_empty(event.data.sequence_start.tag);
      break;
    case YAML_SEQUENCE_END_EVENT: result.type = YamlEvent::Type::sequence_end; break;
    case YAML_MAPPING_START_EVENT:
      result.type = YamlEvent::Type::mapping_start;
      result.style = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE ? YamlStyle::flow : YamlStyle::block;
      result.anchor = text_or_empty(event.data.mapping_start.anchor);
      result.tag = text_or_empty(event.data.mapping_start.tag);
      break;
    case YAML_MAPPING_END_EVENT: result.type = YamlEvent::Type::mapping_end; break;
    default: result.type = YamlEvent::Type::stream_end; break;
  }
  return result;
}

}  // namespace evalground
