// A reader of well-formed XML without namespaces and without validation, by recursive descent, and a writer. Sources:
// XML 1.0, and what expat and xmltodict 0.13 make of it.

#include "dialects/ansible/data/xml.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view xml_blanks = " \t\r\n";

bool is_name_start(char c) {
  return is_ascii_letter(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_byte(char c) {
  return is_name_start(c) || is_ascii_digit(c) || c == '-' || c == '.';
}

// Whether XML allows a character, as itself or by its number.
bool is_xml_character(std::uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xD800 || (code > 0xDFFF && code < 0xFFFE) || (code > 0xFFFF && code < 0x110000);
}

// What xmltodict keeps of an element while it is open.
class Item {
 public:
  bool is_map() const { return !map_.empty(); }

  // A second value of a key makes a list of both.
  void push(const std::string& key, Value value) {
    Value* known = map_.find_for_edit(Value::string(key));
    if (known == nullptr) {
      map_.set(key, std::move(value));
    } else if (known->is_list()) {
      known->edit_list().push_back(std::move(value));
    } else {
      *known = Value::list({*known, std::move(value)});
    }
  }

  Value finish() && { return Value::map(std::move(map_)); }

 private:
  Map map_;
};

class XmlReader {
 public:
  XmlReader(std::string_view text, Budget& budget) : text_(text), budget_(budget) {}

  std::optional<Value> read() {
    if (!has_valid_characters()) return std::nullopt;
    if (takes("<?xml") && !skip_past("?>")) return std::nullopt;
    if (!skip_misc(true)) return std::nullopt;
    std::string name;
    Value root;
    if (!takes("<") || !element(name, root) || !skip_misc(false) || at_ != text_.size()) return std::nullopt;
    Map document;
    document.set(name, std::move(root));
    return Value::map(std::move(document));
  }

 private:
  bool has_valid_characters() {
    budget_.step(text_.size() / 16);
    if (find_invalid_utf8(text_)) return false;
    for (std::size_t at = 0; at < text_.size();) {
      const CodePoint point = decode_code_point(text_, at);
      if (!is_xml_character(point.value)) return false;
      at += point.size;
    }
    return true;
  }

  bool takes(std::string_view mark) {
    if (!text_.substr(at_).starts_with(mark)) return false;
    at_ += mark.size();
    return true;
  }

  bool skip_past(std::string_view mark) {
    const std::size_t found = text_.find(mark, at_);
    if (found == std::string_view::npos) return false;
    at_ = found + mark.size();
    return true;
  }

  bool skip_blanks() {
    const std::size_t before = at_;
    at_ = std::min(text_.find_first_not_of(xml_blanks, at_), text_.size());
    return at_ != before;
  }

  // Behind "<!--". Two dashes end the comment.
  bool comment() { return skip_past("--") && takes(">"); }

  // Behind "<?". The name of the declaration is reserved.
  bool instruction() {
    const std::string target = name();
    return !target.empty() && target != "xml" && skip_past("?>");
  }

  // Blanks, comments and instructions beside the root, and before it a document type.
  bool skip_misc(bool may_have_type) {
    while (true) {
      skip_blanks();
      if (takes("<!--")) {
        if (!comment()) return false;
      } else if (takes("<?")) {
        if (!instruction()) return false;
      } else if (may_have_type && takes("<!DOCTYPE")) {
        if (!document_type()) return false;
        may_have_type = false;
      } else {
        return true;
      }
    }
  }

  // Behind "<!DOCTYPE": up to the ">" that is in no literal and no subset.
  bool document_type() {
    for (int open = 0; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        at_ = text_.find(c, at_ + 1);
        if (at_ == std::string_view::npos) return false;
      } else if (c == '[') {
        ++open;
      } else if (c == ']') {
        --open;
      } else if (text_.substr(at_).starts_with("<!ENTITY")) {
        at_ += 8;
        skip_blanks();
        entities_.insert(name());
        --at_;
      } else if (c == '>' && open == 0) {
        ++at_;
        return true;
      }
    }
    return false;
  }

  std::string name() {
    if (at_ == text_.size() || !is_name_start(text_[at_])) return {};
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_byte(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  // Behind "&". Appends what the reference stands for; nothing for an entity of the document type.
  bool reference(std::string& out, bool may_be_declared) {
    const std::size_t end = text_.find(';', at_);
    if (end == std::string_view::npos) return false;
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end + 1;
    if (word.starts_with('#')) {
      const bool is_hexadecimal = word.starts_with("#x");
      const std::string_view digits = word.substr(is_hexadecimal ? 2 : 1);
      if (digits.empty() || digits.size() > 10) return false;
      const auto code = parse_digits(digits, is_hexadecimal ? 16 : 10, false);
      if (!code || code.value < 0 || code.value > 0x10FFFF) return false;
      if (!is_xml_character(static_cast<std::uint32_t>(code.value))) return false;
      append_code_point(out, static_cast<char32_t>(code.value));
      return true;
    }
    constexpr std::pair<std::string_view, char> known[] = {
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    for (const auto& [entity, character] : known) {
      if (entity == word) {
        out += character;
        return true;
      }
    }
    return may_be_declared && entities_.contains(std::string(word));
  }

  // Every blank of an attribute's value is a space.
  bool attribute_value(std::string& value) {
    if (at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return false;
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote) {
      const char c = text_[at_++];
      if (c == '<' || (c == '&' && !reference(value, false))) return false;
      if (c == '&' || (c == '\r' && text_.substr(at_).starts_with('\n'))) continue;
      value += xml_blanks.find(c) != std::string_view::npos ? ' ' : c;
    }
    return takes(std::string_view(&quote, 1));
  }

  // Up to ">" or "/>".
  bool attributes(Item& item, bool& is_closed) {
    std::unordered_set<std::string> names;
    while (true) {
      const bool has_blank = skip_blanks();
      is_closed = takes("/>");
      if (is_closed || takes(">")) return true;
      budget_.step();
      const std::string key = name();
      if (!has_blank || key.empty() || !names.insert(key).second) return false;
      skip_blanks();
      if (!takes("=")) return false;
      skip_blanks();
      std::string value;
      if (!attribute_value(value)) return false;
      item.push("@" + key, Value::string(value));
    }
  }

  // The text up to the next tag or reference.
  bool characters(std::string& text) {
    const std::size_t end = std::min(text_.find_first_of("<&", at_), text_.size());
    const std::string_view part = text_.substr(at_, end - at_);
    if (part.find("]]>") != std::string_view::npos) return false;
    text += replace_all(replace_all(part, "\r\n", "\n"), "\r", "\n");
    at_ = end;
    return true;
  }

  bool cdata(std::string& text) {
    const std::size_t begin = at_;
    if (!skip_past("]]>")) return false;
    const std::string_view part = text_.substr(begin, at_ - 3 - begin);
    text += replace_all(replace_all(part, "\r\n", "\n"), "\r", "\n");
    return true;
  }

  // Behind "<": an element up to the end of its end tag.
  bool element(std::string& tag, Value& result) {
    const Depth depth = budget_.enter();
    budget_.step();
    tag = name();
    Item item;
    bool is_closed = false;
    if (tag.empty() || !attributes(item, is_closed)) return false;
    std::string text;
    if (!is_closed && !content(tag, item, text)) return false;
    const std::string_view stripped = trim(text);
    const Value data = stripped.empty() ? Value::null() : Value::string(stripped);
    if (item.is_map() && !stripped.empty()) item.push("#text", data);
    result = item.is_map() ? std::move(item).finish() : data;
    return true;
  }

  bool content(const std::string& tag, Item& item, std::string& text) {
    while (at_ < text_.size()) {
      budget_.step();
      if (takes("</")) {
        if (name() != tag) return false;
        skip_blanks();
        return takes(">");
      }
      if (takes("<!--")) {
        if (!comment()) return false;
      } else if (takes("<![CDATA[")) {
        if (!cdata(text)) return false;
      } else if (takes("<?")) {
        if (!instruction()) return false;
      } else if (takes("<")) {
        std::string inner;
        Value value;
        if (!element(inner, value)) return false;
        item.push(inner, std::move(value));
      } else if (takes("&")) {
        if (!reference(text, true)) return false;
      } else if (!characters(text)) {
        return false;
      }
    }
    return false;
  }

  std::string_view text_;
  Budget& budget_;
  std::size_t at_ = 0;
  std::unordered_set<std::string> entities_;
};

// ---- writing

bool is_valid_name(const Value& key) {
  if (!key.is_string()) return false;
  const std::string_view name = key.as_string();
  return !name.starts_with('?') && !name.starts_with('!') && name.find_first_of("<>/\"'= \t\r\n\v\f") == name.npos;
}

std::string escaped_text(std::string_view text) {
  return replace_all(replace_all(replace_all(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

// In single quotes if that avoids escaping a double quote.
std::string quoted_attribute(std::string_view text) {
  std::string value = escaped_text(text);
  value = replace_all(replace_all(replace_all(value, "\n", "&#10;"), "\r", "&#13;"), "\t", "&#9;");
  if (value.find('"') == std::string::npos) return "\"" + value + "\"";
  if (value.find('\'') == std::string::npos) return "'" + value + "'";
  return "\"" + replace_all(value, "\"", "&quot;") + "\"";
}

class XmlWriter {
 public:
  XmlWriter(const XmlStyle& style, const std::function<std::string(const Value&)>& text_of, Budget& budget)
      : style_(style), text_of_(text_of), budget_(budget) {}

  bool write(const Value& document) {
    const Map& roots = document.as_map();
    if (style_.full_document) {
      if (roots.size() != 1) return false;
      add("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    }
    return std::all_of(roots.begin(), roots.end(),
                       [&](const Map::Entry& root) { return elements(root.key, root.value, 0); });
  }

  std::string finish() && { return std::move(out_); }

 private:
  void add(std::string_view text) {
    budget_.output(text.size());
    out_ += text;
  }

  void indent(std::size_t level) {
    for (std::size_t at = 0; at < level; ++at) add(style_.indent);
  }

  // A list is an element for each of its items.
  bool elements(const Value& name, const Value& value, std::size_t level) {
    const Depth depth = budget_.enter();
    if (!is_valid_name(name)) return false;
    if (!value.is_list() && value.kind() != Kind::tuple) return element(name.as_string(), value, level);
    const List& items = value.as_list();
    if (style_.full_document && level == 0 && items.size() > 1) return false;
    return std::all_of(items.begin(), items.end(),
                       [&](const Value& item) { return element(name.as_string(), item, level); });
  }

  std::string plain_text(const Value& value) const {
    if (value.kind() == Kind::boolean) return value.as_boolean() ? "true" : "false";
    return text_of_(value);
  }

  bool attribute(const Value& key, const Value& value) {
    const std::string_view name = key.as_string().substr(1);
    if (name == "xmlns" && value.is_map()) {
      for (const auto& [prefix, uri] : value.as_map()) {
        if (!is_valid_name(prefix)) return false;
        const std::string ending = prefix.text_size() == 0 ? "" : ":" + std::string(prefix.as_string());
        add(" xmlns" + ending + "=" + quoted_attribute(text_of_(uri)));
      }
      return true;
    }
    if (!is_valid_name(Value::string(name))) return false;
    add(" " + std::string(name) + "=" + quoted_attribute(text_of_(value)));
    return true;
  }

  // Text stands behind the elements.
  bool element(std::string_view name, const Value& value, std::size_t level) {
    budget_.step();
    indent(level);
    add("<" + std::string(name));
    std::optional<std::string> text;
    std::vector<const Map::Entry*> children;
    if (value.is_map()) {
      for (const Map::Entry& entry : value.as_map()) {
        budget_.step();
        if (entry.key.is_string() && entry.key.as_string() == "#text") {
          if (!entry.value.is_null() && !entry.value.is_string()) return false;
          if (entry.value.is_string()) text = entry.value.as_string();
        } else if (entry.key.is_string() && entry.key.as_string().starts_with('@')) {
          if (!attribute(entry.key, entry.value)) return false;
        } else {
          children.push_back(&entry);
        }
      }
    } else if (!value.is_null()) {
      text = plain_text(value);
    }
    add(children.empty() ? ">" : ">\n");
    for (const Map::Entry* child : children) {
      if (!elements(child->key, child->value, level + 1)) return false;
    }
    if (text) add(escaped_text(*text));
    if (!children.empty()) indent(level);
    add("</" + std::string(name) + ">");
    if (level > 0) add("\n");
    return true;
  }

  const XmlStyle& style_;
  const std::function<std::string(const Value&)>& text_of_;
  Budget& budget_;
  std::string out_;
};

}  // namespace

std::optional<Value> read_xml(std::string_view text, Budget& budget) {
  return XmlReader(text, budget).read();
}

std::optional<std::string> write_xml(const Value& document, const XmlStyle& style,
                                     const std::function<std::string(const Value&)>& text_of, Budget& budget) {
  XmlWriter writer(style, text_of, budget);
  if (!writer.write(document)) return std::nullopt;
  return std::move(writer).finish();
}

}  // namespace evalground::ansible
