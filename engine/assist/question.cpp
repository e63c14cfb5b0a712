// A question of an editor: the workspace, a position, and what is known about both. Everything is read on first use,
// and shared by the services that answer.
//
// Positions come in two forms, as UTF-16 offset or as line and character, and are bytes from here on.
#include "assist/question.hpp"

#include <algorithm>

#include "assist/names.hpp"
#include "base/text/text.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

// True when an entry has that name: in full, as a member of its type ("str.upper"), or as one of several ("+ - *").
bool is_named(const FunctionCatalogue::Entry& entry, std::string_view kind, std::string_view name) {
  const std::string_view own = entry.signature.name;
  if (own == name) return true;
  for (const std::string_view alias : entry.function->aliases) {
    if (alias == name) return true;
  }
  if (kind.ends_with("method")) {
    const std::size_t dot = own.rfind('.');
    return dot != std::string_view::npos && own.substr(dot + 1) == name;
  }
  if (kind == "operator" && own.find(' ') != std::string_view::npos) {
    for (const std::string_view one : Split(own, " ")) {
      if (one == name) return true;
    }
  }
  return false;
}

std::uint64_t natural(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  if (value == nullptr || value->kind() != Kind::integer || value->as_integer() < 0) {
    throw Error("bad-request", "The position needs " + quote(key) + ", a natural number.");
  }
  return static_cast<std::uint64_t>(value->as_integer());
}

}  // namespace

const Value& required(const Map& request, std::string_view key) {
  const Value* value = request.find(key);
  if (value == nullptr) throw Error("bad-request", "The request has no " + quote(key) + ".");
  return *value;
}

Question::Question(const Map& request_, FindDialect find_)
    : request(request_),
      find(find_),
      dialect(dialect_for(required(request_, "workspace"), find)),
      language(dialect != nullptr ? &dialect->language() : nullptr),
      workspace(read_workspace(required(request_, "workspace"), dialect != nullptr ? &dialect->description() : nullptr,
                               mistakes)),
      context(workspace, options, host) {
  if (dialect == nullptr) throw Error("bad-request", "The workspace names an unknown dialect.");
}

const Reading& Question::reading() {
  if (reading_) return *reading_;
  only ? reading_.emplace(*only) : reading_.emplace(keeps);
  std::vector<std::uint32_t> files = files_in(*language, context);
  if (workspace.expression) files.push_back(expression());
  read_names(*language, context, files, *reading_);
  return *reading_;
}

bool Question::has_position() const {
  const Value* at = request.find("at");
  return at != nullptr && at->is_map();
}

std::uint32_t Question::expression() {
  const Value& written = *workspace.expression;
  return context.expression_source(written.is_string() ? std::string(written.as_string())
                                                       : write_json(written, context.budget));
}

// A position names its file. Without one, the question is about the main document, or the expression when there is no
// document.
std::uint32_t Question::file() {
  const Value* at = request.find("at");
  const Value* name = request.find("file");
  const bool is_place = at != nullptr && at->is_map();
  if (is_place) name = at->as_map().find("file");
  const bool is_about_expression = is_place ? at->as_map().contains("expression") : workspace.main.empty();
  if (is_about_expression && name == nullptr) {
    if (!workspace.expression) throw Error("bad-request", "The workspace has no expression.");
    return expression();
  }
  const std::string path(name != nullptr && name->is_string() ? name->as_string() : std::string_view(workspace.main));
  const auto number = context.files.source(path);
  if (!number) throw Error("bad-request", "The workspace has no text " + quote(path) + ".");
  return *number;
}

std::uint32_t Question::offset() {
  const Map& at = required(request, "at").as_map();
  const std::uint32_t number = file();
  if (at.contains("expression")) return byte_of(number, natural(at, "expression"));
  if (at.contains("offset")) return byte_of(number, natural(at, "offset"));
  return byte_of(number, natural(at, "line"), natural(at, "character"));
}

std::uint32_t Question::end_of(std::uint32_t file, const Value& to) const {
  if (to.is_map()) return byte_of(file, natural(to.as_map(), "line"), natural(to.as_map(), "character"));
  const bool is_offset = to.kind() == Kind::integer && to.as_integer() >= 0;
  return is_offset ? byte_of(file, static_cast<std::uint64_t>(to.as_integer())) : 0;
}

// A binary search, since Sources can convert only from bytes to units. The result is moved out of the middle of a
// character.
std::uint32_t Question::byte_of(std::uint32_t file, std::uint64_t units) const {
  const std::string_view text = context.sources.text(file);
  std::uint32_t low = 0;
  auto high = static_cast<std::uint32_t>(text.size());
  while (low < high) {
    std::uint32_t middle = low + (high - low) / 2;
    if (context.sources.utf16_offset(file, middle) < units) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  while (low < text.size() && (static_cast<unsigned char>(text[low]) & 0xC0) == 0x80) ++low;
  return low;
}

// Beyond the end of a line means its end, as the protocol of language servers says.
std::uint32_t Question::byte_of(std::uint32_t file, std::uint64_t line, std::uint64_t character) const {
  const std::string_view text = context.sources.text(file);
  std::size_t begin = 0;
  for (std::uint64_t at = 0; at < line; ++at) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return static_cast<std::uint32_t>(text.size());
    begin = end + 1;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const std::uint64_t before = context.sources.utf16_offset(file, static_cast<std::uint32_t>(begin));
  return std::min(byte_of(file, before + character), static_cast<std::uint32_t>(end));
}

// Mentions may nest, such as a member within a path: the smallest one at the position is meant, and one with a symbol
// before one without.
const Mention* Question::mention() {
  const std::uint32_t number = file();
  const std::uint32_t at = offset();
  const Mention* best = nullptr;
  for (const Mention& one : reading().mentions) {
    // An empty one is a place of the whole file.
    if (one.at.file != number || !one.at.holds(at) || one.at.begin == one.at.end) continue;
    const auto size = [](const Mention& mention) { return mention.at.end - mention.at.begin; };
    // Of two adjacent mentions, prefer the one that begins here.
    const bool is_better = best == nullptr || (best->at.end == at && one.at.begin == at) ||
                           (size(one) < size(*best) && one.at.end != at) ||
                           (one.at.begin == best->at.begin && one.at.end == best->at.end && one.symbol != no_symbol &&
                            best->symbol == no_symbol);
    if (is_better) best = &one;
  }
  return best;
}

// The first kind that has the name decides, and several entries are its overloads.
std::vector<const FunctionCatalogue::Entry*> Question::entries(std::string_view kind, std::string_view name,
                                                               const FunctionCatalogue* catalogue) const {
  std::vector<const FunctionCatalogue::Entry*> result;
  const FunctionCatalogue* const own = &dialect->functions();
  for (const FunctionCatalogue* functions : {catalogue, own}) {
    if (functions == nullptr) continue;
    for (const std::string_view one : language->kinds_of(kind)) {
      for (const FunctionCatalogue::Entry& entry : functions->entries()) {
        if (entry.function->kind == one && is_named(entry, one, name)) result.push_back(&entry);
      }
      if (!result.empty()) return result;
    }
  }
  return result;
}

const FunctionCatalogue::Entry* Question::entry(const Mention& mention) const {
  const auto all = entries(mention.kind, mention.name, mention.catalogue);
  return all.empty() ? nullptr : all[0];
}

Value Question::range(const Stretch& stretch) const {
  const Sources& sources = context.sources;
  const auto position = [&](std::uint32_t offset) {
    const Position at = sources.position(stretch.file, offset);
    return Value::map({{"line", Value::integer(at.line - 1)}, {"character", Value::integer(at.column - 1)}});
  };
  return Value::map({{"file", Value::string(sources.path(stretch.file))},
                     {"from", Value::integer(sources.utf16_offset(stretch.file, stretch.begin))},
                     {"to", Value::integer(sources.utf16_offset(stretch.file, stretch.end))},
                     {"range", Value::map({{"start", position(stretch.begin)}, {"end", position(stretch.end)}})}});
}

std::string_view Question::text(const Stretch& stretch) const {
  return context.sources.text(stretch.file).substr(stretch.begin, stretch.end - stretch.begin);
}

const Value* Question::outcome(std::string_view key) const {
  const Value* outcome = request.find("outcome");
  return outcome != nullptr && outcome->is_map() ? outcome->as_map().find(key) : nullptr;
}

std::string Question::shown(const Value& value, std::size_t most) const {
  std::string text = short_text(value, most);
  context.secrets.redact(text);
  return text;
}

// Code for Markdown: the fence has one backtick more than any run in the text.
std::string code(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string_view blank = longest > 0 ? " " : "";
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return fence + std::string(blank) + line + std::string(blank) + fence;
}

}  // namespace evalground
