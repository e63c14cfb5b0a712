// Class expressions, `linux.(web|db).!test`, evaluated while they are read. There is no tree, because an expression is
// short and mostly read once.
#include "dialects/cfengine/data/class_expression.hpp"

#include <algorithm>

#include "base/text/scanner.hpp"

namespace evalground::cfengine {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

bool is_name_byte(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
}

// Expression := And [ '|' ['|'] Expression ];  And := Not [ ('.' | '&') And ];  Not := ['!'] Primary
// Primary := '(' Expression ')' | Name;  Name := { word | reference }
//
// So a name has at most one `!`, and `&&` is not an operator. Text after a complete expression is ignored: "any)" and
// "any!linux" hold.
class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, Budget& budget, const std::function<bool(std::string_view)>& is_defined)
      : scanner_(text), budget_(budget), is_defined_(is_defined) {}

  Truth read() {
    const bool value = read_or();
    if (!is_valid_) return Truth::unknown;
    return value ? Truth::yes : Truth::no;
  }

 private:
  // Both operands are always read, as reading is what advances. Names after a decided result are still looked up, which
  // has no effect.
  bool read_or() {
    bool value = read_and();
    while (is_valid_ && scanner_.take('|')) {
      scanner_.take('|');
      value = read_and() || value;
    }
    return value;
  }

  bool read_and() {
    bool value = read_not();
    while (is_valid_ && (scanner_.take('.') || scanner_.take('&'))) value = read_not() && value;
    return value;
  }

  bool read_not() {
    if (scanner_.take('!')) return !read_primary();
    return read_primary();
  }

  // A name with an unresolved reference is valid syntax. The caller tests for references before.
  bool read_primary() {
    const Depth depth = budget_.enter();
    budget_.step();
    if (scanner_.take('(')) {
      const bool value = read_or();
      if (!scanner_.take(')')) is_valid_ = false;
      return value;
    }
    const std::size_t begin = scanner_.offset();
    while (take_word() || take_reference()) {
    }
    const std::string_view name = scanner_.between(begin, scanner_.offset());
    if (name.empty()) is_valid_ = false;
    if (name == "true" || name == "false") return name == "true";
    return is_valid_ && is_defined_(name);
  }

  // The bytes of a name and its indices, which may contain blanks.
  bool take_word() {
    const std::size_t begin = scanner_.offset();
    bool is_inside = false;
    while (!scanner_.at_end()) {
      const char c = scanner_.peek();
      if (c == '[') is_inside = true;
      if (c == ']') is_inside = false;
      if (!is_name_byte(c) && c != ':' && c != '[' && c != ']' && !(c == ' ' && is_inside)) break;
      scanner_.skip();
    }
    return scanner_.offset() > begin;
  }

  // `$(bundle.name[$(k)])`, with dots between names.
  bool take_reference() {
    const char mark = scanner_.peek();
    const char open = scanner_.peek(1);
    if ((mark != '$' && mark != '@') || (open != '(' && open != '{')) return false;
    const Depth depth = budget_.enter();
    budget_.step();
    scanner_.skip(2);
    std::size_t count = 0;
    do {
      count = 0;
      while (take_word() || take_reference()) ++count;
    } while (count > 0 && scanner_.take('.'));
    if (count == 0 || !scanner_.take(open == '(' ? ')' : '}')) is_valid_ = false;
    return is_valid_;
  }

  Scanner scanner_;
  Budget& budget_;
  const std::function<bool(std::string_view)>& is_defined_;
  bool is_valid_ = true;
};

}  // namespace

// "a b" -> true: two names without an operator would otherwise become one name when blanks are removed.
bool has_separated_names(std::string_view text) {
  for (std::size_t at = text.find_first_of(" \t"); at != std::string_view::npos; at = text.find_first_of(" \t", at)) {
    const std::size_t end = text.find_first_not_of(" \t", at);
    if (end == std::string_view::npos) return false;
    if (at > 0 && is_name_byte(text[at - 1]) && is_name_byte(text[end])) return true;
    at = end;
  }
  return false;
}

// Reads with no class defined: only validity matters.
bool is_expression(std::string_view text, Budget& budget) {
  return ExpressionReader(text, budget, [](std::string_view) { return false; }).read() != Truth::unknown;
}

// Most expressions have no blanks and are read without a copy.
Truth evaluate_expression(std::string_view text, Budget& budget,
                          const std::function<bool(std::string_view)>& is_defined) {
  if (std::none_of(text.begin(), text.end(), is_blank)) return ExpressionReader(text, budget, is_defined).read();
  if (has_separated_names(text)) return Truth::unknown;
  std::string condensed(text);
  condensed.erase(std::remove_if(condensed.begin(), condensed.end(), is_blank), condensed.end());
  return ExpressionReader(condensed, budget, is_defined).read();
}

}  // namespace evalground::cfengine
