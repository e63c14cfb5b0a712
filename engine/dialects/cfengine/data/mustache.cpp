// Mustache templates with CFEngine's extensions.
//
//   {{name}}  {{{name}}}  {{&name}}     a value, escaped for HTML or plain
//   {{%name}}  {{$name}}                a container as JSON, on several lines or one
//   {{#list}} {{.}} {{/list}}           a section, for each element; {{@}} is the element's key
//   {{^list}} empty {{/list}}           the inverse
//
// The template is rendered while it is read. There is no tree: the body of a section is read again for each element.
// Names are looked up from the innermost level of the data outwards.
#include "dialects/cfengine/data/mustache.hpp"

#include <optional>
#include <vector>

#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/container.hpp"

namespace evalground::cfengine {
namespace {

enum class TagKind : std::uint8_t { escaped, plain, lines, line, section, inverted, close, comment, delimiters };

struct Tag {
  TagKind kind;
  std::string_view name;
};

struct Delimiters {
  std::string_view open = "{{";
  std::string_view close = "}}";
};

// One level of the data that names are looked up in.
struct Level {
  const Value* value;
  std::string key;  // of the current element of an iteration
};

[[noreturn]] void fail(std::string message) {
  throw Error("mustache", std::move(message));
}

// Apostrophes are not escaped.
void append_html_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
}

class Renderer {
 public:
  Renderer(std::string_view text, const Value& data, Budget& budget) : text_(text), budget_(budget) {
    levels_.push_back({&data, {}});
  }

  std::string render() {
    render_until({}, true);
    return std::move(out_);
  }

 private:
  // Takes the tag at the cursor, and its whole line if it stands alone there. Prints the literal text before it.
  std::optional<Tag> next_tag(bool prints) {
    const std::size_t at = text_.find(delimiters_.open, at_);
    if (at == std::string_view::npos) {
      if (prints) out_ += text_.substr(at_);
      at_ = text_.size();
      return std::nullopt;
    }
    budget_.step();
    // The kind of the tag, by the character after its delimiter.
    std::size_t begin = at + delimiters_.open.size();
    std::string closing(delimiters_.close);
    Tag tag{TagKind::escaped, {}};
    if (begin < text_.size()) {
      switch (text_[begin]) {
        case '{':
          tag.kind = TagKind::plain;
          closing.insert(0, "}");
          break;
        case '&': tag.kind = TagKind::plain; break;
        case '%': tag.kind = TagKind::lines; break;
        case '$': tag.kind = TagKind::line; break;
        case '#': tag.kind = TagKind::section; break;
        case '^': tag.kind = TagKind::inverted; break;
        case '/': tag.kind = TagKind::close; break;
        case '!': tag.kind = TagKind::comment; break;
        case '=':
          tag.kind = TagKind::delimiters;
          closing.insert(0, "=");
          break;
        default: break;
      }
      if (tag.kind != TagKind::escaped) ++begin;
    }
    // Its name up to the closing delimiter. Tags that print nothing also remove the line around them.
    const std::size_t close = text_.find(closing, begin);
    if (close == std::string_view::npos)
      fail("The tag " + quote(text_.substr(at), 20) + " of the template has no end.");
    tag.name = trim(text_.substr(begin, close - begin));
    std::size_t end = close + closing.size();
    std::size_t literal_end = at;
    const bool may_stand_alone = tag.kind >= TagKind::section;
    if (may_stand_alone) take_line(literal_end, end);
    if (prints) out_ += text_.substr(at_, literal_end - at_);
    at_ = end;
    return tag;
  }

  // A tag alone on its line removes the whole line.
  void take_line(std::size_t& begin, std::size_t& end) const {
    std::size_t first = begin;
    while (first > at_ && (text_[first - 1] == ' ' || text_[first - 1] == '\t')) --first;
    if (first > 0 && text_[first - 1] != '\n') return;
    std::size_t last = end;
    while (last < text_.size() && (text_[last] == ' ' || text_[last] == '\t' || text_[last] == '\r')) ++last;
    if (last < text_.size() && text_[last] != '\n') return;
    begin = first;
    end = last < text_.size() ? last + 1 : last;
  }

  // Renders up to the closing tag of that name, or to the end of the template.
  void render_until(std::string_view section, bool prints) {
    const Depth depth = budget_.enter();
    while (const std::optional<Tag> tag = next_tag(prints)) {
      switch (tag->kind) {
        case TagKind::comment: break;
        case TagKind::delimiters: set_delimiters(tag->name); break;
        case TagKind::close:  // the reference does not compare its name
          if (!section.empty()) return;
          fail("The template closes the section " + quote(tag->name) + ", and none is open there.");
        case TagKind::section:
        case TagKind::inverted: render_section(*tag, prints); break;
        default:
          if (prints) render_value(*tag);
      }
    }
    if (!section.empty()) fail("The section " + quote(section) + " of the template has no end.");
  }

  void set_delimiters(std::string_view text) {
    const std::size_t blank = text.find_first_of(" \t");
    if (blank == std::string_view::npos || blank == 0) fail("Delimiters are two words, as in `{{=<% %>=}}`.");
    delimiters_ = {text.substr(0, blank), trim_start(text.substr(blank))};
  }

  // `a.b.c`: the first part is searched in all levels, the others only below what was found. Numbers index lists.
  const Value* find(std::string_view name) const {
    if (name == ".") return levels_.back().value;
    if (name == "-top-") return levels_.front().value;
    std::string_view first = name;
    std::string_view rest;
    if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
      first = name.substr(0, dot);
      rest = name.substr(dot + 1);
    }
    const Value* value = nullptr;
    for (std::size_t i = levels_.size(); value == nullptr && i > 0; --i) value = item_of(*levels_[i - 1].value, first);
    while (value != nullptr && !rest.empty()) {
      const std::size_t dot = rest.find('.');
      value = item_of(*value, rest.substr(0, dot));
      rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    return value;
  }

  // An unknown name and null print nothing. A container without a mark for JSON is a mistake.
  void render_value(const Tag& tag) {
    if (tag.name.empty()) {
      out_ += "{{}}";  // as in the reference, whatever the delimiters
      return;
    }
    if (tag.name == "@") {
      out_ += levels_.back().key;
      return;
    }
    const Value* value = find(tag.name);
    if (value == nullptr) return;
    const bool is_container = value->is_map() || value->is_list();
    const bool writes_json = tag.kind == TagKind::lines || tag.kind == TagKind::line;
    if (is_container && writes_json) {
      out_ += json_text(*value, budget_, tag.kind == TagKind::lines);
    } else if (is_container) {
      fail("The tag " + quote(tag.name) + " of the template names a container; write {{%" + std::string(tag.name) +
           "}} or {{$" + std::string(tag.name) + "}} for its JSON.");
    } else if (!value->is_null()) {
      if (tag.kind == TagKind::plain || writes_json) {
        out_ += scalar_text(*value);
      } else {
        append_html_escaped(out_, scalar_text(*value));
      }
    }
    charge();
  }

  // A list repeats its body, an object enters a level or is iterated over, true shows the body. With `prints` false the
  // body is only read, to find its end.
  void render_section(const Tag& tag, bool prints) {
    // Parse the body once per repetition. Delimiters set in it end with it.
    const std::size_t begin = at_;
    const Delimiters delimiters = delimiters_;
    const Value* value = find(tag.name);
    const auto body = [&](bool is_shown) {
      at_ = begin;
      delimiters_ = delimiters;
      render_until(tag.name, is_shown);
      charge();
    };
    if (!prints) return body(false);
    const bool is_bad = value != nullptr && (is_primitive(*value) && value->kind() != Kind::boolean);
    if (is_bad) fail("The section " + quote(tag.name) + " of the template is neither a boolean nor a container.");
    const bool is_empty = value == nullptr || value->is_null() ||
                          (value->kind() == Kind::boolean && !value->as_boolean()) ||
                          (value->is_list() && value->as_list().empty());
    if (tag.kind == TagKind::inverted) return body(is_empty);
    if (is_empty) return body(false);
    const auto with_level = [&](const Value& element, std::string key) {
      budget_.step();
      levels_.push_back({&element, std::move(key)});
      body(true);
      levels_.pop_back();
    };
    if (value->is_list()) {
      const List& items = value->as_list();
      for (std::size_t i = 0; i < items.size(); ++i) with_level(items[i], std::to_string(i));
    } else if (value->is_map() && mentions_key(begin, tag.name)) {
      if (value->as_map().empty()) body(false);
      for (const auto& [key, element] : value->as_map()) with_level(element, std::string(key.as_string()));
    } else if (value->is_map()) {
      with_level(*value, {});
    } else {
      body(true);
    }
  }

  // A section that uses `{{@}}` iterates over an object. Otherwise it enters the object.
  bool mentions_key(std::size_t begin, std::string_view section) const {
    const std::string closing = std::string(delimiters_.open) + "/" + std::string(section);
    const std::string_view body = text_.substr(begin, text_.find(closing, begin) - begin);
    return body.find(std::string(delimiters_.open) + "@" + std::string(delimiters_.close)) != std::string_view::npos;
  }

  // The output must fit the remaining memory. What was added since the last call costs steps.
  // Charging and releasing at once tests the limit without keeping an account of a text that still grows.
  void charge() {
    MemoryAccount::charge(out_.size());
    MemoryAccount::release(out_.size());
    budget_.step(out_.size() < charged_ ? 0 : (out_.size() - charged_) / 16);
    charged_ = out_.size();
  }

  std::string_view text_;
  Budget& budget_;
  Delimiters delimiters_;
  std::vector<Level> levels_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t charged_ = 0;
};

}  // namespace

std::string render_mustache(std::string_view text, const Value& data, Budget& budget) {
  return Renderer(text, data, budget).render();
}

}  // namespace evalground::cfengine
