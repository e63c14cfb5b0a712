// HTML: a `pre` with a mark on itself, on its `code` or on any enclosing element, and <evalground-embed>.
//
//   <div class="highlight-yaql evalground"><pre><span>$</span>…</pre></div>
//
// The language comes from `language-x`, `highlight-x` or `data-lang`, which generators add to any of these elements.

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/lines.hpp"
#include "cli/check_docs/references.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view embed = "evalground-embed";
constexpr std::string_view without_end[] = {"area",  "base", "br",   "col",   "embed",  "hr",    "img",
                                            "input", "link", "meta", "param", "source", "track", "wbr"};

// The number of enclosing elements that are tracked. Browsers have the same limit.
constexpr std::size_t deepest = 512;

struct Tag {
  std::size_t begin = 0, end = 0;  // including its brackets
  std::string name;
  std::string_view attributes;
  bool is_end = false;
  bool is_empty = false;  // it has no end tag
};

// The tag at or after `at`. Returns false when there is no further tag.
// Comments are passed over. A `<` that no name follows is text. A `>` within a quoted attribute value does not end a
// tag.
bool next_tag(std::string_view text, std::size_t at, Tag& tag) {
  while (true) {
    at = text.find('<', at);
    if (at == std::string_view::npos || at + 1 >= text.size()) return false;
    if (text.substr(at).starts_with("<!--")) {
      at = text.find("-->", at);
      if (at == std::string_view::npos) return false;
      continue;
    }
    std::size_t name = at + 1;
    const bool is_end = text[name] == '/';
    if (is_end) ++name;
    if (name < text.size() && ((text[name] | 0x20) >= 'a' && (text[name] | 0x20) <= 'z')) {
      const std::size_t name_end = std::min(text.find_first_of(" \t\r\n/>", name), text.size());
      std::size_t end = name_end;  // the ">" outside of attribute values
      for (char quote = 0; end < text.size() && (quote != 0 || text[end] != '>'); ++end) {
        if (quote != 0) {
          if (text[end] == quote) quote = 0;
        } else if ((text[end] == '"' || text[end] == '\'') && text[end - 1] == '=') {
          quote = text[end];
        }
      }
      if (end == text.size()) return false;
      tag = {at,
             end + 1,
             lower_case(text.substr(name, name_end - name)),
             text.substr(name_end, end - name_end),
             is_end,
             text[end - 1] == '/'};
      if (std::find(std::begin(without_end), std::end(without_end), tag.name) != std::end(without_end))
        tag.is_empty = true;
      return true;
    }
    ++at;
  }
}

// Adds attributes, with the references in their values resolved.
void add_html_attributes(Block& block, std::string_view attributes) {
  Block raw;
  add_attributes(raw, trim_end(attributes, "/"));
  for (auto& [name, value] : raw.attributes) {
    if (block.attribute(name) == nullptr) block.attributes.emplace_back(name, without_references(value));
  }
  for (std::string& name : raw.classes) block.classes.push_back(std::move(name));
}

void find_language(Block& block) {
  if (const std::string* given = block.attribute("language")) block.language = lower_case(*given);
  for (const std::string& name : block.classes) {
    for (const std::string_view start : {"language-", "highlight-", "src-"}) {
      if (block.language.empty() && name.starts_with(start)) block.language = lower_case(name.substr(start.size()));
    }
  }
}

// The text of a file within a page, without its common indentation.
// Files within a page are indented like the page, which would change YAML.
std::string dedented(std::string_view text) {
  std::size_t depth = std::string_view::npos;
  for (const Line& line : lines_of(text)) {
    if (!line.is_blank()) depth = std::min(depth, line.indentation());
  }
  std::string result;
  for (const Line& line : lines_of(text)) {
    result += line.text.substr(std::min(depth, line.text.size()));
    if (line.end < text.size() || text.ends_with('\n')) result += '\n';
  }
  if (!result.empty() && result.find_last_not_of(" \t") != std::string::npos &&
      result[result.find_last_not_of(" \t")] == '\n')
    result.resize(result.find_last_not_of(" \t") + 1);  // before the end tag
  return result;
}

// Reads the page as generators write it, and as leniently as a browser: an end tag closes everything that was opened
// since its start tag (close), and elements without an end tag are not kept open.
class HtmlReader {
 public:
  explicit HtmlReader(std::string_view text) : text_(text) {}

  std::vector<Block> read() {
    std::size_t at = 0;
    for (Tag tag; next_tag(text_, at, tag); at = tag.end) {
      if (tag.is_end) {
        close(tag.name);
      } else if (tag.name == embed && !tag.is_empty) {
        tag.end = read_embed(tag);
      } else if (tag.name == "pre") {
        tag.end = read_pre(tag);
      } else if (tag.name == "script" || tag.name == "style" || tag.name == "textarea") {
        tag.end = end_of(tag).end;
      } else if (!tag.is_empty && open_.size() < deepest) {
        open_.push_back(tag);
      }
    }
    return std::move(blocks_);
  }

 private:
  void close(std::string_view name) {
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (open_[i].name == name) return open_.resize(i);
    }
  }

  // The end tag of an element that contains no element of the same name. The search ends at the end of the element
  // around it: if many elements are never closed, each would otherwise search the rest of the file.
  Tag end_of(const Tag& tag, std::size_t limit = std::string_view::npos) const {
    const std::string_view text = text_.substr(0, limit);
    Tag end;
    for (std::size_t at = tag.end; next_tag(text, at, end); at = end.end) {
      if (end.is_end && end.name == tag.name) return end;
    }
    end.begin = end.end = text.size();
    return end;
  }

  // The place of the element's content, without the line break after a start tag.
  Place place(std::size_t begin, std::size_t end) const {
    if (begin < end && text_[begin] == '\n') ++begin;
    return {begin, end, "", Writing::html};
  }

  // <pre><span></span><code class="…">…</code></pre>: the content of the `code`, if there is one, else of the `pre`.
  // Adds the attributes of the `code` to `block`.
  Place pre_content(const Tag& pre, const Tag& end, Block* block = nullptr) const {
    Tag code;
    for (std::size_t at = pre.end; next_tag(text_.substr(0, end.begin), at, code); at = code.end) {
      if (code.name != "code" || code.is_end) continue;
      if (block != nullptr) add_html_attributes(*block, code.attributes);
      return place(code.end, end_of(code, end.begin).begin);
    }
    return place(pre.end, end.begin);
  }

  std::size_t read_pre(const Tag& pre) {
    const Tag end = end_of(pre);
    Block block;
    block.at = pre.begin;
    block.content = pre_content(pre, end, &block);
    add_html_attributes(block, pre.attributes);
    find_language(block);
    add_wrappers(block);
    block.text = read_place(text_, block.content);
    block.markup = Markup::html;
    block.end = end.end;
    blocks_.push_back(std::move(block));
    return end.end;
  }

  // Adds the attributes of enclosing elements up to the one with the mark. Without a mark, those of two elements, which
  // generators add.
  // Looks outwards from the block. The language may stand on another element than the mark, so the attributes of all
  // elements in between count.
  void add_wrappers(Block& block) const {
    if (block.is_marked() || block.is_output()) return;
    for (std::size_t i = open_.size(); i-- > 0 && open_.size() - i <= 16;) {
      Block outer = block;
      for (std::size_t inner = open_.size(); inner-- > i;) add_html_attributes(outer, open_[inner].attributes);
      if (outer.is_marked() || outer.is_output() || (open_.size() - i == 2 && block.language.empty())) {
        find_language(outer);
        block.language = outer.language;
        if (!outer.is_marked() && !outer.is_output()) continue;
        block = std::move(outer);
        return;
      }
    }
  }

  // The text of an element in place of a file or an expression: what stands in it outside of other elements, or else
  // the code that readers see without JavaScript.
  std::string text_in(const Tag& element, const Tag& end) const {
    const std::string_view text = text_.substr(0, end.begin);
    std::string own;
    std::string code;
    std::size_t at = element.end;
    for (Tag part; next_tag(text, at, part); at = part.end) {
      own += without_references(text.substr(at, part.begin - at));
      if (part.is_end || part.is_empty) continue;
      const Tag part_end = end_of(part, end.begin);
      const bool is_code = part.name == "pre" || part.name == "code";
      if (is_code && code.empty()) {
        const Place inner = part.name == "pre" ? pre_content(part, part_end) : place(part.end, part_end.begin);
        code = read_place(text_, inner);
      }
      part.end = part_end.end;
    }
    own += without_references(text.substr(std::min(at, text.size())));
    const bool has_own = own.find_first_not_of(ascii_whitespace) != std::string::npos;
    std::string result = dedented(trim_start(has_own ? own : code, "\n"));
    result.resize(trim_end(result, "\n \t").size());
    return result.empty() ? result : result + "\n";
  }

  // Reads an element: its attributes form the last of its blocks, its scripts the others, <output> is the shown result.
  // The blocks have the element as their container, which keeps parts of two elements apart.
  std::size_t read_embed(const Tag& element) {
    const Tag end = end_of(element);
    Block whole;
    whole.at = element.begin;
    whole.content = {end.begin, end.begin, "", Writing::html};
    add_html_attributes(whole, element.attributes);
    add_attribute(whole, "evalground", "");
    const std::string container = "<" + std::to_string(element.begin) + ">";
    whole.container = container;
    Block shown;
    bool has_file = false;
    Tag part;
    for (std::size_t at = element.end; next_tag(text_.substr(0, end.begin), at, part); at = part.end) {
      if (part.is_end || (part.name != "script" && part.name != "output")) continue;
      Block block;
      block.at = element.begin;  // all blocks of an element have the same position
      block.container = container;
      add_html_attributes(block, part.attributes);
      const Tag part_end = end_of(part, end.begin);
      block.content = place(part.end, part_end.begin);
      if (part.name == "output") {
        // <output slot="fallback"><div class="highlight"><pre>…</pre></div></output>
        Tag pre;
        for (std::size_t inner = part.end; next_tag(text_.substr(0, part_end.begin), inner, pre); inner = pre.end) {
          if (pre.name == "pre" && !pre.is_end) {
            block.content = pre_content(pre, end_of(pre, part_end.begin));
            break;
          }
        }
        block.text = read_place(text_, block.content);
        block.attributes.emplace_back("evalground-output", "");
        shown = std::move(block);
      } else {
        block.text = text_.substr(block.content.begin, block.content.end - block.content.begin);
        const bool is_file = block.attribute("file") != nullptr;
        has_file = has_file || is_file || block.attribute("key") != nullptr;
        if (is_file) block.text = dedented(block.text);
        block.attributes.emplace_back("evalground", "");
        blocks_.push_back(std::move(block));
      }
      part.end = part_end.end;
    }
    const auto has = [&](std::string_view name) { return whole.attribute(name) != nullptr; };
    if (!has_file && !has("files") && !has("expression") && !has("src")) whole.text = text_in(element, end);
    blocks_.push_back(std::move(whole));
    if (!shown.container.empty()) blocks_.push_back(std::move(shown));
    return end.end;
  }

  std::string_view text_;
  std::vector<Tag> open_;
  std::vector<Block> blocks_;
};

}  // namespace

std::vector<Block> read_html(std::string_view text) {
  return HtmlReader(text).read();
}

}  // namespace evalground::cli
